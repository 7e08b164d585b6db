"""Quadratic discriminant analysis: Gaussian classes, each with a covariance of its own, and curved borders.

Lecture 04; deck 000 "MAP Decisions: Gaussian Case"; deck 004 "Softmax", "Parameter Estimation".
Inventory: I-000-007, I-004-067, I-004-068.

    P_k, mu_k, S_k                                    maximum-likelihood estimates, see ``densities``      (1)
    g_k(x) = x'A_k x + b_k'x + c_k                    the discriminant of ``densities``, multiplied out    (2)
    A_k = -S_k^-1 / 2                                                                                      (3)
    b_k = S_k^-1 mu_k                                                                                      (4)
    c_k = -mu_k'S_k^-1 mu_k / 2 - ln|S_k| / 2 + ln P_k                                                     (5)
    P(k | x) = e^g_k / sum over j of e^g_j            softmax                                              (6)

symbol     name here             symbol      name here
P_k        priors                A, b, c     coefficients
mu_k       means                 S_k         covariances

Departures from the slides: they need S_k^-1. A class whose covariance is singular (always that of
fewer members than columns + 1, so of a single one) takes the shared covariance of all classes instead, and the step
names the class; what ``spread`` does where that is singular too, the step says as well. Deck 004's formula without the
determinant (E-004-20) is ``dataclasses.replace(model, determinant=False)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.attributes import fitted
from labkit.core.learner import TrainingSet
from labkit.core.story import SOLVED
from labkit.learners.gaussian.densities import ClassMoments, Gaussians, GaussianStep
from labkit.learners.gaussian.models import GenerativeLearner, OfGaussians, ScoredClasses, chosen_priors, class_labels
from labkit.learners.gaussian.spread import Factor, check_columns, factored, singular_remark


@dataclass(frozen=True, slots=True, eq=False)
class QDAModel(ScoredClasses, OfGaussians):
    """The class with the largest discriminant, the first of equals."""

    gaussians: Gaussians
    classes: np.ndarray
    determinant: bool = True  # False leaves ln|S_k| out, as the slide has it

    @classmethod
    def given(cls, means, covariances, priors=None, classes=None) -> QDAModel:
        """From chosen means (K, d), covariances (K, d, d) and priors (None: equal); classes None are 0, 1, ..."""
        gaussians = Gaussians.given(means, covariances, priors)
        return cls(gaussians, class_labels(classes, len(gaussians.means)))

    def scores(self, X) -> np.ndarray:
        """(cases, K): g_k(x)."""
        return self.gaussians.discriminants(X, self.determinant)

    @property
    def free_parameters(self) -> int:
        """Of the joint density: priors, means and the covariances, which are counted even where one is borrowed."""
        K, d = self.means.shape
        return K - 1 + K * (d + d * (d + 1) // 2)

    @property
    def coefficients(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A (K, d, d), b (K, d) and c (K,) of (2)."""
        W, Z = self.gaussians.whitenings, np.einsum("kd,kde->ke", self.means, self.gaussians.whitenings)
        A = -0.5 * W @ np.swapaxes(W, -1, -2)  # (3)
        b = np.einsum("kde,ke->kd", W, Z)  # (4)
        log_dets = self.gaussians.log_dets if self.determinant else 0.0
        return A, b, np.log(self.priors) - 0.5 * ((Z * Z).sum(axis=1) + log_dets)  # (5)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class QDAStep(GaussianStep):
    """Solved; ``borrowed`` are the numbers of the classes that took the shared covariance."""

    borrowed: tuple[int, ...]


class QDA(GenerativeLearner):
    """Gaussian classes, each with its own covariance; decides for the most probable class.

    Parameters
    ----------
    priors : the classes' prior probabilities, in sorted order of the classes. None is their shares of the examples.
    """

    means_ = fitted("model_.means", "(classes, features)")
    covariance_ = fitted(lambda learner: list(learner.model_.covariances), "Of every class (features, features).")

    def _check(self, data: TrainingSet) -> None:
        super()._check(data)
        check_columns(data.X, len(data.classes))

    def _story(self, data: TrainingSet, record: bool) -> Iterator[QDAStep]:
        moments = ClassMoments.of(data)  # (1)
        factor, borrowed, repair = _usable(moments, data.classes)
        model = QDAModel(Gaussians.of(moments.means, factor, chosen_priors(self.priors, moments.counts)), data.classes)
        solved = f"{len(data.classes)} means and covariances from {len(data.y)} examples"
        yield QDAStep(event=SOLVED, model=model, equation=1, moments=moments, borrowed=borrowed, reason=solved + repair)


def _usable(moments: ClassMoments, classes: np.ndarray) -> tuple[Factor, tuple[int, ...], str]:
    """The covariances to use, the classes that have to borrow theirs, and what to say about it."""
    own = factored(moments.covariances)
    borrowed = np.flatnonzero(own.raised)
    if not len(borrowed):
        return own, (), ""
    shared = moments.factored()
    S, W, log_dets = own.covariance.copy(), own.whitening.copy(), own.log_det.copy()
    S[borrowed], W[borrowed], log_dets[borrowed] = shared.covariance, shared.whitening, shared.log_det
    which = ", ".join(str(label) for label in classes[borrowed])
    words = f"; singular, so the shared covariance is taken: class{'es' if len(borrowed) > 1 else ''} {which}"
    return Factor(S, W, log_dets, own.raised), tuple(borrowed.tolist()), words + singular_remark(shared)
