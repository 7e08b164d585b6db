"""Recursive least squares (incremental Gauss-Newton): one pass over the data, and it is the least-squares fit so far.

Lecture 10; deck 000 "Non-parametric Learning of Discriminant Weights". Inventory: I-000-039.

P is the inverse of the matrix of second moments seen so far; x has its constant input x0 in front, t is the target:

    P(0) = I / delta                           the ridge penalty delta, the constant included   (1)
    k = s P x / (lambda + s x'P x)             the gain                                         (2)
    w <- w + k (t - w'x)                       the update                                       (3)
    P <- (P - k x'P) / lambda                  what is known now                                (4)

With lambda = 1 the weights after example n are those of ridge regression on the first n. With lambda < 1 an example
that is m examples old weighs lambda^m (and delta shrinks along): the fit follows data that drift.

(4) subtracts what is nearly equal, and loses the digits of P where delta is small or the features are far from 0. So
``RecursiveLeastSquares`` carries a triangle R with P = (R'R)^-1, and c = R w: it takes an example in by turning

    [sqrt(lambda) R   sqrt(lambda) c]   is rotated to   [R c]
    [sqrt(s) x'       sqrt(s) t     ]                   [0 *] ,    w = R^-1 c                   (5)

which is (2) to (4) without a subtraction. It does so for the centred features z = M'x, whose weights are v: w = M v.

symbol   name here     symbol   name here
delta    ridge         lambda   forgetting
x0       x0 (+1)       P        covariance (up to the noise variance)
s        sample_weight (1 if not given); with lambda < 1 a heavy example still ages the others only once

Departures from the slides: deck 000 only names it; lambda = 1 is its plain form. With lambda < 1 a direction that no
example visits grows in P by 1 / lambda each time ("wind-up"); beyond 1e100 the story ends with the weights from before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Learner, Regressor, TakesWeights, TrainingSet
from labkit.core.story import START, STOP, UPDATE, UpdateStep
from labkit.learners.least_squares.engine.information import many_taken_in
from labkit.learners.linear import HasCoefficients, HasWeights, LinearPredictor, augmented

WIDEST = inputs.HUGE**0.5  # entry of a square root of P


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RecursiveStep(HasWeights, UpdateStep):
    """One example taken in (or the start, or the end)."""

    covariance: np.ndarray  # P
    gain: np.ndarray | None = None  # k
    error: float | None = None  # t less what the weights said before the update

    @property
    def spread(self) -> float:
        """Trace of P: how much is still unknown."""
        return float(np.trace(self.covariance))

    def _happened(self) -> str:
        return f"example {self.example} was off by {self.error:+.3g}"


class RecursiveLearner(Learner):
    """Abstract: one pass over the examples. ``_pass`` says what they make of w and P, ``_model`` what w means."""

    step: ClassVar[type[RecursiveStep]] = RecursiveStep
    x0 = 1.0

    ridge: float = params.number(0.01, above=0)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[RecursiveStep]:
        size = data.X.shape[1] + 1
        w, P, n = np.zeros(size), np.eye(size) / self.ridge, 0  # (1)

        def step(event, **more):
            model = self._model(inputs.frozen(w), data)
            return self.step(event=event, model=model, update=n, covariance=inputs.frozen(P), **more)

        if record:
            yield step(START)
        passed = self._pass(data, w, P, record)
        for n, w, P, more in passed:  # noqa: B007, ``step`` reads w and P
            if record:
                yield step(UPDATE, example=n - 1, **more)
        reason = f"all {n} examples are taken in"
        if n < len(data.y):
            reason = f"wind-up at example {n}: P left the range of numbers; raise forgetting or scale X"
        yield step(STOP, reason=reason)

    def _pass(self, data: TrainingSet, w: np.ndarray, P: np.ndarray, record: bool) -> Iterator[tuple]:
        """(how many so far, w, P, what else the step says) after every example; it ends early where P winds up."""
        for n, (x, t) in enumerate(zip(augmented(data.X, self.x0), data.y.tolist(), strict=True), start=1):
            w, P, more = self._taken_in(w, P, x, t)
            yield n, w, P, more


class RecursiveLeastSquares(HasCoefficients, TakesWeights, RecursiveLearner, Regressor):
    """Least squares, one example at a time.

    Parameters
    ----------
    ridge : delta > 0. The smaller, the less the start w = 0 holds the weights back.
    forgetting : lambda, above 0 and at most 1. 1 remembers every example alike.
    x0 : the constant input, -1 or +1.
    """

    forgetting: float = params.number(1.0, above=0, most=1)
    x0: float = params.option(1.0, (-1, 1))

    def _pass(self, data: TrainingSet, w: np.ndarray, P: np.ndarray, record: bool) -> Iterator[tuple]:
        lam, (Z, M) = float(self.forgetting), _centred(data.X, self.x0)
        s = np.ones(len(Z)) if data.weights is None else data.weights
        rows = np.sqrt(s)[:, None] * np.column_stack([Z, data.y])
        i, Rc = 0, self.ridge**0.5 * np.column_stack([M, w])  # (1): ridge |w|^2 = ridge |M v|^2
        S, more = _root(Rc, M), {}
        while i < len(Z):
            before, first = Rc, i
            if not record:
                Rc, many = many_taken_in(Rc, rows[i:], lam, _reach(S))
                i += many
            if i == first:
                Rc, i = np.linalg.qr(np.vstack([lam**0.5 * Rc, rows[i]]), mode="r")[:-1], i + 1  # (5)
            S = _root(Rc, M)
            if lam < 1 and _reach(S) > WIDEST:
                return
            if record:
                z = Z[first]
                k = s[first] * (S @ np.linalg.solve(Rc[:, :-1].T, z))  # (2), as k = s P x with the new P
                more = {"equation": 3, "gain": inputs.frozen(k), "error": float(data.y[first] - z @ _solved(before))}
            yield i, M @ _solved(Rc), S @ S.T, more

    def _model(self, w: np.ndarray, data: TrainingSet) -> LinearPredictor:
        return LinearPredictor(w, self.x0)


def _centred(X: np.ndarray, x0: float) -> tuple[np.ndarray, np.ndarray]:
    """(Z, M): the examples z = M'x with the means of the features moved to 0, constant input first."""
    mean = X.mean(axis=0).clip(X.min(axis=0), X.max(axis=0))  # a constant becomes 0, not a rounding error
    M = np.eye(len(mean) + 1)
    M[0, 1:] = -mean / x0
    return augmented(X - mean, x0), M


def _solved(Rc: np.ndarray) -> np.ndarray:
    """v with R v = c."""
    return np.linalg.solve(Rc[:, :-1], Rc[:, -1])


def _root(Rc: np.ndarray, M: np.ndarray) -> np.ndarray:
    """S with P = S S'."""
    return M @ np.linalg.inv(Rc[:, :-1])


def _reach(S: np.ndarray) -> float:
    return float(np.abs(S).max())
