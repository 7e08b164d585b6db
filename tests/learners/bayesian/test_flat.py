"""Priors of infinite variance: the likeliest weights and their covariance, and refusals where nothing holds them."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import (
    LaplaceLogistic,
    LogisticRegression,
    SoftmaxRegression,
    VariationalLogistic,
    VariationalSoftmax,
)

OVERLAP, THREE = data.gaussians(60, seed=1), data.blobs(90, spread=0.4, seed=3)


def test_peak_without_a_prior_is_the_likeliest_weights():
    flat = LaplaceLogistic(prior_variance=np.inf).fit(*OVERLAP).model_.posterior
    likeliest = LogisticRegression(tolerance=1e-12).fit(*OVERLAP)
    np.testing.assert_allclose(flat.mean, likeliest.model_.w, rtol=1e-8)
    np.testing.assert_allclose(flat.precision, likeliest.last_step_.hessian, rtol=1e-7)
    many = LaplaceLogistic(prior_variance=np.inf).fit(*THREE).model_
    np.testing.assert_allclose(many.W, SoftmaxRegression(tolerance=1e-12).fit(*THREE).model_.W, atol=1e-6)


def test_posterior_is_the_limit_of_wide_priors_and_the_evidence_is_none():
    flat, wide = (LaplaceLogistic(prior_variance=v).fit(*OVERLAP) for v in (np.inf, 1e12))
    np.testing.assert_allclose(wide.model_.posterior.covariance, flat.model_.posterior.covariance, rtol=1e-6)
    np.testing.assert_allclose(wide.predict_proba(OVERLAP[0]), flat.predict_proba(OVERLAP[0]), atol=1e-9)
    assert flat.last_step_.log_evidence == -np.inf < wide.last_step_.log_evidence


def test_only_the_bias_may_be_without_a_prior_whatever_the_classes():
    for X, y in (OVERLAP, data.separable(40, seed=1)):
        ours = LaplaceLogistic(prior_variance=[np.inf, 1.0, 1.0]).fit(X, y).model_.posterior.mean
        np.testing.assert_allclose(ours, LogisticRegression(lam=1.0, tolerance=1e-12).fit(X, y).model_.w, atol=1e-8)


def test_improper_posteriors_are_refused():
    X, y = OVERLAP
    for bad, why in (
        (data.separable(40, seed=1), "got infinite ones of 3 weights: they separate all or some of the examples"),
        ((np.column_stack([X, X[:, 0]]), y), "depend on each other"),
        ((np.column_stack([X, 0 * X[:, 0]]), y), "depend on each other"),
    ):
        with pytest.raises(ValueError, match=f"prior_variance: expected finite variances, .*{why}.* pass"):
            LaplaceLogistic(prior_variance=np.inf).fit(*bad)


def test_a_bound_of_the_evidence_needs_an_evidence():
    for kind in (VariationalLogistic, VariationalSoftmax):
        for variance in (np.inf, [np.inf, 1.0, 1.0]):
            with pytest.raises(
                ValueError, match=r"expected finite variances, for under an infinite one ln p\(D\) is minus"
            ):
                kind(prior_variance=variance).fit(*OVERLAP)


@pytest.mark.parametrize("kind", [LaplaceLogistic, VariationalLogistic, VariationalSoftmax])
def test_more_columns_than_a_precision_has_room_for_are_refused(kind):
    with pytest.raises(ValueError, match=r"X: expected at most 8192 columns, .*got 9000; pass the first few principal"):
        kind().fit(np.zeros((4, 9000)), [0, 1, 0, 1])
