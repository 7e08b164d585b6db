"""Structural risk: the error that is seen, and what the capacity of the learner may hide.

Lecture 22; deck 004 "What is Model Selection?", which does not name it. Inventory: I-004-003.

A structure is a sequence of families of functions, each inside the next, of rising VC dimension h. For each the risk R
is bounded by the empirical risk R_emp of its best function. Of 0/1 losses, with probability 1 - eta (Vapnik; Burges
1998, equation 3):

    R <= R_emp + sqrt( (h (ln (2n/h) + 1) - ln (eta/4)) / n )         the second term: confidence          (1)

and of squared losses, in the practical form of Cherkassky and Mulier (2007, page 129):

    R <= R_emp / (1 - sqrt(p - p ln p + ln n / (2n)))_+,  p = h / n                                        (2)

(x)_+ is x, or 0 where x is below 0: then the bound is infinite. R_emp falls along the structure, the rest rises; the
element with the least bound is chosen, of equals the first. A bound of errors above 1 says nothing about the risk, yet
their order still chooses.

symbol   name here         symbol   name here
h        dimension         R_emp    empirical
eta      eta

(1) counts with functions on 2n cases, of which there are at most 2^(2n): above h = 2n it does not rise any more. Linear
functions of d basis functions and a bias have h = d + 1, the number of their weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, sqrt

import numpy as np

from labkit.core import inputs
from labkit.core.story import STOP, Step, Trace, events
from labkit.learners.selection import fitting
from labkit.learners.selection.comparison import ModelFamily
from labkit.learners.selection.scores import SCORES


def confidence(h: float, n: int, eta: float = 0.05) -> float:
    """What (1) adds to the empirical risk."""
    _checked(h, n)
    inputs.number("eta", eta, above=0, below=1)
    h = min(h, 2 * n)
    return sqrt((h * (log(2 * n / h) + 1) - log(eta / 4)) / n)  # (1)


def inflation(h: float, n: int) -> float:
    """What (2) multiplies the empirical risk by, 1 or more."""
    _checked(h, n)
    p = min(h / n, 1.0)
    left = 1 - sqrt(p - p * log(p) + log(n) / (2 * n))
    return 1 / left if left > 0 else inf  # (2)


def _checked(h: float, n: int) -> None:
    inputs.number("h", h, above=0)
    inputs.number("n", n, least=1, whole=True)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StructureStep(Step):
    """One element of the structure, its best function and its bound."""

    name: str
    complexity: object  # a number, or whatever the hyper-parameter takes
    dimension: float
    empirical: float
    bound: float

    @property
    def price(self) -> float:
        """What the capacity adds."""
        return self.bound - self.empirical if self.bound < inf else inf

    @property
    def caption(self) -> str:
        risk = f"empirical risk {self.empirical:.4g}, bound {self.bound:.4g}"
        text = f"{self.name} {self.complexity}, dimension {self.dimension:g}: {risk}"
        return f"{text}; {self.reason}" if self.reason else text


class Structure(Trace):
    """The story of the elements, and the one whose bound is least."""

    @property
    def best(self) -> int:
        """Its place, of equals the first."""
        return int(self.curve("bound").argmin())

    @property
    def chosen(self):
        """Its complexity."""
        return self[self.best].complexity


def structural_risk(family: ModelFamily, dimensions: Sequence[float], X, y, *, eta: float = 0.05) -> Structure:
    """Train every element of a nested family, whose VC ``dimensions`` rise, and bound its risk."""
    first = ModelFamily.checked(family).learners[0]
    X, y = fitting.checked(first, X, y, taught=True)
    dimensions = np.atleast_1d(inputs.real_numbers("dimensions", dimensions)).tolist()
    if len(dimensions) != len(family.learners) or sorted(dimensions) != dimensions:
        raise ValueError(
            f"dimensions: expected {len(family.learners)} numbers that rise, one for each learner, got {dimensions}; "
            "order the family from simple to complex"
        )
    elements = zip(events(len(dimensions)), family.complexities, family.learners, dimensions, strict=True)
    return Structure(
        StructureStep(event=event, name=family.name, complexity=complexity, dimension=h,
                      reason="the last element" if event == STOP else "", **_bounded(learner, X, y, h, eta))
        for event, complexity, learner, h in elements
    )  # fmt: skip


def _bounded(learner, X, y: np.ndarray, h: float, eta: float) -> dict:
    """What a ``StructureStep`` says of the best function of an element."""
    of_classes = fitting.learns_classes(learner, y)
    trained = fitting.fitted(learner, X, y)
    empirical = SCORES["error" if of_classes else "squared error"].of(trained, X, y)
    if of_classes:
        bound = empirical + confidence(h, len(y), eta)  # (1)
    else:
        factor = inflation(h, len(y))
        bound = empirical * factor if factor < inf else inf  # (2), and nothing is promised where no error is seen
    return {"model": fitting.model_of(trained), "empirical": empirical, "bound": bound, "equation": 2 - of_classes}
