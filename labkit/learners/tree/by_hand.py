"""A tree grown by hand: a person chooses the tests, the criterion judges them.

Lectures 15 and 18; deck 003 "DECISION TREE LEARNING ALGORITHM" and "CHOOSING THE MOST INFORMATIVE FEATURE", deck 001
"Classification Trees" and "Regression Trees", deck 002 "Pitfalls of greedy optimization".
Inventory: I-003-033, I-003-031, I-001-026, I-001-040, I-002-049.

The nodes are opened in the order of the plain grower (``node_by_node``), breadth first. A move names the test of one
node (``hand_moves``). The first node without a move is open: it waits for its test. One move and ``finish`` are a
forced first split, after which the criterion goes on alone. Trees of numbers have the plan ``Plan("variance")`` and no
classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import STOP, UPDATE, Trace, counted
from labkit.learners.tree import node_by_node, node_tests
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.criteria import entropy
from labkit.learners.tree.growth import GrowthCurves, GrowthStep, error_name, leaves
from labkit.learners.tree.hand_moves import OPEN, HandMove
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.node_by_node import Node
from labkit.learners.tree.node_tests import CandidateTest
from labkit.learners.tree.plan import NUMBERS, Plan, TreeExamples, examples_of, plan_of
from labkit.learners.tree.tree import TOLERANCE

# ---------------------------------------------------------------- their story


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HandStep(GrowthStep):
    """One test that was chosen (UPDATE), the node that waits for one (OPEN), or the finished tree (STOP)."""

    criterion: str
    node: int | None = None  # just split, or open
    tests: tuple[CandidateTest, ...] = ()  # all that the node may ask
    asked: int = 0  # the test that was chosen, or would be
    best: int = 0  # the criterion's choice

    @property
    def wrong(self) -> float:
        """The weight of the training examples that a tree of classes misclassifies."""
        return float(np.round(self.error * self.model.tree.weight[0], 9))  # sums leave rounding

    @property
    def rank(self) -> int:
        """Of the chosen test among all, by merit; equals share the better one."""
        merits = np.array([test.merit for test in self.tests])
        return 1 + int((merits > merits[self.asked] + self._rounding).sum())

    @property
    def lost(self) -> float:
        """How much less the chosen test gains than the criterion's."""
        return self.tests[self.best].gain - self.tests[self.asked].gain

    @property
    def _rounding(self) -> float:
        """Gains of classes are about 1, those of numbers of any size."""
        return TOLERANCE * (self.tests[self.best].before if self.model.classes is None else 1.0)

    def question(self, test: int) -> str:
        return self.tests[test].describe(self.model.attributes)

    def branches(self, test: int) -> list[tuple[str, float, np.ndarray, float]]:
        """For each branch of a test: the answer, its share of the known weight, its class weights (of numbers the
        moments, see ``node_tests``), its impurity."""
        asked, impurity = self.tests[test], node_tests.impurity_by(self.criterion)
        attribute = self.model.attributes[asked.feature]
        answers = [attribute.word(code) for code in asked.branch] or ["yes", "no"]
        shares, impurities = asked.sizes / asked.sizes.sum(), impurity(asked.children.T)
        return list(zip(answers, shares.tolist(), asked.children, impurities.tolist(), strict=True))

    @property
    def caption(self) -> str:
        now = f"{leaves(self.leaves)}, {self._erring()}"
        if self.event == STOP:
            return f"done after {counted(self.split, 'split')}: {now}"
        where = self.model.condition(self.node) or "the root"
        if self.event == OPEN:
            size = f"{self.model.tree.weight[self.node]:.4g} examples"
            return f"at {where} ({size}): ask {self.question(self.asked)}? So far {now}"
        return f"at {where}: {self.question(self.asked)} {self._judged()}; {now}"

    def _erring(self) -> str:
        if self.model.classes is None:
            return f"{error_name(self.model)} {self.error:.4g}"
        return f"{self.wrong:.4g} of {self.model.tree.weight[0]:.4g} wrong"

    def _judged(self) -> str:
        unit = " bits" if node_tests.impurity_by(self.criterion) is entropy else ""
        digits = ".4g" if self.model.classes is None else ".3f"
        gain, name = f"gains {self.tests[self.asked].gain:{digits}}{unit}", self.criterion.replace("_", " ")
        if self.asked == self.best:
            return f"{gain}, the choice of {name} too"
        more = f"{abs(self.lost):{digits}} {'more' if self.lost > 0 else 'less'}"
        more = more if abs(self.lost) > self._rounding else "as much"
        return f"{gain}, rank {self.rank} of {len(self.tests)}; {name} asks {self.question(self.best)}, {more}"


