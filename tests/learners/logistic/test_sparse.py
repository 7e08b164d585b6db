"""The L1 penalty: the lecture's numbers, exact zeros, scikit-learn's optimum, the conditions of a minimum."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.linear_model import LogisticRegression as Peer
from sklearn.preprocessing import StandardScaler

from labkit.learners import LogisticRegression
from labkit.learners.logistic.sparse import ProximalGradient, ProximalNewton, lowest_point, soft
from tests.golden import close, golden
from tests.learners.logistic.borrowed import lecture, overlapping, plain_loss


def sparse(**settings):
    return LogisticRegression(penalty="l1", **settings)


def test_optimum_with_the_l1_penalty_LOG_11():
    """I-000-012."""
    assert close(sparse(lam=0.5, tolerance=1e-13).fit(*lecture()).model_.w, golden("LOG-11"))


def test_smallest_lam_without_features_LOG_12():
    X, y = lecture()
    assert close(sparse().lam_max(X, y), golden("LOG-12"))
    assert sparse(lam=2.5).fit(X, y).model_.w[1] == 0.0
    assert sparse(lam=2.499).fit(X, y).model_.w[1] != 0.0


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_from_lam_max_on_every_weight_is_zero_and_below_one_is_not(intercept, seed):
    X, y = overlapping(d=5, seed=seed)
    most = sparse(intercept=intercept).lam_max(X, y)
    assert not sparse(lam=most * 1.0001, intercept=intercept).fit(X, y).model_.w[1:].any()
    assert np.count_nonzero(sparse(lam=most * 0.999, intercept=intercept).fit(X, y).model_.w[1:]) == 1


@pytest.mark.parametrize("solver", ["newton", "gradient", ProximalNewton(), ProximalGradient()], ids=str)
@pytest.mark.parametrize("lam", [0.0, 0.1, 3.0])
def test_slopes_are_at_most_lam_and_equal_to_it_where_a_weight_is_not_zero(solver, lam):
    X, y = overlapping(d=6)
    last = sparse(lam=lam, solver=solver, tolerance=1e-9, max_iterations=20_000).fit(X, y).last_step_
    slopes, w = last.point.gradient[1:], last.w[1:]
    assert "vanished" in last.reason
    assert np.all(np.abs(slopes) <= lam + 1e-6)
    np.testing.assert_allclose(slopes[w != 0], -lam * np.sign(w[w != 0]), atol=1e-6)
    assert last.loss == pytest.approx(plain_loss(last.w, X, y, lam, "l1"))


def shipped():
    X, y = load_breast_cancer(return_X_y=True)
    yield pytest.param(StandardScaler().fit_transform(X), y, id="breast cancer")
    X, y = load_digits(return_X_y=True)
    yield pytest.param(X[y > 7], (y[y > 7] == 9).astype(int), id="digits")


@pytest.mark.parametrize(("X", "y"), list(shipped()))
def test_optimum_is_that_of_scikit_learn(X, y):
    """Its liblinear penalises the bias too, so both do without; the same weights are exactly 0."""
    last = sparse(lam=2.0, intercept=False).fit(X, y).last_step_
    theirs = Peer(C=0.5, l1_ratio=1.0, solver="liblinear", fit_intercept=False, tol=1e-9, max_iter=10_000).fit(X, y)
    w = np.r_[0.0, theirs.coef_[0]]
    assert last.loss == pytest.approx(plain_loss(w, X, y, 2.0, "l1"), rel=1e-6)
    assert 5 < np.count_nonzero(last.w) < X.shape[1]
    np.testing.assert_array_equal(last.w == 0, w == 0)


def test_features_that_look_alike_do_not_slow_it_down():
    """Coordinate descent needs 6000 sweeps here; turning weights on and off needs a dozen iterations."""
    last = sparse(lam=1e-3).fit(*load_breast_cancer(return_X_y=True)).last_step_
    assert last.iteration < 20
    assert last.loss == pytest.approx(19.9485643, rel=1e-8)


@pytest.mark.parametrize("seed", range(20))
def test_lowest_point_of_a_parabola_with_kinks_is_where_no_coordinate_can_be_better(seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(6, 8))
    H, g, w = A @ A.T, 3 * rng.normal(size=6), rng.normal(size=6) * (rng.random(6) < 0.5)
    lams = np.r_[0.0, np.full(5, 1.5)]
    v = lowest_point(H, g, w, lams)
    for j in range(6):
        slope = g[j] + H[j] @ (v - w)
        assert v[j] == pytest.approx(float(soft(v[j] - slope / H[j, j], lams[j] / H[j, j])), abs=1e-9)


def test_soft_threshold_is_the_nearest_point_with_a_price_on_its_size():
    grid = np.linspace(-3, 3, 60_001)
    for u in (-2.0, -0.3, 0.0, 0.5, 1.7):
        best = grid[np.argmin((grid - u) ** 2 / 2 + 0.5 * np.abs(grid))]
        assert float(soft(np.array(u), np.array(0.5))) == pytest.approx(best, abs=1e-4)


def test_equal_columns_and_columns_of_zeros_are_no_obstacle():
    X, y = overlapping()
    plain = sparse(lam=1.0).fit(X, y).last_step_
    last = sparse(lam=1.0).fit(np.column_stack([X, X, np.zeros(len(X))]), y).last_step_
    assert last.loss == pytest.approx(plain.loss, rel=1e-9)
    assert last.w[-1] == 0.0


def test_too_large_a_rate_is_said_with_its_repair():
    X, y = overlapping()
    last = sparse(lam=1.0, solver=ProximalGradient(rate=1e12)).fit(1e3 * X, y).last_step_
    assert last.reason.startswith("diverged at iteration ")
    assert "is safe" in last.reason
    with pytest.raises(ValueError, match="rate: expected a number > 0"):
        ProximalGradient(rate=0)
