"""Logistic regression for one lam after the other, each from where the last one ended.

Lecture 06; deck 000 "Maximum Likelihood Estimation of Weights"; deck 004 "Regularization". Inventory: I-000-012,
I-004-080.

From the largest lam, where the penalty holds all weights at 0 (L1) or near it (L2), to the smallest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import CountedStep
from labkit.learners.least_squares.regression import given_lams

LENGTH = 50  # penalties, where none are given
DEPTH = 1e-3  # the smallest of them, as a share of the largest


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PenaltyStep(CountedStep):
    """The weights for one lam."""

    noun = "fit"
    fit: int  # how many are done
    lam: float
    w: np.ndarray
    loss: float  # the objective at w, penalty included
    log_likelihood: float
    settled: str  # why the optimiser stopped there

    @property
    def kept(self) -> int:
        """How many features have a weight that is not 0."""
        return int(np.count_nonzero(self.w[1:]))

    @property
    def size(self) -> float:
        """The length of w without the bias."""
        return float(np.linalg.norm(self.w[1:]))

    def _begins(self) -> str:
        return self._happened()

    def _happened(self) -> str:
        features = len(self.w) - 1
        left = (
            f"{self.kept} of {features} weights are not 0" if self.kept < features else f"weights {self.size:.3g} long"
        )
        return f"lam {self.lam:.4g}, log-likelihood {self.log_likelihood:.4g}, {left}"


def penalties(lams, largest: float) -> np.ndarray:
    """The given ones, from the largest to the smallest; without any, ``LENGTH`` of them down from ``largest``."""
    if lams is None:
        return largest * np.geomspace(1.0, DEPTH, LENGTH)
    return np.sort(given_lams(np.atleast_1d(lams)))[::-1]
