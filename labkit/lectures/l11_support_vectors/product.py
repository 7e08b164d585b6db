"""One more coordinate, alpha times the product of the two: XOR comes apart, and a region falls in two.

Lecture 11; deck 001 "Generalized Linear Discriminant Functions" (figure 4), "XOR Problem". Inventory: I-001-002,
I-001-008.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import Step, counted, events, read
from labkit.learners import SVM
from labkit.learners.basis.lifted import LiftedModel
from labkit.learners.descent.objective import once
from labkit.learners.grid import points
from labkit.learners.svm.features import ProductMap
from labkit.lectures.l11_support_vectors import questions
from labkit.lectures.l11_support_vectors.common import LIMITS, NAMES
from labkit.lectures.l11_support_vectors.space import Lifting
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import centres
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane

ALPHAS = np.linspace(0.0, 1.5, 16)
KINDS = ("unequal corners", "XOR")
CELLS = 40
COST = 1.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ProductStep(Step):
    """The machine for one alpha."""

    alpha: float
    lifting: Saddle
    wrong: int

    pieces = read("lifting.pieces", "Of the region of each class, in the picture.")


class ProductLab(Lab):
    """Play, or move alpha: when does a region fall in two?"""

    name, heading = "11-product", "One product more"
    question = questions.falls_in_two
    data_controls = ("data", "points", "seed")
    steering = (
        Choice("data", "points", KINDS, KINDS[0]),
        Slider("points", "how many", 20, 80, 4, 40),
        Slider("seed", "seed", 0, 50, 1, 1),
        Slider("turn", "turn, degrees", 0, 355, 5, 30),
        Slider("tilt", "look down, degrees", 0, 90, 5, 25),
    )
    presets = {"XOR": {"data": "XOR"}, "from above": {"tilt": 90}, "along the fold": {"turn": 45, "tilt": 5}}
    still = -1

    def data(self, values):
        return corners(values["data"], values["points"], values["seed"])

    def story(self, X, y, values):
        steps = [_step(X, y, float(alpha), event)
                 for alpha, event in zip(ALPHAS, events(len(ALPHAS)), strict=True)]  # fmt: skip
        charts = {step.alpha: step.lifting.chart(values["turn"], values["tilt"], ("x1", "x2", "alpha x1 x2"), size=4.5,
                                                 title="Lifted to (x1, x2, alpha x1 x2)", up=lambda step: 1.0,
                                                 cut=lambda step: True) for step in steps}  # fmt: skip
        plane = Plane(X, y, limits=LIMITS, labels=(0, 1), names=NAMES, size=4.5, title="Down here", axes=("x1", "x2"))

        def space(step: ProductStep, size):
            return charts[step.alpha](step, size)

        return Story(steps, columns(square(space), square(plane), shape=1.95, caption=_caption))


def corners(kind: str, many: int, seed: int) -> data.Points:
    """XOR; or with the second class in two corners of which one is near the middle."""
    X, y = data.xor(many, gap=0.15, seed=seed)
    if kind == KINDS[0]:
        X = np.where((y == 1)[:, None], X, 0.75 * X - 0.2)
    return X, y


def _step(X: np.ndarray, y: np.ndarray, alpha: float, event: str) -> ProductStep:
    phi = ProductMap(alpha)
    inner = SVM(kernel="linear", C=COST).fit(phi(X), y).model_
    model = LiftedModel(inner, phi)
    return ProductStep(event=event, model=model, alpha=alpha, lifting=Saddle(X, y, phi, inner.w),
                       wrong=int((model.predict(X) != y).sum()))  # fmt: skip


class Saddle(Lifting):
    """Of one alpha."""

    @once
    def pieces(self) -> tuple[int, int]:
        x = centres(LIMITS[0], CELLS)
        positive = self.score(points(x, x)).reshape(CELLS, CELLS) > 0
        return pieces_of(~positive), pieces_of(positive)


def pieces_of(inside: np.ndarray) -> int:
    """Into how many parts the true cells of a grid fall; cells that share a side are together."""
    number = np.where(inside, np.arange(1, inside.size + 1).reshape(inside.shape), 0)
    while True:
        padded, before = np.pad(number, 1), number
        around = [padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]]
        number = np.where(inside, np.max([number, *around], axis=0), 0)
        if np.array_equal(number, before):
            return len(np.unique(number[inside]))


def _caption(step: ProductStep) -> str:
    a, b = step.pieces
    parts = " and ".join(f"{name} has {counted(n, 'part')}" for name, n in zip(NAMES, (a, b), strict=True))
    return f"alpha = {step.alpha:.1f}: {counted(step.wrong, 'point')} wrong; in the picture the region of {parts}"
