import numpy as np
import pytest

from labkit.learners.network.activations import ACTIVATIONS, activation
from tests.golden import close, golden


def test_sigmoid_and_its_slope_have_the_lecture_s_values():  # I-002-022
    s = activation("sigmoid")
    values = [*s.value(np.array([0.0, 1.0, -2.0])), s.slope(s.value(np.array([1.0])))[0]]
    assert close(np.array(values), golden("MLP-06"))


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_slope_read_off_the_output_is_the_derivative(name):
    g, a = activation(name), np.array([-3.0, -0.7, -0.01, 0.02, 0.4, 2.5])
    slope = (g.value(a + 1e-6) - g.value(a - 1e-6)) / 2e-6
    np.testing.assert_allclose(g.slope(g.value(a)), slope, atol=1e-8)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_value_can_be_written_in_place(name):
    g, a = activation(name), np.array([[-1.0, 0.0, 2.0]])
    expected = g.value(a)
    g.value(a, out=a)
    np.testing.assert_array_equal(a, expected)


def test_tanh_is_a_stretched_sigmoid():
    a = np.linspace(-4, 4, 9)
    np.testing.assert_allclose(activation("tanh").value(a), 2 * activation("sigmoid").value(2 * a) - 1, atol=1e-15)


def test_relu_is_flat_at_its_kink():
    assert activation("relu").slope(np.array([0.0]))[0] == 0


@pytest.mark.parametrize("name", ["sigmoid", "tanh"])
def test_large_sums_do_not_overflow(name):
    g = activation(name)
    np.testing.assert_array_equal(g.slope(g.value(np.array([-1e100, 1e100]))), [0, 0])


def test_unknown_activation_is_refused():
    with pytest.raises(ValueError, match="activation: expected one of 'sigmoid', 'tanh', 'relu', 'identity', got 'x'"):
        activation("x")
