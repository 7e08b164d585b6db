"""What a hidden unit makes of the sum of its inputs: z = g(a).

Lecture 13; deck 002 "Single layer to multi-layer", "Multilayer Perceptron (MLP) network". Inventory: I-002-022.

    sigmoid    g(a) = 1 / (1 + e^-a)        g' = z (1 - z)                                          (1)
    tanh       g(a) = 2 s(2a) - 1           g' = 1 - z^2         s: the sigmoid                     (2)
    relu       g(a) = max(a, 0)             g' = 1 where z > 0, else 0 (at the kink too)            (3)
    identity   g(a) = a                     g' = 1: layers of it are one linear layer               (4)

Every slope can be read off the output z, so that a is not needed on the way back.

Departures from the slides: they have the sigmoid alone, in words a step function that has a useful derivative.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.probability import sigmoid


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
