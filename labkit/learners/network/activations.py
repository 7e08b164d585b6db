"""What a unit makes of the sum a of its inputs: a hidden one z = g(a), an output y, with the loss L of what it says.

Lecture 13; deck 002 "Single layer to multi-layer", "Multilayer Perceptron (MLP) network", "Backpropagation Training of
MLP Networks". Inventory: I-002-022, I-002-031, I-002-032.

    sigmoid    g(a) = 1 / (1 + e^-a)        g' = z (1 - z)                                          (1)
    tanh       g(a) = 2 s(2a) - 1           g' = 1 - z^2         s: the sigmoid                     (2)
    relu       g(a) = max(a, 0)             g' = 1 where z > 0, else 0 (at the kink too)            (3)
    identity   g(a) = a                     g' = 1: layers of it are one linear layer               (4)

    y = a                             L = (y - t)^2 / 2                        a number              (5)
    y = 1 / (1 + e^-a)                L = -t ln y - (1 - t) ln (1 - y)         two classes           (6)
    y_k = e^a_k / sum of e^a_i        L = - sum over k of t_k ln y_k           more classes          (7)
    delta_k = dL/da_k = y_k - t_k                                              all three             (8)
    d delta_k / da_l = 1;  y (1 - y);  y_k (d_kl - y_l)                        d_kl = 1 where k = l  (9)

Every slope g' can be read off z, so that a is not needed on the way back. t is the number that was to come; 1 for the
second class, 0 for the first; 1 for the example's own class, 0 for the others. Outputs are arrays (outputs, examples).

Departures from the slides: they have (1) and (5) alone. The half in (5) makes (8) exact (E-002-03).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.probability import log_sum_exp, sigmoid, softmax, softplus


@dataclass(frozen=True, slots=True)
class Activation:
    """g, and its slope as a function of the output z."""

    name: str
    value: Callable[..., np.ndarray]  # g(a), written into ``out`` where one is given
    slope: Callable[[np.ndarray], np.ndarray]  # g'(a), of z = g(a)
    gain: float  # what the spread of the start weights is multiplied by, see ``shape``


def _sigmoid(a, out=None) -> np.ndarray:
    return np.positive(sigmoid(a), out=out)  # (1)


def _relu(a, out=None) -> np.ndarray:
    return np.maximum(a, 0.0, out=out)  # (3)


def _sigmoid_slope(z) -> np.ndarray:
    return z * (1.0 - z)  # (1)


def _tanh_slope(z) -> np.ndarray:
    return 1.0 - z * z  # (2)


def _positive(z) -> np.ndarray:
    return np.asarray(z) > 0.0  # (3)


ACTIVATIONS = {
    each.name: each
    for each in (
        Activation("sigmoid", _sigmoid, _sigmoid_slope, gain=4.0),  # its slope is 1/4 at most
        Activation("tanh", np.tanh, _tanh_slope, gain=1.0),
        Activation("relu", _relu, _positive, gain=2.0**0.5),  # it lets half of the variance through
        Activation("identity", np.positive, np.ones_like, gain=1.0),
    )
}


def activation(name: str) -> Activation:
    """The activation of that name."""
    inputs.option("activation", name, tuple(ACTIVATIONS))
    return ACTIVATIONS[name]


# ---------------------------------------------------------------- outputs


class Number:
    """(5): one output."""

    def values(self, a: np.ndarray) -> np.ndarray:
        return a

    def losses(self, a: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Of every example."""
        return 0.5 * (a - t)[0] ** 2  # (5)

    def mistakes(self, a: np.ndarray, t: np.ndarray) -> int | None:
        """Examples that are given another class; a number has none."""
        return None

    def bends(self, a: np.ndarray) -> np.ndarray:
        """(outputs, outputs, examples): (9)."""
        return np.ones((1, *a.shape))


class TwoClasses:
    """(6): one output, the score of the second class."""

    def values(self, a: np.ndarray) -> np.ndarray:
        return sigmoid(a)

    def losses(self, a: np.ndarray, t: np.ndarray) -> np.ndarray:
        return (softplus(a) - t * a)[0]  # (6)

    def mistakes(self, a: np.ndarray, t: np.ndarray) -> int:
        return int(np.count_nonzero((a > 0) != (t > 0)))

    def bends(self, a: np.ndarray) -> np.ndarray:
        y = sigmoid(a)
        return (y * (1 - y))[None]


class ManyClasses:
    """(7): an output for every class."""

    def values(self, a: np.ndarray) -> np.ndarray:
        return softmax(a.T).T

    def losses(self, a: np.ndarray, t: np.ndarray) -> np.ndarray:
        return log_sum_exp(a.T) - (t * a).sum(axis=0)  # (7)

    def mistakes(self, a: np.ndarray, t: np.ndarray) -> int:
        return int(np.count_nonzero(a.argmax(axis=0) != t.argmax(axis=0)))

    def bends(self, a: np.ndarray) -> np.ndarray:
        y = self.values(a)
        return y[:, None] * (np.eye(len(y))[..., None] - y)


Output = Number | TwoClasses | ManyClasses
NUMBER, TWO_CLASSES, MANY_CLASSES = Number(), TwoClasses(), ManyClasses()
