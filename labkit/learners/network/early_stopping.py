"""Early stopping: some examples are held out, and training ends when it no longer helps them.

Lecture 13; deck 002 "Practical issues for on-line learning". Inventory: I-002-036.

Which ones is left to chance, but for one example of each class at least, which stays to be trained on.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.core.learner import TrainingSet
from labkit.learners.network.objective import NetworkObjective


def held_out(data: TrainingSet, share: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(rows to train on, rows to watch), in the order of the data; a share of 0 holds nothing out."""
    inputs.number("validation", share, least=0, below=1)
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
    watched = np.zeros(examples, dtype=bool)
    watched[np.delete(order, stay)[:many]] = True
    return np.flatnonzero(~watched), np.flatnonzero(watched)


class Watch:
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

    def tired(self, epoch: int) -> bool:
        """Whether the loss has not fallen for too long."""
        return self.best is not None and epoch - self.epoch >= self.patience
