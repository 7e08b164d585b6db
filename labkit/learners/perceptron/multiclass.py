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

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, TrainingSet
from labkit.core.story import START, STOP, UPDATE, UpdateStep
from labkit.learners.linear import LinearMachine, augmented
from labkit.learners.perceptron.engine.scan import FIRST_BLOCK
from labkit.learners.perceptron.sweeps import ORDERS, orders


def challengers(scores: np.ndarray, y: np.ndarray) -> np.ndarray:
    """For every row of scores the best class other than the true one, the first of equals."""
    rivals = scores.copy()
    rivals[np.arange(len(rivals)), y] = -np.inf
    return rivals.argmax(axis=1)  # (1)


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
class MulticlassStep(UpdateStep):
    """One update (or the start, or the end). Classes are given by their index."""

    sweep: int  # the sweep it happened in, from 1
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


class MulticlassPerceptron(Decides, Classifier):
    """The perceptron for two or more classes.

    Parameters
    ----------
    learning_rate : eta. From a zero start without vigilance it scales the weights and changes nothing else.
    vigilance : epsilon. The true class must be ahead of every other by more than this.
    order : "cyclic" (as the rows come) or "random" (a new permutation for every sweep, by ``seed``).
    start : the first weights, one row per class, constant input first. None is zero.
    x0 : the constant input, -1 or +1.
    max_sweeps : the budget. Data that cannot be separated spend it, and the story says so.
    seed : of the random order.
    """

    def __init__(
        self, *, learning_rate=1.0, vigilance=0.0, order="cyclic", start=None, x0=-1.0, max_sweeps=100, seed=0
    ):
        self.learning_rate = learning_rate
        self.vigilance = vigilance
        self.order = order
        self.start = start
        self.x0 = x0
        self.max_sweeps = max_sweeps
        self.seed = seed

    def _check(self, data: TrainingSet) -> None:
        inputs.number("learning_rate", self.learning_rate, above=0)
        inputs.number("vigilance", self.vigilance, least=0)
        inputs.option("order", self.order, ORDERS)
        inputs.option("x0", self.x0, (-1, 1))
        inputs.number("max_sweeps", self.max_sweeps, least=1, whole=True)
        inputs.number("seed", self.seed, least=0, whole=True)
        self._first_weights(data)

    def _story(self, data: TrainingSet, told: bool) -> Iterator[MulticlassStep]:
        X, W = augmented(data.X, self.x0), self._first_weights(data)
        sweeps = orders(self.order, len(X), self.seed)

        def step(event, n, sweep, **more):
            model = LinearMachine(inputs.frozen(W), data.classes, self.x0)
            return MulticlassStep(event=event, model=model, update=n, sweep=sweep, **more)

        if told:
            yield step(START, 0, 0)
        n, reason = 0, f"the budget of {self.max_sweeps} sweeps is spent"
        for sweep in range(1, self.max_sweeps + 1):
            clean = True
            for row, c, scores in self._mistakes(W, X, data.y, next(sweeps)):
                n, clean = n + 1, False
                if told:
                    yield step(UPDATE, n, sweep, equation=3, example=row, target=int(data.y[row]), challenger=c,
                               scores=inputs.frozen(scores))  # fmt: skip
            if clean:
                reason = f"sweep {sweep} found no mistake"
                break
        yield step(STOP, n, sweep, reason=reason)

    def _first_weights(self, data: TrainingSet) -> np.ndarray:
        shape = len(data.classes), data.X.shape[1] + 1
        if self.start is None:
            return np.zeros(shape)
        return inputs.weight_rows("start", self.start, shape).astype(float)

    def _mistakes(self, W: np.ndarray, X: np.ndarray, y: np.ndarray, order: np.ndarray | None) -> Iterator:
        """One sweep that moves W: (row, challenger, scores before) of every mistake, found block by block."""
        if order is not None:
            X, y = X[order], y[order]
        i, block = 0, FIRST_BLOCK
        while i < len(X):
            scores, true = X[i : i + block] @ W.T, y[i : i + block]
            rivals, rows = challengers(scores, true), np.arange(len(true))
            wrong = scores[rows, true] <= scores[rows, rivals] + self.vigilance  # (2)
            m = int(wrong.argmax())
            if not wrong[m]:
                i, block = i + block, 2 * block
                continue
            i, c = i + m, int(rivals[m])
            W[y[i]] += self.learning_rate * X[i]  # (3)
            W[c] -= self.learning_rate * X[i]  # (3)
            yield (i if order is None else int(order[i])), c, scores[m]
            i, block = i + 1, FIRST_BLOCK
