"""Gaussian mixtures against scikit-learn's, both from the same start, for so many iterations."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
from sklearn import mixture as peers
from sklearn.exceptions import ConvergenceWarning

from bench.measure import Comparison, Problem, fits, record
from labkit import learners
from labkit.learners.mixture.coins import CoinModel
from labkit.learners.mixture.gaussian_model import GaussianMixtureModel

NO_PEER: dict[type, str] = {learners.CoinMixture: "no peer: scikit-learn has no mixture of counts"}
COMPONENTS = 3
SAME = 1e-9  # so much two log-likelihoods may differ, as a share


def overlapping(n: int, d: int, seed: int) -> tuple[np.ndarray, GaussianMixtureModel]:
    """Examples of components one and a half deviations apart, which EM is not done with soon, and a start."""
    rng = np.random.default_rng(seed)
    means = rng.normal(0, 1.5 / np.sqrt(d), (COMPONENTS, d))
    X = means[rng.integers(COMPONENTS, size=n)] + rng.normal(size=(n, d))
    return X, GaussianMixtureModel.given(X[:COMPONENTS], np.eye(d))


def same_likelihood(X: np.ndarray, ours, theirs) -> bool:
    alike = abs(ours.score(X) / theirs.score(X) - 1) < SAME
    return alike and ours.last_step_.iteration == theirs.n_iter_


# ---------------------------------------------------------------- problems


def from_one_start(d: int, iterations: int, n: int, seed: int) -> Problem:
    X, start = overlapping(n, d, seed)
    ours = learners.GaussianMixture(start=start, tolerance=0, max_iterations=iterations)
    theirs = Patient(
        COMPONENTS, tol=0, reg_covar=0, max_iter=iterations, weights_init=start.weights, means_init=start.means,
        precisions_init=np.linalg.inv(start.covariances),
    )  # fmt: skip
    return fits(ours, theirs, X, None, partial(same_likelihood, X))


class Patient(peers.GaussianMixture):
    """Does not say that it has not converged: all iterations are wanted."""

    def fit(self, X, y=None):
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
            return super().fit(X)


def story(n: int, seed: int) -> Problem:
    X, start = overlapping(n, 2, seed)
    return record(learners.GaussianMixture(start=start, tolerance=0, max_iterations=50), X, None)


def coin_story(n: int, seed: int) -> Problem:
    X, _ = CoinModel.given([0.6, 0.45]).sample(n, seed=seed)
    return record(learners.CoinMixture(start=(0.7, 0.4), tolerance=0, max_iterations=50), X, None)


# ---------------------------------------------------------------- rows

FIT, PEER = learners.GaussianMixture, "sklearn GaussianMixture"
COMPARISONS = (
    Comparison("mixture fit", FIT, 200, partial(from_one_start, 2, 50), PEER),
    Comparison("mixture fit", FIT, 2000, partial(from_one_start, 2, 50), PEER, limit=0.3),
    Comparison("mixture fit", FIT, 2000, partial(from_one_start, 10, 50), PEER, limit=0.4, d=10),
    Comparison("mixture fit", FIT, 100_000, partial(from_one_start, 2, 20), PEER, limit=0.5, problems=3),
    Comparison("mixture fit", FIT, 1_000_000, partial(from_one_start, 10, 10), PEER, limit=1.5, d=10, problems=1),
    Comparison("mixture story", FIT, 2000, story, "labkit fit", limit=1.1),
    Comparison("coins story", learners.CoinMixture, 2000, coin_story, "labkit fit"),
)
