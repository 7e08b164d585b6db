"""Exercises of the page with more of lecture 19; deck 000 "Ensemble Trees: Bagging", "Random Forests Algorithm"."""

from __future__ import annotations

from math import ceil, comb, floor, log2

import numpy as np

from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

VOTERS, CASES, ERRORS = 3, 10, 4  # each voter errs on 4 of the 10 cases
WORST = 6  # the most that their majority can then be wrong on: 12 errors, 2 of them for a wrong majority


# ---------------------------------------------------------------- 5: the majority


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
    how = "math.comb(B, k) * e**k * (1 - e)**(B - k), summed for k from (B + 1) // 2 to B"
    same_results(my_majority_error, _majority_error, cases, mistakes=mistakes, hint=hint, how=how)
    return "together the good get better and the bad get worse, and 1/2 stays 1/2"


# ---------------------------------------------------------------- 6: enough trees


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
    how = "the limit is rho sigma^2, the rest (1 - rho) sigma^2 / B: the rest may be share times the limit; round up"
    same_results(my_trees_needed, _trees_needed, cases, mistakes=mistakes, hint=hint, how=how)
    return "few trees are enough where they resemble each other, and then more would not help"


# ---------------------------------------------------------------- 7: find the bug


def _columns(p):
    return floor(log2(p)) + 1


def _columns_given(p):
    return np.log2(p)


@exercise("mend columns(p): Breiman's number of columns to choose among, whole and at least 1", given=_columns_given)
def whole_columns(columns):
    """``columns(p)`` -> a whole number."""
    mistakes = [
        (lambda p: floor(log2(p)), "what does it give for p = 1? Breiman adds 1"),
        (lambda p: max(1, floor(log2(p))), "right for p = 1 only: Breiman adds 1 to the rounded logarithm, always"),
        (lambda p: ceil(log2(p)), "what does it give for p = 1, and for p = 16? round down, then add 1"),
        (lambda p: max(1, ceil(log2(p))), "what does it give for p = 16? round down, then add 1"),
        (lambda p: log2(p) + 1, "nobody draws half a column: round it down"),
        (lambda p: round(log2(p)) + 1, "rounded down, not to the nearest: try p = 100"),
        (lambda p: floor(np.log(p)) + 1, "the logarithm to base 2"),
    ]
    cases = [(1,), (2,), (4,), (16,), (100,), (57,), (1000,)]
    hint = "columns are drawn whole, and at least one: Breiman rounds the logarithm down and adds 1"
    how = "math.floor of the logarithm, and 1 added after that"
    same_results(columns, _columns, cases, mistakes=mistakes, hint=hint, how=how)
    return "of 16 columns 5 are drawn, of one column one"


# ---------------------------------------------------------------- 8: worse together


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
        more = [
            "two wrong voters are enough: let no case have one or three",
            "12 errors in pairs are 6 cases",
        ]
        raise NotYet(expected=f"a majority that is wrong on {WORST} cases", got=f"{together}", hint=hint, more=more)
    return f"each is wrong on {ERRORS} of {CASES}, all together on {together}: votes help only where errors do not meet"
