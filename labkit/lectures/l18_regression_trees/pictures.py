"""What the main page of lecture 18 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import LinearRegression, RegressionTree
from labkit.learners.tree.growth import best_first
from labkit.learners.tree.regression import cut_errors
from labkit.lectures.l18_regression_trees.outside import LIMITS, mixtures
from labkit.lectures.shared.concrete import concrete, new_recipe_answers, recipes, typical_error, with_log_age
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns

RICH = 400  # kg of cement: what has more is beyond the mixtures that were tested
WILD, CALM = 20, 60  # examples of a linear leaf, at least


def picture_of_mixtures() -> Player:
    """Cement and strength of all concrete of 28 days, and the end of what was tested."""
    x, y = mixtures()
    known = x[:, 0] <= RICH
    chart = Chart(xlim=LIMITS[0], ylim=LIMITS[1], title="Concrete after 28 days", xlabel="cement, kg per m\u00b3",
                  ylabel="strength, MPa", name="mixtures", yticks=ticks(*LIMITS[1], 6))  # fmt: skip
    chart.points(x[known, 0], y[known], size=3.2, items=Items("mixture"))
    step = Step(event=SOLVED, model=None)
    said = f"{known.sum()} mixtures with up to {RICH} kg of cement; what of one with 600?"
    return play([step], columns(chart, shape=2.6, caption=lambda step: said), title="Concrete")


def error_by_hand() -> Table:
    """Every cut of the ten numbers."""
    table = data.load("reg10")
    cuts = cut_errors(table.numeric("x"), table["y"])
    return Table.from_dict({
        "cut at": [f"{t:g}" for t in cuts.thresholds],
        "mean on the left": [f"{value:.2f}" for value in cuts.below],
        "mean on the right": [f"{value:.2f}" for value in cuts.above],
        "squared error that is left": [f"{error:.2f}" for error in cuts.errors],
    })  # fmt: skip


def growing_source() -> Source:
    """The lines that choose which split comes next."""
    return show(best_first, "while waiting", "heapq.heappush")


# ---------------------------------------------------------------- inside and outside


def methods() -> dict:
    """Method -> (learner, whether it gets the logarithm of the age)."""
    return {
        "always the mean": (RegressionTree(max_leaves=1), False),
        "straight line, logarithm of the age": (LinearRegression(), True),
        "tree, 5 or more in a leaf": (RegressionTree(min_leaf=5), False),
        f"linear leaves, {WILD} or more": (RegressionTree(min_leaf=WILD, leaf="linear"), False),
        f"linear leaves, {CALM} or more, logarithm": (RegressionTree(min_leaf=CALM, leaf="linear"), True),
    }


@cache
def inside_and_outside() -> dict[str, tuple[float, float, float]]:
    """Method -> (typical error on new mixtures, typical error beyond the tested ones, mean error there), in MPa."""
    return {name: errors_of(learner, logarithm) for name, (learner, logarithm) in methods().items()}


def errors_of(learner, logarithm: bool) -> tuple[float, float, float]:
    X, y = concrete()
    cells, beyond = with_log_age(X) if logarithm else X.numeric(), X["cement"] > RICH
    inside = new_recipe_answers(learner, cells, y, recipes(X))
    outside = learner.fit(cells[~beyond], y[~beyond]).predict(cells[beyond])
    return typical_error(inside, y), typical_error(outside, y[beyond]), float(np.mean(outside - y[beyond]))


def mixtures_scores() -> Table:
    """What each method is worth on mixtures among the tested ones, and beyond them."""
    inside, outside, means = zip(*inside_and_outside().values(), strict=True)
    return Table.from_dict({
        "method": list(inside_and_outside()),
        "new mixtures, MPa": [f"{error:.1f}" for error in inside],
        f"above {RICH} kg, MPa": [f"{error:.1f}" for error in outside],
        "on average too high by": [f"{mean:+.1f}" for mean in means],
    })  # fmt: skip
