"""Pruning on cases that did not grow the tree, seen: the node looked at, its errors as a leaf and as it is.

Lecture 16; deck 000 "Pruning the Tree - 4" and "- 5", deck 001 "Pruning", deck 003 "AVOIDING OVERFITTING: DECISION TREE
PRUNING". Inventory: I-000-095, I-001-036, I-003-035.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.learners import CART
from labkit.learners.tree.validation import ValidationStep, greedy_steps, reduced_error_steps
from labkit.lectures.l16_pruning_and_rules import questions
from labkit.lectures.l16_pruning_and_rules.common import LABELS, POINTS, Cases
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows
from labkit.views.trees.tree import TreeView

REDUCED, GREEDY = "reduced error", "greedy search"
STORIES = {REDUCED: (reduced_error_steps, "nodes looked at"), GREEDY: (greedy_steps, "nodes cut")}


class ValidationLab(Lab):
    """One node after the other: would it do better as a leaf?"""

    name, heading = "16-validation", "Would a leaf do better?"
    question = questions.never_worse
    points = POINTS
    steering = (*points.controls, Choice("method", "method", tuple(STORIES), REDUCED))
    presets = {
        "greedy search": {"method": GREEDY},
        "few pruning cases": {"points": 30},
        "half-moons": {"data": "moons"},
    }
    still = 8

    def story(self, X, y, values):
        _, pruning, fresh = (Cases.of(*part) for part in self.points.samples(values))
        steps, counted = STORIES[values["method"]]
        trace = Trace(steps(CART().fit(X, LABELS[y]), pruning.X, pruning.y))
        counts = Chart(title="Wrong at the node lit", ylim=_limits, counts=True, name="counts")
        counts.bars(_errors, labels=_words)
        errors = Chart(trace, title="Share of errors, so far", xlabel=counted, name="errors")
        errors.line(lambda step: fresh.error(step.model), "fresh")
        errors.line(lambda step: step.errors / step.cases, "pruning cases")
        tree = TreeView(trace[0].model, labels=LABELS)
        return Story(trace, columns(tree, rows(counts, errors), weights=(11, 9), shape=2))


def _errors(step: ValidationStep) -> np.ndarray:
    """At the node looked at: as a leaf, and as it is."""
    return np.array([step.leaf_errors or 0.0, step.subtree_errors or 0.0])


def _limits(step: ValidationStep) -> tuple[float, float]:
    """Those of the root would dwarf all others."""
    return 0.0, 1.15 * max(_errors(step).max(), 1.0)


def _words(step: ValidationStep) -> tuple[str, ...]:
    names = "as a leaf", "as it is"
    if step.node is None:
        return names
    return tuple(f"{name}: {count:.3g}" for name, count in zip(names, _errors(step), strict=True))
