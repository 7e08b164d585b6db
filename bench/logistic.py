"""Logistic regression for two classes against scikit-learn's, both with the L2 penalty lam = 1 = 1 / C."""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn import linear_model as peers

from bench.measure import Comparison, Problem, fits, record
from labkit import learners

NO_PEER = {
    learners.RecursiveLogistic: "no peer: scikit-learn has no recursive least squares",
    learners.DualLogistic: "no peer: liblinear's dual exempts no bias either, but scales it",
}
SAME = 1e-6  # so much two objectives may differ, as a share


def classified(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Classes that overlap as the model says."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, (X @ rng.normal(size=d) + 0.5 + rng.logistic(size=n) > 0).astype(int)


def objective(w: np.ndarray, X: np.ndarray, y: np.ndarray) -> float:
    """By its definition; w has the bias first."""
    return float(np.logaddexp(0, (1 - 2 * y) * (X @ w[1:] + w[0])).sum() + w[1:] @ w[1:] / 2)


def same_objective(X: np.ndarray, y: np.ndarray, ours, theirs) -> bool:
    reached = objective(ours.model_.w, X, y), objective(np.r_[theirs.intercept_, theirs.coef_[0]], X, y)
    return abs(reached[0] / reached[1] - 1) < SAME


# ---------------------------------------------------------------- problems


def newton(d: int, n: int, seed: int) -> Problem:
    X, y = classified(n, d, seed)
    return fits(learners.LogisticRegression(lam=1.0), peers.LogisticRegression(), X, y, partial(same_objective, X, y))


def story(d: int, n: int, seed: int) -> Problem:
    return record(learners.LogisticRegression(lam=1.0), *classified(n, d, seed))


# ---------------------------------------------------------------- rows

FIT, PEER = learners.LogisticRegression, "sklearn LogisticRegression"
COMPARISONS = (
    Comparison("logistic fit", FIT, 200, partial(newton, 2), PEER, limit=0.25),
    Comparison("logistic fit", FIT, 2000, partial(newton, 10), PEER, limit=0.4, d=10),
    Comparison("logistic fit", FIT, 100_000, partial(newton, 10), PEER, limit=1.0, d=10, problems=3),
    Comparison("logistic fit", FIT, 1_000_000, partial(newton, 10), PEER, limit=1.2, d=10, problems=1),
    Comparison("logistic story", FIT, 200, partial(story, 2), "labkit fit"),
    Comparison("logistic story", FIT, 2000, partial(story, 10), "labkit fit", limit=1.1, d=10),
)
