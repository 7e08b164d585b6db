"""The pocket keeps the best weights of the perceptron's own story."""

import numpy as np
import pytest

from labkit.core.data import load
from labkit.learners.perceptron.pocket import PocketPerceptron
from labkit.learners.perceptron.rosenblatt import Perceptron


def overlapping(seed=0, n=60):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return rng.normal(size=(n, 2)) + y[:, None], y


def mistakes(w, X, y):
    scores = np.column_stack([-np.ones(len(X)), X]) @ w
    return sum(s <= 0 if label else s > 0 for s, label in zip(scores, y, strict=True))


@pytest.mark.parametrize("seed", range(5))
def test_pocket_holds_the_earliest_best_of_the_perceptrons_weights(seed):
    X, y = overlapping(seed)
    theirs = Perceptron(order="random", seed=seed, max_sweeps=10).trace(X, y)
    ours = PocketPerceptron(seed=seed, max_sweeps=10).trace(X, y)
    counts = [mistakes(step.w, X, y) for step in theirs]
    assert [step.mistakes for step in ours] == counts
    assert ours.curve("best_mistakes").tolist() == np.minimum.accumulate(counts).tolist()
    assert (ours[-1].w == theirs[int(np.argmin(counts))].w).all()
    assert (ours[-1].model.predict(X) != y).sum() == ours[-1].best_mistakes
    assert all((our.current.w == their.w).all() for our, their in zip(ours, theirs, strict=True))


def test_pocket_beats_the_last_weights_on_data_that_is_not_separable():
    X, y = overlapping(n=200)
    pocket = PocketPerceptron().fit(X, y)
    assert pocket.score(X, y) > Perceptron(order="random", max_sweeps=50).fit(X, y).score(X, y)
    assert pocket.last_step_.reason.startswith("the budget of 50 sweeps is spent; the pocket makes")


def test_pocket_gets_three_of_four_right_on_xor():
    data = load("xor").numeric()
    assert PocketPerceptron().fit(data[:, :2], data[:, 2]).last_step_.best_mistakes == 1


def test_pocket_is_the_perceptron_where_the_data_is_separable():
    data = load("and").numeric()
    X, y = data[:, :2], data[:, 2]
    last = PocketPerceptron(order="cyclic").fit(X, y).last_step_
    assert last.best_mistakes == 0 and (last.w == Perceptron().fit(X, y).model_.w).all()


def test_captions_and_equations_tell_what_went_into_the_pocket():
    trace = PocketPerceptron(max_sweeps=5).trace(*overlapping())
    for step in trace[1:-1]:
        assert step.caption.endswith("into the pocket") is step.improved is (step.equation == 2)
    assert trace[-1].caption.endswith(f"the pocket makes {trace[-1].best_mistakes} mistakes")


@pytest.mark.parametrize("wrong", [{"margin": -1}, {"order": "sorted"}, {"x0": 2}, {"max_sweeps": -5}])
def test_pocket_refuses_unusable_hyper_parameters(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected .* got .*;"):
        PocketPerceptron(**wrong).steps(*overlapping())
