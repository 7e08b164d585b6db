"""What a node would cost as a leaf, by the training examples. Lecture 16; deck 000 "Pruning the Tree - 1"."""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.tree.tree import Tree

RISKS = ("error", "impurity")


def risk_of(tree: Tree, risk: str = "error") -> np.ndarray:
    """E / N of every node as a leaf: "error" (misclassified, or squared), or "impurity" by the grower's criterion."""
    inputs.option("risk", risk, RISKS)
    if risk == "error" and tree.counts.shape[1]:
        return (tree.weight - tree.counts.max(axis=1)) / tree.weight[0]
    return tree.impurity * tree.weight / tree.weight[0]  # for numbers the impurity is the mean squared error
