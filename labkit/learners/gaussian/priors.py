"""Prior probabilities of the classes: given, or the classes' shares of the examples.

Lecture 04; deck 004 "Generative Approach", "Maximum Likelihood Solution - parameter π".
Inventory: I-004-060, I-004-070.

    P_k = N_k / N           the maximum-likelihood estimate             (1)

Departures from the slides: the prior of a class is categorical, that is a multinomial of one trial (E-004-29).
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.core.learner import TrainingSet


class HasPriors:
    """For learners whose one hyper-parameter is ``priors``."""

    def __init__(self, *, priors=None):
        self.priors = priors

    def _check(self, data: TrainingSet) -> None:
        check_priors(self.priors, data)


def check_priors(priors, data: TrainingSet) -> None:
    if priors is not None:
        given_priors(priors, len(data.classes))


def chosen_priors(priors, counts: np.ndarray) -> np.ndarray:
    """The given ones, or the shares of the classes with so many examples."""
    return counts / counts.sum() if priors is None else given_priors(priors, len(counts))  # (1)


def given_priors(priors, classes: int) -> np.ndarray:
    """One for each class, all above 0, adding up to 1."""
    try:
        P = inputs.real_numbers("priors", priors)
    except (TypeError, ValueError):  # told below, in the words of priors
        P = np.empty(0)
    if P.shape != (classes,) or not (P > 0).all() or abs(P.sum() - 1) > 1e-6:
        raise ValueError(
            f"priors: expected {classes} probabilities above 0 that add up to 1, one for each class in sorted order, "
            f"got {priors!r}; pass such numbers, or None for the classes' shares"
        )
    return P
