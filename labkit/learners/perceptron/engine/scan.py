"""Finding the next mistake of a sweep, fast.

An example z is a mistake when w'z <= its limit; then w moves by eta z, (2) of ``rosenblatt``. The ways to look for it
give the same story: ``Perceptron.rule``, which is there to be read; where nobody watches a vectorised scan over growing
blocks when mistakes are rare, and a plain loop over Python floats when they are frequent (a tiny NumPy call costs more
than three multiplications). The last sweep tells which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import mul

import numpy as np

from labkit.learners.perceptron.engine.vector import Vector, moved

LOOKS = {3: 70}  # examples that the plain loop looks at while the scan finds one mistake: many in the plane,
LOOKS_ELSEWHERE = 15  # fewer where its inner product is not written out
FIRST_MISTAKES = 8  # a guess for the first sweep
UNPACKING = 1.75  # what the first loop costs more, because it makes Python floats of all examples
FIRST_BLOCK = 16

Mistake = tuple[int, float, float, object]  # row, score before, eta, w after
Rule = Callable[[Vector, Iterator, Callable], Iterator[Mistake]]


class Sweeper:
    """Sweeps over the signed examples Z again and again; ``w`` and ``mistakes`` are those after the last sweep.

    ``rate`` is a fixed eta, or a function of the score and the row of a mistake. With ``readable`` every sweep goes
    through ``rule``, else through what is fastest.
    """

    def __init__(self, Z: np.ndarray, limit: np.ndarray, rate: float | Callable[[float, int], float], w: np.ndarray,
                 rule: Rule, *, readable: bool = False):  # fmt: skip
        self.Z, self.limit, self.w, self.rule, self.readable = Z, limit, w, rule, readable
        self.fixed, self.rate = (None, rate) if callable(rate) else (rate, None)
        self.mistakes = FIRST_MISTAKES
        self._looks = LOOKS.get(Z.shape[1], LOOKS_ELSEWHERE)
        self._floats = None  # the examples and their limits as Python floats

    def sweep(self, order: np.ndarray | None) -> Iterator[Mistake]:
        """The mistakes of one sweep in the given order (None: as the rows come)."""
        if not self.readable and self._rare():
            return self._blocks(order)
        if self._floats is None:
            self._floats = [Vector(z) if self.readable else z for z in self.Z.tolist()], self.limit.tolist()
        Z, limits = self._floats
        looks = enumerate(Z) if order is None else ((i, Z[i]) for i in order.tolist())
        if self.readable:
            return self._by_rule((i, z, limits[i]) for i, z in looks)
        return self._loop_plane(looks, limits) if self.Z.shape[1] == 3 else self._loop(looks, limits)

    def _rare(self) -> bool:
        """Whether mistakes are so few that the scan is faster than the loop."""
        expected = self.mistakes / 2  # a story that converges makes ever fewer
        loop = len(self.Z) * (1.0 if self._floats else UNPACKING)
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
                w = moved(w, eta, z)
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
