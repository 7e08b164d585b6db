"""Exercises of the page with more of lecture 12; deck 002 "Second Derivative Test for Saddle Points", "Theoretical
basis for on-line learning"."""

from __future__ import annotations

from math import ceil, log

import numpy as np

from labkit.learners.descent import satisfies
from labkit.tutor.check import NotYet, exercise, same_results

# ---------------------------------------------------------------- 5: how many starts


def _starts(q, miss):
    return max(1, ceil(round(log(miss) / log(1 - q), 9)))


@exercise("write my_starts(q, miss): the least number of starts that all miss a basin at most so likely")
def starts(my_starts):
    """``my_starts(q, miss)`` -> a whole number."""
    mistakes = [
        (lambda q, miss: log(miss) / log(1 - q), "there are no fractions of a start: up or down?"),
        (lambda q, miss: int(log(miss) / log(1 - q)), "one too few: is it likely enough by then?"),
        (lambda q, miss: ceil(round(log(miss) / log(q), 9)), "a start misses it with probability 1 - q"),
        (lambda q, miss: ceil(1 / q), "on average one of those hits it, but that is no promise"),
    ]
    cases = [(0.2, 0.1), (0.2, 0.001), (0.5, 0.01), (0.01, 0.05), (0.9, 0.5)]
    same_results(my_starts, _starts, cases, mistakes=mistakes,
                 hint="k starts all miss it with probability (1 - q) to the power of k",
                 how="solve (1 - q) ** k <= miss for k with logarithms, and round up")  # fmt: skip
    return "for a basin of 1 % it takes 299 starts to be 95 % sure"


# ---------------------------------------------------------------- 6: find the bug


def _mean(samples):
    w = 0.0
    for k, x in enumerate(samples, start=1):
        w = w - (w - x) / k
    return w


def _mean_given(samples):
    w = 0.0
    for k, x in enumerate(samples, start=1):
        w = w - (w - x) / (k + 1)
    return w


@exercise("mend running_mean(samples): after every sample the mean of all so far", given=_mean_given)
def running_mean(running_mean):
    """``running_mean(samples)`` -> a number."""

    def uphill(samples):
        w = 0.0
        for k, x in enumerate(samples, start=1):
            w = w + (w - x) / k
        return w

    mistakes = [
        (uphill, "the sign: w must go towards the sample"),
        (lambda samples: float(samples[-1]), "the step must become smaller"),
        (lambda samples: float(np.median(samples)), "that is the median"),
    ]
    same_results(running_mean, _mean, [([2.0],), ([2.0, 4.0],), ([2.0, 4.0, 9.0, 5.0],), ([-1.0, 1.0, 0.5],)],
                 mistakes=mistakes, hint="one sample: what is its mean, and what does the function say?",
                 how="the first step must go the whole way, the second half of it")  # fmt: skip
    return "steps of 1/k weigh all samples alike, whenever they came"


# ---------------------------------------------------------------- 7: a schedule of your own


@exercise("write my_schedule(k): falls, reaches any goal, comes to rest, and is not 1/k times a number")
def schedule(my_schedule):
    """``my_schedule(k)`` -> a step size for k = 1, 2, ..."""
    kept = satisfies(my_schedule)
    if kept.vanishes is not True:
        raise NotYet(expected="step sizes that go to zero", got=f"{my_schedule(2**40):.3g} at k = 2^40",
                     hint="divide by a power of k")  # fmt: skip
    if kept.reaches is not True:
        raise NotYet(expected="an infinite sum", got="a finite one", good="they go to zero",
                     hint="they fall too fast", more=["the power of k must be at most 1"])  # fmt: skip
    if kept.settles is not True:
        raise NotYet(expected="a finite sum of squares", got="an infinite one", good="their sum is infinite",
                     hint="they fall too slowly", more=["the power of k must be above one half"])  # fmt: skip
    ratios = np.array([my_schedule(k) * k for k in (1, 10, 1000, 10**6)], dtype=float)
    if np.ptp(ratios) <= 1e-9 * ratios.max():
        raise NotYet(expected="another one than 1/k", got="1/k times a number", hint="which powers lie between?",
                     more=["try k to the minus 0.75"])  # fmt: skip
    return "slow enough to get there, fast enough to rest"
