"""Bayes' rule, and what a decision costs when some mistakes are worse than others or it may be left to somebody else.

Lecture 01; deck 000 "Minimum Distance versus Maximum a Posteriori Decisions". Inventory: I-000-005, I-000-006.

    R(i|x) = sum over k of P(k|x) L_ki            the risk of deciding i: the loss to be expected        (1)
    i* = argmin R(i|x)                            the Bayes decision; the first of equals                (2)
    reject x where R(i*|x) > r                    deciding nothing costs r                               (3)
    E min(R(i*|x), r)                             the Bayes risk: no rule has less                       (4)
    P(2|x) > a / (a + b),  a = L_12 - L_11,  b = L_21 - L_22       (2) for two classes: the second       (5)
    P(k|x) = p(x|k) P(k) / sum over i of p(x|i) P(i)               Bayes' rule                           (6)

L_ki is what it costs to decide i where k is true. Without a loss matrix a mistake costs 1 (0/1 loss): then R(i|x) is
1 - P(i|x), (2) is the most probable class, (3) rejects where no class has a probability of 1 - r, and (4) without
rejecting is the Bayes error.

Generative learning estimates the right-hand side of (6) (how the cases of every class are spread, and how frequent a
class is), and so can also draw new cases or take other frequencies. Discriminative learning estimates P(k|x) itself.

Departures from the slides: deck 000 has the 0/1 loss only; (1) to (5) are the usual general form.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.probability import softmax

REJECTED = -1  # in the place of a class
ROUNDING = 1e-6  # probabilities may miss a sum of 1 by this much


def risks(P, losses=None) -> np.ndarray:
    """R(i|x), one column per decision i, from the posteriors P, one column per class."""
    P = probabilities(P, "P")
    if losses is None:
        return 1.0 - P  # not as a sum of the others: classes that are equally probable stay exactly equal
    return P @ loss_matrix(losses, P.shape[-1])  # (1)


def decisions(P, losses=None, reject: float | None = None) -> np.ndarray:
    """The class (its number, from 0) of the least risk, or ``REJECTED`` where even that is above ``reject``."""
    R = risks(P, losses)
    return np.where(rejected(R, reject), REJECTED, R.argmin(axis=-1))  # (2)


def rejected(R: np.ndarray, reject: float | None) -> np.ndarray:
    """Where the least of these risks is above what it costs to decide nothing."""
    if reject is None:
        return np.zeros(R.shape[:-1], dtype=bool)
    inputs.number("reject", reject, least=0)
    return R.min(axis=-1) > reject  # (3)


def bayes_risk(P, losses=None, reject: float | None = None, sample_weight=None) -> float:
    """The least expected loss over cases with the posteriors P; ``sample_weight`` is as p(x), None: all alike."""
    R = np.atleast_2d(risks(P, losses))
    least = np.where(rejected(R, reject), 0.0 if reject is None else reject, R.min(axis=-1))
    return float(np.average(least, weights=inputs.sample_weights(sample_weight, len(least))))  # (4)


def threshold(losses=None) -> float:
    """The probability that the second of two classes must exceed to be decided for."""
    L = 1.0 - np.eye(2) if losses is None else loss_matrix(losses, 2)
    a, b = L[0, 1] - L[0, 0], L[1, 0] - L[1, 1]
    if not (a >= 0 and b >= 0 and a + b > 0):
        raise ValueError(
            f"losses: expected that a mistake costs more than a right decision, got {L.tolist()}; "
            "rows are the true classes, columns the decisions"
        )
    return float(a / (a + b))  # (5)


def loss_matrix(losses, classes: int) -> np.ndarray:
    """L, checked: what it costs (row: the true class) to decide (column)."""
    L = inputs.real_numbers("losses", losses)
    if L.shape != (classes, classes):
        raise ValueError(
            f"losses: expected a matrix of {classes} rows (true classes) and {classes} columns (decisions), "
            f"got shape {L.shape}; give a number for each pair"
        )
    if not (np.abs(L) <= inputs.HUGE).all():  # false for NaN too
        raise ValueError(f"losses: expected finite numbers, got {L.tolist()}; give a number for each pair")
    return L


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
        return softmax(log_p + np.log(P))  # (6)


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
