from itertools import pairwise

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_wine
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.utils._testing import ignore_warnings

from labkit.core import data
from labkit.learners import (
    LinearRegression,
    LogisticRegression,
    NeuralNetwork,
    RegressionNetwork,
    SoftmaxRegression,
)
from labkit.learners.descent.first_order import GradientDescent
from labkit.learners.descent.second_order import BFGS, LevenbergMarquardt
from labkit.learners.descent.stochastic import Adam, StochasticGradient
from labkit.learners.network.backpropagation import pass_steps

SOLVERS = ["adam", "momentum", "stochastic", "bfgs", "conjugate gradient", "line search", "levenberg-marquardt"]


XOR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), np.array([0, 1, 1, 0])


def waves(n=80, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, np.sin(2 * X[:, 0]) + X[:, 1]


# ---------------------------------------------------------------- what it learns


def test_two_hidden_units_learn_exclusive_or():  # I-001-003
    X, y = XOR
    learner = NeuralNetwork(hidden=(2,)).fit(X, y)
    np.testing.assert_array_equal(learner.predict(X), y)
    assert learner.model_.network.shape.sizes == (2, 2, 1)
    hidden = learner.last_step_.hidden
    folded = LogisticRegression(lam=1e-3).fit(hidden, y)
    np.testing.assert_array_equal(folded.predict(hidden), y)  # a line is enough in the hidden space
    assert LogisticRegression(lam=1e-3).fit(X, y).score(X, y) < 1


def test_which_minimum_is_found_depends_on_the_start():  # E-002-06, E-002-07
    X, y = XOR
    stuck = [seed for seed in range(12) if NeuralNetwork(hidden=(2,), seed=seed).fit(X, y).last_step_.mistakes]
    assert 0 < len(stuck) < 6, "a few stay with one mistake or two; another machine's rounding may choose others"
    longer = NeuralNetwork(hidden=(2,), seed=stuck[0], solver="bfgs", tolerance=1e-6, lam=1e-3, max_epochs=1000).fit(
        X, y
    )
    assert longer.last_step_.reason == "the gradient has vanished (below 1e-06)"
    assert longer.last_step_.mistakes, "a minimum, but not the least"


def test_digits_are_learned_by_sixteen_hidden_units():  # I-002-022
    X, y = load_digits(return_X_y=True)
    learner = NeuralNetwork(hidden=(16,), activation="sigmoid", max_epochs=30).fit(X[:1000], y[:1000])
    assert learner.model_.network.shape.sizes == (64, 16, 10)
    assert learner.score(X[1000:], y[1000:]) > 0.85


def test_network_of_the_slide_s_size_runs():  # I-002-022
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 256, (100, 784)).astype(float), np.arange(100) % 10
    learner = NeuralNetwork(hidden=(16,), activation="sigmoid", max_epochs=50).fit(X, y)
    assert learner.model_.free_parameters == 12730
    assert learner.score(X, y) == 1


@pytest.mark.parametrize("load", [load_breast_cancer, load_wine])
def test_shipped_data_are_learned_as_they_come(load):
    X, y = load(return_X_y=True)
    train = np.random.default_rng(0).permutation(len(y)) < 0.7 * len(y)
    assert NeuralNetwork(lam=0.1).fit(X[train], y[train]).score(X[~train], y[~train]) > 0.93


def test_diabetes_is_learned_about_as_well_as_by_least_squares():
    X, y = load_diabetes(return_X_y=True)
    train = np.random.default_rng(0).permutation(len(y)) < 0.7 * len(y)
    ours = RegressionNetwork(hidden=(8,), lam=20.0, max_epochs=100).fit(X[train], y[train]).score(X[~train], y[~train])
    assert ours > LinearRegression().fit(X[train], y[train]).score(X[~train], y[~train]) - 0.05


# ---------------------------------------------------------------- oracles


def their_start(sizes, name, seed=1):
    """The weights that scikit-learn draws, biases in front."""
    rng, layers = np.random.RandomState(seed), []
    for senders, receivers in pairwise(sizes):
        reach = np.sqrt((2 if name == "sigmoid" else 6) / (senders + receivers))
        V = rng.uniform(-reach, reach, (senders, receivers))
        layers.append(np.vstack([rng.uniform(-reach, reach, receivers), V]))
    return layers


