"""Support vector machines: the hyperplane with the largest margin, in the space of a kernel's features.

Lecture 11; deck 001 "Support Vector Machines", "XOR Problem", "Generalized Linear Discriminant Functions".
Inventory: I-001-002, I-001-009..019.

    minimise  |w|^2 / 2 + C sum of xi     subject to  z_i (w'phi(x_i) + b) >= 1 - xi_i,  xi_i >= 0                 (1)

C = infinity allows no slack: the hard margin. ``dual`` has the problem that is solved instead, ``kernels`` what takes
the place of phi, ``smo`` and ``interior_point`` two ways to solve it, ``separable`` how a hard margin that does not
exist is found out.

symbol   name here     symbol   name here     symbol   name here
C        C             gamma    gamma         p        degree
eta      gamma         nu       offset

Departures from the slides: see ``dual`` and ``kernels`` (E-001-02, E-001-03, E-001-04, E-001-05, E-001-11).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, TrainingSet
from labkit.learners.svm import gram, kernels, separable
from labkit.learners.svm.dual import HARD, Problem
from labkit.learners.svm.solvers import SOLVERS, solve
from labkit.learners.svm.step import SupportVectorStep


class SVM(Decides, Classifier):
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
    """

    two_classes = True

    def __init__(self, *, kernel="rbf", C=1.0, gamma=1.0, degree=2, offset=1.0, solver="auto", tolerance=1e-3,
                 max_iterations=100_000):  # fmt: skip
        self.kernel = kernel
        self.C = C
        self.gamma = gamma
        self.degree = degree
        self.offset = offset
        self.solver = solver
        self.tolerance = tolerance
        self.max_iterations = max_iterations

    def _check(self, data: TrainingSet) -> None:
        inputs.number("gamma", self.gamma, above=0)
        inputs.number("degree", self.degree, least=1, whole=True)
        inputs.number("offset", self.offset)
        kernel, hard = self._kernel(), np.isscalar(self.C) and self.C == HARD
        gram.check(kernel, data.X)
        if not hard:
            inputs.number("C", self.C, above=0, why="math.inf is the hard margin")
        inputs.option("solver", self.solver, SOLVERS)
        inputs.number("tolerance", self.tolerance, least=0)
        inputs.number("max_iterations", self.max_iterations, least=1, whole=True)
        if hard:
            separable.check(kernel, data.X, data.signs)
        if self.solver == "interior point" and not kernel.positive:
            self._refuse_what_is_not_concave(kernel, data.X)

    def _refuse_what_is_not_concave(self, kernel: kernels.Kernel, X: np.ndarray) -> None:
        least = gram.smallest_eigenvalue(kernel, X)
        if least < 0:
            raise ValueError(
                f'solver: expected "smo" for a kernel that is not positive semidefinite (eigenvalue {least:.3g}), '
                f"got {self.solver!r}, which needs a concave problem; change the solver or the kernel"
            )

    def _kernel(self) -> kernels.Kernel:
        return kernels.chosen(self.kernel, self.gamma, self.degree, self.offset)

    def _story(self, data: TrainingSet, told: bool) -> Iterator[SupportVectorStep]:
        problem = Problem(self._kernel(), data.X, data.signs, self.C, data.classes)
        moments = solve(problem, self.solver, tolerance=self.tolerance, budget=self.max_iterations, told=told)
        yield from map(SupportVectorStep, moments)
