"""The story of a growth, read off the finished tree: its nodes are in split order, so every moment is a prefix.

Lecture 15; deck 001 "Decision Trees", deck 003 "DECISION TREE LEARNING ALGORITHM".
Inventory: I-001-022, I-003-033.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core.story import START, STOP, UPDATE, Step
from labkit.learners.tree.cost_complexity import risk_of
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class GrowthCurves:
    """Numbers after 0, 1, 2... splits."""

    nodes: np.ndarray
    leaves: np.ndarray
    error: np.ndarray
    impurity: np.ndarray

    @classmethod
    def of(cls, tree: Tree) -> GrowthCurves:
        splits = tree.splits
        nodes = np.append(1, 1 + np.cumsum(tree.arity[splits]))
        curves = nodes, nodes - np.arange(len(nodes)), _falling(tree, risk_of(tree)), _falling(tree, _shares(tree))
        for curve in curves:
            curve.setflags(write=False)
        return cls(*curves)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GrowthStep(Step):
    """One split (or the start, or the end). ``curves`` are shared by all steps of the story."""

    split: int  # splits so far
    node: int | None = None  # the node just split
    curves: GrowthCurves

    @property
    def leaves(self) -> int:
        return int(self.curves.leaves[self.split])

    @property
    def error(self) -> float:
        """On the training examples: the share of the weight that is misclassified, or the mean squared error."""
        return float(self.curves.error[self.split])

    @property
    def impurity(self) -> float:
        """Of the leaves, weighted by their examples."""
        return float(self.curves.impurity[self.split])

    @property
    def gain(self) -> float | None:
        return None if self.node is None else float(self.model.tree.gain[self.node])

    @property
    def caption(self) -> str:
        name = "mean squared error" if self.model.classes is None else "training error"
        now = f"{self.leaves} {'leaf' if self.leaves == 1 else 'leaves'}, {name} {self.error:.4g}"
        if self.event == START:
            return f"start: {now}"
        if self.event == STOP:
            return f"stop after {self.split} split{'' if self.split == 1 else 's'}: {self.reason}; {now}"
        return f"split {self.split}: {self.model.question(self.node)} with gain {self.gain:.4g}; {now}"


def growth_steps(
    model: TreeModel, told: bool, reason: str = "every leaf is pure or at a limit"
) -> Iterator[GrowthStep]:
    """The steps of a finished growth; only the last one where nobody listens."""
    curves, splits = GrowthCurves.of(model.tree), model.tree.splits

    def step(event: str, k: int, **more) -> GrowthStep:
        return GrowthStep(event=event, model=replace(model, upto=int(curves.nodes[k])), split=k, curves=curves, **more)

    if told:
        yield step(START, 0)
        for k, node in enumerate(splits.tolist(), start=1):
            yield step(UPDATE, k, node=node)
    yield step(STOP, len(splits), reason=reason)


def _shares(tree: Tree) -> np.ndarray:
    return tree.impurity * tree.weight / tree.weight[0]


def _falling(tree: Tree, values: np.ndarray) -> np.ndarray:
    """The sum of ``values`` over the leaves after every split."""
    below = np.bincount(tree.parent[1:], values[1:], minlength=len(tree))
    change = (below - values)[tree.splits]
    return values[0] + np.append(0.0, np.cumsum(change))
