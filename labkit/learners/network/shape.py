"""How many units there are, and where each weight is: all of them lie in one vector w.

Lecture 13; deck 002 "Multilayer Perceptron (MLP) network", "Backpropagation Training of MLP Networks". Inventory:
I-002-022, I-002-031.

A network of sizes (d, m, ..., k) has d inputs, layers of m, ... hidden units and k outputs. The weights from one layer
to the next are a matrix with a row for each unit that sends, the constant 1 first, and a column for each that receives:

    V_ij: from i to j, i = 0 is the bias of j                                                        (1)
    (1 + d) m + (1 + m) ... + (1 + ...) k              free parameters in all                        (2)
    V_ij uniform in +-gain sqrt(6 / (senders + receivers)), biases 0             the start           (3)

(3) keeps the spread of values and of slopes alike from layer to layer: Glorot and Bengio (2010), for relu times sqrt 2
(He et al. 2015), for the sigmoid times 4, whose slope is at most 1/4. The output layer has gain 1.

Departures from the slides: their indices run from 0 for z only; x_0 = 1 as well (E-002-04).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from labkit.core import inputs
from labkit.learners.network.activations import Activation


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of the layers, inputs first, outputs last."""

    sizes: tuple[int, ...]

    def __post_init__(self):
        for size in self.sizes:
            inputs.number("sizes", size, least=1, whole=True, why="a layer without units lets nothing through")
        if len(self.sizes) < 2:
            raise ValueError(f"sizes: expected inputs and outputs at least, got {self.sizes!r}; name both")

    @property
    def matrices(self) -> list[tuple[int, int]]:
        """The shape of each layer's matrix."""
        return [(1 + senders, receivers) for senders, receivers in pairwise(self.sizes)]

    @property
    def free_parameters(self) -> int:
        """How many weights there are, biases included."""
        return sum(rows * columns for rows, columns in self.matrices)  # (2)

    def layers(self, w: np.ndarray) -> list[np.ndarray]:
        """Each layer's matrix (1), as a view into w."""
        views, first = [], 0
        for rows, columns in self.matrices:
            views.append(w[first : first + rows * columns].reshape(rows, columns))
            first += rows * columns
        return views

    def joined(self, layers: Sequence, name: str = "layers") -> np.ndarray:
        """w from the matrices of the layers."""
        given = [inputs.matrix(V, name=name) for V in layers] if isinstance(layers, list | tuple) else []
        if [V.shape for V in given] != self.matrices:
            got = [V.shape for V in given] if given else repr(layers)
            raise ValueError(
                f"{name}: expected a list of matrices of the shapes {self.matrices} (a row for the bias, then one for "
                f"each unit that sends; a column for each that receives), got {got}; pass these"
            )
        return np.concatenate([V.ravel() for V in given]).astype(float)

    def without_biases(self, value: float) -> np.ndarray:
        """A vector like w that has this value for each weight, 0 for each bias."""
        w = np.full(self.free_parameters, float(value))
        for V in self.layers(w):
            V[0] = 0.0
        return w

    def start(self, activation: Activation, rng: np.random.Generator) -> np.ndarray:
        """Random first weights."""
        w = np.zeros(self.free_parameters)
        layers = self.layers(w)
        for V in layers:
            gain = 1.0 if V is layers[-1] else activation.gain
            reach = gain * (6 / (len(V) - 1 + V.shape[1])) ** 0.5
            V[1:] = rng.uniform(-reach, reach, (len(V) - 1, V.shape[1]))  # (3)
        return w
