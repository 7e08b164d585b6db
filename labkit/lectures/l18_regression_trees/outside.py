"""A mixture that nobody has tested: what do a tree, a tree with linear leaves and a straight line say of it?

Lecture 18; deck 001 "Regression Trees". Inventory: I-001-042, I-002-044.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import inputs
from labkit.core.data import Points as Examples
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners import LinearRegression, RegressionTree
from labkit.lectures.l18_regression_trees import questions
from labkit.lectures.shared.concrete import AGE, concrete
from labkit.player.controls import Slider, Switch
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.scene import DASHED, HOLLOW, Mark, Points, Segments, codes, coordinates

ASKED = 28  # days
LIMITS = ((80.0, 720.0), (0.0, 100.0))
METHODS = {
    "tree": RegressionTree(max_leaves=6, order="best", min_leaf=20),
    "linear leaves": RegressionTree(max_leaves=3, order="best", leaf="linear", min_leaf=20),
    "straight line": LinearRegression(),
}


@cache
def mixtures() -> Examples:
    """(cement in kg per cubic metre, strength in MPa) of all concrete of 28 days."""
    X, y = concrete()
    asked = X[AGE] == ASKED
    return inputs.frozen(X.numeric("cement")[asked]), inputs.frozen(y[asked])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OutsideStep(Step):
    """What is said of one mixture, and the mean error on those beyond the limit."""

    query: float
    answers: tuple[float, ...]
    errors: tuple[float, ...]  # below 0: too low

    @property
    def caption(self) -> str:
        said = ", ".join(f"{name} {answer:.0f}" for name, answer in zip(METHODS, self.answers, strict=True))
        return f"cement {self.query:.0f} kg: {said} MPa"


class OutsideLab(Lab):
    """Drag the mixture that is asked about past the last one that was tested."""

    name, heading, clickable = "18-outside", "Outside the mixtures that were tested", ("plane",)
    question = questions.beyond_the_last_mixture
    steering = (
        Slider("query", "cement of the new mixture, kg", 100, 700, 10, 300),
        Slider("last", "tested up to, kg", 250, 450, 10, 400),
        Switch("reveal", "show the mixtures beyond"),
    )
    presets = {
        "600 kg": {"query": 600},
        "600 kg, all shown": {"query": 600, "reveal": True},
        "up to 300 kg": {"last": 300, "query": 600, "reveal": True},
    }

    def data(self, values):
        x, y = mixtures()
        known = x[:, 0] <= values["last"]
        return np.column_stack([x[known], y[known]]), np.zeros(int(known.sum()), dtype=int)

    def click(self, values, at):
        """The new mixture goes there."""
        return {"query": round(float(np.clip(at.x, 100, 700)) / 10) * 10}

    def story(self, X, y, values):
        models = [learner.fit(X[:, :1], X[:, 1]).model_ for learner in METHODS.values()]
        x, strength = mixtures()
        new = x[:, 0] > values["last"]
        query = np.array([[float(values["query"])]])
        step = OutsideStep(
            event=SOLVED, model=models[0], query=float(values["query"]),
            answers=tuple(float(model.predict(query)[0]) for model in models),
            errors=tuple(float((model.predict(x[new]) - strength[new]).mean()) for model in models),
        )  # fmt: skip
        beyond = (x[new, 0], strength[new]) if values["reveal"] else (np.empty(0), np.empty(0))
        plane = _plane(X, models, values["last"], beyond)
        bars = Chart(ylim=(-30.0, 10.0), title="Mean error beyond", ylabel="MPa", name="errors")
        return Story(Trace([step]), columns(plane, bars.bars("errors", labels=tuple(METHODS)), weights=(3, 2)))


def _plane(X: np.ndarray, models, last: float, beyond: tuple[np.ndarray, np.ndarray]) -> Chart:
    chart = Chart(xlim=LIMITS[0], ylim=LIMITS[1], title="Concrete of 28 days", xlabel="cement, kg per m\u00b3",
                  ylabel="strength, MPa", name="plane", yticks=ticks(*LIMITS[1], 6))  # fmt: skip
    chart.points(X[:, 0], X[:, 1], size=2.6, items=Items("mixture"))
    chart.marks(lambda step: _beyond(*beyond))
    for model, name in zip(models, METHODS, strict=True):
        flat = name != "straight line"
        chart.function(lambda x, model=model: model.predict(x[:, None]), name, flat=flat, width=2.4)
    (_, _), (low, high) = LIMITS
    chart.marks(lambda step: [Segments(float(last), low, float(last), high, "muted", 1.4, DASHED)])
    return chart.marks(lambda step: [Segments(step.query, low, step.query, high, "accent", 2.0), _answers(step)])


def _beyond(x: np.ndarray, y: np.ndarray) -> list[Mark]:
    if not len(x):
        return []
    return [Points(coordinates(x), coordinates(y), codes(np.ones(len(x))), codes(np.full(len(x), HOLLOW)), 3.4,
                   items=Items(label="beyond"))]  # fmt: skip


def _answers(step: OutsideStep) -> Points:
    where = coordinates(np.full(len(step.answers), step.query))
    return Points(where, coordinates(np.array(step.answers)), codes(np.full(len(step.answers), 2)), size=6.0)
