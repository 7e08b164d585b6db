"""Models that decide by inner products. The constant input ``x0`` comes first: -1 in deck 000, +1 in deck 004.

Lecture 05; deck 004 "Linear Discriminant Functions", "Linear Discriminant Functions-Geometrical Properties".
Inventory: I-004-026, I-004-027, I-004-028.

    f(x) = w'x + w0                 the boundary f(x) = 0 is a hyperplane                          (1)
    w'(a - b) = 0                   for any two of its points: w stands upright on it              (2)
    r = f(x) / |w|                  signed distance, positive on the side that w points to         (3)
    x - r w / |w|                   the foot of the perpendicular                                  (4)
    (w_k - w_j)'x + w_k0 - w_j0 = 0                  the border of two of many classes             (5)

Departures from the slides: w always points to f > 0 (E-004-36); the origin's signed distance is w0 / |w|, and the
boundary lies at -w0 / |w| along w (E-004-33).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.attributes import fitted
from labkit.core.frames import cases
from labkit.core.story import read


def augmented(X: np.ndarray, x0: float) -> np.ndarray:
    """X with the constant input as its first column."""
    Xa = np.empty((X.shape[0], X.shape[1] + 1))
    Xa[:, 0] = x0
    Xa[:, 1:] = X
    return Xa


def signed(X: np.ndarray, x0: float, signs: np.ndarray) -> np.ndarray:
    """The lectures' z: the augmented examples, those of the first class (sign -1) negated."""
    Z = np.empty((X.shape[0], X.shape[1] + 1))
    np.multiply(x0, signs, out=Z[:, 0])
    np.multiply(X, signs[:, None], out=Z[:, 1:])
    return Z


class HasWeights:
    """For steps whose model has weights."""

    __slots__ = ()

    w = read("model.w")


@dataclass(frozen=True, slots=True, eq=False)
class LinearModel:
    """Two classes: the second where w'x > 0, the first where it is below; a score of exactly 0 is the class ``tie``."""

    w: np.ndarray
    classes: np.ndarray
    x0: float = -1.0
    tie: int = 0  # 0 for the first class, 1 for the second

    def decision_function(self, X) -> np.ndarray:
        X = cases(X)
        return X @ self.w[1:] + self.x0 * self.w[0]  # (1)

    def predict(self, X) -> np.ndarray:
        scores = self.decision_function(X)
        return self.classes[(scores >= 0 if self.tie else scores > 0).astype(int)]

    def distance(self, X) -> np.ndarray:
        """(cases,) From the boundary, positive on the second class's side."""
        return self.decision_function(X) / self._length()  # (3)

    def foot(self, X) -> np.ndarray:
        """(cases, d) The nearest point of the boundary."""
        X = cases(X)
        return X - self.distance(X)[:, None] * (self.w[1:] / self._length())  # (4)

    def _length(self) -> float:
        length = float(np.linalg.norm(self.w[1:]))
        if not length:
            raise ValueError(
                "w: expected weights of the features that are not all zero, got a model without a boundary; "
                "train it, on classes that differ"
            )
        return length

    @property
    def hyperplane(self) -> tuple[np.ndarray, float]:
        """(normal, offset): the boundary is normal'x + offset = 0, the second class on its positive side."""
        return self.w[1:], float(self.x0 * self.w[0])

    @property
    def linear_scores(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(A, b, owner): the class owner[i] is predicted where row i of A x + b is largest, the first of equals."""
        normal, offset = self.hyperplane
        order = [1, 0] if self.tie else [0, 1]
        return np.array([np.zeros_like(normal), normal])[order], np.array([0.0, offset])[order], np.array(order)


@dataclass(frozen=True, slots=True, eq=False)
class LinearMachine:
    """Many classes: the class with the largest score w_k'x (the first of equals)."""

    W: np.ndarray  # one row of weights per class
    classes: np.ndarray
    x0: float = -1.0

    def scores(self, X) -> np.ndarray:
        X = cases(X)
        return X @ self.W[:, 1:].T + self.x0 * self.W[:, 0]

    def decision_function(self, X) -> np.ndarray:
        """One column per class; for two classes the difference, as scikit-learn has it."""
        scores = self.scores(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes) == 2 else scores

    def predict(self, X) -> np.ndarray:
        return self.classes[self.scores(X).argmax(axis=1)]

    def border(self, k: int, j: int) -> tuple[np.ndarray, float]:
        """(normal, offset): classes k and j have the same score where normal'x + offset = 0, k a larger one above."""
        difference = self.W[k] - self.W[j]  # (5)
        return difference[1:], float(self.x0 * difference[0])

    @property
    def linear_scores(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(A, b, owner): as for ``LinearModel``."""
        return self.W[:, 1:], self.x0 * self.W[:, 0], np.arange(len(self.W))


@dataclass(frozen=True, slots=True, eq=False)
class LinearPredictor:
    """A number: w'x."""

    w: np.ndarray
    x0: float = 1.0

    def predict(self, X) -> np.ndarray:
        X = cases(X)
        return X @ self.w[1:] + self.x0 * self.w[0]

    @property
    def free_parameters(self) -> int:
        """The weights that are not exactly 0; one that is 0 was left out."""
        return int(np.count_nonzero(self.w))


def coefficients(model) -> tuple[np.ndarray, np.ndarray | float]:
    """(coef_, intercept_) as scikit-learn has them: X @ coef_.T + intercept_ is the score, or the number.

    Of two classes one row, of more a row for each; of a number no rows.
    """
    if isinstance(model, LinearPredictor):
        return model.w[1:], float(model.x0 * model.w[0])
    if isinstance(model, LinearModel):
        return model.w[None, 1:], np.array([model.x0 * model.w[0]])
    if isinstance(model, LinearMachine):
        W = model.W if len(model.classes) > 2 else model.W[1:] - model.W[:1]
        return W[:, 1:], model.x0 * W[:, 0]
    raise AttributeError(f"coef_: expected a linear model, got a {type(model).__name__}; it has no coefficients")


class HasCoefficients:
    """For learners whose models are linear."""

    coef_ = fitted(lambda learner: coefficients(learner.model_)[0], "The weights of the features.")
    intercept_ = fitted(lambda learner: coefficients(learner.model_)[1], "What the constant input adds.")
