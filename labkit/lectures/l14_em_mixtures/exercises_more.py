"""Exercises of the page with more of lecture 14; deck 002 "Iterative Methods", "Motivating Example:"."""

from __future__ import annotations

import numpy as np

from labkit.learners import GaussianMixture
from labkit.lectures.l14_em_mixtures.clouds import clouds
from labkit.tutor.check import NotYet, exercise, numbers, same_results, slips

# ---------------------------------------------------------------- 5: the M step of a Gaussian


def _gaussian(x, r):
    mean = (r * x).sum() / r.sum()
    return r.mean(), mean, (r * (x - mean) ** 2).sum() / r.sum()


def _slipped_gaussian(x, r, *, counted=False, unweighted=False, spread=False, by_all=False):
    weight, mean, variance = _gaussian(x, r)
    if unweighted:
        mean = x.mean()
    if by_all:
        variance = (r * (x - mean) ** 2).sum() / len(x)
    return r.sum() if counted else weight, mean, np.sqrt(variance) if spread else variance


def _gaussian_cases():
    yield np.array([0.0, 2.0, 9.0]), np.array([1.0, 1.0, 0.0])
    yield np.array([1.0, 2.0, 4.0, 8.0]), np.array([0.9, 0.5, 0.5, 0.1])
    yield np.array([-3.0, 0.5, 2.0]), np.array([0.2, 0.3, 1.0])


@exercise("write my_gaussian(x, r): the weight, mean and variance of a Gaussian by its shares")
def gaussian(my_gaussian):
    """``my_gaussian(x, r)`` -> (weight, mean, variance)."""
    mistakes = slips(
        _slipped_gaussian,
        counted="the weight is a share of all examples: divide by how many there are",
        unweighted="the mean counts every number by its share",
        spread="that is the standard deviation; its square is asked for",
        by_all="the variance is divided by the sum of the shares, not by the number of examples",
    )
    same_results(my_gaussian, _gaussian, _gaussian_cases(), mistakes=mistakes,
                 parts=("the weight", "the mean", "the variance"),
                 hint="the usual formulas, with r in place of 1 for each number",
                 how="N_k = r.sum(); the mean is (r * x).sum() / N_k; the variance likewise")  # fmt: skip
    return "every formula of lecture 04, counted by shares"


# ---------------------------------------------------------------- 6: find the bug


def _bound(r, joint):
    return (r * np.log(joint)).sum() - (r * np.log(r)).sum()


def _bound_given(r, joint):
    return (r * np.log(joint)).sum() + (r * np.log(r)).sum()


def _bound_cases():
    yield np.array([[0.5, 0.5]]), np.array([[0.2, 0.2]])
    yield np.array([[0.25, 0.75], [0.6, 0.4]]), np.array([[0.1, 0.3], [0.03, 0.02]])
    yield np.array([[0.9, 0.1], [0.5, 0.5]]), np.array([[0.1, 0.3], [0.03, 0.02]])


@exercise("mend bound(r, joint): the bound below the log-likelihood", given=_bound_given)
def bound(bound):
    """``bound(r, joint)`` -> a number."""
    mistakes = [
        (lambda r, joint: (r * np.log(joint)).sum(), "that is Q: it lies below the likelihood, but does not touch it"),
        (lambda r, joint: np.log(joint.sum(axis=1)).sum(), "that is the log-likelihood itself, whatever the shares"),
        (lambda r, joint: -_bound(r, joint), "the sign of all of it is turned round"),
    ]
    same_results(bound, _bound, _bound_cases(), mistakes=mistakes,
                 hint="one example, shares of one half each: what does the fraction f / r become?",
                 how="the logarithm of a fraction is a difference: ln(f / r) = ln f - ln r")  # fmt: skip
    return "ln(f / r): with the shares of E all fractions of an example are equal, and the bound touches"


# ---------------------------------------------------------------- 7: starts

MANY, HIGH = 6, -1096.0


@exercise("place my_starts, six pairs: EM ends above a log-likelihood of -1,096", seconds=20)
def six_starts(my_starts):
    """Six pairs (eruption, wait)."""
    starts, X = numbers(my_starts), clouds()["Old Faithful"].X
    if starts.shape != (MANY, 2):
        raise NotYet(expected="six pairs [eruption, wait]", got=f"shape {starts.shape}", hint="count them")
    low, high = X.min(axis=0), X.max(axis=0)
    if (starts < low).any() or (starts > high).any():
        raise NotYet(expected="starts among the points: 1.6 to 5.1 minutes, 43 to 96 minutes", got=f"{starts.tolist()}",
                     hint="eruption first, then the wait")  # fmt: skip
    step = GaussianMixture(components=MANY, start=starts).fit(X).last_step_
    if step.collapsed:
        raise NotYet(expected="no component that collapses", got=f"component {step.collapsed[0] + 1} did",
                     hint="move that start to where there are more points")  # fmt: skip
    if step.log_likelihood <= HIGH:
        raise NotYet(expected="a log-likelihood above -1,096", got=f"{step.log_likelihood:.1f}",
                     hint="about one start in eight gets there: vary yours",
                     more=["several starts among the short eruptions help", "draw some and keep the best"])  # fmt: skip
    return f"{step.log_likelihood:.1f}: a summit that most starts do not find"
