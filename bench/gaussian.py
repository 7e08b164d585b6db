"""Gaussian classes and their relatives against scikit-learn's."""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from bench.measure import Comparison, Problem, fits, record
from bench.trees import in_
from labkit import learners

NO_PEER = {
    learners.ExponentialFamily: "no peer: scikit-learn has the Gaussian one, naive Bayes, and no gamma or Poisson",
    learners.FisherDiscriminant: "as lda fit: the same estimates, made round in the same way",
}
CLASSES = 3
CLOSE = 1e-6  # so much two posterior probabilities may differ


def clouds(d: int, n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Three overlapping Gaussian classes, each with a covariance of its own."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, CLASSES, n)
    spread, means = rng.normal(0, 0.15, (CLASSES, d, d)) + np.eye(d), rng.normal(0, 1, (CLASSES, d))
    return np.einsum("nij,nj->ni", spread[y], rng.normal(size=(n, d))) + means[y], y


def posteriors(ours, theirs, d: int, n: int, seed: int) -> Problem:
    """Both sides estimate by maximum likelihood, so that their posterior probabilities are the same."""
    X, y = clouds(d, n, seed)

    def same(ours, theirs) -> bool:
        return np.abs(ours.predict_proba(X) - theirs.predict_proba(X)).max() < CLOSE

    return fits(ours, theirs, X, y, same)


def story(d: int, n: int, seed: int) -> Problem:
    return record(learners.LDA(), *clouds(d, n, seed))


PEERS = {
    "lda": (learners.LDA(), LinearDiscriminantAnalysis()),  # its default solver, "svd"
    "qda": (learners.QDA(), QuadraticDiscriminantAnalysis()),
    "naive bayes": (learners.NaiveBayes(), GaussianNB()),
}
COMPARISONS = (
    *(
        Comparison(f"{name} fit", type(ours), 2000, peer=f"sklearn {type(theirs).__name__}", limit=0.7,
                   **in_(10, partial(posteriors, ours, theirs)))
        for name, (ours, theirs) in PEERS.items()
    ),
    Comparison("lda story", learners.LDA, 2000, peer="labkit fit", **in_(10, story)),
)  # fmt: skip
