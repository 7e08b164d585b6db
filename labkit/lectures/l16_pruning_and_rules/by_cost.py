"""Cost-complexity pruning, seen: what goes next, what each tree costs at every price, which one is chosen."""

from __future__ import annotations

import numpy as np

from labkit.core.story import STOP, Trace
from labkit.learners import CART
from labkit.learners.tree.cost_complexity import PruneStep, prune_steps
from labkit.learners.tree.cross_validation import choice_steps, choose_alpha
from labkit.learners.tree.model import TreeModel
from labkit.lectures.l16_pruning_and_rules.common import LABELS, LIMITS, Cases
from labkit.player.lab import Story
from labkit.views.charts.pruning import cost_lines, error_stairs
from labkit.views.layout import columns, rows, square
from labkit.views.plane.leaf_boxes import leaf_outlines
from labkit.views.plane.plane import Plane
from labkit.views.scene import Mark
from labkit.views.trees.tree import TreeView
from labkit.views.wrap import Overlay

CROSS_VALIDATION, CAREFUL, VALIDATION = CHOICES = ("cross-validation", "one standard error", "validation")
FOLDS = 5  # few enough to be tried anew while a point is dragged


def by_cost(fitted, cases: Cases, held_out: Cases, *, risk: str, choice: str) -> Story:
    """The story of all prices, which ends at the tree that is chosen."""
    pruning = Trace(prune_steps(fitted, risk))
    tried = choose_alpha(CART(), cases.X, cases.y, folds=min(FOLDS, len(cases.y)), risk=risk)
    curves = {CROSS_VALIDATION: tried.errors, VALIDATION: pruning[:-1].curve(lambda step: held_out.error(step.model)),
              "training": pruning[:-1].curve("error")}  # fmt: skip
    measured = VALIDATION if choice == VALIDATION else CROSS_VALIDATION
    slack = tried.standard_errors if choice == CAREFUL else None
    trace = Trace(choice_steps(pruning, curves[measured], slack, measured=measured))
    path, best = trace[0].path, trace[-1].prune
    tree = TreeView(trace[0].model, labels=LABELS, notes=_notes, acted=_next)
    plane = Plane(cases.X, cases.y, limits=LIMITS, labels=LABELS, editable=True, size=5.0, acted=_next)
    costs = cost_lines(path.alphas, path.risks, path.leaves, "prune", lambda step: step.links[np.isfinite(step.links)],
                       title="Cost R + \u03b1\u00b7leaves; the leaves above")  # fmt: skip
    errors = error_stairs(path.alphas, curves, "prune", best, title="Error of every tree")
    outlined = Overlay(plane, lambda step: _outlines(step, pruning[step.prune + 1].model))
    above, below = columns(tree, square(outlined)), columns(costs, errors, weights=(5, 6))
    return Story(trace, rows(above, below, weights=(2, 1), shape=1.95, caption=_caption))


def _next(step: PruneStep) -> np.ndarray:
    """The nodes that go next; none from the tree that is chosen."""
    return np.empty(0, dtype=int) if step.event == STOP else step.next_nodes


def _outlines(step: PruneStep, after: TreeModel) -> list[Mark]:
    """Around the regions that become one leaf each."""
    return leaf_outlines(after.leaf_boxes(*LIMITS), _next(step))


def _notes(step: PruneStep) -> dict[int, tuple[str, ...]]:
    return {int(node): (f"g {step.links[node]:.3g}",) for node in np.flatnonzero(np.isfinite(step.links))}


def _caption(step: PruneStep) -> str:
    coming = f"; lit: what goes next, at alpha = {step.next_alpha:.4g}" if len(_next(step)) else ""
    return step.caption + coming
