"""Fisher's linear discriminant: look at the classes from where they stand out most.

Lecture 05; deck 004 "Fisher's linear discriminant", "Fisher's linear discriminant Summary", "... Summary: Multi-Class".
Inventory: I-004-037, I-004-039, I-004-040, I-004-041, I-004-044, I-004-046.

    J(w) = w'S_B w / w'S_w w                       to be as large as possible, see ``scatter``              (1)
    S_B v = lambda S_w v                           its stationary points: a generalised eigenproblem        (2)
    W'S_w W = I                                    in the round cloud of W'x it is an ordinary one          (3)
    W'S_B W = sum over k of z_k z_k'               z_k = sqrt(N_k) W'(m_k - m): their singular values       (4)
    w = S_w^-1 (m_1 - m_2)                         the one solution for two classes                         (5)
    t = w'(m_1 + m_2) / 2                          threshold: the middle of the projected means             (6)

Two classes: the first where w'x >= t. More: the class whose projected mean is nearest, the first of equals; the
directions v are scaled to v'S_w v = 1, so that a class's projection is as wide in every direction.

symbol     name here             symbol    name here
S_w, S_B   scatter               lambda    eigenvalues
w, v       directions            t         threshold

Departures from the slides: with this w class 1 has the larger projections, so it is f > t that means class 1, not
f <= t (E-004-10). At most K - 1 eigenvalues are not zero (E-004-16); the others separate nothing and are not listed. If
S_w is singular, its vanishing variances are raised (see ``spread``), and the step says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, TrainingSet
from labkit.core.story import SOLVED, Step
from labkit.learners.gaussian.estimates import ClassMoments
from labkit.learners.gaussian.models import class_labels
from labkit.learners.gaussian.scatter import Scatter
from labkit.learners.gaussian.spread import FLOOR, raised_words
from labkit.learners.linear import LinearMachine, LinearModel


class Projects:
    """A model that looks along ``directions``, one a column."""

    __slots__ = ()

    def project(self, X) -> np.ndarray:
        """(cases, directions): f = v'x along each of them."""
        return np.asarray(X, dtype=float) @ self.directions


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FisherModel(Projects, LinearModel):
    """Two classes: the first where w'x >= t. ``w`` of the linear model has the second class on its positive side."""

    directions: np.ndarray  # (d, 1): S_w^-1 (m_1 - m_2), unless given
    threshold: float

    @classmethod
    def given(cls, w, threshold: float, classes=None) -> FisherModel:
        """Of any direction w (d,) and threshold t; classes None are 0 and 1."""
        w, t = inputs.real_numbers("w", w), float(threshold)
        return cls(w=inputs.frozen([t, *-w]), classes=class_labels(classes, 2), x0=1.0,
                   directions=inputs.frozen(w[:, None]), threshold=t)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FisherMachine(Projects, LinearMachine):
    """Many classes: the one with the nearest projected mean."""

    directions: np.ndarray  # (d, directions)
    projected: np.ndarray  # (K, directions): the means


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FisherStep(Step):
    """Solved."""

    scatter: Scatter
    eigenvalues: np.ndarray  # of the directions, largest first, with S_B of (3) in ``scatter``

    @property
    def directions(self) -> np.ndarray:
        """(d, directions)"""
        return self.model.directions

    @property
    def means(self) -> np.ndarray:
        """(K, d)"""
        return self.scatter.moments.means

    @property
    def criterion(self) -> float:
        """J of the best direction."""
        return _best(self.scatter.moments.counts, self.eigenvalues)


class FisherDiscriminant(Decides, Classifier):
    """Projects on the directions that separate the class means best, and decides by the nearest one.

    Parameters
    ----------
    dimensions : how many directions to keep, fewer than the classes and no more than the columns. None is all along
        which the means differ.
    threshold : t, for two classes. None is the middle of the projected means.
    """

    def __init__(self, *, dimensions=None, threshold=None):
        self.dimensions = dimensions
        self.threshold = threshold

    def _check(self, data: TrainingSet) -> None:
        K, most = len(data.classes), _most_directions(data)
        if self.dimensions is not None:
            why = f"{K} classes and {data.X.shape[1]} columns have no more directions"
            inputs.number("dimensions", self.dimensions, least=1, most=most, whole=True, why=why)
        if self.threshold is not None:
            inputs.number("threshold", self.threshold)
            if K > 2:
                raise ValueError(f"threshold: expected None for {K} classes, got {self.threshold!r}; leave it out")

    def _story(self, data: TrainingSet, told: bool) -> Iterator[FisherStep]:
        moments = ClassMoments.of(data)
        factor, N = moments.factored(), moments.counts.sum()
        W = factor.whitening / np.sqrt(N)  # (3), for S_w = N S
        Z = np.sqrt(moments.counts)[:, None] * ((moments.means - moments.mean) @ W)
        _, s, V = np.linalg.svd(Z, full_matrices=False)  # (4)
        kept = self.dimensions or max(1, int((s[: _most_directions(data)] ** 2 > FLOOR).sum()))
        directions = _signed(W @ V[:kept].T)  # (2)
        model = self._line(moments, W, data) if len(data.classes) == 2 else _machine(moments, directions, data)
        eigenvalues = inputs.frozen(s[:kept] ** 2)
        repair = f"; {raised_words(int(factor.raised))}" if factor.raised else ""
        yield FisherStep(event=SOLVED, model=model, equation=2, scatter=Scatter(moments), eigenvalues=eigenvalues,
                         reason=_told(moments.counts, eigenvalues) + repair)  # fmt: skip

    def _line(self, moments: ClassMoments, W: np.ndarray, data: TrainingSet) -> FisherModel:
        m1, m2 = moments.means
        w = W @ (W.T @ (m1 - m2))  # (5)
        t = w @ (m1 + m2) / 2 if self.threshold is None else self.threshold  # (6)
        return FisherModel.given(w, t, data.classes)


def _best(counts: np.ndarray, eigenvalues: np.ndarray) -> float:
    """J of the first direction; for two classes in the units of (4) in ``scatter``."""
    return float(eigenvalues[0]) * (float(counts.sum() / counts.prod()) if len(counts) == 2 else 1.0)


def _told(counts: np.ndarray, eigenvalues: np.ndarray) -> str:
    if len(counts) == 2:
        return f"along the best direction J is {_best(counts, eigenvalues):.4g}"
    values = ", ".join(f"{value:.4g}" for value in eigenvalues)
    return f"between the classes the scatter is {values} times that inside"


def _signed(directions: np.ndarray) -> np.ndarray:
    """An eigenvector may point either way: here its largest component is positive."""
    largest = np.abs(directions).argmax(axis=0)
    return directions * np.where(directions[largest, np.arange(directions.shape[1])] < 0, -1.0, 1.0)


def _most_directions(data: TrainingSet) -> int:
    return min(len(data.classes) - 1, data.X.shape[1])


def _machine(moments: ClassMoments, directions: np.ndarray, data: TrainingSet) -> FisherMachine:
    """|f - f_k|^2 less the |f|^2 that all classes share is linear in x. Measured from the mean of all examples."""
    m = moments.mean
    means = (moments.means - m) @ directions
    w = means @ directions.T
    weights = np.column_stack([-0.5 * (means * means).sum(axis=1) - w @ m, w])
    return FisherMachine(W=inputs.frozen(weights), classes=data.classes, x0=1.0, directions=inputs.frozen(directions),
                         projected=inputs.frozen(moments.means @ directions))  # fmt: skip
