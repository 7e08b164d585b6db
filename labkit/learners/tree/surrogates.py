"""Missing values, the second way out: CART's surrogate tests.

Lecture 17; deck 000 "Handling Missing Attribute Values - 2", "History of Decision Trees".
Inventory: I-000-068, I-000-099.

For a test with two branches, another attribute's test is a surrogate if it sends the examples the same way more often
than the blind rule does that sends all of them to the larger branch. Among the examples in the node that know both
values, with p_L and p_R the shares that the test itself sends left and right:

    agree = share that both tests send the same way                          (1)
    lambda = (min(p_L, p_R) - (1 - agree)) / min(p_L, p_R)                   (2)

lambda is 1 for a perfect copy, 0 for the blind rule; only surrogates with lambda > 0 are kept, one per attribute, the
largest lambda first (of equals: the lowest feature, then the lowest threshold or category). A surrogate may be
``flipped``: then its "yes" stands for the test's "no". A case follows the first surrogate whose value it knows, else
the heavier branch. Tests with many branches have no surrogates, as CART makes none: there the heaviest branch is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.fractions import Sent, tested_features, unanswered
from labkit.learners.tree.model import Landing, TreeModel
from labkit.learners.tree.node_tests import middles
from labkit.learners.tree.plan import TreeExamples
from labkit.learners.tree.tree import EQUAL, THRESHOLD, TOLERANCE, Tree


@dataclass(frozen=True, slots=True)
class Surrogate:
    """A test that stands in for another one."""

    feature: int
    kind: int  # THRESHOLD or EQUAL
    threshold: float  # t, or the code of the category
    flipped: bool
    agreement: float
    association: float

    def left(self, cells: np.ndarray) -> np.ndarray:
        """Which rows it sends to the first branch; meaningless where its own value is missing."""
        x = cells[:, self.feature]
        return ((x == self.threshold) if self.kind == EQUAL else (x <= self.threshold)) != self.flipped

    def describe(self, attributes: Attributes) -> str:
        """What must hold for the first branch."""
        return attributes.question(self.kind, self.feature, self.threshold, no=self.flipped)


@dataclass(frozen=True, slots=True, eq=False)
class Backup:
    """What a split does with the cases that it knows nothing about."""

    surrogates: tuple[Surrogate, ...]  # the best first
    heavier: int  # the branch that has most of the known weight, the first of equals

    def branches(self, cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For every row the branch, and the place of the surrogate that chose it, -1 where none could."""
        branch, by = np.full(len(cells), self.heavier), np.full(len(cells), -1)
        for place, surrogate in enumerate(self.surrogates):
            known = (by < 0) & ~np.isnan(cells[:, surrogate.feature])
            branch[known] = ~surrogate.left(cells[known])
            by[known] = place
        return branch, by


