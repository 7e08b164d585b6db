import numpy as np
import pytest

from labkit.learners.network.activations import ACTIVATIONS, MANY_CLASSES, NUMBER, TWO_CLASSES, activation
from labkit.learners.network.objective import Architecture, NetworkObjective
from labkit.learners.network.passes import forward
from labkit.learners.network.shape import Shape

OUTPUTS = {"number": (NUMBER, 1), "two": (TWO_CLASSES, 1), "many": (MANY_CLASSES, 3)}
DEPTHS = [(), (4,), (5, 3), (3, 4, 2)]


def problem(kind, hidden=(4,), name="tanh", n=12, lam=0.3, seed=0):
    """(objective, w) of random examples."""
    rng = np.random.default_rng(seed)
    output, k = OUTPUTS[kind]
    network = Architecture(Shape((2, *hidden, k)), activation(name), output)
    X = np.column_stack([np.ones(n), rng.normal(size=(n, 2))])
    y = rng.integers(0, 2 if k == 1 else 3, n)
    targets = {"number": rng.normal(size=(n, 1)), "two": y[:, None] * 1.0, "many": np.eye(3)[y]}[kind]
    objective = NetworkObjective(network, X, targets, network.shape.without_biases(lam))
    return objective, rng.normal(size=network.shape.free_parameters)


def numerical(f, w, h=1e-6):
    return np.array([(f(w + h * e) - f(w - h * e)) / (2 * h) for e in np.eye(len(w))])


@pytest.mark.parametrize("kind", OUTPUTS)
@pytest.mark.parametrize("hidden", DEPTHS, ids=str)
@pytest.mark.parametrize("name", ACTIVATIONS)
def test_gradient_is_the_numerical_one(kind, hidden, name):  # I-002-033
    objective, w = problem(kind, hidden, name)
    slopes = numerical(lambda w: objective.at(w).value, w)
    np.testing.assert_allclose(objective.at(w).gradient, slopes, rtol=1e-6, atol=1e-7)


def plain_loss(kind, a, t):
    """Of one example, by its definition."""
    if kind == "number":
        return (a[0] - t[0]) ** 2 / 2
    if kind == "two":
        y = 1 / (1 + np.exp(-a[0]))
        return -t[0] * np.log(y) - (1 - t[0]) * np.log(1 - y)
    y = np.exp(a) / np.exp(a).sum()
    return -sum(t[k] * np.log(y[k]) for k in range(3))


@pytest.mark.parametrize("kind", OUTPUTS)
def test_value_is_the_sum_of_losses_and_the_penalty_without_biases(kind):
    objective, w = problem(kind, lam=0.3)
    layers = objective.network.shape.layers(w)
    a = forward(layers, objective.X.T, objective.network.activation)[-1]
    losses = [plain_loss(kind, a[:, n], objective.targets[n]) for n in range(12)]
    penalty = 0.15 * sum(float((V[1:] ** 2).sum()) for V in layers)
    assert objective.at(w).value == pytest.approx(sum(losses) + penalty)
    assert objective.at(w).loss == pytest.approx(np.mean(losses))


@pytest.mark.parametrize("kind", OUTPUTS)
def test_parts_add_up_to_the_whole(kind):  # I-002-031
    objective, w = problem(kind)
    parts = [objective.part(np.arange(first, first + 4)).at(w) for first in (0, 4, 8)]
    assert np.mean([part.value for part in parts]) == pytest.approx(objective.at(w).value / 12)
    np.testing.assert_allclose(np.mean([part.gradient for part in parts], axis=0), objective.at(w).gradient / 12)


@pytest.mark.parametrize("kind", OUTPUTS)
@pytest.mark.parametrize("hidden", DEPTHS, ids=str)
def test_hessian_is_gauss_and_newton_s(kind, hidden, monkeypatch):
    """D'BD with D by differences of the outputs, B by those of the deltas; in blocks of a few examples."""
    monkeypatch.setattr("labkit.learners.blocks.BLOCK", 200)
    objective, w = problem(kind, hidden)
    network = objective.network

    def outputs(w):
        return forward(network.shape.layers(w), objective.X.T, network.activation)[-1]

    D = numerical(outputs, w)  # (weights, outputs, examples)
    a = outputs(w)
    H = np.diag(objective.lams)
    for n in range(12):
        B = numerical(lambda each: network.output.values(each[:, None])[:, 0], a[:, n])
        H = H + D[:, :, n] @ B @ D[:, :, n].T
    np.testing.assert_allclose(objective.at(w).hessian, H, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("kind", OUTPUTS)
def test_hessian_without_hidden_layers_is_exact(kind):
    objective, w = problem(kind, ())
    H = numerical(lambda w: objective.at(w).gradient, w)
    np.testing.assert_allclose(objective.at(w).hessian, H, rtol=1e-6, atol=1e-6)


def test_losses_of_certain_outputs_neither_overflow_nor_vanish_wrongly():
    a, t = np.array([[800.0, -800.0, 800.0]]), np.array([[1.0, 0.0, 0.0]])
    np.testing.assert_allclose(TWO_CLASSES.losses(a, t), [0, 0, 800])
    scores, own = np.array([[900.0, 0.0], [0.0, 900.0]]), np.array([[1.0, 1.0], [0.0, 0.0]])
    np.testing.assert_allclose(MANY_CLASSES.losses(scores, own), [0, 900])


def test_point_computes_nothing_before_it_is_asked():
    objective, w = problem("two")
    assert set(vars(objective.at(w))) == {"objective", "w"}
