"""What a round of gradient boosting tells.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting Implementation". Inventory: I-000-111, I-000-114.

Only the scores are kept, before and after each round; gradients, second derivatives and losses follow from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from labkit.core.story import CountedStep
from labkit.learners.ensemble.losses import Loss
from labkit.learners.tree.model import TreeModel


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What the loss is measured on, for all steps of a story."""

    loss: Loss
    z: np.ndarray  # numbers or class indices
    weights: np.ndarray | None  # None: all 1
    held_out: np.ndarray | None  # a mask; None: nothing

    def mean_loss(self, F: np.ndarray, *, held_out: bool = False) -> float:
        """Of the examples that are learned from, or of those held out."""
        some = slice(None) if self.held_out is None else self.held_out == held_out
        values = self.loss.value(self.z, F[0] if len(F) == 1 else F)[some]
        return float(np.average(values, weights=None if self.weights is None else self.weights[some]))


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """One round: the scores before and after it, (scores, examples), and which examples it learned from."""

    before: np.ndarray
    after: np.ndarray
    taken: np.ndarray | None  # a mask; None: all


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BoostStep(CountedStep):
    """One round. What can be computed from the scores is not stored."""

    noun = "round"
    round: int  # rounds so far; after an early stop ``model`` has fewer
    task: Task = field(repr=False)
    moment: Moment = field(repr=False)

    @property
    def scores(self) -> np.ndarray:
        """F of every example after the round: (examples,), or (examples, classes)."""
        return _by_example(self.moment.after)

    @property
    def gradient(self) -> np.ndarray:
        """g of every example before the round, whatever it weighs, in the shape of the scores."""
        return _by_example(self._slopes()[0])

    @property
    def hessian(self) -> np.ndarray:
        """h of every example before the round, likewise."""
        g, h = self._slopes()
        return _by_example(np.ones_like(g) if h is None else h)

    @property
    def residual(self) -> np.ndarray:
        """-g: what the round's tree went after."""
        return -self.gradient

    def _slopes(self) -> tuple[np.ndarray, np.ndarray | None]:
        return self.task.loss.slopes(self.task.z, self.moment.before)

    @property
    def taken(self) -> np.ndarray | None:
        """A mask of the examples that the round learned from; None: all."""
        return self.moment.taken

    @property
    def loss(self) -> float:
        """Mean loss of the examples that are learned from."""
        return self.task.mean_loss(self.moment.after)

    @property
    def validation_loss(self) -> float | None:
        """Mean loss of the examples held out for early stopping; None where there are none."""
        return None if self.task.held_out is None else self.task.mean_loss(self.moment.after, held_out=True)

    @property
    def tree(self) -> TreeModel | None:
        """This round's tree, of several classes the first's; None at the start."""
        return self.model.member(self.model.members - 1) if self.model.members else None

    @property
    def leaves(self) -> int:
        """Of this round's trees."""
        return int((self._nodes("arity") == 0).sum())

    @property
    def gain(self) -> float:
        """Of all splits of this round's trees."""
        return float(np.nansum(self._nodes("gain")))

    def _nodes(self, name: str) -> np.ndarray:
        """An array over the nodes of this round's trees."""
        grove, K, m = self.model.boosted.grove, len(self.model.start), self.model.members
        ends = np.append(grove.roots, len(grove.nodes))
        return getattr(grove.nodes, name)[ends[K * max(m - 1, 0)] : ends[K * m]]

    def _begins(self) -> str:
        F = ", ".join(f"{start:.4g}" for start in self.model.start)
        return f"every example gets the score {F}; loss {self.loss:.4g}"

    def _happened(self) -> str:
        K = len(self.model.start)
        what = f"a tree of {_leaves(self.leaves)}" if K == 1 else f"{K} trees of {_leaves(self.leaves)} together"
        held_out = "" if self.validation_loss is None else f", {self.validation_loss:.4g} on held-out examples"
        return f"{what} goes down the loss to {self.loss:.4g}{held_out}".replace("together goes", "together go")


def _by_example(values: np.ndarray) -> np.ndarray:
    values = values[0] if len(values) == 1 else values.T
    values.setflags(write=False)
    return values


def _leaves(count: int) -> str:
    return "1 leaf" if count == 1 else f"{count} leaves"
