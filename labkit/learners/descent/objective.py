"""What an optimiser goes down: a function of w that is asked at one point after the other.

Value, gradient and Hessian at a point share most of their work, so a point computes what is asked for, once, and
nothing before: an optimiser that looks at a few examples passes many points whose value nobody reads.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.learners.blocks import in_blocks


class once:
    """A property that is computed when it is first asked for, and kept.

    As functools.cached_property, without the lock that it takes until Python 3.12 and that costs more than a short sum.
    """

    def __init__(self, compute):
        self._compute, self.__doc__ = compute, compute.__doc__

    def __set_name__(self, owner, name: str):
        self._name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._compute(instance)
        return value


class Point:
    """A place w, with what the function is like there; every kind of objective has its own."""

    w: np.ndarray
    value: float
    gradient: np.ndarray
    hessian: np.ndarray
    hessian_times: Callable[[np.ndarray], np.ndarray] | None = None  # v -> H v without H; then with hessian_diagonal

    def __init__(self, objective: Objective, w: np.ndarray):
        self.objective, self.w = objective, w

    @property
    def scale(self) -> np.ndarray | float:
        """How large an entry of the gradient counts as 1 here; or would be here if its terms did not cancel."""
        return self.objective.scale


class Objective:
    """A function to be made small; ``point`` is what it is like somewhere.

    One over ``examples`` has a ``part(rows)``: the objective per example, as these examples show it, which is an
    unbiased estimate of objective / examples.
    """

    __slots__ = ()
    point: type[Point]
    convex = False  # True where it never bends downwards, which saves looking
    smoothness: float | None = None  # no curvature is above it; None if no bound is known. Rates below 2 / it converge.
    scale: np.ndarray | float = 1.0  # how large an entry of the gradient counts as 1: the unit of ``tolerance``

    def at(self, w: np.ndarray) -> Point:
        """The function at w."""
        return self.point(self, w)

    def values(self, W) -> np.ndarray:
        """At many places, (..., weights): for a picture of the valley."""
        return in_blocks(self._values, W, self.examples)


class PlainPoint(Point):
    """A point of a ``PlainObjective``."""

    @once
    def value(self) -> float:
        return float(self.objective.f(self.w))

    @once
    def gradient(self) -> np.ndarray:
        return np.asarray(self.objective.df(self.w), dtype=float)

    @once
    def hessian(self) -> np.ndarray:
        if self.objective.ddf is None:
            raise ValueError(
                "ddf: expected a function for the Hessian, which this solver asks for, got None; "
                "pass one, or choose a solver that looks at gradients alone"
            )
        return np.asarray(self.objective.ddf(self.w), dtype=float)


class PlainObjective(Objective):
    """An objective made of three functions: the value, its gradient and, for second-order methods, its Hessian."""

    def __init__(self, f, df, ddf=None, *, smoothness: float | None = None):
        self.f, self.df, self.ddf, self.smoothness = f, df, ddf, smoothness

    def at(self, w: np.ndarray) -> PlainPoint:
        return PlainPoint(self, np.asarray(w, dtype=float))

    def values(self, W) -> np.ndarray:
        return np.apply_along_axis(self.f, -1, np.asarray(W, dtype=float))
