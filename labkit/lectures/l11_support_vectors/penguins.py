"""Real data of lecture 11: Adelie and Gentoo penguins by their bills, a few known and many to come.

The columns are scaled as all birds are, so that right angles are right angles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.svm.dual import HARD

SPECIES = ("Adelie", "Gentoo")
BILL = ("bill_length_mm", "bill_depth_mm")
KNOWN = 20
LINES = 500


@cache
def birds() -> tuple[np.ndarray, np.ndarray]:
    """All measured birds of the two species: X, scaled, and 1 for a Gentoo."""
    table = data.load("penguins")
    X, species = table.numeric(*BILL), table["species"]
    rows = np.isin(species, SPECIES) & np.isfinite(X).all(axis=1)
    X = X[rows]
    return (X - X.mean(axis=0)) / X.std(axis=0), (species[rows] == SPECIES[1]).astype(int)


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """A few birds that are known, and the others."""

    X: np.ndarray
    y: np.ndarray
    others: np.ndarray
    truth: np.ndarray


def drawn(known: int, seed: int) -> Draw:
    """As many of each species."""
    X, y = birds()
    rng = np.random.default_rng(seed)
    rows = np.column_stack([rng.permutation(np.flatnonzero(y == k))[: known // 2] for k in (0, 1)]).ravel()
    rest = np.setdiff1d(np.arange(len(y)), rows)
    return Draw(X[rows], y[rows], X[rest], y[rest])


def widest(X: np.ndarray, y: np.ndarray):
    """The last step of the hard margin."""
    return SVM(kernel="linear", C=HARD, tolerance=1e-9).trace(X, y)[-1]


def street_of(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float) -> float:
    """Width of the street whose middle is w'x + b = 0; below 0 where a bird is on the wrong side."""
    return 2.0 * float((np.where(y == 1, 1, -1) * (X @ w + b)).min() / np.linalg.norm(w))


@cache
def random_lines(known: int, seed: int) -> np.ndarray:
    """(lines, 2): the width of its street, and the wrong ones among the other birds, of lines at random that make no
    mistake with the known birds. Of every direction in which there is one, one."""
    draw, rng, found = drawn(known, seed), np.random.default_rng(seed), []
    while len(found) < LINES:
        angle = rng.uniform(0, 2 * np.pi)
        w = np.array([np.cos(angle), np.sin(angle)])
        along = draw.X @ w
        low, high = along[draw.y == 0].max(), along[draw.y == 1].min()
        if low < high:
            b = -rng.uniform(low, high)
            found.append((street_of(draw.X, draw.y, w, b), mistakes(draw, w, b)))
    return np.array(found)


def mistakes(draw: Draw, w: np.ndarray, b: float) -> int:
    """Of the line w'x + b = 0 among the birds that were not known."""
    return int(((draw.others @ w + b > 0) != (draw.truth == 1)).sum())


def half_way(draw: Draw) -> tuple[np.ndarray, float]:
    """(w, b) of the line half-way between the two means, at right angles to the line through them."""
    m0, m1 = (draw.X[draw.y == k].mean(axis=0) for k in (0, 1))
    return m1 - m0, float(-(m1 - m0) @ (m0 + m1) / 2)
