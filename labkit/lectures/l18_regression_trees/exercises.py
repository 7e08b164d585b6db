"""Exercises of the main page of lecture 18; deck 001 "Regression Trees", deck 002 "Pitfalls of greedy optimization"."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.learners import LinearRegression, RegressionTree
from labkit.learners.selection import validated
from labkit.lectures.l18_regression_trees.cuts import best, greedy
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: the best cut


def _squares(y) -> float:
    y = np.asarray(y, dtype=float)
    return float(((y - y.mean()) ** 2).sum())


def _best_cut(y):
    return _slipped(y)


def _slipped(y, means=False, place=False):
    """With ``means`` a side counts by its mean square, with ``place`` the answer is the place of the last one left."""
    spread = np.var if means else _squares
    left = int(np.argmin([round(float(spread(y[:k]) + spread(y[k:])), 9) for k in range(1, len(y))]))
    return left if place else left + 1


def _largest_jump(y):
    """Wrong: cuts where neighbours differ most."""
    return 1 + int(np.argmax(np.abs(np.diff(y))))


def _worst_cut(y):
    """Wrong: the largest sum."""
    return 1 + int(np.argmax([_squares(y[:k]) + _squares(y[k:]) for k in range(1, len(y))]))


def _in_half(y):
    return len(y) // 2


@exercise("write best_cut(y): how many of the numbers go to the left of the best cut")
def best_cut(best_cut):
    """``best_cut(y)`` -> from 1 to len(y) - 1; of equals the first."""
    mistakes = [
        *slips(
            _slipped,
            means="a side with many numbers counts more: add the sums of squares, not their means",
            place="how many numbers go left, not the place of the last one",
        ),
        (_largest_jump, "the largest jump may be made by one odd number: compare the sums of squares"),
        (_worst_cut, "that leaves the largest error"),
        (_in_half, "try every cut, not only the one in the middle"),
    ]
    rng = np.random.default_rng(18)
    cases = [
        ([1, 1, 5, 5],),
        ([0, 0, 0, 0, 3, 9],),
        ([2, 4],),
        ([0, 0, 9, 0, 0, 0, 5, 5, 5, 5, 5],),
        ([4, 0, 0, 0, 1, 1, 1, 1],),
    ]
    cases += [(rng.normal(size=n).round(2).tolist(),) for n in (5, 8, 12)]
    same_results(best_cut, _best_cut, cases, mistakes=mistakes, hint="try every k from 1 to len(y) - 1",
                 how="add the squares of y[:k] and y[k:] about their own means; keep the least")  # fmt: skip
    return "a tree does nothing else, for every input and in every node"


# ---------------------------------------------------------------- 2: find the bug


def _split_error(y, k):
    y = np.asarray(y, dtype=float)
    return (k * y[:k].var() + (len(y) - k) * y[k:].var()) / len(y)


def _split_error_given(y, k):
    return np.var(y[:k]) + np.var(y[k:])


@exercise("mend split_error(y, k): the mean squared error that a cut leaves", given=_split_error_given)
def split_error(split_error):
    """``split_error(y, k)`` -> a number."""
    mistakes = [
        (lambda y, k: (y[:k].var() + y[k:].var()) / 2, "still each side counts alike, however few are in it"),
        (lambda y, k: k * y[:k].var() + (len(y) - k) * y[k:].var(), "now divide by how many there are in all"),
        (lambda y, k: y.var() - _split_error(y, k), "that is what the cut takes off; what does it leave?"),
    ]
    rng = np.random.default_rng(2)
    cases = [(np.array([0.0, 2, 4, 4, 4, 4]), 1), (np.array([0.0, 2, 4, 4, 4, 4]), 2)]
    cases += [(rng.normal(size=n), k) for n, k in ((6, 2), (9, 7), (5, 1))]
    same_results(split_error, _split_error, cases, mistakes=mistakes,
                 hint="one number on the left, nine on the right: which side should count more?",
                 how="weight each variance by its share of the numbers, k / n and (n - k) / n")  # fmt: skip
    return "unweighted, a cut that leaves a single number alone would look too good"


# ---------------------------------------------------------------- 3: on real data

CAR_COLUMNS = ("cylinders", "displacement_cu_in", "horsepower", "weight_lb", "acceleration_s", "model_year")
TARGET = 11.0


@cache
def cars() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("auto_mpg").complete("horsepower")
    return table.numeric(*CAR_COLUMNS), table["mpg"]


def tree_error(**settings) -> float:
    """The squared error of a tree with these settings, in five folds."""
    return validated(RegressionTree(**settings), *cars())


def line_error() -> float:
    return validated(LinearRegression(), *cars())


@exercise("choose my_settings of a tree, so that it errs less on the cars than 11")
def car_tree(my_settings):
    """A dictionary of settings of ``RegressionTree``."""
    if not isinstance(my_settings, dict):
        raise NotYet(expected="a dictionary of settings", got=shown(my_settings),
                     hint='write for example my_settings = {"max_depth": 3}')  # fmt: skip
    try:
        found = tree_error(**my_settings)
    except (TypeError, ValueError) as error:
        raise NotYet(expected="settings that a regression tree has", got=str(error).splitlines()[0],
                     hint="criterion, leaf, max_depth, min_leaf, max_leaves, alpha") from None  # fmt: skip
    if found >= TARGET:
        raise NotYet(expected=f"a squared error below {TARGET:g} in five folds", got=f"{found:.2f}",
                     hint="too deep, it follows single cars; too flat, it answers all alike. What limits the leaves?",
                     more=["how many cars should a leaf have at least?", "and leaves may be linear"])  # fmt: skip
    return f"{found:.2f}, and a straight line has {line_error():.2f}: what horsepower costs is no straight line"


# ---------------------------------------------------------------- 4: fool greed

FEWEST, TIMES = 6, 3.0


@exercise("choose my_numbers, in the order of x, so that greedy leaves three times what the best two cuts leave")
def fooled_greed(my_numbers):
    """At least six numbers at x = 1, 2, 3, ..."""
    y = numbers(my_numbers)
    if y.ndim != 1 or len(y) < FEWEST:
        raise NotYet(expected=f"at least {FEWEST} numbers", got=shown(my_numbers), hint="write them as a list")
    x = np.arange(1.0, len(y) + 1)
    theirs, least = (float(((y - each(x, y, 2).predict(x[:, None])) ** 2).sum()) for each in (greedy, best))
    if theirs < 1e-9 or theirs < TIMES * least:
        wanted = f"greedy leaves {TIMES:g} times the squares of the best"
        raise NotYet(expected=wanted, got=f"{theirs:.3g} and {least:.3g}",
                     hint="three levels, and the first cut must go through the middle one",
                     more=["let the middle level be short and slightly sloped",
                           "many numbers outside, two in the middle"])  # fmt: skip
    return f"greedy leaves {theirs:.3g}, the best two cuts {least:.3g}: the first cut cannot be taken back"
