"""Finding the next mistake of a sweep, fast.

An example z is a mistake when w'z <= its limit; then w moves by eta z, (2) of ``rosenblatt``. One story is told by
``Perceptron.rule``, which is there to be read, by a vectorised scan over growing blocks where mistakes are rare, and by
a plain loop over Python floats where they are frequent (a tiny NumPy call costs more than three multiplications).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import add, mul

import numpy as np

LOOKS_PER_MISTAKE = {3: 70}  # examples the plain loop looks at while the scan finds one mistake: many in the plane,
LOOKS_ELSEWHERE = 15  # fewer where its inner product is not written out
FIRST_MISTAKES = 8  # a guess for the first sweep
FIRST_LOOP_COST = 1.75  # times a later loop: the first makes Python floats of all examples
FIRST_BLOCK = 16


class Vector(list):
    """A few Python floats with ``w @ z``, ``eta * z`` and ``w + z``, several times as fast as a NumPy array."""

    __slots__ = ()

    def __matmul__(self, other: list) -> float:
        if len(self) == 3:  # written out for the plane and its constant input: labs are there
            (a, b, c), (p, q, r) = self, other
            return a * p + b * q + c * r
        return sum(map(mul, self, other))

    def __add__(self, other: list) -> Vector:
        return Vector(map(add, self, other))

    def __rmul__(self, number: float) -> Vector:
        return Vector([number * value for value in self])


Mistake = tuple[int, float, float, object]  # row, score before, eta, w after
Rule = Callable[[Vector, Iterator, Callable], Iterator[Mistake]]


class Sweeper:
    """Sweeps over the signed examples Z again and again; ``w`` and ``mistakes`` are those after the last sweep.

    ``rate`` is a fixed eta, or a function of the score and the row of a mistake. Every sweep goes through ``rule``, or
    where there is none through what is fastest.
    """

    def __init__(self, Z: np.ndarray, limit: np.ndarray, rate: float | Callable[[float, int], float], w: np.ndarray,
                 rule: Rule | None = None):  # fmt: skip
        self.Z, self.limit, self.w, self.rule = Z, limit, w, rule
        self.fixed, self.rate = (None, rate) if callable(rate) else (rate, None)
        self.mistakes = FIRST_MISTAKES
        self._looks = LOOKS_PER_MISTAKE.get(Z.shape[1], LOOKS_ELSEWHERE)
        self._floats = None  # the examples and their limits as Python floats

    def sweep(self, order: np.ndarray | None) -> Iterator[Mistake]:
        """The mistakes of one sweep in the given order (None: as the rows come)."""
        if not self.rule and self._rare():
            return self._blocks(order)
        if self._floats is None:
            self._floats = [Vector(z) if self.rule else z for z in self.Z.tolist()], self.limit.tolist()
        Z, limits = self._floats
        looks = enumerate(Z) if order is None else ((i, Z[i]) for i in order.tolist())
        if self.rule:
            return self._by_rule((i, z, limits[i]) for i, z in looks)
        return self._loop_plane(looks, limits) if self.Z.shape[1] == 3 else self._loop(looks, limits)

    def _rare(self) -> bool:
        """Whether mistakes are so few that the scan is faster than the loop."""
        expected = self.mistakes / 2  # a story that converges makes ever fewer
        loop = len(self.Z) * (1.0 if self._floats else FIRST_LOOP_COST)
        return (expected + 2) * self._looks < loop  # a clean scan costs as much as two mistakes

    def _by_rule(self, examples: Iterable) -> Iterator[Mistake]:
        w, count, rate = Vector(self.w.tolist()), 0, self.rate or (lambda score, row: self.fixed)
        for mistake in self.rule(w, examples, rate):
            w, count = mistake[-1], count + 1
            yield mistake
        self.w, self.mistakes = np.array(w), count

    def _blocks(self, order: np.ndarray | None) -> Iterator[Mistake]:
        Z, limit = (self.Z, self.limit) if order is None else (self.Z[order], self.limit[order])
        w, i, block, count = self.w, 0, FIRST_BLOCK, 0
        while i < len(Z):
            scores = Z[i : i + block] @ w
            wrong = scores <= limit[i : i + block]
            j = int(wrong.argmax())
            if not wrong[j]:
                i, block = i + block, 2 * block
                continue
            score, i = float(scores[j]), i + j
            row = i if order is None else int(order[i])
            eta = self.fixed if self.rate is None else self.rate(score, row)
            w = w + eta * Z[i]
            count += 1
            yield row, score, eta, w
            i, block = i + 1, FIRST_BLOCK
        self.w, self.mistakes = w, count

    def _loop(self, looks: Iterable, limits: list) -> Iterator[Mistake]:
        w, count = self.w.tolist(), 0
        rate = self.rate or (lambda score, row: self.fixed)
        for row, z in looks:
            score = sum(map(mul, w, z))
            if score <= limits[row]:
                eta = rate(score, row)
                w = [a + eta * b for a, b in zip(w, z, strict=True)]
                count += 1
                yield row, score, eta, w
        self.w, self.mistakes = np.array(w), count

    def _loop_plane(self, looks: Iterable, limits: list) -> Iterator[Mistake]:
        """``_loop`` written out for two features and the constant: three times as fast."""
        (a, b, c), count, rate, eta = self.w.tolist(), 0, self.rate, self.fixed
        largest = max(limits)  # a score above it needs no second look
        for row, (p, q, r) in looks:
            score = a * p + b * q + c * r
            if score <= largest and score <= limits[row]:
                if rate is not None:
                    eta = rate(score, row)
                a, b, c = a + eta * p, b + eta * q, c + eta * r
                count += 1
                yield row, score, eta, (a, b, c)
        self.w, self.mistakes = np.array([a, b, c]), count


def multiclass_mistakes(W: np.ndarray, X: np.ndarray, y: np.ndarray, order: np.ndarray | None, eta: float,
                        vigilance: float) -> Iterator[tuple[int, int, np.ndarray]]:  # fmt: skip
    """``MulticlassPerceptron.rule`` by the scan over blocks; moves W."""
    X, y = (X, y) if order is None else (X[order], y[order])
    i, block = 0, FIRST_BLOCK
    while i < len(X):
        scores, true = X[i : i + block] @ W.T, y[i : i + block]
        rivals, rows = challengers(scores, true), np.arange(len(true))
        wrong = scores[rows, true] <= scores[rows, rivals] + vigilance
        m = int(wrong.argmax())
        if not wrong[m]:
            i, block = i + block, 2 * block
            continue
        i, c = i + m, int(rivals[m])
        W[y[i]] += eta * X[i]
        W[c] -= eta * X[i]
        yield (i if order is None else int(order[i])), c, scores[m]
        i, block = i + 1, FIRST_BLOCK


def challengers(scores: np.ndarray, y: np.ndarray) -> np.ndarray:
    """For every row of scores the best class other than the true one, the first of equals."""
    rivals = scores.copy()
    rivals[np.arange(len(rivals)), y] = -np.inf
    return rivals.argmax(axis=1)
