"""The one step of a Gaussian learner: the estimates, and what was done where they cannot be used as they are.

Lecture 04; deck 004 "Maximum Likelihood Solution". Inventory: I-004-069, I-004-070, I-004-071, I-004-072.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi

import numpy as np

from labkit.core.story import Step
from labkit.learners.gaussian.estimates import ClassMoments


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GaussianStep(Step):
    """Solved: every class's moments as estimated; the model may use others (``reason`` says why)."""

    moments: ClassMoments

    @property
    def counts(self) -> np.ndarray:
        return self.moments.counts

    @property
    def means(self) -> np.ndarray:
        return self.moments.means

    @property
    def covariances(self) -> np.ndarray:
        """(K, d, d): S_k of every class, as estimated."""
        return self.moments.covariances

    @property
    def shared(self) -> np.ndarray:
        """(d, d): the average of them, each by its class's share."""
        return self.moments.shared

    @property
    def terms(self) -> np.ndarray:
        """(K,): what the examples of every class add to the log-likelihood."""
        densities, d = self.model.gaussians, self.means.shape[1]
        W = densities.whitenings
        far = np.einsum("kij,kil,klj->k", W, self.covariances, W)  # mean of |W'(x - mu)|^2 over the class
        return self.counts * (np.log(densities.priors) - 0.5 * (d * log(2 * pi) + densities.log_dets + far))

    @property
    def log_likelihood(self) -> float:
        return float(self.terms.sum())
