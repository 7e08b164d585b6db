"""The story of a network that learns, epoch by epoch or update by update, and early stopping.

Lecture 13; deck 002 "Practical issues for on-line learning". Inventory: I-001-003, I-002-022, I-002-036.

An update is one move of the optimiser, by one batch; an epoch is as many updates as use every example once, one where
the optimiser looks at all examples each time. Losses are those of whole epochs; within one, those of the last count.

Early stopping holds some examples out and ends the training when it no longer helps them. Chance decides which ones,
but for one example of each class at least, which stays to be trained on.

Departures from the slides: an epoch is a full pass, a batch the part for one update (E-002-17).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from labkit.core.learner import TrainingSet
from labkit.core.story import STOP, CountedStep, counted, read, spent
from labkit.learners.descent.moves import Move, Optimiser, descend
from labkit.learners.network.model import Multilayer
from labkit.learners.network.objective import NetworkObjective, NetworkPoint

EVERY = ("epoch", "update")
ENDLESS = 2**62  # iterations: it is the epochs that are counted


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NetworkStep(CountedStep):
    """One epoch (or the start, or the end). It keeps its weights; what they make of the examples is computed when it is
    asked for."""

    noun = "epoch"
    epoch: int  # epochs so far, one that has begun included
    update: int  # updates so far
    rate: float | None = None  # of the last update
    validation_loss: float | None = None  # the mean loss of the examples held out, after the last whole epoch
    best_epoch: int | None = None  # when it was lowest, so far
    objective: NetworkObjective = field(repr=False)

    w = read("model.w", "All weights, layer by layer.")

    @property
    def point(self) -> NetworkPoint:
        """The penalised loss of all training examples at w."""
        return self.objective.at(self.w)

    loss = read("point.loss", "The mean loss of a training example, without the penalty.")
    slope = read("point.slope", "The length of the gradient, for each example.")
    mistakes = read("point.mistakes", "Training examples that are given another class; None for numbers.")

    @property
    def hidden(self) -> np.ndarray:
        """(examples, units): where the last hidden layer puts the training examples."""
        return self.point.values[-2][1:].T

    def _begins(self) -> str:
        return self._happened()

    def _happened(self) -> str:
        return self._figures() + self._validation()

    def _figures(self) -> str:
        point = self.point
        loss, wrong = f"loss {point.loss:.4g}", point.mistakes
        return loss if wrong is None else f"{loss}, {counted(wrong, 'mistake')}"

    def _validation(self) -> str:
        if self.validation_loss is None:
            return ""
        rank = ", the lowest so far" if self.best_epoch == self.epoch else f" (lowest after epoch {self.best_epoch})"
        return f", validation loss {self.validation_loss:.4g}{rank}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BatchStep(NetworkStep):
    """One update by a batch of examples."""

    noun = "update"
    updates: int  # in an epoch
    rows: np.ndarray | None = None  # of the examples in the batch; None for all of them

    def _validation(self) -> str:
        """At the end of an epoch: within one nobody has looked."""
        return "" if self.update % self.updates else super(BatchStep, self)._validation()

    def _happened(self) -> str:
        figures = super(BatchStep, self)._happened()
        if self.rows is None:
            return figures
        batch = f"example {self.rows[0]}" if len(self.rows) == 1 else f"{len(self.rows)} examples"
        return f"by {batch} in epoch {self.epoch}, {figures}"


def held_out(data: TrainingSet, share: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(rows to train on, rows held out), in the order of the data; a share of 0 holds nothing out."""
    examples = len(data.y)
    many = max(1, round(share * examples)) if share else 0
    order = np.random.default_rng([2, seed]).permutation(examples)
    groups = np.zeros(examples, dtype=int) if data.classes is None else data.y
    _, stay = np.unique(groups[order], return_index=True)  # the first of each class to be drawn
    if many > examples - len(stay):
        whom = "examples" if data.classes is None else "an example of each class"
        raise ValueError(
            f"validation: expected a share that leaves {whom} to train on, got {share:g} of {examples}; "
            "lower it, or add examples"
        )
    out = np.zeros(examples, dtype=bool)
    out[np.delete(order, stay)[:many]] = True
    return np.flatnonzero(~out), np.flatnonzero(out)


