"""Two coins, and nobody says which was flipped: the lecture's numbers, a naive loop, dice, and odd trials."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import CoinMixture
from labkit.learners.mixture.coins import CoinModel, known
from tests.golden import close, golden

COINS = data.load("coins").numeric("heads", "tails")
START = (0.6, 0.5)


def after(iterations):
    return CoinMixture(start=START, tolerance=0, max_iterations=iterations).fit(COINS).model_


def naive(X, heads, iterations):
    """One trial, one coin at a time, by products of probabilities."""
    p = list(heads)
    for _ in range(iterations):
        hits, flips = [0.0] * len(p), [0.0] * len(p)
        for h, t in X:
            joint = [q**h * (1 - q) ** t for q in p]
            for j, each in enumerate(joint):
                share = each / sum(joint)
                hits[j] += share * h
                flips[j] += share * (h + t)
        p = [a / b for a, b in zip(hits, flips, strict=True)]
    return p


# ---------------------------------------------------------------- the lecture's numbers


@pytest.mark.parametrize(
    ("id", "iterations"), [("EM-03", 1), ("EM-04", 2), ("EM-05", 5), ("EM-06", 10), ("EM-07", 500)]
)
def test_coins_are_the_lecture_s_after_so_many_iterations(id, iterations):
    """I-002-040."""
    assert close(after(iterations).heads, golden(id))


def test_log_likelihoods_are_the_lecture_s():
    """EM-08, without binomial coefficients, the 1/2 of the draw inside the logarithm."""
    trace = CoinMixture(start=START, tolerance=0, max_iterations=500).trace(COINS)
    assert close([trace[k].log_likelihood for k in (0, 2, 20, -1)], golden("EM-08"))


def test_known_coins_need_no_em():
    """EM-09, I-002-039: reveal which coin it was, and the answer is heads over flips."""
    model = known(COINS, list("BAABA"))
    assert close(model.heads, golden("EM-09"))
    hidden = np.array([1, 0, 0, 1, 0])
    complete = model.complete_log_likelihood(COINS, hidden)
    assert complete > after(500).complete_log_likelihood(COINS, hidden)
    assert model.log_likelihood(COINS) < after(500).log_likelihood(COINS)


def test_coins_that_start_alike_stay_alike():
    """E-002-21: EM finds a stationary point. All flips in one pot are one, and no maximum."""
    stuck = CoinMixture(start=(0.5, 0.5)).fit(COINS)
    np.testing.assert_allclose(stuck.model_.heads, 33 / 50)
    assert stuck.last_step_.log_likelihood < after(500).log_likelihood(COINS) - 0.4
    np.testing.assert_allclose(stuck.predict_proba(COINS), 0.5)


def test_tug_of_war_goes_to_the_coin_that_explains_the_trial():
    """I-002-040: the shares of every trial, the counts that they give to each coin, and the quotient."""
    e, m = CoinMixture(start=START).trace(COINS)[1:3]
    assert (e.responsibilities[[1, 2, 4], 0] > 0.5).all() and (e.responsibilities[[0, 3], 0] < 0.5).all()
    np.testing.assert_allclose(e.responsibilities[:, 0], [0.449, 0.805, 0.733, 0.352, 0.647], atol=5e-4)
    np.testing.assert_allclose(m.faces, [[21.3, 8.57], [11.7, 8.43]], atol=0.05)
    np.testing.assert_allclose(m.model.heads, m.faces[:, 0] / m.faces.sum(axis=1))
    assert CoinMixture(start=START).trace(COINS)[0].faces is None


def test_coin_that_is_known_stays_and_the_other_finds_its_maximum():
    """I-002-040 with one coin known to be fair: the other ends at the top of the likelihood, found by trying."""
    trace = CoinMixture(start=(0.9, 0.5), held=(1,), tolerance=1e-12).trace(COINS)
    assert all(step.model.heads[1] == 0.5 for step in trace)
    assert (np.diff(trace.curve("log_likelihood")) >= -1e-12).all()
    grid = np.linspace(0.01, 0.99, 9801)
    heights = [CoinModel.given([p, 0.5]).log_likelihood(COINS) for p in grid]
    assert abs(trace[-1].model.heads[0] - grid[int(np.argmax(heights))]) < 2e-4


@pytest.mark.parametrize("wrong", [{"held": (0,)}, {"held": (2,), "start": START}])
def test_held_coin_without_its_chance_is_refused(wrong):
    with pytest.raises(ValueError, match="held: expected numbers of coins from 0 to 1 and their chances in start"):
        CoinMixture(**wrong).fit(COINS)


# ---------------------------------------------------------------- oracles


@pytest.mark.parametrize("seed", range(5))
def test_em_is_a_plain_loop_over_trials_and_coins(seed):
    rng = np.random.default_rng(seed)
    X, start = rng.integers([1, 0], 10, (12, 2)), rng.uniform(0.1, 0.9, 3)
    model = CoinMixture(coins=3, start=start, tolerance=0, max_iterations=7).fit(X).model_
    np.testing.assert_allclose(model.heads, naive(X, start, 7), rtol=1e-9)


@pytest.mark.parametrize("prior", ["equal", "learned"])
def test_dice_that_made_the_trials_are_found_again(prior):
    truth = CoinModel.given([[0.5, 0.3, 0.2], [0.1, 0.2, 0.7]], [0.7, 0.3] if prior == "learned" else None)
    X, dice = truth.sample(3000, 20, seed=1)
    assert X.sum(axis=1).tolist() == [20] * 3000
    model = CoinMixture(prior=prior, start=[[0.4, 0.3, 0.3], [0.3, 0.3, 0.4]]).fit(X).model_
    np.testing.assert_allclose(model.probabilities, truth.probabilities, atol=0.01)
    np.testing.assert_allclose(model.weights, truth.weights, atol=0.03)
    assert (model.predict(X) == dice).mean() > 0.97


def test_learned_prior_is_never_worse():
    X, _ = CoinModel.given([0.8, 0.3], [0.9, 0.1]).sample(4000, seed=0)
    fixed, free = (CoinMixture(prior=prior, start=(0.6, 0.4)).fit(X) for prior in ("equal", "learned"))
    assert fixed.model_.weights.tolist() == [0.5, 0.5]
    assert free.score(X) > fixed.score(X)
    assert free.model_.weights[0] == pytest.approx(0.9, abs=0.02)


def test_every_restart_from_random_coins_climbs_to_the_same_top_or_names_the_coins_the_other_way_round():
    tops = [np.sort(CoinMixture(seed=seed, tolerance=1e-9).fit(COINS).model_.heads) for seed in range(10)]
    np.testing.assert_allclose(tops, [np.sort(golden("EM-07").value)] * 10, atol=1e-6)


def test_coins_are_told_apart_by_straight_borders_between_counts():
    rng = np.random.default_rng(0)
    model, cases = CoinModel.given([0.3, 0.5, 0.8], [0.2, 0.5, 0.3]), rng.integers(0, 30, (200, 2))
    A, b, owner = model.linear_scores
    np.testing.assert_array_equal(model.predict(cases), owner[(cases @ A.T + b).argmax(axis=1)])


def test_parameters_are_counted():
    assert CoinMixture(start=START).fit(COINS).model_.free_parameters == 2
    assert CoinMixture(start=START, prior="learned").fit(COINS).model_.free_parameters == 3
    assert known([[1, 2, 3]], ["A"]).free_parameters == 2


# ---------------------------------------------------------------- odd trials


def test_face_that_never_falls_has_no_chance_and_no_warning():
    model = CoinMixture(start=(0.9, 0.1)).fit([[9, 0], [8, 0], [0, 5]]).model_
    np.testing.assert_allclose(model.heads, [1, 0], atol=1e-12)
    assert np.isfinite(model.log_density([[3, 3], [0, 0]])).all()
    assert model.predict([[1, 0], [0, 1]]).tolist() == [0, 1]


def test_coin_that_loses_all_trials_takes_the_shares_of_all_flips():
    X = [[10_000, 0], [9_000, 0]]
    trace = CoinMixture(start=(0.999, 0.5)).trace(X)
    assert not trace[1].responsibilities[:, 1].any()
    np.testing.assert_allclose(trace[2].model.heads, [1, 1])


@pytest.mark.parametrize("unit", [1e-8, 1.0, 1e8])
def test_counts_of_any_size_are_taken(unit):
    trace = CoinMixture(start=START).trace(COINS * unit)
    assert trace[-1].event == "stop" and np.isfinite(trace[-1].log_likelihood)


def test_one_face_and_trials_without_a_flip_are_harmless():
    assert CoinMixture(coins=1).fit([[3], [4]]).model_.probabilities.tolist() == [[1.0]]
    with_nothing = CoinMixture(start=START, tolerance=1e-9).fit(np.vstack([COINS, [0, 0]]))
    np.testing.assert_allclose(with_nothing.model_.heads, golden("EM-07").value, atol=1e-7)
    np.testing.assert_allclose(with_nothing.predict_proba([[0, 0]]), 0.5)


@pytest.mark.parametrize(
    ("hyper", "X", "message"),
    [
        ({"coins": 6}, COINS, r"coins: expected at most as many as there are examples \(n_samples = 5\), got 6"),
        ({"coins": 0}, COINS, "coins: expected a whole number >= 1, got 0"),
        ({"start": (0.6,)}, COINS, "start: expected the chances of 2 faces for each of 2 coins"),
        ({"start": (0.0, 0.5)}, COINS, "start: expected probabilities above 0 and below 1"),
        ({"start": (0.5, 1.5)}, COINS, "start: expected probabilities above 0 and below 1"),
        ({"start": [[0.5, 0.4], [0.5, 0.5]]}, COINS, "those of a row adding up to 1"),
        ({"start": (0.6, 0.5)}, np.ones((4, 3)), "start: expected the chances of 3 faces"),
        ({}, -COINS, r"X: expected counts .* got -5 at \(0, 0\)"),
        ({}, 0 * COINS, "X: expected at least one flip, got only zeros"),
    ],
)
def test_what_cannot_be_is_refused(hyper, X, message):
    with pytest.raises(ValueError, match=message):
        CoinMixture(**hyper).fit(X)


def test_trials_with_other_faces_are_refused():
    with pytest.raises(ValueError, match="X has 3 features, but CoinModel is expecting 2 features"):
        CoinModel.given([0.5]).predict([[1, 2, 3]])


@pytest.mark.parametrize("bad", [{"trials": 0}, {"trials": 5, "flips": 0}, {"trials": 5, "seed": -1}])
def test_sample_refuses_bad_numbers(bad):
    with pytest.raises(ValueError, match="expected a whole number"):
        CoinModel.given([0.5]).sample(**bad)


def test_captions_say_what_the_coins_are():
    trace = CoinMixture(start=START).trace(COINS)
    assert trace[0].caption == "start: the coins' chances of heads are 0.600, 0.500; log-likelihood -33.0939"
    assert trace[1].caption == "iteration 1: E step, the coins share the trials out; log-likelihood -33.0939"
    assert trace[2].caption == (
        "iteration 1: M step, the coins' chances of heads are 0.713, 0.581; log-likelihood -31.8593"
    )
