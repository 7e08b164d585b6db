"""Fisher's linear discriminant: look at the classes from where they stand out most.

Lecture 05; deck 004 "Fisher's linear discriminant", "Fisher's linear discriminant Summary", "... Summary: Multi-Class".
Inventory: I-004-037, I-004-039, I-004-040, I-004-041, I-004-042, I-004-043, I-004-044, I-004-046.

    J(w) = w'S_B w / w'S_w w                       to be as large as possible                               (1)
    S_B v = lambda S_w v                           its stationary points: a generalised eigenproblem        (2)
    W'S_w W = I                                    in the round cloud of W'x it is an ordinary one          (3)
    W'S_B W = sum over k of z_k z_k'               z_k = sqrt(N_k) W'(m_k - m): their singular values       (4)
    w = S_w^-1 (m_1 - m_2)                         the one solution for two classes                         (5)
    t = w'(m_1 + m_2) / 2                          threshold: the middle of the projected means             (6)

    S_k = sum over class k of (x - m_k)(x - m_k)'  scatter of a class                                       (7)
    S_w = sum over k of S_k                        inside the classes                                       (8)
    S_B = sum over k of N_k (m_k - m)(m_k - m)'    between them; S_w + S_B is the total                     (9)
    S_B = (m_1 - m_2)(m_1 - m_2)'                  the slide's own, for two classes                         (10)
    J = (m~_1 - m~_2)^2 / (s_1^2 + s_2^2)          (1) for two classes: of the projections                  (11)

Two classes: the first where w'x >= t. More: the class whose projected mean is nearest, the first of equals; the
directions v are scaled to v'S_w v = 1, so that a class's projection is as wide in every direction.

symbol     name here                       symbol    name here
S_w, S_B   scatter.within, .between        lambda    eigenvalues
S_k, m_k   scatter.each, .means            t         threshold
w, v       directions

Departures from the slides: with this w class 1 has the larger projections, so it is f > t that means class 1, not
f <= t (E-004-10). At most K - 1 eigenvalues are not zero (E-004-16); the others separate nothing and are not listed. If
S_w is singular, its vanishing variances are raised (see ``spread``), and the step says so. For two classes (9) is
N_1 N_2 / N times (10), which changes J but not the best w (E-004-15): ``criterion`` uses (10) for two classes and (9)
for more. |m~_1 - m~_2| is |w'(m_1 - m_2)|, the modulus included (E-004-11); the "Summary" writes (11) with the
matrices' letters (E-004-13), and (9) with m_k where N_k belongs (E-004-14). Along a direction without any scatter
inside the classes J is infinite, or NaN if the means agree there too; a scatter that is nothing but rounding is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.frames import cases
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import SOLVED, Step, read
from labkit.learners.gaussian.densities import ClassMoments
from labkit.learners.gaussian.models import class_labels
from labkit.learners.gaussian.spread import LEAST_VARIANCE, check_columns, singular_remark
from labkit.learners.linear import HasCoefficients, LinearMachine, LinearModel

ROUNDING = 1e-14  # of what a sum would be if all its terms had one sign


@dataclass(frozen=True, slots=True, eq=False)
class Scatter(ClassMoments):
    """Of the examples of two or more classes."""

    @property
    def each(self) -> np.ndarray:
        """(K, d, d): S_k."""
        return self.counts[:, None, None] * self.covariances  # (7)

    @property
    def within(self) -> np.ndarray:
        """(d, d): S_w."""
        return self.each.sum(axis=0)  # (8)

    @property
    def between(self) -> np.ndarray:
        """(d, d): S_B, each class by its number of examples."""
        M = self.means - self.mean
        return (self.counts * M.T) @ M  # (9)

    @property
    def between_means(self) -> np.ndarray:
        """(d, d): S_B of two classes as the slide has it."""
        if len(self.means) != 2:
            raise ValueError(f"expected two classes, got {len(self.means)}; use between")
        m1, m2 = self.means
        return np.outer(m1 - m2, m1 - m2)  # (10)

    def projected(self, w) -> tuple[np.ndarray, np.ndarray]:
        """(means, scatters) of the classes along one direction (d,), each (K,): m~_k and s_k^2 of (6)."""
        w = self._directions(w)
        return self.means @ w, _square(w, self.each)

    def criterion(self, w) -> np.ndarray:
        """J of a direction (d,), or of several (n, d)."""
        w = self._directions(w)
        S_B = self.between_means if len(self.means) == 2 else self.between
        with np.errstate(divide="ignore", invalid="ignore"):
            return _square(w, S_B) / _square(w, self.within)  # (1)

    def criterion_at(self, theta) -> np.ndarray:
        """J along the angle theta in the plane."""
        if self.means.shape[1] != 2:
            raise ValueError(f"theta: expected two columns, got {self.means.shape[1]}; use criterion(w)")
        theta = np.asarray(theta, dtype=float)
        return self.criterion(np.stack([np.cos(theta), np.sin(theta)], axis=-1))

    def _directions(self, w) -> np.ndarray:
        w = inputs.real_numbers("w", w)
        if w.shape[-1:] != (self.means.shape[1],) or not np.isfinite(w).all() or not w.any(axis=-1).all():
            raise ValueError(
                f"w: expected {self.means.shape[1]} numbers, not all zero, for every direction, "
                f"got {w.tolist()}; a direction needs a length"
            )
        return w


class Projects:
    """A model that looks along ``directions``, one a column."""

    __slots__ = ()

    def project(self, X) -> np.ndarray:
        """(cases, directions): f = v'x along each of them."""
        return cases(X) @ self.directions


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
    eigenvalues: np.ndarray  # of the directions, largest first, with S_B of (9)

    directions = read("model.directions", "(d, directions)")

    @property
    def criterion(self) -> float:
        """J of the best direction."""
        return _best(self.scatter.counts, self.eigenvalues)


