import numpy as np
import pytest

from labkit.core.learner import TrainingSet
from labkit.learners import NeuralNetwork, RegressionNetwork
from labkit.learners.descent.stochastic import StochasticGradient
from labkit.learners.network.training import held_out


def noisy(n=120, seed=0):
    """So few examples with so much noise that a large network learns the noise."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-3, 3, (n, 1))
    return x, np.sin(x[:, 0]) + rng.normal(0, 0.5, n)


def numbers(n):
    return TrainingSet(np.zeros((n, 1)), np.zeros(n))


def test_held_out_rows_are_the_share_and_the_rest_is_trained_on():
    training, held = held_out(numbers(50), 0.2, seed=3)
    assert len(held) == 10
    np.testing.assert_array_equal(np.sort(np.r_[training, held]), np.arange(50))
    np.testing.assert_array_equal(held_out(numbers(50), 0.2, seed=3)[1], held)
    assert not np.array_equal(held_out(numbers(50), 0.2, seed=4)[1], held)
    assert len(held_out(numbers(50), 0.0, seed=0)[1]) == 0
    assert len(held_out(numbers(50), 1e-9, seed=0)[1]) == 1


@pytest.mark.parametrize("seed", range(20))
def test_every_class_has_an_example_to_train_on(seed):
    """However small it is: what is never shown cannot be learned."""
    y = np.array([0] * 20 + [1] + [2] * 2)
    training, held = held_out(TrainingSet(np.zeros((23, 1)), y, np.arange(3)), 0.8, seed)
    assert len(held) == 18
    assert set(y[training]) == {0, 1, 2}


def test_share_that_leaves_a_class_without_an_example_is_refused():
    with pytest.raises(
        ValueError, match=r"expected a share that leaves an example of each class to train on, got 0\.5 of"
    ):
        NeuralNetwork(validation=0.5).fit([[0.0], [1.0], [2.0]], ["a", "b", "c"])


def test_share_that_leaves_nothing_to_train_on_is_refused():
    with pytest.raises(
        ValueError, match=r"validation: expected a share that leaves examples to train on, got 0\.9 of 2"
    ):
        RegressionNetwork(validation=0.9).fit([[0.0], [1.0]], [0.0, 1.0])


def test_story_ends_when_the_validation_loss_has_not_fallen_and_keeps_the_best_weights():  # I-002-036
    X, y = noisy()
    trace = RegressionNetwork(hidden=(60,), validation=0.3, patience=15, max_epochs=3000).trace(X, y)
    last, losses = trace[-1], trace.curve("validation_loss")
    assert last.reason.startswith(
        "the validation loss has not fallen for 15 epochs; back to the best weights, of epoch "
    )
    best = int(losses.argmin())
    assert last.best_epoch == best == last.epoch - 15
    np.testing.assert_array_equal(last.w, trace[best].w)
    assert last.epoch < 3000
    assert last.validation_loss == losses[best] == losses.min(), "the numbers of the last step are those of its weights"
    assert trace[-2].loss < last.loss, "the training loss still fell"


def test_validation_loss_is_that_of_the_rows_held_out():
    X, y = noisy()
    learner = RegressionNetwork(validation=0.25, max_epochs=3, scaled=False, seed=5)
    step = learner.trace(X, y)[2]
    training, held = held_out(TrainingSet(X, y), 0.25, seed=5)
    assert step.validation_loss == pytest.approx(((step.model.predict(X[held]) - y[held]) ** 2).mean() / 2)
    assert step.loss == pytest.approx(((step.model.predict(X[training]) - y[training]) ** 2).mean() / 2)


def test_early_stopping_generalises_better_than_training_to_the_end():
    fresh = np.linspace(-3, 3, 200)[:, None]
    X, y = noisy(40)
    errors = []
    for validation in (0.3, 0.0):
        learner = RegressionNetwork(hidden=(20,), solver="bfgs", validation=validation, max_epochs=300).fit(X, y)
        errors.append(np.mean((learner.predict(fresh) - np.sin(fresh[:, 0])) ** 2))
    assert errors[0] < errors[1] / 5


def test_budget_that_ends_first_keeps_the_best_weights_too():
    X, y = noisy()
    trace = RegressionNetwork(hidden=(60,), validation=0.3, patience=1000, max_epochs=300).trace(X, y)
    best = int(trace.curve("validation_loss").argmin())
    assert trace[-1].reason == f"the budget of 300 epochs is spent; back to the best weights, of epoch {best}"
    np.testing.assert_array_equal(trace[-1].w, trace[best].w)


def test_units_are_measured_by_the_rows_that_are_trained_on():
    X, y = noisy()
    learner = RegressionNetwork(validation=0.25, max_epochs=1, seed=1).fit(X, y)
    training, _ = held_out(TrainingSet(X, y), 0.25, seed=1)
    assert learner.model_.features.centre[0] == X[training].mean()


def test_caption_tells_the_validation_loss():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), rng.integers(0, 2, 40)
    trace = NeuralNetwork(validation=0.5, patience=30).trace(X, y)
    assert trace[0].caption.startswith("start: loss ")
    assert ", validation loss " in trace[0].caption
    assert any(step.caption.endswith("the lowest so far") for step in trace[1:-1])
    assert any("(lowest after epoch " in step.caption for step in trace[1:-1])


def test_divergence_keeps_the_best_weights_where_some_are_watched():
    X, y = noisy()
    solver = StochasticGradient(rate=20.0, batch=8)
    trace = RegressionNetwork(solver=solver, validation=0.3, max_epochs=50).trace(X, y)
    assert trace[-1].reason.startswith("diverged at iteration ")
    assert trace[-1].reason.endswith("; back to the best weights, of epoch 0")
    np.testing.assert_array_equal(trace[-1].w, trace[0].w)


def test_last_weights_may_be_the_best():
    X, y = noisy()
    step = RegressionNetwork(validation=0.3, max_epochs=2).fit(X, y).last_step_
    assert step.best_epoch == 2
    assert step.caption == (
        "stop after 2 epochs: the budget of 2 epochs is spent; the last weights are the best; loss 0.2902"
    )


def test_patience_of_one_epoch_is_said_in_the_singular():
    X, y = noisy()
    step = RegressionNetwork(hidden=(60,), validation=0.3, patience=1, max_epochs=500).fit(X, y).last_step_
    assert step.reason.startswith("the validation loss has not fallen for 1 epoch; ")


def test_update_tells_the_validation_loss_at_the_end_of_an_epoch():
    X, y = noisy(60)
    solver = StochasticGradient(rate=0.05, batch=20)
    trace = RegressionNetwork(solver=solver, validation=0.3, every="update", max_epochs=3).trace(X, y)
    assert trace[1].updates == 3
    said = ["validation loss" in step.caption for step in trace[:-1]]
    assert said == [True, *3 * [False, False, True]]
