"""How good a split is: impurities of a node, and merits of a split.

Lecture 15; deck 000 "Criteria for Splitting Tests - 1" to "- 5", deck 001 "Alternative Splitting Criteria", deck 003
"ENTROPY" and "INFORMATION GAIN", deck 002 "Gini score".
Inventory: I-000-073, I-000-076, I-000-077, I-000-078, I-000-080, I-000-082, I-000-083, I-000-084, I-000-085,
I-001-024, I-001-029, I-003-027, I-003-028, I-003-030, I-002-051.

With shares P_j of the classes j = 1..C in a node D, and children D_i of weight share q_i:

    H = -sum_j P_j log2 P_j              entropy, 0 to log2 C                (1)
    G = 1 - sum_j P_j^2                  Gini, 0 to 1 - 1/C                  (2)
    M = 1 - max_j P_j                    misclassification, 0 to 1 - 1/C     (3)
    gain = I(D) - sum_i q_i I(D_i)       of any impurity I                   (4)
    gain ratio = gain / H(q)             H(q) is the split information       (5)
    G-statistic = 2 N ln 2 gain          of the entropy                      (6)
    twoing = q_L q_R / 4 (sum_j |P(j|L) - P(j|R)|)^2                         (7)
    half-split = -|q_L - 1/2|            most even first, blind to classes   (8)

Departures: the gain ratio divides by H(q), not by H(D) (E-000-24); Gini has no factor 1/2 (E-001-01), so for two
classes it is twice the variance P_1 P_2 (E-000-40); half-split is not another name of twoing (E-000-46); only H and G
rise above zero for every informative test, M does not (E-000-41).

Class weights come as lists or arrays ``(classes, ...)``, those of a split as ``(children, classes, ...)``; everything
works on all trailing places at once: ``gini([6, 1])``, ``gain([[30, 10], [10, 30]])``.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core import inputs

CRITERIA = ("entropy", "gini", "misclassification", "gain_ratio", "g_statistic", "twoing", "half_split")
BINARY_ONLY = ("twoing", "half_split")
NAMES = {"gain_ratio": "gain ratio", "g_statistic": "G", "twoing": "twoing", "half_split": "half-split"}


def entropy(counts) -> np.ndarray:
    """H in bits."""
    P = _shares(weights(counts))
    return -(P * np.log2(np.where(P > 0, P, 1.0))).sum(axis=0) + 0.0  # (1), and no minus zero


def gini(counts) -> np.ndarray:
    return 1.0 - (_shares(weights(counts)) ** 2).sum(axis=0)  # (2)


def misclassification(counts) -> np.ndarray:
    return 1.0 - _shares(weights(counts)).max(axis=0)  # (3)


def impurity_of(criterion: str) -> Callable[[np.ndarray], np.ndarray]:
    """The impurity in which a criterion measures its nodes."""
    return {"gini": gini, "twoing": gini, "misclassification": misclassification}.get(criterion, entropy)


def gain(children, impurity: Callable = entropy) -> np.ndarray:
    """What the split takes off the impurity; ``children`` is (children, classes, ...)."""
    children = of_split(children)
    parent, share = children.sum(axis=0), _shares(children.sum(axis=1))
    inside = np.array([impurity(child) for child in children])
    return impurity(parent) - (share * inside).sum(axis=0)  # (4)


def split_information(children) -> np.ndarray:
    """H(q): the entropy of the branches themselves."""
    return entropy(of_split(children).sum(axis=1))


def gain_ratio(children) -> np.ndarray:
    """0 where the split sends everything one way."""
    information = split_information(children)
    return np.where(information > 0, gain(children) / np.where(information > 0, information, 1.0), 0.0)  # (5)


def g_statistic(children) -> np.ndarray:
    return 2.0 * np.log(2.0) * of_split(children).sum(axis=(0, 1)) * gain(children)  # (6)


def twoing(children) -> np.ndarray:
    left, right = children = of_split(children, branches=2)
    share = _shares(children.sum(axis=1))
    distance = np.abs(_shares(left) - _shares(right)).sum(axis=0)
    return share[0] * share[1] / 4 * distance**2  # (7)


def half_split(children) -> np.ndarray:
    return -np.abs(_shares(of_split(children, branches=2).sum(axis=1))[0] - 0.5)  # (8)


def merit(criterion: str, children) -> np.ndarray:
    """The value of a split by any criterion; the larger, the better."""
    inputs.option("criterion", criterion, CRITERIA)
    special = {"gain_ratio": gain_ratio, "g_statistic": g_statistic, "twoing": twoing, "half_split": half_split}
    return special[criterion](children) if criterion in special else gain(children, impurity_of(criterion))


def merit_name(criterion: str) -> str:
    """What a reader calls the value that a criterion gives a split."""
    return NAMES.get(criterion, "gain")


# ---------------------------------------------------------------- what they are given


def weights(counts, name: str = "counts") -> np.ndarray:
    """Class weights as floats: a list of any depth, none of them negative."""
    values = counts if isinstance(counts, np.ndarray) and counts.dtype == float else inputs.real_numbers(name, counts)
    if values.ndim == 0 or not values.size:
        raise ValueError(f"{name}: expected a weight for each class, got {counts!r}; pass a list such as [6, 1]")
    if not (values.min() >= 0 and values.max() < np.inf):  # false for NaN too
        odd = values[~((values >= 0) & (values < np.inf))][0]
        raise ValueError(f"{name}: expected weights of classes, none below 0, got {odd:g}; pass how many there are")
    return values


def of_split(children, branches: int | None = None) -> np.ndarray:
    """The class weights of the children of a split, a row each."""
    values = weights(children, "children")
    if values.ndim < 2:
        wanted = "a row of class weights for each child"
        raise ValueError(f"children: expected {wanted}, got {values.tolist()}; pass rows such as [[30, 10], [10, 30]]")
    if branches not in (None, len(values)):
        raise ValueError(f"children: expected {branches} of them, got {len(values)}; use a criterion for many branches")
    return values


def _shares(counts: np.ndarray) -> np.ndarray:
    """Along the first axis; all 0 where there is nothing."""
    total = counts.sum(axis=0)
    return counts / np.where(total > 0, total, 1.0)
