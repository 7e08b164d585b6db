"""What a margin costs: the 0/1 loss and the three losses above it, read at one margin.

Lecture 20; deck 000 "Boosting", "Log Loss (Logistic loss)". Inventory: I-000-105, I-000-106.

The slide's 1 - sgn is 2 for a mistake, twice the 0/1 loss: no bound holds for margins just below 0 (E-000-31).

How hard an example pulls at its score is how steeply its loss falls, -dL/d eta:

    hinge  [eta < 1]     (1)      exponential  e^-eta     (2)      log  1 / (1 + e^eta) / ln 2     (3)

(2) is AdaBoost's weight before it is made a share: it has no limit for an outlier, where (1) and (3) have one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.ensemble import losses
from labkit.player.controls import Slider, Switch
from labkit.player.lab import Lab, Telling
from labkit.views.facts import Facts
from labkit.views.losses import Loss, Losses
from labkit.views.scene import Scene

HEIGHT = 440.0
CURVES, TABLE, PULLS = (40, 30, 394, 374), (584, 30, 368, 190), (608, 262, 194, 142)
LOW, HIGH = -2.0, 3.0
ROUNDING = 1e-12
SLIDE = "1 \u2212 sgn"
COLORS = {"exponential": "class3", "log": "class2", "hinge": "class0", "0/1": "ink"}
BOUNDS = {"hinge": losses.hinge, "exponential": losses.exponential, "log": losses.log2_loss}
SLOPES: dict[str, Callable] = {
    "exponential": lambda margin: np.exp(-margin),  # (2)
    "log": lambda margin: 1 / (1 + np.exp(margin)) / np.log(2),  # (3)
    "hinge": lambda margin: (margin < 1).astype(float),  # (1)
}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MarginStep(Step):
    """One example with this margin, compared with the slide's version or not."""

    margin: float
    slide: bool

    @property
    def below(self) -> dict[str, Callable]:
        """What the others should be bounds of."""
        return {"0/1": losses.zero_one} | ({SLIDE: losses.zero_one_of_slide} if self.slide else {})

    def value(self, loss: Callable) -> float:
        return float(loss(np.array([self.margin]))[0])

    def bounds(self, name: str, below: Callable) -> bool:
        """Whether the loss of this name is at least the one below."""
        return self.value(BOUNDS[name]) >= self.value(below) - ROUNDING

    @property
    def caption(self) -> str:
        name, below = list(self.below.items())[-1]
        which = f"slide's {name}" if self.slide else f"{name} loss"
        what = f"at margin {self.margin:.3g} the {which} is {self.value(below):g}"
        failing = [bound for bound in BOUNDS if not self.bounds(bound, below)]
        if failing:
            return f"{what}: {_listed(failing)} {'lies' if len(failing) == 1 else 'lie'} below it"
        return f"{what}: hinge, exponential and log loss are no less"


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


class LossLab(Lab):
    """Move the margin, by the slider or by a click; lay the slide's version of the 0/1 loss over."""

    name = "20-losses"
    heading = "Losses over the margin"
    clickable = ("losses", "pulls")
    steering = (
        Slider("margin", "margin \u03b7 = z F", LOW, HIGH, 0.05, -0.5),
        Switch("slide", f"the slide's {SLIDE}"),
    )

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # one example, of which only the margin matters

    def tell(self, X, y, values):
        step = MarginStep(event=SOLVED, model=None, margin=values["margin"], slide=values["slide"])
        headings = "value", *(f"\u2265 {'slide' if name == SLIDE else name}" for name in step.below)
        views = (
            Losses(_curves(step), _margin, box=CURVES, xlim=(LOW, HIGH), title="Loss"),
            Facts(_rows, headings, box=TABLE),
            Losses([Loss(slope, name, COLORS[name], steps=name == "hinge") for name, slope in SLOPES.items()], _margin,
                   box=PULLS, xlim=(LOW, HIGH), title="Pull at the score: \u2212slope", name="pulls"),
        )  # fmt: skip
        return Telling(Trace([step]), lambda step: Scene(tuple(view(step) for view in views), step.caption,
                                                         height=HEIGHT))  # fmt: skip

    def click(self, values, panel, x, y):
        return {"margin": round(min(max(x, LOW), HIGH), 2)}


def _margin(step: MarginStep) -> float:
    return step.margin


def _curves(step: MarginStep) -> list[Loss]:
    smooth = [Loss(BOUNDS[name], name, COLORS[name]) for name in ("exponential", "log", "hinge")]
    flat = [Loss(loss, name, COLORS.get(name, ""), ghost=name == SLIDE, steps=True)
            for name, loss in step.below.items()]  # fmt: skip
    return [*smooth, *flat]


def _rows(step: MarginStep) -> list[tuple[str, ...]]:
    below = step.below
    flat = [(name, _number(step, loss), *[""] * len(below)) for name, loss in below.items()]
    return flat + [(name, _number(step, loss), *("yes" if step.bounds(name, each) else "no" for each in below.values()))
                   for name, loss in BOUNDS.items()]  # fmt: skip


def _number(step: MarginStep, loss: Callable) -> str:
    return f"{step.value(loss):.3f}"
