"""A tree and its regions growing together, split by split, and what each split does on fresh points.

Lecture 15; deck 001 "Decision Trees", deck 000 "Defining “Attribute Tests” - 2". Inventory: I-001-022, I-000-074.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners import DecisionTree, ObliqueTree
from labkit.learners.tree.cuts import cut_piece
from labkit.learners.tree.growth import errors_after
from labkit.learners.tree.tree import LINEAR
from labkit.lectures.l15_growing_trees import questions
from labkit.lectures.l15_growing_trees.hand import LIMITS, NAMES
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Mark, segments_of
from labkit.views.trees.tree import TreeView
from labkit.views.wrap import Overlay

CRITERIA = ("entropy", "gini", "misclassification", "gain_ratio", "twoing", "half_split")
FRESH = 2000  # points to test on
SLANTED = {"data": "separable", "points": 200}


class GrowthLab(Lab):
    """Criteria, limits, the order of the splits, straight or oblique cuts."""

    name, heading, classes = "15-growth", "A tree grows", tuple(NAMES.tolist())
    question = questions.every_split
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
    presets = {
        "XOR": {"data": "xor", "depth": 10},
        "a slanted border": SLANTED,
        "count mistakes instead": SLANTED | {"criterion": "misclassification"},
        "slanted cuts": SLANTED | {"cuts": "oblique"},
        "too large a tree": {"data": "gaussians", "depth": 10},
    }
    still = 5  # its fifth cut corrects nobody

    def data(self, values):
        return samples(values)[0]

    def story(self, X, y, values):
        trace = _learner(values).trace(X, NAMES[y])
        plane = Plane(X, NAMES[y], limits=LIMITS, editable=True, labels=NAMES, size=4.5)
        plane = Overlay(plane, _oblique_cuts) if values["cuts"] == "oblique" else plane
        fresh, training = errors_after(trace[-1].model, *_fresh(values)), trace[-1].curves.error
        errors = Chart(np.arange(len(fresh)), at="split", title="Share of errors", xlabel="splits", name="errors",
                       ylim=(0.0, 1.05 * max(fresh.max(), training.max(), 0.05)))  # fmt: skip
        errors.line(fresh, "fresh").line(training, "training")
        tree = TreeView(trace[-1].model, labels=NAMES)
        return Story(trace, columns(rows(square(plane), errors), tree, weights=(1, 2), shape=1.95))


def samples(values: dict) -> list[data.Points]:
    """To grow on, and to test on."""
    shape = {"noise": 0.15} if values["data"] == "moons" else {}
    return data.samples(data.GENERATORS[values["data"]], values["points"], FRESH, seed=values["seed"], **shape)


def _fresh(values: dict) -> tuple[np.ndarray, np.ndarray]:
    X, y = samples(values)[1]
    return X, NAMES[y]


def _learner(values: dict) -> DecisionTree | ObliqueTree:
    limits = {"criterion": values["criterion"], "max_depth": values["depth"], "min_leaf": values["min_leaf"]}
    return ObliqueTree(**limits) if values["cuts"] == "oblique" else DecisionTree(**limits, order=values["order"])


def _oblique_cuts(step) -> list[Mark]:
    """All cuts so far, the newest lit; where all are straight, the plane draws them as the borders of leaves."""
    tree, nodes = step.model.tree, step.model.tree.splits[: step.split]
    if not (tree.kind[nodes] == LINEAR).any():
        return []
    pieces = {node: cut_piece(tree, node, *LIMITS) for node in nodes.tolist()}
    seen = {node: piece.ravel() for node, piece in pieces.items() if piece is not None}
    earlier = [piece for node, piece in seen.items() if node != step.node]
    newest = [piece for node, piece in seen.items() if node == step.node]
    return [*segments_of(np.array(earlier), width=1.0), *segments_of(np.array(newest), color="accent", width=3.4)]
