"""What a wrong score costs: losses over the margin, and the losses that gradient boosting goes down.

Lectures 20 and 21; deck 000 "Boosting", "Log Loss (Logistic loss)", "Gradient Boosting Algorithm" and "Error
Correcting Output Codes" (L_K boosting). Inventory: I-000-105, I-000-106, I-000-110, I-000-117.

Two classes z = -1, +1, a score F, the margin eta = z F:

    0/1       [eta <= 0]                    (1)      hinge    max(0, 1 - eta)          (2)
    exp       e^-eta                        (3)      log2     ln(1 + e^-eta) / ln 2    (4)

so that (2), (3) and (4) are never below (1). To second order a step f changes the loss of an example by

    L(F + f) ~ L(F) + g f + h f^2 / 2       g = dL/dF, h = d2L/dF2                     (5)

    Squared    L = (z - F)^2 / 2            g = F - z            h = 1                 (6)
    Logistic   L = ln(1 + e^-zF)            g = p - [z = +1]     h = p (1 - p)         (7)    p = 1 / (1 + e^-F)
    Softmax    L = -ln mu_z                 g = mu_k - [z = k]   h = mu_k (1 - mu_k)   (8)    mu_k = e^F_k / sum e^F_j
    Exponential    L = e^-zF       g = -z e^-zF        h = e^-zF           (9)    p = 1 / (1 + e^-2F)

symbol    name here        symbol    name here
eta       margin           F         scores (one row for every score of an example)
z         z                mu, p     probabilities

Departures: the slide's 0/1 loss 1 - sgn(eta) is 2 for a mistake and then no lower bound of the others (E-000-31;
``zero_one_of_slide`` keeps it for comparison); the residual is minus the gradient of *half* the squared error
(E-000-33). h is never below SMALLEST, so that a leaf of certain examples can be divided by it. The losses of two
classes take z as -1 and +1, as the lecture has it, or as the class indices 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

SMALLEST = 1e-16  # the least h of an example
LEAST_CLASS_SHARE = 1e-12  # the least share of a class for which the start is finite
MOST_LOG = 700.0  # of a loss: e^700 is a number
SHOWN = 5  # wrong targets that a message names

# ---------------------------------------------------------------- over the margin


def zero_one(margin) -> np.ndarray:
    return (np.asarray(margin) <= 0).astype(float)  # (1)


def zero_one_of_slide(margin) -> np.ndarray:
    """1 - sgn(eta), as the slide has it: twice the 0/1 loss."""
    return 1.0 - np.sign(margin)


def hinge(margin) -> np.ndarray:
    return np.maximum(0.0, 1.0 - np.asarray(margin))  # (2)


def exponential(margin) -> np.ndarray:
    return np.exp(-np.asarray(margin, dtype=float))  # (3)


def log2_loss(margin) -> np.ndarray:
    return np.logaddexp(0.0, -np.asarray(margin, dtype=float)) / np.log(2.0)  # (4)


MARGIN_LOSSES = {"0/1": zero_one, "hinge": hinge, "exponential": exponential, "log": log2_loss}


# ---------------------------------------------------------------- over the scores


class ScoreLoss(Protocol):
    """``z`` are numbers or class indices, ``F`` the scores: (examples,), or (classes, examples) for ``Softmax``."""

    def value(self, z: np.ndarray, F: np.ndarray) -> np.ndarray:
        """The loss of each example."""

    def slopes(self, z: np.ndarray, F: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
        """(g, h) in the shape of F; None is an h of 1 everywhere."""

    def start(self, z: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
        """The constant scores with the least loss: the prior."""

    leaf: Callable[[np.ndarray, np.ndarray], float] | None  # what a leaf answers to (z - F, weights); None: -G / H
    steepest: float | None  # the largest |g|; None: that of z itself


class Squared:
    """Half the squared error of a number."""

    scores, leaf, steepest = 1, None, None

    def value(self, z, F):
        return 0.5 * (np.asarray(z, dtype=float) - F) ** 2  # (6)

    def slopes(self, z, F):
        return np.asarray(F, dtype=float) - z, None  # (6)

    def start(self, z, weights=None):
        return np.array([np.average(z, weights=weights)])


class Logistic:
    """The log loss of two classes; z is -1 and +1, or 0 and 1."""

    scores, leaf, steepest = 1, None, 1.0

    def value(self, z, F):
        return np.logaddexp(0.0, (1.0 - 2.0 * second(z)) * F)  # (7)

    def slopes(self, z, F):
        p = self.probabilities(np.asarray(F, dtype=float))
        return p - second(z), np.maximum(p * (1.0 - p), SMALLEST)  # (7)

    def start(self, z, weights=None):
        return _log_odds(z, weights)

    @staticmethod
    def probabilities(F: np.ndarray) -> np.ndarray:
        """Of the second class. tanh neither overflows nor warns."""
        return 0.5 + 0.5 * np.tanh(0.5 * F)


class Exponential:
    """AdaBoost's loss of two classes; z is -1 and +1, or 0 and 1. Its best score is half the log odds."""

    scores, leaf, steepest = 1, None, 1.0

    def value(self, z, F):
        return np.exp(np.minimum((1.0 - 2.0 * second(z)) * F, MOST_LOG))  # (9)

    def slopes(self, z, F):
        h = self.value(z, np.asarray(F, dtype=float))
        return (1.0 - 2.0 * second(z)) * h, np.maximum(h, SMALLEST)  # (9)

    def start(self, z, weights=None):
        return _log_odds(z, weights) / 2

    @staticmethod
    def probabilities(F: np.ndarray) -> np.ndarray:
        """Of the second class."""
        return Logistic.probabilities(2.0 * F)


