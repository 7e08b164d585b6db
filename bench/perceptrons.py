"""The perceptron and its family against scikit-learn's and SciPy's, and its story against its own fit."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from sklearn import linear_model as peers

from bench.measure import Comparison, Problem, fits, record
from labkit import learners
from labkit.core import data
from labkit.learners.perceptron.programming import standard_form

NO_PEER = {
    learners.FuzzyPerceptron: "no peer: no library in use has fuzzy updates",
    learners.HoKashyap: "no peer: no library in use has it",
    learners.LVQ: "no peer: scikit-learn has no learning vector quantisation",
    learners.PocketPerceptron: "no peer: scikit-learn's Perceptron keeps the last weights, not the best",
}


def same_weights(ours, theirs) -> bool:
    theirs_w = np.r_[theirs.intercept_, theirs.coef_.ravel()]
    return np.allclose(ours.model_.w, theirs_w, rtol=1e-6, atol=1e-9)


def separable(n: int, seed: int) -> Problem:
    """Without shuffling both tell the same story, so the weights must be equal."""
    X, y = data.separable(n, seed=seed)
    return fits(learners.Perceptron(x0=1.0), peers.Perceptron(shuffle=False), X, y, same_weights)


def noisy(n: int, seed: int) -> Problem:
    X, y = data.gaussians(n, seed=seed)
    theirs = peers.Perceptron(max_iter=50, tol=None, shuffle=False)
    return fits(learners.Perceptron(x0=1.0, max_sweeps=50), theirs, X, y, same_weights)


def many_classes(n: int, seed: int) -> Problem:
    X, y = data.blobs(n, seed=seed)

    def solved(ours, theirs) -> bool:
        return ours.score(X, y) == theirs.score(X, y) == 1.0

    return fits(learners.MulticlassPerceptron(x0=1.0), peers.Perceptron(), X, y, solved)


def program(n: int, seed: int) -> Problem:
    X, y = data.gaussians(n, seed=seed)
    Z = np.column_stack([np.full(n, -1.0), X]) * (2.0 * y - 1.0)[:, None]
    c, A, b, _ = standard_form(Z, np.ones(n))

    def same_optimum(ours, theirs) -> bool:
        return np.isclose(ours.last_step_.primal, theirs.fun, rtol=1e-6, atol=1e-9)

    ours = learners.LinearProgram()
    return Problem(lambda: ours.fit(X, y), lambda: linprog(c, A_ub=-A, b_ub=-b, method="highs"), same_optimum)


SWEEPS = 20
DELTA = {"penalty": None, "learning_rate": "constant", "eta0": 0.01, "shuffle": False, "tol": None}


def adaline(n: int, seed: int) -> Problem:
    X, y = data.gaussians(n, seed=seed)
    ours = learners.Adaline(learning_rate=0.01, tolerance=0.0, max_sweeps=SWEEPS)
    return fits(ours, peers.SGDClassifier(loss="squared_error", max_iter=SWEEPS, **DELTA), X, y, same_weights)


def least_mean_squares(n: int, seed: int) -> Problem:
    X, y = _numbers(n, seed)
    ours = learners.LeastMeanSquares(learning_rate=0.01, tolerance=0.0, max_sweeps=SWEEPS)
    return fits(ours, peers.SGDRegressor(loss="squared_error", max_iter=SWEEPS, **DELTA), X, y, same_weights)


def in_random_order(n: int, seed: int) -> Problem:
    """Two shuffles are not the same, so weights near the answer must be all."""
    X, y = _numbers(n, seed)
    ours = learners.LeastMeanSquares(learning_rate=0.01, tolerance=0.0, max_sweeps=SWEEPS, order="random")
    theirs = peers.SGDRegressor(loss="squared_error", max_iter=SWEEPS, random_state=0, **{**DELTA, "shuffle": True})

    def near(ours, theirs) -> bool:
        return np.allclose(ours.model_.w, np.r_[theirs.intercept_, theirs.coef_], atol=0.05)

    return fits(ours, theirs, X, y, near)


def recursive(n: int, seed: int) -> Problem:
    """Taken in one by one or all at once, ridge regression has one solution."""
    X, y = _numbers(n, seed)
    whole = np.column_stack([np.ones(n), X])
    ours, theirs = learners.RecursiveLeastSquares(ridge=0.01), peers.Ridge(alpha=0.01, fit_intercept=False)

    def same(ours, theirs) -> bool:
        return np.allclose(ours.model_.w, theirs.coef_, rtol=1e-6)

    return Problem(lambda: ours.fit(X, y), lambda: theirs.fit(whole, y), same)


def _numbers(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    X, _ = data.gaussians(n, seed=seed)
    return X, X @ [1.0, -2.0] + 0.5 + np.random.default_rng(seed).normal(0, 0.1, n)


def story(n: int, seed: int) -> Problem:
    return record(learners.Perceptron(x0=1.0), *data.separable(n, seed=seed))


COMPARISONS = (
    Comparison("perceptron fit", learners.Perceptron, 200, separable, "sklearn Perceptron", limit=0.2),
    Comparison("perceptron fit", learners.Perceptron, 2000, separable, "sklearn Perceptron", limit=0.3),
    Comparison("perceptron fit noisy", learners.Perceptron, 2000, noisy, "sklearn Perceptron, 50 sweeps", limit=6),
    Comparison("perceptron story", learners.Perceptron, 200, story, "labkit fit"),
    Comparison("perceptron story", learners.Perceptron, 2000, story, "labkit fit"),
    Comparison("multiclass perceptron fit", learners.MulticlassPerceptron, 2000, many_classes, "sklearn Perceptron"),
    Comparison("linear program fit", learners.LinearProgram, 200, program, "scipy linprog (highs)"),
    Comparison("adaline fit", learners.Adaline, 2000, adaline, "sklearn SGDClassifier, 20 sweeps", limit=5),
    Comparison(
        "lms fit", learners.LeastMeanSquares, 2000, least_mean_squares, "sklearn SGDRegressor, 20 sweeps", limit=5
    ),
    Comparison(
        "lms fit in random order",
        learners.LeastMeanSquares,
        2000,
        in_random_order,
        "sklearn SGDRegressor, 20 sweeps",
        limit=5,
    ),
    Comparison(
        "recursive least squares fit", learners.RecursiveLeastSquares, 2000, recursive, "sklearn Ridge", limit=5
    ),
)
