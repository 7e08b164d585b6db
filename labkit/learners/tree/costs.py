"""Tests that cost something: a gain is worth less the more its attribute costs.

Lecture 17; deck 003 "DECISION TREE EXTENSIONS". Inventory: I-003-037.

The deck says only that costs should count; the two rules are the usual ones:

    Tan and Schlimmer:   gain^2 / cost                       (1)
    Nunez:               (2^gain - 1) / (cost + 1)^w         (2)

w from 0 to 1 says how much costs matter; at 0 the order is that of the gain alone.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs

COSTED = ("entropy", "gini", "misclassification")  # the criteria that are a gain, so that a price makes sense


def tan_schlimmer(gain: np.ndarray, cost: np.ndarray) -> np.ndarray:
    return np.square(gain) / np.asarray(cost)  # (1)


def nunez(gain: np.ndarray, cost: np.ndarray, w: float = 1.0) -> np.ndarray:
    return (np.exp2(gain) - 1.0) / (np.asarray(cost) + 1.0) ** w  # (2)


COST_RULES = {"tan_schlimmer": tan_schlimmer, "nunez": nunez}


def paid(tree, costs: np.ndarray) -> np.ndarray:
    """By node: what a case has paid when it comes there. A value that was bought once is known from then on."""
    total = np.zeros(len(tree))
    for node in range(1, len(tree)):  # a parent is older than its children
        path = [int(parent) for parent in tree.path(node)[:-1]]
        total[node] = costs[np.unique(tree.feature[path])].sum()
    return total


def mean_cost(model, costs) -> float:
    """What a case pays on average in a model's tree, if cases come as the examples did."""
    tree, leaves = model.tree, model.leaves
    return float(tree.weight[leaves] @ paid(tree, np.asarray(costs, dtype=float))[leaves] / tree.weight[0])


def checked(costs, names: tuple[str, ...]) -> np.ndarray:
    """The cost of each attribute, given in their order or as ``{"outlook": 2, ...}``; attributes not named cost 1."""
    if isinstance(costs, dict):
        unknown = [name for name in costs if name not in names]
        if unknown:
            raise ValueError(f"costs: expected attributes out of {', '.join(names)}, got {unknown[0]!r}; correct it")
        costs = [costs.get(name, 1.0) for name in names]
    costs = inputs.real_numbers("costs", costs)
    if costs.shape != (len(names),):
        raise ValueError(f"costs: expected one for each of {len(names)} attributes, got {costs.size}; add or drop some")
    if not (np.isfinite(costs) & (costs > 0)).all():
        raise ValueError(f"costs: expected positive numbers, got {costs.tolist()}; raise those that are not above 0")
    return costs
