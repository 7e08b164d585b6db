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
        classes = _classes(model)
        y = inputs.vector(y)
        inputs.same_length(X, y)
        rows, nodes, weights = model.land(X)
        index = _index(classes, y)[rows]
        here = np.zeros((len(model.tree), len(classes) + 1))  # the last column: classes that training did not have
        np.add.at(here, (nodes, index), weights)
        coming = here.copy()
        for node in model.tree.order_up[:-1]:
            coming[model.tree.parent[node]] += coming[node]
        answers = model.tree.prediction.astype(int)
        return cls(_wrong(coming, answers), _wrong(here, answers), float(len(y)))


def _classes(model: TreeModel) -> np.ndarray:
    if model.classes is None:
        raise ValueError("expected a tree of classes, got one of numbers; prune it by cost complexity instead")
    return model.classes


def _index(classes: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The place of each label among the classes; one past the end where it is none of them."""
    places = {label: k for k, label in enumerate(classes.tolist())}
    return np.array([places.get(label, len(classes)) for label in y.tolist()], dtype=int)


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


@dataclass(frozen=True, slots=True)
class _Look:
    node: int
    leaf_errors: float
    subtree_errors: float

    @property
    def cut(self) -> bool:
        return self.leaf_errors <= self.subtree_errors + ROUNDING


def reduced_error_steps(fitted, X, y) -> Iterator[ValidationStep]:
    """Every split node once, from the bottom up."""
    model = whole(fitted)
    cases = PruningCases.of(model, X, y)
    E = np.where(model.tree.kind > LEAF, cases.stopped, cases.as_leaf)
    looks = []
    for t in model.tree.order_up:
        if model.tree.kind[t] > LEAF:
            E[t] += E[list(model.tree.children(t))].sum()  # (1)
            looks.append(_Look(int(t), float(cases.as_leaf[t]), float(E[t])))
            E[t] = min(E[t], cases.as_leaf[t])  # (2)
    return _story(model, cases, looks, 2, "every node has been looked at")


def greedy_steps(fitted, X, y) -> Iterator[ValidationStep]:
    """One node cut at a time: the one that removes the most errors, while none is added."""
    model = whole(fitted)
    tree, cases = model.tree, PruningCases.of(model, X, y)
    split = tree.kind > LEAF
    looks = []
    while split.any():
        E = tree.sums_over_leaves(cases.as_leaf, split) + _stopped(tree, cases.stopped, split)
        removed = np.where(split, E - cases.as_leaf, -np.inf)
        if removed.max() < -ROUNDING:
            break
        leaves = tree.sums_over_leaves(np.ones(len(tree)), split)
        t = int(np.where(removed >= removed.max() - ROUNDING, leaves, 0).argmax())  # (3)
        looks.append(_Look(t, float(cases.as_leaf[t]), float(E[t])))
        split[t] = False
        split = inherited(tree, np.where(split, KEPT, 0)) > 0
    reason = "every cut would add errors" if split.any() else "only the root is left"
    return _story(model, cases, looks, 3, reason)


def _stopped(tree, stopped: np.ndarray, split: np.ndarray) -> np.ndarray:
    """For every node the errors of the cases that stop at split nodes below it or at itself."""
    sums = np.where(split, stopped, 0.0)
    if sums.any():
        for node in tree.order_up[:-1]:
            sums[tree.parent[node]] += sums[node]
    return sums


def _story(model: TreeModel, cases: PruningCases, looks: list[_Look], equation: int, reason: str):
    step = np.full(len(model.tree), KEPT)
    for k, look in enumerate(looks, start=1):
        if look.cut:
            step[look.node] = k
    return _told(after(model, inherited(model.tree, step)), cases, looks, equation, reason)


def _told(model, cases: PruningCases, looks: list[_Look], equation: int, reason: str) -> Iterator[ValidationStep]:
    errors = float(np.where(model.tree.kind > LEAF, cases.stopped, cases.as_leaf).sum())
    step = ValidationStep(event=START, model=model, errors=errors, cases=cases.total)
    yield step
    for k, look in enumerate(looks, start=1):
        errors -= look.subtree_errors - look.leaf_errors if look.cut else 0.0
        told = {name: getattr(look, name) for name in ("node", "leaf_errors", "subtree_errors", "cut")}
        step = ValidationStep(
            event=UPDATE, model=at(model, k), errors=errors, cases=cases.total, equation=equation, **told
        )
        yield step
    yield ValidationStep(event=STOP, model=step.model, errors=errors, cases=cases.total, reason=reason)
