"""The gamma function's relatives, which maximum likelihood of gamma densities needs.

Lecture 04; deck 004 "Exponential Family". Inventory: I-004-074.

    psi(a) = d ln Gamma(a) / da                                            digamma                          (1)
    ln a - psi(a) = 1 / 2a + sum over j of B_2j / (2j a^2j)                for large a, B the Bernoulli numbers   (2)
    psi(a) = psi(a + 1) - 1 / a                                            up to where (2) is exact         (3)

``log_minus_digamma`` is exact to rounding where ln a and psi(a) agree in all their digits, which is where a class has
little spread.
"""

from __future__ import annotations

from math import lgamma

import numpy as np

LARGE = 10.0  # from here on these terms of (2) are exact to rounding
TERMS = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760)  # B_2j / 2j


def log_gamma(a) -> np.ndarray:
    a = np.asarray(a, dtype=float)
    return np.array([lgamma(x) for x in a.ravel()]).reshape(a.shape)


def log_minus_digamma(a) -> np.ndarray:
    """ln a - psi(a), for a > 0."""
    a = np.asarray(a, dtype=float)
    steps = np.maximum(np.ceil(LARGE - a), 0.0)
    b = a + steps
    rest = 0.5 / b + sum(term / b ** (2 * j + 2) for j, term in enumerate(TERMS))  # (2)
    for i in range(int(steps.max(initial=0.0))):
        rest = rest + np.where(i < steps, 1 / (a + i), 0.0)  # (3)
    return rest - np.log(b / a)


def digamma(a) -> np.ndarray:
    return np.log(a) - log_minus_digamma(a)  # (1)


def trigamma(a) -> np.ndarray:
    """The derivative of digamma, for a > 0."""
    a = np.asarray(a, dtype=float)
    steps = np.maximum(np.ceil(LARGE - a), 0.0)
    b = a + steps
    total = 1 / b + 0.5 / b**2 + sum((2 * j + 2) * term / b ** (2 * j + 3) for j, term in enumerate(TERMS))
    for i in range(int(steps.max(initial=0.0))):
        total = total + np.where(i < steps, 1 / (a + i) ** 2, 0.0)
    return total
