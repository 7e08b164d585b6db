"""Nearest neighbours against scikit-learn's: a grid of the plane, cases of many features.

Fitting only stores the examples, so answering is what is timed. No two distances are equal, so both sides find the same
neighbours.
"""

from __future__ import annotations

import numpy as np
from sklearn import neighbors as peers

from bench.measure import Comparison, Problem
from bench.trees import GRID, PREDICT, classified, examples
from labkit import learners

NO_PEER: dict[type, str] = {}
CASES = 1000


def painted(n: int, seed: int) -> Problem:
    """A grid with a tree over its points, against asking at each of them."""
    X, y = classified(n, 2, seed)
    ours, theirs = learners.NearestNeighbours().fit(X, y).model_, peers.KNeighborsClassifier().fit(X, y)
    axis = np.linspace(-3, 3, GRID)
    points = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)

    def same_pictures(image, answers) -> bool:
        return np.array_equal(image.ravel() > 0, answers == 1)

    return Problem(lambda: ours.score_grid(axis, axis), lambda: theirs.predict(points), same_pictures)


def averaged(n: int, seed: int) -> Problem:
    """Ten features: every example compared, by the matrix product."""
    X, y = examples(n + CASES, 10, seed)
    ours = learners.RegressionNeighbours().fit(X[:n], y[:n])
    theirs = peers.KNeighborsRegressor(algorithm="brute").fit(X[:n], y[:n])
    return Problem(lambda: ours.predict(X[n:]), lambda: theirs.predict(X[n:]), np.allclose)


COMPARISONS = (
    Comparison("knn grid", learners.NearestNeighbours, 1000, painted, PREDICT, limit=2.0, problems=3),
    Comparison("knn grid", learners.NearestNeighbours, 2000, painted, PREDICT, limit=2.0, problems=3),
    Comparison("regression knn predict", learners.RegressionNeighbours, 2000, averaged,
               "sklearn KNeighborsRegressor, brute", d=10, problems=3),
)  # fmt: skip
