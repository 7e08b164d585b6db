"""One case down a tree, some of its values erased: how four remedies carry it on.

Lecture 17; deck 000 "Handling Missing Attribute Values - 1" to "- 4". Inventory: I-000-097 to I-000-101.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.core.table import Table
from labkit.learners import DecisionTree
from labkit.learners.tree.fill_in import FillIn
from labkit.learners.tree.fractions import Fractions
from labkit.learners.tree.model import Router, TreeModel
from labkit.learners.tree.paths import path_steps
from labkit.lectures.l17_missing_values import common, questions
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.layout import columns, rows
from labkit.views.tables.case import UNKNOWN, case_table
from labkit.views.tables.weight_sum import weight_sum
from labkit.views.trees.tree import TreeView

FRACTIONS, SURROGATES, STOP_THERE = "fractions (C4.5)", "surrogates (CART)", "stop there"
MODE, MEAN, MEDIAN = "fill in the mode", "fill in the mean", "fill in the median"


class CaseLab(Lab):
    """Abstract: a table, whose attributes are the controls. The case is changed by them or by clicking its values."""

    table: str
    clickable = ("case",)

    def data(self, values):
        return common.attributes_and_classes(self.table)

    def story(self, X, y, values):
        model = asked_model(X, y, values["method"])
        trace = Trace(path_steps(model, _known(X, values)))
        numeric = [name for name, kind in X.kinds.items() if kind == "numeric"]
        case = case_table({name: offered(X, name) for name in X.names}, values, numeric=numeric,
                          title="The case: click to change it")  # fmt: skip
        sums = weight_sum(title="Where its weight is now")
        tree = TreeView(model, path=lambda step: step.path, title=_title(X, values["method"]))
        return Story(trace, columns(rows(case, sums, weights=(len(X.names), 6)), tree, weights=(3, 5), shape=2.1))

    def click(self, values, at):
        attribute, _, value = at.target.partition("=")
        return {attribute: value} if attribute else {}


def _known(X: Table, values: dict) -> dict:
    """What is known of the case."""
    words = {name: values[name] for name in X.names if values[name] != UNKNOWN}
    return {name: float(word) if X.kinds[name] == "numeric" else word for name, word in words.items()}


def _title(X: Table, method: str) -> str:
    if "categorical" not in X.kinds.values():
        return "The tree, and the weight of the case in it"
    if method == SURROGATES:
        return "Every test has two branches, as in CART"
    return "A branch for each category, as in C4.5"


def asked_model(X: Table, y: np.ndarray, method: str) -> TreeModel:
    """The tree of the method's own family: surrogates answer for two branches."""
    if method == SURROGATES:
        return DecisionTree(criterion="entropy", tests="binary", missing="surrogates").fit(X, y).model_
    whole = DecisionTree(criterion="entropy", tests="multiway", missing="refuse").fit(X, y).model_
    return whole.routed(_router(X, method))


def _router(X: Table, method: str) -> Router | None:
    if method == FRACTIONS:
        return Fractions()
    return None if method == STOP_THERE else FillIn.learn(X, "median" if method == MEDIAN else "mean")


def offered(X: Table, name: str) -> tuple[str, ...]:
    """The values that a table has of an attribute, in order."""
    return tuple(f"{value:g}" if X.kinds[name] == "numeric" else str(value) for value in np.unique(X[name]))


def steered(table: str, fills: tuple[str, ...], **case: str) -> tuple[Choice, ...]:
    """The attributes of the table and the methods as controls; the case is what they start with."""
    X, _ = common.attributes_and_classes(table)
    attributes = [Choice(name, name, (*offered(X, name), UNKNOWN), case[name]) for name in X.names]
    methods = FRACTIONS, SURROGATES, *fills, STOP_THERE
    return (*attributes, Choice("method", "where a value is missing", methods, FRACTIONS))


class MissingLab(CaseLab):
    """The lecture's case: outlook unknown, humidity 85, windy; 4/14 for yes, 10/14 for no."""

    name, heading, table = "17-missing", "A case with gaps: weather", "weather"
    question = questions.day_with_a_gap
    still = 3  # all parts have come to rest
    steering = steered(table, (MEAN, MEDIAN), outlook=UNKNOWN, temp="72", humidity="85", windy="True")
    presets = {
        "nothing known": dict.fromkeys(("temp", "humidity", "windy"), UNKNOWN),
        "no gap": {"outlook": "Sunny"},
        "filled in": {"method": MEAN},
        "surrogates": {"method": SURROGATES},
    }


class MissingTennisLab(CaseLab):
    """Categories only."""

    name, heading, table = "17-missing-tennis", "A case with gaps: tennis", "tennis"
    steering = steered(table, (MODE,), outlook=UNKNOWN, temperature="cool", humidity="high", wind="strong")
    presets = {"filled in": {"method": MODE}, "surrogates": {"method": SURROGATES}}


class MissingNumbersLab(CaseLab):
    """Numbers only: every test has two branches."""

    name, heading, table = "17-missing-numbers", "A case with gaps: is running fun?", "run_fun"
    steering = steered(table, (MEAN, MEDIAN), temp_F="66", wind_mph=UNKNOWN)
    presets = {"filled in": {"method": MEAN}, "nothing known": {"temp_F": UNKNOWN}}
