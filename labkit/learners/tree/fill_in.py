"""Missing values, the first way out: fill in what is usual in training.

Lecture 17; deck 000 "Handling Missing Attribute Values - 2".
Inventory: I-000-098, I-000-131.

A missing category becomes the most frequent one (of equals the first in sorted order), a missing number the mean or the
median of the known ones. What is filled in comes from the training examples alone, and is the same for every case.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.columns import Categorical, Column, Numeric
from labkit.core.table import Table
from labkit.learners.tree.attributes import Attribute, Attributes
from labkit.learners.tree.fractions import Sent, tested_features
from labkit.learners.tree.leaf_values import median
from labkit.learners.tree.model import Landing, TreeModel
from labkit.learners.tree.tree import Tree, majority

NUMBERS = ("mean", "median")


@dataclass(frozen=True, slots=True, eq=False)
class FillIn:
    """One cell per attribute to put where a value is missing; as a router it sends cases on with it."""

    attributes: Attributes
    usual: np.ndarray

    @classmethod
    def learn(cls, X: np.ndarray | Table, numbers: str = "mean", *, weights: np.ndarray | None = None,
              attributes: Attributes | None = None) -> FillIn:  # fmt: skip
        """``numbers`` says what stands for missing numbers: their "mean" or their "median". X may be cells of
        ``attributes``."""
        inputs.option("numbers", numbers, NUMBERS)
        attributes = attributes or Attributes.of(X)
        cells = attributes.cells(X)
        weights = np.ones(len(cells)) if weights is None else weights
        columns = zip(attributes.columns, cells.T, strict=True)
        return cls(attributes, inputs.frozen([_usual(a, column, numbers, weights) for a, column in columns]))

    def cells(self, cells: np.ndarray) -> np.ndarray:
        """The same matrix without gaps."""
        return np.where(np.isnan(cells), self.usual, cells)

    def filled(self, X: np.ndarray | Table) -> np.ndarray | Table:
        """X without gaps; a category that training never had counts as missing."""
        cells = self.cells(self.attributes.cells(X))
        if not isinstance(X, Table):
            return cells
        return Table(tuple(_column(a, column) for a, column in zip(self.attributes.columns, cells.T, strict=True)))

    # ---- as a router

    def __call__(self, tree: Tree, cells: np.ndarray, split: np.ndarray) -> Landing:
        return np.arange(len(cells)), tree.apply(self.cells(cells), split), np.ones(len(cells))

    def send(self, model: TreeModel, case: np.ndarray, node: int) -> Sent:
        """Where one case goes from a node whose test it cannot answer."""
        below = model.tree.next(self.cells(case[None]), np.zeros(1, dtype=int), np.array([node]))
        gaps = [f for f in tested_features(model.tree, node) if np.isnan(case[f])]
        words = ", ".join(f"{self.attributes[f].name} = {self.attributes[f].word(self.usual[f])}" for f in gaps)
        return Sent(below[below >= 0], np.ones(np.count_nonzero(below >= 0)), f"not known; as usual, {words}")


@dataclass(frozen=True, slots=True, eq=False)
class FilledAttributes(Attributes):
    """Attributes whose cells have no gaps: where a value is missing, now or later, the usual one of training stands."""

    usual: np.ndarray

    @classmethod
    def learn(cls, X: np.ndarray | Table, numbers: str = "mean") -> FilledAttributes:
        learned = FillIn.learn(X, numbers)
        return cls(learned.attributes.columns, learned.usual)

    def cells(self, X: np.ndarray | Table) -> np.ndarray:
        cells = Attributes.cells(self, X)
        return np.where(np.isnan(cells), self.usual, cells)


def _usual(attribute: Attribute, column: np.ndarray, numbers: str, weights: np.ndarray) -> float:
    known = ~np.isnan(column)
    column, weights = column[known], weights[known]
    if not len(column):
        raise ValueError(
            f"column {attribute.name!r}: expected at least one known value to fill in the missing ones, got none; "
            "leave the column out"
        )
    if attribute.categorical:
        return float(majority(np.bincount(column.astype(int), weights)[None])[0])
    return float(np.average(column, weights=weights)) if numbers == "mean" else median(column, weights)


def _column(attribute: Attribute, cells: np.ndarray) -> Column:
    if attribute.categorical:
        return Categorical(attribute.name, cells.astype(int), attribute.levels)
    return Numeric(attribute.name, cells)
