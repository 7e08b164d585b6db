"""A few examples at a time: stochastic gradients and Adam, against a plain loop and against scikit-learn's Adam."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.neural_network._stochastic_optimizers import AdamOptimizer

from labkit.learners.descent.moves import descend
from labkit.learners.descent.objective import PlainObjective
from labkit.learners.descent.schedules import Decay
from labkit.learners.descent.step import downhill
from labkit.learners.descent.stochastic import Adam, StochasticGradient, batches
from labkit.learners.least_squares.objective import SquaredLoss

RNG = np.random.default_rng(3)
X = RNG.normal(size=(40, 3))
Y = X @ [1.0, -2.0, 0.5] + RNG.normal(0, 0.3, 40)
BOTH = pytest.mark.parametrize("kind", [StochasticGradient, Adam])


def loss():
    return SquaredLoss(X, Y, np.full(3, 2.0))


def gradient(w, rows):
    """Of the mean over these rows."""
    A, y = X[rows], Y[rows]
    return (A @ w - y) @ A / len(rows) + 2.0 * w / len(X)


def walked(objective, optimiser, start, budget):
    return list(descend(objective, optimiser, np.asarray(start, dtype=float), tolerance=1e-9, budget=budget))


def test_momentum_is_that_of_a_plain_loop():
    optimiser = StochasticGradient(rate=0.2, batch=7, momentum=0.8, schedule="1/sqrt k", seed=5)
    moves = walked(loss(), optimiser, [1, 1, 1], 30)[1:-1]
    w, before = np.ones(3), np.ones(3)
    for k, move in enumerate(moves, start=1):
        w, before = w - 0.2 / np.sqrt(k) * gradient(w, move.rows) + 0.8 * (w - before), w
        np.testing.assert_allclose(move.point.w, w, atol=1e-12)


def test_adam_is_that_of_scikit_learn():
    optimiser = Adam(rate=0.05, batch=8, beta1=0.8, beta2=0.95, seed=2)
    w = [np.ones(3)]
    theirs = AdamOptimizer(w, learning_rate_init=0.05, beta_1=0.8, beta_2=0.95, epsilon=1e-8)
    for move in walked(loss(), optimiser, [1, 1, 1], 60)[1:-1]:
        theirs.update_params(w, [gradient(w[0], move.rows)])
        np.testing.assert_allclose(move.point.w, w[0], rtol=1e-6)


def test_adam_moves_every_weight_by_its_rate_at_first_however_steep_it_is():
    steep = PlainObjective(lambda w: w @ [1e6, 1e-4], lambda w: np.array([1e6, 1e-4]))
    steep.examples, steep.part = 1, lambda rows: steep
    first = walked(steep, Adam(rate=0.01, batch=1), [0, 0], 1)[1]
    np.testing.assert_allclose(first.point.w, [-0.01, -0.01], rtol=1e-3)


@pytest.mark.parametrize(
    "optimiser",
    [
        StochasticGradient(rate=1.0, batch=8, schedule="1/sqrt k"),
        StochasticGradient(rate=0.1, batch=8, momentum=0.9, schedule=Decay(0.5, every=200)),
        Adam(rate=0.1, batch=8, schedule="1/sqrt k"),
        Adam(rate=0.1, batch=8, schedule=Decay(0.5, every=200)),
    ],
    ids=repr,
)
def test_falling_rate_arrives_where_scipy_does(optimiser):
    best = minimize(lambda w: loss().at(w).value, np.zeros(3), method="BFGS")
    end = walked(loss(), optimiser, [3, 3, 3], 3000)[-1].point
    np.testing.assert_allclose(end.w, best.x, atol=0.02)


@BOTH
def test_epoch_sees_every_example_once_in_a_new_order(kind):
    moves = walked(loss(), kind(batch=16), [0, 0, 0], 6)[1:-1]
    assert [len(move.rows) for move in moves] == [16, 16, 8] * 2
    epochs = [np.concatenate([move.rows for move in part]) for part in (moves[:3], moves[3:])]
    assert all(sorted(epoch) == list(range(40)) for epoch in epochs)
    assert list(epochs[0]) != list(epochs[1])
    assert not moves[0].rows.flags.writeable


def test_batches_keep_the_order_where_they_are_not_shuffled():
    rows = batches(5, 2, shuffled=False, seed=0)
    assert [next(rows).tolist() for _ in range(4)] == [[0, 1], [2, 3], [4], [0, 1]]


@BOTH
def test_whole_objective_is_asked_only_where_the_reader_asks(kind):
    asked = []

    class Counting:
        examples, scale, smoothness = 40, 1.0, None

        def at(self, w):
            asked.append(0)
            point = loss().at(w)
            return PlainObjective(lambda w: asked.append(1) or point.value, lambda w: point.gradient).at(w)

        def part(self, rows):
            return loss().part(rows)

    moves = kind(batch=10).moves(Counting(), loss().at(np.zeros(3)))
    ten = [next(moves) for _ in range(10)]
    assert asked == [0] * 10
    assert ten[3].point.value == ten[3].point.value
    assert asked.count(1) == 1


@BOTH
def test_same_seed_is_the_same_story(kind):
    one, two, other = (downhill(loss(), kind(seed=s), [0.0, 0.0, 0.0], max_iterations=20) for s in (4, 4, 5))
    np.testing.assert_array_equal(one[-1].w, two[-1].w)
    assert (one[-1].w != other[-1].w).any()


@pytest.mark.parametrize("optimiser", [StochasticGradient(rate=1e9), Adam(rate=1e101)], ids=repr)
def test_divergence_is_said_with_its_iteration_and_the_weights_from_before_are_kept(optimiser):
    trace = downhill(loss(), optimiser, [0.0, 0.0, 0.0], max_iterations=500)
    assert trace[-1].reason.startswith(f"diverged at iteration {trace[-1].iteration + 1}, ")
    assert np.isfinite(trace[-1].w).all()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Adam(rate=0), "rate: expected a number > 0"),
        (lambda: Adam(batch=2.5), "batch: expected a whole number >= 1"),
        (lambda: Adam(beta1=1.0), "beta1: expected a number >= 0 and < 1"),
        (lambda: Adam(beta2=-0.1), "beta2: expected a number >= 0 and < 1"),
        (lambda: Adam(epsilon=0.0), "epsilon: expected a number > 0"),
        (lambda: Adam(shuffled=2), "shuffled: expected one of False, True"),
        (lambda: StochasticGradient(momentum=1.5), "momentum: expected a number >= 0 and < 1"),
        (lambda: StochasticGradient(seed=-1), "seed: expected a whole number >= 0"),
    ],
)
def test_bad_settings_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()
