"""Averages and majorities, tried out: what chance does to members that are correlated, or that err independently.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102. The formulas are in ``bootstrap``.

    member b says  sqrt(rho) U + sqrt(1 - rho) V_b,  all U and V independent, standard normal          (1)

so that each member has the variance 1 and any two have the correlation rho.
"""

from __future__ import annotations

import numpy as np


def average_variances(correlation: float, members: int, *, tries: int, seed: int) -> np.ndarray:
    """The variance over many tries of the average of the first 1, 2, ... members."""
    rng = np.random.default_rng(seed)
    shared, own = rng.normal(size=(tries, 1)), rng.normal(size=(tries, members))
    said = np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * own  # (1)
    averages = said.cumsum(axis=1) / np.arange(1, members + 1)
    return np.mean(averages**2, axis=0)  # the expected average is 0


def majority_errors(error: float, members: int, *, tries: int, seed: int) -> np.ndarray:
    """The share of many tries where most of the first 1, 2, ... independent members err; a tie is half an error."""
    wrong = np.random.default_rng(seed).random((tries, members)) < error
    lead = 2 * wrong.cumsum(axis=1) - np.arange(1, members + 1)
    return np.mean(0.5 * (1 + np.sign(lead)), axis=0)
