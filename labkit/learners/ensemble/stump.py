"""The best stump, a tree with one cut: every cut of every column is tried.

Lecture 20; deck 000 "AdaBoost", "AdaBoost in Action". Inventory: I-000-107, I-000-108.

The examples have weights w that sum to 1. A cut sends an example to the left or to the right, and

    each side answers with its heaviest class                                                        (1)
    right(cut) = the weight of the examples that are answered right = max_k L_k + max_k R_k          (2)
    epsilon = 1 - the largest right(cut)                                                             (3)

with the weights L_k and R_k of class k on the two sides. Of equal cuts the lowest column wins, then the lowest
threshold; of equal classes the first. AdaBoost finds the same stumps by running sums: ``engine.stumps``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.tree.tree import TOLERANCE, majority


@dataclass(frozen=True, slots=True, eq=False)
class Stump:
    """Asks whether a number is at most the threshold; ``answers`` are the classes for yes and for no."""

    column: int
    threshold: float
    answers: tuple[int, int]
    right: float  # the weight of the examples that it answers right

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The classes' numbers."""
        yes, no = self.answers
        return np.where(X[:, self.column] <= self.threshold, yes, no)


def best_stump(X: np.ndarray, y: np.ndarray, w: np.ndarray, classes: int = 2) -> Stump | None:
    """The stump with the least weighted error; None where no column has two different values. y counts from 0."""
    best = None
    for column, x in enumerate(X.T):
        values = np.unique(x)
        for threshold in (values[1:] + values[:-1]) / 2:
            left = x <= threshold
            L, R = (np.bincount(y[side], w[side], classes) for side in (left, ~left))
            right = float(L.max() + R.max())  # (2)
            if best is None or right > best.right + TOLERANCE:
                answers = majority(np.array([L, R])).tolist()  # (1)
                best = Stump(column, float(threshold), tuple(answers), right)  # (3)
    return best
