"""The model of two-class logistic regression.

Lecture 06; deck 003 "LOGISTIC REGRESSION: THE MODEL"; deck 004 "Logistic Regression". Inventory: I-003-041.

    p(second class | x) = g(w'x)                    g: the logistic sigmoid                              (1)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.linear import LinearModel
from labkit.learners.probability import sigmoid


@dataclass(frozen=True, slots=True, eq=False)
class LogisticModel(LinearModel):
    """Two classes, the second where its probability is above one half. The constant input is +1: w[0] is the bias."""

    x0: float = 1.0

    def predict_proba(self, X) -> np.ndarray:
        """One column for each class."""
        mu = sigmoid(self.decision_function(X))  # (1)
        return np.column_stack([1 - mu, mu])

    @property
    def free_parameters(self) -> int:
        """The weights that are not exactly 0: an L1 penalty, or intercept=False, leaves the others out."""
        return int(np.count_nonzero(self.w))
