"""The delta rule of Widrow and Hoff: every example moves the weights, by as much as the output is off.

Lecture 10; deck 000 "Non-parametric Learning of Discriminant Weights"; deck 002 "On-line least-squares minimization
algorithm". Inventory: I-000-037, I-002-029.

One sweep presents every example once, x with its constant input x0 in front and the target t:

    delta = t - w'x                 the error of the linear output                (1)
    w <- w + eta delta x            downhill on delta^2 / 2                       (2)
    |change of w| <= tolerance      over a whole sweep: it has settled            (3)

``Adaline`` takes t = +1 for the second class and -1 for the first and decides by the sign of w'x;
``LeastMeanSquares`` predicts the number w'x. Where the perceptron stops at the last mistake, this rule settles near
least squares, and a separable problem may keep its mistakes. A single example x shrinks its own error when
eta < 2 / |x|^2; far beyond it the weights grow without end, which ends the story with the weights from before.

symbol         name here          symbol   name here
eta, gamma_k   learning_rate      w(0)     start
x0             x0 (+1)            z        the augmented x

Departures from the slides: deck 002 has delta = yhat - y and subtracts, the same rule. With its loss (yhat - y)^2 a
factor 2 would remain, with half of it the rule is exact (E-002-03). The slide's w(k+1) is the ``w`` of the step of
example k. gamma_k is constant here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import mul

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, Regressor, TrainingSet
from labkit.core.story import START, STOP, UPDATE, UpdateStep
from labkit.learners.linear import LinearModel, LinearPredictor, augmented
from labkit.learners.perceptron.engine.vector import moved
from labkit.learners.perceptron.sweeps import ORDERS, orders


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DeltaRuleStep(UpdateStep):
    """One example presented (or the start, or the end)."""

    sweep: int  # the sweep it happened in, from 1
    delta: float | None = None  # t - w'x before the update

    @property
    def w(self) -> np.ndarray:
        return self.model.w

    def _happened(self) -> str:
        return f"example {self.example} was off by {self.delta:+.3g}"


class DeltaRule:
    """What ``Adaline`` and ``LeastMeanSquares`` share: all but the targets and the model."""

    def __init__(
        self, *, learning_rate=0.01, order="cyclic", start=None, tolerance=1e-6, x0=1.0, max_sweeps=50, seed=0
    ):
        self.learning_rate = learning_rate
        self.order = order
        self.start = start
        self.tolerance = tolerance
        self.x0 = x0
        self.max_sweeps = max_sweeps
        self.seed = seed

    def _check(self, data: TrainingSet) -> None:
        inputs.number("learning_rate", self.learning_rate, above=0, below=np.inf)
        inputs.option("order", self.order, ORDERS)
        inputs.number("tolerance", self.tolerance, least=0)
        inputs.option("x0", self.x0, (-1, 1))
        inputs.number("max_sweeps", self.max_sweeps, least=1, whole=True)
        inputs.number("seed", self.seed, least=0, whole=True)
        if self.start is not None:
            inputs.weights("start", self.start, data.X.shape[1] + 1)

    def _story(self, data: TrainingSet, told: bool) -> Iterator[DeltaRuleStep]:
        X, t = augmented(data.X, self.x0), self._targets(data)
        w = np.zeros(X.shape[1]) if self.start is None else inputs.weights("start", self.start, X.shape[1])
        eta, largest = float(self.learning_rate), float(np.abs(X).max())
        w, rows, targets = w.tolist(), X.tolist(), t.tolist()  # Python floats: three times as fast for short rows
        sweeps, n, sweep, reason = orders(self.order, len(X), self.seed), 0, 0, ""

        def step(event, **more):
            model = self._model(inputs.frozen(w), data)
            return DeltaRuleStep(event=event, model=model, update=n, sweep=sweep, **more)

        if told:
            yield step(START)
        while not reason:
            sweep, before = sweep + 1, w
            for i in range(len(X)) if (order := next(sweeps)) is None else order.tolist():
                delta = targets[i] - sum(map(mul, w, rows[i]))  # (1)
                if not eta * abs(delta) * largest < inputs.HUGE:  # divergence, well before anything overflows
                    reason = _diverged(X, n + 1, sweep, i)
                    break
                w = moved(w, eta * delta, rows[i])  # (2)
                n += 1
                if told:
                    yield step(UPDATE, equation=2, example=i, delta=delta)
            reason = reason or self._settled(np.subtract(w, before), sweep)
        yield step(STOP, reason=reason)

    def _settled(self, change: np.ndarray, sweep: int) -> str:
        """Why to stop after this sweep, or nothing."""
        if np.abs(change).max() <= self.tolerance:  # (3)
            return f"sweep {sweep} changed no weight by more than {self.tolerance:g}"
        return f"the budget of {self.max_sweeps} sweeps is spent" if sweep == self.max_sweeps else ""


class Adaline(DeltaRule, Decides, Classifier):
    """Widrow and Hoff's Adaline for two classes; the second class in sorted order is the positive one.

    Parameters
    ----------
    learning_rate : eta. Safe below 2 / |x|^2 of the longest example, its constant input included.
    order : "cyclic" (as the rows come) or "random" (a new permutation for every sweep, by ``seed``).
    start : w(0), constant input first. None is zero.
    tolerance : a sweep that changes no weight by more than this is the last one.
    x0 : the constant input, -1 or +1.
    max_sweeps : the budget.
    seed : of the random order.
    """

    two_classes = True

    def _targets(self, data: TrainingSet) -> np.ndarray:
        return data.signs

    def _model(self, w: np.ndarray, data: TrainingSet) -> LinearModel:
        return LinearModel(w, data.classes, self.x0)


class LeastMeanSquares(DeltaRule, Regressor):
    """The delta rule for numbers: on-line least squares.

    Parameters
    ----------
    learning_rate : eta. Safe below 2 / |x|^2 of the longest example, its constant input included.
    order : "cyclic" (as the rows come) or "random" (a new permutation for every sweep, by ``seed``).
    start : w(0), constant input first. None is zero.
    tolerance : a sweep that changes no weight by more than this is the last one.
    x0 : the constant input, -1 or +1.
    max_sweeps : the budget.
    seed : of the random order.
    """

    def _targets(self, data: TrainingSet) -> np.ndarray:
        return data.y

    def _model(self, w: np.ndarray, data: TrainingSet) -> LinearPredictor:
        return LinearPredictor(w, self.x0)


def sweep_clock(step: UpdateStep) -> tuple[int, float]:
    """(sweep, place in it) of a rule that reads the examples in the order of their rows; the end is that of its sweep.

    Stories of two such rules are compared by it (``core.story.aligned``)."""
    if step.example is not None:
        return step.sweep, step.example
    return (step.sweep, np.inf) if step.event == STOP else (0, -1)


def _diverged(X: np.ndarray, update: int, sweep: int, example: int) -> str:
    with np.errstate(over="ignore"):
        safe = 2.0 / float((X * X).sum(axis=1).max())
    return (
        f"diverged at update {update} (sweep {sweep}, example {example}), the weights from before are kept; "
        f"a learning_rate below {safe:.3g} is safe"
    )
