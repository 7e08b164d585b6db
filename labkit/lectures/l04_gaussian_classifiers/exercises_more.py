"""Exercises of the page with more of lecture 04; deck 004 "Maximum Likelihood Solution", "Exponential Family"."""

from __future__ import annotations

from math import log

import numpy as np

from labkit.tutor.check import exercise, same_results, slips

# ---------------------------------------------------------------- 5: add to the counts


def _shares(counts, laplace, *, plain=False, total=False, once=False):
    counts = np.asarray(counts, dtype=float)
    if plain:
        return counts / counts.sum()
    return (counts + laplace) / (counts.sum() + (0 if total else laplace if once else laplace * len(counts)))


@exercise("write my_shares(counts, laplace): the shares of the categories, with so many added to every count")
def shares(my_shares):
    """``my_shares(counts, laplace)`` -> (categories,)."""
    mistakes = slips(
        _shares,
        plain="nothing is added yet: a count of 0 is still impossible",
        total="do the shares sum to 1? The total has grown as well",
        once="do the shares sum to 1? How many counts have grown?",
    )
    cases = [(np.array([3, 0, 2]), 1.0), (np.array([9, 5]), 1.0), (np.array([0, 0, 4, 1]), 0.5), (np.array([2, 3]), 2)]
    hint = "add to every count first, then divide by the new sum"
    same_results(my_shares, _shares, cases, mistakes=mistakes, hint=hint, how="counts + laplace is an array: its sum?")
    return "never seen is now unlikely, and the shares still sum to 1"


# ---------------------------------------------------------------- 6: the shared covariance


def _pooled(X, y, *, unweighted=False, whole=False, less=False):
    if whole:
        return np.cov(X.T, bias=True)
    parts = [(np.mean(y == k), np.cov(X[y == k].T, bias=not less)) for k in np.unique(y)]
    return sum((1 / len(parts) if unweighted else share) * S for share, S in parts)


@exercise("write my_pooled(X, y): the maximum-likelihood covariance that all classes share")
def pooled(my_pooled):
    """``my_pooled(X, y)`` -> (columns, columns)."""
    mistakes = slips(
        _pooled,
        unweighted="a large class counts for more than a small one",
        whole="that is the spread of all points: the means of the classes must not count",
        less="maximum likelihood divides by the number of members, not by one less",
    )
    rng = np.random.default_rng(4)
    cases = [(rng.normal(size=(12, 2)) + 3 * np.repeat([0, 1], [4, 8])[:, None], np.repeat([0, 1], [4, 8])),
             (rng.normal(size=(9, 3)), np.array([0, 1, 2, 0, 1, 2, 0, 0, 0]))]  # fmt: skip
    hint = "one covariance for each class, then their mean, weighted by the classes' shares"
    same_results(my_pooled, _pooled, cases, mistakes=mistakes, hint=hint, how="np.cov(x.T, bias=True) divides by N")
    return "each point is measured from the mean of its own class"


# ---------------------------------------------------------------- 7: log odds of two counts


def _line(first, second, prior, *, swapped=False, unlogged=False, no_normaliser=False, no_prior=False):
    if swapped:
        w, w0 = _line(first, second, prior)
        return -w, -w0
    odds = 0.0 if no_prior else log(prior / (1 - prior))
    rates = 0.0 if no_normaliser else second - first
    return (first - second if unlogged else log(first / second)), rates + odds


@exercise("write my_line(first, second, prior): w and w0, the log odds of two Poisson classes are w x + w0")
def line(my_line):
    """``my_line(first, second, prior)`` -> (w, w0); rates of both classes, prior of the first."""
    mistakes = slips(
        _line,
        swapped="those are the log odds of the second class",
        unlogged="the rate stands to the power x: what is its logarithm?",
        no_normaliser="each density has a factor e to the minus rate",
        no_prior="the prior is missing in w0",
    )
    cases = [(3.0, 1.0, 0.4), (0.5, 2.0, 0.5), (4.0, 5.0, 0.9)]
    hint = "write the logarithm of prior times density for each class and subtract: x! cancels"
    same_results(my_line, _line, cases, mistakes=mistakes, hint=hint, how="ln p(x) = x ln(rate) - rate - ln x!",
                 parts=("w", "w0"))  # fmt: skip
    return "linear in x, for x is all that a Poisson density wants to know of the case"
