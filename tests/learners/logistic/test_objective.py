"""The loss, its derivatives and its bound on the curvature, against definitions and differences."""

import numpy as np
import pytest

from labkit.learners.blocks import BLOCK
from labkit.learners.logistic.objective import LogisticObjective, cross_entropy, signed_features, squared_error
from tests.golden import close, golden
from tests.learners.logistic.borrowed import lecture, overlapping, plain_loss

SCORES = np.linspace(-6, 6, 121)


def objective(X, y, lam=0.0, intercept=True, **more):
    Z = signed_features(X, 2.0 * y - 1.0, intercept)
    precision = np.full(len(Z), lam)
    precision[: int(intercept)] = 0.0
    return LogisticObjective(Z, precision, **more)


def differences(f, w, h=1e-5):
    return np.array([(f(w + h * e) - f(w - h * e)) / (2 * h) for e in np.eye(len(w))])


def test_gradient_and_hessian_at_zero_LOG_04():
    """I-003-044, I-004-076; the decks' middle lines of the gradient have wrong signs (E-004-25), its end is right."""
    point = objective(*lecture()).at(np.zeros(2))
    assert close([point.gradient.tolist(), point.hessian.tolist()], golden("LOG-04"))


def test_value_and_hessian_at_the_likeliest_weights_LOG_02_LOG_05():
    """I-000-011, I-004-075, I-004-078: the Hessian of E, which is minus that of ln L (E-004-26)."""
    point = objective(*lecture()).at(np.array(golden("LOG-01").value))
    assert close(point.value, golden("LOG-02"))
    assert close(point.hessian, golden("LOG-05"))


@pytest.mark.parametrize("lam", [0.0, 0.7])
@pytest.mark.parametrize("seed", range(3))
def test_value_gradient_and_hessian_are_those_of_the_definition(lam, seed):
    X, y = overlapping(seed=seed)
    J, w = objective(X, y, lam), np.random.default_rng(seed).normal(size=4)
    assert J.at(w).value == pytest.approx(plain_loss(w, X, y, lam), rel=1e-12)
    np.testing.assert_allclose(J.at(w).gradient, differences(lambda v: plain_loss(v, X, y, lam), w), atol=1e-6)
    np.testing.assert_allclose(J.at(w).hessian, differences(lambda v: J.at(v).gradient, w), atol=1e-6)


def test_hessian_of_many_examples_is_summed_in_blocks():
    X, y = overlapping(n=BLOCK // 3 + 5, d=3)
    J, w = objective(X, y), np.array([0.1, -0.2, 0.3, 0.4])
    mu = 1 / (1 + np.exp(-(X @ w[1:] + w[0])))
    Xa = np.column_stack([np.ones(len(X)), X])
    np.testing.assert_allclose(J.at(w).hessian, Xa.T @ (Xa * (mu * (1 - mu))[:, None]), rtol=1e-10)


def test_rank_deficient_features_have_a_flat_direction_E_000_03():
    X = np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [4.0, 8.0]])
    y = np.array([0, 1, 0, 1])
    eigenvalues = np.linalg.eigvalsh(objective(X, y).at(np.zeros(3)).hessian)
    assert eigenvalues[0] == pytest.approx(0.0, abs=1e-12)
    assert eigenvalues[1] > 1e-3
    penalised = np.linalg.eigvalsh(objective(X, y, lam=0.5, intercept=False).at(np.zeros(2)).hessian)
    assert penalised[0] == pytest.approx(0.5)  # I-004-080: no eigenvalue below lam


@pytest.mark.parametrize("seed", range(3))
def test_no_curvature_is_above_the_smoothness(seed):
    X, y = overlapping(seed=seed)
    J, rng = objective(X, y, lam=0.3), np.random.default_rng(seed)
    largest = [np.linalg.eigvalsh(J.at(w).hessian)[-1] for w in rng.normal(size=(20, 4))]
    assert max(largest) <= J.smoothness
    assert np.linalg.eigvalsh(J.at(np.zeros(4)).hessian)[-1] == pytest.approx(J.smoothness)  # where every mu is 1/2


def test_gradient_is_never_above_its_scale_where_the_bias_is_the_best():
    """And the scale is that of the features about their means: far from 0 they need a smaller gradient."""
    X, y = overlapping()
    far = objective(X + 1e3, y)
    for w in np.random.default_rng(1).normal(size=(20, 4)) * 5:
        point = objective(X, y).at(w)
        about_means = point.gradient - np.r_[0.0, X.mean(axis=0)] * point.gradient[0]
        assert np.all(np.abs(about_means) <= point.scale)
        moved = far.at(w - np.r_[1e3 * w[1:].sum(), 0, 0, 0])
        np.testing.assert_allclose(moved.scale, point.scale, rtol=1e-6)


def test_constant_feature_is_measured_by_its_own_length():
    X = np.column_stack([np.arange(5.0), np.full(5, 7.0), np.zeros(5)])
    lengths = objective(X, np.array([0, 1, 0, 1, 1])).lengths
    np.testing.assert_allclose(lengths, [np.sqrt(5), np.sqrt(10), 7 * np.sqrt(5), 1.0])


