"""The rules of a tree, made shorter condition by condition on cases that they were not grown from.

Lecture 16; deck 001 "Pruning", "Rule Extraction". Inventory: I-001-037, I-001-038, I-001-039.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import CART, ID3
from labkit.learners.tree.rules import ABOVE, UP_TO, Condition, Rule, RuleStep, rule_steps
from labkit.lectures.l16_pruning_and_rules import questions
from labkit.lectures.l16_pruning_and_rules.common import GENERATORS, LABELS, LIMITS, TRAINING, VALIDATION, Cases
from labkit.lectures.shared.noisy_points import samples_to_prune
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Boxes
from labkit.views.tables.grid import Grid
from labkit.views.tables.rules import DROPPED, DROPPING, HELD, RuleLine, rule_table
from labkit.views.wrap import Overlay

TABLES = {  # the columns asked about, and the target
    "tennis": (("outlook", "temperature", "humidity", "wind"), "play"),
    "avian_flu": (("contact", "feeding", "close_living", "gender"), "risk"),
    "buys_computer": (("age", "income", "student", "credit_rating"), "buys_computer"),
    "weather": (("outlook", "temp", "humidity", "windy"), "class"),
}
ALL, EARLIER = "all rows", "the earlier rows"
DEPTH = 5  # of trees of points: more conditions are not readable
HEAD, RULE = 0.09, 0.037  # heights of a table of no rules, and of each rule, in widths
PLANE = 2.9  # the picture with a plane is at most so much wider than tall


class RulesLab(Lab):
    """One rule for every leaf; conditions go while validation cases do not mind; the best rules come first."""

    name, heading = "16-rules", "Shorter rules"
    question = questions.days_right
    steering = (
        Choice("data", "data", (*TABLES, *GENERATORS), "tennis"),
        Slider("last", "last rows held out", 1, 10, 1, 4, only=("data", tuple(TABLES))),
        Choice("grown", "tree grown from", (ALL, EARLIER), ALL, only=("data", tuple(TABLES))),
        Slider("points", "points", 20, 200, 10, 80, only=("data", GENERATORS)),
        Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.1, only=("data", GENERATORS)),
        Slider("leaves", "leaves at most", 2, 12, 1, 8, only=("data", GENERATORS)),
        Slider("seed", "seed", 0, 50, 1, 6, only=("data", GENERATORS)),
    )
    presets = {
        "honest split": {"grown": EARLIER},
        "avian flu": {"data": "avian_flu"},
        "boxes in the plane": {"data": "moons"},
    }

    def data(self, values):
        if values["data"] in TABLES:
            attributes, target = TABLES[values["data"]]
            table = data.load(values["data"])
            return table.select(*attributes), table[target]
        X, y = samples_to_prune(values)[TRAINING]
        return X, LABELS[y]

    def story(self, X, y, values):
        if values["data"] in TABLES:
            order, last = np.arange(len(y)), len(y) - values["last"]
            some = order if values["grown"] == ALL else order[:last]
            training, held_out = Cases(X[some], y[some]), Cases(X[order[last:]], y[last:])
            trace, table, shape = _pruned(ID3(), training, held_out)
            return Story(trace, columns(table, shape=shape))
        held_out = Cases.of(*samples_to_prune(values)[VALIDATION])
        learner = CART(max_leaves=values["leaves"], max_depth=DEPTH, order="best")
        trace, table, shape = _pruned(learner, Cases(X, y), held_out)
        plane = Plane(held_out.X, held_out.y, limits=LIMITS, labels=LABELS, size=4.5, title="Held-out cases")
        beside = rows(square(Overlay(plane, _covered)))
        return Story(trace, columns(table, beside, weights=(2.6, 1), shape=min(shape, PLANE)))


def _pruned(learner, training: Cases, held_out: Cases) -> tuple[Trace, Grid, float]:
    """The story of the rules, its table, and the shape of the table."""
    learner.fit(training.X, training.y)
    trace = Trace(rule_steps(learner, held_out.X, held_out.y))
    first, classes = trace[0].model.rules, learner.classes_.tolist()

    def lines(step: RuleStep) -> list[RuleLine]:
        return [_line(step, place, first[k], training, held_out, classes) for place, k in enumerate(step.order)]

    def title(step: RuleStep) -> str:
        right = int((step.model.predict(held_out.X) == held_out.y).sum())
        return f"{len(first)} rules, {step.conditions} conditions; {right} of {len(held_out.y)} right"

    return trace, rule_table(lines, lines(trace[0]), title=title), 1 / (HEAD + RULE * len(first))


def _line(step: RuleStep, place: int, first: Rule, training: Cases, held_out: Cases, classes: list) -> RuleLine:
    """The rule at a place, with all conditions that it had at first."""
    rule, changed = step.model.rules[place], place == step.rule

    def state(condition: Condition) -> str:
        if any(condition is held for held in rule.conditions):
            return HELD
        return DROPPING if changed and condition is step.dropped else DROPPED

    covered = rule.covers(held_out.X)
    return RuleLine(
        tuple((condition.text, state(condition)) for condition in first.conditions),
        str(rule.label), classes.index(rule.label), float(rule.covers(training.X).mean()),
        int((held_out.y[covered] == rule.label).sum()), int(covered.sum()), step.before if changed else None,
    )  # fmt: skip


def _covered(step: RuleStep) -> list[Boxes]:
    """The box of the rule just changed."""
    if step.rule is None:
        return []
    low, high = np.array(LIMITS, dtype=float).T
    for condition in step.model.rules[step.rule].conditions:
        if condition.sign == ABOVE:
            low[condition.feature] = max(low[condition.feature], condition.value)
        if condition.sign == UP_TO:
            high[condition.feature] = min(high[condition.feature], condition.value)
    return [Boxes(*low.tolist(), *high.tolist(), fill="accent", stroke="accent", width=3.0, opacity=0.12)]
