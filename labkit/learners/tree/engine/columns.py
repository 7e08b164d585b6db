"""Attributes as columns of numbers, so that every test of a fast grower is a threshold.

A number is one column; a category has one column for each of its levels v, 0 where x_f = v and 1 elsewhere: the test
``column <= 1/2`` is x_f = v, with yes on the left as everywhere. Columns come in the order of the attributes and of
their levels, so ties among columns are decided as those among tests are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.learners.tree.tree import EQUAL, THRESHOLD, Tree


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """``values[c]`` is column c over the examples."""

    values: np.ndarray  # float (columns, examples)
    feature: np.ndarray  # int (columns,): the attribute that a column asks about
    code: np.ndarray  # float (columns,): the category that it asks for; NaN for numbers

    @classmethod
    def of(cls, categorical: np.ndarray, cells: np.ndarray) -> Columns:
        """The columns of training examples; only categories that some example has get one."""
        if not categorical.any():
            return cls(cells.T, np.arange(cells.shape[1]), np.full(cells.shape[1], np.nan))
        codes = [np.unique(cells[:, f]) if categories else [np.nan] for f, categories in enumerate(categorical)]
        feature, code = np.arange(len(codes)).repeat([len(part) for part in codes]), np.concatenate(codes)
        values = cells.T[feature]
        return cls(np.where(np.isnan(code)[:, None], values, values != code[:, None]), feature, code)

    def __len__(self) -> int:
        return len(self.feature)

    def restored(self, tree: Tree) -> Tree:
        """The tree whose tests of columns are tests of attributes again."""
        if np.isnan(self.code).all():
            return tree
        split = tree.kind == THRESHOLD
        column = np.where(split, tree.feature, 0)
        category = split & ~np.isnan(self.code[column])
        return replace(
            tree,
            kind=np.where(category, EQUAL, tree.kind).astype(tree.kind.dtype),
            feature=np.where(split, self.feature[column], -1).astype(tree.feature.dtype),
            threshold=np.where(category, self.code[column], tree.threshold),
            directions=np.empty((0, int(self.feature[-1]) + 1)),
        )
