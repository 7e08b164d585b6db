"""What a support vector machine has learned: a weighted sum of kernels around the support vectors.

Lecture 11; deck 001 "Support Vector Machines" (the decision function, figures 5 and 6, the kernel trick).
Inventory: I-001-010, I-001-011, I-001-018.

    f(x) = sum over the support vectors of a_i z_i K(x_i, x) + b        the second class where f(x) > 0           (1)
    f(x) = w'x + b,   w = sum of a_i z_i x_i                            the same for the linear kernel            (2)

Both models are read off the multipliers when they are asked, so that the steps of a long story cost next to nothing.
Any other example can be moved or left out, as long as it stays outside the margin: nothing changes.
"""

from __future__ import annotations

import numpy as np

from labkit.core.inputs import frozen
from labkit.learners.descent.objective import once
from labkit.learners.grid import ClassGrids
from labkit.learners.linear import LinearModel
from labkit.learners.svm.dual import Solution
from labkit.learners.svm.gram import combined, combined_on_grid
from labkit.learners.svm.kernels import Linear


class SupportVectors:
    """What the two models share: they are the multipliers of a solution, seen from outside."""

    solution: Solution

    @property
    def kernel(self):
        return self.solution.problem.kernel

    @property
    def support(self) -> np.ndarray:
        """Which examples are the support vectors."""
        return self.solution.support

    @once
    def vectors(self) -> np.ndarray:
        """The support vectors."""
        return frozen(self.solution.problem.examples[self.support])

    @property
    def multipliers(self) -> np.ndarray:
        """a of every support vector."""
        return frozen(self.solution.alpha[self.support])

    @once
    def coefficients(self) -> np.ndarray:
        """a z of every support vector."""
        return frozen(self.solution.signed[self.support])

    @property
    def margin(self) -> float:
        """2 / |w|, from edge to edge, in the space of the kernel's features."""
        return self.solution.margin

    @property
    def half_margin(self) -> float:
        """1 / |w|, from the boundary to an edge."""
        return self.solution.half_margin

    def parts(self, X) -> np.ndarray:
        """(cases, support vectors): what each adds to the score."""
        return self.kernel(self._moved(X), self._moved(self.vectors)) * self.coefficients

    def _moved(self, X) -> np.ndarray:
        return np.asarray(X, dtype=float) - self.solution.problem.origin


class SupportVectorModel(ClassGrids, SupportVectors):
    """Two classes: the second where f(x) > 0, else the first."""

    def __init__(self, solution: Solution):
        self.solution, self.classes = solution, solution.problem.classes

    @property
    def bias(self) -> float:
        return self.solution.bias

    def decision_function(self, X) -> np.ndarray:
        return combined(self.kernel, self._moved(X), self._moved(self.vectors), self.coefficients) + self.bias  # (1)

    def predict(self, X) -> np.ndarray:
        return self.classes[(self.decision_function(X) > 0).astype(int)]

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        """f on a grid of the plane; None where there are not two features."""
        origin = self.solution.problem.origin
        if through is not None or len(origin) != 2:
            return None
        vectors, c = self._moved(self.vectors), self.coefficients
        return combined_on_grid(self.kernel, x - origin[0], y - origin[1], vectors, c) + self.bias  # (1)


class LinearSupportVectorModel(SupportVectors, LinearModel):
    """The linear kernel's: a hyperplane, with its support vectors."""

    def __init__(self, solution: Solution):
        for name, value in (("solution", solution), ("classes", solution.problem.classes), ("x0", 1.0)):
            object.__setattr__(self, name, value)  # a LinearModel is frozen

    def __reduce__(self):
        return type(self), (self.solution,)

    @once
    def w(self) -> np.ndarray:
        """The bias, then the weights of the features."""
        problem, support = self.solution.problem, self.support
        w = self.coefficients @ problem.X[support]  # (2)
        return frozen([self.solution.bias - w @ problem.origin, *w])

    @property
    def bias(self) -> float:
        return float(self.w[0])


def model(solution: Solution) -> SupportVectorModel | LinearSupportVectorModel:
    linear = isinstance(solution.problem.kernel, Linear)
    return LinearSupportVectorModel(solution) if linear else SupportVectorModel(solution)
