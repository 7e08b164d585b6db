"""Exercises of lecture 19, forests; deck 000 "Ensemble Trees: Bagging" and "Random Forests Algorithm"."""

from __future__ import annotations

from math import ceil, comb, exp, floor

import numpy as np

from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

VOTERS, CASES, ERRORS = 3, 10, 4  # each voter errs on 4 of the 10 cases
WORST = 6  # the most that their majority can then be wrong on: 12 errors, 2 of them for a wrong majority


# ---------------------------------------------------------------- 1


def _left_out(N, n):
    return (1 - 1 / N) ** n


@exercise("write my_left_out(N, n): the chance that n draws with replacement from N examples miss a certain one")
def left_out(my_left_out):
    """``my_left_out(N, n)`` -> a probability."""
    mistakes = [
        (lambda N, n: 1 - _left_out(N, n), "that is the chance to be in the bag"),
        (lambda N, n: _left_out(N, N), "right for n = N; here n may be less or more"),
        (lambda N, n: exp(-n / N), "that is the limit for many examples; with few it differs"),
        (lambda N, n: 1 - n / N, "what was drawn goes back into the urn, so n draws may hit fewer than n examples"),
        (lambda N, n: max(0, 1 - n / N), "what was drawn goes back into the urn, so n draws may hit fewer than n"),
        (lambda N, n: (1 / N) ** n, "that is the chance that every draw hits it"),
    ]
    cases = [(10, 10), (14, 14), (100, 100), (10, 5), (5, 12), (7, 1), (3, 0)]
    hint = "one draw misses it with which chance? the draws do not know of each other"
    same_results(my_left_out, _left_out, cases, mistakes=mistakes, hint=hint)
    return "about 37 of a hundred are out of bag, however many there are, if as many are drawn"


# ---------------------------------------------------------------- 2


def _exactly(B, e, k):
    return comb(B, k) * e**k * (1 - e) ** (B - k)