def hand_steps(X, y, moves: Sequence[str | HandMove] = (), *, criterion: str = "entropy", tests: str = "multiway",
               finish: bool = False, judged: bool = False, chosen: int = 0, **limits) -> Trace:  # fmt: skip
    """The story of moves in words, with the examples X, y: ``hand_steps(X, y, ["outlook", "humidity <= 77.5"])``.

    ``tests`` are "multiway" (a move "outlook" asks for every category), "binary" ("outlook = sunny") or "subsets". With
    the criterion "variance" or "absolute" y are numbers. ``limits`` are those of a ``Plan``; for the rest see
    ``hand_story``.
    """
    plan = plan_of(criterion, tests, **limits)
    examples, attributes, classes = examples_of(X, y, numbers=criterion in NUMBERS)
    node_by_node.refuse(examples.cells, attributes.names)
    said = [HandMove.said(move, attributes) for move in ([moves] if isinstance(moves, str) else moves)]
    return hand_story(examples, plan, attributes, classes, said, finish=finish, judged=judged, chosen=chosen)


def hand_story(examples: TreeExamples, plan: Plan, attributes: Attributes, classes: np.ndarray | None,
               moves: Sequence[HandMove], *, finish: bool = False, judged: bool = False, chosen: int = 0
               ) -> Trace:  # fmt: skip
    """It ends with the open node, of which the test ``chosen`` is looked at, or with STOP.

    A move that its node cannot ask ends the moves there. With ``finish`` the criterion asks on to the end; a story that
    is only ``judged`` ends with what the criterion says of the last move.
    """
    hand = _Hand(list(moves), finish, chosen)
    tree = node_by_node.grow(examples, plan, choose=hand)
    model = TreeModel.whole(tree, attributes, classes, size="absolute" if plan.criterion == "absolute" else "squared")
    curves = GrowthCurves(tree)

    def step(event: str, splits: int, happened: dict) -> HandStep:
        prefix = model.prefix(int(curves.nodes[splits]))
        return HandStep(event=event, model=prefix, curves=curves, criterion=plan.criterion, **happened)

    steps = [step(UPDATE, k, asked) for k, asked in enumerate(hand.asked, start=1)]
    last = step(STOP, len(steps), {}) if hand.open is None else step(OPEN, len(steps), hand.open)
    return Trace(steps if judged and steps else [*steps, last])


class _Hand:
    """Chooses by the moves, and remembers what was to choose from."""

    def __init__(self, moves: list[HandMove], finish: bool, chosen: int):
        self.moves, self.finish, self.chosen = moves, finish, chosen
        self.asked: list[dict] = []
        self.open: dict | None = None

    def __call__(self, node: Node, examples: TreeExamples, plan: Plan) -> CandidateTest | None:
        tests = () if self.open else tuple(node_by_node.tests_of(node, examples, plan))
        if not tests:
            return None
        best = tests.index(node_tests.best(tests, plan))
        known = {"node": node.number, "tests": tests, "best": best}
        asked = self.moves.pop(0).found(tests) if self.moves else best if self.finish else None
        if asked is None:
            self.open = {**known, "asked": min(self.chosen, len(tests) - 1)}
            return None
        self.asked.append({**known, "asked": asked})
        return tests[asked]
