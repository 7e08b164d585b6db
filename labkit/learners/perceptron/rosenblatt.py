"""Rosenblatt's perceptron: move the weights only when an example is on the wrong side.

Lecture 09; deck 000 "Decision-Based Learning", "Linear Perceptron Convergence Theorem", "Optimal Learning Rate",
"Relaxation Method", "Normalized Perceptron"; deck 004 "The Perceptron Algorithm"; deck 002 "Perceptron".
Inventory: I-000-041, I-000-045, I-000-046, I-000-047, I-000-048, I-000-049, I-000-050, I-000-051, I-000-052,
I-000-053, I-000-122, I-002-020, I-004-048, I-004-049, I-004-050, I-004-051, I-004-052, I-004-053.

The examples of the first class are negated, z = -(x0, x), those of the second kept, z = +(x0, x). Then every
example asks for w'z > 0, and for an example that is not there yet

    w'z <= b                               it is a mistake      (1)
    w <- w + eta z                         the update           (2)
    eta = learning_rate                    constant             (3)
    eta = (w* - w)'z / |z|^2               optimal, needs a separator w*   (4)
    eta = (b + |w'z|) / |z|^2              relaxation: lands on w'z = b    (5)
    eta = 2 |w'z| / |z|^2                  normalised: reflects w, |w| stays   (6)

With a separator w* the bounds (7) to (9) of ``theorem`` hold at every update.

symbol   name here        symbol   name here
w(0)     start            b        margin
eta      learning_rate    w*       separator
x0       x0 (-1 in deck 000, +1 in deck 004, 0 for none)

Departures from the slides: the test is <= (E-000-13: with < nothing ever starts from w = 0; ``zero="correct"`` shows
it); without negation, w <- w + eta (z - g) x with g = H(w'x >= 0), a score of 0 counts as the second class, for the
model too (``zero="second class"``); n counts updates (E-000-14); (6) stalls where w'z = 0 and needs w(0) != 0
(E-000-16); without a constant input the theorem needs strict separation (E-004-17); deck 004's threshold is the weight
of the constant input (E-004-18).
The relaxation rule tests w'z <= 0 and lands on b > 0: only then does the proof give finitely many updates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import START, STOP, UPDATE, counted
from labkit.learners.linear import HasCoefficients, LinearModel, signed
from labkit.learners.perceptron.engine.scan import Mistake, Sweeper
from labkit.learners.perceptron.theorem import PerceptronStep, Theorem
from labkit.learners.sweeps import Sweeps

RATES = ("constant", "optimal", "relaxation", "normalised")
ZEROS = ("mistake", "correct", "second class")
STALLED = "stalled: every mistake lies on the boundary, where the reflection does not move w"
MOST_READABLE = 1000  # examples of a story that goes through ``rule``; fits and larger stories take ``engine``


class VaryingRate:
    """eta that takes w'z to a target, factor * (target - w'z) / |z|^2: (4) to (6).

    Keeps the two sums that the theorem needs.
    """

    def __init__(self, Z: np.ndarray, target: np.ndarray, factor: float = 1.0):
        squares = (Z * Z).sum(axis=1)  # zero for an example at the origin when x0 is 0: no eta can move w
        self.target = target.tolist()
        self.scale = np.divide(factor, squares, out=np.zeros(len(Z)), where=squares > 0).tolist()
        self.total = self.squares = 0.0

    def __call__(self, score: float, row: int) -> float:
        eta = (self.target[row] - score) * self.scale[row]
        self.total += eta
        self.squares += eta * eta
        return eta


class Perceptron(Sweeps, HasCoefficients, HasScores, Classifier):
    """The perceptron for two classes; the second class in sorted order is the positive one.

    Parameters
    ----------
    learning_rate : eta of the constant rate. From a zero start and without a margin it only scales the weights.
    rate : "constant", "optimal" (needs ``separator``), "relaxation" (needs ``margin`` > 0) or "normalised".
    margin : b. An example counts as a mistake until w'z > b; the relaxation rule lands there.
    zero : what a score of exactly b means: "mistake", "correct" (as printed on the slide) or "second class"; with this
        the model answers a score of 0 by the second class, otherwise by the first.
    start : w(0), constant input first. None is zero, or the first example made a unit vector for "normalised".
    separator : a known w* for the theorem's quantities, constant input first.
    x0 : the constant input, -1 or +1; 0 does without it, and the boundary goes through the origin.
    patience : also stop when this many sweeps in a row have not changed the number of mistakes, where no line is to be
        expected; None does not. A line may be found later all the same.
    order, max_sweeps, seed : "cyclic" or "random" sweeps, their budget, and the seed of random ones.
    """

    two_classes = True

    learning_rate: float = params.number(1.0, above=0)
    rate: str = params.option("constant", RATES)
    margin: float = params.number(0.0, least=0)
    zero: str = params.option("mistake", ZEROS)
    start: np.ndarray | None = None
    separator: np.ndarray | None = None
    x0: float = params.option(-1.0, (-1, 0, 1))
    patience: int | None = params.whole(None, least=1, nothing=True)

    def _check(self, data: TrainingSet) -> None:
        if self.rate == "relaxation":
            inputs.number("margin", self.margin, above=0, why="the relaxation rule lands there")
        if self.rate == "normalised":  # inside a margin, (6) would push w back over the boundary
            inputs.number("margin", self.margin, most=0, why="the normalised rule has none")
        if self.rate == "optimal" and self.separator is None:
            raise ValueError("separator: optimal rate expected w*, got None; pass LinearProgram().fit(X, y).model_.w")
        if self.start is not None or self.separator is not None:
            Z = signed(data.X, self.x0, data.signs)
            self._theorem(Z, self._first_weights(Z))

    @staticmethod
    def rule(w, examples: Iterable, rate: Callable[[float, int], float]) -> Iterator[Mistake]:
        """One sweep over the examples z, each with its number i and the margin b that it must clear: the mistakes.

        w and z are NumPy arrays, or what adds and multiplies like them.
        """
        for i, z, b in examples:
            score = w @ z
            if score <= b:  # (1)
                eta = rate(score, i)
                w = w + eta * z  # (2)
                yield i, score, eta, w

    def _story(self, data: TrainingSet, record: bool, readable: bool = True) -> Iterator[PerceptronStep]:
        Z = signed(data.X, self.x0, data.signs)
        w, n, reason = self._first_weights(Z), 0, self._budget_spent()
        theorem = self._theorem(Z, w)
        rate = self._rate(Z, theorem)
        rule = self.rule if record and readable and len(Z) <= MOST_READABLE else None
        sweeper = Sweeper(Z, self._limits(data), rate, w, rule)
        step = partial(self._step, data.classes, rate, theorem)
        if record:
            yield step(START, w, 0, 0)
        wrong = [len(Z) + 1]  # mistakes after every sweep
        for sweep, order in self._sweeps(len(Z)):
            before = self.rate == "normalised" and rate.total
            for row, score, eta, w in sweeper.sweep(order):
                if record:
                    n += 1
                    yield step(UPDATE, w, n, sweep, equation=2, example=int(row), score=score, eta=eta)
            n += 0 if record else sweeper.mistakes
            if sweeper.mistakes and self.patience:
                wrong.append(int(np.count_nonzero(Z @ sweeper.w <= sweeper.limit)))  # (1)
            stalled = self.rate == "normalised" and rate.total == before
            if end := self._end(sweeper.mistakes, stalled, wrong, sweep):
                reason = end
                break
        yield step(STOP, sweeper.w, n, sweep, reason=reason)

    def _end(self, found: int, stalled: bool, wrong: list[int], sweep: int) -> str:
        """Why to stop after this sweep, or nothing; ``wrong`` are the mistakes after every sweep so far."""
        if not found:
            return f"sweep {sweep} found no mistake"
        if stalled:
            return STALLED
        if self.patience and len(wrong) > self.patience + 1 and len(set(wrong[-self.patience - 1 :])) == 1:
            return f"the error is constant: {counted(wrong[-1], 'mistake')}, as before the last {self.patience} sweeps"
        return ""

    def _step(self, classes, rate, theorem, event: str, w, n: int, sweep: int, **more) -> PerceptronStep:
        model = LinearModel(inputs.frozen(w), classes, self.x0, tie=int(self.zero == "second class"))
        sums = (n * rate, n * rate * rate) if self.rate == "constant" else (rate.total, rate.squares)
        return PerceptronStep(event=event, model=model, update=n, sweep=sweep, theorem=theorem,
                              eta_sum=sums[0], eta_square_sum=sums[1], **more)  # fmt: skip

    def _first_weights(self, Z: np.ndarray) -> np.ndarray:
        if self.start is not None:
            w = inputs.weights("start", self.start, Z.shape[1])
            if self.rate == "normalised" and not w.any():
                raise ValueError("start: the normalised rule expected weights other than zero, got zero; pass a start")
            return w
        first = Z[Z.any(axis=1).argmax()] if self.rate == "normalised" else np.zeros(Z.shape[1])
        return first / (np.linalg.norm(first) or 1.0)  # only where x0 is 0 can an example be zero

    def _theorem(self, Z: np.ndarray, start: np.ndarray) -> Theorem | None:
        if self.separator is None:
            return None
        margin = 0.0 if self.rate == "relaxation" else self.margin
        theorem = Theorem.of(self.separator, Z, margin, start)
        if self.rate == "optimal":  # (4) takes w'z to w*'z, which must clear the margin, or the mistake stays one
            inputs.number("margin", margin, below=theorem.gap, why="the optimal rate needs the smallest w*'z above it")
        return theorem

    def _limits(self, data: TrainingSet) -> np.ndarray:
        """Per example the largest score that is still a mistake, so that one comparison serves every test."""
        b = 0.0 if self.rate == "relaxation" else float(self.margin)
        below = np.nextafter(b, -np.inf)  # score <= below  is  score < b
        if self.zero == "second class":
            return np.where(data.y == 1, below, b)
        return np.full(len(data.y), b if self.zero == "mistake" else below)  # (1)

    def _rate(self, Z: np.ndarray, theorem: Theorem | None) -> float | VaryingRate:
        """eta for a mistake: a number, or found from its score."""
        if self.rate == "constant":
            return float(self.learning_rate)  # (3)
        if self.rate == "optimal":
            return VaryingRate(Z, Z @ theorem.separator)  # (4): w*'z - w'z
        if self.rate == "relaxation":
            return VaryingRate(Z, np.full(len(Z), float(self.margin)))  # (5): b - w'z, since w'z <= 0
        return VaryingRate(Z, np.zeros(len(Z)), 2.0)  # (6): twice the way to the boundary
