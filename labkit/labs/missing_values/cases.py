"""One case down a tree, some of its values erased: how four ways out carry it on.

Lecture 17; deck 000 "Handling Missing Attribute Values - 1" to "- 4". Inventory: I-000-097 to I-000-101.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.core.table import Table
from labkit.labs.missing_values import common
from labkit.learners import DecisionTree
from labkit.learners.tree.fill_in import FillIn
from labkit.learners.tree.fractions import Fractions
from labkit.learners.tree.model import Router, TreeModel
from labkit.learners.tree.paths import path_steps
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Telling
from labkit.views.case import ROW, UNKNOWN, CaseView
from labkit.views.ledger import Ledger
from labkit.views.scene import Scene
from labkit.views.tree import TreeView

FRACTIONS, SURROGATES, STOP_THERE = "fractions (C4.5)", "surrogates (CART)", "stop there"
MODE, MEAN, MEDIAN = "fill in the mode", "fill in the mean", "fill in the median"
LEFT, TOP, WIDTH, BOTTOM, TITLE = 8, 30, 348, 452, 36  # of the column left of the tree; TITLE is room above a panel
TREE = (372, 30, 580, 422)


class CaseLab(Lab):
    """Abstract: a table, whose attributes are the controls. The case is changed by them or by clicking its values."""

    table: str
    clickable = ("case",)

    def data(self, values):
        return common.attributes_and_classes(self.table)

    def tell(self, X, y, values):
        model = asked_model(X, y, values["method"])
        trace = Trace(path_steps(model, self._case(X, values)))
        case = self._case_view(values)
        below = case.box[1] + case.box[3] + TITLE
        views = [
            case,
            Ledger(box=(LEFT, below, WIDTH, BOTTOM - below), title="Where its weight is now"),
            TreeView(model, box=TREE, path=lambda step: step.path, title=_title(X, values["method"])),
        ]
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=460))

    def click(self, values, panel, x, y):
        found = self._case_view(values).at(x, y)
        return {} if found is None else dict([found])

    def _case_view(self, values) -> CaseView:
        X, _ = self.data(values)
        offers = {name: offered(X, name) for name in X.names}
        numeric = [name for name, kind in X.kinds.items() if kind == "numeric"]
        box = LEFT, TOP, WIDTH, ROW * len(offers)
        return CaseView(offers, values, box=box, numeric=numeric, title="The case: click to change it")

    def _case(self, X: Table, values) -> dict:
        """What is known."""
        known = {name: values[name] for name in X.names if values[name] != UNKNOWN}
        return {name: float(word) if X.kinds[name] == "numeric" else word for name, word in known.items()}


def _title(X: Table, method: str) -> str:
    if "categorical" not in X.kinds.values():
        return "The tree, and the weight of the case in it"
    return (
        "Every test has two branches, as in CART" if method == SURROGATES else "A branch for each category, as in C4.5"
    )


def asked_model(X: Table, y: np.ndarray, method: str) -> TreeModel:
    """The tree of the method's own family: surrogates answer for two branches."""
    tests = "binary" if method == SURROGATES else "multiway"
    missing = "surrogates" if method == SURROGATES else "refuse"
    model = DecisionTree(criterion="entropy", tests=tests, missing=missing).fit(X, y).model_
    return model if method == SURROGATES else model.routed(_router(X, method))


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

    name = "17-missing"
    heading = "A case with gaps: weather"
    table = "weather"
    steering = steered(table, (MEAN, MEDIAN), outlook=UNKNOWN, temp="72", humidity="85", windy="True")


class MissingTennisLab(CaseLab):
    """Categories only."""

    name = "17-missing-tennis"
    heading = "A case with gaps: tennis"
    table = "tennis"
    steering = steered(table, (MODE,), outlook=UNKNOWN, temperature="cool", humidity="high", wind="strong")


class MissingNumbersLab(CaseLab):
    """Numbers only: every test has two branches."""

    name = "17-missing-numbers"
    heading = "A case with gaps: is running fun?"
    table = "run_fun"
    steering = steered(table, (MEAN, MEDIAN), temp_F="66", wind_mph=UNKNOWN)
