"""Classes whose columns are of one exponential family: the posterior is a softmax, linear in T(x).

Lecture 04; deck 004 "Exponential Family". Inventory: I-004-074.

    p(x | k) = exp(theta_k'T(x) - A(theta_k) + B(x))                class-conditional density          (1)
    y_k(x) = theta_k'T(x) - A(theta_k) + ln P_k                     B(x) is the same for every class   (2)
    P(k | x) = e^y_k / sum over j of e^y_j                                                             (3)
    w = theta_1 - theta_2                                           of two classes: sigmoid of         (4)
    w0 = A(theta_2) - A(theta_1) + ln(P_1 / P_2)                    w'T(x) + w0                        (5)

The columns are independent given the class, but for the shares of a Dirichlet density, whose sum is 1; theta, T and A
of x are those of its columns, see ``families``.

symbol     name here     symbol   name here
theta_k    thetas        T(x)     family.T
P_k, pi    priors        A        family.A

Departures from the slides: (1) is the density of a class, not the posterior; the posterior is linear in T(x), which is
x itself only for Bernoulli and Poisson columns (E-004-23); what is learned from the data are priors and class densities
(E-004-31). Gaussian columns are measured from their medians (``origin``), which keeps the digits of x^2: the scores of
a class that lies a million of its spreads away are still right to 1e-3 (those of ``NaiveBayes`` to all digits).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.frames import cases
from labkit.core.learner import TrainingSet
from labkit.core.story import SOLVED, Step
from labkit.learners.gaussian.columns import places
from labkit.learners.gaussian.densities import LOWEST
from labkit.learners.gaussian.families import FAMILIES, ColumnFamily
from labkit.learners.gaussian.models import GenerativeLearner, ScoredColumns, chosen_priors, class_labels


@dataclass(frozen=True, slots=True, eq=False)
class ExponentialModel(ScoredColumns):
    """The class with the largest score, the first of equals."""

    family: ColumnFamily
    parameters: np.ndarray  # (K, d, q): as ``family.parameters`` names them, of x itself
    priors: np.ndarray  # (K,)
    classes: np.ndarray
    thetas: np.ndarray  # (K, d, q), of x - origin
    origin: np.ndarray  # (d,)

    @classmethod
    def of(cls, family: ColumnFamily, parameters, priors, classes, origin) -> ExponentialModel:
        shifted = np.array(parameters, dtype=float)
        shifted[..., 0] -= origin  # zero but for the Gaussian mean
        numbers = map(inputs.frozen, (parameters, priors))
        return cls(family, *numbers, classes, inputs.frozen(family.theta(shifted)), inputs.frozen(origin))

    @classmethod
    def given(cls, family: str, parameters, priors=None, classes=None) -> ExponentialModel:
        """From chosen parameters (K, d, q), or (K, q) for one column; priors None are equal, classes 0, 1, ..."""
        inputs.option("family", family, tuple(FAMILIES))
        family = FAMILIES[family]
        numbers = _parameters(family, parameters)
        K, d, _ = numbers.shape
        return cls.of(family, numbers, chosen_priors(priors, np.ones(K)), class_labels(classes, K), np.zeros(d))

    def scores(self, X) -> np.ndarray:
        """(cases, K): theta_k'T(x) - A(theta_k) + ln P_k."""
        return self._with_priors(self._column_scores(_supported(self.family, X)).sum(axis=2))  # (2)

    def log_joint(self, X) -> np.ndarray:
        """(cases, K): ln p(x, k)."""
        X = _supported(self.family, X)
        return self.scores(X) + self.family.B(X - self.origin).sum(axis=1, keepdims=True)

    @property
    def free_parameters(self) -> int:
        """Of the joint density: priors, and the family's parameters of every class and column."""
        return len(self.classes) - 1 + self.parameters.size

    def log_odds(self, one: int = 0, other: int = 1) -> tuple[np.ndarray, float]:
        """(w, w0) of class number ``one`` against ``other``: P(one | x) is the sigmoid of w'T(x - origin) + w0."""
        A = self.family.A(self.thetas).sum(axis=1)
        w = self.thetas[one] - self.thetas[other]  # (4)
        return w.ravel(), float(A[other] - A[one] + np.log(self.priors[one] / self.priors[other]))  # (5)

    def _column_scores(self, X: np.ndarray) -> np.ndarray:
        """(cases, K, d): what every column adds to the scores."""
        T = self.family.T(self.family.within(X) - self.origin)
        with np.errstate(over="ignore"):
            return np.maximum(np.einsum("ndq,kdq->nkd", T, self.thetas), LOWEST) - self.family.A(self.thetas)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ExponentialStep(Step):
    """Solved; ``replaced`` has the (class, column) numbers whose estimate was at the edge of the family."""

    counts: np.ndarray  # (K,) examples of each class
    replaced: tuple[tuple[int, int], ...]


class ExponentialFamily(GenerativeLearner):
    """Columns that are independent given the class, all of one exponential family.

    Parameters
    ----------
    family : "gaussian", "bernoulli", "poisson", "gamma", "beta" (of shares between 0 and 1), or "dirichlet"
        (rows of shares whose sum is 1).
    priors : the classes' prior probabilities, in sorted order of the classes. None is their shares of the examples.
    """

    family: str = params.option("gaussian", tuple(FAMILIES))

    def _check(self, data: TrainingSet) -> None:
        super()._check(data)
        _supported(FAMILIES[self.family], data.X)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[ExponentialStep]:
        family, X = FAMILIES[self.family], data.X.astype(float)
        parameters, edge = family.estimated(X, data.y, len(data.classes))  # (1)
        counts = np.bincount(data.y, minlength=len(data.classes))
        priors = chosen_priors(self.priors, counts)
        model = ExponentialModel.of(family, parameters, priors, data.classes, family.origin(X))
        where = tuple((int(k), int(d)) for k, d in np.argwhere(edge))
        yield ExponentialStep(event=SOLVED, model=model, equation=1, counts=inputs.frozen(counts, int),
                              replaced=where, reason=_reason(model, len(X), where))  # fmt: skip


def _supported(family: ColumnFamily, X) -> np.ndarray:
    X = cases(X)
    odd = ~family.holds(X)
    if odd.any():
        i, d = np.argwhere(odd)[0].tolist()
        raise ValueError(
            f"X: expected {family.support} for the {family.name} family, got {X[i, d]:g} at {(i, d)}; "
            "choose another family or other columns"
        )
    return X


def _parameters(family: ColumnFamily, parameters) -> np.ndarray:
    """(K, d, q) and inside the family, or refused."""
    numbers = inputs.real_numbers("parameters", parameters)
    q, names = len(family.parameters), ", ".join(family.parameters)
    if numbers.ndim == 2:
        numbers = numbers[:, None, :]
    fits = numbers.ndim == 3 and numbers.shape[2] == q
    if not fits or not np.isfinite(numbers).all() or not family.allowed(numbers).all():
        raise ValueError(
            f"parameters: expected the {family.name} family's ({names}) for every class and column, shape "
            f"(classes, {q}) or (classes, columns, {q}), got {np.asarray(parameters).tolist()}; correct them"
        )
    return numbers


def _reason(model: ExponentialModel, N: int, edge: tuple[tuple[int, int], ...]) -> str:
    K, d, _ = model.parameters.shape
    solved = f"{K} classes, {d} columns of the {model.family.name} family, from {N} examples"
    if not edge:
        return solved
    where = places(edge, [f"x{j + 1}" for j in range(d)], model.classes)
    return f"{solved}; at the edge of the family, so replaced: {where}"
