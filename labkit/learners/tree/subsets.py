"""Tests on subsets of the values of a category: x in {a, b}.

Lecture 15; deck 000 "Defining “Attribute Tests” - 2". Inventory: I-000-074, I-000-128.

Of m categories in a node there are 2^(m-1) - 1 ways to part them. Where the impurity is concave in one share, the best
way is found among m - 1 of them (Breiman and others, 1984): put the categories in the order of

    the share of the second of two classes, or the mean of y                                    (1)

and cut this order once. So it is for two classes by entropy, Gini, misclassification, G or twoing, and for numbers by
squared errors; a least size of the leaves may rule out the best cut of the order and leave another subset out. For more
classes and other criteria all subsets are tried, up to ``MOST_TRIED`` categories (2047 subsets).

The smaller part is the set that is asked for, of equals the one with the lowest category; a set of one is the test
x = a. Tests come by the size of their sets, then by their categories, so that of equals the simplest is taken.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import MOST_IN_SUBSET

MOST_TRIED = 12
ORDERED = ("entropy", "gini", "misclassification", "g_statistic", "twoing", "variance")  # where (1) finds the best


def sets_of(sums: np.ndarray, criterion: str) -> np.ndarray:
    """(tests, values): which values answer yes; ``sums`` (classes, values) is what each value holds."""
    values = sums.shape[1]
    if in_order(sums, criterion):
        chosen = _cuts(values, _order(sums, criterion))
    else:
        refuse(values, "an attribute")
        chosen = _all(values)
    return np.array([np.isin(np.arange(values), some) for some in chosen]).reshape(-1, values)


def in_order(sums: np.ndarray, criterion: str) -> bool:
    """Whether the order (1) is enough."""
    return criterion in ORDERED and (criterion == "variance" or np.count_nonzero(sums.any(axis=1)) <= 2)


def _order(sums: np.ndarray, criterion: str) -> np.ndarray:
    if criterion == "variance":
        return np.argsort(sums[1] / sums[0], kind="stable")  # (1)
    return np.argsort(sums[sums.any(axis=1)][-1] / sums.sum(axis=0), kind="stable")  # (1)


def _cuts(values: int, order: np.ndarray) -> list[tuple[int, ...]]:
    parted = (_smaller(order[:k].tolist(), order[k:].tolist()) for k in range(1, values))
    return sorted(set(parted), key=lambda some: (len(some), some))


def _smaller(one: list[int], other: list[int]) -> tuple[int, ...]:
    return min((tuple(sorted(one)), tuple(sorted(other))), key=lambda some: (len(some), some))


def _all(values: int) -> list[tuple[int, ...]]:
    sizes = range(1, values // 2 + 1)
    return [some for size in sizes for some in combinations(range(values), size) if 2 * size < values or some[0] == 0]


# ---------------------------------------------------------------- too many of them


def refuse(values: int, name: str) -> None:
    """Raise if all subsets of so many values are too many to try."""
    if values > MOST_TRIED:
        why = f"at most {MOST_TRIED} categories where all subsets are tried"
        raise ValueError(f"{name}: expected {why}, got {values}; set tests='binary', or join rare categories")


def check(examples: TreeExamples, plan: Plan, attributes: Attributes) -> None:
    """The same for all attributes by their names, before a tree grows."""
    for feature in np.flatnonzero(examples.categorical) if plan.subsets else ():
        name, codes = f"column {attributes[feature].name!r}", examples.cells[:, feature]
        codes = np.unique(codes[~np.isnan(codes)])
        if codes.max(initial=0) >= MOST_IN_SUBSET:
            levels = len(attributes[feature].levels)
            wanted = f"at most {MOST_IN_SUBSET} categories for tests on subsets"
            raise ValueError(f"{name}: expected {wanted}, got {levels}; set tests='binary', or join rare categories")
        two = plan.criterion == "variance" or 0 < examples.classes <= 2
        if not (two and plan.criterion in ORDERED):
            refuse(len(codes), name)
