"""Exercises of the page with more of lecture 20; deck 000 "AdaBoost" and "AdaBoost in Action"."""

from __future__ import annotations

from math import ceil, floor, log, sqrt

import numpy as np

from labkit.core import data
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

STUMPS = ((0, 2.5), (0, 8.5), (1, 6.5))  # attribute and threshold of the ten points' three
BEST = 1 / 3  # the largest least margin that a vote of these three can have
NEAR = 1e-3  # the best: vote weights that are thirds up to three digits


# ---------------------------------------------------------------- 6: the best stump


def _sides(x, z, w):
    """Weights of (-1, +1) on both sides of every cut: (cuts, side, class)."""
    low = x <= np.unique(x)[:-1, None]
    return np.array([[[(w * side)[z == c].sum() for c in (-1, 1)] for side in (row, ~row)] for row in low])


def _stump_error(x, z, w):
    return float(_sides(x, z, w).min(axis=2).sum(axis=1).min())


def _stump_mistakes():
    def one_way(sign):
        def error(x, z, w):
            sides = _sides(x, z, w)
            return (sides[:, 0, sign] + sides[:, 1, 1 - sign]).min()

        return error

    def opposite(x, z, w):
        return min(one_way(0)(x, z, w), one_way(1)(x, z, w))

    def between_equals(x, z, w):
        order = np.argsort(x, kind="stable")
        return _stump_error(np.arange(len(x)), z[order], w[order])

    def unweighted(x, z, w):
        return _stump_error(x, z, np.full(len(x), 1 / len(x)))

    both = "either side may be the positive one: try both"
    return [
        (one_way(0), both),
        (one_way(1), both),
        (opposite, "both sides may give the same answer, where that is best"),
        (between_equals, "no cut lies between equal values"),
        (unweighted, "count weights, not examples"),
        (lambda x, z, w: 1 - _stump_error(x, z, w), "that is what it gets right"),
        (lambda x, z, w: 1 - 2 * _stump_error(x, z, w), "that is right minus wrong: the edge, not the error"),
    ]


def _stump_cases():
    ten = data.load("adaboost10")
    w = np.full(10, 0.1)
    second = np.where(ten["id"] <= 3, 1 / 6, 1 / 14)
    yield ten["x1"], ten["y"], w
    yield ten["x2"], ten["y"], second
    yield ten["x1"], ten["y"], second
    yield -ten["x2"], ten["y"], w  # the other side is the positive one
    yield np.array([1.0, 1.0, 2.0, 2.0]), np.array([1, -1, -1, -1]), np.array([0.4, 0.2, 0.3, 0.1])  # equal values
    yield np.array([1.0, 2.0, 3.0, 4.0]), np.array([1, -1, 1, 1]), np.array([0.35, 0.05, 0.3, 0.3])  # + on both sides


@exercise("write my_stump_error(x, z, w): the least weighted error of a stump on x")
def stump_error(my_stump_error):
    """``my_stump_error(x, z, w)`` -> a number; z is -1 or +1, x may hold equal values."""
    hint = "for every cut: what does each side get wrong, if it answers with its heavier class?"
    how = "for each cut x <= t, and for no cut on equal values: the lighter class of the left plus that of the right"
    same_results(my_stump_error, _stump_error, _stump_cases(), mistakes=_stump_mistakes(), hint=hint, how=how)
    return "every cut, the heavier class on each side; 3/10 on the ten points"


# ---------------------------------------------------------------- 8: how many rounds


def _exact_rounds(N, gamma):
    return log(N) / -log(sqrt(1 - 4 * gamma**2))


def _rounds(N, gamma):
    return floor(_exact_rounds(N, gamma)) + 1


