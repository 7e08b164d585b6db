"""Pruning on cases that did not grow the tree, seen: the node looked at, its errors as a leaf and as it is."""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.labs.pruning.common import LABELS, Cases
from labkit.learners.tree.validation import ValidationStep, greedy_steps, reduced_error_steps
from labkit.player.lab import Telling
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.plane import Plane
from labkit.views.scene import Panel, Scene
from labkit.views.tree import TreeView

REDUCED, GREEDY = "reduced error", "greedy validation"
STORIES = {REDUCED: (reduced_error_steps, "nodes looked at"), GREEDY: (greedy_steps, "nodes cut")}
TREE = (8, 8, 640, 296)
COUNTS, ERRORS = (48, 340, 240, 108), (372, 340, 440, 108)
HEIGHT = 492


def by_validation(fitted, parts: tuple[Cases, Cases, Cases], plane: Plane, *, method: str) -> Telling:
    """The story of one node after the other; the parts are for growing, for pruning, and for the truth."""
    (cases, pruning, fresh), (steps, counted) = parts, STORIES[method]
    trace = Trace(steps(fitted, pruning.X, pruning.y))
    order = {step: k for k, step in enumerate(trace)}
    curves = [
        Curve(trace.curve(lambda step: fresh.error(step.model)), f"{len(fresh.y)} fresh cases", "ink"),
        Curve(trace.curve(lambda step: step.errors / step.cases), "pruning cases", "class2"),
        Curve(trace.curve(lambda step: cases.error(step.model)), "training", "class3"),
    ]
    views = [
        TreeView(trace[0].model, box=TREE, labels=LABELS),
        plane,
        _counts,
        Curves(np.arange(len(trace)), curves, order.__getitem__, box=ERRORS, title="Error of the tree so far",
               xlabel=counted, name="errors"),
    ]  # fmt: skip
    return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=HEIGHT))


def _counts(step: ValidationStep) -> Panel:
    """The errors at the node looked at, scaled to them: those at the root would dwarf all others."""
    errors = np.array([step.leaf_errors or 0.0, step.subtree_errors or 0.0])
    labels = "as a leaf", "as it is"
    if step.node is not None:
        labels = tuple(f"{label}: {count:.3g}" for label, count in zip(labels, errors, strict=True))
    title, ylim = "Pruning cases wrong at the node lit", (0.0, 1.15 * max(errors.max(), 1.0))
    return BarChart(lambda _: errors, box=COUNTS, ylim=ylim, labels=labels, title=title, name="counts")(step)
