"""Linear discriminant analysis: Gaussian classes that share one covariance, so that their borders are straight.

Lecture 04; deck 000 "MAP Decisions : Gaussian with Equal Covariances", "MAP Decisions: Gaussian, Equal Σ, Two Class
Case"; deck 004 "Generative Approach", "General Posterior Distribution", "Two Classes - C_k and C_j", "Two Class
Prediction", "Posterior Distribution for Multi-Class: k > 2", "Maximum Likelihood Solution".
Inventory: I-000-008, I-004-060, I-004-061, I-004-062, I-004-063, I-004-064, I-004-065, I-004-072.

    P_k, mu_k, S                                      maximum-likelihood estimates, see ``densities``      (1)
    w_k = S^-1 mu_k                                                                                        (2)
    w_k0 = mu_k'S^-1 mu_k / 2 - ln P_k                                                                     (3)
    y_k(x) = w_k'x - w_k0                             x'S^-1 x is the same for every class and cancels     (4)
    P(k | x) = e^y_k / sum over j of e^y_j            of two classes the sigmoid of y_2 - y_1              (5)

symbol     name here             symbol   name here
P_k, pi    priors                S        covariances (K times the same), step.moments.shared
mu_k       means                 w_k0     offsets

Departures from the slides: the model's weights ``W`` are those of x - m with m the mean of the class means (only
differences between classes matter; they keep their digits far from the origin); ``directions`` and ``offsets`` are (2)
and (3). The constant input is +1, so W's first column is -w_k0, as deck 004 has it. Deck 004's (6) does not carry the
minus sign through and its sigmoid has -w'x: the posterior is the sigmoid of w'x + w0 (E-004-19). A shared covariance
that is singular has its vanishing variances raised (see ``spread``), and the step says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.attributes import fitted
from labkit.core.learner import TrainingSet
from labkit.core.story import SOLVED
from labkit.learners.gaussian.densities import ClassMoments, Gaussians, GaussianStep
from labkit.learners.gaussian.models import GenerativeLearner, OfGaussians, chosen_priors, class_labels
from labkit.learners.gaussian.spread import check_columns, singular_remark
from labkit.learners.linear import HasCoefficients, LinearMachine
from labkit.learners.probability import softmax


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LDAModel(OfGaussians, LinearMachine):
    """The class with the largest linear score, the first of equals."""

    gaussians: Gaussians

    @classmethod
    def of(cls, gaussians: Gaussians, classes: np.ndarray) -> LDAModel:
        W = gaussians.whitenings[0]
        m = gaussians.means[0] + (gaussians.means - gaussians.means[0]).mean(axis=0)  # exact where they agree
        Z = (gaussians.means - m) @ W
        w = Z @ W.T  # (2), of x - m
        w0 = 0.5 * (Z * Z).sum(axis=1) - np.log(gaussians.priors)  # (3), of x - m
        return cls(W=inputs.frozen(np.column_stack([-w0 - w @ m, w])), classes=classes, x0=1.0, gaussians=gaussians)

    @classmethod
    def given(cls, means, covariance, priors=None, classes=None) -> LDAModel:
        """From chosen means (K, d), one covariance (d, d) and priors (None: equal); classes None are 0, 1, ..."""
        if np.ndim(covariance) != 2:
            raise ValueError(
                f"covariance: expected one matrix for all classes, got shape {np.shape(covariance)}; "
                "pass a row and a column for each column of the means, or use QDAModel.given for a matrix each"
            )
        gaussians = Gaussians.given(means, covariance, priors)
        return cls.of(gaussians, class_labels(classes, len(gaussians.means)))

    def predict_proba(self, X) -> np.ndarray:
        return softmax(self.scores(X))  # (5)

    @property
    def free_parameters(self) -> int:
        """Of the joint density: priors, means and the one covariance."""
        K, d = self.means.shape
        return K - 1 + K * d + d * (d + 1) // 2

    @property
    def directions(self) -> np.ndarray:
        """(K, d): w_k = S^-1 mu_k."""
        W = self.gaussians.whitenings[0]
        return self.means @ W @ W.T  # (2)

    @property
    def offsets(self) -> np.ndarray:
        """(K,): w_k0, to be subtracted."""
        Z = self.means @ self.gaussians.whitenings[0]
        return 0.5 * (Z * Z).sum(axis=1) - np.log(self.priors)  # (3)


class LDA(HasCoefficients, GenerativeLearner):
    """Gaussian classes with one covariance for all; decides for the most probable class.

    Parameters
    ----------
    priors : the classes' prior probabilities, in sorted order of the classes. None is their shares of the examples.
    """

    means_ = fitted("model_.means", "(classes, features)")
    covariance_ = fitted(lambda learner: learner.model_.covariances[0], "(features, features): shared by the classes.")

    def _check(self, data: TrainingSet) -> None:
        super()._check(data)
        check_columns(data.X, len(data.classes))

    def _story(self, data: TrainingSet, record: bool) -> Iterator[GaussianStep]:
        moments = ClassMoments.of(data)  # (1)
        factor = moments.factored()
        gaussians = Gaussians.of(moments.means, factor, chosen_priors(self.priors, moments.counts))
        model = LDAModel.of(gaussians, data.classes)
        solved = f"{len(data.classes)} means and one shared covariance from {len(data.y)} examples"
        reason = solved + singular_remark(factor)
        yield GaussianStep(event=SOLVED, model=model, equation=1, moments=moments, reason=reason)
