"""How often does a criterion choose too much? Polynomials of known degree, drawn again and again.

Lecture 22; deck 004 "Information Criteria based methods" (the table). Inventory: I-004-003, I-004-004, I-004-005.

Of n numbers y = f(x) + noise, x evenly from -1 to 1 and f a polynomial of the degree ``truth``, every criterion chooses
a degree. The share of the draws in which that is above the truth is its over-fit rate.

Departures from the slides: this is what shows that AIC over-fits more than BIC, not less (E-004-02), that BIC is not
K-fold cross-validation, which over-fits as AIC does (E-004-03), and that BIC's rate falls with n, while AIC's stays.

All draws are fitted at once: with the orthonormal columns Q of the powers 1, x, x^2, ... the residuals lose

    RSS(degree) = RSS(degree - 1) - (q'y)^2                                                               (1)

and left out, by the leverages h = sum of q^2 over the degrees so far (``hat``), or, of a fold F, by the block of it:

    y_F - (answers without F) = (I - H_FF)^-1 (y_F - answers)                                             (2)

What a degree is worth in a draw is known here, since f is: its risk, the error on new numbers at the same places,

    risk(degree) = noise^2 + mean of (f - answers)^2                                                      (3)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.selection.criteria import CRITERIA, penalty
from labkit.learners.selection.validation import LEAVE_ONE_OUT, Part, parts

RULES = (*CRITERIA, "folds", LEAVE_ONE_OUT)


@dataclass(frozen=True, slots=True, eq=False)
class Overfitting:
    """What every rule chose in every draw."""

    truth: int
    n: int
    chosen: dict[str, np.ndarray]  # the degree of every draw, by rule
    scores: dict[str, np.ndarray]  # (degrees, draws) by rule, all as n ln of an error, and "training"; less is better
    risks: np.ndarray  # (degrees, draws): (3)

    def rate(self, rule: str) -> float:
        """The share of draws in which the degree is above the truth."""
        inputs.option("rule", rule, RULES)
        return float(np.mean(self.chosen[rule] > self.truth))

    def misses(self, rule: str) -> float:
        """The share of draws in which it is below."""
        inputs.option("rule", rule, RULES)
        return float(np.mean(self.chosen[rule] < self.truth))


def overfitting(
    n: int = 50, *, coefficients=(0.0, 1.0, 2.0), noise: float = 0.5, most: int = 6, draws: int = 1000, folds: int = 5,
    seed: int = 0,
) -> Overfitting:  # fmt: skip
    """The degrees 0 to ``most``, chosen in many draws of n numbers. ``coefficients`` are f's, constant first."""
    f = inputs.real_numbers("coefficients", coefficients)
    if f.ndim != 1 or not len(f) or f[-1] == 0:
        raise ValueError(f"coefficients: expected numbers, the last not 0, got {f}; it is that of the degree of f")
    truth = len(f) - 1
    inputs.number("most", most, least=truth, whole=True, why="the degree of f")
    inputs.number("n", n, least=most + 4, whole=True, why="AICc needs more examples than parameters")
    inputs.number("noise", noise, above=0)
    inputs.number("draws", draws, least=1, whole=True)
    cuts = {"folds": parts(n, folds=folds, seed=seed), LEAVE_ONE_OUT: parts(n, folds=LEAVE_ONE_OUT)}
    powers = np.linspace(-1, 1, n)[:, None] ** np.arange(most + 1)
    rng = np.random.default_rng(seed)
    Q, means = np.linalg.qr(powers)[0], (powers[:, : truth + 1] @ f)[:, None]
    Y = means + rng.normal(0, noise, (n, draws))
    scores = _scores(Q, Y, cuts)
    chosen = {rule: inputs.frozen(scores[rule].argmin(axis=0), int) for rule in RULES}
    return Overfitting(truth, n, chosen, scores, inputs.frozen(noise**2 + _distances(Q, Y, means)))


def _distances(Q: np.ndarray, Y: np.ndarray, means: np.ndarray) -> np.ndarray:
    """(degrees, draws): the mean squares of the answers less f, which the columns of Q can make up."""
    a, b = Q.T @ means, Q.T @ Y
    missed = (a**2).sum() - np.cumsum(a**2, axis=0)
    return (np.cumsum((b - a) ** 2, axis=0) + missed) / len(Q)  # (3)


def _scores(Q: np.ndarray, Y: np.ndarray, cuts: dict[str, list[Part]]) -> dict[str, np.ndarray]:
    n, degrees = len(Q), np.arange(Q.shape[1])
    rss = (Y**2).sum(axis=0) - np.cumsum((Q.T @ Y) ** 2, axis=0)  # (1), (degrees, draws)
    fits = n * np.log(rss / n)  # -2 ln L, but for what all degrees share
    scores = {rule: fits + [[penalty(rule, degree + 2, n)] for degree in degrees] for rule in CRITERIA}
    scores |= {rule: n * np.log(_held_out(Q, Y, each) / n) for rule, each in cuts.items()}
    return {"training": inputs.frozen(fits)} | {rule: inputs.frozen(values) for rule, values in scores.items()}


def _held_out(Q: np.ndarray, Y: np.ndarray, cuts: list[Part]) -> np.ndarray:
    """(degrees, draws): the summed squares of the answers to what was left out."""
    errors = np.zeros((Q.shape[1], Y.shape[1]))
    for degree in range(Q.shape[1]):
        q = Q[:, : degree + 1]
        residuals = Y - q @ (q.T @ Y)
        for _, rows in cuts:
            left = np.linalg.solve(np.eye(len(rows)) - q[rows] @ q[rows].T, residuals[rows])  # (2)
            errors[degree] += (left**2).sum(axis=0)
    return errors