@exercise("write my_rounds_needed(N, gamma): the least number of rounds after which the product of the Z is below 1/N")
def rounds_needed(my_rounds_needed):
    """``my_rounds_needed(N, gamma)`` -> a whole number."""

    def of_error(N, gamma):  # gamma taken for epsilon
        return floor(log(N) / -log(2 * sqrt(gamma * (1 - gamma)))) + 1

    mistakes = [
        (_exact_rounds, "there are no fractions of a round: up or down?"),
        (lambda N, gamma: floor(_exact_rounds(N, gamma)), "one round too few: is the product below 1/N by then?"),
        (lambda N, gamma: ceil(log(N) / (2 * gamma**2)), "that is the looser bound; the product itself is smaller"),
        (lambda N, gamma: log(N) / (2 * gamma**2), "that is the looser bound; the product itself is smaller"),
        (of_error, "gamma is the distance to a coin: what is the error then?"),
        (lambda N, gamma: ceil(2 * _exact_rounds(N, gamma)), "Z has a square root: is Z = 4 e (1 - e) or its root?"),
        (lambda N, gamma: ceil(_exact_rounds(N, gamma) / 2), "Z has a square root: is Z = 4 e (1 - e) or its root?"),
    ]
    cases = [(10, 0.2), (100, 0.1), (1000, 0.05), (2, 0.3), (200, 0.01)]
    hint = "every Z is the same number below 1: which power of it is below 1/N?"
    how = "Z = sqrt(1 - 4 gamma**2); take logarithms of Z**T < 1/N, and mind the sign when dividing by log Z"
    same_results(my_rounds_needed, _rounds, cases, mistakes=mistakes, hint=hint, how=how)
    return "any edge is enough, but half the edge needs about four times the rounds"


# ---------------------------------------------------------------- 5: margins


def _margins(alphas, answers, z):
    return z * (alphas @ answers) / alphas.sum()


@exercise("write my_margins(alphas, answers, z): the margin of each example in the weighted vote, within -1 to 1")
def margins(my_margins):
    """``my_margins(alphas, answers, z)`` -> (examples,); answers is (members, examples) of -1 and +1."""
    mistakes = [
        (lambda alphas, answers, z: z * (alphas @ answers), "within -1 to 1: divide by the sum of the vote weights"),
        (lambda alphas, answers, z: _margins(alphas, answers, 1), "that is how sure the vote is; is it right as well?"),
        (
            lambda alphas, answers, z: _margins(alphas, answers, np.sign(alphas @ answers)),
            "a wrong answer has a negative margin",
        ),
        (lambda alphas, answers, z: z * answers.mean(axis=0), "members do not have equal vote weights"),
        (lambda alphas, answers, z: z * (alphas @ answers) / len(alphas), "divide by the alphas, not by their number"),
        (lambda alphas, answers, z: alphas @ (answers == z) / alphas.sum(), "minus the weight of those who are wrong"),
        (lambda alphas, answers, z: np.exp(-z * (alphas @ answers)), "that is the exponential loss of the margins"),
    ]
    rng = np.random.default_rng(20)
    cases = [(np.array([0.42, 0.65, 0.92]), _ten_answers(), data.load("adaboost10")["y"])]
    cases += [(rng.uniform(0.1, 2, 5), rng.choice([-1.0, 1.0], (5, 8)), rng.choice([-1.0, 1.0], 8)) for _ in range(3)]
    hint = "the vote weight of those who are right minus that of those who are wrong, as a share of all"
    how = "alphas @ answers is the vote; times z it is positive where right; divide by alphas.sum()"
    same_results(my_margins, _margins, cases, mistakes=mistakes, hint=hint, how=how)
    return "1 is unanimous and right, 0 a tie, -1 unanimous and wrong"


# ---------------------------------------------------------------- 7: a better vote


def _ten_answers():
    """What the three stumps say about the ten points: (stumps, points); + is on the lower side of the first two."""
    ten = data.load("adaboost10")
    X = ten.numeric("x1", "x2")
    below = [np.where(X[:, feature] <= threshold, 1.0, -1.0) for feature, threshold in STUMPS]
    return np.array([below[0], below[1], -below[2]])


@exercise("choose my_vote_weights, three numbers: the vote of the three stumps with the largest least margin")
def better_vote(my_vote_weights):
    """Vote weights of the three stumps of the ten points."""
    alphas = numbers(my_vote_weights)
    if alphas.shape != (len(STUMPS),) or not np.isfinite(alphas).all() or (alphas < 0).any() or not alphas.any():
        hint = "one vote weight for each stump, none below 0, not all of them 0"
        raise NotYet(expected="three numbers", got=shown(alphas), hint=hint)
    margin = _margins(alphas / alphas.max(), _ten_answers(), data.load("adaboost10")["y"])  # no sum is too large
    least = margin.min()
    if least < BEST - NEAR:
        point = int(margin.argmin()) + 1
        hint = f"point {point} has it: which stump errs there, and how large should its vote weight be?"
        more = [
            "give that stump less and the two others more",
            "each stump errs somewhere: none may outweigh the rest",
        ]
        raise NotYet(expected=f"a larger least margin than {least:.3f}", got=shown(alphas), hint=hint, more=more)
    return f"the least margin is {least:.3f}, more than after three rounds of AdaBoost, and where its rounds lead to"
