"""The story of a growth, read off the finished tree: its nodes are in split order, so every moment is a prefix.

Lecture 15; deck 001 "Decision Trees", deck 003 "DECISION TREE LEARNING ALGORITHM".
Inventory: I-001-022, I-003-033.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labkit.core.story import START, STOP, UPDATE, Step, counted
from labkit.learners.tree.curves import GrowthCurves
from labkit.learners.tree.model import TreeModel


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GrowthStep(Step):
    """One split (or the start, or the end). What can be read off the tree is not stored: a story has many steps."""

    @property
    def split(self) -> int:
        """Splits so far."""
        return int(self.curves.nodes.searchsorted(self.model.upto))

    @property
    def curves(self) -> GrowthCurves:
        """Numbers after every split, shared by all steps of the story."""
        return self.model.grown.curves

    @property
    def node(self) -> int | None:
        """The node just split."""
        return int(self.curves.splits[self.split - 1]) if self.event == UPDATE else None

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
            return f"stop after {counted(self.split, 'split')}: {self.reason}; {now}"
        return f"split {self.split}: {self.model.question(self.node)} with {self.model.merit} {self.gain:.4g}; {now}"


def pruned_at(alpha: float) -> tuple[str, ...]:
    """What else a leaf may be where leaves have a price."""
    return (f"pruned at alpha = {alpha:.4g}",) if alpha else ()


def growth_steps(model: TreeModel, told: bool, others: Sequence[str] = ()) -> Iterator[GrowthStep]:
    """The steps of a finished growth; only the last one where nobody listens. A leaf may be one of ``others``, too."""
    *ways, last = "pure", "past splitting", *others  # at a limit, or of equal examples
    if told:
        (one, *grown), prefix = model.grown.curves.nodes.tolist(), model.prefix
        yield GrowthStep(event=START, model=prefix(one))
        for nodes in grown:
            yield GrowthStep(event=UPDATE, model=prefix(nodes))
    reason = f"every leaf is {', '.join(ways)} or {last}"
    yield GrowthStep(event=STOP, model=model.prefix(len(model.tree)), reason=reason)
