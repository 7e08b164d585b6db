"""What a model may offer a view. Views ask for these Protocols with ``isinstance``, or take only such models.

Every model has ``predict``, and ``classes``: its labels in order, or None where it predicts numbers.

The methods ``..._grid`` answer at all (x, y) with a row for every y; x and y rise. They know two features, or all those
of the case ``through``: then the plane is the one through that case. Any of the methods here returns None where the
model has no such answer: another number of features, a tree that tests more than thresholds, not two classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

Interval = tuple[float, float]  # (low, high)


# ---------------------------------------------------------------- exact regions


@runtime_checkable
class HasLinearRegions(Protocol):
    """HasScores for the largest of some linear scores: its regions have straight borders."""

    classes: Sequence

    @property
    def linear_scores(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(A, b, owner): the class ``owner[i]`` is predicted where row i of A x + b is largest, the first of equals."""


@dataclass(frozen=True, slots=True, eq=False)
class LeafBoxes:
    """The leaves of a tree that are seen in a part of the plane, each of which is a rectangle."""

    boxes: np.ndarray  # (leaves, 4): x0, x1, y0, y1
    nodes: np.ndarray  # (leaves,): their numbers in the tree
    parents: np.ndarray  # (leaves,): the numbers of the nodes above them
    predictions: np.ndarray  # (leaves,): the index of the class that each predicts, or the number


@runtime_checkable
class HasLeafBoxes(Protocol):
    """A tree: its regions are rectangles."""

    classes: Sequence | None

    def leaf_boxes(self, xlim: Interval, ylim: Interval) -> LeafBoxes | None: ...


# ---------------------------------------------------------------- answers on a grid


@runtime_checkable
class ScoresOnGrid(Protocol):
    """Two classes: a score above 0 for the second one, else for the first."""

    classes: Sequence
    score_limit: float  # the score of a model that is entirely sure: 1/2 for votes, infinite where there is no largest

    def score_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None: ...


@runtime_checkable
class ClassesOnGrid(Protocol):
    """Any number of classes: the index of the one that is predicted."""

    classes: Sequence | None

    def class_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None: ...


@runtime_checkable
class NumbersOnGrid(Protocol):
    """The number that is predicted."""

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None: ...


# ---------------------------------------------------------------- what is drawn besides regions


@runtime_checkable
class HasHyperplane(Protocol):
    """Two classes with one straight border."""

    @property
    def hyperplane(self) -> tuple[np.ndarray, float]:
        """(normal, offset): the border is normal'x + offset = 0, the second class on its positive side."""


@runtime_checkable
class HasPrototypes(Protocol):
    """Points of its own that stand for classes."""

    classes: Sequence
    prototypes: np.ndarray  # one row each
    owner: np.ndarray  # the index of each one's class


@runtime_checkable
class HasMembers(Protocol):
    """An ensemble."""

    def member(self, b: int) -> Any:
        """The model of one member by itself, from 0."""


@runtime_checkable
class HasTree(Protocol):
    """A tree at one moment of its story."""

    classes: Sequence | None
    tree: Any  # flat arrays over the nodes: parent, depth, feature, prediction, counts, weight, gain
    merit: str  # what ``tree.gain`` is called
    split: np.ndarray  # which nodes are split
    reached: np.ndarray  # which nodes are part of the tree now
    leaves: np.ndarray  # the numbers of the leaves

    def question(self, node: int) -> str:
        """What a split node asks."""

    def answer(self, node: int) -> str:
        """What leads to a node from its parent."""

    def verdict(self, node: int) -> str:
        """What the node predicts."""
