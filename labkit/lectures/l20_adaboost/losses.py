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
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows
from labkit.views.scene import DASHED
from labkit.views.tables.facts import facts

LOW, HIGH = -2.0, 3.0
ROUNDING = 1e-12
SLIDE = "1 \u2212 sgn"
BOUNDS = {"exponential": losses.exponential, "log": losses.log2_loss, "hinge": losses.hinge}
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
        failing = [bound for bound in ("hinge", "exponential", "log") if not self.bounds(bound, below)]
        if failing:
            names = " and ".join([", ".join(failing[:-1]), failing[-1]] if len(failing) > 1 else failing)
            return f"{what}: {names} {'lies' if len(failing) == 1 else 'lie'} below it"
        return f"{what}: hinge, exponential and log loss are no less"


class LossLab(Lab):
    """Move the margin, by the slider or by a click; lay the slide's version of the 0/1 loss over."""

    name, heading, clickable = "20-losses", "Losses over the margin", ("losses", "pulls")
    steering = (
        Slider("margin", "margin \u03b7 = z F", LOW, HIGH, 0.05, -0.5),
        Switch("slide", f"the slide's {SLIDE}"),
    )
    presets = {"an outlier": {"margin": LOW}, "just right": {"margin": 0.1}, "the slide's loss": {"slide": True}}

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # one example, of which only the margin matters

    def story(self, X, y, values):
        step = MarginStep(event=SOLVED, model=None, margin=values["margin"], slide=values["slide"])
        table = facts(_facts, ("value", *(f"\u2265 {'slide' if name == SLIDE else name}" for name in step.below)))
        curves, pulls = _chart("Loss", "losses", BOUNDS), _chart("Pull at the score: \u2212slope", "pulls", SLOPES)
        curves.function(losses.zero_one, "0/1", flat=True, color="ink")
        if step.slide:
            curves.function(losses.zero_one_of_slide, SLIDE, flat=True, color="muted", dash=DASHED, width=1.6)
        return Story(Trace([step]), columns(curves, rows(table, pulls), weights=(3, 2)))

    def click(self, values, at):
        return {"margin": round(min(max(at.x, LOW), HIGH), 2)}


def _chart(title: str, name: str, curves: dict[str, Callable]) -> Chart:
    chart = Chart(xlim=(LOW, HIGH), ylim=(-0.15, 4.0), at="margin", title=title, xlabel="margin", name=name,
                  yticks=ticks(0.0, 4.0))  # fmt: skip
    for label, curve in curves.items():
        chart.function(curve, label, flat=curve is SLOPES["hinge"])
    return chart


def _facts(step: MarginStep) -> list[tuple[str, ...]]:
    below = step.below
    flat = [(name, f"{step.value(loss):.3f}", *[""] * len(below)) for name, loss in below.items()]
    return flat + [
        (name, f"{step.value(loss):.3f}", *("yes" if step.bounds(name, each) else "no" for each in below.values()))
        for name, loss in BOUNDS.items()
    ]
