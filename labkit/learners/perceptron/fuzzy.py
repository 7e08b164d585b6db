"""Fuzzy updates: how wrong an example is decides how far the weights move, and the penalty sharpens with time.

Lecture 10; deck 000 "Fuzzy Updates - 1", "Fuzzy Updates - 2", "Fuzzy Updates - 3".
Inventory: I-000-058, I-000-059, I-000-060.

For an example of class j with scores y_i, and c the challenger (the best of the other classes)

    d = -y_j + y_c                                       how wrong, r = infinity      (1)
    d = -y_j + (mean over i != j of y_i^r)^(1/r)         how wrong, finite r, y > 0   (2)
    g = 1 / (1 + exp(-d / xi)),  g' = g (1 - g) / xi     logistic penalty             (3)
    g = d / xi + 1/2 cut to [0, 1],  g' = 1 / xi inside  linear penalty, |d| < xi/2   (4)
    w_j <- w_j + eta g' x,  w_c <- w_c - eta g' x        the update, r = infinity     (5)
    w_i <- w_i - eta g' (dd/dw_i)   for every i          the update, finite r         (6)

Both updates are one step down the gradient of g(d). After every sweep xi shrinks by a factor, down to a least value:
a wide penalty lets every example speak, a narrow one only those near the boundary, and in the limit g counts mistakes.

symbol   name here        symbol   name here
eta      learning_rate    xi       xi, xi_decay, xi_least
r        r                g        penalty

Departures from the slides: for finite r every class moves, by dd/dy_i, not the challenger alone, and y > 0 is needed,
which linear scores are not: there y_i = log(1 + exp(w_i'x)), which keeps the order of the classes (E-000-18); the
slope of the linear penalty is 1/xi, not 1 (E-000-19).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.linear import HasCoefficients, LinearMachine, augmented
from labkit.learners.sweeps import Sweeps, rows

PENALTIES = ("logistic", "linear")


def misclassification(y, j, r: float = np.inf):
    """d: negative when class j wins, positive when it loses. For one row of scores y, or for many (then many j)."""
    y = _scores(y, r)
    rival = np.arange(y.shape[-1]) != np.asarray(j)[..., None]
    own, others = y[~rival].reshape(y.shape[:-1]), y[rival].reshape(*y.shape[:-1], -1)
    top = others.max(axis=-1)
    if np.isinf(r):
        return top - own  # (1)
    return top * ((others / top[..., None]) ** r).mean(axis=-1) ** (1 / r) - own  # (2), scaled against overflow


def misclassification_weights(y, j: int, r: float = np.inf) -> np.ndarray:
    """dd/dy_i of every class for one row of scores: -1 for j; for the others they say who is held responsible."""
    y = _scores(y, r)
    y[j] = -np.inf if np.isinf(r) else 0.0
    c = y.argmax()  # the first of equals
    if np.isinf(r):
        weights = np.zeros(len(y))
        weights[c] = 1.0
    else:
        u, others = y / y[c], len(y) - 1  # scaled against overflow: only ratios matter
        weights = u ** (r - 1) * ((u**r).sum() / others) ** (1 / r - 1) / others
    weights[j] = -1.0
    return weights


def penalty(d, xi: float, kind: str = "logistic") -> tuple:
    """(g, its slope g') at d; xi is the width of the soft threshold."""
    inputs.option("kind", kind, PENALTIES)
    if kind == "logistic":
        g = 0.5 + 0.5 * np.tanh(0.5 * d / xi)  # 1 / (1 + exp(-d / xi)) without overflow
        return g, g * (1 - g) / xi  # (3)
    return np.clip(d / xi + 0.5, 0.0, 1.0), np.where(np.abs(d) < xi / 2, 1 / xi, 0.0)  # (4)


def _scores(y, r: float) -> np.ndarray:
    """A copy of y that r can work with."""
    y = np.array(y, dtype=float)
    if np.isfinite(r) and y.min() <= 0:
        raise ValueError(f"y: expected positive scores for a finite r, got {y.min():.4g}; take r=inf or log(1 + e^y)")
    return y


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FuzzyStep(CountedStep):
    """One sweep (or the start, or the end): the weights after it."""

    noun = "sweep"
    sweep: int
    xi: float
    penalty: float  # mean of g over the examples
    mistakes: int  # examples that the model gets wrong

    def _happened(self) -> str:
        return f"xi = {self.xi:.3g}, mean penalty {self.penalty:.3f}, {self.mistakes} wrong"

    _begins = _happened


class FuzzyPerceptron(Sweeps, HasCoefficients, HasScores, Classifier):
    """The perceptron with fuzzy updates, for two or more classes, from weights of zero; a step is a sweep.

    Parameters
    ----------
    learning_rate : eta.
    penalty : "logistic" or "linear".
    r : how the other classes count: inf is the challenger alone, 1 their mean.
    xi : the first width of the penalty.
    xi_decay : what xi is multiplied by after every sweep; 1 keeps it.
    xi_least : xi shrinks no further than this.
    x0 : the constant input, -1 or +1.
    tolerance : it stops when xi is least and a sweep moves no weight by more than this, or when a sweep moves none.
    order, max_sweeps, seed : "cyclic" or "random" sweeps, their budget, and the seed of random ones.
    """

    learning_rate: float = params.number(0.2, above=0)
    penalty: str = params.option("logistic", PENALTIES)
    r: float = params.checked(np.inf, lambda name, r: r == np.inf or inputs.number(name, r, least=1))
    xi: float = params.number(1.0, above=0)
    xi_decay: float = params.number(0.95, above=0, most=1)
    xi_least: float = params.number(0.1, above=0)
    x0: float = params.option(-1.0, (-1, 1))
    tolerance: float = params.number(1e-3, least=0)

    def _check(self, data: TrainingSet) -> None:
        inputs.number("xi_least", self.xi_least, above=0, most=self.xi)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[FuzzyStep]:
        X, y = augmented(data.X, self.x0), data.y
        W = np.zeros((len(data.classes), X.shape[1]))

        def step(event, sweep, xi, **more):
            Y = X @ W.T
            d = misclassification(self.positive_scores(Y), y, self.r)
            return FuzzyStep(event=event, model=LinearMachine(inputs.frozen(W), data.classes, self.x0), sweep=sweep,
                             xi=xi, penalty=float(penalty(d, xi, self.penalty)[0].mean()),
                             mistakes=int((Y.argmax(axis=1) != y).sum()), **more)  # fmt: skip

        if record:
            yield step(START, 0, self.xi)
        reason = self._budget_spent()
        for sweep, order in self._sweeps(len(X)):
            xi, before = max(self.xi * self.xi_decay ** (sweep - 1), self.xi_least), W.copy()
            for n in rows(order, len(X)):
                self._update(W, X[n], y[n], xi)
            if record:
                yield step(UPDATE, sweep, xi, equation=5 if np.isinf(self.r) else 6)
            moved = np.abs(W - before).max()
            if moved == 0 or (xi == self.xi_least and moved <= self.tolerance):
                reason = f"sweep {sweep} moved no weight by more than {self.tolerance:g}"
                break
        yield step(STOP, sweep, xi, reason=reason)

    def positive_scores(self, scores: np.ndarray) -> np.ndarray:
        """The y of (1) or (2): the linear scores, made positive where a finite r needs it."""
        return scores if np.isinf(self.r) else np.maximum(np.logaddexp(0, scores), np.finfo(float).tiny)

    def _update(self, W: np.ndarray, x: np.ndarray, j: int, xi: float) -> None:
        scores = W @ x
        if np.isinf(self.r):
            own, scores[j] = scores[j], -np.inf
            c = scores.argmax()
            move = self.learning_rate * penalty(scores[c] - own, xi, self.penalty)[1] * x
            W[j] += move  # (5)
            W[c] -= move  # (5)
            return
        y = self.positive_scores(scores)
        by_y = misclassification_weights(y, j, self.r)
        slope = penalty(by_y @ y, xi, self.penalty)[1]  # (2) is homogeneous in y, so d is the sum of y_i dd/dy_i
        chain = 0.5 + 0.5 * np.tanh(0.5 * scores)  # dy_i / d(w_i'x), the slope of log(1 + exp)
        W -= self.learning_rate * slope * np.outer(by_y * chain, x)  # (6)
