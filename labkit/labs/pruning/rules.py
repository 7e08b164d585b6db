"""The rules of a tree, made shorter condition by condition on cases that they were not grown from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.core import data
from labkit.core.story import STOP, Trace
from labkit.core.table import Table
from labkit.labs.pruning.common import GENERATORS, LABELS, LIMITS, TRAINING, VALIDATION, Cases, drawn
from labkit.learners import CART, ID3
from labkit.learners.tree.rules import ABOVE, UP_TO, Rule, RuleStep, rule_steps
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.rules import DROPPED, DROPPING, HEAD, HELD, ROW, RuleLine, RuleTable
from labkit.views.scene import Band, Box, Mark, Scene, coordinates

TABLES = {  # the columns asked about, and what is told
    "tennis": (("outlook", "temperature", "humidity", "wind"), "play"),
    "avian_flu": (("contact", "feeding", "close_living", "gender"), "risk"),
    "buys_computer": (("age", "income", "student", "credit_rating"), "buys_computer"),
    "weather": (("outlook", "temp", "humidity", "windy"), "class"),
}
ALL, EARLIER = "all rows", "the earlier rows"
MOST = 420.0  # height of all rules
DEPTH = 5  # of trees of points: more conditions are not readable
PLANE = (696, 34, 256, 256)
WIDE, NARROW = 944, 680  # of the table of rules, alone and beside a plane


class RulesLab(Lab):
    """One rule for every leaf; conditions go while validation cases do not mind; the best rules come first."""

    name = "16-rules"
    heading = "Rules"
    steering = (
        Choice("data", "data", (*TABLES, *GENERATORS), "tennis"),
        Slider("last", "last rows held out", 1, 10, 1, 4, only=("data", tuple(TABLES))),
        Choice("grown", "tree grown from", (ALL, EARLIER), ALL, only=("data", tuple(TABLES))),
        Slider("points", "points", 20, 200, 10, 80, only=("data", GENERATORS)),
        Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.1, only=("data", GENERATORS)),
        Slider("leaves", "leaves at most", 2, 12, 1, 8, only=("data", GENERATORS)),
        Slider("seed", "seed", 0, 50, 1, 6, only=("data", GENERATORS)),
    )

    def data(self, values):
        if values["data"] in TABLES:
            return _rows(values["data"])
        X, y = drawn(values, TRAINING)
        return X, LABELS[y]

    def tell(self, X, y, values):
        if values["data"] in TABLES:
            return _of_table(X, y, values)
        return _of_points(Cases(X, y), Cases.of(*drawn(values, VALIDATION)), values["leaves"])


def _rows(name: str) -> tuple[Table, np.ndarray]:
    columns, told = TABLES[name]
    table = data.load(name)
    return table.select(*columns), table[told]


def _of_table(X: Table, y: np.ndarray, values: dict) -> Telling:
    rows, last = np.arange(len(y)), len(y) - values["last"]
    some = rows if values["grown"] == ALL else rows[:last]
    training, validation = Cases(X[some], y[some]), Cases(X[rows[last:]], y[last:])
    story = Story(ID3().fit(training.X, training.y), training, validation)
    table, height = story.table(WIDE)
    return Telling(story.trace, lambda step: Scene((table(step),), step.caption, height=height))


def _of_points(training: Cases, validation: Cases, leaves: int) -> Telling:
    learner = CART(max_leaves=leaves, max_depth=DEPTH, order="best")
    story = Story(learner.fit(training.X, training.y), training, validation)
    table, height = story.table(NARROW)
    plane = Plane(
        validation.X,
        validation.y,
        box=PLANE,
        limits=LIMITS,
        labels=LABELS,
        size=4.5,
        title="Held-out cases",
    )
    views = table, Overlay(plane, _covered)
    height = max(height, PLANE[1] + PLANE[3] + 12)
    return Telling(story.trace, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=height))


def _covered(step: RuleStep) -> list[Mark]:
    """The box of the rule just changed."""
    if step.rule is None:
        return []
    low, high = np.array(LIMITS, dtype=float).T
    for condition in step.model.rules[step.rule].conditions:
        if condition.sign == ABOVE:
            low[condition.feature] = max(low[condition.feature], condition.value)
        if condition.sign == UP_TO:
            high[condition.feature] = min(high[condition.feature], condition.value)
    (x0, y0), (x1, y1) = low.tolist(), high.tolist()
    fill = Band(coordinates([x0, x1]), coordinates([y0, y0]), coordinates([y1, y1]))
    return [fill, Box(x0, y0, x1, y1, stroke="accent", width=3.0)]


class Story:
    """The steps of the pruning, and each of them as lines of a table."""

    def __init__(self, fitted, training: Cases, validation: Cases):
        self.training, self.validation = training, validation
        self.trace = Trace(rule_steps(fitted, validation.X, validation.y))
        self._first = self.trace[0].model.rules
        self._classes = fitted.classes_.tolist()

    def table(self, width: float) -> tuple[RuleTable, float]:
        """The view, and the height of a scene that holds it."""
        tall = HEAD + min(ROW * len(self._first), MOST) + 6.0
        table = RuleTable(self.lines, self._title, box=(8, 34, width, tall), start=self.lines(self.trace[0]))
        return table, tall + 46.0

    def lines(self, step: RuleStep) -> list[RuleLine]:
        order = self._order(step)
        return [self._line(step, rule, self._first[place]) for rule, place in zip(step.model.rules, order, strict=True)]

    def _order(self, step: RuleStep) -> Sequence[int]:
        """Where in the tree's order the rules of this step are; only the end sorts them."""
        if step.event != STOP:
            return range(len(self._first))
        before = [id(rule) for rule in self.trace[-2].model.rules]
        return [before.index(id(rule)) for rule in step.model.rules]

    def _line(self, step: RuleStep, rule: Rule, first: Rule) -> RuleLine:
        held = {id(condition) for condition in rule.conditions}
        changed = step.rule is not None and rule is step.model.rules[step.rule]

        def state(condition) -> int:
            if id(condition) in held:
                return HELD
            return DROPPING if changed and condition is step.dropped else DROPPED

        covered = rule.covers(self.validation.X)
        return RuleLine(
            tuple((condition.text, state(condition)) for condition in first.conditions),
            str(rule.label), self._classes.index(rule.label), float(rule.covers(self.training.X).mean()),
            int((self.validation.y[covered] == rule.label).sum()), int(covered.sum()), step.before if changed else None,
        )  # fmt: skip

    def _title(self, step: RuleStep) -> str:
        right = int((step.model.predict(self.validation.X) == self.validation.y).sum())
        rules = f"{len(self._first)} rules, {step.conditions} conditions"
        return f"{rules}; {right} of {len(self.validation.y)} held-out cases right"
