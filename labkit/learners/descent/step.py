"""The step that all learners who descend have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import hypot

import numpy as np

from labkit.core import inputs
from labkit.core.story import UPDATE, CountedStep, Trace
from labkit.learners.descent.moves import Move, descend
from labkit.learners.descent.objective import Objective
from labkit.learners.descent.solvers import chosen
from labkit.learners.descent.surfaces import check_box


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DescentStep(CountedStep):
    """One move downhill (or the start, or the end)."""

    noun = "iteration"
    iteration: int  # moves so far
    w: np.ndarray
    loss: float  # the objective at w
    gradient: np.ndarray  # there
    direction: np.ndarray | None = None  # the move was rate times direction (momentum: direction is the whole move)
    rate: float | None = None
    damping: float | None = None  # of Levenberg-Marquardt
    rows: np.ndarray | None = None  # the examples that a stochastic gradient has looked at
    note: str = ""  # what was special about the move

    @property
    def slope(self) -> float:
        """The length of the gradient."""
        return hypot(*self.gradient)  # does not overflow

    def _begins(self) -> str:
        return self._happened()

    def _happened(self) -> str:
        batch = ""
        if self.rows is not None:
            batch = f"by example {self.rows[0]}, " if len(self.rows) == 1 else f"by {len(self.rows)} examples, "
        return f"{batch}{self._figures()}, slope {self.slope:.3g}{self.note and '; '}{self.note}"

    def _figures(self) -> str:
        return f"loss {self.loss:.6g}"


def step_fields(move: Move, iteration: int, *, bias: bool = True) -> dict:
    """The fields of a ``DescentStep`` after a move; its arrays are kept, as an optimiser makes new ones for every move.

    Without a ``bias`` among the weights that move, a 0 stands in its place.
    """
    event = move.event(iteration)
    kept = _sealed if bias else behind_zero
    with np.errstate(over="ignore", invalid="ignore"):  # a few examples may lead up to infinity
        loss, gradient = float(move.point.value), kept(move.point.gradient)
    return {
        "event": event,
        "iteration": iteration,
        "w": kept(move.point.w),
        "loss": loss,
        "gradient": gradient,
        "direction": None if move.direction is None else kept(move.direction),
        "rate": move.rate,
        "damping": move.damping,
        "rows": move.rows,
        "note": move.note,
        "equation": move.equation if event == UPDATE else None,
        "example": int(move.rows[0]) if event == UPDATE and move.rows is not None and len(move.rows) == 1 else None,
        "reason": move.reason,
    }


def recorded(moves: Iterable[Move], record: bool = True, *, bias: bool = True) -> Iterator[tuple[Move, dict]]:
    """Every move, without ``record`` the last one, with the fields of its ``DescentStep``."""
    for count, move in enumerate(moves):
        if record or move.reason:
            yield move, step_fields(move, count - bool(move.reason), bias=bias)  # the end is no move


def downhill(
    objective: Objective, solver, start, *, tolerance: float = 1e-8, max_iterations: int = 1000, box=None,
    model: Callable[[np.ndarray], object] = lambda w: None,
) -> Trace:  # fmt: skip
    """The story of an optimiser, given or by its name, on any function; ``model(w)`` is what w means, if anything.

    ``box``, such as that of a surface, ends it where w leaves: what falls without end is soon out of the picture.
    An optimiser whose moves say more than a ``DescentStep`` has a ``step(move, iteration, model)`` of its own.
    """
    start = inputs.weights("start", start, np.size(start))
    inputs.number("tolerance", tolerance, least=0)
    inputs.number("max_iterations", max_iterations, least=1, whole=True)
    optimiser = chosen(solver)
    sides, many = None if box is None else check_box(box), len(start)
    if box is not None and len(sides) != many:
        raise ValueError(f"box: expected a (low, high) for each of {many} weights, got {len(sides)}; pass as many")
    moves = descend(objective, optimiser, start, tolerance=tolerance, budget=max_iterations, box=sides)
    step = getattr(optimiser, "step", lambda move, count, model: DescentStep(model=model, **step_fields(move, count)))
    return Trace(step(move, count - bool(move.reason), model(move.point.w)) for count, move in enumerate(moves))


def behind_zero(w: np.ndarray) -> np.ndarray:
    """With a bias of 0 in front."""
    return inputs.frozen(np.concatenate([[0.0], w]))


def _sealed(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array
