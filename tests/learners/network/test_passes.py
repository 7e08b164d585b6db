"""Also I-002-031, I-002-032 (MLP-01 has no published value)."""

import numpy as np
import pytest

from labkit.learners.network.activations import ACTIVATIONS, activation
from labkit.learners.network.passes import backward, forward, gradients, printed_deltas, sums
from labkit.learners.network.shape import Shape
from tests.golden import close, golden

V = np.array([[0.1, -0.2], [0.4, 0.3], [-0.5, 0.2]])
W = np.array([[0.3], [0.7], [-0.6]])
X = np.array([[1.0], [0.5], [-1.0]])
TARGET, RATE = 1.0, 0.5
SIGMOID = activation("sigmoid")


def lecture():
    values = forward([V, W], X, SIGMOID)
    delta = values[-1] - TARGET
    deltas = backward([V, W], values, delta, SIGMOID)
    slopes = [np.empty_like(V), np.empty_like(W)]
    gradients(values, deltas, slopes)
    return values, deltas, slopes


def test_gradients_are_the_lecture_s():  # I-002-033
    _, _, (into_hidden, into_output) = lecture()
    assert close(into_output[:, 0], golden("MLP-02"))
    assert close(into_hidden, golden("MLP-03"))


def test_deltas_of_the_slide_use_weights_that_have_moved():  # I-002-034, E-002-02
    values, deltas, _ = lecture()
    printed = printed_deltas([V, W], values, deltas[-1], SIGMOID, RATE)
    assert close(np.array([deltas[0][:, 0], printed[0][:, 0]]), golden("MLP-04"))


def test_printed_deltas_are_not_the_gradient():  # E-002-02
    def loss(v):
        return 0.5 * float((forward([v, W], X, SIGMOID)[-1] - TARGET)[0, 0]) ** 2

    h = 1e-6
    slopes = [(loss(V + h * e) - loss(V - h * e)) / (2 * h) for e in (np.eye(6)[k].reshape(3, 2) for k in (0, 1))]
    values, deltas, _ = lecture()
    printed = printed_deltas([V, W], values, deltas[-1], SIGMOID, RATE)
    np.testing.assert_allclose(deltas[0][:, 0], slopes, atol=1e-9)
    np.testing.assert_allclose(np.abs(printed[0][:, 0] - slopes).max(), 0.017, atol=5e-4)


def test_forward_pass_is_the_dictionary_of_learned_functions():  # I-002-008, E-002-15
    rng = np.random.default_rng(0)
    v, w, x = rng.normal(size=(3, 5)), rng.normal(size=(6, 1)), rng.normal(size=(2, 7))
    outputs = forward([v, w], np.vstack([np.ones(7), x]), SIGMOID)[-1][0]
    for n in range(7):
        basis = [1 / (1 + np.exp(-(v[0, j] + v[1, j] * x[0, n] + v[2, j] * x[1, n]))) for j in range(5)]
        assert outputs[n] == pytest.approx(w[0, 0] + sum(w[1 + j, 0] * basis[j] for j in range(5)))


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_passes_agree_with_loops_over_units(name):
    """Every a, z, delta and slope of a deep network, for one example, by plain loops."""
    g, rng = activation(name), np.random.default_rng(1)
    shape = Shape((3, 4, 2, 3, 2))
    layers = shape.layers(rng.normal(size=shape.free_parameters))
    x, delta = rng.normal(size=3), rng.normal(size=2)
    z, a = [[1.0, *x]], []
    for V in layers:
        a.append([sum(V[i, j] * z[-1][i] for i in range(len(V))) for j in range(V.shape[1])])
        z.append([1.0, *(float(g.value(np.float64(each))) for each in a[-1])])
    deltas = [list(delta)]
    for layer in range(len(layers) - 1, 0, -1):
        into, units = layers[layer], range(1, len(layers[layer]))
        back = [sum(into[j, k] * deltas[0][k] for k in range(into.shape[1])) for j in units]
        deltas.insert(0, [float(g.slope(np.float64(z[layer][j]))) * back[j - 1] for j in units])
    values = forward(layers, np.array([[1.0, *x]]).T, g)
    np.testing.assert_allclose(values[-1][:, 0], a[-1])
    for ours, theirs in zip(sums(layers, values), a, strict=True):
        np.testing.assert_allclose(ours[:, 0], theirs)
    found = backward(layers, values, delta[:, None], g)
    slopes = shape.layers(np.empty(shape.free_parameters))
    gradients(values, found, slopes)
    for k, theirs in enumerate(deltas):
        np.testing.assert_allclose(found[k][:, 0], theirs, atol=1e-12)
        np.testing.assert_allclose(slopes[k], np.outer(z[k], theirs), atol=1e-12)
