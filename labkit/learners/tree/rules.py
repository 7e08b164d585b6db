"""A tree as a list of rules, and rules made simpler on validation cases.

Lecture 16; deck 001 "Rule Extraction" and "Pruning".
Inventory: I-001-037, I-001-038, I-001-039.

Every leaf is a rule: all answers on the way from the root lead to its class.

    support(rule)  = examples covered / N                               (1)
    accuracy(rule) = covered examples of the rule's class / covered     (2), 0 where nothing is covered

Post-pruning takes the rules one by one, and from each, again and again,

    the first condition, from the root, without which the accuracy on validation cases is no lower    (3)

until none can go; then the rules are sorted by that accuracy, of equals the earlier first. A pruned list may cover a
case twice or not at all: the first rule that covers it answers, else the majority class of the training examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step
from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.pruning import whole
from labkit.learners.tree.tree import EQUAL, LEARNED, LINEAR, MANY, SUBSET, THRESHOLD, answers_no, subset_of

UP_TO, ABOVE, IS, IS_NOT, IN, NOT_IN = "\u2264", ">", "=", "\u2260", "\u2208", "\u2209"


@dataclass(frozen=True, slots=True)
class Condition:
    """One answer: "outlook = sunny", "x2 > 0.05"."""

    text: str
    sign: str
    value: float
    feature: int  # -1 where ``direction`` weighs several
    direction: tuple[float, ...] = ()

    @property
    def categories(self) -> tuple[set[int], bool]:
        """Those that it names, and whether it asks for them."""
        named = set(subset_of(self.value)) if self.sign in (IN, NOT_IN) else {int(self.value)}
        return named, self.sign in (IS, IN)

    def holds(self, cells: np.ndarray) -> np.ndarray:
        """Nowhere where the value is missing."""
        x = cells @ np.array(self.direction) if self.direction else cells[:, self.feature]
        if self.sign == IS_NOT:
            return (x != self.value) & ~np.isnan(x)
        if self.sign in (IN, NOT_IN):
            return (answers_no(SUBSET, x, self.value) == (self.sign == NOT_IN)) & ~np.isnan(x)
        return {UP_TO: x <= self.value, ABOVE: x > self.value, IS: x == self.value}[self.sign]


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """If all conditions hold, then the class. Support and accuracy are those on the training examples."""

    conditions: tuple[Condition, ...]
    label: object
    attributes: Attributes
    support: float = np.nan
    accuracy: float = np.nan

    def covers(self, X: np.ndarray | Table) -> np.ndarray:
        cells = self.attributes.cells(X)
        return np.logical_and.reduce([np.ones(len(cells), dtype=bool), *(c.holds(cells) for c in self.conditions)])

    def without(self, place: int) -> Rule:
        """One condition less; what it does to the training examples is not known."""
        rest = self.conditions[:place] + self.conditions[place + 1 :]
        return Rule(rest, self.label, self.attributes)

    def __str__(self) -> str:
        conditions = " and ".join(c.text for c in simplified(self.conditions))
        return f"if {conditions} then {self.label}" if conditions else f"always {self.label}"


def simplified(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """The same without what others imply: "x <= 3" says "x <= 5", "colour = red" says "colour != blue"."""
    placed = list(enumerate(conditions))
    return tuple(c for k, c in placed if not any(_implies(other, c, j < k) for j, other in placed))


def _implies(one: Condition, other: Condition, earlier: bool) -> bool:
    """Whether the first says all of the second, and is not the second; of twins only the earlier counts."""
    if one is other or (one.feature, one.direction) != (other.feature, other.direction):
        return False
    if (one.sign, one.value) == (other.sign, other.value):
        return earlier
    if one.sign in (UP_TO, ABOVE):
        return one.sign == other.sign and (one.value < other.value) == (one.sign == UP_TO)
    (mine, inside), (theirs, in_theirs) = one.categories, other.categories
    if inside:
        return mine <= theirs if in_theirs else not mine & theirs
    return not in_theirs and theirs <= mine


# ---------------------------------------------------------------- out of a tree


def extract(fitted) -> tuple[Rule, ...]:
    """The rules of a tree's leaves, from left to right."""
    model = whole(fitted)
    if model.classes is None:
        raise ValueError("expected a tree of classes, got one of numbers; its leaves have no class to conclude")
    tree, rules, waiting = model.tree, [], [0]
    if (tree.kind == LEARNED).any():
        raise ValueError("expected tests that are conditions, got learners at the nodes; choose another direction")
    while waiting:
        node = waiting.pop()
        waiting += list(tree.children(node))[::-1]
        if not tree.children(node):
            weight, label = tree.weight[node], model.classes[int(tree.prediction[node])]
            conditions = tuple(_condition(model, child) for child in tree.path(node)[1:])
            support, right = weight / tree.weight[0], tree.counts[node, int(tree.prediction[node])]  # (1)
            rules.append(Rule(conditions, label, model.attributes, float(support), float(right / weight)))  # (2)
    return tuple(rules)


