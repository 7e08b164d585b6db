"""The one loop of EM: what E and M promise, for coins and for Gaussians alike (I-002-038, I-002-041)."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import CoinMixture, GaussianMixture
from labkit.learners.mixture import em
from labkit.learners.mixture.coins import CoinModel, Trials
from labkit.learners.mixture.gaussian_model import GaussianMixtureModel

COINS = data.load("coins").numeric("heads", "tails")
POINTS = data.blobs(60, spread=0.3, seed=3)[0]


def coins(rng):
    return CoinModel.given(rng.uniform(0.05, 0.95, 2))


def clouds(rng):
    roots = rng.normal(size=(3, 2, 2))
    covariances = roots @ roots.transpose(0, 2, 1) + 0.05 * np.eye(2)
    return GaussianMixtureModel.given(rng.normal(size=(3, 2)), covariances, rng.dirichlet([2, 2, 2]))


BOTH = pytest.mark.parametrize(("make", "X"), [(coins, COINS), (clouds, POINTS)], ids=["coins", "Gaussians"])
STORIES = pytest.mark.parametrize(
    ("learner", "X"),
    [
        (CoinMixture(start=(0.6, 0.5)), COINS),
        (CoinMixture(prior="learned", start=(0.9, 0.3)), COINS),
        (GaussianMixture(seed=1), POINTS),
        (GaussianMixture(covariance="diagonal", start="k-means"), POINTS),
        (GaussianMixture(components=9, covariance="spherical"), POINTS),
    ],
    ids=["coins", "coins, prior learned", "full", "diagonal", "spherical"],
)


# ---------------------------------------------------------------- Q and the bound


@BOTH
def test_bound_is_below_the_log_likelihood_and_touches_it_at_its_model(make, X):
    """The picture of I-002-038: B(theta | theta_t) <= ln L(theta), equal at theta_t."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        model, at = make(rng), make(rng)
        assert em.bound(model, at, X) < model.log_likelihood(X)
        assert em.bound(at, at, X) == pytest.approx(at.log_likelihood(X), rel=1e-12)


def test_bound_has_the_slope_of_the_log_likelihood_where_they_touch():
    at = np.array([0.6, 0.5])
    slopes = [
        approx_fprime(at, f, 1e-7)
        for f in (lambda p: em.bound(CoinModel.given(p), CoinModel.given(at), COINS),
                  lambda p: CoinModel.given(p).log_likelihood(COINS))
    ]  # fmt: skip
    np.testing.assert_allclose(*slopes, rtol=1e-5)


def test_q_is_the_mean_of_the_complete_log_likelihood_over_all_hidden_coins():
    """E-002-21: Y is discrete, so the expectation is a sum, here over all 2^5 ways to name the coins."""
    at, model = CoinModel.given([0.6, 0.5]), CoinModel.given([0.8, 0.3])
    r = at.predict_proba(COINS)
    total = 0.0
    for hidden in product((0, 1), repeat=5):
        chance = np.prod([r[i, k] for i, k in enumerate(hidden)])
        total += chance * model.complete_log_likelihood(COINS, np.array(hidden))
    assert em.expected_log_likelihood(model, at, COINS) == pytest.approx(total, rel=1e-12)


@BOTH
def test_complete_likelihood_is_that_of_the_hidden_times_that_of_the_observed(make, X):
    """I-002-041: f(x, y) = f(y | x) f(x)."""
    rng = np.random.default_rng(1)
    model = make(rng)
    hidden = rng.integers(len(model.weights), size=len(X))
    posterior = np.log(model.predict_proba(X)[np.arange(len(X)), hidden]).sum()
    complete = model.complete_log_likelihood(X, hidden)
    assert complete == pytest.approx(posterior + model.log_likelihood(X), rel=1e-12)


def test_complete_likelihood_wants_a_group_for_every_example():
    with pytest.raises(ValueError, match="expected one target per example"):
        CoinModel.given([0.6, 0.5]).complete_log_likelihood(COINS, np.zeros(4, dtype=int))


@pytest.mark.parametrize("hidden", [[0, 1, 2, 0, 1], [0, 1, -1, 0, 1], list("ABBAB")])
def test_complete_likelihood_wants_numbers_of_groups(hidden):
    with pytest.raises(ValueError, match=r"groups: expected the model's classes \[0, 1\], got"):
        CoinModel.given([0.6, 0.5]).complete_log_likelihood(COINS, hidden)


