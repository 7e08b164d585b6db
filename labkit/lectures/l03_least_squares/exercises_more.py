"""Exercises of the page with more of lecture 03; deck 003 "RIDGE REGRESSION", deck 002 on on-line least squares."""

from __future__ import annotations

import numpy as np

from labkit.learners import LinearRegression
from labkit.lectures.l03_least_squares.cars import few_cars
from labkit.tutor.check import NotYet, exercise, numbers, same_results

# ---------------------------------------------------------------- 5: ridge


def _ridge(X, y, lam):
    return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)


def _ridge_cases():
    X = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [1.0, 2.0], [3.0, 1.0]])
    y = np.array([1.0, 2.0, 4.0, 5.0, 7.0, 6.0])
    yield np.array([[1.0], [2.0]]), np.array([1.0, 3.0]), 1.0
    yield X, y, 10.0
    yield X, y, 0.5
    yield X[:, :1], y, 3.0


@exercise("write my_ridge(X, y, lam): the w with the least sum of squares + lam |w|\u00b2")
def ridge(my_ridge):
    """``my_ridge(X, y, lam)`` -> one weight for each column."""
    mistakes = [
        (lambda X, y, lam: _ridge(X, y, 0.0), "where does lam come in?"),
        (lambda X, y, lam: _ridge(X, y, 2 * lam), "the factor 2 cancels: both the squares and the penalty have it"),
        (lambda X, y, lam: _ridge(X, y, lam / 2), "the factor 2 cancels: both the squares and the penalty have it"),
        (lambda X, y, lam: _ridge(X, y, lam * len(y)), "that is of the mean of the squares, not of their sum"),
        (lambda X, y, lam: np.linalg.solve(X.T @ X + lam, X.T @ y), "lam goes onto the diagonal, not everywhere"),
        (lambda X, y, lam: _ridge(X, y, -lam), "the sign of the penalty"),
    ]
    hint = "set the gradient -2 X'(y - Xw) + 2 lam w to zero, and collect w"
    same_results(my_ridge, _ridge, _ridge_cases(), mistakes=mistakes, hint=hint,
                 how="np.linalg.solve(A, b) solves A w = b; np.eye(d) is the unit matrix")  # fmt: skip
    return "the penalty stands on the diagonal, and so there is always a solution"


# ---------------------------------------------------------------- 6: one sample


def _sample(w, x, y, gamma):
    z = np.array([1.0, x])
    return w + gamma * (y - w @ z) * z


def _sample_cases():
    yield np.array([0.0, 0.0]), 1.0, 2.0, 0.1
    yield np.array([0.2, 0.2]), 2.0, 3.0, 0.1
    yield np.array([0.5, -1.0]), -2.0, 1.0, 0.25


@exercise("write my_sample(w, x, y, gamma): the weights (w0, w1) after one sample")
def sample(my_sample):
    """``my_sample(w, x, y, gamma)`` -> two weights."""

    def away(w, x, y, gamma):
        return 2 * w - _sample(w, x, y, gamma)

    def alone(w, x, y, gamma):
        return w + gamma * (y - w[1] * x) * np.array([0.0, x])

    def slope_only(w, x, y, gamma):
        return np.array([w[0], _sample(w, x, y, gamma)[1]])

    mistakes = [
        (away, "that is uphill: after the step the error should be smaller"),
        (lambda w, x, y, gamma: _sample(w, x, y, 2 * gamma), "the rule is for half the square: no factor 2"),
        (alone, "the constant has the input 1 and counts in the prediction too"),
        (slope_only, "the constant moves as well: its input is 1"),
        (lambda w, x, y, gamma: w + gamma * (y - w @ [1.0, x]), "each weight moves in proportion to its own input"),
    ]
    hint = "predict with w0 + w1 x, take the error y less that, and move each weight by gamma times error times input"
    same_results(my_sample, _sample, _sample_cases(), mistakes=mistakes, hint=hint,
                 how="the inputs are z = (1, x): the new weights are w + gamma * error * z")  # fmt: skip
    return "one sample, one step, nothing to remember but w"


# ---------------------------------------------------------------- 7: a typo that hides

SMALL, MOST_HP, MOST_MPG = 3.0, 2000.0, 100.0


@exercise("choose my_hp and my_mpg of a thirteenth car: the slope turns positive, its own residual stays below 3 mpg")
def hidden(my_hp, my_mpg):
    """A car with at most 2000 horsepower and 100 miles per gallon."""
    place = numbers([my_hp, my_mpg])
    if place.shape != (2,) or not (0 < place[0] <= MOST_HP and 0 < place[1] <= MOST_MPG):
        raise NotYet(expected="0 to 2000 horsepower, 0 to 100 mpg", got=f"{my_hp} and {my_mpg}", hint="two numbers")
    x, mpg = few_cars()
    X, y = np.append(x, place[0])[:, None], np.append(mpg, place[1])
    model = LinearRegression().fit(X, y).model_
    left = float(abs(y - model.predict(X))[-1])
    if model.w[1] <= 0:
        raise NotYet(expected="a slope above 0", got=f"{model.w[1]:.3f}", hint="which way does a lever work best?",
                     more=["how far from the mean horsepower is your car?"])  # fmt: skip
    if left >= SMALL:
        raise NotYet(expected="a residual below 3 mpg", got=f"{left:.1f}", good="the slope is positive",
                     hint="the farther out a point is, the closer the line comes to it")  # fmt: skip
    return f"slope {model.w[1]:+.3f}, and the residual of the culprit is {left:.1f}: large residuals do not find it"
