"""Recursive least squares (incremental Gauss-Newton): one pass over the data, and it is the least-squares fit so far.

Lecture 10; deck 000 "Non-parametric Learning of Discriminant Weights". Inventory: I-000-039.

P is the inverse of the matrix of second moments seen so far; x has its constant input x0 in front, t is the target:

    P(0) = I / delta                           the ridge penalty delta, the constant included   (1)
    k = P x / (lambda + x'P x)                 the gain                                         (2)
    w <- w + k (t - w'x)                       the update                                       (3)
    P <- (P - k x'P) / lambda                  what is known now                                (4)

With lambda = 1 the weights after example n are those of ridge regression on the first n. With lambda < 1 an example
that is m examples old weighs lambda^m (and delta shrinks along): the fit follows data that drift.

symbol   name here     symbol   name here
delta    ridge         lambda   forgetting
x0       x0 (+1)       P        covariance (up to the noise variance)

Departures from the slides: deck 000 only names it; lambda = 1 is its plain form. With lambda < 1 a direction that no
example visits grows in P by 1 / lambda each time ("wind-up"); beyond 1e100 the story ends with the weights from before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Learner, Regressor, TrainingSet
from labkit.core.story import START, STOP, UPDATE, UpdateStep
from labkit.learners.linear import HasCoefficients, HasWeights, LinearPredictor, augmented


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
    """Abstract: one pass over the examples. ``_taken_in`` says what one makes of w and P, ``_model`` what w means."""

    step: ClassVar[type[RecursiveStep]] = RecursiveStep
    x0 = 1.0

    ridge: float = params.number(0.01, above=0)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[RecursiveStep]:
        X, reason = augmented(data.X, self.x0), f"all {len(data.y)} examples are taken in"
        w, P, n = np.zeros(X.shape[1]), np.eye(X.shape[1]) / self.ridge, 0  # (1)

        def step(event, **more):
            model = self._model(inputs.frozen(w), data)
            return self.step(event=event, model=model, update=n, covariance=inputs.frozen(P), **more)

        if record:
            yield step(START)
        for i, (x, t) in enumerate(zip(X, data.y.tolist(), strict=True)):
            taken_in = self._taken_in(w, P, x, t)
            if taken_in is None:
                reason = f"wind-up at example {i}: P left the range of numbers; raise forgetting or scale X"
                break
            (w, P, more), n = taken_in, n + 1
            if record:
                yield step(UPDATE, example=i, **more)
        yield step(STOP, reason=reason)


class RecursiveLeastSquares(HasCoefficients, RecursiveLearner, Regressor):
    """Least squares, one example at a time.

    Parameters
    ----------
    ridge : delta > 0. The smaller, the less the start w = 0 holds the weights back.
    forgetting : lambda, above 0 and at most 1. 1 remembers every example alike.
    x0 : the constant input, -1 or +1.
    """

    forgetting: float = params.number(1.0, above=0, most=1)
    x0: float = params.option(1.0, (-1, 1))

    def _taken_in(self, w: np.ndarray, P: np.ndarray, x: np.ndarray, t: float) -> tuple | None:
        Px, lam = P @ x, float(self.forgetting)
        scale = lam + float(x @ Px)
        if not lam <= scale < inputs.HUGE or P.max() > inputs.HUGE:
            return None
        k, error = Px / scale, float(t - w @ x)  # (2)
        P = (P - np.outer(Px, Px) / scale) / lam  # (4), written so that P stays symmetric
        return w + k * error, P, {"equation": 3, "gain": inputs.frozen(k), "error": error}  # (3)

    def _model(self, w: np.ndarray, data: TrainingSet) -> LinearPredictor:
        return LinearPredictor(w, self.x0)
