"""Support vector machines against scikit-learn's SVC (libsvm) and, for many examples, LinearSVC (liblinear).

Both sides are judged by the same number, the primal objective |w|^2 / 2 + C sum of slacks with a bias that costs
nothing, computed here from what they predict. LinearSVC with the hinge loss has that objective but for a penalty on the
bias, which weighs next to nothing beside 100,000 slacks; it gives up after its 1000 iterations, close enough to count.
"""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
from sklearn import svm as peers
from sklearn.exceptions import ConvergenceWarning

from bench import logistic, trees
from bench.measure import Comparison, Problem, fits, record
from labkit import learners

NO_PEER = {}
SAME = 1e-4  # so much two objectives may differ, as a share: both stop at a tolerance of 1e-3
SAME_UNFINISHED = 1e-3  # of one that has not converged


def square(model, linear: bool) -> float:
    """|w|^2 in the space of the kernel's features, from the support vectors and their multipliers."""
    V, c = model
    K = V @ V.T if linear else np.exp(-((V[:, None] - V) ** 2).sum(axis=2))
    return float(c @ K @ c)


def objective(learner, X: np.ndarray, y: np.ndarray, length: float) -> float:
    """With C = 1."""
    return length / 2 + float(np.maximum(0.0, 1 - (2 * y - 1) * learner.decision_function(X)).sum())


def same_objective(linear: bool, X: np.ndarray, y: np.ndarray, ours, theirs) -> bool:
    mine = square((ours.model_.vectors, ours.model_.coefficients), linear)
    other = square((theirs.support_vectors_, theirs.dual_coef_[0]), linear)
    return abs(objective(ours, X, y, mine) / objective(theirs, X, y, other) - 1) < SAME


def same_plane(X: np.ndarray, y: np.ndarray, ours, theirs) -> bool:
    w, v = ours.model_.w[1:], theirs.coef_[0]
    return abs(objective(ours, X, y, w @ w) / objective(theirs, X, y, v @ v) - 1) < SAME_UNFINISHED


# ---------------------------------------------------------------- problems


def bumps(made, n: int, seed: int) -> Problem:
    X, y = made(n, 2, seed)
    return fits(learners.SVM(gamma=1.0), peers.SVC(gamma=1.0), X, y, partial(same_objective, False, X, y))


def plane(d: int, n: int, seed: int) -> Problem:
    X, y = logistic.classified(n, d, seed)
    theirs = peers.SVC(kernel="linear")
    return fits(learners.SVM(kernel="linear"), theirs, X, y, partial(same_objective, True, X, y))


def large_plane(d: int, n: int, seed: int) -> Problem:
    X, y = logistic.classified(n, d, seed)
    ours, theirs = learners.SVM(kernel="linear"), peers.LinearSVC(loss="hinge", random_state=seed)

    def theirs_fitted():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return theirs.fit(X, y)

    return Problem(lambda: ours.fit(X, y), theirs_fitted, partial(same_plane, X, y))


def pairs_told(n: int, seed: int) -> Problem:
    return record(learners.SVM(gamma=1.0, solver="smo"), *trees.classified(n, 2, seed))


def inside_told(n: int, seed: int) -> Problem:
    return record(learners.SVM(kernel="linear", solver="interior point"), *logistic.classified(n, 10, seed))


# ---------------------------------------------------------------- rows

FIT, SVC = learners.SVM, "sklearn SVC"
CURVED, STRAIGHT = partial(bumps, trees.classified), partial(bumps, logistic.classified)
COMPARISONS = (
    Comparison("svm rbf fit", FIT, 200, CURVED, SVC, limit=2.0),
    Comparison("svm rbf fit", FIT, 2000, CURVED, SVC, limit=1.5),
    Comparison("svm rbf fit, more overlap", FIT, 200, STRAIGHT, SVC, limit=2.0),
    Comparison("svm rbf fit, more overlap", FIT, 2000, STRAIGHT, SVC, limit=1.5, problems=3),
    Comparison("svm linear fit", FIT, 200, partial(plane, 2), SVC, limit=1.5),
    Comparison("svm linear fit", FIT, 2000, partial(plane, 10), SVC, limit=1.5, d=10),
    Comparison(
        "svm linear fit", FIT, 100_000, partial(large_plane, 10), "sklearn LinearSVC", limit=0.6, d=10, problems=2
    ),
    Comparison("svm story", FIT, 200, pairs_told, "labkit fit"),
    Comparison("svm story", FIT, 2000, pairs_told, "labkit fit", limit=1.1),
    Comparison("svm linear story", FIT, 2000, inside_told, "labkit fit", limit=1.1, d=10),
)
