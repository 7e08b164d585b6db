"""What a support vector machine has learned, a weighted sum of kernels around the support vectors, and its steps.

Lecture 11; deck 001 "Support Vector Machines" (the decision function, figures 5 and 6, the kernel trick).
Inventory: I-001-010, I-001-011, I-001-012, I-001-013, I-001-014, I-001-018, I-001-019.

    f(x) = sum over the support vectors of a_i z_i K(x_i, x) + b        the second class where f(x) > 0           (1)
    f(x) = w'x + b,   w = sum of a_i z_i x_i                            the same for the linear kernel            (2)

Models and steps derive everything from the multipliers when they are asked, so that a long story costs next to nothing.
Any other example can be moved or left out, as long as it stays outside the margin: nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from labkit.core.frames import cases
from labkit.core.inputs import frozen
from labkit.core.story import START, STOP, UPDATE, CountedStep, counted, read
from labkit.learners.descent.objective import once
from labkit.learners.grid import ClassGrids
from labkit.learners.linear import LinearModel
from labkit.learners.svm.dual import Solution
from labkit.learners.svm.engine.kernel_matrix import combined, combined_on_grid
from labkit.learners.svm.engine.pair_story import PairUpdate
from labkit.learners.svm.kernels import Linear


class SupportVectors:
    """What the two models share: they are the multipliers of a solution, seen from outside."""

    solution: Solution

    kernel = read("solution.problem.kernel")
    support = read("solution.support", "Which examples have a multiplier above 0.")
    margin = read("solution.margin", "From edge to edge, 2 / |w|.")
    half_margin = read("solution.half_margin", "From the boundary to an edge.")
    square = read("solution.square", "|w|^2, in the space of the kernel's features.")

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

    def parts(self, X) -> np.ndarray:
        """(cases, support vectors): what each adds to the score."""
        return self.kernel(self._moved(X), self._moved(self.vectors)) * self.coefficients

    def _moved(self, X) -> np.ndarray:
        return cases(X) - self.solution.problem.origin


class SupportVectorModel(ClassGrids, SupportVectors):
    """Two classes: the second where f(x) > 0, else the first."""

    def __init__(self, solution: Solution):
        self.solution, self.classes = solution, solution.problem.classes

    bias = read("solution.bias")

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
        for name, value in (("solution", solution), ("classes", solution.problem.classes), ("x0", 1.0), ("tie", 0)):
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


@dataclass(frozen=True, eq=False, init=False)
class SupportVectorStep(CountedStep):
    """One iteration of the solver (or the start, or the end)."""

    __slots__ = ("solution",)  # by hand: ``slots=True`` would take the properties below for fields
    noun = "iteration"
    solution: Solution  # the multipliers, with all that follows from them: margins, biases, ...

    def __init__(self, solution: Solution):
        object.__setattr__(self, "solution", solution)

    def __reduce__(self):
        return type(self), (self.solution,)

    reason = read("solution.reason")
    iteration = read("solution.iteration")  # iterations so far
    problem = read("solution.problem")
    alpha = read("solution.alpha")  # the multiplier of every example
    slacks = read("solution.slacks")  # how far every example falls short of its margin: above 1 it is a mistake
    primal = read("solution.primal")
    dual = read("solution.dual")
    gap = read("solution.gap")  # primal - dual: no more than this is left to gain
    violation = read("solution.violation")  # by how much two examples disagree on the bias, at most
    kkt = read("solution.kkt")
    margin = read("solution.margin")  # 2 / |w|, from edge to edge
    square = read("solution.square")  # |w|^2
    hull_points = read("solution.hull_points")

    @property
    def pair(self) -> PairUpdate | None:
        """The two multipliers that moved; None at the start and the end, and of a solver that moves all at once."""
        return getattr(self.solution, "pair", None)

    @property
    def event(self) -> str:
        return STOP if self.reason else UPDATE if self.iteration else START

    @property
    def model(self) -> SupportVectorModel | LinearSupportVectorModel:
        linear = isinstance(self.problem.kernel, Linear)
        return LinearSupportVectorModel(self.solution) if linear else SupportVectorModel(self.solution)

    @property
    def equation(self) -> int | None:
        """Of ``smo``: both multipliers move; without an intercept of ``without_bias``: one does."""
        return (4 if self.problem.intercept else 5) if self.event == UPDATE and self.pair else None

    @property
    def example(self) -> int | None:
        """The first of the two that moved."""
        return self.pair.rows[0] if self.event == UPDATE and self.pair else None

    @property
    def mistakes(self) -> int:
        """Examples on the wrong side; a score of 0 is the first class."""
        z = self.problem.z
        return int(np.count_nonzero((self.solution.sums + self.solution.bias > 0) != (z > 0)))

    def _begins(self) -> str:
        where = "inside their bounds" if self.alpha.any() else "0"
        begins = f"all multipliers are {where}"
        if self.problem.concave:
            return begins
        least = f"eigenvalue {self.problem.smallest_eigenvalue:.3g}"
        return f"{begins}; the kernel is not positive semidefinite ({least}), so the end may not be the best one"

    def _figures(self) -> str:
        margin = f"margin {self.margin:.4g}, " if self.margin < inf else ""
        vectors = counted(len(self.solution.support), "support vector")
        return f"{vectors}, {margin}{counted(self.mistakes, 'mistake')}"

    def _happened(self) -> str:
        if (pair := self.pair) is None:
            gap = f"gap {self.gap:.2g} between the primal and the dual value"
            return gap if self.gap < inf else "not every example is on its own side yet, so that the gap is infinite"
        moves = " and ".join(f"{a:.4g} to {b:.4g}" for a, b in zip(pair.before, pair.after, strict=True))
        ended = ", stopped by a bound" if pair.clipped else ""
        if not self.problem.intercept:
            wish, move = f"example {pair.rows[0]} wanted a bias of {pair.disagreement:.3g}", moves.split(" and ")[0]
            return f"{wish} but there is none; its multiplier goes from {move}{ended}"
        who = "examples {} and {}".format(*pair.rows)
        return f"{who} disagreed on the bias by {pair.disagreement:.3g}; their multipliers go from {moves}{ended}"