def _majority_error(B, e):
    return sum(_exactly(B, e, k) for k in range(B // 2 + 1, B + 1))


@exercise("write my_majority_error(B, e): how often most of B independent voters err, each with chance e; B is odd")
def majority_error(my_majority_error):
    """``my_majority_error(B, e)`` -> a probability; two classes, B is odd."""
    mistakes = [
        (lambda B, e: 1 - _majority_error(B, e), "that is how often they are right"),
        (lambda B, e: e, "that is one voter"),
        (lambda B, e: e**B, "that is how often all of them are wrong: fewer are enough"),
        (lambda B, e: _exactly(B, e, B // 2 + 1), "the narrowest wrong majority; there are wider ones"),
        (
            lambda B, e: _majority_error(B, e) + _exactly(B, e, B // 2),
            "of 3 voters, how many must be wrong? of 25? count from there",
        ),
        (
            lambda B, e: _majority_error(B, e) - _exactly(B, e, B // 2 + 1),
            "of 3 voters, how many must be wrong? of 25? count from there",
        ),
        (
            lambda B, e: sum(e**k * (1 - e) ** (B - k) for k in range(B // 2 + 1, B + 1)),
            "it may be these k voters or others: in how many ways can k of B be chosen?",
        ),
    ]
    cases = [(1, 0.3), (3, 0.3), (25, 0.35), (25, 0.5), (11, 0.6), (101, 0.45)]
    hint = "k of B are wrong with a binomial chance; add up the k that make a wrong majority"
    same_results(my_majority_error, _majority_error, cases, mistakes=mistakes, hint=hint)
    return "together the good get better and the bad get worse, and 1/2 stays 1/2"


# ---------------------------------------------------------------- 3


def _elected(votes, may):
    """Class 1 where more than half of those who may vote name it."""
    return 2 * (votes * may).sum(axis=0) > may.sum(axis=0)


def _oob_error(drawn, votes, y):
    out = drawn == 0
    heard = out.any(axis=0)
    return float(np.mean((_elected(votes, out) != y)[heard]))


def _oob_mistakes():
    def everybody(drawn, votes, y):
        return np.mean(_elected(votes, np.ones_like(votes)) != y)

    def those_who_saw(drawn, votes, y):
        return _oob_error(drawn == 0, votes, y)

    def single(drawn, votes, y):
        return np.mean((votes != y)[drawn == 0])

    def single_by_tree(drawn, votes, y):
        own = [np.mean((vote != y)[out]) for vote, out in zip(votes, drawn == 0, strict=True) if out.any()]
        return np.mean(own)

    def unheard_right(drawn, votes, y):
        out = drawn == 0
        return np.mean((_elected(votes, out) != y) & out.any(axis=0))

    def unheard_first(drawn, votes, y):
        return np.mean(_elected(votes, drawn == 0) != y)

    def ties_second(drawn, votes, y):
        return _oob_error(drawn, 1 - votes, 1 - y)

    alone = "that is the error of single trees, averaged: let the trees vote on each example first"
    unheard = "an example that is in every bag has no voter: do not count it at all"
    return [
        (everybody, "a tree knows the examples that it was grown on by heart: they must not vote there"),
        (those_who_saw, "the other way round: who has not seen the example?"),
        (single, alone),
        (single_by_tree, alone),
        (unheard_right, unheard),
        (unheard_first, unheard),
        (ties_second, "equal votes go to class 0"),
    ]


def _oob_cases():
    """The first has an example that was in every bag, and ties."""
    yield (
        np.array([[1, 0, 2, 0, 2], [2, 1, 0, 1, 1], [1, 0, 1, 3, 0]]),
        np.array([[1, 1, 0, 1, 1], [0, 1, 1, 1, 0], [1, 0, 0, 0, 1]]),
        np.array([1, 0, 0, 1, 1]),
    )
    rng = np.random.default_rng(19)
    for B, N in ((2, 8), (4, 30), (25, 40)):
        drawn = np.array([np.bincount(rng.integers(N, size=N), minlength=N) for _ in range(B)])
        y = rng.integers(2, size=N)
        knows = (drawn > 0) | (rng.random((B, N)) < 0.65)
        yield drawn, np.where(knows, y, 1 - y), y


@exercise("write my_oob_error(drawn, votes, y): the out-of-bag error of the trees' majority; equal votes are class 0")
def oob_error(my_oob_error):
    """``my_oob_error(drawn, votes, y)`` -> a share; drawn and votes are (trees, examples), classes are 0 and 1."""
    hint = "for each example: which trees have not drawn it, what do most of them say, is that wrong?"
    same_results(my_oob_error, _oob_error, _oob_cases(), mistakes=_oob_mistakes(), hint=hint)
    return "each example is judged by the trees that have not seen it, and by no other"


# ---------------------------------------------------------------- 4


def _trees_needed(rho, share):
    return ceil((1 - rho) / (rho * share))


@exercise("write my_trees_needed(rho, share): the fewest trees whose variance exceeds its limit by at most this share")
def trees_needed(my_trees_needed):
    """``my_trees_needed(rho, share)`` -> a whole number B."""
    mistakes = [
        (lambda rho, share: (1 - rho) / (rho * share), "there are no fractions of a tree: up or down?"),
        (lambda rho, share: floor((1 - rho) / (rho * share)), "one tree too few: rounded the wrong way"),
        (lambda rho, share: floor((1 - rho) / (rho * share)) + 1, "one too many where the division leaves no rest"),
        (lambda rho, share: ceil((1 - rho) / share), "a share of the limit, and the limit is rho sigma^2"),
        (lambda rho, share: ceil(1 / share), "where is rho? trees that resemble each other are done sooner"),
        (lambda rho, share: ceil(1 / (rho * share)), "only (1 - rho) sigma^2 is divided by B"),
    ]
    cases = [(0.3, 0.1), (0.06, 0.1), (0.5, 0.03), (0.9, 0.1), (0.9, 0.2), (0.13, 0.01), (0.5, 0.25)]
    hint = "what is left for B without end? what comes on top of it for finite B? solve for B"
    same_results(my_trees_needed, _trees_needed, cases, mistakes=mistakes, hint=hint)
    return "few trees are enough where they resemble each other, and then more would not help"


# ---------------------------------------------------------------- 5


@exercise(
    f"fill my_errors: {VOTERS} rows of {CASES}, 1 where that voter is wrong, {ERRORS} in each row, "
    f"so that the majority is wrong on {WORST}"
)
def worse_together(my_errors):
    """Who is wrong where, so that the majority is worse than every one of them."""
    wrong = numbers(my_errors)
    if wrong.shape != (VOTERS, CASES) or not np.isin(wrong, (0, 1)).all():
        got = f"shape {wrong.shape}" if wrong.shape != (VOTERS, CASES) else shown(np.unique(wrong))
        expected = f"{VOTERS} rows of {CASES} numbers, each 0 or 1"
        raise NotYet(expected=expected, got=got, hint="a row for each voter, a column for each case, 1 is wrong")
    if (wrong.sum(axis=1) != ERRORS).any():
        hint = "all three are equally good: wrong on four cases, right on six"
        raise NotYet(expected=f"{ERRORS} errors in every row", got=shown(wrong.sum(axis=1)), hint=hint)
    together = int(np.count_nonzero(wrong.sum(axis=0) > VOTERS / 2))
    if together < WORST:
        hint = "there are 12 errors to place; what is the least number of them that turns one majority?"
        raise NotYet(expected=f"a majority that is wrong on {WORST} cases", got=f"{together}", hint=hint)
    return f"each is wrong on {ERRORS} of {CASES}, all together on {together}: votes help only where errors do not meet"
