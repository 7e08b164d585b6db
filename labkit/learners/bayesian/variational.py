"""Variational logistic regression: parabolas below ln g make the posterior normal, and EM fits them best.

Lecture 08; deck 000 "Variational Logistic Regression - 2", "Variational EM for Logistic Regression".
Inventory: I-000-027, I-000-028.

With z = 1 for the second class and 0 for the first, a number xi for every example, and lambda and the parabola of
``bounds.curvature`` and ``bounds.log_sigmoid_below``,

    ln P(z | x, w) >= ln g(xi) + (z - 1/2) w'x - xi/2 - lambda(xi) ((w'x)^2 - xi^2)                   (1)
    S_N^-1 = S0^-1 + 2 sum of lambda(xi) x x'                                  E: q = N(w_N, S_N)     (2)
    w_N = S_N (S0^-1 w0 + sum of (z - 1/2) x)                                                         (3)
    xi^2 = E_q (w'x)^2 = x'(S_N + w_N w_N')x                                   M                      (4)
    ln p(D) >= L = E_q of the sum of (1) - KL(q | prior)                       the bound              (5)

Right of (1) is a parabola in w, so the best q for given xi is normal: (2) and (3). Each E and each M raises L.

symbol   name here              symbol   name here
w0, S0   prior_mean, variance   w_N      model.posterior.mean
xi, y_0n xi                     S_N^-1   model.posterior.precision
x        inputs, or phi(x): see ``BasisClassifier``

Departures from the slides: right of the slide's inequality is a bound of -ln p(w, D), not of -ln p(w | D) (E-000-10).
The story starts with q = the prior and xi = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from labkit.core import params
from labkit.core.inputs import frozen
from labkit.core.learner import TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep, spent
from labkit.learners.bayesian.belief import BayesianClassifier, LogisticBelief
from labkit.learners.bayesian.bounds import curvature
from labkit.learners.bayesian.engine.whitening import Whitening
from labkit.learners.bayesian.normal import Normal
from labkit.learners.probability import log_sigmoid

MULTIPLICATIONS, LEAST_ROUNDS, MOST_ROUNDS = 5e8, 20, 500  # where ``max_iterations`` is None


class Parabolas:
    """The examples and the prior, and what q = N(w_N, S_N) and xi make of them."""

    def __init__(self, X: np.ndarray, prior: Normal, y: np.ndarray):
        self.X, self.prior = X, prior
        self._signs = X.T @ (y - 0.5)
        self.rounds = int(np.clip(MULTIPLICATIONS / (X.size * X.shape[1]), LEAST_ROUNDS, MOST_ROUNDS))

    def e_step(self, xi: np.ndarray) -> Normal:
        """The best q for these xi."""
        prior = self.prior
        inner = prior.inner + 2.0 * (self.X.T * curvature(xi)) @ self.X  # (2)
        q = Normal(prior.mean, frozen(inner), prior.least)
        mean = q.root @ (q.root.T @ (prior.inner @ prior.mean + self._signs))  # (3)
        return replace(q, mean=frozen(mean))

    def m_step(self, q: Normal) -> np.ndarray:
        """The best xi for this q."""
        mean, variance = q.scores(self.X)
        return np.sqrt(variance + mean**2)  # (4)

    def bound(self, q: Normal, xi: np.ndarray) -> float:
        square = self.m_step(q) ** 2
        parts = log_sigmoid(xi) - 0.5 * xi - curvature(xi) * (square - xi**2)
        return float(parts.sum() + q.mean @ self._signs) - q.divergence(self.prior)  # (5)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class VariationalStep(CountedStep):
    """An E step or an M step (or the start, or the end)."""

    noun = "iteration"
    iteration: int  # E steps so far
    half: str = ""  # "E" or "M"
    model: LogisticBelief
    xi: np.ndarray  # where each example's parabola touches, also at -xi
    q: Normal = field(repr=False)  # the posterior for the weights of ``whitening``, as the parabolas have them
    parabolas: Parabolas = field(repr=False)

    @property
    def bound(self) -> float:
        """L, below ln p(D)."""
        return self.parabolas.bound(self.q, self.xi)

    def _begins(self) -> str:
        return f"the weights are as the prior says, all parabolas touch at 1; bound {self.bound:.6g}"

    def _happened(self) -> str:
        what = "the weights follow the parabolas" if self.half == "E" else "the parabolas touch where the weights are"
        return f"{self.half} step, {what}; {self._figures()}"

    def _figures(self) -> str:
        return f"bound {self.bound:.6g}"


class VariationalLogistic(BayesianClassifier):
    """Two classes, a normal prior, and the normal distribution with the best bound of the evidence.

    Parameters
    ----------
    prior_mean, prior_variance, predictive, samples, seed, intercept : see ``BayesianClassifier``.
    tolerance : by how little, relative to the largest xi, all xi move at the end.
    max_iterations : at most so many E steps; None is 500, or fewer where there are many weights, down to 20.
    """

    two_classes = True

    max_iterations: int | None = params.whole(None, least=1, nothing=True)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[VariationalStep]:
        white = Whitening(self._inputs(data), self._prior(data))
        parabolas, q = Parabolas(white.X, white.prior, data.y), white.prior
        xi, count, reason = np.ones(len(white.X)), 0, ""

        def step(event, **more):
            return VariationalStep(event=event, model=self._model(data, white.back(q)), iteration=count, xi=frozen(xi),
                                   q=q, parabolas=parabolas, **more)  # fmt: skip

        if record:
            yield step(START)
        while not reason:
            count += 1
            q = parabolas.e_step(xi)
            if record:
                yield step(UPDATE, half="E", equation=2)
            before, xi = xi, parabolas.m_step(q)
            if record:
                yield step(UPDATE, half="M", equation=4)
            reason = self._reason(before, xi, count, self.max_iterations or parabolas.rounds)
        yield step(STOP, reason=reason)

    def _reason(self, before: np.ndarray, xi: np.ndarray, count: int, budget: int) -> str:
        if np.abs(xi - before).max() <= self.tolerance * max(1.0, xi.max()):
            return f"no parabola has moved by more than {self.tolerance:g} of the largest xi"
        return spent(count) if count == budget else ""
