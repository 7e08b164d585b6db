"""What all mixtures have in common: models with hidden groups, and the steps of EM.

Lecture 14; deck 002 "Motivating Example:". Inventory: I-002-038, I-002-041.

    f(x) = sum over k of f(x, k)            density of an example whose group is hidden       (1)
    f(k | x) = f(x, k) / f(x)               the responsibility of group k for it              (2)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import HasProbabilities, Unsupervised
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.gaussian.models import complete_log_likelihood
from labkit.learners.mixture import em
from labkit.learners.probability import chosen_shares, log_sum_exp, softmax


class MixtureModel:
    """A model that knows ``log_joint(X)`` (cases, groups) and the groups' ``weights``; groups are 0, 1, ..."""

    __slots__ = ()

    @property
    def classes(self) -> np.ndarray:
        return np.arange(len(self.weights))

    def predict(self, X) -> np.ndarray:
        """The likeliest group, the first of equals."""
        return self.log_joint(X).argmax(axis=1)

    def predict_proba(self, X) -> np.ndarray:
        """(cases, groups): the responsibilities."""
        return softmax(self.log_joint(X))  # (2)

    def log_density(self, X) -> np.ndarray:
        """(cases,)"""
        return log_sum_exp(self.log_joint(X))  # (1)

    def log_likelihood(self, X) -> float:
        """Of what is observed."""
        return float(self.log_density(X).sum())

    def score(self, X) -> float:
        """The log-likelihood for each case, on average."""
        return float(self.log_density(X).mean())

    def complete_log_likelihood(self, X, groups) -> float:
        """Of what is observed and hidden: as if the groups were known."""
        return complete_log_likelihood(self.log_joint(X), groups, self.classes, "groups")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EMStep(CountedStep):
    """An E step or an M step (or the start, or the end)."""

    noun = "iteration"
    shared: ClassVar[str] = "the groups share the examples out"  # what an E step does
    iteration: int  # E steps so far
    half: str  # "E" or "M"; nothing at the start and at the end
    log_likelihood: float  # of the model
    responsibilities: np.ndarray | None  # (examples, groups), by the model; after M those it was fitted to
    mixture: em.Mixture = field(repr=False)

    @property
    def bound(self) -> float | None:
        """B of these responsibilities: after E it is the log-likelihood, after M at most that."""
        if self.responsibilities is None:
            return None
        return em.below(self.responsibilities, self.mixture.log_joint(self.model).T)

    @property
    def counts(self) -> np.ndarray | None:
        """(groups,): how many examples each group has, by shares."""
        return None if self.responsibilities is None else self.responsibilities.sum(axis=0)

    def _begins(self) -> str:
        return f"{self._found()}; {self._figures()}"

    def _happened(self) -> str:
        what = self.shared if self.half == em.E else self._found()
        return f"{self.half} step, {what}; {self._figures()}"

    def _figures(self) -> str:
        return f"log-likelihood {self.log_likelihood:.6g}"

    def _found(self) -> str:
        """What the model is now."""
        raise NotImplementedError


EQUATIONS = {em.E: 2, em.M: 3, "": None}  # of ``em``


class MixtureLearner(HasProbabilities, Unsupervised):
    """A learner by EM, whose steps are of the kind ``step``; abstract."""

    step: ClassVar[type[EMStep]]

    tolerance: float = params.number(1e-6, least=0)
    max_iterations: int = params.whole(1000, least=1)
    seed: int = params.seed()

    def _climb(self, mixture: em.Mixture, start, record: bool) -> Iterator[EMStep]:
        for state in em.climb(mixture, start, tolerance=self.tolerance, budget=self.max_iterations):
            if record or state.reason:
                event = UPDATE if state.half else STOP if state.reason else START
                yield self.step(event=event, model=state.model, equation=EQUATIONS[state.half], reason=state.reason,
                                iteration=state.iteration, half=state.half, log_likelihood=state.log_likelihood,
                                responsibilities=None if state.R is None else state.R.T, mixture=mixture)  # fmt: skip

    def _features(self, X) -> np.ndarray:
        return inputs.matrix(X, sparse=False)  # columns of zeros have no density

    def __sklearn_tags__(self):
        tags = self._tags("density_estimator", taught=False)
        tags.input_tags.sparse = False
        return tags


def chosen_weights(weights, groups: int) -> np.ndarray:
    """Given ones, or equal ones for None."""
    return chosen_shares("weights", weights, np.ones(groups), "group")


def at_most_examples(name: str, groups: int, examples: int) -> None:
    if groups > examples:
        raise ValueError(
            f"{name}: expected at most as many as there are examples (n_samples = {examples}), got {groups}; "
            f"lower {name} or add examples"
        )
