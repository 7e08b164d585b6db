"""Exercises of the main page of lecture 22; deck 004 "Information Criteria based methods", "Feature Selection
Methods"."""

from __future__ import annotations

import numpy as np

from labkit.core import data, resampling
from labkit.learners import LinearRegression, NearestNeighbours
from labkit.learners.selection import rank, validated
from labkit.lectures import l22_model_selection as lesson
from labkit.lectures.l22_model_selection.leak import noise
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: the criterion for few examples


def _aicc(log_likelihood, k, n):
    if n <= k + 1:
        return np.inf
    return 2 * k - 2 * log_likelihood + 2 * k * (k + 1) / (n - k - 1)


def _slipped_aicc(log_likelihood, k, n, *, plain=False, sign=False, single=False, shifted=False, finite=False):
    if n <= k + 1 and not finite:
        return np.inf
    left = n - k if shifted else n - k - 1
    added = 0.0 if plain else 2 * k * (k + 1) / (left or np.nan)
    return 2 * k + (2 if sign else -2) * log_likelihood / (2 if single else 1) + added


@exercise("write my_aicc(log_likelihood, k, n)")
def aicc(my_aicc):
    """``my_aicc(log_likelihood, k, n)`` -> a number."""
    mistakes = slips(
        _slipped_aicc,
        plain="that is AIC: what is added for few examples?",
        sign="a higher likelihood must make it lower",
        single="the logarithm counts twice",
        shifted="the divisor is n - k - 1",
        finite="with n at most k + 1 it is infinite: such a model must never be chosen",
    )
    cases = [(-10.0, 5, 12), (-120.5, 3, 50), (3.0, 1, 10), (-10.0, 5, 6), (-10.0, 8, 7)]
    same_results(my_aicc, _aicc, cases, mistakes=mistakes, hint="first AIC, then what is added to it",
                 how="2k - 2 ln L + 2k(k + 1)/(n - k - 1), and float('inf') where n <= k + 1")  # fmt: skip
    return "the price of the fifth parameter depends on how many examples there are to pay with"


# ---------------------------------------------------------------- 2: find the bug


def _held_out_share(X, y, parts, keep):
    right = 0
    for train, test in parts:
        columns = lesson.best_columns(X[train], y[train], keep)
        says = lesson.answers(X[train][:, columns], y[train], X[test][:, columns])
        right += (says == y[test]).sum()
    return right / len(y)


def _held_out_share_given(X, y, parts, keep):
    columns = lesson.best_columns(X, y, keep)
    right = 0
    for train, test in parts:
        says = lesson.answers(X[train][:, columns], y[train], X[test][:, columns])
        right += (says == y[test]).sum()
    return right / len(y)


def _on_itself(X, y, parts, keep):
    """Wrong: asks the cases that were learned from."""
    right = 0
    for train, _ in parts:
        columns = lesson.best_columns(X[train], y[train], keep)
        right += (lesson.answers(X[train][:, columns], y[train], X[train][:, columns]) == y[train]).mean()
    return right / len(parts)


def _from_the_test(X, y, parts, keep):
    """Wrong: chooses by the labels of the held-out cases."""
    right = 0
    for train, test in parts:
        columns = lesson.best_columns(X[test], y[test], keep)
        right += (lesson.answers(X[train][:, columns], y[train], X[test][:, columns]) == y[test]).sum()
    return right / len(y)


def _without_choice(X, y, parts, keep):
    """Wrong: keeps all columns."""
    return sum((lesson.answers(X[a], y[a], X[b]) == y[b]).sum() for a, b in parts) / len(y)


def _leak_cases():
    for n, d, keep, seed in ((20, 30, 3, 0), (40, 200, 10, 1), (30, 50, 5, 2)):
        X, y = noise(n, d, 0, seed)
        yield X, y, list(resampling.folds(n, k=5, seed=seed, classes=y)), keep


@exercise("mend held_out_share(X, y, parts, keep): whatever looks at labels belongs inside the folds",
          given=_held_out_share_given)  # fmt: skip
def held_out_share(held_out_share):
    """``held_out_share(X, y, parts, keep)`` -> the share that is right."""
    mistakes = [
        (_from_the_test, "now the held-out labels choose the columns: that is worse"),
        (_without_choice, "it must still choose columns, but from which cases?"),
        (_on_itself, "ask the cases that were held out"),
    ]
    same_results(held_out_share, _held_out_share, _leak_cases(), mistakes=mistakes,
                 hint="which line sees the labels of cases that will be asked later?",
                 how="move that line into the loop, and give it the training rows only")  # fmt: skip
    return "one line moved, and ninety per cent became a coin"


# ---------------------------------------------------------------- 3: on real data

CAR_COLUMNS = ("cylinders", "displacement_cu_in", "horsepower", "weight_lb", "acceleration_s", "model_year")


def car_error(columns) -> float:
    """The squared error of least squares on these columns, one car left out."""
    table = data.load("auto_mpg").complete("horsepower")
    return validated(LinearRegression(), table.numeric(*columns), table["mpg"], folds="leave one out")


@exercise("choose my_columns: two of the six with which one left out errs less than with all six")
def two_columns(my_columns):
    """Two names out of ``CAR_COLUMNS``."""
    names = [my_columns] if isinstance(my_columns, str) else list(my_columns)
    unknown = [name for name in names if name not in CAR_COLUMNS]
    if unknown or len(set(names)) != 2 or len(names) != 2:
        raise NotYet(expected=f"two different names of {', '.join(CAR_COLUMNS)}", got=shown(my_columns),
                     hint='write for example my_columns = ["cylinders", "horsepower"]')  # fmt: skip
    found, needed = car_error(names), car_error(CAR_COLUMNS)
    if found >= needed:
        raise NotYet(expected=f"a squared error below {needed:.2f}, that of all six", got=f"{found:.2f}",
                     hint="the best two by themselves need not be the best pair: do yours say the same thing twice?",
                     more=["take the best single column, and try each other one beside it"])  # fmt: skip
    return f"{found:.2f} against {needed:.2f}: four of the six columns only add variance"


# ---------------------------------------------------------------- 4: fool the filter

FEWEST, SILENT, CLEAR = 8, 0.01, 0.9


@exercise("choose my_X (two columns) and my_y (two classes): each column alone says nothing, both together all")
def fooled_filter(my_X, my_y):
    """At least eight cases."""
    X, y = numbers(my_X), np.asarray(my_y)
    if X.ndim != 2 or X.shape[1] != 2 or y.shape != (len(X),) or len(X) < FEWEST or len(np.unique(y)) != 2:
        raise NotYet(expected=f"at least {FEWEST} rows of two numbers, and as many labels of two classes",
                     got=f"X of shape {X.shape}, y of shape {y.shape}", hint="write them as lists")  # fmt: skip
    bits = rank(X, y, classes=True).values
    if bits.max() > SILENT:
        raise NotYet(expected="0 bits from each column alone", got=f"{bits[0]:.3f} and {bits[1]:.3f}",
                     hint="each value of a column must go with both classes equally often",
                     more=["think of four corners of a square", "which two corners are of one class?"])  # fmt: skip
    right = validated(NearestNeighbours(k=1), X, y, folds="leave one out")
    if right < CLEAR:
        raise NotYet(expected="one neighbour, each left out, right in 90 % at least", got=f"{right:.0%}",
                     good="each column alone says nothing", hint="put several cases into each place")  # fmt: skip
    return "the filter sees nothing, and forward selection does not know where to begin; backward selection does"
