"""Choose the split yourself: the tree so far, every test of the open node, your choice against the criterion's.

Lecture 15; deck 003 "DECISION TREE: ANOTHER EXAMPLE", "GROWING THE TREE", "DECISION TREE LEARNING ALGORITHM".
Inventory: I-003-025, I-003-032, I-003-033.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.lectures.l15_growing_trees import hand, questions
from labkit.player.controls import Choice
from labkit.player.lab import Story
from labkit.views.layout import columns, rows
from labkit.views.tables.splits import gain_sum
from labkit.views.trees.tree import TreeView

TABLES = {  # name: (the class, what is no attribute)
    "tennis": ("play", ("day",)),
    "weather": ("class", ("case",)),
    "rgb8": ("class", ("sample",)),
    "t1t2_expanded": ("z", ()),
    "buys_computer": ("buys_computer", ("rid",)),
}


class SplitLab(hand.ByHand):
    """The tables of the lectures."""

    name, heading = "15-split", "Choose the split"
    question = questions.bad_start
    data_controls = ("data",)
    steering = (
        Choice("data", "data", tuple(TABLES), "tennis"),
        Choice("tests", "tests", ("multiway", "binary"), "multiway"),
        *hand.hand_controls(30, "data", "tests"),
    )
    presets = {"guess first": {"numbers": False}, "humidity first": {"moves": "2: ?"}, "whole tree": {"moves": "+"},
               "two answers each": {"tests": "binary"}}  # fmt: skip

    def data(self, values):
        table = data.load(values["data"])
        label, others = TABLES[values["data"]]
        words = [f"{word:g}" if table.kinds[label] == "numeric" else word for word in table[label]]
        return table.without(label, *others), np.array(words)

    def story(self, X, y, values):
        classes, codes = np.unique(y, return_inverse=True)
        examples = hand.examples_of(X, codes, classes)
        steps = hand.story_of(X, examples, classes, values)
        total = gain_sum(numbers=values["numbers"], impurity=hand.impurity_name(values["criterion"]),
                         empty="no node is left to split")  # fmt: skip
        beside = rows(hand.choices(examples, values), total, weights=(2, 1))
        return Story(steps, columns(TreeView(steps[-1].model), beside, weights=(14, 15), shape=2.04))
