"""Pruning on cases that did not grow the tree: reduced-error pruning, and the greedy search for the best node to cut.

Lecture 16; deck 000 "Pruning the Tree - 4" and "- 5"; deck 001 "Pruning"; deck 003 "AVOIDING OVERFITTING: DECISION
TREE PRUNING".
Inventory: I-000-095, I-000-096, I-001-036, I-003-035.

With e(t) the errors of the pruning cases that come to node t if it were a leaf, and E(T_t) those of its subtree,

    E(T_t) = sum over the children c of E(T_c), e(t) at a leaf       (1)

    reduced error   bottom-up: t becomes a leaf if e(t) <= E(T_t)                        (2)
    greedy          t = argmax E(T_t) - e(t) becomes a leaf while that is not below 0    (3)

Theorem: no pruned tree has fewer errors than (2) leaves, and none of as few errors is smaller; for errors add up over
the leaves, so every subtree can be decided by itself. (3) may end worse: a node that removes many errors at once may
hide two below it that would remove more.

Ties in (3): the node with the most leaves below it, then the lowest number. A case that stops at a split node (its
value is missing there) counts at that node. A case whose class was not in training is always an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.pruning import KEPT, after, at, inherited, whole
from labkit.learners.tree.tree import LEAF

ROUNDING = 1e-9  # errors closer than this are equal: parts of cases do not add up exactly


@dataclass(frozen=True, slots=True, eq=False)
class PruningCases:
    """Errors of the pruning cases, over the nodes."""

    as_leaf: np.ndarray  # e(t): of all cases that come here
    stopped: np.ndarray  # of those that go no further, though the node is split
    total: float  # how many cases

    @classmethod
    def of(cls, model: TreeModel, X, y) -> PruningCases:
        if model.classes is None:
            raise ValueError("expected a tree of classes, got one of numbers; prune it by cost complexity instead")
        y, places = inputs.vector(y), {label: k for k, label in enumerate(model.classes.tolist())}
        inputs.same_length(X, y)
        rows, nodes, weights = model.land(X)
        index = np.array([places.get(label, len(places)) for label in y.tolist()])[rows]
        here = np.zeros((len(model.tree), len(places) + 1))  # the last column: classes that training did not have
        np.add.at(here, (nodes, index), weights)
        answers = model.tree.prediction.astype(int)
        return cls(_wrong(model.tree.sums_below(here), answers), _wrong(here, answers), float(len(y)))


def _wrong(counts: np.ndarray, answers: np.ndarray) -> np.ndarray:
    return counts.sum(axis=1) - counts[np.arange(len(counts)), answers]


# ---------------------------------------------------------------- the stories


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ValidationStep(Step):
    """One node looked at (or the start, or the end)."""

    node: int | None = None
    leaf_errors: float | None = None  # e(t)
    subtree_errors: float | None = None  # E(T_t)
    cut: bool = False  # whether the node has become a leaf
    errors: float  # of the whole tree on the pruning cases, now
    cases: float

    @property
    def accuracy(self) -> float:
        return 1.0 - self.errors / self.cases

    @property
    def leaves(self) -> int:
        return len(self.model.leaves)

    @property
    def caption(self) -> str:
        now = f"{self.errors:.4g} of {self.cases:.4g} pruning cases wrong"
        if self.event == START:
            return f"start: {now}"
        if self.event == STOP:
            return f"stop: {self.reason}; {now}"
        then = f"it becomes a leaf; {now}" if self.cut else "it stays split"
        question = self.model.question(self.node)
        return f"{question}: {self.leaf_errors:.4g} wrong as a leaf, {self.subtree_errors:.4g} as it is; {then}"


def reduced_error_steps(fitted, X, y) -> Iterator[ValidationStep]:
    """Every split node once, from the bottom up."""
    model = whole(fitted)
    tree, cases = model.tree, PruningCases.of(model, X, y)
    e, E = cases.as_leaf, np.where(tree.kind > LEAF, cases.stopped, cases.as_leaf)
    looks = []
    for t in np.flatnonzero(tree.kind)[::-1].tolist():  # a child is younger than its parent
        E[t] += E[list(tree.children(t))].sum()  # (1)
        looks.append(_look(t, e, E, cut=bool(e[t] <= E[t] + ROUNDING)))
        E[t] = min(E[t], e[t])  # (2)
    return _story(model, cases, looks, 2, "every node has been looked at")


def greedy_steps(fitted, X, y) -> Iterator[ValidationStep]:
    """One node cut at a time: the one that removes the most errors, while none is added."""
    model = whole(fitted)
    tree, cases = model.tree, PruningCases.of(model, X, y)
    split = tree.kind > LEAF
    looks = []
    while split.any():
        E = tree.sums_below(np.where(split, cases.stopped, cases.as_leaf), split)  # (1)
        removed = np.where(split, E - cases.as_leaf, -np.inf)
        if removed.max() < -ROUNDING:
            break
        leaves = tree.sums_over_leaves(np.ones(len(tree)), split)
        t = int(np.where(removed >= removed.max() - ROUNDING, leaves, 0).argmax())  # (3)
        looks.append(_look(t, cases.as_leaf, E, cut=True))
        split[t] = False
        split = inherited(tree, np.where(split, KEPT, 0)) > 0
    reason = "every cut would add errors" if split.any() else "only the root is left"
    return _story(model, cases, looks, 3, reason)


def _look(t: int, e: np.ndarray, E: np.ndarray, cut: bool) -> dict:
    """What a step says of its node."""
    return {"node": t, "leaf_errors": float(e[t]), "subtree_errors": float(E[t]), "cut": cut}


def _story(model: TreeModel, cases: PruningCases, looks: list[dict], equation: int, reason: str
           ) -> Iterator[ValidationStep]:  # fmt: skip
    step = np.full(len(model.tree), KEPT)
    for k, look in enumerate(looks, start=1):
        if look["cut"]:
            step[look["node"]] = k
    model = after(model, inherited(model.tree, step))
    errors = float(np.where(model.tree.kind > LEAF, cases.stopped, cases.as_leaf).sum())
    yield ValidationStep(event=START, model=model, errors=errors, cases=cases.total)
    for k, look in enumerate(looks, start=1):
        errors -= look["subtree_errors"] - look["leaf_errors"] if look["cut"] else 0.0
        yield ValidationStep(
            event=UPDATE, model=at(model, k), errors=errors, cases=cases.total, equation=equation, **look
        )
    yield ValidationStep(event=STOP, model=at(model, len(looks)), errors=errors, cases=cases.total, reason=reason)
