"""What the page with more of lecture 18 shows beside its labs."""

from __future__ import annotations

import numpy as np

from labkit.core.table import Table
from labkit.learners import Backfitting, RegressionTree
from labkit.learners.additive.smoothers import LevelMeans
from labkit.lectures.l18_regression_trees.pictures import errors_of

FOUR = np.array([0.0, 0.0, 0.0, 10.0])
GRID = np.array([[a, b] for a in (0.0, 1.0) for b in (0.0, 1.0, 2.0)])
SIX = np.array([1.0, 4.0, 1.0, 3.0, 6.0, 3.0])  # at the six places of the grid


def leaves_compared() -> Table:
    """One leaf of four numbers: its answer, and both errors."""
    says = {"mean": FOUR.mean(), "median": np.median(FOUR)}
    return Table.from_dict({
        "answer": [f"{name}, {value:g}" for name, value in says.items()],
        "mean squared error": [f"{np.mean((FOUR - value) ** 2):g}" for value in says.values()],
        "mean absolute error": [f"{np.mean(np.abs(FOUR - value)):g}" for value in says.values()],
    })  # fmt: skip


def half_sweeps_by_hand() -> Table:
    """A sum on a grid of two by three: one turn each, and all is found."""
    steps = Backfitting(smoother=LevelMeans()).trace(GRID, SIX)[:3]
    turns = ("the mean", "g1 has its turn", "g2 has its turn")
    return Table.from_dict({
        "turn": list(turns),
        "g1 at 0, 1": [_listed(step.model.curves[0].predict([0.0, 1.0])) for step in steps],
        "g2 at 0, 1, 2": [_listed(step.model.curves[1].predict([0.0, 1.0, 2.0])) for step in steps],
        "left of y": [_listed(step.residuals) for step in steps],
    })  # fmt: skip


def _listed(numbers: np.ndarray) -> str:
    return "  ".join(f"{number:+g}" if abs(number) > 1e-9 else "0" for number in numbers.round(9))


def additive_scores() -> Table:
    """Eight functions that take turns, against a tree, on concrete."""
    found = {
        "eight cubics, logarithm of the age": errors_of(Backfitting(), True),
        "tree, 5 or more in a leaf": errors_of(RegressionTree(min_leaf=5), False),
    }
    return Table.from_dict({
        "method": list(found),
        "new mixtures, MPa": [f"{inside:.1f}" for inside, _, _ in found.values()],
        "above 400 kg, MPa": [f"{outside:.1f}" for _, outside, _ in found.values()],
    })  # fmt: skip
