"""Stochastic approximation: the running mean, the floor of a constant rate, and where it ends (I-002-035)."""

import numpy as np
import pytest

from labkit.learners.descent.objective import PlainObjective
from labkit.learners.descent.schedules import Power
from labkit.learners.descent.step import downhill
from labkit.learners.descent.stochastic import StochasticApproximation, StochasticGradient, sample_mean, variance_floor
from labkit.learners.descent.surfaces import Surface
from tests.golden import close, golden

PARABOLA = PlainObjective(lambda w: float(w @ w), lambda w: 2 * w, smoothness=2.0)


def test_rate_one_over_k_is_the_running_mean_RM_02():
    samples = [2.0, 4.0, 9.0, 5.0]
    mean = StochasticGradient(rate=1.0, schedule="1/k", shuffled=False)
    trace = downhill(sample_mean(samples), mean, [100.0], max_iterations=4)
    assert close(float(trace[-1].w[0]), golden("RM-02"))
    np.testing.assert_allclose([step.w[0] for step in trace[1:-1]], np.cumsum(samples) / [1, 2, 3, 4])


def errors(schedule, rate, iterations=2000, walks=10, noise=1.0):
    """|w|^2 / 2 per walk, the mean over the last half of the way, and at its end."""
    ways = []
    for seed in range(walks):
        solver = StochasticApproximation(rate=rate, schedule=schedule, noise=noise, seed=seed)
        trace = downhill(PARABOLA, solver, [1.0, 1.0], max_iterations=iterations)[: iterations + 1]
        ways.append([float(step.w @ step.w) / 2 for step in trace])
    return np.array(ways).mean(axis=0)


@pytest.mark.parametrize("rate", [0.05, 0.4])
def test_constant_rate_keeps_its_variance_for_ever(rate):
    half = errors("constant", rate)[1000:]
    assert half.mean() == pytest.approx(variance_floor(rate, 1.0, 2.0), rel=0.12)


def test_falling_rate_goes_below_any_floor_E_002_06():
    one_over_k, slow = errors("1/k", 0.5), errors(Power(0.75), 0.5)
    assert one_over_k[-300:].mean() < 0.05 * variance_floor(0.05, 1.0, 2.0)
    assert slow[-300:].mean() < 0.5 * slow[100:400].mean()


def test_rate_that_falls_too_fast_stops_on_the_way():
    """The sum of the rates is finite, 0.05 pi^2 / 6: however long, the way cannot be longer than that allows."""
    solver = StochasticApproximation(rate=0.05, schedule=Power(2.0), noise=0.0)
    end = downhill(PARABOLA, solver, [1.0, 1.0], max_iterations=3000)[-1].w
    assert (end > 0.8).all()


def test_end_is_a_stationary_point_and_not_always_the_lowest_E_002_06():
    wells = Surface(lambda x, y: (x**2 - 1) ** 2 + 0.3 * x + y**2)  # lowest near (-1, 0)
    ends = [
        downhill(wells, StochasticApproximation(rate=0.3, schedule=Power(0.75), seed=s), [0, 0], max_iterations=1500)[
            -1
        ]
        for s in range(8)
    ]
    sides = {float(np.sign(step.w[0])) for step in ends}
    assert sides == {-1.0, 1.0}
    assert max(step.slope for step in ends) < 0.5


def test_noise_goes_on_at_the_minimum_and_without_noise_it_is_gradient_descent():
    still = downhill(PARABOLA, StochasticApproximation(noise=1.0), [0.0, 0.0], max_iterations=3)
    assert still[1].slope > 0
    quiet, plain = (
        downhill(PARABOLA, solver, [1.0, -1.0], max_iterations=5)[:6]
        for solver in (StochasticApproximation(0.1, "constant", noise=0.0), "gradient")
    )
    np.testing.assert_allclose(quiet[1].w, [0.8, -0.8])
    np.testing.assert_allclose(plain[1].w, [0.0, 0.0])


def test_divergence_is_said():
    trace = downhill(PARABOLA, StochasticApproximation(rate=5.0, schedule="constant"), [1.0, 1.0], max_iterations=500)
    assert trace[-1].reason.startswith(f"diverged at iteration {trace[-1].iteration + 1}, ")
    assert variance_floor(1.0, 1.0, 2.0) == np.inf


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: StochasticApproximation(rate=0), "rate: expected a number > 0"),
        (lambda: StochasticApproximation(noise=-1), "noise: expected a number >= 0"),
        (lambda: StochasticApproximation(schedule="never"), "schedule: expected one of"),
        (lambda: StochasticApproximation(seed=-1), "seed: expected"),
        (lambda: sample_mean([]), "samples: expected a list of numbers"),
        (lambda: variance_floor(0.1, 1.0, 0.0), "curvature: expected a number > 0"),
    ],
)
def test_bad_settings_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()
