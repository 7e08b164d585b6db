"""The story of a network that learns: an optimiser's moves, told epoch by epoch or update by update.

Lecture 13; deck 002 "Practical issues for on-line learning". Inventory: I-002-036.

An update is one move of the optimiser, by one batch; an epoch is as many updates as use every example once, one where
the optimiser looks at all examples each time. Losses are those of whole epochs; within one, those of the last are told.

Departures from the slides: an epoch is a full pass, a batch the part for one update (E-002-17).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.story import START, STOP, UPDATE
from labkit.learners.descent.moves import Move, Optimiser, descend
from labkit.learners.network.early_stopping import Watch
from labkit.learners.network.model import Multilayer
from labkit.learners.network.objective import NetworkObjective
from labkit.learners.network.step import BatchStep, NetworkStep

EVERY = ("epoch", "update")
ENDLESS = 2**62  # iterations: it is the epochs that are counted


@dataclass(frozen=True, slots=True, eq=False)
class Training:
    """What stays the same while the weights change."""

    model: Multilayer  # with the first weights
    objective: NetworkObjective
    watch: Watch
    rows: np.ndarray  # of the examples that are trained on
    batch: int
    every: str

    @property
    def updates(self) -> int:
        """In an epoch."""
        return -(-len(self.rows) // self.batch)

    def steps(self, solver: Optimiser, tolerance: float, max_epochs: int, told: bool) -> Iterator[NetworkStep]:
        updates = self.updates
        moves = descend(self.objective, solver, self.model.w, tolerance=tolerance, budget=ENDLESS)
        for update, move in enumerate(moves):
            if move.reason:  # the optimiser can go no further: its last move comes once more
                yield self._end(move, update - 1, move.reason + self.watch.kept)
                return
            epoch, begun = divmod(update, updates)
            if not begun:
                self.watch.look(epoch, move.point.w)
            if told and (not begun or self.every == "update"):
                yield self._step(move.point.w, move, update, event=UPDATE if update else START, equation=move.equation)
            reason = self._enough(epoch, move, tolerance, max_epochs) if update and not begun else ""
            if reason:
                yield self._end(move, update, reason + self.watch.kept)
                return

    def _enough(self, epoch: int, move: Move, tolerance: float, max_epochs: int) -> str:
        """Why to stop after this epoch, or nothing."""
        if self.watch.tired(epoch):
            return f"the validation loss has not fallen for {self.watch.patience} epochs"
        if epoch == max_epochs:
            return f"the budget of {epoch} epoch{'' if epoch == 1 else 's'} is spent"
        if tolerance and move.rows is not None:  # the gradient of all examples, not that of the last batch
            steepest = float(np.abs(move.point.gradient).max()) / self.objective.examples
            return f"the gradient has vanished (below {tolerance:g})" if steepest <= tolerance else ""
        return ""

    def _end(self, move: Move, update: int, reason: str) -> NetworkStep:
        """With the weights that are kept."""
        w = move.point.w if self.watch.best is None else self.watch.best
        return self._step(w, move, update, event=STOP, reason=reason)

    def _step(self, w: np.ndarray, move: Move, update: int, **more) -> NetworkStep:
        w.setflags(write=False)  # the optimiser makes new ones for every move
        kind = NetworkStep
        if self.every == "update":
            kind, more["rows"] = BatchStep, self._batch(move)
        return kind(
            model=self.model.moved(w), epoch=-(-update // self.updates), update=update, rate=move.rate,
            validation_loss=self.watch.loss, best_epoch=self.watch.epoch, objective=self.objective, **more,
        )  # fmt: skip

    def _batch(self, move: Move) -> np.ndarray | None:
        """The rows of the data that the move has looked at."""
        if move.rows is None:
            return None
        rows = self.rows[move.rows]
        rows.setflags(write=False)
        return rows
