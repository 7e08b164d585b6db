"""The perceptron for many classes: the true class is strengthened, its strongest rival weakened, the rest left alone.

Lecture 10; deck 000 "Extension to Multiple Classes", "Finite Convergence", "Key Properties of Perceptron".
Inventory: I-000-054, I-000-055, I-000-056, I-000-057.

Every class has its own row of weights, and an example x = (x0, x_1 .. x_p) goes to the class of the largest score
w_i'x. For an example of class j

    c = argmax of w_i'x over i != j          the challenger (the first of equals)   (1)
    w_j'x <= w_c'x + epsilon                 it is a mistake                        (2)
    w_j <- w_j + eta x,  w_c <- w_c - eta x  the update                             (3)

Kesler's construction makes one perceptron of it: with q = (w_1, .., w_C) in a row, and p_jk holding x in block j and
-x in block k, w_j'x - w_k'x = q'p_jk and the update (3) is q <- q + eta p_jc. So the convergence theorem of
``rosenblatt`` holds for q. What (3) adds to one class it takes from another: the sum of all rows never changes.

symbol   name here        symbol    name here
eta      learning_rate    epsilon   vigilance
W        start, at first  x0        x0

Departures from the slides: equal scores are a mistake (the test is <=, as in E-000-13: from W = 0 nothing would start);
p_jk has C (p + 1) entries, and the weights being learned are not the solution q* (E-000-17).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.learners.linear import HasCoefficients, LinearMachine, augmented
from labkit.learners.perceptron.engine.scan import challengers, multiclass_mistakes
from labkit.learners.perceptron.rosenblatt import MOST_READABLE
from labkit.learners.sweeps import Sweeps, SweepStep, rows


def smallest_lead(scores: np.ndarray, y: np.ndarray) -> float:
    """min over the examples of w_j'x - w_c'x: above the vigilance, none is a mistake (2)."""
    rows = np.arange(len(y))
    return float((scores[rows, y] - scores[rows, challengers(scores, y)]).min())


def kesler_row(x: np.ndarray, j: int, k: int, C: int) -> np.ndarray:
    """p_jk: C blocks, x in block j, -x in block k, so that W.ravel() @ row is w_j'x - w_k'x."""
    if j == k or not {j, k} <= set(range(C)):
        raise ValueError(f"expected two different classes j and k from 0 to {C - 1}, got {j} and {k}; choose others")
    row = np.zeros((C, len(x)))
    row[j], row[k] = x, np.negative(x)
    return row.ravel()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MulticlassStep(SweepStep):
    """One update (or the start, or the end). Classes are given by their index."""

    target: int | None = None  # j, the true class of the example
    challenger: int | None = None  # c, its strongest rival
    scores: np.ndarray | None = None  # w_i'x before the update

    @property
    def W(self) -> np.ndarray:
        return self.model.W

    @property
    def lead(self) -> float | None:
        """How far the true class was ahead before the update, w_j'x - w_c'x."""
        return None if self.scores is None else float(self.scores[self.target] - self.scores[self.challenger])

    def _happened(self) -> str:
        true, rival = (self.model.classes[i] for i in (self.target, self.challenger))
        how = "level with" if self.lead == 0 else "behind" if self.lead < 0 else "not far enough ahead of"
        return f"example {self.example} of class {true} was {how} class {rival}"


class MulticlassPerceptron(Sweeps, HasCoefficients, HasScores, Classifier):
    """The perceptron for two or more classes.

    Parameters
    ----------
    learning_rate : eta. From a zero start without vigilance it scales the weights and changes nothing else.
    vigilance : epsilon. The true class must be ahead of every other by more than this.
    start : the first weights, one row per class, constant input first. None is zero.
    x0 : the constant input, -1 or +1.
    order, max_sweeps, seed : "cyclic" or "random" sweeps, their budget, and the seed of random ones.
    """

    learning_rate: float = params.number(1.0, above=0)
    vigilance: float = params.number(0.0, least=0)
    start: np.ndarray | None = None
    x0: float = params.option(-1.0, (-1, 1))

    def _check(self, data: TrainingSet) -> None:
        self._first_weights(data)

    @staticmethod
    def rule(W: np.ndarray, X: np.ndarray, y: np.ndarray, order, eta: float, epsilon: float) -> Iterator[tuple]:
        """One sweep that moves W: (example, challenger, scores before) of every mistake."""
        for i in rows(order, len(X)):
            x, j = X[i], y[i]
            scores = W @ x
            c = max((k for k in range(len(W)) if k != j), key=scores.__getitem__)  # (1)
            if scores[j] <= scores[c] + epsilon:  # (2)
                W[j] += eta * x  # (3)
                W[c] -= eta * x  # (3)
                yield i, c, scores

    def _story(self, data: TrainingSet, record: bool) -> Iterator[MulticlassStep]:
        X, W = augmented(data.X, self.x0), self._first_weights(data)
        rule = self.rule if record and len(X) <= MOST_READABLE else multiclass_mistakes
        n, reason = 0, self._budget_spent()

        def step(event, sweep, **more):
            model = LinearMachine(inputs.frozen(W), data.classes, self.x0)
            return MulticlassStep(event=event, model=model, update=n, sweep=sweep, **more)

        if record:
            yield step(START, 0)
        for sweep, order in self._sweeps(len(X)):
            before = n
            for row, c, scores in rule(W, X, data.y, order, self.learning_rate, self.vigilance):
                n += 1
                if record:
                    yield step(UPDATE, sweep, equation=3, example=row, target=int(data.y[row]), challenger=c,
                               scores=inputs.frozen(scores))  # fmt: skip
            if n == before:
                reason = f"sweep {sweep} found no mistake"
                break
        yield step(STOP, sweep, reason=reason)

    def _first_weights(self, data: TrainingSet) -> np.ndarray:
        shape = len(data.classes), data.X.shape[1] + 1
        if self.start is None:
            return np.zeros(shape)
        return inputs.weight_rows("start", self.start, shape).astype(float)
