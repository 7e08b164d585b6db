"""The k nearest examples of every case.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN", deck 004 "KNN - K nearest neighbors".
Inventory: I-003-001, I-004-014.

    d_i = |x - x_i|_p                                  from the case x to every example, see ``distances``      (1)
    N_k(x) = the k examples with the smallest d_i      nearest first; of equals the lowest row                  (2)

``plain`` is the lecture's search. The two of ``engine`` find the same neighbours to the last digit, sooner for many
cases: "brute" compares everything as well, but all cases at once; "tree" sorts the cases into a tree and compares a
small part. "auto" takes the tree for many cases of few features.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.neighbours.distances import between, rooted
from labkit.learners.neighbours.engine.brute import Found, brute
from labkit.learners.neighbours.engine.case_tree import CaseTree

SEARCHES = ("auto", "brute", "tree")
TREE_FEATURES = 4  # up to here the tree pays, from 10^(4 + d) pairs of a case and an example on, as measured


def plain(X: np.ndarray, cases: np.ndarray, k: int, p: float = 2, categorical: np.ndarray | None = None) -> Found:
    """(rows of X, distances), both (cases, k), nearest first: one case after another."""
    rows, distances = np.empty((len(cases), k), dtype=np.intp), np.empty((len(cases), k))
    for n, x in enumerate(cases):
        d = between(x[None], X, p, categorical)[0]  # (1)
        rows[n] = d.argsort(kind="stable")[:k]  # (2)
        distances[n] = rooted(d[rows[n]], p)
    return rows, distances


def nearest(
    X: np.ndarray, cases: np.ndarray, k: int, p: float = 2, search: str = "auto", categorical: np.ndarray | None = None
) -> Found:
    """As ``plain``, in the way that is asked for; where some features are categories, everything is compared."""
    if len(cases) < 2:
        return plain(X, cases, k, p, categorical)
    if categorical is not None:
        return brute(X, cases, k, p, categorical)
    if search == "tree" or (search == "auto" and _tree_pays(X, cases, k)):
        return CaseTree(cases, X, k, p).nearest()
    return brute(X, cases, k, p)


def _tree_pays(X: np.ndarray, cases: np.ndarray, k: int) -> bool:
    d = X.shape[1]
    return d <= TREE_FEATURES and len(cases) * len(X) >= 10 ** (4 + d) and 4 * k <= len(X)