@dataclass(frozen=True, slots=True, eq=False)
class Surrogates:
    """The router: a backup for every split node."""

    backups: Mapping[int, Backup]

    @classmethod
    def learn(cls, tree: Tree, examples: TreeExamples) -> Surrogates:
        """From the training examples that reach each split, with the backups of the splits above already at work."""
        router, rows = cls({}), {0: np.arange(len(examples))}
        for node in map(int, tree.splits):  # parents come before their children
            here = rows.pop(node)
            at = np.full(len(here), node)
            below = tree.next(examples.cells, here, at)
            branch = np.where(below < 0, -1, below - tree.first[node])
            router.backups[node] = backup(
                examples.take(here), branch, int(tree.arity[node]), tested_features(tree, node)
            )
            below = router.next(tree, examples.cells, here, at)
            rows |= {child: here[below == child] for child in tree.children(node)}
        return router

    def renumbered(self, nodes: np.ndarray) -> Surrogates:
        """The router of a tree that has only these nodes left, in this order."""
        return Surrogates({new: self.backups[old] for new, old in enumerate(nodes.tolist()) if old in self.backups})

    def __call__(self, tree: Tree, cells: np.ndarray, split: np.ndarray) -> Landing:
        """Every case stops at one node."""
        return np.arange(len(cells)), tree.apply(cells, split, partial(self.next, tree)), np.ones(len(cells))

    def next(self, tree: Tree, cells: np.ndarray, rows: np.ndarray, at: np.ndarray) -> np.ndarray:
        """As ``Tree.next``, but a missing value stops nobody."""
        below = tree.next(cells, rows, at)
        lost = np.flatnonzero(unanswered(tree, cells, rows, at))
        for node in np.unique(at[lost]):
            stuck = lost[at[lost] == node]
            below[stuck] = tree.first[node] + self.backups[int(node)].branches(cells[rows[stuck]])[0]
        return below

    def send(self, model: TreeModel, case: np.ndarray, node: int) -> Sent:
        """Where one case goes from a node whose test it cannot answer."""
        backup = self.backups[node]
        branch, by = backup.branches(case[None])
        why = "not known, nor any surrogate; with most of the examples"
        if by[0] >= 0:
            surrogate = backup.surrogates[by[0]]
            holds = "holds" if surrogate.left(case[None])[0] else "does not hold"
            why = f"not known; its surrogate {surrogate.describe(model.attributes)} {holds}"
        return Sent(model.tree.first[node] + branch, np.ones(1), why)


def backup(examples: TreeExamples, branch: np.ndarray, arity: int, own: np.ndarray) -> Backup:
    """For a test of the attributes ``own`` that sends the examples of its node to ``branch``, -1 where not known."""
    weights = examples.all_weights
    known = branch >= 0
    sizes = np.bincount(branch[known], weights[known], minlength=arity)
    heavier = int((sizes >= sizes.max() * (1 - TOLERANCE)).argmax())
    if arity > 2:
        return Backup((), heavier)
    left, weights, cells = branch[known] == 0, weights[known], examples.cells[known]
    others = np.setdiff1d(np.arange(cells.shape[1]), own)
    found = [_best(int(f), cells[:, f], bool(examples.categorical[f]), left, weights) for f in others]
    ranked = sorted(filter(None, found), key=lambda surrogate: -round(surrogate.association, 9))
    return Backup(tuple(ranked), heavier)


def table(backup: Backup, attributes: Attributes) -> Table:
    """The surrogates for a reader, the best first."""
    columns = {"surrogate": [surrogate.describe(attributes) for surrogate in backup.surrogates]}
    for name in ("agreement", "association"):
        columns[name] = np.array([getattr(surrogate, name) for surrogate in backup.surrogates])
    return Table.from_dict(columns)


def _best(feature: int, x: np.ndarray, categorical: bool, left: np.ndarray, weights: np.ndarray) -> Surrogate | None:
    """The attribute's test that agrees most with ``left``; None if none beats the blind rule."""
    there = ~np.isnan(x)
    values, group = np.unique(x[there], return_inverse=True)
    L, R = (np.bincount(group, weights[there] * side[there], minlength=len(values)) for side in (left, ~left))
    total, minority = L.sum() + R.sum(), min(L.sum(), R.sum())
    if len(values) < 2 or minority == 0:
        return None
    if categorical:
        thresholds, same = values, L + (R.sum() - R)
    else:
        thresholds, same = middles(values), (np.cumsum(L) + R.sum() - np.cumsum(R))[:-1]
    agree = np.stack([same, total - same], axis=1).ravel() / total  # (1), straight and flipped in turn
    place = int((agree >= agree.max() - TOLERANCE).argmax())
    association = float((minority / total - (1 - agree[place])) / (minority / total))  # (2)
    if association <= TOLERANCE:
        return None
    kind, flipped = (EQUAL if categorical else THRESHOLD), bool(place % 2)
    return Surrogate(feature, kind, float(thresholds[place // 2]), flipped, float(agree[place]), association)
