"""The primal problem of the soft margin as something to descend: the hinge loss and a penalty.

Lecture 11; deck 001 "Support Vector Machines" (non-separable data). Inventory: I-001-019.

    J(w) = |w|^2 / 2 + C sum of max(0, 1 - m)      m = z (w'x + b), without constraints             (1)
    a subgradient = w - C sum over m < 1 of z x    (the penalty has no part in b)                   (2)

The slack of an example is its hinge loss. (1) has kinks where m = 1; there the flat side counts. Any optimiser of
``descent`` that looks at gradients alone tells its story on it:

    downhill(primal(X, y, C), StochasticGradient(rate=..., schedule="1/k"), np.zeros(d + 1))

The rate N with the schedule 1/k is Pegasos (Shalev-Shwartz, Singer, Srebro, 2007; its lambda is 1 / (C N)).

symbol   name here                              symbol   name here
z x      columns of Z: a row for every weight   m        margins
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.blocks import scores, weighted_sum
from labkit.learners.descent.objective import once
from labkit.learners.logistic.objective import signed_features
from labkit.learners.logistic.penalised import PenalisedObjective, PenalisedPoint


class HingePoint(PenalisedPoint):
    """(1) at w."""

    @once
    def margins(self) -> np.ndarray:
        return scores(self.w, self.objective.features)

    @once
    def slacks(self) -> np.ndarray:
        return np.maximum(0.0, 1.0 - self.margins)

    @once
    def value(self) -> float:
        return float(self.objective.weighted(self.slacks).sum()) + self.penalty  # (1)

    @once
    def gradient(self) -> np.ndarray:
        short = self.objective.weighted((self.margins < 1.0).astype(float))
        return self.pull - weighted_sum(self.objective.features, short)  # (2)


class HingeObjective(PenalisedObjective):
    """(1) for examples that are columns of signed features, the constant one first; ``weights`` are costs of slack."""

    point = HingePoint

    def _values(self, W: np.ndarray) -> np.ndarray:
        slacks = np.maximum(0.0, 1.0 - W @ self.features)
        return self.weighted(slacks).sum(axis=1) + 0.5 * (W * W) @ self.precision  # (1)


def primal(X, y, C: float = 1.0) -> HingeObjective:
    """(1) for examples X of two classes y; the weights are the bias, then those of the features."""
    X = inputs.matrix(X)
    _, index = inputs.labels(y, most_classes=2)
    inputs.same_length(X, index)
    inputs.number("C", C, above=0)
    precision = np.ones(X.shape[1] + 1)
    precision[0] = 0.0  # of the bias
    return HingeObjective(signed_features(X, 2.0 * index - 1.0), precision, weights=np.full(len(X), float(C)))
