"""Least squares against scikit-learn's: fitting, and telling the way downhill."""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn import linear_model as peers

from bench.measure import Comparison, Problem, fits, record
from labkit import learners
from labkit.learners.descent.first_order import GradientDescent

NO_PEER = {}


def examples(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, X @ rng.normal(size=d) + 1 + rng.normal(size=n)


def same_weights(ours, theirs) -> bool:
    return np.allclose(ours.model_.w, np.r_[theirs.intercept_, theirs.coef_.ravel()], rtol=1e-8, atol=1e-10)


# ---------------------------------------------------------------- problems


def ridge(d: int, n: int, seed: int) -> Problem:
    """Both minimise the squared errors and lam |w|^2, the bias left out."""
    return fits(learners.LinearRegression(lam=1.0), peers.Ridge(alpha=1.0), *examples(n, d, seed), same_weights)


def plain(d: int, n: int, seed: int) -> Problem:
    return fits(learners.LinearRegression(), peers.LinearRegression(), *examples(n, d, seed), same_weights)


def classes(d: int, n: int, seed: int) -> Problem:
    """Ridge on -1 and +1, on both sides."""
    X, y = examples(n, d, seed)
    return fits(learners.LeastSquaresClassifier(lam=1.0), peers.RidgeClassifier(alpha=1.0), X, y > 1, same_weights)


def absolute(d: int, n: int, seed: int) -> Problem:
    """The least sum of absolute errors, of which there may be several hyperplanes."""
    X, y = examples(n, d, seed)

    def same_sum(ours, theirs) -> bool:
        sums = [np.abs(y - each.predict(X)).sum() for each in (ours, theirs)]
        return np.isclose(*sums, rtol=1e-8)

    return fits(learners.LeastModulus(), peers.QuantileRegressor(alpha=0.0), X, y, same_sum)


def story(d: int, n: int, seed: int) -> Problem:
    """The whole way downhill."""
    learner = learners.LinearRegression(solver=GradientDescent(rate=0.2 / n), max_iterations=200)
    return record(learner, *examples(n, d, seed))


# ---------------------------------------------------------------- rows

FIT, CLASSIFIER = learners.LinearRegression, learners.LeastSquaresClassifier
D = 10
COMPARISONS = (
    Comparison("ridge fit", FIT, 2000, partial(ridge, D), "sklearn Ridge", limit=0.7, d=D),
    Comparison("ridge fit", FIT, 100_000, partial(ridge, D), "sklearn Ridge", d=D, problems=3),
    Comparison("least squares fit", FIT, 2000, partial(plain, D), "sklearn LinearRegression", d=D),
    Comparison("least squares classes fit", CLASSIFIER, 2000, partial(classes, D), "sklearn RidgeClassifier", d=D),
    Comparison("least modulus fit", learners.LeastModulus, 2000, partial(absolute, D), "sklearn QuantileRegressor", d=D,
               problems=3),
    Comparison("least squares story", FIT, 2000, partial(story, D), "labkit fit", d=D, problems=3),
)  # fmt: skip
