"""The step of a support vector machine: where the multipliers are, and what that means for every example.

Lecture 11; deck 001 "Support Vector Machines". Inventory: I-001-012, I-001-013, I-001-014, I-001-019.

All numbers are those of ``dual``, after the move. They are derived from the multipliers when they are asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from labkit.core.story import START, STOP, UPDATE, CountedStep, counted
from labkit.learners.svm.dual import Conditions, Problem, Solution
from labkit.learners.svm.model import LinearSupportVectorModel, SupportVectorModel, model
from labkit.learners.svm.smo import PairUpdate


@dataclass(frozen=True, eq=False, init=False)
class SupportVectorStep(CountedStep):
    """One iteration of the solver (or the start, or the end). It holds the multipliers; all else is derived,
    because a pair update takes no longer than making a few objects."""

    __slots__ = ("solution",)  # by hand: ``slots=True`` would take the properties below for fields
    noun = "iteration"
    solution: Solution  # the multipliers, with all that follows from them: margins, biases, ...

    def __init__(self, solution: Solution):
        object.__setattr__(self, "solution", solution)

    def __reduce__(self):
        return type(self), (self.solution,)

    @property
    def reason(self) -> str:
        return self.solution.reason

    @property
    def event(self) -> str:
        return STOP if self.reason else UPDATE if self.iteration else START

    @property
    def model(self) -> SupportVectorModel | LinearSupportVectorModel:
        return model(self.solution)

    @property
    def iteration(self) -> int:
        """How many so far."""
        return self.solution.iteration

    @property
    def equation(self) -> int | None:
        """Of ``smo``: both multipliers move."""
        return 4 if self.event == UPDATE and self.pair else None

    @property
    def example(self) -> int | None:
        """The first of the two that moved."""
        return self.pair.rows[0] if self.event == UPDATE and self.pair else None

    @property
    def problem(self) -> Problem:
        return self.solution.problem

    @property
    def pair(self) -> PairUpdate | None:
        """The two multipliers that moved; None at the start and the end, and of a solver that moves all at once."""
        return getattr(self.solution, "pair", None)

    @property
    def alpha(self) -> np.ndarray:
        """The multiplier of every example."""
        return self.solution.alpha

    @property
    def slacks(self) -> np.ndarray:
        """How far every example falls short of its margin: above 1 it is a mistake."""
        return self.solution.slacks

    @property
    def primal(self) -> float:
        return self.solution.primal

    @property
    def dual(self) -> float:
        return self.solution.dual

    @property
    def gap(self) -> float:
        """primal - dual: no more than this is left to gain."""
        return self.solution.gap

    @property
    def violation(self) -> float:
        """By how much two examples disagree on the bias, at most."""
        return self.solution.violation

    @property
    def kkt(self) -> Conditions:
        return self.solution.kkt

    @property
    def margin(self) -> float:
        """2 / |w|, from edge to edge."""
        return self.solution.margin

    @property
    def hull_points(self) -> tuple[np.ndarray, np.ndarray] | None:
        return self.solution.hull_points

    @property
    def mistakes(self) -> int:
        """Examples on the wrong side; a score of 0 is the first class."""
        z = self.problem.z
        return int(np.count_nonzero((self.solution.sums + self.solution.bias > 0) != (z > 0)))

    def _begins(self) -> str:
        where = "inside their bounds" if self.alpha.any() else "0"
        return f"all multipliers are {where}{'' if self.problem.concave else _not_concave(self.problem)}"

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
        who = "examples {} and {}".format(*pair.rows)
        return f"{who} disagreed on the bias by {pair.disagreement:.3g}; their multipliers go from {moves}{ended}"


def _not_concave(problem: Problem) -> str:
    return (
        f"; the kernel is not positive semidefinite (eigenvalue {problem.smallest_eigenvalue:.3g}), "
        "so the end may not be the best one"
    )
