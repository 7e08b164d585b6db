"""Exercises of the page with more of lecture 05; deck 004 "Linear Discriminant Functions-Geometrical Properties"
and "Fisher's linear discriminant Summary: Multi-Class"."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners import FisherDiscriminant
from labkit.lectures.l05_fisher_discriminant.pictures import ten_points
from labkit.tutor.check import NotYet, exercise, numbers, same_results

NEAR = 0.999  # cosine of the angle between two directions that are called one

# ---------------------------------------------------------------- 5: distance and foot


def _distance(w, w0, x):
    r = (w @ x + w0) / np.linalg.norm(w)
    return r, x - r * w / np.linalg.norm(w)


def _distance_mistakes():
    def raw(w, w0, x):
        return w @ x + w0, x - (w @ x + w0) * w

    def unsigned(w, w0, x):
        r, foot = _distance(w, w0, x)
        return abs(r), foot

    def beyond(w, w0, x):
        r, _ = _distance(w, w0, x)
        return r, x + r * w / np.linalg.norm(w)

    def long_step(w, w0, x):
        r, _ = _distance(w, w0, x)
        return r, x - r * w

    return [
        (raw, "f itself is a distance only if w has length 1: divide"),
        (unsigned, "the distance has a sign: negative where f is"),
        (beyond, "that goes away from the line: minus"),
        (long_step, "the step of length r goes along w / |w|, not along w"),
        (lambda w, w0, x: _distance(w, w0, x)[::-1], "first the distance, then the foot"),
    ]


@exercise("write my_distance(w, w0, x): the signed distance of x from w'x + w0 = 0, and its foot on it")
def distance(my_distance):
    """``my_distance(w, w0, x)`` -> (r, foot)."""

    cases = [
        (np.array([3.0, 4.0]), -5.0, np.array([3.0, 2.0])),
        (np.array([3.0, 4.0]), -5.0, np.array([0.0, 0.0])),
        (np.array([1.0, -2.0, 2.0]), 4.0, np.array([1.0, 1.0, -3.0])),
    ]
    same_results(my_distance, _distance, cases, mistakes=_distance_mistakes(), parts=("the distance", "the foot"),
                 hint="f(x) says the side, |w| turns it into a length; go back by r along w / |w|",
                 how="r is w @ x + w0 over the length of w; the foot is x less r times w over its length")  # fmt: skip
    return "12 / 5 = 2.4 for the point of the slides, and its foot is (1.56, 0.08)"


# ---------------------------------------------------------------- 6: find the bug


def _between_given(X, k):
    m = X.mean(axis=0)
    S = np.zeros((X.shape[1], X.shape[1]))
    for j in np.unique(k):
        m_j = X[k == j].mean(axis=0)
        S += np.outer(m_j - m, m_j - m)
    return S


def _between(X, k):
    m = X.mean(axis=0)
    return sum((k == j).sum() * np.outer(X[k == j].mean(0) - m, X[k == j].mean(0) - m) for j in np.unique(k))


@exercise("mend between(X, k): the scatter between the classes, so that S_w + S_B is the scatter of all points",
          given=_between_given)  # fmt: skip
def between_scatter(between):
    """``between(X, k)`` -> (d, d)."""

    def shares(X, k):
        return _between(X, k) / len(X)

    def middle(X, k):
        m = np.mean([X[k == j].mean(0) for j in np.unique(k)], axis=0)
        return sum((k == j).sum() * np.outer(X[k == j].mean(0) - m, X[k == j].mean(0) - m) for j in np.unique(k))

    table = data.load("lda3")
    X, y = ten_points()
    cases = [(table.numeric("x1", "x2"), table["k"].astype(int)), (X, y), (X[2:], y[2:])]
    mistakes = [
        (shares, "scatter is a sum: do not divide by the number of points"),
        (middle, "m is the mean of all points, not of the class means"),
    ]
    same_results(between, _between, cases, mistakes=mistakes, how="weigh each class with its number of points",
                 hint="a class of a hundred points and one of two: do they count the same?")  # fmt: skip
    return "each class by its number of points, and S_w + S_B is the scatter of all"


# ---------------------------------------------------------------- 7: make the clouds round


@exercise("choose my_A, two rows of two numbers: for the ten points A x Fisher looks along the line of the means")
def rounded(my_A):
    """A 2 by 2 matrix."""
    A = numbers(my_A)
    if A.shape != (2, 2) or not np.isfinite(A).all() or abs(np.linalg.det(A)) < 1e-9 * np.abs(A).max() ** 2:
        raise NotYet(expected="a 2 by 2 matrix with an inverse", got=f"an array of shape {A.shape}" if
                     A.shape != (2, 2) else "one without an inverse", hint="two rows of two numbers, no row a multiple "
                     "of the other")  # fmt: skip
    X, y = ten_points()
    step = FisherDiscriminant().trace(X @ A.T, y)[-1]
    line, w = step.scatter.means[0] - step.scatter.means[1], step.directions[:, 0]
    cosine = abs(line @ w) / np.linalg.norm(line) / np.linalg.norm(w)
    if cosine < NEAR:
        angle = np.degrees(np.arccos(min(cosine, 1.0)))
        raise NotYet(expected="Fisher's direction on the line of the means", got=f"{angle:.1f}\u00b0 between them",
                     hint="the two agree where the scatter inside the classes is the same in all directions",
                     more=["np.linalg.eigh(S_w): divide by the root of each eigenvalue",
                           "or np.linalg.cholesky(np.linalg.inv(S_w)).T"])  # fmt: skip
    return "in round clouds the line of the means is the best direction"
