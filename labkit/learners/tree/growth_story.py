"""The story of a growth, read off the finished tree: its nodes are in split order, so every moment is a prefix.

Lecture 15; deck 001 "Decision Trees", deck 003 "DECISION TREE LEARNING ALGORITHM".
Inventory: I-001-022, I-003-033.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step
from labkit.learners.tree.cost_complexity import risk_of
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import TOLERANCE
from labkit.learners.tree.tree import Tree


class GrowthCurves:
    """Numbers after 0, 1, 2... splits, found when they are first asked for."""

    def __init__(self, tree: Tree):
        self._tree = tree

    @cached_property
    def nodes(self) -> np.ndarray:
        return inputs.frozen(np.append(1, 1 + np.cumsum(self._tree.arity[self._tree.splits])), int)

    @cached_property
    def leaves(self) -> np.ndarray:
        return inputs.frozen(self.nodes - np.arange(len(self.nodes)), int)

    @cached_property
    def error(self) -> np.ndarray:
        return self.over_leaves(risk_of(self._tree))

    @cached_property
    def impurity(self) -> np.ndarray:
        return self.over_leaves(self._tree.impurity * self._tree.weight / self._tree.weight[0])

    def over_leaves(self, values: np.ndarray) -> np.ndarray:
        """The sum of ``values`` over the leaves after every split; what rounding leaves of zero is zero."""
        tree = self._tree
        below = np.bincount(tree.parent[1:], values[1:], minlength=len(tree))
        change = (below - values)[tree.splits]
        sums = values[0] + np.append(0.0, np.cumsum(change))
        return inputs.frozen(np.where(np.abs(sums) > TOLERANCE * values[0], sums, 0.0))


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
        return f"split {self.split}: {self.model.question(self.node)} with {self.model.merit} {self.gain:.4g}; {now}"


def pruned_at(alpha: float) -> tuple[str, ...]:
    """What else a leaf may be where leaves have a price."""
    return (f"pruned at alpha = {alpha:.4g}",) if alpha else ()


def growth_steps(model: TreeModel, told: bool, others: Sequence[str] = ()) -> Iterator[GrowthStep]:
    """The steps of a finished growth; only the last one where nobody listens. A leaf may be one of ``others``, too."""
    tree, (*ways, last) = model.tree, ("pure", "at a limit", *others)
    reason = f"every leaf is {', '.join(ways)} or {last}"
    curves = GrowthCurves(tree)

    def step(event: str, k: int, nodes: int, **more) -> GrowthStep:
        return GrowthStep(event=event, model=replace(model, upto=nodes), split=k, curves=curves, **more)

    if told:
        yield step(START, 0, 1)
        ends = curves.nodes.tolist()
        for k, node in enumerate(tree.splits.tolist(), start=1):
            yield step(UPDATE, k, ends[k], node=node)
    yield step(STOP, int(np.count_nonzero(tree.arity)), len(tree), reason=reason)
