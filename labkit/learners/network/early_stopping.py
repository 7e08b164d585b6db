"""Early stopping: some examples are held out, and training ends when it no longer helps them.

Lecture 13; deck 002 "Practical issues for on-line learning". Inventory: I-002-036.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.network.objective import NetworkObjective


def held_out(examples: int, share: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(rows to train on, rows to watch), in the order of the data; a share of 0 holds nothing out."""
    inputs.number("validation", share, least=0, below=1)
    many = max(1, round(share * examples)) if share else 0
    if many >= examples:
        raise ValueError(
            f"validation: expected a share that leaves examples to train on, got {share!r} of {examples}; lower it"
        )
    watched = np.zeros(examples, dtype=bool)
    watched[np.random.default_rng([2, seed]).permutation(examples)[:many]] = True
    return np.flatnonzero(~watched), np.flatnonzero(watched)


class Watch:
    """The mean loss of the examples that are held out, epoch by epoch, and the weights when it was lowest."""

    def __init__(self, objective: NetworkObjective, patience: int):
        self._objective, self._lowest, self.patience = objective, np.inf, patience
        self.loss: float | None = None  # after the last epoch
        self.epoch: int | None = None  # the best one
        self.best: np.ndarray | None = None  # its weights

    def look(self, epoch: int, w: np.ndarray) -> None:
        if not self._objective.examples:
            return
        self.loss = self._objective.at(w).loss
        if self.best is None or self.loss < self._lowest:
            self._lowest, self.epoch, self.best = self.loss, epoch, w

    def tired(self, epoch: int) -> bool:
        """Whether the loss has not fallen for too long."""
        return self.best is not None and epoch - self.epoch >= self.patience

    @property
    def kept(self) -> str:
        """Which weights are kept, where that is not plain."""
        return "" if self.best is None else f"; the best weights, of epoch {self.epoch}, are kept"
