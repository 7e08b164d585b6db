"""The counter-example: the first question with the fewest errors leads to the larger tree.

Lecture 18; deck 002 "Pitfalls of greedy optimization" and "Counter example (cont'd)". Inventory: I-002-049.

The answer y is b xor c. Between 0 and 1 the variance of y is half of Gini's impurity, so a tree of numbers and one of
classes grow alike; here errors are counted as the slide counts them.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Step, Trace
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.by_hand import HandStep, hand_story
from labkit.learners.tree.exhaustive import smallest_tree
from labkit.learners.tree.growth import leaves
from labkit.learners.tree.hand_moves import HandMove
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.lectures.l18_regression_trees import questions
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.layout import columns
from labkit.views.trees.tree import TreeView
from labkit.views.wrap import Of

NAMES = ("a", "b", "c")
LABELS = np.array([0, 1])


@cache
def eight_rows() -> tuple[TreeExamples, Attributes]:
    table = data.load("cart_counterexample")
    attributes = Attributes.of(table.without("y"))
    cells = attributes.cells(table.without("y"))
    return TreeExamples(cells, table["y"].astype(int), len(LABELS), attributes.categorical), attributes


@cache
def begun_with(name: str) -> Trace:
    """The tree that is forced to ask this first, and grows on by itself."""
    examples, attributes = eight_rows()
    first = HandMove(NAMES.index(name), 0.5)
    return hand_story(examples, Plan("gini"), attributes, LABELS, [first], finish=True)


class GreedLab(Lab):
    """Choose the first question; the tree grows on greedily."""

    name, heading = "18-greed", "The best first question"
    question = questions.first_question
    steering = (Choice("first", "first question", NAMES, "a"),)
    presets = {"begin with b": {"first": "b"}, "begin with c": {"first": "c"}}

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        trace = begun_with(values["first"])
        tree = TreeView(trace[-1].model, title=f"First {values['first']}, then greedily", name="tree")
        least = smallest()
        smallest_view = TreeView(least.model, title="The smallest tree of all", name="smallest", acted=lambda step: ())
        return Story(trace, columns(tree, Of(smallest_view, lambda step: least), weights=(3, 2), caption=_caption))


@cache
def smallest() -> Step:
    examples, attributes = eight_rows()
    return Step(event="stop", model=TreeModel.whole(smallest_tree(examples), attributes, LABELS))


def _caption(step: HandStep) -> str:
    return f"after {step.split} questions: {leaves(step.leaves)}, {step.wrong:g} of 8 wrong"
