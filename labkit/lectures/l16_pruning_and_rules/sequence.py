"""A tree cut back link by link: what goes next, what each tree costs at every price of a leaf, which one is chosen.

Lecture 16; deck 000 "Pruning the Tree - 1" to "- 4". Inventory: I-000-091, I-000-092, I-000-093, I-000-094.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import STOP, Trace
from labkit.learners import CART
from labkit.learners.tree.cost_complexity import PruneStep, PruningPath, prune_steps
from labkit.learners.tree.cross_validation import choice_steps, choose_alpha
from labkit.learners.tree.growth import leaves
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.pruning import RISKS
from labkit.lectures.l16_pruning_and_rules import questions
from labkit.lectures.l16_pruning_and_rules.common import LABELS, LIMITS, POINTS, Cases
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.envelope import lower_envelope
from labkit.views.items import Items
from labkit.views.layout import columns, rows, square
from labkit.views.plane.leaf_boxes import leaf_outlines
from labkit.views.plane.plane import Plane
from labkit.views.scene import Boxes, Mark
from labkit.views.trees.tree import TreeView
from labkit.views.wrap import Overlay

CROSS_VALIDATION, CAREFUL, VALIDATION = CHOICES = ("cross-validation", "one standard error", "validation")
PLANE, TREE = SHOWN = ("plane", "tree")
FOLDS = 5  # few enough to be tried anew while a point is dragged
BEYOND = 1.25  # of the last price at which something goes: where the axis ends
XLABEL = "price \u03b1 of a leaf"


class PruningLab(Lab):
    """The pruning sequence: the tree, the cost lines of all its trees, and their errors."""

    name, heading, classes = "16-pruning", "Cut the weakest link", tuple(map(str, LABELS))
    question = questions.how_much_stays
    points = POINTS
    steering = (
        *points.controls,
        Choice("show", "show", SHOWN, PLANE),
        Choice("risk", "risk R", RISKS, "error"),
        Choice("choice", "choose by", CHOICES, CROSS_VALIDATION),
    )
    presets = {
        "as a tree": {"show": TREE},
        "right labels": {"noise": 0.0},
        "one standard error": {"choice": CAREFUL},
        "half-moons": {"data": "moons"},
    }
    still = 2

    def story(self, X, y, values):
        _enough(y)
        _, held_out, fresh = (Cases.of(*part) for part in self.points.samples(values))
        cases, risk, choice = Cases.of(X, y), values["risk"], values["choice"]
        pruning = Trace(prune_steps(CART().fit(cases.X, cases.y), risk))
        measured = VALIDATION if choice == VALIDATION else CROSS_VALIDATION
        errors, slack = _errors(pruning, cases, held_out, choice, risk)
        trace = Trace(choice_steps(pruning, errors, slack, measured=measured))
        curves = {measured: errors, "fresh": pruning[:-1].curve(lambda step: fresh.error(step.model)),
                  "training": pruning[:-1].curve("error")}  # fmt: skip
        charts = rows(cost_chart(trace[0].path), error_chart(trace[0].path, curves))
        shown = square(_plane(cases, pruning)) if values["show"] == PLANE else _tree(trace[0].model)
        return Story(
            trace, columns(shown, charts, weights=(11, 9) if values["show"] == TREE else (), shape=2, caption=_caption)
        )


def _enough(y: np.ndarray) -> None:
    """A fold of the cross-validation must not lose a whole class."""
    fewest = int(np.bincount(y, minlength=len(LABELS)).min())
    if fewest < 2:
        raise ValueError(f"points: expected at least 2 examples of each class, got {fewest}; add some of that class")


def _errors(
    pruning: Trace, cases: Cases, held_out: Cases, choice: str, risk: str
) -> tuple[np.ndarray, np.ndarray | None]:
    """Of every tree, on cases that did not grow it; and their standard errors, where the choice heeds these."""
    if choice == VALIDATION:
        return pruning[:-1].curve(lambda step: held_out.error(step.model)), None
    tried = choose_alpha(CART(), cases.X, cases.y, folds=min(FOLDS, len(cases.y)), risk=risk)
    return tried.errors, tried.standard_errors if choice == CAREFUL else None


# ---------------------------------------------------------------- the panels


def cost_chart(path: PruningPath) -> Chart:
    """R + alpha L of every tree, a straight line; the least of them is the lower envelope."""
    names = [leaves(int(count)) for count in path.leaves]
    chart = lower_envelope(path.risks, path.leaves, "alpha", names=names, key="tree", xlim=(0.0, _ends(path)[-1]),
                           title="Cost of every tree: R + \u03b1 \u00b7 leaves", name="costs", xlabel=XLABEL,
                           cursor=False)  # fmt: skip
    risks, slopes = path.risks[:, None], path.leaves[:, None]
    chart.function(lambda x: (risks + slopes * x).min(axis=0), "lower envelope", color="ink")
    chart.model(lambda step: lambda x: step.risk + x * step.leaves, flat=False, color="accent")
    return chart.marks(lambda step: [_cheapest(path, step.prune)])


def error_chart(path: PruningPath, curves: dict[str, np.ndarray]) -> Chart:
    """The errors of each tree over the prices at which it is the cheapest, as far as the story has come."""
    ends = _ends(path)
    inside = np.nextafter(ends[1:], 0.0)  # a step of the stairs ends before the next one begins
    places = np.column_stack([ends[:-1], inside]).ravel()
    chart = Chart(places, at=lambda step: inside[-1 if step.event == STOP else step.prune], cursor=False, name="errors",
                  title="Share of errors of that tree", xlabel=XLABEL, xlim=(0.0, ends[-1]),
                  ylim=(-0.02, 1.05 * max(map(max, curves.values()))))  # fmt: skip
    trees = np.repeat(np.arange(len(path.alphas)), 2)
    for label, values in curves.items():
        chart.line(np.repeat(values, 2), label, items=Items("tree", trees, label))
    return chart.marks(lambda step: [_cheapest(path, step.prune)])


def _ends(path: PruningPath) -> np.ndarray:
    """The prices at which the trees become the cheapest, and the end of the axis."""
    last = float(path.alphas[-1])
    return np.append(path.alphas, BEYOND * last if last > 0 else 1.0)


def _cheapest(path: PruningPath, tree: int) -> Boxes:
    """A band over the prices at which a tree is the cheapest."""
    ends = _ends(path)
    return Boxes(float(ends[tree]), -1.0, float(ends[tree + 1]), 2.0, fill="accent", opacity=0.14)


def _plane(cases: Cases, pruning: Trace) -> Overlay:
    plane = Plane(cases.X, cases.y, limits=LIMITS, labels=LABELS, editable=True, size=5.0, acted=_next)
    return Overlay(plane, lambda step: _outlines(step, pruning[step.prune + 1].model))


def _tree(model: TreeModel) -> TreeView:
    return TreeView(model, labels=LABELS, notes=_notes, acted=_next)


def _next(step: PruneStep) -> np.ndarray:
    """The nodes that go next; none from the tree that is chosen."""
    return np.empty(0, dtype=int) if step.event == STOP else step.next_nodes


def _outlines(step: PruneStep, after: TreeModel) -> list[Mark]:
    """Around the regions that become one leaf each."""
    return leaf_outlines(after.leaf_boxes(*LIMITS), _next(step))


def _notes(step: PruneStep) -> dict[int, tuple[str, ...]]:
    return {int(node): (f"g {step.links[node]:.3g}",) for node in np.flatnonzero(np.isfinite(step.links))}


def _caption(step: PruneStep) -> str:
    coming = f"; lit: what goes next, at {step.next_alpha:.3g}" if len(_next(step)) else ""
    return step.caption + coming