@pytest.mark.parametrize("compare", [em.bound, em.expected_log_likelihood])
def test_models_with_other_groups_are_not_compared(compare):
    with pytest.raises(ValueError, match="model: expected 1 groups, as the other model has, got 2"):
        compare(CoinModel.given([0.6, 0.5]), CoinModel.given([0.6]), COINS)


def test_m_step_is_the_top_of_q():
    """Found by a general optimiser that knows nothing of coins."""
    at = CoinModel.given([0.6, 0.5])
    best = minimize(lambda p: -em.expected_log_likelihood(CoinModel.given(p), at, COINS), [0.5, 0.5],
                    bounds=[(0.01, 0.99)] * 2, tol=1e-14)  # fmt: skip
    fitted = Trials(COINS).maximised(em.expected(Trials(COINS).log_joint(at))[0])
    np.testing.assert_allclose(fitted.heads, best.x, atol=1e-5)


# ---------------------------------------------------------------- the loop


@STORIES
def test_story_alternates_e_and_m_between_start_and_stop(learner, X):
    trace = learner.trace(X)
    last = trace[-1].iteration
    assert [step.half for step in trace] == ["", *[em.E, em.M] * last, ""]
    assert [step.event for step in trace] == [START, *[UPDATE] * (2 * last), STOP]
    assert [step.equation for step in trace[:3]] == [None, 2, 3]
    assert trace[0].responsibilities is None and trace[0].bound is None and trace[0].counts is None


@STORIES
def test_log_likelihood_never_falls_and_is_that_of_the_model(learner, X):
    trace = learner.trace(X)
    assert (np.diff(trace.curve("log_likelihood")) >= -1e-10).all()
    for step in trace:
        assert step.log_likelihood == pytest.approx(step.model.log_likelihood(X), rel=1e-10)
        assert step.model.score(X) * len(X) == pytest.approx(step.log_likelihood, rel=1e-10)


@STORIES
def test_e_step_makes_the_bound_touch_and_m_step_climbs_it(learner, X):
    trace = learner.trace(X)
    for start, e, m in zip(trace[0:-2:2], trace[1:-1:2], trace[2:-1:2], strict=True):
        assert e.model is start.model and m.responsibilities is not None
        assert e.bound == pytest.approx(e.log_likelihood, rel=1e-10)
        assert e.bound - 1e-10 <= m.bound <= m.log_likelihood + 1e-10
        np.testing.assert_array_equal(e.responsibilities, m.responsibilities)
        assert m.bound == pytest.approx(em.bound(m.model, e.model, X), rel=1e-9)


@STORIES
def test_responsibilities_are_the_model_s_probabilities(learner, X):
    trace = learner.trace(X)
    for step in (trace[1], trace[-1]):
        np.testing.assert_allclose(step.responsibilities, step.model.predict_proba(X), atol=1e-12)
        np.testing.assert_allclose(step.responsibilities.sum(axis=1), 1)
        assert step.counts.sum() == pytest.approx(len(X))


def test_story_ends_where_the_parameters_stand_still_or_the_budget_is_spent():
    ended = CoinMixture(start=(0.6, 0.5), tolerance=1e-3).trace(COINS)[-1]
    assert ended.reason == "no parameter changes by more than 0.001"
    before, after = (CoinMixture(start=(0.6, 0.5), tolerance=0, max_iterations=k).fit(COINS).model_.heads
                     for k in (ended.iteration - 1, ended.iteration))  # fmt: skip
    assert np.abs(after - before).max() <= 1e-3
    spent = CoinMixture(start=(0.6, 0.5), max_iterations=1).trace(COINS)
    assert spent[-1].caption == "stop after 1 iteration: the budget of 1 iteration is spent; log-likelihood -31.8593"
    alike = CoinMixture(start=(0.66, 0.66), tolerance=0, max_iterations=10).trace(COINS)[-1]
    assert alike.reason == "no parameter changes"


def test_m_step_that_lowers_the_likelihood_is_an_error():
    class Wrong(Trials):
        def maximised(self, R):
            return CoinModel.given([0.01, 0.02])

    with pytest.raises(ArithmeticError, match=r"log-likelihood: expected at least -33\.09.*mend it"):
        list(em.climb(Wrong(COINS), CoinModel.given([0.6, 0.5]), tolerance=1e-6, budget=5))
