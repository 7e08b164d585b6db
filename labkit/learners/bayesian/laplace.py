"""Laplace's approximation: the posterior of the weights as a normal distribution at its peak.

Lecture 08; deck 000 "Laplace (Gaussian) Approximation of Posterior", "Illustration of Logistic Regression in 2D",
"Contours of Posterior Predictive Distribution". Inventory: I-000-029, I-000-030, I-000-031.

    J(w) = -ln p(w, D) = -sum of ln P(class of x | x, w) - ln N(w; w0, S0)                        (1)
    w* minimises J: the most probable weights (MAP)            by Newton's method                 (2)
    p(w | D) ~ N(w; w*, H^-1),  H = the second derivatives of J at w*, S0^-1 among them           (3)
    ln p(D) ~ -J(w*) + (d/2) ln 2 pi - (1/2) ln |H|            the evidence, d weights            (4)

Two classes: d = p + 1 weights, those of the second class. C classes: d = (p + 1)(C - 1), those of all but the last.
Without the bias p + 1 is p.

symbol   name here                     symbol   name here
w0       prior_mean                    w*       model.posterior.mean
S0       prior_variance                H        model.posterior.precision

Departures from the slides: w* minimises J, prior included, and so H has S0^-1 in it; the slide says "NLL" (E-000-11).
Its "(p+1) x (C-1) vector" has so many entries. Without a prior, examples that a line separates have neither w* nor H^-1
(E-000-11); with one they always do, so the prior must have a finite variance. The prior is on the bias too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.learner import TrainingSet
from labkit.learners.bayesian.belief import BayesianClassifier, Belief
from labkit.learners.bayesian.engine.whitening import Whitening
from labkit.learners.bayesian.flat import refuse_improper
from labkit.learners.bayesian.normal import Normal
from labkit.learners.descent.moves import descend
from labkit.learners.descent.second_order import Newton
from labkit.learners.descent.step import DescentStep, recorded
from labkit.learners.logistic.objective import LogisticObjective, signed_features
from labkit.learners.logistic.penalised import PenalisedObjective
from labkit.learners.logistic.softmax_objective import SoftmaxObjective


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LaplaceStep(DescentStep):
    """One move of Newton's (or the start, or the end): the normal distribution that fits at these weights."""

    model: Belief
    constant: float  # what ``loss`` lacks of J: the prior's normalisation

    @property
    def log_evidence(self) -> float:
        """(4) with these weights: an approximation of ln p(D) where the story has ended."""
        ln_S = self.model.posterior.log_determinant
        return float(-self.loss - self.constant + 0.5 * (len(self.w) * np.log(2 * np.pi) + ln_S))  # (4)

    def _begins(self) -> str:
        return f"the peak is looked for from the prior's mean on; {self._happened()}"

    def _figures(self) -> str:
        return f"{super(LaplaceStep, self)._figures()}, widest standard deviation {self.model.posterior.widest:.3g}"


class LaplaceLogistic(BayesianClassifier):
    """Logistic regression with a normal prior and a normal posterior; softmax regression where classes are many.

    Parameters
    ----------
    prior_mean, prior_variance, predictive, samples, seed, intercept : see ``BayesianClassifier``. Variances may be
        infinite, numpy.inf, where the examples alone make the posterior proper (``flat``).
    tolerance : how small the gradient is at the end, relative to the largest it could be.
    max_iterations : at most so many Newton moves.
    """

    infinite = True

    def _check(self, data: TrainingSet) -> None:
        flat = self._prior(data).inner.diagonal() == 0
        if flat.any():
            refuse_improper(self._inputs(data)[:, flat], data)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[LaplaceStep]:
        one, count = self._prior(data), self._count(data)
        ln_S0 = one.log_determinant if one.inner.diagonal().all() else np.inf  # (4): nothing is likely beforehand
        constant = 0.5 * count * (ln_S0 + len(one.mean) * np.log(2 * np.pi))
        white = Whitening(self._inputs(data), one, count)
        prior = white.prior.times(count)
        objective = self._objective(data, white.X, prior)
        moves = descend(objective, Newton(), prior.mean, tolerance=self.tolerance, budget=self.max_iterations)  # (2)
        for move, said in recorded(moves, record):
            H = move.point.hessian
            H.setflags(write=False)  # it is the point's own
            posterior = white.back(Normal(move.point.w, H, prior.least))  # (3)
            said |= white.step_arrays(move) | {"w": posterior.mean}
            yield LaplaceStep(model=self._model(data, posterior), constant=constant, **said)

    def _objective(self, data: TrainingSet, X: np.ndarray, prior: Normal) -> PenalisedObjective:
        """(1) up to a constant."""
        if self._logistic(data):
            return LogisticObjective(signed_features(X, data.signs, False), prior.inner, centre=prior.mean)
        X, C = np.ascontiguousarray(X.T), len(data.classes)
        return SoftmaxObjective(X, prior.inner, y=data.y, classes=C, reference=C - 1, centre=prior.mean)
