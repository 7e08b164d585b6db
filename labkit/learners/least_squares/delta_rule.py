"""The delta rule of Widrow and Hoff: every example moves the weights, by as much as the output is off.

Lecture 10; deck 000 "Non-parametric Learning of Discriminant Weights"; deck 002 "On-line least-squares minimization
algorithm". Inventory: I-000-037, I-002-029.

One sweep presents every example once, x with its constant input x0 in front and the target t:

    delta = t - w'x                 the error of the linear output                (1)
    w <- w + eta delta x            downhill on delta^2 / 2                       (2)
    |change of w| <= tolerance      over a whole sweep: it has settled            (3)

``LeastMeanSquares`` predicts the number w'x; ``Adaline`` (in ``perceptron``) decides by its sign. The rule settles near
least squares. A single example x shrinks its own error when eta < 2 / |x|^2; far beyond it the weights grow without
end, which ends the story with the weights from before.

symbol         name here          symbol   name here
eta, gamma_k   learning_rate      w(0)     start
x0             x0 (+1)            z        the augmented x

Departures from the slides: deck 002 has delta = yhat - y and subtracts, the same rule. With its loss (yhat - y)^2 a
factor 2 would remain, with half of it the rule is exact (E-002-03). The slide's w(k+1) is the ``w`` of the step of
example k. gamma_k is constant here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import mul

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Regressor, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.learners.least_squares.engine.delta_sweeps import DeltaSweeps
from labkit.learners.linear import HasCoefficients, HasWeights, LinearModel, LinearPredictor, augmented
from labkit.learners.sweeps import Sweeps, SweepStep, rows


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DeltaRuleStep(HasWeights, SweepStep):
    """One example presented (or the start, or the end)."""

    delta: float | None = None  # t - w'x before the update

    def _happened(self) -> str:
        return f"example {self.example} was off by {self.delta:+.3g}"


class DeltaRule(HasCoefficients, Sweeps):
    """The rule for numbers, and for two classes as the numbers -1 and +1."""

    learning_rate: float = params.number(0.01, above=0)
    start: np.ndarray | None = None
    tolerance: float = params.number(1e-6, least=0)
    x0: float = params.option(1.0, (-1, 1))
    max_sweeps: int = params.whole(50, least=1)

    def _check(self, data: TrainingSet) -> None:
        self._first_weights(data)

    def _first_weights(self, data: TrainingSet) -> np.ndarray:
        size = data.X.shape[1] + 1
        return np.zeros(size) if self.start is None else inputs.weights("start", self.start, size)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[DeltaRuleStep]:
        X, t = augmented(data.X, self.x0), data.y if data.classes is None else data.signs
        w, n, reason = self._first_weights(data), 0, self._budget_spent()
        step, rule, fast = partial(self._step, data), None, None if record else self._fast(X, t, w)
        if record:
            yield step(START, w, 0, 0)
        for sweep, order in self._sweeps(len(X)):
            before, ahead = w, fast and fast.sweep(w, order)
            if ahead is not None:
                w, n = ahead, n + len(X)
            else:
                rule = rule or self._rule(X, t)
            for i, delta, after in rule(w, order) if ahead is None else ():
                if after is None:
                    yield step(STOP, w, n, sweep, reason=_diverged(X, n + 1, sweep, i))
                    return
                w, n = after, n + 1
                if record:
                    yield step(UPDATE, w, n, sweep, equation=2, example=i, delta=delta)
            if np.abs(np.subtract(w, before)).max() <= self.tolerance:  # (3)
                reason = f"sweep {sweep} changed no weight by more than {self.tolerance:g}"
                break
        yield step(STOP, w, n, sweep, reason=reason)

    def _rule(self, X: np.ndarray, t: np.ndarray) -> Callable[..., Iterator[tuple]]:
        """One sweep of the rule, example by example: (example, delta, w), with no w where it has diverged."""
        # Python floats: three times as fast for short rows
        eta, largest, x, t = float(self.learning_rate), float(np.abs(X).max()), X.tolist(), t.tolist()

        def rule(w, order: np.ndarray | None) -> Iterator[tuple[int, float, list[float] | None]]:
            w = np.asarray(w).tolist()
            for i in rows(order, len(x)):
                delta = t[i] - sum(map(mul, w, x[i]))  # (1)
                change = eta * delta
                if not abs(change) * largest < inputs.HUGE:  # well before anything overflows
                    yield i, delta, None
                    return
                w = [w_j + change * x_j for w_j, x_j in zip(w, x[i], strict=True)]  # (2)
                yield i, delta, w

        return rule

    def _fast(self, X: np.ndarray, t: np.ndarray, w: np.ndarray) -> DeltaSweeps | None:
        """What sweeps where nobody watches, if the rate and the numbers allow it."""
        fast = DeltaSweeps(X, t, float(self.learning_rate), float(self.tolerance))
        return fast if fast.usable(w) else None

    def _step(self, data: TrainingSet, event: str, w: list[float], update: int, sweep: int, **more) -> DeltaRuleStep:
        model = LinearPredictor(inputs.frozen(w), self.x0)
        if data.classes is not None:
            model = LinearModel(model.w, data.classes, self.x0)
        return DeltaRuleStep(event=event, model=model, update=update, sweep=sweep, **more)


class LeastMeanSquares(DeltaRule, Regressor):
    """The delta rule for numbers: on-line least squares.

    Parameters
    ----------
    learning_rate : eta. Safe below 2 / |x|^2 of the longest example, its constant input included.
    start : w(0), constant input first. None is zero.
    tolerance : a sweep that changes no weight by more than this is the last one.
    x0 : the constant input, -1 or +1.
    order, max_sweeps, seed : "cyclic" or "random" sweeps, their budget, and the seed of random ones.
    """


def _diverged(X: np.ndarray, update: int, sweep: int, example: int) -> str:
    with np.errstate(over="ignore"):
        safe = 2.0 / float((X * X).sum(axis=1).max())
    return (
        f"diverged at update {update} (sweep {sweep}, example {example}), the weights from before are kept; "
        f"a learning_rate below {safe:.3g} is safe"
    )