@ignore_warnings(category=ConvergenceWarning)
@pytest.mark.parametrize("name", ["tanh", "relu", "sigmoid"])
@pytest.mark.parametrize("solver", ["adam", "sgd"])
@pytest.mark.parametrize("classes", [2, 3, None])
def test_weights_are_scikit_learn_s_after_the_same_updates(name, solver, classes):
    """From its start weights, in the order of the rows; its penalty is alpha over the batch, ours lam over all."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    number = np.sin(X[:, 0]) + X[:, 1]
    y = number if classes is None else np.digitize(number, np.quantile(number, np.arange(1, classes) / classes))
    kind, peer = (RegressionNetwork, MLPRegressor) if classes is None else (NeuralNetwork, MLPClassifier)
    theirs = peer(
        hidden_layer_sizes=(5, 4), activation="logistic" if name == "sigmoid" else name, solver=solver, alpha=0.02,
        batch_size=20, learning_rate_init=0.01, momentum=0.9, nesterovs_momentum=False, shuffle=False, max_iter=8,
        epsilon=1e-14, tol=0.0, random_state=1,
    ).fit(X, y)  # fmt: skip
    optimisers = {
        "adam": Adam(rate=0.01, batch=20, epsilon=1e-14, shuffled=False),
        "sgd": StochasticGradient(rate=0.01, batch=20, momentum=0.9, shuffled=False),
    }
    start = their_start((3, 5, 4, 3 if classes == 3 else 1), name)
    ours = kind(hidden=(5, 4), activation=name, solver=optimisers[solver], lam=0.02 * 60 / 20, scaled=False,
                start=start, max_epochs=8).fit(X, y)  # fmt: skip
    assert theirs.n_iter_ == ours.last_step_.epoch == 8
    for V, b, W in zip(ours.model_.layers, theirs.intercepts_, theirs.coefs_, strict=True):
        np.testing.assert_allclose(V, np.vstack([b, W]), rtol=1e-6, atol=1e-8)


def test_no_hidden_layer_is_logistic_regression():
    X, y = data.gaussians(80, seed=2)
    ours = NeuralNetwork(hidden=(), solver="bfgs", lam=0.5, scaled=False, tolerance=1e-9).fit(X, y)
    theirs = LogisticRegression(lam=0.5, tolerance=1e-10).fit(X, y)
    np.testing.assert_allclose(ours.model_.layers[0][:, 0], theirs.model_.w, atol=1e-6)


def test_no_hidden_layer_is_softmax_regression():
    X, y = data.blobs(90, spread=0.8, seed=2)
    ours = NeuralNetwork(hidden=(), solver="newton", lam=0.5, scaled=False, tolerance=1e-9).fit(X, y)
    theirs = SoftmaxRegression(lam=0.5, reference=None).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-6)


def test_no_hidden_layer_is_ridge_regression():
    X, y = waves()
    ours = RegressionNetwork(hidden=(), solver="bfgs", lam=3.0, scaled=False, tolerance=1e-10).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), LinearRegression(lam=3.0).fit(X, y).predict(X), atol=1e-6)


# ---------------------------------------------------------------- ways down


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_goes_down(solver):
    X, y = waves()
    trace = RegressionNetwork(hidden=(6,), solver=solver, max_epochs=150).trace(X, y)
    assert trace[-1].loss < 0.1 * trace[0].loss


@pytest.mark.parametrize("solver", ["bfgs", "conjugate gradient", "line search", "levenberg-marquardt"])
def test_solvers_that_search_never_go_up(solver):
    X, y = waves()
    values = (
        RegressionNetwork(hidden=(4,), solver=solver, lam=0.1, max_epochs=40)
        .trace(X, y)
        .curve(lambda step: step.point.value)
    )
    assert (np.diff(values) <= 0).all()


def test_gradient_that_vanishes_ends_the_story():  # I-002-036: monitor the gradient
    X, y = waves()
    full = RegressionNetwork(hidden=(3,), solver=BFGS(), lam=1.0, tolerance=1e-6, max_epochs=2000).fit(X, y).last_step_
    assert full.reason == "the gradient has vanished (below 1e-06)"
    batches = Adam(rate=0.02, batch=20, schedule="1/sqrt k")
    step = RegressionNetwork(hidden=(), solver=batches, lam=1.0, tolerance=1e-3, max_epochs=2000).fit(X, y).last_step_
    assert step.reason == "the gradient has vanished (below 0.001)"
    assert np.abs(step.point.gradient).max() <= 1e-3 * 80
    assert 0 < step.epoch < 2000


def test_rate_falls_by_its_schedule():  # I-002-036
    X, y = waves()
    solver = StochasticGradient(rate=0.2, batch=40, schedule="1/k")
    trace = RegressionNetwork(solver=solver, max_epochs=4).trace(X, y)
    np.testing.assert_allclose([step.rate for step in trace[1:]], [0.2 / 2, 0.2 / 4, 0.2 / 6, 0.2 / 8, 0.2 / 8])


@pytest.mark.parametrize("name", ["tanh", "relu", "sigmoid", "identity"])
@pytest.mark.parametrize(
    "solver", [StochasticGradient(rate=20.0, batch=8), GradientDescent(rate=0.5)], ids=["sgd", "gd"]
)
def test_diverging_rate_is_said_with_its_update_and_the_weights_from_before_are_kept(name, solver):
    X, y = waves()
    trace = RegressionNetwork(activation=name, solver=solver, every="update", max_epochs=50).trace(X, y)
    last = trace[-1]
    assert last.reason.startswith(f"diverged at iteration {last.update + 1}, the weights from before are kept")
    np.testing.assert_array_equal(last.w, trace[-2].w)
    assert np.isfinite(last.w).all()
    assert last.loss > trace[0].loss
    assert "diverged" in last.caption


def test_penalty_draws_weights_to_zero_but_not_biases():
    X, y = waves()
    free, drawn = (RegressionNetwork(solver="bfgs", lam=lam).fit(X, y + 5).model_ for lam in (0.0, 1e4))
    assert all(np.abs(V[1:]).max() < 1e-2 for V in drawn.layers)
    assert np.abs(free.layers[0][1:]).max() > 0.1
    np.testing.assert_allclose(drawn.predict(X), (y + 5).mean(), atol=1e-2)


# ---------------------------------------------------------------- the story


def test_epoch_is_one_pass_and_update_one_batch():  # I-002-036, E-002-17
    X, y = waves(50)
    solver = StochasticGradient(rate=0.01, batch=20, seed=3)
    epochs = RegressionNetwork(solver=solver, max_epochs=4).trace(X, y)
    updates = RegressionNetwork(solver=solver, max_epochs=4, every="update").trace(X, y)
    assert [step.update for step in epochs] == [0, 3, 6, 9, 12, 12]
    assert [step.epoch for step in updates[:-1]] == [0, *[1] * 3, *[2] * 3, *[3] * 3, *[4] * 3]
    for k in (1, 4, 7, 10):
        seen = np.concatenate([step.rows for step in updates[k : k + 3]])
        np.testing.assert_array_equal(np.sort(seen), np.arange(50))
    for step in epochs[:-1]:
        np.testing.assert_array_equal(step.w, updates[step.update].w)
    assert updates[2].caption.startswith("update 2: by 20 examples in epoch 1, loss ")
    assert epochs[1].caption.startswith("epoch 1: loss ")
    assert epochs[-1].caption == "stop after 4 epochs: the budget of 4 epochs is spent; loss 0.704"


def test_on_line_update_is_that_of_the_pass_story():  # I-002-034: one example, forward, backward, update
    X, y = waves(10)
    learner = RegressionNetwork(hidden=(3,), scaled=False, every="update", max_epochs=1,
                                solver=StochasticGradient(rate=0.3, batch=1, shuffled=False))  # fmt: skip
    trace = learner.trace(X, y)
    for k in range(3):
        np.testing.assert_allclose(pass_steps(trace[k].model, X[k], y[k], rate=0.3)[-1].model.w, trace[k + 1].w)


def test_step_reads_its_numbers_off_the_examples():
    X, y = data.blobs(60, spread=0.5, seed=0)
    trace = NeuralNetwork(hidden=(4,), lam=0.2, max_epochs=10).trace(X, y)
    step = trace[5]
    p = step.model.predict_proba(X)[np.arange(60), y]
    assert step.loss == pytest.approx(-np.log(p).mean())
    penalty = 0.1 * sum(float((V[1:] ** 2).sum()) for V in step.model.layers)
    assert step.point.value == pytest.approx(60 * step.loss + penalty)
    assert step.mistakes == np.count_nonzero(step.model.predict(X) != y)
    assert step.slope == pytest.approx(np.linalg.norm(step.point.gradient) / 60)
    np.testing.assert_allclose(step.hidden, step.model.hidden(X))
    np.testing.assert_array_equal(step.model.forward(X)[-1].z, step.model.predict_proba(X))
    assert step.model.backward(X, y)[0].gradient.shape == (3, 4)
    assert step.caption == f"epoch 5: loss {step.loss:.4g}, {step.mistakes} mistakes"
    assert RegressionNetwork(max_epochs=1).fit(X, y).last_step_.mistakes is None


def test_seed_chooses_start_and_batches():
    X, y = waves()
    one, same, other = (RegressionNetwork(max_epochs=3, seed=seed).fit(X, y).model_.w for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)


def test_start_can_be_given():
    X, y = waves()
    first = RegressionNetwork(hidden=(3,), max_epochs=5).fit(X, y)
    again = RegressionNetwork(hidden=(3,), start=first.model_.layers).trace(X, y)
    np.testing.assert_array_equal(again[0].w, first.model_.w)


def test_update_by_one_example_names_it():
    X, y = waves(5)
    solver = StochasticGradient(rate=0.1, batch=1, seed=2)
    trace = RegressionNetwork(solver=solver, every="update", max_epochs=1).trace(X, y)
    assert [step.example for step in trace] == [None, *(step.rows[0] for step in trace[1:-1]), None]
    assert trace[1].caption.startswith(f"update 1: by example {trace[1].example} in epoch 1, loss ")


def test_weights_that_have_nearly_diverged_are_still_told():
    """The next update would be too far out; what is asked here overflows quietly."""
    X, y = waves()
    solver = StochasticGradient(rate=1e3, batch=80)
    learner = RegressionNetwork(hidden=(3, 2), activation="identity", solver=solver, tolerance=1e-3, max_epochs=50)
    trace = learner.trace(X, y)
    assert trace[-1].reason.startswith("diverged at iteration ")
    assert [step.slope for step in trace[:2]] == sorted(step.slope for step in trace[:2])
    assert all(step.caption and not step.slope < 0 for step in trace)  # no number at all where it overflows


# ---------------------------------------------------------------- difficult data


@pytest.mark.parametrize(("scale", "offset"), [(1e-8, 0.0), (1e8, 0.0), (1.0, 1e6), (1e-3, -1e6)])
def test_units_of_features_and_numbers_do_not_matter(scale, offset):
    X, y = waves()
    plain = RegressionNetwork(max_epochs=30).fit(X, y)
    moved = RegressionNetwork(max_epochs=30).fit(scale * X + offset, scale * y + offset)
    np.testing.assert_allclose((moved.predict(scale * X + offset) - offset) / scale, plain.predict(X), atol=1e-5)


def test_constant_and_repeated_features_do_no_harm():
    X, y = waves()
    learner = RegressionNetwork(max_epochs=50).fit(np.column_stack([X, np.full(80, 3.0), X[:, 0]]), y)
    assert np.isfinite(learner.model_.w).all()
    assert learner.last_step_.loss < 0.2


def test_one_example_of_each_class_is_enough():
    X = np.array([[0.0, 1.0], [1.0, 0.0], [5.0, 5.0]])
    np.testing.assert_array_equal(NeuralNetwork().fit(X, ["a", "b", "c"]).predict(X), ["a", "b", "c"])


def test_equal_numbers_are_predicted_as_they_are():
    X, _ = waves()
    np.testing.assert_allclose(RegressionNetwork(solver="bfgs").fit(X, np.full(80, 7.0)).predict(X), 7.0, atol=0.01)


def test_equal_examples_of_both_classes_are_undecided():
    X, y = np.zeros((4, 2)), [0, 1, 0, 1]
    np.testing.assert_allclose(NeuralNetwork(solver="bfgs").fit(X, y).predict_proba(X), 0.5, atol=1e-6)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hidden": (0,)}, r"hidden: expected a whole number >= 1 \(a layer without units lets nothing through"),
        ({"hidden": (3, 2.5)}, "hidden: expected a whole number >= 1"),
        ({"hidden": 16}, r"hidden: expected the sizes of the hidden layers such as \(16,\), got 16; pass a tuple"),
        ({"activation": "step"}, "activation: expected one of 'sigmoid', 'tanh', 'relu', 'identity', got 'step'"),
        ({"solver": "magic"}, "solver: expected one of 'adam', 'stochastic', 'momentum', 'gradient'"),
        ({"solver": "gradient"}, "solver: expected a rate, as no curvature bounds that of a network, got None"),
        ({"lam": -1.0}, "lam: expected a number >= 0"),
        ({"validation": 1.0}, "validation: expected a number >= 0 and < 1, got 1.0"),
        ({"patience": 0}, "patience: expected a whole number >= 1"),
        ({"every": "batch"}, "every: expected one of 'epoch', 'update', got 'batch'"),
        ({"start": [np.zeros((3, 2))]}, r"start: expected a list of matrices of the shapes \[\(3, 16\), \(17, 1\)\]"),
    ],
    ids=str,
)  # fmt: skip
def test_bad_hyper_parameters_are_refused(given, message):
    with pytest.raises(ValueError, match=message):
        RegressionNetwork(**given).steps(*waves())


def test_levenberg_marquardt_finds_a_small_network_in_a_few_iterations():
    """It was made for sums of squares, as the Hessian that is Gauss and Newton's shows."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-2, 2, (60, 1))
    y = np.tanh(2 * X[:, 0] - 1) + 0.5 * np.tanh(-3 * X[:, 0] - 2)
    quick = RegressionNetwork(hidden=(2,), solver=LevenbergMarquardt(), max_epochs=60, seed=1).fit(X, y).last_step_
    slow = RegressionNetwork(hidden=(2,), solver="line search", max_epochs=60, seed=1).fit(X, y).last_step_
    assert quick.loss < 1e-6 < slow.loss