class FisherDiscriminant(HasCoefficients, HasScores, Classifier):
    """Projects on the directions that separate the class means best, and decides by the nearest one.

    Parameters
    ----------
    dimensions : how many directions to keep, fewer than the classes and no more than the columns. None is all along
        which the means differ.
    threshold : t, for two classes. None is the middle of the projected means.
    """

    dimensions: int | None = params.whole(None, least=1, nothing=True)
    threshold: float | None = params.number(None, nothing=True)

    means_ = fitted("last_step_.scatter.means", "(classes, features)")
    scalings_ = fitted("model_.directions", "(features, directions)")

    def _check(self, data: TrainingSet) -> None:
        K = len(data.classes)
        check_columns(data.X, K)
        if self.dimensions is not None:
            why = f"{K} classes and {data.X.shape[1]} columns have no more directions"
            inputs.number("dimensions", self.dimensions, least=1, most=_most_directions(data), whole=True, why=why)
        if self.threshold is not None and K > 2:
            raise ValueError(f"threshold: expected None for {K} classes, got {self.threshold!r}; leave it out")

    def _story(self, data: TrainingSet, record: bool) -> Iterator[FisherStep]:
        moments = Scatter.of(data)
        factor, N = moments.factored(), moments.counts.sum()
        W = factor.whitening / np.sqrt(N)  # (3), for S_w = N S
        Z = np.sqrt(moments.counts)[:, None] * ((moments.means - moments.mean) @ W)
        _, s, V = np.linalg.svd(Z, full_matrices=False)  # (4)
        kept = self.dimensions or max(1, int((s[: _most_directions(data)] ** 2 > LEAST_VARIANCE).sum()))
        directions = _signed(W @ V[:kept].T)  # (2)
        model = self._line(moments, W, data) if len(data.classes) == 2 else _machine(moments, directions, data)
        eigenvalues = inputs.frozen(s[:kept] ** 2)
        yield FisherStep(event=SOLVED, model=model, equation=2, scatter=moments, eigenvalues=eigenvalues,
                         reason=_reason(moments.counts, eigenvalues) + singular_remark(factor))  # fmt: skip

    def _line(self, moments: Scatter, W: np.ndarray, data: TrainingSet) -> FisherModel:
        m1, m2 = moments.means
        w = W @ (W.T @ (m1 - m2))  # (5)
        t = w @ (m1 + m2) / 2 if self.threshold is None else self.threshold  # (6)
        return FisherModel.given(w, t, data.classes)


def _best(counts: np.ndarray, eigenvalues: np.ndarray) -> float:
    """J of the first direction; for two classes in the units of (10)."""
    return float(eigenvalues[0]) * (float(counts.sum() / counts.prod()) if len(counts) == 2 else 1.0)


def _reason(counts: np.ndarray, eigenvalues: np.ndarray) -> str:
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


def _machine(moments: Scatter, directions: np.ndarray, data: TrainingSet) -> FisherMachine:
    """|f - f_k|^2 less the |f|^2 that all classes share is linear in x. Measured from the mean of all examples."""
    m = moments.mean
    means = (moments.means - m) @ directions
    w = means @ directions.T
    weights = np.column_stack([-0.5 * (means * means).sum(axis=1) - w @ m, w])
    return FisherMachine(W=inputs.frozen(weights), classes=data.classes, x0=1.0, directions=inputs.frozen(directions),
                         projected=inputs.frozen(moments.means @ directions))  # fmt: skip


def _square(w: np.ndarray, S: np.ndarray) -> np.ndarray:
    """w'Sw, which is never negative."""
    form = "...i,...ij,...j->..."
    value, size = np.einsum(form, w, S, w), np.einsum(form, np.abs(w), np.abs(S), np.abs(w))
    return np.where(value > ROUNDING * size, value, 0.0)
