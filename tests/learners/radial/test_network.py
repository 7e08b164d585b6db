"""Radial basis networks (I-002-024, and the dictionary of functions I-002-008)."""

import numpy as np
import pytest
from scipy.interpolate import RBFInterpolator
from scipy.spatial.distance import cdist
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import Ridge

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import KMeans, LeastSquaresClassifier, RBFClassifier, RBFRegression
from labkit.learners.grid import points
from labkit.learners.radial.functions import FUNCTIONS
from labkit.learners.selection.criteria import criteria
from tests.golden import close, golden


def wave(n=60, seed=0):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 6, n))
    return x[:, None], np.sin(2 * x) + rng.normal(0, 0.1, n)


# ---------------------------------------------------------------- the weights


def test_exact_interpolation_has_the_lecture_s_weights():
    X, y = [[0.0], [1.0], [2.0]], [0.0, 1.0, 0.0]
    network = RBFRegression(centres="data", width=1.0, intercept=False).fit(X, y)
    assert close(network.last_step_.weights[1:, 0], golden("RBF-02"))
    assert network.last_step_.weights[0, 0] == 0
    np.testing.assert_allclose(network.predict(X), y, atol=1e-14)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("intercept", [True, False])
def test_data_as_centres_pass_through_every_example(function, intercept):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(30, 2)), rng.normal(size=30)
    network = RBFRegression(function=function, centres="data", intercept=intercept).fit(X, y)
    np.testing.assert_allclose(network.predict(X), y, atol=1e-8)
    assert network.last_step_.rss < 1e-15
    assert "every example is met" in network.last_step_.caption
    assert "met" not in RBFRegression(function=function, centres=9).fit(X, y).last_step_.caption


def test_interpolation_is_scipy_s():
    rng = np.random.default_rng(2)
    X, y, cases = rng.normal(size=(25, 2)), rng.normal(size=25), rng.normal(size=(40, 2))
    ours = RBFRegression(centres="data", width=0.6, intercept=False).fit(X, y)
    theirs = RBFInterpolator(X, y, kernel="gaussian", epsilon=1 / (0.6 * np.sqrt(2)), degree=-1)
    np.testing.assert_allclose(ours.predict(cases), theirs(cases), rtol=1e-6, atol=1e-8)


def test_weights_are_ridge_regression_on_the_bumps():
    X, y = load_diabetes(return_X_y=True)
    network = RBFRegression(centres=12, lam=0.3, seed=2).fit(X, y)
    step = network.last_step_
    phi = np.exp(-(cdist(X, step.centres) ** 2) / (2 * step.widths**2))
    ridge = Ridge(alpha=0.3).fit(phi, y)
    np.testing.assert_allclose(step.weights[:, 0], np.r_[ridge.intercept_, ridge.coef_], rtol=1e-8)
    np.testing.assert_allclose(step.rss, ((ridge.predict(phi) - y) ** 2).sum(), rtol=1e-9)


@pytest.mark.parametrize("lam", [0.0, 0.3])
@pytest.mark.parametrize("intercept", [True, False])
def test_degrees_of_freedom_are_the_trace_of_the_hat_matrix(lam, intercept):
    """So that the criteria of lecture 22 can choose the number of centres."""
    X, y = wave()
    network = RBFRegression(centres=7, lam=lam, intercept=intercept).fit(X, y)
    phi = np.column_stack([np.ones(len(X)), network.model_.basis(X)])[:, 0 if intercept else 1 :]
    penalty = lam * np.eye(phi.shape[1])
    penalty[0, 0] *= not intercept
    hat = phi @ np.linalg.solve(phi.T @ phi + penalty, phi.T)
    assert network.last_step_.degrees_of_freedom == pytest.approx(np.trace(hat), rel=1e-6)
    assert criteria(RBFRegression(centres=7, lam=lam, intercept=intercept), X, y).k == pytest.approx(np.trace(hat) + 1)
    assert RBFRegression().trace(X, y)[0].degrees_of_freedom is None


def test_output_is_the_sum_of_the_weighted_bumps():
    """I-002-008: a dictionary, f = w_0 + sum of w_j g(x, v_j), with one index (E-002-15)."""
    X, y = wave()
    step = RBFRegression(centres=7).fit(X, y).last_step_
    by_hand = np.full(len(X), step.weights[0, 0])
    for w, v, a in zip(step.weights[1:, 0], step.centres, step.widths, strict=True):
        by_hand += w * np.exp(-((X[:, 0] - v[0]) ** 2) / (2 * a**2))
    np.testing.assert_allclose(step.model.predict(X), by_hand, rtol=1e-9, atol=1e-12)
    assert step.rss < 0.5 * ((y - y.mean()) ** 2).sum()


# ---------------------------------------------------------------- classes


def test_two_classes_are_regression_on_signs():
    X, y = data.rings(120, seed=1)
    step = RBFClassifier(centres=9).fit(X, y).last_step_
    numbers = RBFRegression(centres=9).fit(X, 2.0 * y - 1).last_step_
    np.testing.assert_allclose(step.weights, numbers.weights, rtol=1e-9)
    np.testing.assert_allclose(step.model.decision_function(X), numbers.model.predict(X), rtol=1e-9, atol=1e-12)
    assert step.mistakes == np.count_nonzero(step.model.predict(X) != y)


def test_many_classes_are_least_squares_on_the_bumps():
    X, y = load_iris(return_X_y=True)
    network = RBFClassifier(centres=10, lam=0.01).fit(X, y)
    phi = network.model_.basis(X)
    expected = LeastSquaresClassifier(lam=0.01).fit(phi, y)
    np.testing.assert_array_equal(network.predict(X), expected.predict(phi))
    assert network.score(X, y) > 0.95