def test_gaussian_prior_is_a_precision_and_a_centre():
    X, y = overlapping()
    rng = np.random.default_rng(2)
    S, centre, w = np.cov(rng.normal(size=(4, 9))), rng.normal(size=4), rng.normal(size=4)
    A = np.linalg.inv(S)
    J = objective(X, y)
    with_prior = LogisticObjective(J.features, A, centre=centre)
    assert with_prior.at(w).value == pytest.approx(J.at(w).value + (w - centre) @ A @ (w - centre) / 2)
    np.testing.assert_allclose(with_prior.at(w).gradient, J.at(w).gradient + A @ (w - centre))
    np.testing.assert_allclose(with_prior.at(w).hessian, J.at(w).hessian + A)


def test_weights_of_examples_are_repetitions():
    X, y = overlapping(20)
    counts = np.random.default_rng(3).integers(1, 4, 20)
    w = np.array([0.3, -1.0, 0.5, 2.0])
    one = objective(X, y, 0.2, weights=counts.astype(float)).at(w)
    other = objective(np.repeat(X, counts, axis=0), np.repeat(y, counts), 0.2).at(w)
    assert one.value == pytest.approx(other.value)
    np.testing.assert_allclose(one.gradient, other.gradient)
    np.testing.assert_allclose(one.hessian, other.hessian)


def test_part_is_an_unbiased_estimate_of_the_objective_per_example():
    X, y = overlapping(12)
    J, w = objective(X, y, 0.4), np.array([0.3, -1.0, 0.5, 2.0])
    parts = [J.part(np.array(rows)) for rows in ([0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11])]
    assert np.mean([part.at(w).value for part in parts]) == pytest.approx(J.at(w).value / 12)
    np.testing.assert_allclose(np.mean([part.at(w).gradient for part in parts], axis=0), J.at(w).gradient / 12)


@pytest.mark.parametrize("far", [1e3, 1e8, 1e100])
def test_far_away_nothing_overflows(far):
    X, y = np.array([[-1.0], [1.0]]), np.array([0, 1])
    wrong, right = (objective(X, y, intercept=False).at(np.array([w])) for w in (-far, far))
    assert wrong.value == pytest.approx(2 * far)
    assert wrong.gradient == pytest.approx(-2.0)
    assert right.value == 0.0
    assert right.gradient == pytest.approx(0.0)
    assert wrong.hessian == pytest.approx(0.0, abs=1e-300)
    light = objective(X, y, intercept=False, weights=np.array([1e-3, 1e-3])).at(np.array([-far]))
    assert light.value == pytest.approx(2e-3 * far)


@pytest.mark.parametrize("weights", [None, np.linspace(0.5, 2, 4000)])
def test_values_at_many_places_are_those_of_the_points(weights):
    """I-000-011: a picture of the valley asks for thousands of them."""
    X, y = overlapping(n=4000)  # a block has four places
    J = objective(X, y, 0.7, centre=np.array([0.1, 1.0, 0.0, -1.0]), weights=weights)
    W = 30 * np.random.default_rng(0).normal(size=(3, 4, 4))
    expected = [[J.at(w).value for w in row] for row in W]
    np.testing.assert_allclose(J.values(W), expected, rtol=1e-12)
    assert J.values(W[0, 0]).shape == ()
    assert np.isfinite(J.values(1e6 * W)).all()


# ---------------------------------------------------------------- of one example


def test_squared_error_of_the_sigmoid_is_not_convex_LOG_17():
    """I-003-043."""
    assert close(squared_error([-3.0, 1.0], 1).curvature, golden("LOG-17"))
    assert np.all(cross_entropy(SCORES, 1).curvature > 0)


@pytest.mark.parametrize("loss", [cross_entropy, squared_error])
@pytest.mark.parametrize("t", [0, 1])
def test_slope_and_curvature_are_derivatives(loss, t):
    h = 1e-5
    up, down, here = loss(SCORES + h, t), loss(SCORES - h, t), loss(SCORES, t)
    np.testing.assert_allclose(here.slope, (up.value - down.value) / (2 * h), atol=1e-8)
    np.testing.assert_allclose(here.curvature, (up.slope - down.slope) / (2 * h), atol=1e-8)


@pytest.mark.parametrize("t", [0, 1])
def test_cross_entropy_in_its_compact_form_is_the_logarithm_of_the_likelihood(t):
    mu = 1 / (1 + np.exp(-SCORES))
    np.testing.assert_allclose(cross_entropy(SCORES, t).value, -(t * np.log(mu) + (1 - t) * np.log(1 - mu)), atol=1e-12)


def test_far_on_the_wrong_side_only_cross_entropy_still_has_a_slope():
    assert cross_entropy(-40.0, 1).slope == pytest.approx(-1.0)
    assert squared_error(-40.0, 1).slope == pytest.approx(0.0, abs=1e-12)
    assert cross_entropy(-1000.0, 1).value == pytest.approx(1000.0)
