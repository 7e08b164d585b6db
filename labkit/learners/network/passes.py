"""Forward through the layers, and backward with what was wrong.

Lecture 13; deck 002 "Backpropagation Training of MLP Networks", "Backpropagation training: (a) forward pass; (b)
backward pass". Inventory: I-002-008, I-002-031, I-002-032, I-002-033, I-002-034.

    a_j = sum over i of V_ij z_i         z_0 = 1; the first layer's z are the inputs x               (1)
    z_j = g(a_j)                         of a hidden unit; the outputs stay sums                     (2)
    delta_k = y_k - t_k                  of an output, see ``activations``                               (3)
    delta_j = g'(a_j) sum over k of W_jk delta_k      of a hidden unit: W leads on to the next layer (4)
    dL/dV_ij = z_i delta_j                                                                           (5)

One hidden layer and one output make the dictionary f = w_0 + sum over j of w_j g(x, v_j), whose basis functions g(x, v)
are learned along with their weights w. All W in (4) are those of the forward pass.

Arrays have a row for each unit, in front one for the constant 1 where they are sent on, and a column for each example:
one product of matrices is (1) for a whole layer and all examples.

symbol      name here                             symbol     name here
V, W        layers: matrices, biases first        delta      deltas
x, z        values: z[0] is x                     g          activation

Departures from the slides: they print W(k+1), the weights after the update, in (4), which is not the gradient
(E-002-02): ``printed_deltas`` does that. x_0 = 1 as well as z_0 (E-002-04), the sum of a dictionary has one index
(E-002-15), and dL stands where they have dR, the risk (E-002-03).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.learners.network.activations import Activation

Layers = Sequence[np.ndarray]


def forward(layers: Layers, x: np.ndarray, g: Activation) -> list[np.ndarray]:
    """What every layer sends on, x (with its constant 1) first; the outputs a, without a constant, last."""
    values = [x]
    for V in layers[:-1]:
        z = np.empty((1 + V.shape[1], x.shape[1]))
        z[0] = 1.0
        np.matmul(V.T, values[-1], out=z[1:])  # (1)
        g.value(z[1:], out=z[1:])  # (2)
        values.append(z)
    values.append(layers[-1].T @ values[-1])  # (1)
    return values


def sums(layers: Layers, values: Layers) -> list[np.ndarray]:
    """a of every unit, layer by layer."""
    return [V.T @ z for V, z in zip(layers, values, strict=False)]  # (1)


def backward(layers: Layers, values: Layers, delta: np.ndarray, g: Activation) -> list[np.ndarray]:
    """delta of every unit, layer by layer; ``delta`` is that of the outputs."""
    deltas = [delta]
    for W, z in zip(layers[:0:-1], values[-2:0:-1], strict=True):
        delta = W[1:] @ delta if len(delta) > 1 else W[1:] * delta  # a sum of one term: quicker so
        delta *= g.slope(z[1:])  # (4)
        deltas.append(delta)
    return deltas[::-1]


def gradients(values: Layers, deltas: Layers, out: Layers) -> None:
    """The slope of L along every weight, summed over the examples, written into the matrices ``out``."""
    for z, delta, slope in zip(values, deltas, out, strict=False):
        np.matmul(z, delta.T, out=slope)  # (5)


def printed_deltas(layers: Layers, values: Layers, delta: np.ndarray, g: Activation, rate: float) -> list[np.ndarray]:
    """As on the slide: every layer moves before its weights are used in (4)."""
    deltas = [delta]
    for W, z in zip(layers[:0:-1], values[-2:0:-1], strict=True):
        moved = W - rate * (z @ deltas[-1].T)  # W(k+1)
        deltas.append((moved[1:] @ deltas[-1]) * g.slope(z[1:]))
    return deltas[::-1]
