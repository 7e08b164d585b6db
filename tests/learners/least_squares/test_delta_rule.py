"""The delta rule: the lectures' numbers, its limit, and its divergence."""

import numpy as np
import pytest

from labkit.core.data import load
from labkit.learners import Adaline, LeastMeanSquares
from labkit.learners.least_squares import delta_rule
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


# ---------------------------------------------------------------- where nobody watches


@pytest.mark.parametrize("columns", [1, 4, 70])  # narrow rows are sent through a map, wide ones block by block
@pytest.mark.parametrize("order", ["cyclic", "random"])
@pytest.mark.parametrize("x0", [1, -1])
def test_fit_has_the_weights_of_the_readable_loop(columns, order, x0):
    for n, sweeps in ((1, 3), (15, 4), (33, 1), (200, 12)):
        rng = np.random.default_rng(n)
        X = rng.normal(size=(n, columns))
        t = X @ rng.normal(size=columns) + 2 + rng.normal(size=n)
        eta = 1.9 / (1 + (X**2).sum(axis=1).max())
        learner = LeastMeanSquares(
            learning_rate=eta, order=order, x0=x0, max_sweeps=sweeps, start=rng.normal(size=columns + 1)
        )
        told, fitted = learner.trace(X, t)[-1], learner.fit(X, t).last_step_
        np.testing.assert_allclose(fitted.w, told.w, rtol=1e-10, atol=1e-10)
        assert fitted.caption == told.caption and fitted.sweep == told.sweep


@pytest.mark.parametrize("tolerance", [1e-2, 1e-6, 1e-9])
def test_fit_settles_in_the_sweep_that_the_story_tells(tolerance):
    X, t = noisy_line()
    for eta in (1e-3, 0.02, 0.1):
        learner = LeastMeanSquares(learning_rate=eta, tolerance=tolerance, max_sweeps=3000)
        told, fitted = learner.trace(X, t)[-1], learner.fit(X, t).last_step_
        assert fitted.caption == told.caption and "changed no weight" in fitted.caption


def test_tolerance_that_is_met_exactly_is_left_to_the_loop():
    """A change of exactly the tolerance, that rounding of the map could miss."""
    learner = LeastMeanSquares(learning_rate=0.5, start=[0.0, 0.0], tolerance=0.1, max_sweeps=9)
    X, t = [[0.0]], [0.2]  # the first change is 0.5 * 0.2
    assert learner.fit(X, t).last_step_.caption == learner.trace(X, t)[-1].caption
    assert learner.last_step_.sweep == 1


def test_rate_or_numbers_that_could_diverge_are_left_to_the_loop():
    X, t = noisy_line()
    for given, targets in ((100 * X, t), (X, 1e99 * t)):
        learner = LeastMeanSquares(learning_rate=0.1)
        assert learner.fit(given, targets).last_step_.caption == learner.trace(given, targets)[-1].caption


def test_story_never_takes_the_fast_way_and_fit_takes_it(monkeypatch):
    X, t = noisy_line()
    monkeypatch.setattr(delta_rule.DeltaSweeps, "sweep", lambda self, w, order: w + 1.0)
    assert LeastMeanSquares(max_sweeps=2).trace(X, t)[-1].w == pytest.approx(
        LeastMeanSquares(max_sweeps=2).trace(X, t)[80].w
    )
    np.testing.assert_array_equal(LeastMeanSquares(max_sweeps=2).fit(X, t).model_.w, [2.0, 2.0, 2.0])