class EarlyStopping:
    """The mean loss of the examples that are held out, epoch by epoch, and the weights when it was lowest."""

    def __init__(self, objective: NetworkObjective, patience: int):
        self._objective, self.patience = objective, patience
        self.loss: float | None = None  # after the last epoch
        self.lowest: float | None = None  # so far
        self.epoch: int | None = None  # the best one
        self.best: np.ndarray | None = None  # its weights

    def look(self, epoch: int, w: np.ndarray) -> None:
        if not self._objective.examples:
            return
        self.loss = self._objective.at(w).loss
        if self.best is None or self.loss < self.lowest:
            self.lowest, self.epoch, self.best = self.loss, epoch, w

    def due(self, epoch: int) -> bool:
        """Whether the loss has not fallen for ``patience`` epochs."""
        return self.best is not None and epoch - self.epoch >= self.patience


@dataclass(frozen=True, slots=True, eq=False)
class Training:
    """What stays the same while the weights change."""

    model: Multilayer  # with the first weights
    objective: NetworkObjective
    stopping: EarlyStopping
    rows: np.ndarray  # of the examples that are trained on
    batch: int
    every: str

    @property
    def updates(self) -> int:
        """In an epoch."""
        return -(-len(self.rows) // self.batch)

    def steps(self, solver: Optimiser, tolerance: float, max_epochs: int, record: bool) -> Iterator[NetworkStep]:
        updates = self.updates
        moves = descend(self.objective, solver, self.model.w, tolerance=tolerance, budget=ENDLESS)
        for update, move in enumerate(moves):
            if move.reason:  # the optimiser can go no further: its last move comes once more
                yield self._end(move, update - 1, move.reason)
                return
            epoch, begun = divmod(update, updates)
            if not begun:
                self.stopping.look(epoch, move.point.w)
            if record and (not begun or self.every == "update"):
                yield self._passed(move, update)
            reason = self._enough(epoch, move, tolerance, max_epochs) if update and not begun else ""
            if reason:
                yield self._end(move, update, reason)
                return

    def _enough(self, epoch: int, move: Move, tolerance: float, max_epochs: int) -> str:
        """Why to stop after this epoch, or nothing."""
        if self.stopping.due(epoch):
            return f"the validation loss has not fallen for {counted(self.stopping.patience, 'epoch')}"
        if epoch == max_epochs:
            return spent(epoch, "epoch")
        if tolerance and move.rows is not None:  # the gradient of all examples, not that of the last batch
            with np.errstate(over="ignore", invalid="ignore"):  # of weights that have nearly diverged
                steepest = float(np.abs(move.point.gradient).max()) / self.objective.examples
            return f"the gradient has vanished (below {tolerance:g})" if steepest <= tolerance else ""
        return ""

    def _passed(self, move: Move, update: int) -> NetworkStep:
        """The start, or where an update has led."""
        more = {"event": move.event(update), "validation_loss": self.stopping.loss, "equation": move.equation}
        if self.every == "update" and move.rows is not None:
            rows = self.rows[move.rows]
            rows.setflags(write=False)
            more |= {"rows": rows, "example": int(rows[0]) if len(rows) == 1 else None}
        return self._step(move.point.w, move, update, **more)

    def _end(self, move: Move, update: int, reason: str) -> NetworkStep:
        """With the weights that are kept: the best, where some examples are held out."""
        w, stopping = move.point.w, self.stopping
        if stopping.best is not None:
            w, last = stopping.best, update == stopping.epoch * self.updates
            back = f"back to the best weights, of epoch {stopping.epoch}"
            reason += f"; {'the last weights are the best' if last else back}"
        return self._step(w, move, update, event=STOP, validation_loss=stopping.lowest, reason=reason)

    def _step(self, w: np.ndarray, move: Move, update: int, **more) -> NetworkStep:
        w.setflags(write=False)  # the optimiser makes new ones for every move
        kind = NetworkStep
        if self.every == "update":
            kind, more["updates"] = BatchStep, self.updates
        return kind(
            model=self.model.moved(w), epoch=-(-update // self.updates), update=update, rate=move.rate,
            best_epoch=self.stopping.epoch, objective=self.objective, **more,
        )  # fmt: skip
