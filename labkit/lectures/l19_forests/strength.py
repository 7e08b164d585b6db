"""How good single trees of a forest are, and how much alike: what m trades against each other.

Lecture 19; deck 000 "Ensemble Trees: Random Forests". Inventory: I-000-103. A tree's margin on a case is +1 where it is
right and -1 where it is wrong; over cases these have a variance for each tree and a covariance for each two.

    correlation = mean of the covariances of two trees / mean of the products of their standard deviations      (1)

as in Breiman, "Random Forests", Machine Learning 45 (2001), section 2.2.
"""

from __future__ import annotations

import numpy as np


def right_answers(model, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """(trees, cases): which trees are right about which cases; y holds labels."""
    said = model.ensemble.members.answers(X, model.members)
    return model.classes[said] == y


def majority_right(right: np.ndarray, favoured: np.ndarray) -> np.ndarray:
    """(trees, cases): whether most of the first 1, 2, ... trees are right; a tie is right about ``favoured`` cases.

    Of two classes, equal votes go to the first: its cases are the favoured ones.
    """
    lead = 2 * right.cumsum(axis=0) - np.arange(1, len(right) + 1)[:, None]
    return (lead > 0) | ((lead == 0) & favoured)


def correlations(right: np.ndarray) -> np.ndarray:
    """(1) among the first 1, 2, ... trees; NaN where no two of them vary."""
    margins = 2.0 * right - 1.0
    centred = margins - margins.mean(axis=1, keepdims=True)
    variance = np.mean(centred**2, axis=1)
    # sums over pairs of different trees: the square of a sum, less its diagonal
    diagonal = variance.cumsum()
    covariances = np.mean(centred.cumsum(axis=0) ** 2, axis=1) - diagonal
    products = np.sqrt(variance).cumsum() ** 2 - diagonal
    some = products > 1e-9
    return np.divide(covariances, products, where=some, out=np.full(len(right), np.nan))  # (1)
