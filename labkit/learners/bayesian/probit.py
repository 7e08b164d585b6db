"""The normal distribution function in place of the sigmoid: its average over a normal is known.

Lecture 08; deck 000 "Probit Approximation of Sigmoid - 1", "Probit Approximation of Sigmoid - 2". Inventory: I-000-033.

    Phi(lam a) has the slope lam / sqrt(2 pi) at 0, g has 1/4: equal for lam = sqrt(pi/8)           (1)
    E Phi(a + b x) = Phi(a / sqrt(1 + b^2))                  x standard normal                      (2)
    E g(a) ~ Phi(mu / sqrt(s^2 + 8/pi))                      a normal with mean mu, variance s^2    (3)
           ~ g(mu / sqrt(1 + pi s^2 / 8))                                                           (4)
    lam phi(lam a) = g(a) g(-a)                              where Phi(lam a) - g(a) is extreme     (5)

The logarithm of the left side of (5) less that of the right rises with |a| and then falls for good: the gap has at most
two extremes on a > 0. The best lam makes them equally large.

symbol   name here
lam      rate (the slide's lambda)

Departures from the slides: the slope of Phi(lam a) is its derivative by a (E-000-12). Matching the slopes is not the
closest fit: its largest gap is 0.0177, that of the best lam = 1 / 1.702 is 0.0095 (E-000-12).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core import inputs
from labkit.learners.bayesian.exact import normal_mean, variances
from labkit.learners.probability import normal_cdf, sigmoid

MATCHED = float(np.sqrt(np.pi / 8))  # (1)
FAR = 40.0  # a score beyond it has no gap to speak of


def probit_sigmoid(a, rate: float = MATCHED) -> np.ndarray:
    """Phi(lam a)."""
    return normal_cdf(rate * np.asarray(a, dtype=float))


def expected_probit(a, b) -> np.ndarray:
    """E Phi(a + b x) for a standard normal x."""
    return normal_cdf(np.asarray(a, dtype=float) / np.hypot(1.0, b))  # (2)


def expected_sigmoid(mean, variance) -> np.ndarray:
    """E g(a) for a normal a, by a sum: exact."""
    return normal_mean(sigmoid, mean, variance)


def sigmoid_by_probit(mean, variance) -> np.ndarray:
    """E g(a) for a normal a, nearly."""
    return normal_cdf(np.asarray(mean, dtype=float) / np.sqrt(variances(variance) + 8 / np.pi))  # (3)


def moderated(mean, variance) -> np.ndarray:
    """The score whose sigmoid is nearly E g(a): the mean, nearer to 0 the less is known."""
    return np.asarray(mean, dtype=float) / np.sqrt(1.0 + np.pi / 8 * variances(variance))  # (4)


def largest_gap(rate: float) -> tuple[float, float]:
    """(the largest |Phi(lam a) - g(a)|, the a >= 0 where it is)."""
    inputs.number("rate", rate, above=0)
    places = _extremes(rate)
    gaps = np.abs(probit_sigmoid(places, rate) - sigmoid(places))
    return float(gaps.max()), float(places[gaps.argmax()])


def best_rate() -> float:
    """The lam with the smallest largest gap, where the two extremes are equally large; 1 / 1.702."""

    def surplus(rate: float) -> float:
        places = _extremes(rate)
        return float(np.sum(probit_sigmoid(places, rate) - sigmoid(places)))

    return _zero(surplus, 0.5 * MATCHED, MATCHED)


def _extremes(rate: float) -> np.ndarray:
    """The solutions a > 0 of (5) below ``FAR``, the nearest first."""

    def surplus(a):
        return np.log(rate / np.sqrt(2 * np.pi)) - 0.5 * (rate * a) ** 2 + a + 2 * np.log1p(np.exp(-a))

    places = np.linspace(0.0, FAR, 1001)
    above = surplus(places) > 0
    return np.array([_zero(surplus, places[i], places[i + 1]) for i in np.flatnonzero(above[1:] != above[:-1])])


def _zero(f: Callable[[float], float], low: float, high: float) -> float:
    """Where f passes 0, to the last digit."""
    rises = f(low) < 0
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if (f(middle) < 0) == rises else (low, middle)
    return middle