def _condition(model, node: int) -> Condition:
    tree = model.tree
    parent = int(tree.parent[node])
    kind, yes = int(tree.kind[parent]), bool(node == tree.first[parent])
    sign = {THRESHOLD: (ABOVE, UP_TO), LINEAR: (ABOVE, UP_TO), EQUAL: (IS_NOT, IS), MANY: (IS, IS),
            SUBSET: (NOT_IN, IN)}[kind][yes]  # fmt: skip
    value = float(tree.branch[node] if kind == MANY else tree.threshold[parent])
    text, feature = model.condition(node), int(tree.feature[parent])
    if kind == LINEAR:
        return Condition(text, sign, value, -1, tuple(tree.directions[feature].tolist()))
    return Condition(text, sign, value, feature)


def evaluate(rules: Sequence[Rule], X: np.ndarray | Table, y) -> Table:
    """Support and accuracy of every rule on any cases."""
    y = inputs.vector(y)
    inputs.same_length(X, y)
    covered = [rule.covers(X) for rule in rules]
    return Table.from_dict(
        {
            "rule": [str(rule) for rule in rules],
            "covered": [int(mask.sum()) for mask in covered],
            "support": [float(mask.mean()) for mask in covered],
            "accuracy": [_accuracy(mask, rule.label, y) for mask, rule in zip(covered, rules, strict=True)],
        }
    )


def _accuracy(covered: np.ndarray, label, y: np.ndarray) -> float:
    return float((y[covered] == label).mean()) if covered.any() else 0.0  # (2)


# ---------------------------------------------------------------- a list of rules that predicts, and its pruning


@dataclass(frozen=True, slots=True, eq=False)
class RuleList:
    """The first rule that covers a case answers."""

    rules: tuple[Rule, ...]
    default: object
    attributes: Attributes

    @classmethod
    def of(cls, fitted) -> RuleList:
        model = whole(fitted)
        return cls(extract(model), model.classes[int(model.tree.prediction[0])], model.attributes)

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        cells = self.attributes.cells(X)
        answers = np.array([rule.label for rule in self.rules] + [self.default])
        hits = np.array([rule.covers(cells) for rule in self.rules] + [np.ones(len(cells), dtype=bool)])
        return answers[hits.argmax(axis=0)]

    def __str__(self) -> str:
        return "\n".join([*map(str, self.rules), f"else {self.default}"])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RuleStep(Step):
    """One condition dropped (or the start, or the sorted end). ``model`` is the list of rules now."""

    rule: int | None = None  # the place of the rule just changed
    dropped: Condition | None = None
    before: float | None = None  # its accuracy on the validation cases
    accuracy: float | None = None
    order: tuple[int, ...]  # of each rule: its place among the rules of the tree

    @property
    def conditions(self) -> int:
        """In all rules."""
        return sum(len(rule.conditions) for rule in self.model.rules)

    @property
    def caption(self) -> str:
        if self.event == START:
            return f"start: {len(self.model.rules)} rules with {self.conditions} conditions"
        if self.event == STOP:
            return f"stop: {self.reason}; {self.conditions} conditions are left"
        then = f"accuracy {self.before:.4g} becomes {self.accuracy:.4g}"
        return f"rule {self.rule + 1} drops {self.dropped.text}: {then}; now {self.model.rules[self.rule]}"


def rule_steps(fitted, X, y) -> Iterator[RuleStep]:
    """The story of the rules of a tree, pruned on these validation cases."""
    rules = RuleList.of(fitted)
    y = inputs.vector(y)
    inputs.same_length(X, y)
    return _story(rules, rules.attributes.cells(X), y)


def _story(model: RuleList, cells: np.ndarray, y: np.ndarray) -> Iterator[RuleStep]:
    order = tuple(range(len(model.rules)))

    def step(event, **more) -> RuleStep:
        return RuleStep(event=event, model=model, order=order, **more)

    def accuracy(rule: Rule) -> float:
        return _accuracy(rule.covers(cells), rule.label, y)

    yield step(START)
    for k in range(len(model.rules)):
        while (place := _droppable(rule := model.rules[k], accuracy)) is not None:
            shorter = rule.without(place)
            model = replace(model, rules=(*model.rules[:k], shorter, *model.rules[k + 1 :]))
            yield step(UPDATE, rule=k, equation=3, dropped=rule.conditions[place], before=accuracy(rule),
                       accuracy=accuracy(shorter))  # fmt: skip
    order = tuple(sorted(order, key=lambda k: -accuracy(model.rules[k])))
    model = replace(model, rules=tuple(model.rules[k] for k in order))
    yield step(STOP, reason="no condition can go; the most accurate rules come first")


def _droppable(rule: Rule, accuracy) -> int | None:
    now = accuracy(rule)
    places = range(len(rule.conditions))
    return next((place for place in places if accuracy(rule.without(place)) >= now), None)  # (3)
