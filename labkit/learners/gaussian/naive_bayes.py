"""Naive Bayes: given the class, the columns know nothing of each other.

Lecture 04; deck 004 "Naive Bayes: not (necessarily) a Bayesian method". Inventory: I-004-055, I-004-056.

    p(x | k) = product over the columns d of p(x_d | k)                conditional independence            (1)
    P(k | x) = P_k p(x | k) / sum over j of P_j p(x | j)               Bayes' rule                         (2)
    p(x_d | k) = N(x_d | mu_kd, v_kd)                                  of numbers                          (3)
    p(x_d = v | k) = (N_kd(v) + laplace) / (N_kd + laplace V_d)        of categories                       (4)

    p(A, B) = p(A) p(B)                         A and B are independent                                    (5)
    p(A, B | C) = p(A | C) p(B | C)             they are independent given C, as (1) assumes               (6)
    sum of p log2 (p / what (5) or (6) has)     the dependence in bits: 0 exactly if it holds              (7)

Neither of (5) and (6) follows from the other. A table of joint probabilities has one axis for A, one for B and, where
there is a third, one for C.

symbol     name here      symbol     name here
P_k        priors         mu_kd      means
v_kd       variances      N_kd(v)    how many members of class k have category v; V_d categories were seen in all

Departures from the slides: they stop at (1). Columns of a Table may be numbers or categories, an array has numbers. A
missing cell, and a category that training never saw, says nothing: its factor is 1. With laplace=0 a category that a
class never had makes the class impossible; a case that is impossible for every class gets the priors. What is done
where a class has no spread is said in ``columns``, and by the step. For numbers that depend on each other given the
class there are ``LDA`` and ``QDA``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.learner import TrainingSet
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners.gaussian import columns
from labkit.learners.gaussian.densities import LOWEST
from labkit.learners.gaussian.models import GenerativeLearner, ScoredColumns, chosen_priors
from labkit.learners.tree.attributes import Attribute, Attributes


@dataclass(frozen=True, slots=True, eq=False)
class NaiveBayesModel(ScoredColumns):
    """The class with the largest joint density, the first of equals."""

    attributes: Attributes
    classes: np.ndarray
    priors: np.ndarray  # (K,)
    means: np.ndarray  # (K, columns of numbers)
    variances: np.ndarray
    shares: tuple[np.ndarray, ...]  # of every column of categories (K, its levels)

    def log_factors(self, X) -> np.ndarray:
        """(cases, K, columns): ln p(x_d | k), 0 where the cell says nothing. What each column has to say."""
        return self._column_scores(self.attributes.cells(X))

    def log_joint(self, X) -> np.ndarray:
        """(cases, K): ln p(x, k), minus infinity where the class cannot have such a case."""
        return self.log_factors(X).sum(axis=2) + np.log(self.priors)  # (1)

    @property
    def free_parameters(self) -> int:
        """Of the joint density: priors, means and variances, and of each column all shares of a class but one."""
        K = len(self.classes)
        return K - 1 + self.means.size + self.variances.size + sum(K * (table.shape[1] - 1) for table in self.shares)

    def scores(self, X) -> np.ndarray:
        """(cases, K): ln p(x, k); of a case that is impossible for every class the priors are left."""
        return self._with_priors(self.log_factors(X).sum(axis=2))  # (1)

    @property
    def covariances(self) -> np.ndarray:
        """(K, d, d) of the columns of numbers: diagonal matrices, for ellipses."""
        return self.variances[:, :, None] * np.eye(self.variances.shape[1])

    def _column_scores(self, cells: np.ndarray) -> np.ndarray:
        known, categorical = ~np.isnan(cells), self.attributes.categorical
        out = np.zeros((len(cells), len(self.classes), cells.shape[1]))
        z = cells[:, None, ~categorical] - self.means
        with np.errstate(over="ignore"):
            far = np.maximum(-0.5 * (z * z / self.variances), LOWEST)
        out[:, :, ~categorical] = far - 0.5 * np.log(2 * np.pi * self.variances)  # (3)
        with np.errstate(divide="ignore"):  # a share of zero is minus infinity
            for d, table in zip(np.flatnonzero(categorical), self.shares, strict=True):
                rows = known[:, d]
                out[rows, :, d] = np.log(table[:, cells[rows, d].astype(int)]).T  # (4)
        return np.where(known[:, None, :], out, 0.0)

    def _with_priors(self, scores: np.ndarray) -> np.ndarray:
        possible = np.isfinite(scores).any(axis=-1, keepdims=True)
        return np.where(possible, scores, 0.0) + np.log(self.priors)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NaiveBayesStep(Step):
    """Solved; ``borrowed`` has the (class, column) numbers without a spread of their own."""

    counts: np.ndarray  # (K,) examples of each class
    borrowed: tuple[tuple[int, int], ...]


class NaiveBayes(GenerativeLearner):
    """Columns that are independent given the class: Gaussian numbers, counted categories.

    Parameters
    ----------
    laplace : how many examples more every category of every class is given, at least 0. 1 is Laplace's correction.
    priors : the classes' prior probabilities, in sorted order of the classes. None is their shares of the examples.
    """

    laplace: float = params.number(1.0, least=0)

    class_prior_ = fitted("model_.priors", "(classes,)")
    theta_ = fitted("model_.means", "(classes, columns of numbers): the means.")
    var_ = fitted("model_.variances", "(classes, columns of numbers)")

    def _features(self, X) -> np.ndarray | Table:
        if not isinstance(X, Table):
            return inputs.matrix(X)
        numbers = [name for name, kind in X.kinds.items() if kind == "numeric"]
        if numbers:
            inputs.matrix(X.numeric(*numbers), missing=True)
        return X

    def _story(self, data: TrainingSet, record: bool) -> Iterator[NaiveBayesStep]:
        attributes, K = _seen(data.X), len(data.classes)
        cells, categorical = attributes.cells(data.X), attributes.categorical
        known, means, variances = columns.moments(cells[:, ~categorical], data.y, K)  # (3)
        variances, flat = columns.usable(known, means, variances)
        tables = [columns.shares(cells[:, d], data.y, K, len(attributes[d].levels), self.laplace)
                  for d in np.flatnonzero(categorical)]  # (4)  # fmt: skip
        counts = np.bincount(data.y, minlength=K)
        numbers = map(inputs.frozen, (chosen_priors(self.priors, counts), means, variances))
        model = NaiveBayesModel(attributes, data.classes, *numbers, tuple(map(inputs.frozen, tables)))
        where = [(int(k), int(np.flatnonzero(~categorical)[d])) for k, d in np.argwhere(flat)]
        yield NaiveBayesStep(event=SOLVED, model=model, equation=4 if tables else 3, counts=inputs.frozen(counts, int),
                             borrowed=tuple(where), reason=_reason(model, len(data.y), where))  # fmt: skip


def _seen(X: np.ndarray | Table) -> Attributes:
    """The columns with the categories that some example has; a part of a table remembers those of the whole."""
    attributes = Attributes.of(X)
    if not isinstance(X, Table):
        return attributes
    words = [tuple(np.take(c.levels, np.unique(c.codes[~c.missing])).tolist()) if a.categorical else None
             for a, c in zip(attributes, X.columns, strict=True)]  # fmt: skip
    return Attributes(tuple(Attribute(name, levels) for name, levels in zip(attributes.names, words, strict=True)))


def _reason(model: NaiveBayesModel, N: int, flat: list[tuple[int, int]]) -> str:
    solved = f"{len(model.classes)} classes, {len(model.attributes)} columns, from {N} examples"
    if not flat:
        return solved
    return f"{solved}; no spread of its own, so it is given one: " + columns.places(
        flat, model.attributes.names, model.classes
    )


def independent(table) -> np.ndarray:
    """The joint probabilities of the same p(A) and p(B), or p(A | C), p(B | C) and p(C), if (5) or (6) held."""
    P = _joint(table)
    A, B = P.sum(axis=1, keepdims=True), P.sum(axis=0, keepdims=True)
    C = P.sum(axis=(0, 1), keepdims=True)  # 1 where there is no third
    return A * B / np.where(C > 0, C, 1.0)  # (5), (6)


def dependence(table) -> float:
    """In bits: how far the table is from independence, given C where there is one."""
    P, Q = _joint(table), independent(table)
    there = P > 0
    return float((P[there] * np.log2(P[there] / Q[there])).sum())  # (7)


def _joint(table) -> np.ndarray:
    P = inputs.real_numbers("table", table)
    if P.ndim not in (2, 3) or not (P >= 0).all() or not abs(P.sum() - 1) <= 1e-9:
        raise ValueError(
            f"table: expected probabilities that add up to 1, with an axis for A, B and perhaps C, got shape {P.shape} "
            f"adding up to {P.sum():g}; divide counts by their sum"
        )
    return P
