"""How complex a model? Learners in order of their complexity, judged in every way at once.

Lecture 22; deck 004 "What is Model Selection?", "Information Criteria based methods". Inventory: I-004-003, I-004-004,
I-004-005.

    training            the score on the examples it was trained on                                       (1)
    aic, aicc, bic      ``criteria``, where the learner has a likelihood                                  (2)
    validation          ``validation`` with folds                                                         (3)
    leave_one_out       the same with one example a fold; for least squares by the ``hat`` matrix         (4)

(1) gets better and better with the complexity, so it cannot choose; each of the others has a best place, of equals the
first, the least complex.

Departures from the slides: AIC is not "high bias, low variance": here it chooses at least as complex a learner as BIC
for n >= 8 (E-004-02, E-004-04).
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Learner
from labkit.core.story import STOP, Step, Trace, events
from labkit.learners.basis.functions import Polynomial
from labkit.learners.basis.lifted import BasisRegression
from labkit.learners.least_squares.regression import LinearRegression
from labkit.learners.selection import fitting, scores
from labkit.learners.selection.criteria import CRITERIA, Criteria, has_likelihood, likelihood
from labkit.learners.selection.scores import SCORES, Score
from labkit.learners.selection.validation import LEAVE_ONE_OUT, validated

MEASURES = ("training", *CRITERIA, "validation", "leave_one_out")


@dataclass(frozen=True, slots=True, eq=False)
class ModelFamily:
    """Learners from simple to complex; ``name`` is what the complexity counts."""

    name: str
    complexities: tuple  # numbers, or whatever the hyper-parameter takes
    learners: tuple[Learner, ...]

    def __post_init__(self):
        if not self.learners or len(self.learners) != len(self.complexities):
            raise ValueError(
                f"learners: expected one for each of {len(self.complexities)} complexities and at least one, "
                f"got {len(self.learners)}; pass as many"
            )

    @classmethod
    def checked(cls, family) -> ModelFamily:
        if not isinstance(family, cls):
            raise ValueError(
                f"family: expected one such as polynomials(range(7)), got {family!r}; "
                "make one of a learner with varied(learner, name, values)"
            )
        return family


def polynomials(degrees: Iterable[int] = range(7), lam: float = 0.0) -> ModelFamily:
    """Least squares on polynomials of rising degree; degree 0 is the mean."""
    degrees = tuple(degrees)
    for degree in degrees:
        inputs.number("degrees", degree, least=0, whole=True)
    bases = [Polynomial(degree) if degree else nothing for degree in degrees]
    linear = LinearRegression(lam=lam)
    return ModelFamily("degree", degrees, tuple(BasisRegression(learner=linear, basis=basis) for basis in bases))


def nothing(X) -> np.ndarray:
    """The basis of a constant: no function but the learner's own bias."""
    return np.zeros((len(X), 1))


def varied(learner: Learner, name: str, values: Iterable, label: str = "") -> ModelFamily:
    """The same learner with other values of one hyper-parameter, as in ``varied(RegressionTree(), "max_leaves", ...)``.

    List them from simple to complex: many neighbours before few. ``label`` is what a reader calls it.
    """
    values = tuple(values)
    return ModelFamily(label or name, values, tuple(copy(learner).set_params(**{name: value}) for value in values))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ComplexityStep(Step):
    """One learner of the family, trained on all examples."""

    name: str  # what the complexity counts
    complexity: object  # a number, or whatever the hyper-parameter takes
    measure: str  # what the scores are
    training: float  # (1)
    validation: float | None  # (3)
    leave_one_out: float | None  # (4)
    criteria: Criteria | None  # (2); None where there is no likelihood
    aic: float | None  # the criteria one by one
    aicc: float | None
    bic: float | None

    @property
    def caption(self) -> str:
        text = f"{self.name} {self.complexity}: {self.measure} {self.training:.4g} on the training examples"
        text += "" if self.validation is None else f", {self.validation:.4g} on held-out ones"
        return f"{text}; {self.reason}" if self.reason else text


class FamilyComparison(Trace):
    """One step for each learner; ``chosen("bic")`` is the complexity that a measure prefers."""

    def __init__(self, steps: Iterable[Step], judge: Score):
        super().__init__(steps)
        self._judge = judge

    def best(self, measure: str) -> int:
        """The place of the best step by this measure, of equals the first."""
        inputs.option("measure", measure, MEASURES)
        judge = replace(self._judge, less=measure in CRITERIA or self._judge.less)
        values = self.curve(measure)
        if np.isnan(values).all():
            raise ValueError(f"measure: expected one that was computed, got {measure!r}; ask for it, or choose another")
        return judge.best(values)

    def chosen(self, measure: str):
        """Its complexity."""
        return self[self.best(measure)].complexity


def compare(
    family: ModelFamily, X, y=None, *, folds: int | None = 5, leave_one_out: bool = True, score=None, seed: int = 0
) -> FamilyComparison:
    """Every learner of the family by every measure; ``folds`` None and ``leave_one_out`` False leave these out.

    ``score`` None is the error of classes and the squared error of numbers.
    """
    first = ModelFamily.checked(family).learners[0]
    X, y = fitting.checked(first, X, y)
    if score is None and fitting.learns_classes(first, y):
        score = SCORES["error"]
    judge = scores.chosen(score, first, y)
    inputs.option("leave_one_out", leave_one_out, (True, False))
    steps = []
    for event, complexity, learner in zip(
        events(len(family.learners)), family.complexities, family.learners, strict=True
    ):
        measured = _measured(learner, X, y, folds, leave_one_out, judge, seed)
        reason = f"no further {family.name}" if event == STOP else ""
        steps.append(ComplexityStep(name=family.name, complexity=complexity, event=event, equation=1, reason=reason,
                                    measure=judge.name, **measured))  # fmt: skip
    return FamilyComparison(steps, judge)


def _measured(learner: Learner, X, y, folds: int | None, leave_one_out: bool, judge: Score, seed: int) -> dict:
    trained = fitting.fitted(learner, X, y)
    criteria = likelihood(trained, X, y) if has_likelihood(trained) else None
    validation = None if folds is None else validated(learner, X, y, folds=folds, score=judge, seed=seed)
    return {
        "model": fitting.model_of(trained),
        "training": judge.of(trained, X, y),  # (1)
        "criteria": criteria,  # (2)
        **{name: getattr(criteria, name, None) for name in CRITERIA},
        "validation": validation,  # (3)
        "leave_one_out": validated(learner, X, y, folds=LEAVE_ONE_OUT, score=judge) if leave_one_out else None,  # (4)
    }
