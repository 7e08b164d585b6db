"""The 23 flights of the shuttle before the Challenger's last: temperature at launch, and what became of the seals."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data, inputs
from labkit.learners import LogisticRegression
from labkit.learners.logistic import LogisticModel
from labkit.views.axes import Ticks
from labkit.views.scene import Boxes, Mark, Path, Segments, Text, coordinates

DEGREES, DISTRESS = "temperature at launch, \u00b0F", "distress"
LAUNCH = 31.0  # degrees on the morning of the last flight
NAMES = ("no distress", "distress")
UNIT = 0.035  # of a probability, by which flights at one temperature are drawn apart
SEEN = (25.0, 85.0)
ENDS: Ticks = ((0.0, "0: none"), (0.5, "1/2"), (1.0, "1: distress"))


@cache
def flights() -> tuple[np.ndarray, np.ndarray]:
    """(temperatures, 1 where a seal was in distress), the coldest flight first."""
    table = data.load("orings")
    x, t = table.numeric("temperature_f").ravel(), (table["distress"] == "yes").astype(int)
    order = np.lexsort((t, x))
    return inputs.frozen(x[order]), inputs.frozen(t[order], int)


@cache
def likeliest() -> LogisticModel:
    """The likeliest curve through all flights."""
    x, t = flights()
    return LogisticRegression().fit(x[:, None], t).model_


def probability(model, x) -> np.ndarray:
    """Of distress, at these temperatures."""
    return model.predict_proba(np.reshape(np.asarray(x, dtype=float), (-1, 1)))[:, 1]


def heights(x: np.ndarray, t: np.ndarray) -> np.ndarray:
    """0 or 1 of every flight; those at one temperature are moved apart, towards the middle."""
    before = np.array([np.sum((x[:k] == x[k]) & (t[:k] == t[k])) for k in range(len(x))])
    return t + np.where(t == 1, -UNIT, UNIT) * before


def happened(model, x: np.ndarray, t: np.ndarray) -> np.ndarray:
    """What the model gives to what happened, flight by flight."""
    mu = probability(model, x)
    return np.where(t == 1, mu, 1 - mu)


def unknown(x: np.ndarray) -> list[Mark]:
    """Where no flight has been, and the temperature of the launch in question."""
    coldest = float(x.min())
    return [
        Boxes(SEEN[0], -0.2, coldest, 1.2, "grid", opacity=0.35),
        Segments(LAUNCH, -0.2, LAUNCH, 1.2, "accent", 1.6, 1),
        Text(LAUNCH + 0.8, 0.06, "31 \u00b0F", "accent", 11.0),
        Text((LAUNCH + coldest) / 2, 0.18, "no flight here", "muted", 11.0, anchor="center"),
    ]


def curve(model, width: float = 2.4, color: str = "ink", dash: int = 0) -> Path:
    """The probability of distress at all temperatures that are seen."""
    grid = np.linspace(*SEEN, 161)
    return Path(coordinates(grid), coordinates(probability(model, grid)), color, width, dash)
