"""Filters: features judged one by one, before any learner sees them.

Lecture 22; deck 004 "Feature Selection Methods". Inventory: I-004-008, I-004-009.

    mutual information    I(x; y) in bits: the information gain of the trees                              (1)
    f                     (squares of the class means / (K - 1)) / (squares inside / (n - K))             (2)
                          of numbers  r^2 (n - 2) / (1 - r^2): of the line instead of the means
    correlation           r = cov(x, y) / (deviation of x times that of y), ranked by |r|                 (3)

and, as preprocessing, of binary features with the mean m, the rare ones:

    drop where m < epsilon or m > 1 - epsilon                                                             (4)

(1) takes categories as they are; numbers are cut into ``bins`` groups of about equal size (equal numbers stay
together), those of y too; rows where the value is missing are left out, and the rest counts by its share. (2) and (3)
are of numbers. (3) takes two classes as 0 and 1. A feature that does not vary has 0; (2) is infinite where nothing but
rounding is left inside the classes, or beside the line. Ranks: of equals the first column.
(4) is said of any column by the share of its commonest value: it is dropped where all others together are below
epsilon.

A filter sees one feature at a time: of two that say the same it keeps both, and of two that only speak together (xor)
none. ``wrapper`` asks the learner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.inputs import frozen
from labkit.core.table import Table
from labkit.learners.selection.fitting import Features, feature_names, features
from labkit.learners.selection.scores import ROUNDING_SHARE
from labkit.learners.tree.information import mutual_information

USUAL_BINS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """What every feature is worth by itself."""

    by: str
    names: tuple[str, ...]
    values: np.ndarray

    @property
    def order(self) -> np.ndarray:
        """The columns, the best first, of equals the first."""
        size = np.abs(self.values)
        unit = ROUNDING_SHARE * size[np.isfinite(size)].max(initial=0.0) or 1.0
        return frozen(np.argsort(-np.round(size / unit), kind="stable"), int)

    @property
    def ranked(self) -> tuple[str, ...]:
        """The names in this order."""
        return tuple(self.names[j] for j in self.order)

    def top(self, k: int) -> tuple[int, ...]:
        """The columns of the k best, in the order of the columns."""
        inputs.number("k", k, least=1, most=len(self.names), whole=True)
        return tuple(sorted(self.order[:k].tolist()))


def rank(X, y, *, by: str = "mutual information", bins: int = USUAL_BINS, classes: bool | None = None) -> Ranking:
    """All features by one criterion. ``classes`` None takes y as numbers where it is of a float type."""
    inputs.option("by", by, tuple(FILTERS))
    inputs.number("bins", bins, least=2, whole=True)
    X, y = features(X), inputs.vector(y)
    inputs.same_length(X, y)
    of_classes = y.dtype.kind != "f" if classes is None else bool(classes)
    y = inputs.labels(y)[1] if of_classes else inputs.numbers(y)
    values = FILTERS[by](X, y, of_classes, bins)
    return Ranking(by, feature_names(X), frozen(values))


# ---------------------------------------------------------------- the criteria


def _information(X: Features, y: np.ndarray, of_classes: bool, bins: int) -> np.ndarray:
    z = y if of_classes else _binned(y, bins)
    return np.array([_known(codes, z) for codes in _codes(X, bins)])


def _known(codes: np.ndarray, z: np.ndarray) -> float:
    known = codes >= 0
    return float(known.mean() * mutual_information(codes[known], z[known])) if known.any() else 0.0  # (1)


def _codes(X: Features, bins: int) -> list[np.ndarray]:
    """Every column as codes, -1 where a value is missing."""
    if isinstance(X, Table):
        return [c.codes if c.kind == "categorical" else _binned(c.numbers, bins) for c in X.columns]
    return [_binned(x, bins) for x in X.T]


def _binned(x: np.ndarray, bins: int) -> np.ndarray:
    """Groups of about equal size; a column of few values keeps them."""
    codes, known = np.full(len(x), -1), ~np.isnan(x)
    values = np.unique(x[known])
    if len(values) > bins:
        values = np.unique(np.quantile(x[known], np.arange(1, bins) / bins, method="inverted_cdf"))
    codes[known] = np.searchsorted(values, x[known])
    return codes


def _f(X: Features, y: np.ndarray, of_classes: bool, bins: int) -> np.ndarray:
    X = _numbers(X)
    n, K = len(X), int(y.max()) + 1 if of_classes else 2
    if n <= K:
        what = "classes" if of_classes else "coefficients of a line"
        raise ValueError(f"y: expected more examples than {what}, got {n} and {K}; add examples, F needs their spread")
    X = _centred(X)
    fitted = _class_means(X, y, K) if of_classes else _lines(X, _centred(y))
    between, inside = (fitted**2).sum(axis=0), ((X - fitted) ** 2).sum(axis=0)
    inside = np.where(inside > ROUNDING_SHARE**2 * between, inside, 0.0)  # rounding moves the mean of equal numbers
    return _ratio(between / (K - 1), inside / (n - K))  # (2)


def _class_means(X: np.ndarray, y: np.ndarray, K: int) -> np.ndarray:
    """Of every example the means of its class."""
    own = np.eye(K)[y]
    return (own.T @ X / own.sum(axis=0)[:, None])[y]


def _lines(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """X (centred) by a multiple of y: r is the same both ways, and so is what is left of it."""
    return np.outer(y, y @ X) / ((y @ y) or 1.0)


def _correlation(X: Features, y: np.ndarray, of_classes: bool, bins: int) -> np.ndarray:
    if of_classes and y.max() > 1:
        raise ValueError(
            f"y: expected numbers or two classes, got {y.max() + 1} classes; rank by 'f', "
            "or say classes=False where they are numbers"
        )
    X, y = _centred(_numbers(X)), _centred(y)
    lengths = np.linalg.norm(X, axis=0) * np.linalg.norm(y)
    flat = lengths == 0
    return np.clip(np.where(flat, 0.0, y @ X / np.where(flat, 1.0, lengths)), -1.0, 1.0)  # (3)


def _numbers(X: Features) -> np.ndarray:
    return inputs.matrix(X.numeric() if isinstance(X, Table) else X)


def _centred(values: np.ndarray) -> np.ndarray:
    """Less the mean; counted from the first one, for far from 0 a mean has fewer digits than what varies."""
    values = values - values[0]
    return values - values.mean(axis=0)


def _ratio(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """0 where nothing is above, infinite where only nothing is below."""
    sure = np.where(above > 0, np.inf, 0.0)
    return np.where(below > 0, above / np.where(below > 0, below, 1.0), sure)


FILTERS: dict[str, Callable] = {"mutual information": _information, "f": _f, "correlation": _correlation}


# ---------------------------------------------------------------- preprocessing


@dataclass(frozen=True, slots=True, eq=False)
class Rarity:
    """How rarely every feature is anything but its commonest value."""

    names: tuple[str, ...]
    rare: np.ndarray  # the share of all other values

    def kept(self, epsilon: float) -> tuple[int, ...]:
        """The columns that are not nearly constant."""
        inputs.number("epsilon", epsilon, least=0, most=0.5)
        return tuple(np.flatnonzero((self.rare >= epsilon) & (self.rare > 0)).tolist())  # (4)


def rarity(X) -> Rarity:
    """Of all features; a missing value is a value of its own."""
    X = features(X)
    cells = X.columns if isinstance(X, Table) else X.T
    commonest = [_commonest(column.values if isinstance(X, Table) else column) for column in cells]
    return Rarity(feature_names(X), frozen((X.shape[0] - np.array(commonest)) / X.shape[0]))


def _commonest(values: np.ndarray) -> int:
    words = values.astype(str) if values.dtype == object else values
    return int(np.unique(words, return_counts=True)[1].max())