def test_rings_need_bumps():
    X, y = data.rings(200, seed=3)
    assert LeastSquaresClassifier().fit(X, y).score(X, y) < 0.7
    assert RBFClassifier(centres=12).fit(X, y).score(X, y) > 0.97


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("classes", [2, 3])
def test_grid_is_what_is_predicted(function, classes):
    X, y = data.blobs(90, classes=classes, spread=0.3, seed=1)
    model = RBFClassifier(function=function, centres=6).fit(X, y).model_
    x, z = np.linspace(-2, 2, 13), np.linspace(-1, 2, 9)
    said = model.predict(points(x, z)).reshape(9, 13)
    np.testing.assert_array_equal(model.class_grid(x, z), said)
    assert classes == 3 or np.array_equal(model.score_grid(x, z) > 0, said)
    numbers = RBFRegression(function=function, centres=6).fit(X, y).model_
    np.testing.assert_allclose(numbers.number_grid(x, z), numbers.predict(points(x, z)).reshape(9, 13), rtol=1e-9)


# ---------------------------------------------------------------- the story


def test_story_places_widens_and_solves():
    X, y = wave()
    trace = RBFRegression(centres=6, seed=1).trace(X, y)
    placing = KMeans(groups=6, seed=1).trace(X)
    assert [step.phase for step in trace] == ["centres"] * len(placing) + ["widths", "weights"]
    assert [step.event for step in trace] == [START, *[UPDATE] * len(placing), STOP]
    for step, inner in zip(trace, placing, strict=False):
        np.testing.assert_array_equal(step.centres, inner.centres)
        assert step.placing.inertia == inner.inertia
        np.testing.assert_allclose(step.model.predict(X), y.mean())
    assert trace[0].widths is None
    assert trace[-2].weights is None
    assert set(trace.curve("rss")[:-1]) == {float(((y - y.mean()) ** 2).sum())}
    assert trace[-1].rss < trace[0].rss / 4


def test_centres_do_not_look_at_the_targets():
    X, y = wave()
    first, second = (RBFRegression(centres=6).fit(X, target).last_step_ for target in (y, y**2))
    np.testing.assert_array_equal(first.centres, second.centres)
    np.testing.assert_array_equal(first.widths, second.widths)


def test_captions_say_what_is_settled():
    captions = [step.caption for step in RBFRegression(centres="data", width=1.0).trace([[0.0], [1.0]], [0.0, 1.0])]
    assert captions == [
        "start: 2 centres are placed, no weight is solved",
        "widths: all 1",
        "stop: the weights are solved, every example is met, the 2 functions and the constant have rank 2, so many "
        "weights fit alike: the shortest are taken, residual sum of squares " + captions[-1].rsplit(" ", 1)[1],
    ]
    trace = RBFClassifier(centres=4).trace(*data.moons(40, seed=0))
    assert trace[1].caption.startswith("centres: iteration 1: 40 examples joined the nearest centre")
    assert trace[-1].caption.endswith(f", {trace[-1].mistakes} mistakes")


def test_linear_functions_are_told_without_widths():
    trace = RBFRegression(function="linear", centres="data").trace(*wave(10))
    assert [step.phase for step in trace] == ["centres", "weights"]
    assert trace[-1].widths is None


# ---------------------------------------------------------------- degenerate input


def test_equal_examples_share_a_centre_and_meet_their_mean():
    X, y = [[0.0], [0.0], [2.0]], [1.0, 3.0, 5.0]
    step = RBFRegression(centres="data", intercept=False).fit(X, y).last_step_
    assert len(step.centres) == 2
    np.testing.assert_allclose(step.model.predict(X), [2.0, 2.0, 5.0], atol=1e-12)
    np.testing.assert_allclose(step.rss, 2.0)


def test_singular_system_is_said():
    """Bumps a thousand times as wide as the data: in rounding they are all the same parabola."""
    X, y = wave(20)
    step = RBFRegression(centres="data", width=6000.0, intercept=False).fit(X, y).last_step_
    assert "the 20 functions have rank" in step.reason
    assert np.isfinite(step.weights).all()
    assert "rank" not in RBFRegression(centres="data", width=6000.0, lam=1e-3).fit(X, y).last_step_.reason


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("scale", [1e-8, 1e8])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_fit_does_not_depend_on_the_unit_or_the_place(function, scale, offset):
    X, y = wave()
    X = np.round(X * 2**10) / 2**10
    base = RBFRegression(function=function, centres=8).fit(X, y)
    moved = RBFRegression(function=function, centres=8).fit((X + offset) * scale, y)
    np.testing.assert_allclose(moved.predict((X + offset) * scale), base.predict(X), atol=1e-5)


def test_constant_examples_predict_the_mean():
    X, y = np.full((6, 2), 3.0), np.arange(6.0)
    np.testing.assert_allclose(RBFRegression(centres=1).fit(X, y).predict(X), 2.5)
    with pytest.raises(ValueError, match="centres: expected at most as many as there are different examples, 1"):
        RBFRegression(centres=2).fit(X, y)


def test_fewer_examples_than_features_can_be_interpolated():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(4, 9)), rng.normal(size=4)
    np.testing.assert_allclose(RBFRegression(centres="data", intercept=False).fit(X, y).predict(X), y, atol=1e-9)


@pytest.mark.parametrize("kind", [RBFRegression, RBFClassifier])
@pytest.mark.parametrize(("name", "value"), [("lam", -1.0), ("intercept", 2), ("centres", -3), ("width", -1.0)])
def test_bad_hyper_parameters_are_refused(kind, name, value):
    with pytest.raises(ValueError, match=rf"^{name}: expected"):
        kind(**{name: value}).steps(*data.moons(30, seed=0))
