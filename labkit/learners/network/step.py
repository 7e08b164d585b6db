"""The steps of a network that learns: an epoch, or a single update.

Lecture 13; deck 002 "Practical issues for on-line learning". Inventory: I-001-003, I-002-022, I-002-036.

A step keeps its weights, as one vector; what they make of the examples is computed when it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from labkit.core.story import CountedStep, counted
from labkit.learners.network.model import Layer
from labkit.learners.network.objective import NetworkObjective, NetworkPoint


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NetworkStep(CountedStep):
    """One epoch (or the start, or the end). What is said of the examples holds after it."""

    noun = "epoch"
    epoch: int  # epochs so far, one that has begun included
    update: int  # updates so far
    rate: float | None = None  # of the last update
    validation_loss: float | None = None  # the mean loss of the examples held out, after the last whole epoch
    best_epoch: int | None = None  # when it was lowest, so far
    objective: NetworkObjective = field(repr=False)

    @property
    def w(self) -> np.ndarray:
        """All weights, layer by layer."""
        return self.model.w

    @property
    def layers(self) -> tuple[np.ndarray, ...]:
        """The matrices of the weights, biases first: views into w."""
        return self.model.layers

    @property
    def point(self) -> NetworkPoint:
        """The penalised loss of all training examples at w."""
        return self.objective.at(self.w)

    @property
    def loss(self) -> float:
        """The mean loss of a training example, without the penalty."""
        return self.point.loss

    @property
    def slope(self) -> float:
        """The length of the gradient, for each example."""
        return self.point.slope

    @property
    def mistakes(self) -> int | None:
        """Training examples that are given another class; None for numbers."""
        return self.point.mistakes

    @property
    def hidden(self) -> np.ndarray:
        """(examples, units): where the last hidden layer puts the training examples."""
        return self.point.values[-2][1:].T

    def forward(self, X) -> list[Layer]:
        """What every layer makes of X."""
        return self.model.forward(X)

    def backward(self, X, y) -> list[Layer]:
        """And what comes back from the answers y."""
        return self.model.backward(X, y)

    def _begins(self) -> str:
        return self._happened()

    def _happened(self) -> str:
        return self._figures() + self._watched()

    def _figures(self) -> str:
        point = self.point
        said, wrong = f"loss {point.loss:.4g}", point.mistakes
        return said if wrong is None else f"{said}, {counted(wrong, 'mistake')}"

    def _watched(self) -> str:
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

    def _watched(self) -> str:
        """At the end of an epoch: within one nobody has looked."""
        return "" if self.update % self.updates else super(BatchStep, self)._watched()

    def _happened(self) -> str:
        said = super(BatchStep, self)._happened()
        if self.rows is None:
            return said
        whom = f"example {self.rows[0]}" if len(self.rows) == 1 else f"{len(self.rows)} examples"
        return f"by {whom} in epoch {self.epoch}, {said}"
