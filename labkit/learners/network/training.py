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

from labkit.core.story import START, STOP, UPDATE, counted, spent
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
                yield self._end(move, update - 1, move.reason)
                return
            epoch, begun = divmod(update, updates)
            if not begun:
                self.watch.look(epoch, move.point.w)
            if told and (not begun or self.every == "update"):
                yield self._passed(move, update)
            reason = self._enough(epoch, move, tolerance, max_epochs) if update and not begun else ""
            if reason:
                yield self._end(move, update, reason)
                return

    def _enough(self, epoch: int, move: Move, tolerance: float, max_epochs: int) -> str:
        """Why to stop after this epoch, or nothing."""
        if self.watch.tired(epoch):
            return f"the validation loss has not fallen for {counted(self.watch.patience, 'epoch')}"
        if epoch == max_epochs:
            return spent(epoch, "epoch")
        if tolerance and move.rows is not None:  # the gradient of all examples, not that of the last batch
            with np.errstate(over="ignore", invalid="ignore"):  # of weights that have nearly diverged
                steepest = float(np.abs(move.point.gradient).max()) / self.objective.examples
            return f"the gradient has vanished (below {tolerance:g})" if steepest <= tolerance else ""
        return ""

    def _passed(self, move: Move, update: int) -> NetworkStep:
        """The start, or where an update has led."""
        more = {"event": UPDATE if update else START, "validation_loss": self.watch.loss, "equation": move.equation}
        if self.every == "update" and move.rows is not None:
            rows = self.rows[move.rows]
            rows.setflags(write=False)
            more |= {"rows": rows, "example": int(rows[0]) if len(rows) == 1 else None}
        return self._step(move.point.w, move, update, **more)

    def _end(self, move: Move, update: int, reason: str) -> NetworkStep:
        """With the weights that are kept: the best, where some examples are watched."""
        w, watch = move.point.w, self.watch
        if watch.best is not None:
            last = update == watch.epoch * self.updates
            reason += (
                "; the last weights are the best" if last else f"; back to the best weights, of epoch {watch.epoch}"
            )
            w = watch.best
        return self._step(w, move, update, event=STOP, validation_loss=watch.lowest, reason=reason)

    def _step(self, w: np.ndarray, move: Move, update: int, **more) -> NetworkStep:
        w.setflags(write=False)  # the optimiser makes new ones for every move
        kind = NetworkStep
        if self.every == "update":
            kind, more["updates"] = BatchStep, self.updates
        return kind(
            model=self.model.moved(w), epoch=-(-update // self.updates), update=update, rate=move.rate,
            best_epoch=self.watch.epoch, objective=self.objective, **more,
        )  # fmt: skip
