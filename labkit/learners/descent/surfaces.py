"""The lectures' surfaces, and any other that a formula makes: something to go down, and to look at.

Lecture 12; deck 002 "LECTURE SET 5 Nonlinear Optimization Strategies", "Second Derivative Test for Saddle Points",
"Unconstrained Minimization"; deck 003 "MORE ON GRADIENT DESCENT..". Inventory: I-002-001, I-002-003, I-002-004.

    "saddle"           x y                               rises along x = y, falls along x = -y
    "bowl"             x^2 + y^2 + x y                   one minimum
    "hill"             -x^2 - y^2                        one maximum
    "flat bowl"        x^4 + y^4                         a minimum that no second derivative shows
    "turned saddle"    x^2 + y^2 - 3 x y                 falls along x = y, rises along x = -y
    "ravine"           (x^2 + 10 y^2) / 2                ten times as steep one way
    "squared error"    (1 - x tanh y)^2                  of one unit with the weights x and y, where 1 is the answer
    "egg box"          (x^2 + y^2) / 40 + 1 - cos x cos y    a minimum at 0 and many that are not as low
    "banana"           (1 - x)^2 + 100 (y - x^2)^2       Rosenbrock's bent valley, its end at (1, 1)

Departures from the slides: the function of the saddle's figure is lost; "turned saddle" has what its caption says, a
minimum along x2 = -x1, which x1 x2 has the other way round (E-002-13). The squared loss is convex only where the model
is linear in its parameters: "squared error" is about 2e-5 at (1, 3) and at (-1, -3), and 1 half-way (E-002-07).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import read
from labkit.learners.descent.jets import Jet, constant, variables
from labkit.learners.descent.objective import Objective, Point, once

Sides = tuple[tuple[float, float], ...]


class SurfacePoint(Point):
    """A surface at w; its derivatives come from one walk through the formula."""

    @once
    @np.errstate(all="ignore")
    def value(self) -> float:
        value = self.objective.f(*self.w)
        try:
            return float(value)
        except TypeError:
            raise ValueError(f"f: expected one number at {self.w}, got {value!r}; mend the formula") from None

    @once
    def _jet(self) -> Jet:
        jet = self.objective.f(*variables(self.w))
        return jet if isinstance(jet, Jet) else constant(jet, len(self.w))

    gradient = read("_jet.gradient")
    hessian = read("_jet.hessian")


@dataclass(frozen=True, slots=True)
class Surface(Objective):
    """An objective from its formula ``f(x, y)``, for numbers and for arrays, such as lambda x, y: x**2 + np.cos(y).

    ``box`` is the part to look at, a (low, high) for every variable, and ``start`` a good place to let go. No
    curvature is above ``smoothness``, where that is known. Outside the formula's domain there is an infinity or NaN.
    """

    f: Callable[..., np.ndarray]
    box: Sides = ((-2.0, 2.0), (-2.0, 2.0))
    start: tuple[float, ...] = (1.0, 1.0)
    smoothness: float | None = None

    def __post_init__(self):
        check_box(self.box)
        inputs.weights("start", self.start, len(self.box))

    def at(self, w: np.ndarray) -> SurfacePoint:
        w = np.asarray(w, dtype=float)
        if w.shape != (len(self.box),):
            raise ValueError(
                f"w: expected {len(self.box)} numbers, as the box has sides, got shape {w.shape}; pass these"
            )
        return SurfacePoint(self, w)

    def values(self, W) -> np.ndarray:
        """At many places, (..., variables)."""
        return self._everywhere(*np.moveaxis(np.asarray(W, dtype=float), -1, 0))

    def number_grid(self, x, y) -> np.ndarray:
        """At all pairs of two lists, (len(y), len(x)): for a picture."""
        return self._everywhere(np.asarray(x, dtype=float)[None, :], np.asarray(y, dtype=float)[:, None])

    @np.errstate(all="ignore")
    def _everywhere(self, *columns: np.ndarray) -> np.ndarray:
        return np.array(np.broadcast_to(self.f(*columns), np.broadcast_shapes(*(each.shape for each in columns))))


def check_box(box) -> np.ndarray:
    """A (low, high) for every variable, as an array of two columns."""
    sides = inputs.matrix(box, name="box")
    if sides.shape[1] != 2 or not (sides[:, 0] < sides[:, 1]).all():
        raise ValueError(f"box: expected (low, high) with low < high for every variable, got {box}; swap or widen them")
    return sides


def quadratic(H, box: Sides = ((-2.0, 2.0), (-2.0, 2.0))) -> Surface:
    """w'H w / 2 of two variables: the surface whose curvatures are the eigenvalues of H."""
    H = inputs.matrix(H, name="H")
    if H.shape != (2, 2) or H[0, 1] != H[1, 0]:
        raise ValueError(f"H: expected a symmetric matrix of shape (2, 2), got {H.tolist()}; pass (H + H') / 2")
    (a, b), (_, c) = H.tolist()
    most = float(np.linalg.eigvalsh(H)[-1])
    return Surface(lambda x, y: a / 2 * x**2 + b * x * y + c / 2 * y**2, box, smoothness=most if most > 0 else None)


SURFACES = {
    "saddle": Surface(lambda x, y: x * y, start=(1.5, 1.4), smoothness=1.0),
    "bowl": Surface(lambda x, y: x**2 + y**2 + x * y, start=(1.8, 0.5), smoothness=3.0),
    "hill": Surface(lambda x, y: -(x**2) - y**2, start=(0.1, 0.2), smoothness=2.0),  # of either sign
    "flat bowl": Surface(lambda x, y: x**4 + y**4, start=(1.5, 1.0)),
    "turned saddle": Surface(lambda x, y: x**2 + y**2 - 3 * x * y, start=(1.5, -1.4), smoothness=5.0),
    "ravine": Surface(lambda x, y: (x**2 + 10 * y**2) / 2, ((-11.0, 11.0), (-4.0, 4.0)), (10.0, 1.0), 10.0),
    "squared error": Surface(lambda x, y: (1 - x * np.tanh(y)) ** 2, ((-3.0, 3.0), (-3.5, 3.5)), (-0.5, 0.4)),
    "egg box": Surface(
        lambda x, y: (x**2 + y**2) / 40 + 1 - np.cos(x) * np.cos(y), ((-9.0, 9.0), (-9.0, 9.0)), (4.0, 5.0), 1.05
    ),
    "banana": Surface(lambda x, y: (1 - x) ** 2 + 100 * (y - x**2) ** 2, ((-2.0, 2.0), (-1.0, 3.0)), (-1.2, 1.0)),
}


def surface(name: str) -> Surface:
    """The surface of that name."""
    inputs.option("surface", name, tuple(SURFACES), "a Surface of your own")
    return SURFACES[name]
