"""What is made of the outputs a of the last layer, which are plain sums: a number, or probabilities of classes.

Lecture 13; deck 002 "Backpropagation Training of MLP Networks". Inventory: I-002-031, I-002-032.

    y = a                             L = (y - t)^2 / 2                        a number              (1)
    y = 1 / (1 + e^-a)                L = -t ln y - (1 - t) ln (1 - y)         two classes           (2)
    y_k = e^a_k / sum of e^a_i        L = - sum over k of t_k ln y_k           more classes          (3)
    delta_k = dL/da_k = y_k - t_k                                              all three             (4)
    d delta_k / da_l = 1;  y (1 - y);  y_k (d_kl - y_l)                        d_kl = 1 where k = l  (5)

t is the number that was to come; 1 for the second class, 0 for the first; 1 for the example's own class, 0 for the
others. Outputs are arrays (outputs, examples), like everything between layers.

Departures from the slides: they have (1) alone. The half in it makes (4) exact (E-002-03). Classes by (1), with 0 and 1
as numbers, are what ``RegressionNetwork`` learns from them.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.probability import log_sum_exp, sigmoid, softmax, softplus


class Number:
    """(1): one output."""

    def values(self, a: np.ndarray) -> np.ndarray:
        return a

    def losses(self, a: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Of every example."""
        return 0.5 * (a - t)[0] ** 2  # (1)

    def mistakes(self, a: np.ndarray, t: np.ndarray) -> int | None:
        """Examples that are given another class; a number has none."""
        return None

    def bends(self, a: np.ndarray) -> np.ndarray:
        """(outputs, outputs, examples): (5)."""
        return np.ones((1, *a.shape))


class TwoClasses:
    """(2): one output, the score of the second class."""

    def values(self, a: np.ndarray) -> np.ndarray:
        return sigmoid(a)

    def losses(self, a: np.ndarray, t: np.ndarray) -> np.ndarray:
        return (softplus(a) - t * a)[0]  # (2)

    def mistakes(self, a: np.ndarray, t: np.ndarray) -> int:
        return int(np.count_nonzero((a > 0) != (t > 0)))

    def bends(self, a: np.ndarray) -> np.ndarray:
        y = sigmoid(a)
        return (y * (1 - y))[None]


class ManyClasses:
    """(3): an output for every class."""

    def values(self, a: np.ndarray) -> np.ndarray:
        return softmax(a.T).T

    def losses(self, a: np.ndarray, t: np.ndarray) -> np.ndarray:
        return log_sum_exp(a.T) - (t * a).sum(axis=0)  # (3)

    def mistakes(self, a: np.ndarray, t: np.ndarray) -> int:
        return int(np.count_nonzero(a.argmax(axis=0) != t.argmax(axis=0)))

    def bends(self, a: np.ndarray) -> np.ndarray:
        y = self.values(a)
        return y[:, None] * (np.eye(len(y))[..., None] - y)


Output = Number | TwoClasses | ManyClasses
NUMBER, TWO_CLASSES, MANY_CLASSES = Number(), TwoClasses(), ManyClasses()
