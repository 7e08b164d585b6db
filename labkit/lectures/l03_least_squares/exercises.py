"""Exercises of the main page of lecture 03; deck 003 "FITTING A LINE TO THE DATA", decks 003, 004: descent."""

from __future__ import annotations

import numpy as np

from labkit.learners import LeastSquaresClassifier, LinearRegression
from labkit.lectures.l03_least_squares.cars import FEATURES, cars
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: a line


def _line(x, y):
    """(w0, w1): the slope is the covariance over the variance."""
    centred = x - x.mean()
    slope = centred @ y / (centred @ centred)
    return float(y.mean() - slope * x.mean()), float(slope)


def _line_mistakes():
    def origin(x, y):
        return 0.0, x @ y / (x @ x)

    def other(x, y):
        slope = np.ptp(x) * 0 + 1 / _line(y, x)[1]
        return y.mean() - slope * x.mean(), slope

    def no_constant(x, y):
        return y.mean(), _line(x, y)[1]

    def through_origin_then_lifted(x, y):
        slope = x @ y / (x @ x)
        return y.mean() - slope * x.mean(), slope

    take = "take the means off first: that formula is for a line through the origin"
    return [
        (lambda x, y: _line(x, y)[::-1], "the constant w0 comes first, then the slope"),
        (origin, take),
        (through_origin_then_lifted, take),
        (other, "that line measures left and right: the errors are those of y"),
        (no_constant, "the line goes through the means of x and y: which constant is needed for that?"),
        (lambda x, y: _line(y, x), "x is given, y is predicted: which is which?"),
    ]


def _line_cases():
    yield np.array([0.0, 2.0]), np.array([1.0, 5.0])
    yield np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 4.0])
    yield np.array([-1.0, 0.0, 2.0, 5.0]), np.array([3.0, 3.5, -1.0, 0.0])
    yield np.array([60.0, 90.0, 95.0, 150.0]), np.array([33.0, 24.0, 26.0, 14.0])


@exercise("write my_line(x, y): the constant and the slope of the least-squares line")
def line(my_line):
    """``my_line(x, y)`` -> (w0, w1)."""
    hint = "take the mean off x and off y; then the slope is the one of a line through the origin"
    how = "w1 is the sum of the products of both, over the sum of the squares of x; the line goes through both means"
    same_results(my_line, _line, _line_cases(), mistakes=_line_mistakes(), hint=hint, how=how,
                 parts=("the constant", "the slope"))  # fmt: skip
    return "two sums and two means are the whole fit"


# ---------------------------------------------------------------- 2: find the bug


def _gradient(X, y, w):
    return 2 * (X @ w - y) @ X / len(y)


def _gradient_given(X, y, w):
    return 2 * np.square(X @ w - y) @ X / len(y)


def _slipped_gradient(X, y, w, *, downhill=False, halved=False, summed=False, unsigned=False):
    left = np.abs(X @ w - y) if unsigned else X @ w - y
    factor = (-1 if downhill else 1) * (1 if halved else 2) / (1 if summed else len(y))
    return factor * left @ X


def _gradient_cases():
    yield np.array([[1.0], [2.0]]), np.array([1.0, 3.0]), np.array([0.0])
    yield np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), np.array([1.0, 2.0, 4.0]), np.array([0.0, 0.0])
    yield np.array([[1.0, 2.0], [3.0, 1.0], [0.0, 1.0]]), np.array([1.0, -2.0, 4.0]), np.array([0.5, -1.0])


@exercise("mend gradient(X, y, w): of the mean of the squared errors", given=_gradient_given)
def gradient(gradient):
    """``gradient(X, y, w)`` -> one number for each weight."""
    mistakes = slips(
        _slipped_gradient,
        downhill="the sign: where the gradient points, the loss must rise",
        halved="the derivative of a square has a factor 2",
        summed="of the mean, not of the sum",
        unsigned="the size of the error is right; what about its sign?",
    )
    hint = "one example, x = 1, y = 1, w = 0: the error is -1. Which sign should the gradient have, and which has it?"
    same_results(gradient, _gradient, _gradient_cases(), mistakes=mistakes, hint=hint,
                 how="differentiate (x w - y)\u00b2 by w, with the chain rule")  # fmt: skip
    return "the error itself, with its sign; squared, descent would climb wherever predictions are too low"


# ---------------------------------------------------------------- 3: on real data

MANY, ENOUGH = 2, 3.47


@exercise("choose my_features, two of the five names: a typical error below 3.47 mpg")
def two_features(my_features):
    """Two names."""
    chosen = [my_features] if isinstance(my_features, str) else list(my_features)
    unknown = [name for name in chosen if name not in FEATURES]
    if unknown or len(set(chosen)) != MANY or len(chosen) != MANY:
        raise NotYet(expected=f"two of {', '.join(FEATURES)}", got=shown(my_features), hint="write a list of two names")
    X, mpg = cars(*chosen)
    error = float(np.sqrt(np.mean((held_out_answers(LinearRegression(), X, mpg) - mpg) ** 2)))
    if error >= ENOUGH:
        hint = "which of the five says most by itself? and which of the others says something else?"
        raise NotYet(expected="a typical error below 3.47 mpg", got=f"{error:.2f}", hint=hint,
                     more=["engines of one size became thriftier over the years"])  # fmt: skip
    return f"{error:.2f} mpg on cars that took no part: two features do better than all five"


# ---------------------------------------------------------------- 4: a counter-example

FEWEST = 4


@exercise("place my_x and my_classes: one threshold is always right, least squares is not")
def fooled(my_x, my_classes):
    """Places on one axis, and as many classes -1 or +1."""
    x, z = numbers(my_x), np.asarray(my_classes)
    if x.ndim != 1 or z.shape != x.shape or len(x) < FEWEST or set(z.tolist()) != {-1, 1}:
        got = f"places of shape {x.shape} with {z.size} classes"
        raise NotYet(expected="at least four places, with classes -1 and +1", got=got, hint="count them")
    low, high = x[z == -1], x[z == 1]
    if not low.max() < high.min():
        raise NotYet(expected="all of class -1 to the left of all of class +1", got="some that are not",
                     hint="there must be a threshold without a mistake")  # fmt: skip
    wrong = int((LeastSquaresClassifier().fit(x[:, None], z).predict(x[:, None]) != z).sum())
    if not wrong:
        raise NotYet(expected="a mistake of least squares", got="none", good="a threshold takes them apart",
                     hint="which right answers does a squared error punish?",
                     more=["move one point farther and farther away on its own side"])  # fmt: skip
    return f"{wrong} wrong, where a threshold makes no mistake: the far point pulls"
