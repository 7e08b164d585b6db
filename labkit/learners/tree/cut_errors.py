"""Every cut of one feature and the error that it leaves: what is read under the cursor of a best split.

Lecture 18; deck 001 "Regression Trees", deck 002 "Growing CART". Inventory: I-001-040, I-002-045.

    E(S) = P_left E(left) + P_right E(right)      of a split S at x <= t, with the means as answers      (1)
    best S = the least E(S)                       of equals the lowest t                                 (2)

symbol   name here        symbol   name here
E(S)     errors           t        thresholds

Moving t between two neighbouring values changes nothing, so there is one cut for each gap; its threshold is midway.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.tree import candidates
from labkit.learners.tree.plan import Examples, Plan


@dataclass(frozen=True, slots=True, eq=False)
class CutErrors:
    """The cuts from left to right."""

    values: np.ndarray  # the different values of the feature, one more than there are cuts
    thresholds: np.ndarray
    errors: np.ndarray  # E(S), the mean squared error that is left
    below: np.ndarray  # the mean of y on the left
    above: np.ndarray  # and on the right
    best: int

    def __len__(self) -> int:
        return len(self.thresholds)

    def at(self, t: float) -> int | None:
        """The cut that x <= t makes; None where t leaves all examples on one side."""
        place = int(self.values.searchsorted(t, side="right")) - 1
        return place if 0 <= place < len(self) else None


def cut_errors(X, y, feature: int = 0) -> CutErrors:
    """All cuts of a feature of X, from 0."""
    X, y = inputs.matrix(X), inputs.numbers(y)
    inputs.same_length(X, y)
    inputs.number("feature", feature, least=0, below=X.shape[1], whole=True)
    x, plan = X[:, [feature]].astype(float), Plan("variance")
    tests = candidates.candidates(Examples(x, y, 0, np.array([False])), plan)  # (1)
    if not tests:
        raise ValueError(f"X: expected at least two different values of feature {feature}, got one; nothing can be cut")
    weight, total, _ = np.array([test.children for test in tests]).T  # (children, cuts): y from its mean
    below, above = y.mean() + total / weight
    best = tests.index(candidates.best(tests, plan))  # (2)
    columns = np.unique(x), [test.threshold for test in tests], [test.after for test in tests], below, above
    return CutErrors(*map(inputs.frozen, columns), best)