class Softmax:
    """The log loss of K classes: a score, a gradient and a (diagonal) second derivative for each."""

    leaf, steepest = None, 1.0

    def __init__(self, classes: int):
        self.scores = classes

    def value(self, z, F):
        z, F = self._indices(z), np.asarray(F, dtype=float)
        shifted = F - F.max(axis=0)
        return np.log(np.exp(shifted).sum(axis=0)) - shifted[z, np.arange(len(z))]  # (8)

    def slopes(self, z, F):
        z, mu = self._indices(z), self.probabilities(np.asarray(F, dtype=float))
        h = np.maximum(mu * (1.0 - mu), SMALLEST)
        mu[z, np.arange(len(z))] -= 1.0
        return mu, h  # (8)

    def start(self, z, weights=None):
        share = np.bincount(self._indices(z), weights, minlength=self.scores)
        return np.log(np.maximum(share / share.sum(), LEAST_CLASS_SHARE))

    def _indices(self, z) -> np.ndarray:
        z = np.asarray(z)
        if z.dtype.kind not in "biu" or (z.size and (z.min() < 0 or z.max() >= self.scores)):
            raise ValueError(
                f"z: expected class indices from 0 to {self.scores - 1}, got {z.ravel()[:SHOWN].tolist()}...; "
                "number the classes, as np.unique(labels, return_inverse=True) does"
            )
        return z

    @staticmethod
    def probabilities(F: np.ndarray) -> np.ndarray:
        """Of every class, (classes, examples)."""
        mu = np.exp(F - F.max(axis=0))
        return mu / mu.sum(axis=0)


def second(z) -> np.ndarray:
    """1 for the second of two classes and 0 for the first, which may be coded as +1 and -1, or as 1 and 0."""
    z = np.asarray(z)
    if z.dtype == bool:
        return z
    low, high = (z.min(), z.max()) if z.size else (0, 0)
    whole = z.dtype.kind in "iu"
    if low >= 0 and high <= 1 and (whole or np.isin(z, (0, 1)).all()):
        return z
    if low == -1 and high <= 1 and np.isin(z, (-1, 1)).all():
        return (z > 0).astype(int)
    odd = z[~np.isin(z, (-1, 0, 1))].ravel()[:SHOWN].tolist() or "all three"
    raise ValueError(f"z: expected two classes as -1 and +1, or as 0 and 1, got {odd}; code them in one of these ways")


def _log_odds(z, weights) -> np.ndarray:
    p = np.clip(np.average(second(z), weights=weights), LEAST_CLASS_SHARE, 1 - LEAST_CLASS_SHARE)
    return np.array([np.log(p / (1.0 - p))])


def second_order(loss: ScoreLoss, z: np.ndarray, F: np.ndarray, f: np.ndarray) -> np.ndarray:
    """What (5) expects the loss of each example to be after a step f, for losses of one score."""
    g, h = loss.slopes(z, F)
    return loss.value(z, F) + g * f + 0.5 * (1.0 if h is None else h) * f**2  # (5)


def friedman_leaf(residuals: np.ndarray, classes: int) -> float:
    """The answer of a leaf of L_K TreeBoost for one class: (K - 1) / K sum r / sum |r| (1 - |r|), r = [z = k] - mu_k.

    |r| (1 - |r|) = mu_k (1 - mu_k) = h whatever z is, so this is -G / H times (K - 1) / K.
    """
    r = np.asarray(residuals, dtype=float)
    h = np.abs(r) * (1.0 - np.abs(r))
    if not h.sum() > 0:
        raise ValueError("residuals: expected one with 0 < |r| < 1, got none; a leaf of certain examples has no answer")
    return float((classes - 1) / classes * r.sum() / h.sum())
