"""What one asks of a node in one call: how two columns fall together, and every test with what it gains.

Lecture 15; deck 003 "COMPUTING INFORMATION GAIN" and "CHOOSING THE MOST INFORMATIVE FEATURE", deck 001 "Classification
Trees". Inventory: I-003-030, I-003-031, I-001-026.

    gain(crosstab(tennis["outlook"], tennis["play"]))                        0.246
    candidates(tennis.select("outlook", "wind"), tennis["play"])             all tests of the root
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.table import Table
from labkit.learners.tree import node_tests
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.node_tests import CandidateTest
from labkit.learners.tree.plan import NUMBERS, Plan, examples_of, plan_of


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Crosstab:
    """Weights of all pairs of values, a row for each value of x. A split's children, as the criteria take them."""

    counts: np.ndarray  # (values of x, values of y)
    rows: tuple
    columns: tuple

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return self.counts.astype(dtype or float)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, value) -> np.ndarray:
        """The row of a value of x."""
        if value not in self.rows:
            raise ValueError(f"expected one of {', '.join(map(repr, self.rows))}, got {value!r}; check the spelling")
        return self.counts[self.rows.index(value)]

    @property
    def table(self) -> Table:
        """The same for a reader."""
        columns = zip(map(str, self.columns), self.counts.T, strict=True)
        return Table.from_dict({"": [str(value) for value in self.rows], **dict(columns)})

    def __repr__(self) -> str:
        return repr(self.table).partition("\n")[2]

    def _repr_html_(self) -> str:
        return self.table.whole._repr_html_()


def crosstab(x, y, sample_weight=None) -> Crosstab:
    """How often each value of x comes with each value of y; rows where one is missing (None, NaN) are left out."""
    x, y = inputs.vector(x, name="x"), inputs.vector(y)
    inputs.same_length(x, y)
    weights = inputs.sample_weights(sample_weight, len(y))
    known = ~(_missing(x) | _missing(y))
    if not known.any():
        raise ValueError("expected rows in which both values are known, got none; check the columns")
    rows, i = np.unique(_of_one_type(x[known]), return_inverse=True)
    columns, j = np.unique(_of_one_type(y[known]), return_inverse=True)
    flat = np.bincount(i * len(columns) + j, None if weights is None else weights[known], len(rows) * len(columns))
    counts = inputs.frozen(flat.reshape(len(rows), len(columns)))
    return Crosstab(counts, tuple(rows.tolist()), tuple(columns.tolist()))


def _missing(values: np.ndarray) -> np.ndarray:
    return np.array([value is None or value != value for value in values.tolist()])


def _of_one_type(values: np.ndarray) -> np.ndarray:
    """Objects that hold text become text again: None is gone."""
    return np.array(values.tolist())


class Candidates(Sequence):
    """The tests of a node, in the order of the attributes; it shows itself as a table."""

    def __init__(self, tests: Sequence[CandidateTest], attributes: Attributes, plan: Plan):
        self._tests, self.attributes, self._plan = tuple(tests), attributes, plan

    def __len__(self) -> int:
        return len(self._tests)

    def __getitem__(self, index) -> CandidateTest | Candidates | np.ndarray:
        """A test by its number, some by a slice, or a column of the table by its name."""
        if isinstance(index, str):
            return self.table[index]
        return Candidates(self._tests[index], self.attributes, self._plan) if isinstance(index, slice) \
            else self._tests[index]  # fmt: skip

    @property
    def best(self) -> CandidateTest | None:
        """What the criterion asks; None where nothing tells the examples apart."""
        return node_tests.best(self._tests, self._plan)

    @property
    def questions(self) -> list[str]:
        return [test.describe(self.attributes) for test in self]

    @property
    def table(self) -> Table:
        return node_tests.table(self, self.attributes)

    def __repr__(self) -> str:
        return repr(self.table)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def candidates(X, y, criterion: str = "gini", *, tests: str = "binary", min_leaf: int = 1, sample_weight=None,
               between_classes: bool = False) -> Candidates:  # fmt: skip
    """Every test that a node with the examples X, y could ask, and what it is worth.

    The ``criterion`` is one of those of classes, or "variance" or "absolute" for numbers. ``tests`` of categories are
    "binary", "multiway" or "subsets". ``between_classes`` leaves out thresholds between examples of one class.
    """
    plan = plan_of(criterion, tests, min_leaf=min_leaf)
    examples, attributes, _ = examples_of(X, y, numbers=criterion in NUMBERS, sample_weight=sample_weight)
    return Candidates(node_tests.all_tests(examples, plan, between_classes=between_classes), attributes, plan)
