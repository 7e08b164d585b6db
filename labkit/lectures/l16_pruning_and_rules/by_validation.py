"""Pruning on cases that did not grow the tree, seen: the node looked at, its errors as a leaf and as it is."""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.learners.tree.validation import ValidationStep, greedy_steps, reduced_error_steps
from labkit.lectures.l16_pruning_and_rules.common import LABELS, LIMITS, Cases
from labkit.player.lab import Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.trees.tree import TreeView

REDUCED, GREEDY = "reduced error", "greedy validation"
STORIES = {REDUCED: (reduced_error_steps, "nodes looked at"), GREEDY: (greedy_steps, "nodes cut")}


def by_validation(fitted, cases: Cases, pruning: Cases, fresh: Cases, *, method: str) -> Story:
    """The story of one node after the other; the cases are for growing, for pruning, and for the truth."""
    steps, counted = STORIES[method]
    trace = Trace(steps(fitted, pruning.X, pruning.y))
    tree = TreeView(trace[0].model, labels=LABELS)
    plane = Plane(cases.X, cases.y, limits=LIMITS, labels=LABELS, editable=True, size=5.0)
    counts = Chart(title="Wrong at the node lit", ylim=_limits, counts=True, name="counts")
    counts.bars(_errors, labels=_words)
    errors = Chart(trace, title="Error of the tree so far", xlabel=counted, name="errors")
    errors.line(lambda step: fresh.error(step.model), f"{len(fresh.y)} fresh cases")
    errors.line(lambda step: step.errors / step.cases, "pruning cases")
    errors.line(lambda step: cases.error(step.model), "training")
    above, below = columns(tree, square(plane)), columns(counts, errors, weights=(1, 2))
    return Story(trace, rows(above, below, weights=(2, 1), shape=1.95))


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
