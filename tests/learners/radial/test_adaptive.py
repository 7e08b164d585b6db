"""Centres and widths that are trained on the targets (I-002-058)."""

import numpy as np
import pytest

from labkit.core.story import START, STOP
from labkit.learners import RBFClassifier, RBFRegression
from labkit.learners.radial.adaptive import PlacementObjective
from labkit.learners.radial.functions import FUNCTIONS, RadialFunctions
from tests.learners.radial.test_network import wave


def placement(function, lam=0.1, intercept=True, seed=0):
    rng = np.random.default_rng(seed)
    X, T = rng.normal(size=(40, 3)), rng.normal(size=(40, 2))
    widths = None if function == "linear" else rng.uniform(0.5, 2, 5)
    return PlacementObjective(RadialFunctions(function, rng.normal(size=(5, 3)), widths, 1.5), X, T, lam, intercept)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(("lam", "intercept"), [(0.0, True), (0.1, False)])
def test_gradient_is_that_of_differences(function, lam, intercept):
    objective = placement(function, lam, intercept)
    w, h = objective.start, 1e-6
    differences = [(objective.at(w + h * e).value - objective.at(w - h * e).value) / (2 * h) for e in np.eye(len(w))]
    np.testing.assert_allclose(objective.at(w).gradient, differences, rtol=1e-5, atol=1e-7)


def test_true_bumps_are_found_again():
    rng = np.random.default_rng(3)
    X = rng.uniform(-4, 4, (200, 1))
    true = RadialFunctions("gaussian", np.array([[-1.5], [2.0]]), np.array([0.4, 1.1]))
    y = true(X) @ [2.0, -1.0] + 0.5
    network = RBFRegression(centres=2, adapt=200).fit(X, y)
    order = network.last_step_.centres[:, 0].argsort()
    np.testing.assert_allclose(network.last_step_.centres[order], true.centres, atol=1e-5)
    np.testing.assert_allclose(network.last_step_.widths[order], true.widths, atol=1e-5)
    assert network.last_step_.rss < 1e-8 < RBFRegression(centres=2).fit(X, y).last_step_.rss


def test_every_move_lowers_the_error_and_the_story_is_the_fit():
    X, y = wave()
    trace = RBFRegression(centres=4, adapt=25).trace(X, y)
    moves = [step for step in trace if step.iteration is not None]
    assert trace[0].event == START and trace[-1].event == STOP and len(moves) > 10
    rss = [step.rss for step in moves]
    assert (np.diff(rss) <= 0).all() and rss[-1] < 0.5 * rss[0]
    assert moves[0].rss == RBFRegression(centres=4).fit(X, y).last_step_.rss  # where k-means has put them
    fitted = RBFRegression(centres=4, adapt=25).fit(X, y)
    np.testing.assert_array_equal(fitted.predict(X), trace[-1].model.predict(X))
    assert fitted.last_step_.caption == trace[-1].caption
    assert f"after {moves[-1].iteration} moves of centres and widths" in fitted.last_step_.caption
    assert moves[1].caption == f"iteration 1: centres and widths have moved, residual sum of squares {rss[1]:.4g}"


def test_what_was_fitted_to_the_targets_counts_as_freedom():
    X, y = wave()
    still, moved = (RBFRegression(centres=4, adapt=k).fit(X, y).last_step_.degrees_of_freedom for k in (0, 3))
    assert moved - still == pytest.approx(8)


def test_units_of_the_features_do_not_matter():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(60, 1))
    y = np.sin(2 * X[:, 0])
    here, there = (RBFRegression(centres=3, adapt=15).fit(c * X, y).predict(c * X) for c in (1.0, 1000.0))
    np.testing.assert_allclose(here, there, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_squared_errors_of_coded_classes_fall(function):
    rng = np.random.default_rng(6)
    X = rng.uniform(-2, 2, (150, 2))
    y = np.where(np.hypot(*X.T) < 0.6, "in", np.where(np.hypot(*X.T) > 1.6, "out", "ring"))
    still, moved = (RBFClassifier(function=function, centres=4, adapt=k).fit(X, y) for k in (0, 60))
    assert moved.last_step_.rss < 0.9 * still.last_step_.rss
