"""Attributes as columns of numbers, so that ensembles only ever compare with thresholds.

Lecture 21; deck 000 "Gradient Boosting Implementation": a category is asked for by one yes-or-no column of its own.
Inventory: I-000-114.

    x_f a number                 one column, x_f itself
    x_f a category, levels v     one column for each v: 0 where x_f = v, 1 elsewhere

so that ``column <= 1/2`` is the test x_f = v, with yes on the left as everywhere. ``restored`` turns it back into that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.tree import EQUAL, THRESHOLD, Tree


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """``values[c]`` is column c over the examples."""

    values: np.ndarray  # float (columns, examples)
    feature: np.ndarray  # int (columns,): the attribute that a column asks about
    code: np.ndarray  # float (columns,): the category that it asks for; NaN for numbers

    @classmethod
    def of(cls, attributes: Attributes, cells: np.ndarray) -> Columns:
        """The columns of training examples; only categories that some example has get one."""
        values, feature, code = [], [], []
        for f, categorical in enumerate(attributes.categorical):
            found = np.unique(cells[:, f]) if categorical else [np.nan]
            for v in found:
                values.append(cells[:, f] != v if categorical else cells[:, f])
                feature.append(f)
                code.append(v)
        return cls(np.array(values, dtype=float), np.array(feature), np.array(code, dtype=float))

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
        )
