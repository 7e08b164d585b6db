"""Alternating optimisation: some weights at a time, the others held, in turn.

Lecture 12; deck 002 "Iterative Methods". Inventory: I-002-037.

    w_B <- argmin over w_B of J, the other weights as they are       for one block B after the other  (1)

This is block coordinate descent (Gauss and Seidel for a parabola). J never rises. It ends where no block alone can do
better, which for a smooth J is a stationary point. For the model sum of w_j g(x, v_j) the blocks are w, for which
(1) is linear least squares, and v.

Departures from the slides: backfitting is (1), with a function as a block; it is not gradient descent (E-002-10).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle

import numpy as np

from labkit.core import params
from labkit.core.params import Checked
from labkit.core.story import read
from labkit.learners.descent.first_order import FLAT
from labkit.learners.descent.line_search import tried
from labkit.learners.descent.moves import Move, Moves, Optimiser, descend
from labkit.learners.descent.objective import Objective, Point, once
from labkit.learners.descent.solvers import chosen

Block = tuple[int, ...]
Best = Callable[[np.ndarray], np.ndarray]
UNSEEN = 1e-12  # of the value: a closed form may be as much above the place before, by rounding


class BlockPoint(Point):
    """A point as one block sees it."""

    @once
    def whole(self) -> Point:
        w = self.objective.rest.copy()
        w[self.objective.block] = self.w
        return self.objective.whole.at(w)

    value = read("whole.value")

    @property
    def gradient(self) -> np.ndarray:
        return self.whole.gradient[self.objective.block]

    @property
    def hessian(self) -> np.ndarray:
        return self.whole.hessian[np.ix_(self.objective.block, self.objective.block)]

    @property
    def scale(self) -> np.ndarray | float:
        scale = self.whole.scale
        return scale[self.objective.block] if np.ndim(scale) else scale


class BlockObjective(Objective):
    """A function of the weights of one block, while all others stay as they are at a point."""

    point = BlockPoint

    def __init__(self, at: Point, block: list[int]):
        self.whole, self.rest, self.block = at.objective, at.w, block


@dataclass(frozen=True, slots=True)
class Alternating(Checked):
    """A move for every block in turn.

    ``blocks`` are the places of their weights, together all of them, each once. ``best`` may have, for each block, a
    function of all weights that says the block's best values, or None: then ``solver`` finds them.
    """

    blocks: tuple[Block, ...]
    best: tuple[Best | None, ...] = ()
    solver: Optimiser | str = "bfgs"
    tolerance: float = params.number(1e-10, least=0)
    max_iterations: int = params.whole(100, least=1)

    def __post_init__(self):
        if not all(np.ndim(block) == 1 for block in self.blocks):
            raise ValueError(
                f"blocks: expected places of weights in groups, got {self.blocks}; "
                "write ((0,), (1, 2)) for the first alone and the next two together"
            )
        if self.best and len(self.best) != len(self.blocks):
            raise ValueError(
                f"best: expected one for each of the {len(self.blocks)} blocks, got {len(self.best)}; "
                "None leaves a block to the solver"
            )
        chosen(self.solver)
        Checked.__post_init__(self)

    def moves(self, objective: Objective, start: Point) -> Moves:
        self._check(len(start.w))
        point, idle = start, 0
        for block, best in cycle(zip(self.blocks, self.best or (None,) * len(self.blocks), strict=True)):
            w = point.w.copy()
            w[list(block)] = self._found(point, list(block)) if best is None else best(point.w)
            arrived = tried(objective, w)  # (1)
            if not arrived.value <= point.value + UNSEEN * abs(point.value):
                found = self.solver if best is None else "its closed form"
                return f"the block {block} would go up: what {found} finds is not its minimum"
            idle = idle + 1 if arrived.value >= point.value else 0
            if idle == len(self.blocks):
                return FLAT
            change, point = arrived.w - point.w, arrived
            whose = f"the turn of weight{'' if len(block) == 1 else 's'} {', '.join(map(str, block))}"
            yield Move(point, change, 1.0, equation=1, note=whose)

    def _found(self, point: Point, block: list[int]) -> np.ndarray:
        moves = descend(
            BlockObjective(point, block), chosen(self.solver), point.w[block],
            tolerance=self.tolerance, budget=self.max_iterations,
        )  # fmt: skip
        return deque(moves, maxlen=1).pop().point.w

    def _check(self, weights: int) -> None:
        if sorted(index for block in self.blocks for index in block) != list(range(weights)):
            raise ValueError(
                f"blocks: expected every weight from 0 to {weights - 1} in one block, got {self.blocks}; "
                "list each place once"
            )
