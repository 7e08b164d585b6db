"""How strong concrete becomes: boosting against its neighbours on recipes that nobody has seen, and beyond the data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import LinearRegression, RegressionBoosting, RegressionForest, RegressionTree
from labkit.lectures.shared.concrete import (
    AGE,
    concrete,
    new_recipe_answers,
    r_squared,
    recipes,
    typical_error,
    with_log_age,
)
from labkit.player.player import Player, play
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import DASHED, SOLID, Segments

ASKED = 28  # days, of the lesson's question; what is older is unseen in the experiment beyond the data
ROUNDS, TREES = 200, 50
SHOWN_DAYS = (1, 3, 7, 28, 90, 365)


@cache
def concrete_errors() -> dict[str, tuple[float, float]]:
    """Method -> (R squared, typical error in MPa at 28 days), on recipes that are new to it."""
    X, y = concrete()
    plain, recipe, asked = X.numeric(), recipes(X), X[AGE] == ASKED
    methods = {
        "straight line": (LinearRegression(), plain),
        "straight line, logarithm of the age": (LinearRegression(), with_log_age(X)),
        "one tree, fully grown": (RegressionTree(), plain),
        f"a forest of {TREES} such trees": (RegressionForest(trees=TREES), plain),
        f"boosting, {ROUNDS} stumps": (RegressionBoosting(rounds=ROUNDS, max_depth=1), plain),
        f"boosting, {ROUNDS} trees of depth 3": (RegressionBoosting(rounds=ROUNDS), plain),
        "the same with whole steps, \u03b5 = 1": (RegressionBoosting(rounds=ROUNDS, shrinkage=1.0), plain),
    }
    found = {name: new_recipe_answers(learner, cells, y, recipe) for name, (learner, cells) in methods.items()}
    return {name: (r_squared(says, y), typical_error(says[asked], y[asked])) for name, says in found.items()}


def concrete_scores() -> Table:
    explained, errors = zip(*concrete_errors().values(), strict=True)
    return Table.from_dict({
        "method": list(concrete_errors()),
        "R\u00b2": [f"{each:.2f}" for each in explained],
        "typical error at 28 days, MPa": [f"{error:.1f}" for error in errors],
    })  # fmt: skip


# ---------------------------------------------------------------- beyond the data


@cache
def _young() -> tuple[RegressionBoosting, LinearRegression]:
    """Both fitted to concrete of at most 28 days."""
    X, y = concrete()
    young = X[AGE] <= ASKED
    boosted = RegressionBoosting(rounds=ROUNDS).fit(X.numeric()[young], y[young])
    return boosted, LinearRegression().fit(with_log_age(X)[young], y[young])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AgesStep(Step):
    """The mean error in MPa at every age, of two methods that saw nothing beyond 28 days."""

    days: np.ndarray
    boosted: np.ndarray
    line: np.ndarray

    @property
    def caption(self) -> str:
        return f"trained on concrete of at most {ASKED} days; above 0 the answer is too high, below too low"


def older_errors() -> tuple[float, float]:
    """The mean errors of boosting and of the line on all tests beyond 28 days."""
    X, y = concrete()
    old = X[AGE] > ASKED
    boosted, line = _young()
    says = boosted.predict(X.numeric()), line.predict(with_log_age(X))
    return float((says[0] - y)[old].mean()), float((says[1] - y)[old].mean())


@cache
def ages() -> AgesStep:
    X, y = concrete()
    boosted, line = _young()
    days, which = np.unique(X[AGE], return_inverse=True)
    errors = (says - y for says in (boosted.predict(X.numeric()), line.predict(with_log_age(X))))
    means = [np.bincount(which, error) / np.bincount(which) for error in errors]
    return AgesStep(event=SOLVED, model=None, days=days, boosted=means[0], line=means[1])


def beyond_the_data() -> Player:
    step = ages()
    marked = tuple((float(np.log(day)), str(day)) for day in SHOWN_DAYS)
    chart = Chart(xlim=(0.0, 6.0), ylim=(-16.0, 16.0), title="Mean error in MPa, by age", name="ages",
                  xlabel="days, on a scale of logarithms", xticks=marked, yticks=ticks(-15.0, 15.0))  # fmt: skip
    chart.level(0.0, color="ink", dash=SOLID, width=1.0)
    for errors, name in ((step.boosted, "boosting"), (step.line, "line, log age")):
        chart.function(lambda x, errors=errors: np.interp(x, np.log(step.days), errors), name)
    last = float(np.log(ASKED))
    chart.marks(lambda step: [Segments(last, -16.0, last, 16.0, "muted", 1.4, DASHED)])
    return play([step], columns(chart, shape=2.4), title="Beyond the data")
