"""The rounds of gradient boosting, one after the other as they are asked for.

Lecture 21; deck 000 "Gradient Boosting Algorithm". Inventory: I-000-111, I-000-114. The numbered equations are those of
``gradient_boosting``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.learner import TrainingSet
from labkit.learners.ensemble.boosted import (
    BoostedTrees,
    BoostModel,
    BoostRound,
    BoostTask,
    DecisionModel,
    ScoreModel,
)
from labkit.learners.ensemble.engine.boost_tree import BoostTree, TreeGrower, joined
from labkit.learners.ensemble.engine.histograms import Bins
from labkit.learners.ensemble.losses import ScoreLoss
from labkit.learners.ensemble.members import GrowingWhole, SeparateMembers, TreeMembers
from labkit.learners.ensemble.score_tree import TreeLimits
from labkit.learners.tree.engine.columns import Columns

if TYPE_CHECKING:
    from labkit.learners.ensemble.gradient_boosting import TreeBoosting

ROUNDING = 8 * np.finfo(float).eps  # of a gradient, relative to the largest target


class BoostingRun:
    """All rounds of a learner (its hyper-parameters) on some examples; ``best`` is the one that the model ends with."""

    def __init__(self, learner: TreeBoosting, data: TrainingSet, loss: ScoreLoss):
        self.learner, self.classes = learner, data.classes
        self.rng = np.random.default_rng(learner.seed)
        self.attributes = learner._attributes(data.X)
        self.columns = Columns.of(self.attributes.categorical, self.attributes.cells(data.X))
        weights = None if data.weights is None else frozen(data.weights)
        self.task = BoostTask(loss, frozen(data.y, data.y.dtype), weights, self._held_out(len(data.y)))
        self.start = self.task.prior() if learner.start == "prior" else np.zeros(loss.scores)  # (1)
        self.grower = TreeGrower(Bins.of(self.columns.values, learner.bins), self._limits(), weights)
        self.trees: list[list[BoostTree]] = []  # of each round, one for every score
        self.done, self.best, self.reason = 0, 0, f"all {learner.rounds} rounds are done"

    def rounds(self) -> Iterator[BoostRound]:
        """The start, then one round after the other; ``kept`` is the best one so far."""
        F, patience = frozen(self.start[:, None].repeat(len(self.task.z), axis=1)), self.learner.patience
        round = self.kept = BoostRound(F, F, None)
        least = self._judged(0, F)
        yield round
        for m in range(1, self.learner.rounds + 1):
            round, self.done = self._round(round.after), m
            if (loss := self._judged(m, round.after)) < least:
                least, self.best, self.kept = loss, m, round
            yield round
            if patience is not None and m - self.best >= patience:
                since = f"round {self.best}" if self.best else "the start"
                self.reason = f"the held-out loss has not fallen since {since}"
                return

    def _judged(self, m: int, F: np.ndarray) -> float:
        """What the best round has least of: the loss on held-out examples; where none are, the last is the best."""
        return -m if self.task.held_out is None else self.task.mean_loss(F, held_out=True)

    def _round(self, F: np.ndarray) -> BoostRound:
        taken, w = self._drawn_rows(), self.task.weights
        g, h = self.task.loss.slopes(self.task.z, F)  # (2)
        if w is not None:
            g, h = g * w, np.broadcast_to(w, g.shape) if h is None else h * w
        after, trees = F.copy(), []
        for k in range(len(F)):
            tree, leaf = self.grower.grow(g[k], None if h is None else h[k], taken, self._drawn_columns())  # (3)
            if self.task.loss.leaf is not None:
                tree = self._answering(tree, leaf, F[k], taken)
            after[k] += self.learner.shrinkage * tree.scores(self.learner.lam).take(leaf)  # (4)
            trees.append(tree)
        self.trees.append(trees)
        after.setflags(write=False)
        return BoostRound(F, after, taken, sum(np.count_nonzero(~tree.split) for tree in trees))

    def _answering(self, tree: BoostTree, leaf: np.ndarray, F: np.ndarray, taken: np.ndarray | None) -> BoostTree:
        """The tree with leaves that answer what the loss asks for: the weighted sums that stand for it."""
        rows = np.arange(len(F)) if taken is None else np.flatnonzero(taken)
        r, w = (self.task.z - F)[rows], np.ones(len(F)) if self.task.weights is None else self.task.weights
        held = tree.held.copy()
        for node in np.unique(leaf[rows]):
            inside = leaf[rows] == node
            held[-1, node] = held[2, node] * self.task.loss.leaf(r[inside], w[rows][inside])
        return replace(tree, held=held)

    def model(self) -> BoostModel:
        """Of no round; it grows with the rounds."""
        kind = ScoreModel if self.classes is None else DecisionModel
        trees = GrowingWhole(self.trees, self._members)
        return kind(BoostedTrees(trees, self.classes, frozen(self.start), self.learner.shrinkage, self.task.loss), 0)

    def _members(self) -> TreeMembers | SeparateMembers:
        """Of the rounds so far."""
        if not self.trees:
            return SeparateMembers((), None, plane=len(self.attributes) == 2 and not self.attributes.categorical.any())
        arrays, *_ = joined([tree for trees in self.trees for tree in trees], self.grower, self.columns)
        return TreeMembers(arrays, self.attributes, None)

    def _held_out(self, n: int) -> np.ndarray | None:
        return None if self.learner.patience is None else self._drawn(np.arange(n), n, self.learner.validation)

    def _drawn_rows(self) -> np.ndarray | None:
        """The examples of a round, as a mask; None: all."""
        held_out, n = self.task.held_out, len(self.task.z)
        if self.learner.rows == 1:
            return None if held_out is None else frozen(~held_out, bool)
        pool = np.arange(n) if held_out is None else np.flatnonzero(~held_out)
        return self._drawn(pool, n, self.learner.rows)

    def _drawn(self, pool: np.ndarray, n: int, share: float) -> np.ndarray:
        """A mask of n examples: this share of the ``pool``."""
        mask = np.zeros(n, dtype=bool)
        mask[self.rng.permutation(pool)[: int(share * len(pool))]] = True
        return frozen(mask, bool)

    def _drawn_columns(self) -> np.ndarray | None:
        """The columns that a tree may ask about; None: all."""
        if self.learner.columns == 1:
            return None
        many = ceil(self.learner.columns * len(self.columns))
        return np.sort(self.rng.permutation(len(self.columns))[:many])

    def _limits(self) -> TreeLimits:
        names = ("max_depth", "min_leaf", "min_hessian", "gamma", "lam", "negative")
        steepest = self.task.loss.steepest
        size = float(np.abs(self.task.z).max()) if steepest is None else steepest
        heavy = len(self.task.z) if self.task.weights is None else float(self.task.weights.sum())
        rounding = heavy * (ROUNDING * size) ** 2
        return TreeLimits(**{name: getattr(self.learner, name) for name in names}, rounding=rounding)
