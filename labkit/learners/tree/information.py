"""Information between tests and the class: mutual, conditional, and along the path of a tree.

Lecture 15; deck 000 "Criteria for Splitting Tests - 4", "Example", "JMI & CMIM Criteria" and "Binary Test Case".
Inventory: I-000-080, I-000-081, I-000-087, I-000-088, I-000-089.

For a test t, the class z, and a test s whose outcome is already known, all in bits:

    I(t;z)   = H(t) + H(z) - H(t,z)                                            (1)
    I(t;z|s) = H(t,s) + H(z,s) - H(t,z,s) - H(s)                               (2)
    JMI      = sum over the tests s of the path of I(t;z|s)                    (3)
    CMIM     = min over the tests s of the path of I(t;z|s)                    (4)

(3) and (4) are computed on ALL training examples. Among the examples of a node every test of its path has one outcome
only, so there I(t;z|s) would be I(t;z), whatever s was. At the root there is no path, and both are the gain I(t;z).

Binary tests with mu_i = P(t=1 | z=i), independent of each other given the class, and classes of probability P_i:

    q_s = P(s), q_su = P(s,u), pi_i|s = P(z=i | s), pi_i|su = P(z=i | s,u)     s and u the outcomes of t_l and t_j
    I(t_j;z|t_l) = -sum_s q_s sum_i pi_i|s log2 pi_i|s + sum_su q_su sum_i pi_i|su log2 pi_i|su    (5)

Departures: (5) weights the posteriors by q and adds the second sum (E-000-26: as printed it exceeds H(z)); H(x|y) is a
sum over +P(y) H(x|y) (E-000-23); t2 of the "Example" has 0.396 bits, not 0.12 (E-000-25).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.core import inputs
from labkit.learners.tree import criteria

PATH_CRITERIA = ("jmi", "cmim")
UNKNOWN = -1  # the outcome of a test that asks for a missing value


# ---------------------------------------------------------------- from data


def joint_entropy(*columns: np.ndarray, weights: np.ndarray | None = None) -> float:
    """H of columns taken together, from the weights of the combinations that occur; 0 for no column."""
    together = np.zeros(len(columns[0]) if columns else 1, dtype=int)
    for column in columns:
        values, codes = np.unique(column, return_inverse=True)
        together = np.unique(together * len(values) + codes, return_inverse=True)[1]  # stays below the number of rows
    return float(criteria.entropy(np.bincount(together, weights if columns else None)))


def conditional_entropy(x: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> float:
    """H(x|y)"""
    return joint_entropy(x, y, weights=weights) - joint_entropy(y, weights=weights)


def mutual_information(t: np.ndarray, z: np.ndarray, *given: np.ndarray, weights: np.ndarray | None = None) -> float:
    """I(t;z), or I(t;z|s) with the columns ``given``."""

    def H(*columns: np.ndarray) -> float:
        return joint_entropy(*columns, *given, weights=weights)

    return max(H(t) + H(z) - H(t, z) - H(), 0.0)  # (1), (2)


# ---------------------------------------------------------------- from probabilities


def information(P) -> float:
    """I(t;z) of a distribution with the axes (t, z), or I(t;z|s) of one with the axes (t, z, s)."""
    P = criteria.of_split(P)
    H_t, H_z, H_s = _entropy(P.sum(axis=1)), _entropy(P.sum(axis=0)), _entropy(P.sum(axis=(0, 1)))
    return max(H_t + H_z - _entropy(P) - H_s, 0.0)  # (1), (2)


def independent_tests(P, mu_t, mu_s) -> np.ndarray:
    """The distribution (t, z, s) of two binary tests that are independent given the class."""
    P = _probabilities("P", P)
    t, s = _probabilities("mu_t", mu_t, len(P)), _probabilities("mu_s", mu_s, len(P))
    return np.einsum("i,ti,si->tis", P, [1 - t, t], [1 - s, s])


def binary_information(P, mu_j, mu_l) -> float:
    """I(t_j;z|t_l) by the posteriors of the deck: P has the probability of each class, mu those of "yes" in each."""
    P_uis = independent_tests(P, mu_j, mu_l)
    return _posterior_entropy(P_uis.sum(axis=0)) - _posterior_entropy(P_uis.swapaxes(0, 1))  # (5)


def _probabilities(name: str, values, classes: int | None = None) -> np.ndarray:
    """One for each class; those of the classes themselves add up to 1."""
    values = inputs.real_numbers(name, values)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all() or classes not in (None, len(values)):
        wanted = f"{'' if classes is None else f'{classes} '}probabilities, one for each class"
        raise ValueError(f"{name}: expected {wanted}, got {values.tolist()}; pass numbers from 0 to 1")
    if classes is None and abs(values.sum() - 1) > 1e-9:
        raise ValueError(f"{name}: expected probabilities that add up to 1, got {values.sum():g}; divide by their sum")
    return values


def _posterior_entropy(P: np.ndarray) -> float:
    """The entropies of the classes (first axis) given all else, weighted by how likely that is."""
    q = P.sum(axis=0)
    return float((q * criteria.entropy(P)).sum())


def _entropy(P: np.ndarray) -> float:
    return float(criteria.entropy(np.ravel(P)))


# ---------------------------------------------------------------- along a path


def jmi(informations: Sequence[float]) -> float:
    """Of the I(t;z|s) over the tests s of the path."""
    return float(np.sum(informations))  # (3)


def cmim(informations: Sequence[float]) -> float:
    return float(np.min(informations))  # (4)


def path_merit(criterion: str, outcomes: np.ndarray, path: Sequence[np.ndarray], y: np.ndarray, weights=None) -> float:
    """What a test adds to the tests of its path. ``outcomes``, and each of ``path``, are those of ALL examples.

    Examples with an UNKNOWN outcome are left out of a term, which then counts by the share of the known weight.
    """
    inputs.option("criterion", criterion, PATH_CRITERIA)
    weights = np.ones(len(y)) if weights is None else weights
    if not path:
        return _known_information(outcomes, y, weights)
    informations = [_known_information(outcomes, y, weights, before) for before in path]
    return (jmi if criterion == "jmi" else cmim)(informations)


def _known_information(t: np.ndarray, z: np.ndarray, weights: np.ndarray, *given: np.ndarray) -> float:
    known = np.logical_and.reduce([column != UNKNOWN for column in (t, *given)])
    if not known.any():
        return 0.0
    share = weights[known].sum() / weights.sum()
    return share * mutual_information(t[known], z[known], *(s[known] for s in given), weights=weights[known])
