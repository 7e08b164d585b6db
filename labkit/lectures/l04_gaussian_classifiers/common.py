"""What the labs and pictures of lecture 04 share: two species, borders between two Gaussians and their names.

Inventory: I-000-007, I-004-067.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners.gaussian.qda import QDAModel
from labkit.learners.gaussian.spread import ellipse
from labkit.views.scene import Text

SPECIES = ("Adelie", "Chinstrap")
BILL = ("bill_length_mm", "bill_depth_mm")
AXES = ("bill length in mm", "bill depth in mm")
BILLS = ((31.0, 60.0), (15.0, 22.0))  # what is seen of them
MEASUREMENTS = (*BILL, "flipper_length_mm", "body_mass_g")
LOW = 0.25  # a hill that is lower, as a share of the highest, has its name above it
NOTHING = 1e-9  # of the largest number: rounding


@cache
def birds(columns: tuple[str, ...] = BILL) -> tuple[np.ndarray, np.ndarray]:
    """The measured Adelie and Chinstrap penguins: X and the names of their species."""
    table = data.load("penguins")
    X, species = table.numeric(*columns), table["species"]
    rows = np.isin(species, SPECIES) & np.isfinite(X).all(axis=1)
    return X[rows], species[rows]


@cache
def buyers() -> tuple[Table, np.ndarray]:
    """Fourteen customers, and whether they bought a computer."""
    table = data.load("buys_computer")
    return table.without("rid", "buys_computer"), table["buys_computer"]


@cache
def votes() -> tuple[Table, np.ndarray]:
    """Sixteen votes of every member, and the party."""
    table = data.load("votes")
    return table.without("party"), table["party"]


def outlines(model) -> list[np.ndarray]:
    """Two standard deviations around the mean of every class."""
    return [ellipse(mean, S) for mean, S in zip(model.means, model.covariances, strict=True)]


def quadratic(model: QDAModel) -> tuple[np.ndarray, np.ndarray, float]:
    """Q, b, c of x'Qx + b'x + c = g_2(x) - g_1(x): above 0 is the second of two classes."""
    A, b, c = model.coefficients
    return A[1] - A[0], b[1] - b[0], float(c[1] - c[0])


def border_name(model: QDAModel) -> str:
    """What the border of two Gaussians in the plane is called."""
    Q, b, c = quadratic(model)
    scale = max(float(np.abs(model.coefficients[0]).max()), 1.0)
    e, V = np.linalg.eigh(Q)
    e, b = np.where(np.abs(e) < NOTHING * scale, 0.0, e), V.T @ b
    b = np.where(np.abs(b) < NOTHING * scale, 0.0, b)
    c = 0.0 if abs(c) < NOTHING * scale else c
    if not e.any():
        return "a straight line" if b.any() else "no border"
    bent = e != 0
    rest = c - float((b[bent] ** 2 / e[bent]).sum()) / 4  # the score where the bent directions are level
    if e.all():
        return _closed(e, rest) if e[0] * e[1] > 0 else "a hyperbola" if abs(rest) > NOTHING else "two crossing lines"
    if b[~bent].any():
        return "a parabola"
    return "two parallel lines" if rest * e[bent][0] < 0 else "no border"


def _closed(e: np.ndarray, rest: float) -> str:
    if rest * e[0] >= 0:
        return "no border"
    return "a circle" if abs(e[1] - e[0]) < NOTHING * abs(e).max() else "an ellipse"


def hill_names(x: np.ndarray, heights: np.ndarray, names: Sequence[str], highest: float) -> list[Text]:
    """The names of two classes under their lines, each where it is farthest above the other; over a low line."""
    found = []
    for k, name in enumerate(names):
        i = int((heights[k] - heights[1 - k]).argmax())
        low = heights[k, i] < LOW * highest
        up = heights[k, i] + LOW * highest / 2 if low else heights[k, i] / 2
        found.append(Text(float(x[i]), float(up), name, f"class{k}", 13.0, "left" if i == 0 else "center", bold=True))
    return found
