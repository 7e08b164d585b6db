"""A function of one feature, made by a smoother: the part that additive models are the sum of.

Lecture 18; deck 002 "Backfitting Algorithm". Inventory: I-002-052.

    s = S r                      the smoother's answer to the residuals r of the examples                 (1)
    g = s - mean of s            the mean over the examples (E-002-11)                                    (2)

symbol   name here                  symbol   name here
S        placed                     g        Curve
r        r

A smoother is ``placed`` at the examples once. What it keeps of residuals (``learned``) is enough for its values
``at_examples`` and ``at`` any other place. ``smoothers`` has some, and any learner of numbers can be one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.learner import Regressor, TrainingSet
from labkit.core.params import Checked
from labkit.learners.ensemble import members


class Smoother(Checked, ABC):
    """What a smoother is before it has seen an example; one of your own derives from this."""

    __slots__ = ()

    def check(self, x: np.ndarray) -> None:
        """Raise a ValueError where it cannot be placed."""

    @abstractmethod
    def placed(self, x: np.ndarray) -> PlacedSmoother:
        """The smoother of examples at these places."""


class PlacedSmoother(ABC):
    """A smoother at the places of the examples."""

    __slots__ = ()

    def learned(self, r: np.ndarray):
        """What the smoother keeps of these residuals: all of them, if it does not say otherwise."""
        return frozen(r)

    @abstractmethod
    def at_examples(self, learned) -> np.ndarray:
        """s at the examples."""

    @abstractmethod
    def at(self, learned, x: np.ndarray) -> np.ndarray:
        """s at any places."""


@dataclass(frozen=True, slots=True)
class LearnedSmoother(Smoother):
    """Any learner of numbers, which learns from the one feature; what it keeps is its model."""

    learner: Regressor

    def check(self, x: np.ndarray) -> None:
        members.check(self.learner, TrainingSet(x[:, None], x))

    def placed(self, x: np.ndarray) -> PlacedSmoother:
        return _Learned(self.learner, frozen(x[:, None]))


@dataclass(frozen=True, slots=True, eq=False)
class _Learned(PlacedSmoother):
    learner: Regressor
    X: np.ndarray

    def learned(self, r: np.ndarray):
        return members.trained(self.learner, TrainingSet(self.X, r))

    def at_examples(self, learned) -> np.ndarray:
        return learned.predict(self.X)

    def at(self, learned, x: np.ndarray) -> np.ndarray:
        return learned.predict(x[:, None])


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A function g of one feature, less its mean over the examples; flat at 0 while there is no smoother."""

    values: np.ndarray  # at the examples
    shift: float = 0.0  # the mean that was taken off
    placed: PlacedSmoother | None = None
    learned: object = None

    @classmethod
    def of(cls, placed: PlacedSmoother, r: np.ndarray) -> Curve:
        """Smoothed residuals."""
        learned = placed.learned(r)
        values = placed.at_examples(learned)  # (1)
        shift = float(values.mean())
        return cls(frozen(values - shift), shift, placed, learned)  # (2)

    def predict(self, x) -> np.ndarray:
        """At places of this feature, a list or a single column."""
        x = np.asarray(x, dtype=float)
        if x.ndim != 1 and x.shape[1:] != (1,):
            raise ValueError(f"x: expected places of one feature, got shape {x.shape}; pass one column")
        if self.placed is None:
            return np.zeros(len(x))
        return self.placed.at(self.learned, x.reshape(-1)) - self.shift
