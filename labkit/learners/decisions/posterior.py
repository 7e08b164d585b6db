"""Bayes' rule: how probable each class is once x has been seen.

Lecture 01; deck 000 "Minimum Distance versus Maximum a Posteriori Decisions". Inventory: I-000-006.

    P(k|x) = p(x|k) P(k) / sum over i of p(x|i) P(i)                                           (1)

Generative learning estimates the right-hand side (how the cases of every class are spread, and how frequent a class
is), and so can also draw new cases or be told other frequencies. Discriminative learning estimates P(k|x) itself.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.probability import softmax

ROUNDING = 1e-6  # probabilities may miss a sum of 1 by this much


def bayes_rule(log_densities, priors) -> np.ndarray:
    """P(k|x) along the last axis from ln p(x|k) there (-inf where class k has no such case) and P(k).

    Logarithms, because densities far from every class are too small to be told from 0.
    """
    P = probabilities(priors, "priors")
    log_p = inputs.real_numbers("log_densities", log_densities)
    if P.ndim != 1 or log_p.ndim < 1 or log_p.shape[-1] != len(P):
        raise ValueError(
            f"log_densities: expected one column for each of the {P.shape[-1]} priors, got shape {log_p.shape}; "
            "pass ln p(x|k) for every class"
        )
    possible = (log_p > -np.inf) & (P > 0)
    if np.isnan(log_p).any() or (log_p == np.inf).any() or not possible.any(axis=-1).all():
        raise ValueError(
            "log_densities: expected finite numbers or -inf, in every case one finite with a prior above 0, "
            "got others; a case that no class can have has no posterior"
        )
    with np.errstate(divide="ignore"):
        return softmax(log_p + np.log(P))  # (1)


def probabilities(values, name: str) -> np.ndarray:
    """Checked: along the last axis numbers from 0 to 1 whose sum is 1."""
    P = inputs.real_numbers(name, values)
    if P.ndim < 1 or P.shape[-1] < 2:
        raise ValueError(
            f"{name}: expected a probability for each of 2 or more classes, got shape {P.shape}; "
            "pass one row per case, one column per class"
        )
    wrong = ~((P.min(axis=-1) >= 0) & (np.abs(P.sum(axis=-1) - 1) <= ROUNDING))
    if wrong.any():
        row = np.round(P[wrong][0], 6).tolist()
        raise ValueError(f"{name}: expected probabilities >= 0 with the sum 1, got {row}; divide them by their sum")
    return P
