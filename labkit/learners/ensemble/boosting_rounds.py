"""The rounds of gradient boosting.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting Implementation". Inventory: I-000-111, I-000-114.

The equations are those of ``gradient_boosting``. A round learns from the examples it takes: all, or a share drawn
without replacement, never those held out for early stopping; the scores of all examples move.
"""

from __future__ import annotations

from math import ceil

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.learner import TrainingSet
from labkit.learners.ensemble.bins import Bins
from labkit.learners.ensemble.boosted import Boosted, BoostModel, DecisionModel, ScoreModel
from labkit.learners.ensemble.boosting_story import Moment, Task
from labkit.learners.ensemble.columns import Columns
from labkit.learners.ensemble.losses import Loss
from labkit.learners.ensemble.sapling import Limits, Nursery, Sapling, planted
from labkit.learners.tree.attributes import Attributes

STARTS = ("prior", "zero")
ROUNDING = 8 * np.finfo(float).eps  # of a gradient, relative to the largest target


class BoostingRounds:
    """All rounds of a learner (its hyper-parameters) on some examples; ``moments`` keeps those that are told."""

    def __init__(self, learner, data: TrainingSet, loss: Loss, told: bool):
        self.learner, self.told = learner, told
        self.rng = np.random.default_rng(learner.seed)
        self.attributes = Attributes.of(data.X)
        self.columns = Columns.of(self.attributes, self.attributes.cells(data.X))
        self.classes, weights = data.classes, None if data.weights is None else frozen(data.weights)
        self.task = Task(loss, frozen(data.y, data.y.dtype), weights, self._held_out(len(data.y)))
        self.start = self._prior() if learner.start == "prior" else np.zeros(loss.scores)  # (1)
        self.limits = self._limits()
        self.nursery = Nursery(Bins.of(self.columns.values, learner.bins), self.limits, weights)
        F = frozen(self.start[:, None].repeat(len(data.y), axis=1))
        self.saplings: list[Sapling] = []
        self.moments: dict[int, Moment] = {0: Moment(F, F, None)}
        self.rounds, self.best, self.reason = 0, 0, f"all {learner.rounds} rounds are done"

    def run(self) -> BoostModel:
        """Go through the rounds; the model of the best one."""
        patience, least = self.learner.patience, self._judged(0)
        for m in range(1, self.learner.rounds + 1):
            self.moments[m] = self._round(self.moments[m - 1].after)
            self.rounds = m
            if (loss := self._judged(m)) < least:
                least, self.best = loss, m
            self._forget()
            if patience is not None and m - self.best >= patience:
                since = f"round {self.best}" if self.best else "the start"
                self.reason = f"the held-out loss has not fallen since {since}"
                break
        grove, G, H = planted(self.saplings, self.nursery.histograms.bins, self.columns, self.limits)
        G.setflags(write=False)
        H.setflags(write=False)
        shared = (frozen(self.start), float(self.learner.shrinkage), self.attributes, self.classes)
        kind = ScoreModel if self.classes is None else DecisionModel
        return kind(Boosted(grove, G, H, *shared), self.best)

    def _judged(self, m: int) -> float:
        """What the best round has least of: the loss on held-out examples; where none are, the last is the best."""
        return -m if self.task.held_out is None else self.task.mean_loss(self.moments[m].after, held_out=True)

    def told_of(self, m: int) -> dict:
        """What a step needs to know of round m."""
        return {"task": self.task, "moment": self.moments[m]}

    def _round(self, F: np.ndarray) -> Moment:
        taken, w = self._taken(), self.task.weights
        g, h = self.task.loss.slopes(self.task.z, F)  # (2)
        if w is not None:
            g, h = g * w, np.broadcast_to(w, g.shape) if h is None else h * w
        after = F.copy()
        for k in range(len(F)):
            sapling, leaf = self.nursery.grow(g[k], None if h is None else h[k], taken, self._asked())  # (3)
            after[k] += self.learner.shrinkage * self._scores(sapling).take(leaf)  # (4)
            self.saplings.append(sapling)
        after.setflags(write=False)
        return Moment(F, after, taken)

    def _scores(self, sapling: Sapling) -> np.ndarray:
        """Of the leaves; 0 at other nodes."""
        _, G, H = sapling.held
        return -G / (np.where(sapling.split, 1.0, H) + self.limits.lam)  # (2) of ``second_order``

    def _forget(self) -> None:
        """What nobody will ask for."""
        if not self.told:
            self.moments = {m: self.moments[m] for m in {self.best, self.rounds}}

    def _held_out(self, n: int) -> np.ndarray | None:
        if self.learner.patience is None:
            return None
        mask = np.zeros(n, dtype=bool)
        mask[self.rng.permutation(n)[: int(self.learner.validation * n)]] = True
        return frozen(mask, bool)

    def _prior(self) -> np.ndarray:
        task = self.task
        some = slice(None) if task.held_out is None else ~task.held_out
        return task.loss.start(task.z[some], None if task.weights is None else task.weights[some])

    def _limits(self) -> Limits:
        names = ("max_depth", "min_leaf", "min_hessian", "gamma", "lam", "negative")
        size = 1.0 if self.classes is not None else float(np.abs(self.task.z).max())
        heavy = len(self.task.z) if self.task.weights is None else float(self.task.weights.sum())
        rounding = heavy * (ROUNDING * size) ** 2
        return Limits(**{name: getattr(self.learner, name) for name in names}, rounding=rounding)

    def _taken(self) -> np.ndarray | None:
        """The examples of a round, as a mask."""
        held_out = self.task.held_out
        if self.learner.rows == 1:
            return None if held_out is None else frozen(~held_out, bool)
        pool = np.arange(len(self.task.z)) if held_out is None else np.flatnonzero(~held_out)
        mask = np.zeros(len(self.task.z), dtype=bool)
        mask[self.rng.permutation(pool)[: int(self.learner.rows * len(pool))]] = True
        return frozen(mask, bool)

    def _asked(self) -> np.ndarray | None:
        """The columns that a tree may ask about."""
        if self.learner.columns == 1:
            return None
        many = ceil(self.learner.columns * len(self.columns))
        return np.sort(self.rng.permutation(len(self.columns))[:many])
