import numpy as np
import pytest

from labkit.core import data
from labkit.learners import NeuralNetwork, RegressionNetwork
from labkit.learners.grid import points
from labkit.learners.network.model import BLOCK, by_hand, measured, plain


def blobs(classes=3):
    X, y = data.blobs(90, spread=0.3, seed=1)
    return (X, y) if classes == 3 else (X[y < 2], y[y < 2])


def test_network_by_hand_computes_the_formula():  # I-002-031
    rng = np.random.default_rng(0)
    V, w, X = rng.normal(size=(3, 4)), rng.normal(size=(5, 1)), rng.normal(size=(9, 2))
    expected = w[0] + np.tanh(V[0] + X @ V[1:]) @ w[1:]
    np.testing.assert_allclose(by_hand([V, w], "tanh").predict(X), expected[:, 0])


def test_layers_can_be_exchanged():  # I-002-031: editable weights
    model = by_hand([[[0.0], [1.0]], [[0.0], [1.0]]], "identity")
    assert model.with_layers([[[1.0], [2.0]], [[3.0], [4.0]]]).predict([[5.0]])[0] == 3 + 4 * (1 + 2 * 5)
    with pytest.raises(ValueError, match="layers: expected a list of matrices"):
        model.with_layers([[[1.0]]])


def test_many_cases_are_answered_block_by_block():
    model = NeuralNetwork(max_epochs=2).fit(*blobs()).model_
    X = np.random.default_rng(0).normal(size=(2 * BLOCK + 7, 2))
    together = model.predict_proba(X)
    np.testing.assert_allclose(np.vstack([model.predict_proba(X[k : k + 1]) for k in range(0, len(X), 97)]),
                               together[::97])  # fmt: skip
    np.testing.assert_allclose(together.sum(axis=1), 1)


@pytest.mark.parametrize("classes", [2, 3])
def test_grid_is_the_decision_on_the_grid(classes):
    model = NeuralNetwork(max_epochs=20).fit(*blobs(classes)).model_
    x, y = np.linspace(-2, 2, 7), np.linspace(-1, 1, 5)
    indices, score = model.class_grid(x, y), model.score_grid(x, y)
    said = model.predict(points(x, y)).reshape(5, 7)
    np.testing.assert_array_equal(model.classes[indices], said)
    assert score is None if classes == 3 else np.array_equal(score > 0, indices == 1)


def test_grid_of_numbers_is_the_prediction():
    X, y = blobs()
    model = RegressionNetwork(max_epochs=5).fit(X, y).model_
    assert model.number_grid(np.array([0.5]), np.array([1.0, 2.0]))[1, 0] == model.predict([[0.5, 2.0]])[0]


def test_probabilities_of_two_classes_follow_the_score():
    X, y = blobs(2)
    model = NeuralNetwork(max_epochs=20).fit(X, y).model_
    p, score = model.predict_proba(X), model.decision_function(X)
    np.testing.assert_allclose(np.log(p[:, 1] / p[:, 0]), score)
    np.testing.assert_array_equal(model.predict(X), (score > 0).astype(int))


def test_lines_of_hidden_units_are_where_their_sums_vanish():
    X, y = blobs()
    model = NeuralNetwork(hidden=(5,), max_epochs=20).fit(X * [1, 100] + [0, 5], y).model_
    normals, offsets = model.lines
    for j, (normal, offset) in enumerate(zip(normals, offsets, strict=True)):
        on_the_line = -offset * normal / (normal @ normal) + np.array([[0.0], [3.0]]) * [-normal[1], normal[0]]
        np.testing.assert_allclose(model.forward(on_the_line)[0].a[:, j], 0, atol=1e-9)


def test_last_layer_is_linear_in_the_hidden_space():  # I-001-003
    X, y = blobs(2)
    model = NeuralNetwork(hidden=(4, 3), max_epochs=20).fit(X, y).model_
    w = model.layers[-1][:, 0]
    assert model.hidden(X).shape == (60, 3)
    np.testing.assert_allclose(w[0] + model.hidden(X) @ w[1:], model.decision_function(X))


def test_forward_and_backward_show_every_layer():
    X, y = blobs()
    model = NeuralNetwork(hidden=(4, 3), max_epochs=20).fit(X, y).model_
    layers = model.backward(X, y)
    assert [layer.a.shape for layer in layers] == [(90, 4), (90, 3), (90, 3)]
    for there, back in zip(model.forward(X), layers, strict=True):
        np.testing.assert_array_equal(there.z, back.z)
        assert there.delta is None
    np.testing.assert_allclose(layers[1].z, np.tanh(layers[1].a))
    np.testing.assert_allclose(layers[-1].z, model.predict_proba(X))
    np.testing.assert_allclose(layers[-1].delta, model.predict_proba(X) - np.eye(3)[y])
    np.testing.assert_allclose(layers[-1].gradient[0], layers[-1].delta.mean(axis=0))


def test_backward_gives_the_slope_of_the_mean_loss():
    X, y = blobs()
    model = NeuralNetwork(hidden=(3,), max_epochs=5).fit(X, y).model_

    def loss(w):
        layers = model.network.shape.layers(w)
        p = model.with_layers(layers).predict_proba(X)
        return -np.log(p[np.arange(90), y]).mean()

    slopes = np.concatenate([layer.gradient.ravel() for layer in model.backward(X, y)])
    h = 1e-6
    expected = [(loss(model.w + h * e) - loss(model.w - h * e)) / (2 * h) for e in np.eye(len(model.w))]
    np.testing.assert_allclose(slopes, expected, atol=1e-8)


@pytest.mark.parametrize("X", [[0.5, -1.0], [[0.5]], [[1.0, 2.0, 3.0]]], ids=str)
def test_cases_of_another_form_are_refused(X):
    """One number for two features would else be taken for both."""
    model = NeuralNetwork(max_epochs=1).fit(*blobs()).model_
    for ask in (model.predict, model.forward, model.hidden):
        with pytest.raises(ValueError, match=r"X: expected cases of 2 numbers each, got shape .*; pass \[x\]"):
            ask(X)
    with pytest.raises(ValueError, match="expected one target per example, got X with 2 rows and y with"):
        model.backward([[0.5, 1.0], [1.0, 1.0]], [1])


def test_network_by_hand_needs_a_layer():
    with pytest.raises(ValueError, match=r"sizes: expected inputs and outputs at least, got \(\)"):
        by_hand([])


def test_free_parameters_are_all_weights():
    assert NeuralNetwork(hidden=(5, 4), max_epochs=1).fit(*blobs()).model_.free_parameters == 15 + 24 + 15


def test_scale_measures_in_standard_deviations_and_back():
    X = np.random.default_rng(0).normal([1e6, -3.0], [1e-3, 50.0], (200, 2))
    scale = measured(X)
    np.testing.assert_allclose(scale.of(X).std(axis=0), 1)
    np.testing.assert_allclose(scale.of(X).mean(axis=0), 0, atol=1e-6)
    np.testing.assert_allclose(scale.back(scale.of(X)), X)
    np.testing.assert_array_equal(plain(2).of(X), X)


def test_scale_takes_what_varies_by_rounding_alone_for_constant():
    X = np.array([[0.1 + 0.2, 7.0], [0.3, 7.0]])
    np.testing.assert_array_equal(measured(X).spread, [1, 1])
