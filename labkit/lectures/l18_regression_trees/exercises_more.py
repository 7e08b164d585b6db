"""Exercises of the page with more of lecture 18; deck 002 "CART model selection", "Backfitting Algorithm"."""

from __future__ import annotations

import numpy as np

from labkit.learners import Backfitting, RegressionTree
from labkit.tutor.check import NotYet, exercise, numbers, same_results

# ---------------------------------------------------------------- 5: the price of a leaf


def _cheapest(errors, leaves, alpha):
    prices = [round(error + alpha * count, 9) for error, count in zip(errors, leaves, strict=True)]
    return min(range(len(prices)), key=lambda k: (prices[k], leaves[k]))


def _first_of_equals(errors, leaves, alpha):
    """Wrong: of equals the first."""
    return int(np.argmin([round(error + alpha * count, 9) for error, count in zip(errors, leaves, strict=True)]))


@exercise("write cheapest(errors, leaves, alpha): which tree has the least penalised risk")
def cheapest(cheapest):
    """``cheapest(errors, leaves, alpha)`` -> a place from 0; of equals the smaller tree."""
    mistakes = [
        (lambda errors, leaves, alpha: int(np.argmin(errors)), "leaves cost something"),
        (lambda errors, leaves, alpha: int(np.argmin(leaves)), "errors cost something too"),
        (lambda errors, leaves, alpha: int(np.argmin(alpha * np.array(errors) + leaves)), "the price goes with leaves"),
        (_first_of_equals, "where two cost the same, take the smaller tree"),
    ]
    cases = [([0.2, 0.5, 2.0], [5, 3, 1], 0.0), ([0.2, 0.5, 2.0], [5, 3, 1], 0.25), ([0.2, 0.5, 2.0], [5, 3, 1], 1.0),
             ([0.1, 0.3], [4, 2], 0.1), ([3.0, 1.0, 0.5], [1, 2, 9], 0.3)]  # fmt: skip
    same_results(cheapest, _cheapest, cases, mistakes=mistakes, hint="what does each tree cost, leaves included?",
                 how="the least error + alpha * leaves; of equals the one with fewer leaves")  # fmt: skip
    return "each price has its tree; a higher price never has a larger one"


# ---------------------------------------------------------------- 6: find the bug


def _refitted(y, mean, curves, j, S):
    values = S @ (y - mean - curves.sum(axis=0) + curves[j])
    return values - values.mean()


def _refitted_given(y, mean, curves, j, S):
    residuals = y - mean - curves.sum(axis=0)
    values = np.dot(S, residuals)
    return values - values.mean()


def _uncentred(y, mean, curves, j, S):
    """Wrong: keeps the mean in the function."""
    return S @ (y - mean - curves.sum(axis=0) + curves[j])


def _afterwards(y, mean, curves, j, S):
    """Wrong: smooths what all functions leave, and adds the function afterwards."""
    return curves[j] + _refitted_given(y, mean, curves, j, S)


def _averaging(rng, n):
    """A smoother as a matrix whose rows are weights."""
    weights = rng.uniform(size=(n, n))
    return weights / weights.sum(axis=1, keepdims=True)


@exercise("mend refitted(y, mean, curves, j, S): what function j becomes at its turn", given=_refitted_given)
def refitted(refitted):
    """``refitted(y, mean, curves, j, S)`` -> the values of function j at the examples."""
    mistakes = [
        (_uncentred, "the mean over the examples must be 0, else a constant wanders between the functions"),
        (_afterwards, "that only improves the old function: give it back to the residuals before they are smoothed"),
    ]
    rng = np.random.default_rng(6)
    cases = [(rng.normal(size=n), 0.5, rng.normal(size=(p, n)), p - 1, _averaging(rng, n)) for p, n in ((2, 4), (3, 6))]
    same_results(refitted, _refitted, cases, mistakes=mistakes,
                 hint="function j is asked to say what all OTHERS leave of y; what does the first line subtract?",
                 how="add curves[j] to what is left before it is smoothed")  # fmt: skip
    return "what all others leave, smoothed, with mean 0: that is the whole of backfitting"


# ---------------------------------------------------------------- 7: fool the sum

FEWEST, NOTHING, ALL = 8, 0.01, 0.99


def explained(model, X: np.ndarray, y: np.ndarray) -> float:
    """The share of the variance of y that a fitted model explains on its own examples."""
    return float(1 - np.mean((y - model.predict(X)) ** 2) / y.var())


@exercise("choose my_X (two columns) and my_y (numbers): a sum of two functions explains nothing, four leaves all")
def fooled_sum(my_X, my_y):
    """At least eight examples."""
    X, y = numbers(my_X), numbers(my_y)
    if X.ndim != 2 or X.shape[1] != 2 or y.shape != (len(X),) or len(X) < FEWEST or not y.var() > 0:
        raise NotYet(expected=f"at least {FEWEST} rows of two numbers, and as many numbers that are not all equal",
                     got=f"X of shape {X.shape}, y of shape {y.shape}", hint="write them as lists")  # fmt: skip
    total = explained(Backfitting().fit(X, y), X, y)
    if total > NOTHING:
        raise NotYet(expected="0 % explained by g1(x1) + g2(x2)", got=f"{total:.0%}",
                     hint="the mean of y must be the same for every value of x1, and for every value of x2",
                     more=["think of four corners of a square"])  # fmt: skip
    leaves = explained(RegressionTree(max_leaves=4).fit(X, y), X, y)
    if leaves < ALL:
        raise NotYet(expected="all explained by a tree of four leaves", got=f"{leaves:.0%}",
                     good="the sum explains nothing", hint="four places, several examples in each")  # fmt: skip
    return "what two inputs do only together no sum of functions can say; a tree can"
