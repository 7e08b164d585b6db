"""A network with its weights: numbers, or classes with their probabilities.

Lecture 13; deck 002 "Multilayer Perceptron (MLP) network", "Optimization in predictive learning", deck 001 "XOR
Problem". Inventory: I-001-003, I-002-008, I-002-022, I-002-031.

    v_0j + sum over i of v_ij x_i = 0        where hidden unit j of the first layer changes sides    (1)
    z(x)                                     the hidden space: where the last hidden layer puts x    (2)
    f(x) = w_0 + sum over j of w_j z_j(x)    in it everything is linear                              (3)
    x -> (x - centre) / spread               the units in which a network sees its features          (4)

A network folds its inputs until a hyperplane of the hidden space is enough: XOR's four points, for example. A unit sums
what comes in, so a feature in grams counts a thousand times as much as one in kilograms, and far from 0 every sigmoid
is flat; by (4) all features are of one size. One that varies by less than 1e-12 of its size counts as constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from labkit.core import inputs
from labkit.core.frames import cases
from labkit.learners.blocks import in_blocks
from labkit.learners.grid import ClassGrids, image, points
from labkit.learners.linear import augmented
from labkit.learners.network.activations import NUMBER
from labkit.learners.network.activations import activation as named
from labkit.learners.network.objective import Architecture
from labkit.learners.network.passes import backward, forward, gradients, sums
from labkit.learners.network.shape import Shape
from labkit.learners.probability import sigmoid, softmax

BLOCK = 2**10  # cases at a time, whose values stay in the cache
CONSTANT = 1e-12  # of the largest value: what varies less is rounding


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """A centre and a spread for every column."""

    centre: np.ndarray
    spread: np.ndarray

    def of(self, X: np.ndarray) -> np.ndarray:
        """X in these units."""
        return (X - self.centre) / self.spread  # (4)

    def back(self, values: np.ndarray) -> np.ndarray:
        """In the units that X came in."""
        return values * self.spread + self.centre


def plain(columns: int) -> Scale:
    """As the numbers come."""
    return Scale(inputs.frozen(np.zeros(columns)), inputs.frozen(np.ones(columns)))


def measured(X: np.ndarray) -> Scale:
    """By the mean and the standard deviation of every column."""
    centre, spread = X.mean(axis=0), X.std(axis=0)
    varies = spread > CONSTANT * np.abs(X).max(axis=0)
    return Scale(inputs.frozen(centre), inputs.frozen(np.where(varies, spread, 1.0)))


@dataclass(frozen=True, slots=True, eq=False)
class LayerValues:
    """What happened in one layer, a row for each case: sums a, values z; on the way back deltas and slopes."""

    a: np.ndarray  # (cases, units)
    z: np.ndarray  # (cases, units), of the output layer what the outputs mean
    delta: np.ndarray | None = None  # (cases, units)
    gradient: np.ndarray | None = None  # of the mean loss along the weights that lead into the layer, biases first


@dataclass(frozen=True, slots=True, eq=False)
class Multilayer:
    """What the two kinds below share."""

    w: np.ndarray  # all weights
    network: Architecture
    features: Scale

    @property
    def layers(self) -> tuple[np.ndarray, ...]:
        """The matrices of the weights, biases first: views into w."""
        return tuple(self.network.shape.layers(self.w))

    @property
    def free_parameters(self) -> int:
        """How many weights there are, biases included."""
        return len(self.w)

    def with_layers(self, layers: Sequence, name: str = "layers") -> Self:
        """The same network with other weights; ``name`` is what a complaint calls them."""
        return self.moved(inputs.frozen(self.network.shape.joined(layers, name)))

    def moved(self, w: np.ndarray) -> Self:
        """The same network at w, which is kept as it is."""
        return replace(self, w=w)

    def entering(self, X) -> np.ndarray:
        """What the first layer gets: X in the network's units, with the constant 1 in front."""
        X, many = cases(X), len(self.features.centre)
        if X.ndim != 2 or X.shape[1] != many:
            raise ValueError(
                f"X: expected cases of {many} numbers each, got shape {X.shape}; pass [x] for a single one"
            )
        return augmented(self.features.of(X), 1.0)

    def values(self, X) -> list[np.ndarray]:
        """What every layer sends on, see ``passes.forward``."""
        return forward(self.layers, self.entering(X).T, self.network.activation)

    def scores(self, X) -> np.ndarray:
        """(cases, outputs): the sums of the last layer."""
        layers, g = self.layers, self.network.activation
        return in_blocks(lambda rows: forward(layers, rows.T, g)[-1].T, self.entering(X), 1, BLOCK)

    def hidden(self, X) -> np.ndarray:
        """(cases, units): X in the hidden space (2); without hidden layers X in the network's units."""
        return self.values(X)[-2][1:].T

    @property
    def lines(self) -> tuple[np.ndarray, np.ndarray]:
        """(normals, offsets) of the units of the first layer: each changes sides where normal'x + offset = 0."""
        V = self.layers[0]
        normals = V[1:].T / self.features.spread
        return normals, V[0] - normals @ self.features.centre  # (1)

    @property
    def unscaled(self) -> list[np.ndarray]:
        """The same layers (biases first) for X as it comes, outputs as they go: no units to be measured in."""
        layers, (normals, offsets) = [np.array(V) for V in self.layers], self.lines
        layers[0] = np.vstack([offsets, normals.T])
        layers[-1] = layers[-1] * self._output.spread
        layers[-1][0] += self._output.centre
        return layers

    @property
    def _output(self) -> Scale:
        """The units that the last sums are in."""
        return plain(self.layers[-1].shape[1])

    def forward(self, X) -> list[LayerValues]:
        """What every layer makes of X."""
        return self._layer_values(self.values(X))

    def backward(self, X, y) -> list[LayerValues]:
        """And what comes back from the answers y: the slopes of the mean loss, without a penalty."""
        values, targets = self.values(X), self.targets(y)
        inputs.same_length(X, targets)
        delta = self.network.output.values(values[-1]) - targets.T
        deltas = backward(self.layers, values, delta, self.network.activation)
        slopes = self.network.shape.layers(np.empty_like(self.w))
        gradients(values, deltas, slopes)
        layers = zip(self._layer_values(values), deltas, slopes, strict=True)
        return [replace(layer, delta=d.T, gradient=slope / len(targets)) for layer, d, slope in layers]

    def _layer_values(self, values: list[np.ndarray]) -> list[LayerValues]:
        z = [*(value[1:] for value in values[1:-1]), self.network.output.values(values[-1])]
        return [LayerValues(a.T, each.T) for a, each in zip(sums(self.layers, values), z, strict=True)]

    def targets(self, y) -> np.ndarray:
        """(cases, outputs): what the outputs should be for the answers y."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class NetworkPredictor(Multilayer):
    """A number."""

    numbers: Scale

    @property
    def _output(self) -> Scale:
        return self.numbers

    def predict(self, X) -> np.ndarray:
        return self.numbers.back(self.scores(X)[:, 0])  # (3)

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray:
        return image(self.predict(points(x, y, through)), x, y)

    def targets(self, y) -> np.ndarray:
        return self.numbers.of(inputs.numbers(y)[:, None])


@dataclass(frozen=True, slots=True, eq=False)
class NetworkModel(ClassGrids, Multilayer):
    """The class with the largest score, the first of equals; of two the second where its only score is above 0."""

    classes: np.ndarray

    def decision_function(self, X) -> np.ndarray:
        """Above 0 for the second class; of more classes a column each."""
        scores = self.scores(X)
        return scores[:, 0] if len(self.classes) == 2 else scores

    def predict(self, X) -> np.ndarray:
        return self.classes[self._places(self.decision_function(X))]

    def predict_proba(self, X) -> np.ndarray:
        """One column for each class."""
        scores = self.scores(X)
        return sigmoid(np.hstack([-scores, scores])) if len(self.classes) == 2 else softmax(scores)

    def targets(self, y) -> np.ndarray:
        y = np.asarray(y).ravel()
        unknown = ~np.isin(y, self.classes)
        if unknown.any():
            raise ValueError(
                f"y: expected one of {', '.join(map(repr, self.classes.tolist()))}, got {y[unknown].tolist()[0]!r}; "
                "take a class that was learned"
            )
        return indicators(self.classes.searchsorted(y), len(self.classes))

    def _places(self, scores: np.ndarray) -> np.ndarray:
        return (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)


def indicators(places: np.ndarray, classes: int) -> np.ndarray:
    """A column of 0 and 1 for two classes, one for each of more."""
    if classes == 2:
        return places[:, None].astype(float)
    return (places[:, None] == np.arange(classes)).astype(float)


def by_hand(layers: Sequence, activation: str = "sigmoid") -> NetworkPredictor:
    """A network for numbers from its matrices, biases first; inputs and outputs are taken as they are."""
    layers = [inputs.matrix(V, name="layers") for V in layers]
    shape = Shape((*(len(V) - 1 for V in layers[:1]), *(V.shape[1] for V in layers)))
    w = inputs.frozen(shape.joined(layers))
    return NetworkPredictor(w, Architecture(shape, named(activation), NUMBER), plain(shape.sizes[0]), plain(1))
