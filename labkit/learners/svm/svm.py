"""Support vector machines: the hyperplane with the largest margin, in the space of a kernel's features.

Lecture 11; deck 001 "Support Vector Machines", "XOR Problem", "Generalized Linear Discriminant Functions".
Inventory: I-001-002, I-001-009..019.

    minimise  |w|^2 / 2 + C sum of xi     subject to  z_i (w'phi(x_i) + b) >= 1 - xi_i,  xi_i >= 0                 (1)

C = infinity allows no slack: the hard margin. ``dual`` has the problem that is solved instead, ``kernels`` what takes
the place of phi, ``smo`` a way to solve it, ``engine`` a quicker one for many examples.

    F F' = K        the rows of F are the examples in the space of the features                                    (2)

There is a hard margin where ``LinearProgram`` finds a separator for F. The linear kernel has F = X, the polynomial one
its products (or, if these are more than the examples, what the eigenvectors of K give, as for any other kernel). Equal
examples of two classes have none in any space. Gaussian bumps around different places are never dependent, so the RBF
kernel separates all others.

symbol   name here     symbol   name here     symbol   name here
C        C             gamma    gamma         p        degree
eta      gamma         nu       offset

Departures from the slides: see ``dual`` and ``kernels`` (E-001-02, E-001-03, E-001-04, E-001-05, E-001-11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb

import numpy as np

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.learners.linear import HasCoefficients, signed
from labkit.learners.perceptron.programming import has_separator
from labkit.learners.svm import kernels
from labkit.learners.svm.dual import HARD, Problem
from labkit.learners.svm.engine.solvers import SOLVERS, solve
from labkit.learners.svm.kernels import RANK, RBF, Kernel, Linear, PolynomialKernel, smallest_eigenvalue
from labkit.learners.svm.model import SupportVectorStep


def _check_cost(name: str, C) -> None:
    if not (np.isscalar(C) and C == HARD):
        inputs.number(name, C, above=0, why="math.inf is the hard margin")


class SVM(HasCoefficients, HasScores, Classifier):
    """The support vector machine for two classes; the second class in sorted order is the positive one.

    Parameters
    ----------
    kernel : "rbf", "linear", "polynomial", "sigmoid", a kernel such as RBF(gamma=2.0), or a function of two matrices
        of cases that returns K for all pairs.
    C : what a unit of slack costs, above 0; math.inf is the hard margin.
    gamma : of "rbf" and "polynomial", and eta of "sigmoid"; above 0.
    degree : of "polynomial".
    offset : of "polynomial", and nu of "sigmoid".
    solver : "smo" (two multipliers at a time), "interior point" (all at once) or "auto", the quicker one.
    tolerance : the story ends where no two examples disagree on the bias by more.
    max_iterations : the budget.
    intercept : False leaves b out, so that the boundary goes through the origin of the kernel's space; then
        ``without_bias`` moves one multiplier at a time.
    """

    two_classes = True

    kernel: str | Kernel | Callable = "rbf"
    C: float = params.checked(1.0, _check_cost)
    gamma: float = params.number(1.0, above=0)
    degree: int = params.whole(2, least=1)
    offset: float = params.number(1.0)
    solver: str = params.option("auto", SOLVERS)
    tolerance: float = params.number(1e-3, least=0)
    max_iterations: int = params.whole(100_000, least=1)
    intercept: bool = params.switch(True)

    support_ = fitted("model_.support", "The rows of the support vectors, as the examples came.")
    support_vectors_ = fitted("model_.vectors", "(support vectors, features)")
    dual_coef_ = fitted(lambda learner: learner.model_.coefficients[None], "(1, support vectors): a z.")
    n_support_ = fitted(
        lambda learner: np.bincount(learner.model_.coefficients > 0, minlength=2), "(2,) Support vectors of each class."
    )
    intercept_ = fitted(lambda learner: np.array([learner.model_.bias]), "b")
    n_iter_ = fitted("last_step_.iteration", "How many iterations the solver took.")

    def _check(self, data: TrainingSet) -> None:
        kernel = self._kernel()
        kernels.check_kernel(kernel, data.X)
        if not self.intercept and self.solver == "interior point":
            raise ValueError(
                f'solver: expected "auto" or "smo" without an intercept, got {self.solver!r}, which balances the '
                "multipliers of the two classes; change the solver, or keep the intercept"
            )
        if self.C == HARD:
            check_separable(kernel, data.X, data.signs, self.intercept)
        if self.solver == "interior point" and not kernel.positive:
            self._refuse_what_is_not_concave(kernel, data.X)

    def _refuse_what_is_not_concave(self, kernel: Kernel, X: np.ndarray) -> None:
        least = smallest_eigenvalue(kernel, X)
        if least < 0:
            raise ValueError(
                f'solver: expected "smo" for a kernel that is not positive semidefinite (eigenvalue {least:.3g}), '
                f"got {self.solver!r}, which needs a concave problem; change the solver or the kernel"
            )

    def _kernel(self) -> Kernel:
        return kernels.chosen(self.kernel, self.gamma, self.degree, self.offset)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[SupportVectorStep]:
        problem = Problem(self._kernel(), data.X, data.signs, self.C, data.classes, self.intercept)
        solutions = solve(problem, self.solver, tolerance=self.tolerance, budget=self.max_iterations, record=record)
        yield from map(SupportVectorStep, solutions)


def check_separable(kernel: Kernel, X: np.ndarray, z: np.ndarray, intercept: bool = True) -> None:
    """Raise a ValueError where no hyperplane (without ``intercept`` none through the origin) separates the signs z."""
    if not kernel.positive and smallest_eigenvalue(kernel, X) < 0:
        raise ValueError(
            "C: expected a finite number with a kernel that is not positive semidefinite, in whose space nothing can "
            "be separated, got inf; lower it, or take another kernel"
        )
    if not (
        _no_twins(X, z)
        and (isinstance(kernel, RBF) or has_separator(signed(_features(kernel, X), float(intercept), z)))
    ):
        raise ValueError(
            "C: expected a finite number where no hyperplane of the kernel's space separates the classes, got inf, "
            "which allows no slack; lower it, or take another kernel"
        )


def _features(kernel: Kernel, X: np.ndarray) -> np.ndarray:
    """F"""
    if isinstance(kernel, Linear):
        return X
    if isinstance(kernel, PolynomialKernel) and comb(X.shape[1] + kernel.degree, kernel.degree) <= len(X):
        return kernel.features(X)
    values, vectors = np.linalg.eigh(kernel(X, X))
    there = values > RANK * values[-1]
    return vectors[:, there] * np.sqrt(values[there])  # (2)


def _no_twins(X: np.ndarray, z: np.ndarray) -> bool:
    """Whether no two equal examples have different signs."""
    place = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    return bool((np.abs(np.bincount(place, z)) == np.bincount(place)).all())
