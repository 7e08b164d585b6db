"""Leaving one out of a linear fit without fitting again: the hat matrix knows how each example pulls its own answer.

Lecture 22; deck 004 "Information Criteria based methods". Inventory: I-004-003.

    answers = H y,  H = A (A'A + P)^-1 A'                      linear in y: least squares, ridge             (1)
    h_i = H_ii                                                 the leverage of example i, from 0 to 1        (2)
    y_i - (answer without example i) = (y_i - answer_i) / (1 - h_i)                                          (3)

(3) is exact for least squares with any fixed quadratic penalty P. With h_i = 1 the others say nothing of the example,
and near it (3) loses digits: then, and where it is not known that the columns of A stay the same without an example
(centres that are placed by the examples), there is no shortcut.

symbol   name here         symbol   name here
A        phi(X), centred where there is a bias       h        leverages
"""

from __future__ import annotations

from copy import copy

import numpy as np

from labkit.core.inputs import matrix, numbers
from labkit.learners.basis.lifted import BasisRegression
from labkit.learners.least_squares.closed_form import solutions
from labkit.learners.least_squares.regression import LinearRegression

LEAST_FREEDOM = 1e-4  # an example with less of 1 - h left has the answer nearly to itself


def leverages(X: np.ndarray, lam: float = 0.0, intercept: bool = True) -> np.ndarray | None:
    """h of every example; None where units differ too much for the shortcut."""
    every = solutions(X, np.zeros((len(X), 1)), "qr", intercept)
    if not every.clear:
        return None
    s = every.singular_values[: every.rank]
    U = (X - every.mean[: X.shape[1]]) @ every.directions / s  # A = U S V'
    return U**2 @ (s**2 / (s**2 + lam)) + (1 / len(X) if intercept else 0.0)  # (2)


def left_out(learner, X, y) -> np.ndarray | None:
    """y less the answer of the learner trained without the example; None where there is no shortcut."""
    linear = _linear(learner)
    if linear is None:
        return None
    X, y = matrix(X), numbers(y)
    trained = copy(learner).fit(X, y)
    phi = X if learner is linear else trained.model_.basis(X)
    h = leverages(phi, linear.lam, linear.intercept)
    if h is None or (1 - h < LEAST_FREEDOM).any():
        return None
    return (y - trained.predict(X)) / (1 - h)  # (3)


def _linear(learner) -> LinearRegression | None:
    """The linear regression that does the work, where it is solved at once on a basis that does not move."""
    inner = learner
    if type(learner) is BasisRegression and not hasattr(learner.basis, "centres"):
        inner = LinearRegression() if learner.learner is None else learner.learner
    exact = type(inner) is LinearRegression and isinstance(inner.solver, str) and inner.solver == "qr"
    return inner if exact else None
