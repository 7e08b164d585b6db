"""Least-modulus regression: the hyperplane with the least sum of absolute errors, by the simplex method.

Lecture 03; deck 002 "Nonlinear Optimization" (a convex loss beside the squared one). Inventory: I-002-009.

    J(w) = sum of |y - w'x|                          the absolute errors                               (1)
    minimise  sum(u) + sum(v)  subject to  u >= y - w'x,  v >= w'x - y,  u, v >= 0                     (2)
    maximise  y'a  subject to  -1 <= a <= 1,  X'a = 0                     the dual                     (3)
    y'a <= J(w)  for any two that are allowed; equal at the optimum                                    (4)

(2) is the program of ``perceptron.programming`` with every example in it twice, once as it is and once with both signs
changed: what one of the two falls short of is the error. The simplex method of there solves it; each pivot puts an
example on the hyperplane, or moves the hyperplane past one. At the optimum as many examples as there are weights lie
on it, or more. An example pulls by the side it is on and not by how far away it is, so that one typo in y changes
little: for one constant feature the answer is a median, where least squares has the mean.

The start is the least-squares fit, and all that follows is about what it leaves over.

symbol   name here        symbol   name here
J        loss             y'a      bound
w        model.w          a        pulls

Where several hyperplanes have the least sum (an even number of examples and a constant), it is one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.learner import Regressor, TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep, spent
from labkit.learners.least_squares.closed_form import solutions
from labkit.learners.linear import HasCoefficients, LinearPredictor, augmented
from labkit.learners.perceptron.simplex import SimplexMethod

ROUNDING = 1e-12  # errors below this share of the largest target are none
CLOSED = 1e-9  # a gap between (1) and (3) below this share is rounding


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LeastModulusStep(CountedStep):
    """One pivot (or the start, or the end)."""

    noun = "pivot"
    pivot: int  # pivots so far
    model: LinearPredictor
    residuals: np.ndarray  # y - w'x of every example
    bound: float  # y'a: no hyperplane has a smaller sum of absolute errors
    leaving: int | None = None  # the example whose place on the hyperplane was taken; ``example``: it changed sides

    @property
    def loss(self) -> float:
        """The sum of the absolute errors."""
        return float(np.abs(self.residuals).sum())  # (1)

    def _begins(self) -> str:
        return f"least squares; {self._figures()}"

    def _happened(self) -> str:
        if self.leaving == self.example:
            return f"the hyperplane passes example {self.example}; {self._figures()}"
        instead = "" if self.leaving is None else f" instead of example {self.leaving}"
        return f"example {self.example} is put on the hyperplane{instead}; {self._figures()}"

    def _figures(self) -> str:
        return f"sum of absolute errors {self.loss:.6g}, no less than {self.bound:.6g}"


class LeastModulus(HasCoefficients, Regressor):
    """A hyperplane that outliers in y hardly move.

    Parameters
    ----------
    intercept : False leaves the bias out, w[0] = 0.
    max_pivots : the budget; about one pivot for every example is usual.
    """

    intercept: bool = params.switch(True)
    max_pivots: int = params.whole(100_000, least=1)

    n_iter_ = fitted("last_step_.pivot", "How many pivots there were.")

    def _story(self, data: TrainingSet, record: bool) -> Iterator[LeastModulusStep]:
        X, y, n = data.X, data.y, len(data.y)
        first = solutions(X, y[:, None], "qr", bool(self.intercept)).weights(0.0)[:, 0]
        left = y - LinearPredictor(first).predict(X)
        left[np.abs(left) <= ROUNDING * np.abs(y).max()] = 0.0
        A = augmented(X, 1.0) if self.intercept else X
        simplex, count = SimplexMethod(np.concatenate([A, -A]), np.concatenate([left, -left])), 0  # (2)

        def step(event: str, **more) -> LeastModulusStep:
            w = first.copy()
            w[int(not self.intercept) :] += simplex.w
            model, bound = LinearPredictor(inputs.frozen(w)), float(simplex.b @ simplex.multipliers)  # (3)
            return LeastModulusStep(event=event, pivot=count, model=model, bound=bound,
                                    residuals=inputs.frozen(y - model.predict(X)), **more)  # fmt: skip

        if record:
            yield step(START)
        while count < self.max_pivots and (moved := simplex.pivot()):
            count += 1
            if record:
                leaving = None if moved.leaving is None else moved.leaving % n
                yield step(UPDATE, equation=2, example=moved.entering % n, leaving=leaving)
        last = step(STOP, reason=spent(count, "pivot"))
        closed = last.loss - last.bound <= CLOSED * max(last.loss, float(np.abs(y).sum()))
        yield step(STOP, reason="no hyperplane has a smaller sum") if closed else last  # (4)
