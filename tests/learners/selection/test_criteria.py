"""AIC, AICc and BIC: golden values, and what the penalties promise. I-004-003, I-004-004, I-004-005."""

import math

import numpy as np
import pytest
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LassoLarsIC
from sklearn.mixture import GaussianMixture as TheirMixture

from labkit.core import data
from labkit.learners import (
    LDA,
    GaussianMixture,
    LinearRegression,
    LogisticRegression,
    NearestNeighbours,
    NeuralNetwork,
    RegressionNetwork,
)
from labkit.learners.selection.criteria import (
    BIC_STRICTER_ABOVE,
    Criteria,
    aic,
    aicc,
    bic,
    correction,
    criteria,
    evidence,
    of_baseline,
    penalty,
    shao,
)
from labkit.learners.selection.fitting import Baseline
from tests.golden import close, golden


def test_bic_is_stricter_only_from_e_squared_AIC_03_E_004_04():
    assert close(BIC_STRICTER_ABOVE, golden("AIC-03"))
    for n in (2, 5, 7):
        assert penalty("bic", 3, n) < penalty("aic", 3, n)
    for n in (8, 100):
        assert penalty("bic", 3, n) > penalty("aic", 3, n)


def test_correction_for_few_examples_AIC_04():
    assert close(correction(5, 12), golden("AIC-04"))


def test_corrected_aic_tends_to_aic():
    gaps = [aicc(-20.0, 5, n) - aic(-20.0, 5) for n in (7, 12, 100, 10_000)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] == pytest.approx(0, abs=0.01)


def test_held_out_share_that_matches_bic_AIC_05_E_004_03():
    assert close([shao(100), shao(1000)], golden("AIC-05"))
    shares = [shao(n) / n for n in (8, 100, 1e4, 1e30)]
    assert shares == sorted(shares) and 0.98 < shares[-1] < 1, "ever more of all examples"
    with pytest.raises(ValueError, match=r"n: expected a number > 7\.38"):
        shao(7)


def test_too_many_parameters_are_never_chosen():
    assert aicc(0.0, 5, 6) == math.inf == aicc(math.inf, 9, 6)
    assert aicc(0.0, 5, 7) == 10 + 60


def test_criteria_differ_from_scikit_learns_by_what_all_models_share():
    """LassoLarsIC counts no variance, and leaves out the constant; with all features its fit is least squares."""
    X, y = load_diabetes(return_X_y=True)
    for name, price in (("aic", 2), ("bic", math.log(442))):
        found = [getattr(criteria(LinearRegression(), X[:, :d], y), name) for d in (2, 5)]
        sigma = np.var(y - LinearRegression().fit(X, y).predict(X)) * 442 / (442 - 11)
        theirs = []
        for d in (2, 5):
            peer = LassoLarsIC(criterion=name, noise_variance=sigma).fit(X[:, :d], y)
            rss = np.sum((y - LinearRegression().fit(X[:, :d], y).predict(X[:, :d])) ** 2)
            assert peer.criterion_[-1] == pytest.approx(442 * math.log(2 * math.pi * sigma) + rss / sigma + price * d)
            theirs.append(442 * math.log(2 * math.pi * rss / 442) + 442 + price * (d + 2))
        assert found == pytest.approx(theirs)


def test_record_has_all_three():
    X, y = data.gaussians(60, seed=1)
    found = criteria(LogisticRegression(), X, y)
    lnL, k, n = found.log_likelihood, found.k, found.n
    assert (found.aic, found.bic, found.aicc) == (aic(lnL, k), bic(lnL, k, n), aicc(lnL, k, n))
    assert (k, n) == (3, 60)


def test_learner_itself_is_not_trained():
    X, y = data.gaussians(40)
    learner = LDA()
    criteria(learner, X, y)
    assert not hasattr(learner, "model_")


def test_baseline_is_logistic_regression_without_features():
    X, y = data.gaussians(41, seed=2)
    constant = criteria(LogisticRegression(), np.zeros((41, 1)), y)
    assert of_baseline(Baseline.of(y, True), y).bic == pytest.approx(constant.bic)
    mean = criteria(LinearRegression(), np.zeros((41, 1)), X[:, 0])
    assert of_baseline(Baseline.of(X[:, 0], False), X[:, 0]).aicc == pytest.approx(mean.aicc)


def test_evidence_adds_up_and_halves_by_two_ln_two():
    w = evidence([10.0, 10.0 + 2 * math.log(2), math.inf])
    assert w == pytest.approx([2 / 3, 1 / 3, 0])
    assert evidence([3.0, math.nan, 3.0]).tolist() == [0.5, 0, 0.5], "without a criterion no weight"
    assert evidence([3.0, -math.inf]).tolist() == [0, 1], "all is hit"
    for nothing in ([], [math.nan], [math.inf]):
        with pytest.raises(ValueError, match="values: expected some numbers of one criterion"):
            evidence(nothing)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="criterion: expected one of 'aic', 'aicc', 'bic', got 'dic'"):
        penalty("dic", 1, 1)
    with pytest.raises(ValueError, match="k: expected a number >= 0"):
        penalty("aic", -1, 10)
    with pytest.raises(ValueError, match="k: expected a number >= 0"):
        aic(0.0, -1)
    with pytest.raises(ValueError, match="judge it by cross-validation"):
        criteria(NearestNeighbours(), *data.gaussians(20))
    with pytest.raises(ValueError, match="learner: expected one with fit and predict, got the class LDA"):
        criteria(LDA, *data.gaussians(20))
    with pytest.raises(ValueError, match="at least 2 classes"):
        criteria(LDA(), np.eye(3), [1, 1, 1])


def test_record_is_immutable():
    with pytest.raises(AttributeError):
        Criteria(0.0, 1, 2, "x").k = 3


def test_mixtures_have_scikit_learns_criteria():
    X, _ = data.blobs(120, spread=0.15, seed=2)
    learner = GaussianMixture(components=3).fit(X)
    found, n = criteria(learner, X), len(X)
    peer = TheirMixture(3, weights_init=learner.model_.weights, means_init=learner.model_.means,
                        precisions_init=np.linalg.inv(learner.model_.covariances), reg_covar=0).fit(X)  # fmt: skip
    assert (found.k, found.n, found.of) == (peer._n_parameters(), n, "x")
    assert (found.aic, found.bic) == pytest.approx((peer.aic(X), peer.bic(X)), rel=1e-4)


def test_criteria_find_the_number_of_components():
    X, _ = data.blobs(200, classes=3, spread=0.08, seed=2)
    values = [criteria(GaussianMixture(components=k), X).bic for k in (1, 2, 3, 4, 5)]
    assert int(np.argmin(values)) == 2


def test_networks_count_their_weights():
    X, y = data.moons(60)
    assert criteria(NeuralNetwork(hidden=(3,), max_epochs=5), X, y).k == 3 * 3 + 4
    assert criteria(RegressionNetwork(hidden=(3,), max_epochs=5), X, X[:, 0]).k == 3 * 3 + 4 + 1
