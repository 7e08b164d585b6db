"""k-means against scikit-learn's from the same first centres, to the end; radial networks have no peer."""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn import cluster as peers

from bench.measure import Comparison, Problem, fits, record
from labkit import learners

GROUPS = 8
SAME = 1e-9  # so much two inertias may differ, as a share

NO_PEER = {
    learners.RBFClassifier: "no peer: scikit-learn has no radial basis network",
    learners.RBFRegression: "no peer: scikit-learn has no radial basis network",
}


def grouped(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(examples, first centres): groups that overlap."""
    rng = np.random.default_rng(seed)
    X = rng.normal(scale=3.0, size=(GROUPS, d))[rng.integers(GROUPS, size=n)] + rng.normal(size=(n, d))
    return X, X[rng.choice(n, GROUPS, replace=False)]


def same_inertia(ours, theirs) -> bool:
    return abs(ours.last_step_.inertia / theirs.inertia_ - 1) < SAME


# ---------------------------------------------------------------- problems


def groups(d: int, n: int, seed: int) -> Problem:
    X, start = grouped(n, d, seed)
    ours = learners.KMeans(groups=GROUPS, start=start, max_iterations=1000)
    theirs = peers.KMeans(GROUPS, init=start, n_init=1, tol=0, max_iter=1000, algorithm="lloyd")
    return fits(ours, theirs, X, None, same_inertia)


def story(d: int, n: int, seed: int) -> Problem:
    X, start = grouped(n, d, seed)
    return record(learners.KMeans(groups=GROUPS, start=start), X, None)


def network_story(n: int, seed: int) -> Problem:
    X, _ = grouped(n, 2, seed)
    return record(learners.RBFRegression(centres=20), X, np.sin(X).sum(axis=1))


# ---------------------------------------------------------------- rows

FIT, PEER = learners.KMeans, "sklearn KMeans"
COMPARISONS = (
    Comparison("k-means fit", FIT, 200, partial(groups, 2), PEER),
    Comparison("k-means fit", FIT, 2000, partial(groups, 10), PEER, d=10),
    Comparison("k-means fit", FIT, 100_000, partial(groups, 10), PEER, d=10, problems=3),
    Comparison("k-means story", FIT, 200, partial(story, 2), "labkit fit"),
    Comparison("k-means story", FIT, 2000, partial(story, 10), "labkit fit", limit=1.1, d=10),
    Comparison("radial story", learners.RBFRegression, 2000, network_story, "labkit fit", limit=1.1),
)
