"""Exercises of the page with more of lecture 10.

Deck 000 "Finite Convergence", "Fuzzy Updates" and "Capacity Questions".
"""

from __future__ import annotations

from math import comb, erf, sqrt

import numpy as np

from labkit.learners.perceptron.capacity import count_separable
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

FEWEST = 10  # labellings of five points on one line


def _cover(N, p):
    return 2 * sum(comb(N - 1, i) for i in range(p + 1)) / 2**N


def _normal(z):
    return (1 + erf(z / sqrt(2))) / 2


@exercise("write my_probability(N, p): how likely a random labelling of N points in p dimensions is separable, exactly")
def cover_probability(my_probability):
    """``my_probability(N, p)`` -> a number; points in general position, a hyperplane with a constant."""
    mistakes = [
        (lambda N, p: 2 * sum(comb(N - 1, i) for i in range(p)) / 2**N, "the constant counts: the sum has p + 1 terms"),
        (
            lambda N, p: sum(comb(N - 1, i) for i in range(p + 1)) / 2**N,
            "each plane serves a labelling and its opposite",
        ),
        (
            lambda N, p: 2 * sum(comb(N, i) for i in range(p + 1)) / 2**N,
            "two points in 1 dimension must give exactly 1",
        ),
        (
            lambda N, p: 2.0 * sum(comb(N - 1, i) for i in range(p + 1)),
            "that counts them; how many labellings are there?",
        ),
        (lambda N, p: _normal((2 * p - N) / sqrt(N)), "that is the printed approximation; sum the binomials"),
        (lambda N, p: _normal((2 * p + 2 - N) / sqrt(N - 1)), "that is an approximation; sum the binomials"),
    ]
    cases = [(2, 1), (3, 1), (6, 2), (8, 3), (20, 9), (40, 9)]
    hint = "count the separable labellings with binomials of N - 1, and divide by how many labellings there are"
    how = "twice the sum of math.comb(N - 1, i) for i from 0 to p, over 2**N"
    same_results(my_probability, _cover, cases, mistakes=mistakes, hint=hint, how=how)
    return "1 as long as N <= p + 1, and falling from there"


@exercise("place my_five, five different points in the plane, of which a line can do as few labellings as possible")
def fewest(my_five):
    """Five rows of two coordinates."""
    X = numbers(my_five)
    if X.shape != (5, 2) or len(np.unique(X, axis=0)) != 5:
        raise NotYet(expected="five different points [x1, x2]", got=f"{shown(my_five)}", hint="a list of five pairs")
    count = count_separable(X)
    if count > FEWEST:
        hint = "points in general position have 22 of 32; what if they are not?"
        raise NotYet(expected="fewer labellings that a line can do", got=f"{count} of 32", hint=hint,
                     more=["put more of them on one line"])  # fmt: skip
    return "10 of 32: on one line only the place of the cut is left, and which side is which"


def _slope(d, xi):
    return 1 / xi if abs(d) < xi / 2 else 0.0


@exercise("write my_slope(d, xi): the slope of the linear penalty, d / xi + 1/2 cut to [0, 1], at d")
def fuzzy_slope(my_slope):
    """``my_slope(d, xi)`` -> a number."""

    def logistic(d, xi):
        g = 1 / (1 + np.exp(-d / xi))
        return g * (1 - g) / xi

    mistakes = [
        (lambda d, xi: 1.0 if abs(d) < xi / 2 else 0.0, "a narrow penalty must be steeper than a wide one"),
        (lambda d, xi: 1 / xi, "far from the boundary the penalty is flat"),
        (lambda d, xi: 1 / xi if abs(d) < xi else 0.0, "how wide is the ramp from 0 to 1, if its slope is yours?"),
        (lambda d, xi: xi if abs(d) < xi / 2 else 0.0, "a narrow penalty must be steeper than a wide one"),
        (logistic, "that is the slope of the logistic penalty"),
    ]
    cases = [(0.0, 1.0), (0.2, 2.0), (-0.2, 0.5), (0.4, 0.5), (-0.4, 2.0), (-3.0, 2.0), (1.3, 2.0)]
    hint = "differentiate where the penalty rises; where it is cut it is constant"
    how = "the ramp rises by 1 over a width of xi; it is cut at d = -xi/2 and d = xi/2"
    same_results(my_slope, _slope, cases, mistakes=mistakes, hint=hint, how=how)
    return "only examples inside the ramp speak, and louder the narrower it is"


def _kesler(x, j, k, C):
    row = np.zeros((C, len(x)))
    row[j], row[k] = x, -x
    return row.ravel()


def _kesler_cases():
    rng = np.random.default_rng(54)
    for j, k, C in ((0, 1, 2), (1, 0, 3), (2, 0, 3), (1, 3, 4)):
        yield rng.integers(1, 7, 3) / 2, j, k, C


@exercise("write my_kesler(x, j, k, C): the row p with q'p = w_j'x - w_k'x, where q is the C weight rows in one")
def kesler_row(my_kesler):
    """``my_kesler(x, j, k, C)`` -> C len(x) numbers; classes count from 0."""
    mistakes = [
        (lambda x, j, k, C: -_kesler(x, j, k, C), "q'p must grow with the score of class j"),
        (lambda x, j, k, C: np.abs(_kesler(x, j, k, C)), "q'p is a difference: one block is subtracted"),
        (lambda x, j, k, C: _kesler(x, j, k, C).reshape(C, -1), "lay the C blocks in one row"),
        (lambda x, j, k, C: _kesler(x, j, k, C).reshape(C, -1).T.ravel(), "block i holds all of x, in place of w_i"),
        (lambda x, j, k, C: np.concatenate([x, -x]), "there is a block for each of the C classes, most of them zero"),
    ]
    hint = "C blocks as long as x, all zero but two"
    how = "begin with np.zeros((C, len(x))): x into row j, -x into row k, then .ravel()"
    same_results(my_kesler, _kesler, _kesler_cases(), mistakes=mistakes, hint=hint, how=how)
    return "one perceptron for all classes, so its theorem holds for them too"
