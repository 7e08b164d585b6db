"""Bounds that turn sigmoids into something one can integrate, or maximise class by class.

Lecture 08; deck 000 "Variational Upper Bound on Sigmoid", "Log-Sum-Exponent bound & Multi-class Case", "Jensen +
Log-normal + Variational in Multi-class Case", "Variational Logistic Regression -1". Inventory: I-000-020, I-000-021,
I-000-022, I-000-025, I-000-026.

    g(x) <= exp(lam x - H(lam)),  0 < lam < 1            equal at lam = g(-x); H is the entropy in nats       (1)
    g(x) >= g(x0) exp((x - x0)/2 - lambda(x0) (x^2 - x0^2))         equal at x = x0 and x = -x0               (2)
    lambda(x0) = tanh(x0/2) / (4 x0),  lambda(0) = 1/8                                                        (3)
    f(y) = -ln (e^(t/2) + e^(-t/2)),  t = sqrt(y)        ln g(x) = x/2 + f(x^2)                               (4)
    f'(y) = -lambda(t)                                                                                        (5)
    f''(y) = (tanh(t/2) - (t/2) (1 - tanh^2(t/2))) / (8 t^3) > 0,  f''(0) = 1/96                              (6)
    -ln s >= ln lam + 1 - lam s,  lam > 0                equal at lam = 1/s                                   (7)
    ln (1 + e^m) <= E ln (1 + e^w) <= ln (1 + E e^w) = ln (1 + e^(m + v/2)),  w normal with mean m, variance v  (8)

By (6) f is convex in y = x^2, so it lies above its tangents in y: that is (2).

Departures from the slides: (1) holds for lam between 0 and 1 only (E-000-04). (7) is a lower bound of -ln s, because
-ln is convex; the slide prints an upper bound (E-000-05), and minus (7), the upper bound lam s - ln lam - 1 of ln s,
with the wrong sign (E-000-08). The right half of (8) holds because ln is concave, the left half because ln (1 + e^w) is
convex; the slide gives the second reason for the first (E-000-07). (4) to (6) are right as printed (E-000-45).
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.bayesian.exact import normal_mean
from labkit.learners.probability import log_sigmoid, softplus

SMALLEST_X0 = 1e-8  # lambda(x0) is 1/8 to the last digit below it
SERIES_BELOW = 0.05  # below this t the two halves of (6) cancel, and three terms of its series are exact enough


def entropy(lam) -> np.ndarray:
    """H(lam) in nats: 0 at the ends, ln 2 in the middle."""
    lam = _inside("lam", lam, 1.0)
    return -lam * np.log(lam) - (1 - lam) * np.log1p(-lam)


def sigmoid_above(x, lam) -> np.ndarray:
    """The exponential that touches the sigmoid once, at the x with g(-x) = lam."""
    return np.exp(np.asarray(lam) * np.asarray(x, dtype=float) - entropy(lam))  # (1)


def curvature(x0) -> np.ndarray:
    """lambda(x0): how narrow the parabola below ln g is that touches it at x0 and at -x0."""
    t = np.maximum(np.abs(np.asarray(x0, dtype=float)), SMALLEST_X0)
    return np.tanh(0.5 * t) / (4.0 * t)  # (3)


def log_sigmoid_below(x, x0) -> np.ndarray:
    """The parabola that touches ln g at x0 and at -x0."""
    x, x0 = np.asarray(x, dtype=float), np.asarray(x0, dtype=float)
    return log_sigmoid(x0) + 0.5 * (x - x0) - curvature(x0) * (x**2 - x0**2)  # (2)


def sigmoid_below(x, x0) -> np.ndarray:
    """The bell that touches the sigmoid at x0 and at -x0."""
    return np.exp(log_sigmoid_below(x, x0))


def even_part(y, order: int = 0) -> np.ndarray:
    """f(y), what of ln g(x) depends on y = x^2 alone; its first derivative and its second."""
    inputs.option("order", order, (0, 1, 2))
    y = np.asarray(y, dtype=float)
    if (y < 0).any():
        raise ValueError(f"y: expected squares, at least 0, got {y.min():g}; pass x**2")
    t = np.sqrt(y)
    if order == 0:
        return -0.5 * t - np.log1p(np.exp(-t))  # (4)
    if order == 1:
        return -curvature(t)  # (5)
    far, tanh = np.maximum(t, SERIES_BELOW), np.tanh(0.5 * np.maximum(t, SERIES_BELOW))
    closed = (tanh - 0.5 * far * (1 - tanh**2)) / (8 * far**3)  # (6)
    return np.where(t < SERIES_BELOW, 1 / 96 - y / 480 + 17 * y**2 / 53760, closed)


def tangent(s, lam) -> np.ndarray:
    """A lower bound of -ln s: the tangent that touches at s = 1 / lam. Minus it is an upper bound of ln s."""
    lam = _inside("lam", lam)
    return np.log(lam) + 1.0 - lam * np.asarray(s, dtype=float)  # (7)


def expected_softplus(mean, variance) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """E ln (1 + e^w) for a normal w, between its two bounds: (8), left to right."""
    mean, variance = np.asarray(mean, dtype=float), np.asarray(variance, dtype=float)
    return softplus(mean), normal_mean(softplus, mean, variance), softplus(mean + 0.5 * variance)  # (8)


def _inside(name: str, values, below: float = np.inf) -> np.ndarray:
    values = np.asarray(values, dtype=float)
    fits = (values > 0) & (values < below)
    if not fits.all():
        bounds = "above 0" if np.isinf(below) else f"between 0 and {below:g}, the ends excluded"
        raise ValueError(f"{name}: expected numbers {bounds}, got {values[~fits].flat[0]:g}; choose others")
    return values
