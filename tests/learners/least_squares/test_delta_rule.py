"""The delta rule: the lectures' numbers, its limit, and its divergence."""

import numpy as np
import pytest

from labkit.core.data import load
from labkit.learners import Adaline, LeastMeanSquares
from tests.golden import close, golden


def examples(name):
    data = load(name).numeric()
    return data[:, :-1], data[:, -1].astype(int)


def noisy_line(n=40, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, X @ [1.0, -2.0] + 0.5 + 0.1 * rng.normal(size=n)


def test_delta_rule_weights_after_each_example_DLT_01():
    trace = LeastMeanSquares(learning_rate=0.1, max_sweeps=1).trace([[1.0], [2.0], [3.0]], [2.0, 3.0, 5.0])
    assert close([step.w.tolist() for step in trace[1:4]], golden("DLT-01"))
    assert [step.example for step in trace[1:4]] == [0, 1, 2]


@pytest.mark.parametrize("order", ["cyclic", "random"])
def test_delta_rule_equals_a_naive_loop(order):
    X, t = noisy_line()
    trace = LeastMeanSquares(learning_rate=0.05, order=order, max_sweeps=3, seed=7).trace(X, t)
    w = [0.0, 0.0, 0.0]
    for step in trace[1:-1]:
        x = [1.0, *X[step.example]]
        delta = t[step.example] - sum(a * b for a, b in zip(w, x, strict=True))
        w = [a + 0.05 * delta * b for a, b in zip(w, x, strict=True)]
        assert step.w == pytest.approx(w, abs=1e-12) and step.delta == pytest.approx(delta)
    assert sorted(step.example for step in trace[1:41]) == list(range(40))


def test_small_rate_settles_at_least_squares_I_000_037():
    X, t = noisy_line()
    best, *_ = np.linalg.lstsq(np.column_stack([np.ones(len(X)), X]), t)
    learner = LeastMeanSquares(learning_rate=1e-3, max_sweeps=5000, tolerance=1e-10).fit(X, t)
    assert learner.model_.w == pytest.approx(best, abs=1e-3)
    assert "changed no weight by more than 1e-10" in learner.last_step_.reason


def test_update_is_the_downhill_direction_of_half_the_squared_error_I_002_029():
    w, x, t, eta, h = np.array([0.3, -0.2]), np.array([1.0, 2.0]), 1.5, 0.1, 1e-6
    after = LeastMeanSquares(learning_rate=eta, start=w, max_sweeps=1).fit([[2.0]], [t]).model_.w
    slope = [((t - (w + h * e) @ x) ** 2 - (t - (w - h * e) @ x) ** 2) / (4 * h) for e in np.eye(2)]
    assert after == pytest.approx(w - eta * np.array(slope), abs=1e-8)


@pytest.mark.parametrize("learner", [Adaline, LeastMeanSquares])
def test_too_large_a_rate_is_told_and_leaves_usable_weights(learner):
    X, y = np.array([[100.0], [200.0], [-150.0]]), [0, 1, 0]
    trace = learner(learning_rate=1.0).trace(X, y)
    last = trace[-1]
    assert last.reason.startswith(f"diverged at update {last.update + 1} (sweep {last.sweep}, example ")
    assert last.reason.endswith("a learning_rate below 5e-05 is safe")
    assert all(np.isfinite(step.w).all() for step in trace)
    assert np.isfinite(last.model.predict(X)).all() and (last.w == trace[-2].w).all()
    assert "diverged" not in learner(learning_rate=4.9e-5).fit(X, y).last_step_.reason


def test_captions_tell_the_error():
    trace = LeastMeanSquares(learning_rate=0.1, max_sweeps=1).trace([[1.0], [2.0]], [2.0, 3.0])
    assert trace[0].caption == "start: no example has been looked at"
    assert trace[1].caption == "update 1: example 0 was off by +2"
    assert trace[-1].caption == "stop after 2 updates: the budget of 1 sweeps is spent"


@pytest.mark.parametrize(
    "wrong",
    [
        {"learning_rate": 0},
        {"order": "sorted"},
        {"tolerance": -1},
        {"x0": 0},
        {"max_sweeps": 0},
        {"start": [1]},
    ],
)
@pytest.mark.parametrize("learner", [Adaline, LeastMeanSquares])
def test_delta_rule_refuses_unusable_hyper_parameters(learner, wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected .* got .*;"):
        learner(**wrong).steps(*examples("dhs4"))
