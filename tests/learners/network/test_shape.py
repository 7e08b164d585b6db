import numpy as np
import pytest

from labkit.learners.network.activations import ACTIVATIONS, activation
from labkit.learners.network.shape import Shape
from tests.golden import close, golden


def test_digit_network_has_the_lecture_s_number_of_parameters():  # I-002-022
    assert close(Shape((784, 16, 10)).free_parameters, golden("MLP-05"))


def test_layers_are_views_into_one_vector():
    shape, w = Shape((2, 3, 1)), np.arange(13.0)
    first, second = shape.layers(w)
    assert first.shape == (3, 3)
    assert second.shape == (4, 1)
    second[0] = -1.0
    assert w[9] == -1.0
    np.testing.assert_array_equal(shape.joined([first, second]), w)


def test_without_biases_marks_all_other_weights():
    marked = Shape((2, 3, 1)).without_biases(0.5)
    np.testing.assert_array_equal(marked, [0, 0, 0, *[0.5] * 6, 0, *[0.5] * 3])


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_start_keeps_the_spread_of_values_from_layer_to_layer(name):
    """Glorot's and He's rules: neither do values vanish on the way, nor do they explode."""
    g, shape = activation(name), Shape((300, 300, 300, 300, 1))
    z = np.random.default_rng(1).normal(size=(300, 50))
    for V in shape.layers(shape.start(g, np.random.default_rng(0)))[:-1]:
        assert not V[0].any()
        z = g.value(V[1:].T @ z)
    assert 0.1 < z.std() < 2


def test_start_is_the_same_for_the_same_seed():
    shape, g = Shape((4, 5, 2)), activation("tanh")
    one, other, third = (shape.start(g, np.random.default_rng(seed)) for seed in (3, 3, 4))
    np.testing.assert_array_equal(one, other)
    assert not np.array_equal(one, third)


@pytest.mark.parametrize("sizes", [(2, 0, 1), (0, 1), (2, -1, 1), (2, 1.5, 1)])
def test_layer_without_units_is_refused(sizes):
    with pytest.raises(ValueError, match="sizes: expected a whole number >= 1"):
        Shape(sizes)


def test_network_needs_inputs_and_outputs():
    with pytest.raises(ValueError, match="sizes: expected inputs and outputs at least, got \\(3,\\)"):
        Shape((3,))


@pytest.mark.parametrize("layers", [[np.zeros((3, 3))], [np.zeros((2, 3)), np.zeros((4, 1))], "no", 3, None, []])
def test_matrices_of_another_shape_are_refused(layers):
    with pytest.raises(ValueError, match=r"layers: expected a list of matrices of the shapes \[\(3, 3\), \(4, 1\)\]"):
        Shape((2, 3, 1)).joined(layers)
