"""Every test that one node could ask, and the one that it should.

Lecture 15; deck 000 "Defining “Attribute Tests” - 1" and "- 2", deck 001 "Classification Trees", deck 003 "CHOOSING THE
MOST INFORMATIVE FEATURE".
Inventory: I-000-072, I-000-073, I-000-082, I-000-097, I-001-026, I-001-027, I-001-028, I-003-031, I-003-032, I-003-037.

With neighbouring different values v_k < v_k+1 of a numeric attribute, the share F of the node's weight whose value is
known, and the children D_i of weight share q_i among the known:

    t_k = (v_k + v_k+1) / 2                   one threshold between neighbours                    (1)
    after = sum_i q_i I(D_i)                  the impurity that the test leaves                   (2)
    gain = F (before - after)                 only the known cases are scored, as in C4.5         (3)

A threshold between two values whose examples are all of one class cannot be the best one, so deck 001 skips it.

C4.5 divides only the better gains: of each attribute the test with the largest gain, then, among the attributes whose
gain is at least the average of these, the largest gain ratio. Without that a nearly useless test with a tiny split
information would win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from labkit.core.table import Table
from labkit.learners.tree import absolute, costs, criteria, subsets
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.information import UNKNOWN
from labkit.learners.tree.plan import NUMBERS, Plan, TreeExamples
from labkit.learners.tree.tree import EQUAL, MANY, SUBSET, THRESHOLD, TOLERANCE, answers_no, between


@dataclass(frozen=True, slots=True, eq=False)
class CandidateTest:
    """One test and what it would do to the examples of the node."""

    kind: int  # THRESHOLD, EQUAL, SUBSET or MANY
    feature: int
    threshold: float  # t, the category of EQUAL, the sum of SUBSET; NaN for MANY
    branch: np.ndarray  # the category of each child for MANY, else empty
    children: np.ndarray  # (children, classes): class weights; for numbers (children, 3), see ``_contents``
    sizes: np.ndarray  # (children,): the weight of each child
    known: float  # the share of the node's weight whose value is known
    before: float  # impurity of the known cases
    after: float  # impurity of the children, weighted
    gain: float
    merit: float  # the larger, the better

    def describe(self, attributes: Attributes) -> str:
        return attributes.question(self.kind, self.feature, self.threshold)

    def outcomes(self, cells: np.ndarray) -> np.ndarray:
        """0 for yes and 1 for no, the category where there are many branches, UNKNOWN where the value is missing."""
        x = cells[:, self.feature]
        known = np.where(np.isnan(x), 0.0, x)
        answer = known if self.kind == MANY else answers_no(self.kind, known, self.threshold)
        return np.where(np.isnan(x), UNKNOWN, answer).astype(int)


def all_tests(
    examples: TreeExamples, plan: Plan, *, between_classes: bool = False, parts: np.ndarray | None = None
) -> list[CandidateTest]:
    """All tests of a node with these examples, by feature and then by threshold or category.

    ``between_classes`` keeps only the thresholds between neighbours of different classes. Examples without weight
    count for nothing, not even as neighbours. ``parts`` says how much of each example is here, if some were spread over
    several branches: ``min_leaf`` counts their parts.
    """
    weights = examples.all_weights
    parts = np.ones(len(examples)) if parts is None else parts
    contents = _contents(examples, weights)
    tests = []
    for feature, cells in enumerate(examples.cells.T):
        there = ~np.isnan(cells) & (weights > 0)
        values, group = np.unique(cells[there], return_inverse=True)
        if len(values) > 1:  # else there is nothing to tell apart
            sums = np.array([np.bincount(group, row) for row in contents[:, there]])
            known = float(weights[there].sum() / weights.sum())
            kind = _kind(plan) if examples.categorical[feature] else THRESHOLD
            yes = subsets.sets_of(sums, plan.criterion) if kind == SUBSET else None
            apart = (examples.y[there], weights[there], group) if plan.criterion == "absolute" else None
            made = _Tests(kind, feature, known, values, sums, np.bincount(group, parts[there])[None], yes, apart)
            tests += made.scored(plan, made.between_classes if between_classes and examples.classes else None)
    return tests


def best(tests: Sequence[CandidateTest], plan: Plan) -> CandidateTest | None:
    """The test with the largest merit, the first of equals; None where it gains less than the plan asks for."""
    if plan.criterion == "gain_ratio":
        tests = _worth_dividing(tests)
    if not tests:
        return None
    chosen = _top(tests, "merit", TOLERANCE * _largest(tests, plan))
    return chosen if chosen.gain >= plan.min_gain - TOLERANCE * chosen.before else None


def table(tests: Sequence[CandidateTest], attributes: Attributes) -> Table:
    """The tests for a reader, one row each."""
    columns = {"test": [test.describe(attributes) for test in tests]}
    for name in ("before", "after", "gain", "merit"):
        columns[name] = np.array([getattr(test, name) for test in tests])
    columns["sizes"] = [" / ".join(f"{size:.4g}" for size in test.sizes) for test in tests]
    return Table.from_dict(columns)


# ---------------------------------------------------------------- what the tests do


def _contents(examples: TreeExamples, weights: np.ndarray) -> np.ndarray:
    """(classes, examples): the weight of each example in the row of its class. For numbers the three moments: weight,
    weight y, weight y^2, with y taken from the mean of the node, which keeps digits; of children that are measured by
    absolute errors, the last is replaced by their deviation from the median."""
    if examples.classes:
        return weights * (examples.y == np.arange(examples.classes)[:, None])
    y = examples.y - np.average(examples.y, weights=weights)
    return weights * np.array([np.ones_like(y), y, y**2])


@dataclass(frozen=True, slots=True, eq=False)
class _Tests:
    """All tests of one feature, out of what each of its values holds."""

    kind: int
    feature: int
    known: float
    values: np.ndarray  # sorted
    sums: np.ndarray  # (classes, values): contents
    numbers: np.ndarray  # (1, values): how many examples
    yes: np.ndarray | None = None  # (tests, values) for SUBSET: which values answer yes
    apart: tuple[np.ndarray, ...] | None = None  # for absolute errors the numbers, their weights, their values' places

    def children(self, sums: np.ndarray) -> np.ndarray:
        """(children, classes, tests). What is not in the first child is added up from its parts: a difference would
        leave rounding where nothing is."""
        if self.kind == MANY:
            return sums.T[:, :, None]
        if self.kind == SUBSET:
            return np.array([sums @ self.yes.T, sums @ ~self.yes.T])
        below, above = _sums_before(sums), _sums_before(sums[:, ::-1])[:, ::-1]
        if self.kind == EQUAL:
            return np.array([sums, below + above])
        return np.array([below + sums, above])[:, :, :-1]

    @property
    def between_classes(self) -> np.ndarray | None:
        """Which thresholds lie between different classes: both neighbours together hold more than one."""
        if self.kind != THRESHOLD:
            return None
        return ((self.sums[:, :-1] + self.sums[:, 1:]) > 0).sum(axis=0) > 1

    def scored(self, plan: Plan, mask: np.ndarray | None) -> list[CandidateTest]:
        """Those of the mask, without the tests that leave a child too small."""
        asked, kinds = self._asked()
        children = self.children(self.sums)
        sizes = children[:, 0] if plan.criterion in NUMBERS else children.sum(axis=1)
        impurity, share = impurity_by(plan.criterion), sizes / sizes.sum(axis=0)
        before = impurity(children.sum(axis=0))
        if self.apart:
            children[:, 2] = absolute.of_children(*self.apart, self.kind, self.yes)
            before[:] = absolute.deviation(*self.apart[:2]) / sizes[:, 0].sum()
        after = sum(q * impurity(child) for q, child in zip(share, children, strict=True))  # (2)
        gain = self.known * (before - after)  # (3)
        gain[np.abs(gain) <= TOLERANCE * before] = 0.0  # rounding; prices would make a difference of it
        merit = _merit(plan, self.feature, children, self.known, gain)
        fits = (self.children(self.numbers)[:, 0] >= plan.min_leaf * (1 - TOLERANCE)).all(axis=0)
        branch = self.values.astype(int) if self.kind == MANY else np.empty(0, dtype=int)
        return [
            CandidateTest(kinds[k], self.feature, float(asked[k]), branch, children[..., k], sizes[:, k], self.known,
                      float(before[k]), float(after[k]), float(gain[k]), float(merit[k]))
            for k in np.flatnonzero(fits if mask is None else fits & mask)
        ]  # fmt: skip

    def _asked(self) -> tuple[np.ndarray, list[int]]:
        """The threshold and the kind of every test; a subset of one category asks for that."""
        if self.kind == SUBSET:
            single = self.yes.sum(axis=1) == 1
            asked = np.where(single, self.yes @ self.values, self.yes @ 2.0**self.values)
            return asked, np.where(single, EQUAL, SUBSET).tolist()
        asked = {THRESHOLD: middles(self.values), EQUAL: self.values, MANY: [np.nan]}[self.kind]
        return asked, [self.kind] * len(asked)


def _kind(plan: Plan) -> int:
    return MANY if plan.multiway else SUBSET if plan.subsets else EQUAL


def _sums_before(sums: np.ndarray) -> np.ndarray:
    """For every value the contents of all smaller ones."""
    before = np.zeros(sums.shape)
    np.cumsum(sums[:, :-1], axis=1, out=before[:, 1:])
    return before


def middles(values: np.ndarray) -> np.ndarray:
    """The thresholds between sorted different values."""
    return between(values[:-1], values[1:])  # (1)


def impurity_by(criterion: str) -> Callable[[np.ndarray], np.ndarray]:
    """Of what a child holds: class weights, or for numbers their moments."""
    own = {"variance": _variance, "absolute": absolute.mean_deviation}
    return own[criterion] if criterion in own else criteria.impurity_of(criterion)


def _variance(moments: np.ndarray) -> np.ndarray:
    weight, total, squares = moments
    weight = np.where(weight > 0, weight, 1.0)
    return np.maximum(squares / weight - (total / weight) ** 2, 0.0)


def _merit(plan: Plan, feature: int, children: np.ndarray, known: float, gain: np.ndarray) -> np.ndarray:
    """By the criterion, among the known cases, times their share. An unknown case is in neither half."""
    if plan.costs is not None:
        return costs.COST_RULES[plan.cost_rule](gain, plan.costs[feature])
    if plan.criterion == "half_split":
        return known * (0.5 + criteria.half_split(children)) - 0.5
    if plan.criterion in ("gain_ratio", "g_statistic", "twoing"):
        return known * criteria.merit(plan.criterion, children)
    return gain


# ---------------------------------------------------------------- choosing


def _worth_dividing(tests: Sequence[CandidateTest]) -> list[CandidateTest]:
    """Of each feature the test with the largest gain, if that is no less than their average."""
    finest = [_top(list(same), "gain", TOLERANCE) for _, same in groupby(tests, key=lambda test: test.feature)]
    average = np.mean([test.gain for test in finest]) if finest else 0.0
    return [test for test in finest if test.gain >= average - TOLERANCE]


def _top(tests: Sequence[CandidateTest], name: str, slack: float) -> CandidateTest:
    """The first of those whose ``name`` is the largest, or short of it by no more than the slack."""
    values = np.array([getattr(test, name) for test in tests])
    return tests[int((values >= values.max() - slack).argmax())]


def _largest(tests: Sequence[CandidateTest], plan: Plan) -> float:
    """What a merit is at most: against this, differences count as rounding. Prices have no such bound."""
    if plan.costs is not None:
        return max(test.merit for test in tests)
    if plan.criterion in ("half_split", "gain_ratio"):
        return 1.0
    before = max(test.before for test in tests)
    return 2 * np.log(2.0) * tests[0].sizes.sum() * before if plan.criterion == "g_statistic" else before
