"""Real data of lecture 03: what 392 cars of the years 1970 to 1982 need, and twelve of them to draw."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.learners import LinearRegression

FEATURES = ("horsepower", "weight_lb", "displacement_cu_in", "acceleration_s", "model_year")
HORSEPOWER, MPG = "horsepower", "miles per gallon"
CARS_DRAWN, SEED = 12, 214  # cars that are drawn, and which
TYPED, MEANT = 1300.0, 130.0  # a zero too many


@cache
def _table() -> tuple[np.ndarray, np.ndarray]:
    """All features and miles per gallon of the cars whose horsepower is known."""
    table = data.load("auto_mpg")
    X = table.numeric(*FEATURES)
    known = np.isfinite(X).all(axis=1)
    return X[known], table["mpg"].astype(float)[known]


def cars(*features: str) -> tuple[np.ndarray, np.ndarray]:
    """These features of 392 cars, and their miles per gallon."""
    X, mpg = _table()
    return X[:, [FEATURES.index(name) for name in features]], mpg


def few_cars() -> tuple[np.ndarray, np.ndarray]:
    """Twelve cars, in the order of their horsepower."""
    X, mpg = cars(HORSEPOWER)
    rows = np.random.default_rng(SEED).permutation(len(mpg))[:CARS_DRAWN]
    rows = rows[np.argsort(X[rows, 0], kind="stable")]
    return X[rows, 0], mpg[rows]


def with_typo() -> tuple[np.ndarray, np.ndarray]:
    """All cars; the first one of 130 horsepower has a zero too many."""
    X, mpg = cars(HORSEPOWER)
    X[np.flatnonzero(X[:, 0] == MEANT)[0]] = TYPED
    return X, mpg


def price(X: np.ndarray, mpg: np.ndarray) -> float:
    """The slope of the first feature."""
    return float(LinearRegression().fit(X, mpg).model_.w[1])


def standardised(X: np.ndarray) -> np.ndarray:
    """Every column less its mean, divided by its standard deviation."""
    return (X - X.mean(axis=0)) / X.std(axis=0)
