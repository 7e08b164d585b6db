"""A tree and its regions growing together, split by split, and what each split does on fresh points."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners import DecisionTree, ObliqueTree
from labkit.learners.tree.curves import GrowthCurves
from labkit.learners.tree.cuts import cut_piece
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.curves import Curve, Curves
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.scene import Path, Scene, coordinates
from labkit.views.tree import TreeView

CRITERIA = ("entropy", "gini", "misclassification", "gain_ratio", "twoing", "half_split")
NAMES = np.array(["A", "B"])
LIMITS = ((-1.3, 1.3), (-1.3, 1.3))
FRESH = 2000  # points to test on
HEIGHT = 470.0
PLANE, TREE, CURVES = (8, 8, 300, 300), (316, 8, 636, 454), (52, 346, 180, 80)


class GrowthLab(Lab):
    """Criteria, limits, the order of the splits, straight or oblique cuts."""

    name = "15-growth"
    heading = "A tree grows"
    classes = tuple(NAMES.tolist())
    data_controls = ("data", "points", "seed")
    steering = (
        Choice("data", "data", ("moons", "gaussians", "xor", "rings", "spiral", "separable"), "moons"),
        Slider("points", "points", 10, 300, 10, 100),
        Slider("seed", "seed", 0, 50, 1, 4),
        Choice("criterion", "criterion", CRITERIA, "entropy"),
        Choice("cuts", "cuts", ("straight", "oblique"), "straight"),
        Choice("order", "order", ("breadth", "best"), "breadth", only=("cuts", ("straight",))),
        Slider("depth", "longest path", 1, 10, 1, 6),
        Slider("min_leaf", "smallest leaf", 1, 30, 1, 1),
    )

    def data(self, values):
        return _samples(values)[0]

    def tell(self, X, y, values):
        trace = _learner(values).trace(X, NAMES[y])
        model = trace[-1].model
        plane = Plane(X, NAMES[y], box=PLANE, limits=LIMITS, editable=True, labels=NAMES, size=4.5)
        views = [
            Overlay(plane, _oblique_cuts) if values["cuts"] == "oblique" else plane,
            TreeView(model, box=TREE, labels=NAMES),
            self._curves(trace, values),
        ]
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=HEIGHT))

    def _curves(self, trace, values) -> Curves:
        curves = trace[-1].curves
        fresh = errors_after(trace[-1].model, *_samples(values)[1])
        told = [Curve(fresh, "fresh", "class1"), Curve(curves.error, "training", "class0")]
        top = max(fresh.max(), curves.error.max(), 0.05)
        return Curves(
            np.arange(len(fresh)), told, lambda step: step.split, box=CURVES, title="Share of errors",
            xlabel="splits", ylim=(0.0, 1.05 * top),
        )  # fmt: skip


def _oblique_cuts(step) -> list[Path]:
    """All cuts so far, the newest lit; straight ones alone are drawn by the plane as leaf boxes."""
    tree, marks = step.model.tree, []
    if step.model.boxes(*LIMITS) is not None:
        return marks
    for node in tree.splits[: step.split].tolist():
        piece = cut_piece(tree, node, *LIMITS)
        if piece is not None:
            style = {"color": "accent", "width": 3.4} if node == step.node else {"color": "ink", "width": 1.0}
            marks.append(Path(coordinates(piece[:, 0]), coordinates(piece[:, 1]), **style))
    return marks


def _samples(values: dict) -> list[data.Points]:
    """To grow on, and to test on."""
    shape = {"noise": 0.15} if values["data"] == "moons" else {}
    return data.samples(data.GENERATORS[values["data"]], values["points"], FRESH, seed=values["seed"], **shape)


def _learner(values: dict) -> DecisionTree | ObliqueTree:
    limits = {"criterion": values["criterion"], "max_depth": values["depth"], "min_leaf": values["min_leaf"]}
    return ObliqueTree(**limits) if values["cuts"] == "oblique" else DecisionTree(**limits, order=values["order"])


def errors_after(model, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The share of the cases that the tree gets wrong after 0, 1, 2... splits: each goes down the whole tree once."""
    tree, kinds = model.tree, np.searchsorted(model.classes, NAMES[y])
    seen = np.zeros((len(tree), len(model.classes)))
    np.add.at(seen, (model.apply(X), kinds), 1.0)
    seen = tree.sums_over_leaves(seen)
    right = seen[np.arange(len(tree)), tree.prediction.astype(int)]
    return GrowthCurves(tree).over_leaves((seen.sum(axis=1) - right) / len(X))
