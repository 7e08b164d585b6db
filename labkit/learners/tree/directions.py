"""Directions for an oblique test: which weighted sum of the features keeps two groups of examples apart.

Lecture 15; deck 000 "Defining “Attribute Tests” - 2" and "Criteria for Splitting Tests - 5".
Inventory: I-000-074, I-000-086.

With examples x of weight v (together 1), standardised within the node, and a side s of -1 or +1 for each:

    w = S^-1 (m+ - m-)                              Fisher; S is the scatter within the two sides    (1)
    w <- w + sum of v s x over the mistakes         perceptron, a whole sweep at once                (2)
    mistakes(w) < mistakes(pocket) => pocket <- w   and its pocket, mistakes counted by weight       (3)
    w = argmin sum of v ln(1 + exp(-s w'x)) + lam/2 |w|^2                       the logistic model   (4)

(1) and (4) carry a small ridge, so that constant columns, collinear ones and separable examples do no harm. All three
see only weighted sums: the order of the examples does not matter, and weight 2 is the same example twice.

Many classes make two sides so: the two classes whose means are farthest apart, measured by the scatter within the
classes, lead them (the first of equals), and every other class joins the nearer of the two.                        (5)
"""

from __future__ import annotations

import numpy as np

from labkit.learners.linear import augmented
from labkit.learners.logistic.regression import LogisticRegression

DIRECTIONS = ("lda", "perceptron", "logistic")
RIDGE = 1e-6  # beside variances of 1
LOGISTIC_RIDGE = 1e-3  # keeps the logistic weights of separable examples finite
MAX_SWEEPS = 100  # of the perceptron
DIGITS = 9  # to which distances and weights are compared: less than rounding can spoil


def direction(kind: str, X: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """w for the examples of one node, its largest entry +-1; zero where no direction tells the two sides apart."""
    v = weights / weights.sum()
    mean = v @ X
    scale = np.sqrt(v @ (X - mean) ** 2)
    scale[scale <= RIDGE * np.abs(X).max(axis=0)] = np.inf  # a constant column has no say
    Z = (X - mean) / scale
    find = {"lda": fisher, "perceptron": pocket, "logistic": logistic}[kind]
    w = _largest_one(find(Z, sides(Z, y, v), v))
    return _largest_one(np.round(w, DIGITS) / scale)  # rounded while all features have one unit


def sides(X: np.ndarray, y: np.ndarray, v: np.ndarray) -> np.ndarray:
    """-1 or +1 for every example: its class on one of two sides."""
    _, y = np.unique(y, return_inverse=True)
    if y.max() == 1:
        return 2.0 * y - 1.0
    means = _means(X, y, v)
    within = np.linalg.cholesky(_scatter(X - means[y], v))
    M = np.linalg.solve(within, means.T).T
    distances = np.round(((M[:, None] - M) ** 2).sum(axis=2), DIGITS)
    first, second = np.unravel_index(distances.argmax(), distances.shape)
    return np.where(distances[first] <= distances[second], -1.0, 1.0)[y]  # (5)


def fisher(X: np.ndarray, s: np.ndarray, v: np.ndarray) -> np.ndarray:
    side = (s > 0).astype(int)
    means = _means(X, side, v)
    return np.linalg.solve(_scatter(X - means[side], v), means[1] - means[0])  # (1)


def pocket(X: np.ndarray, s: np.ndarray, v: np.ndarray) -> np.ndarray:
    Z = s[:, None] * augmented(X, 1.0)
    w = best = np.zeros(Z.shape[1])
    fewest = np.inf
    for _ in range(MAX_SWEEPS):
        wrong = Z @ w <= 0
        mistakes = v[wrong].sum()
        if mistakes < fewest - 10.0**-DIGITS:
            best, fewest = w, mistakes  # (3)
        if not wrong.any():
            break
        w = w + v[wrong] @ Z[wrong]  # (2)
    return best[1:]


def logistic(X: np.ndarray, s: np.ndarray, v: np.ndarray) -> np.ndarray:
    learner = LogisticRegression(lam=LOGISTIC_RIDGE, intercept=False, tolerance=1e-12)  # the bias is penalised, too
    return learner.fit(augmented(X, 1.0), s, sample_weight=v).model_.w[2:]  # (4)


def _largest_one(w: np.ndarray) -> np.ndarray:
    return w / (np.abs(w).max() or 1.0)


def _means(X: np.ndarray, group: np.ndarray, v: np.ndarray) -> np.ndarray:
    """One row per group."""
    members = np.eye(group.max() + 1)[group] * v[:, None]
    return members.T @ X / members.sum(axis=0)[:, None]


def _scatter(deviations: np.ndarray, v: np.ndarray) -> np.ndarray:
    return (deviations.T * v) @ deviations + RIDGE * np.eye(deviations.shape[1])
