"""Choose the cut yourself: painted points, where every test is a cut of the plane.

Lecture 15; deck 001 "Decision Trees", deck 003 "SOME ASPECTS ABOUT DECISION TREES". Inventory: I-001-022, I-003-039.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.tree.by_hand import OPEN
from labkit.learners.tree.cuts import line_piece
from labkit.lectures.l15_growing_trees import hand, questions
from labkit.lectures.l15_growing_trees.hand import LIMITS, NAMES
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.lab import Story
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Mark, segments_of
from labkit.views.trees.tree import TreeView
from labkit.views.wrap import Overlay


class PointSplitLab(hand.ByHand):
    """The plane, its cuts as a table, and the tree."""

    name, heading, classes = "15-split-points", "Choose the cut", tuple(NAMES.tolist())
    question = questions.smaller_tree
    clickable = ("choices", "plane")
    points = PlanePoints("moons xor gaussians separable", points=(6, 40, 20), seed=3)
    steering = (*points.controls, *hand.hand_controls(100, *points.names))
    presets = {"guess first": {"numbers": False}, "whole tree": {"moves": "+"}, "xor": {"data": "xor"},
               "overlapping": {"data": "gaussians", "points": 40}}  # fmt: skip

    def story(self, X, y, values):
        classes, codes = np.unique(y, return_inverse=True)
        examples = hand.examples_of(X, codes, classes)
        steps = hand.story_of(X, examples, NAMES[classes], values)
        plane = Plane(X, NAMES[y], limits=LIMITS, editable=True, labels=NAMES)
        above = columns(square(Overlay(plane, _cut)), hand.choices(examples, values, classes))
        return Story(steps, rows(above, TreeView(steps[-1].model, labels=NAMES), shape=1.94))

    def click(self, values, at):
        step = self.open_step
        if at.panel != "plane" or step is None:
            return super().click(values, at)
        away = [abs((at.x, at.y)[test.feature] - test.threshold) for test in step.tests]
        return {"test": int(np.argmin(away)) + 1}


def _cut(step) -> list[Mark]:
    """The cut that is looked at, across the open node's part of the plane."""
    if step.event != OPEN:
        return []
    test = step.tests[step.asked]
    piece = line_piece(step.model.tree, step.node, np.eye(2)[test.feature], test.threshold, *LIMITS)
    return [] if piece is None else segments_of(piece.reshape(1, 4), color="accent", width=2.6, dash=DASHED)
