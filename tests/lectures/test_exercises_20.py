"""The exercises of lecture 20: typical wrong answers get the hint that fits, never the answer."""

from itertools import product
from math import ceil, floor, log, sqrt

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import AdaBoost
from labkit.lectures.l20_adaboost import exercises as lecture20
from labkit.lectures.l20_adaboost import exercises_more as more20
from tests.golden import close, golden


def ten_points():
    table = data.load("adaboost10")
    return table.numeric("x1", "x2"), table["y"]


def boosted(w, wrong, *, factor=0.5, base=np.e, up=1, down=-1, share=None, normal=True):
    """One round as in the slides: the vote weight, and e to plus or minus it."""
    epsilon = w[wrong].sum() if share is None else share(wrong)
    alpha = factor * np.log((1 - epsilon) / epsilon) / np.log(base)
    grown = np.array([weight * np.exp(alpha * (up if bad else down)) for weight, bad in zip(w, wrong, strict=True)])
    return alpha, grown / grown.sum() if normal else grown


def stump(x, z, w, answers=((-1, 1), (1, -1), (1, 1), (-1, -1))):
    """Every cut and every pair of answers, one by one."""
    cuts = sorted(set(x.tolist()))[:-1]
    return min(
        sum(weight for value, truth, weight in zip(x, z, w, strict=True) if (a if value <= t else b) != truth)
        for t, (a, b) in product(cuts, answers)
    )


def needed(N, gamma, power=0.5):
    """Multiplying until it is enough."""
    rounds, bound = 0, 1.0
    while bound >= 1 / N:
        rounds, bound = rounds + 1, bound * (1 - 4 * gamma**2) ** power
    return rounds


def share_of_vote_weights(alphas, answers, z):
    return np.array([z[n] * sum(alphas * answers[:, n]) / sum(alphas) for n in range(len(z))])


WRONG = [
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong, normal=False), "sum to 1"),
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong, factor=1), "twice too large"),
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong, factor=1, normal=False), "twice too large"),
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong, factor=-0.5), "a positive vote weight"),
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong, up=-1, down=1), "become heavier"),
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong, down=0), "the right ones change as well"),
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong, share=np.mean), "not their number"),
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong)[::-1], "the vote weight comes first"),
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong, base=2), "base 2"),
    (lecture20.one_round, lambda w, wrong: (1.0, w), "steps 1 to 3"),
    (lecture20.one_round, lambda w, wrong: boosted(w, wrong)[1], "steps 1 to 3"),
    (lecture20.zero_one, lambda margin: (1 - np.sign(margin)) / 2, "exactly 0"),
    (lecture20.zero_one, lambda margin: np.where(np.asarray(margin) > 0, 1.0, 0.0), "counts the right answers"),
    (lecture20.zero_one, lambda margin: 1 - np.sign(margin) / 2, "1.5 for a mistake"),
    (more20.stump_error, lambda x, z, w: stump(x, z, w, [(-1, 1)]), "try both"),
    (more20.stump_error, lambda x, z, w: stump(x, z, w, [(1, -1)]), "try both"),
    (more20.stump_error, lambda x, z, w: stump(x, z, w, [(1, -1), (-1, 1)]), "the same answer"),
    (more20.stump_error, lambda x, z, w: stump(x.argsort(kind="stable").argsort(), z, w), "between equal values"),
    (more20.stump_error, lambda x, z, w: stump(x, z, np.full(len(w), 1 / len(w))), "count weights"),
    (more20.stump_error, lambda x, z, w: 1 - stump(x, z, w), "what it gets right"),
    (more20.stump_error, lambda x, z, w: 1 - 2 * stump(x, z, w), "the edge"),
    (more20.stump_error, lambda x, z, w: 0.3, "for every cut"),
    (more20.rounds_needed, lambda N, gamma: log(N) / -log(sqrt(1 - 4 * gamma**2)), "up or down"),
    (more20.rounds_needed, lambda N, gamma: needed(N, gamma) - 1, "too few"),
    (more20.rounds_needed, lambda N, gamma: ceil(log(N) / (2 * gamma**2)), "the looser bound"),
    (more20.rounds_needed, lambda N, gamma: log(N) / (2 * gamma**2), "the looser bound"),
    (more20.rounds_needed, lambda N, gamma: needed(N, 0.5 - gamma), "the distance to a coin"),
    (more20.rounds_needed, lambda N, gamma: needed(N, gamma, power=1), "a square root"),
    (more20.rounds_needed, lambda N, gamma: needed(N, gamma, power=0.25), "a square root"),
    (more20.rounds_needed, lambda N, gamma: 20, "which power"),
    (more20.margins, lambda alphas, answers, z: z * (alphas @ answers), "sum of the vote weights"),
    (more20.margins, lambda alphas, answers, z: alphas @ answers / alphas.sum(), "is it right as well"),
    (more20.margins, lambda alphas, answers, z: abs(alphas @ answers) / alphas.sum(), "negative margin"),
    (more20.margins, lambda alphas, answers, z: (z * answers).mean(axis=0), "equal vote weights"),
    (more20.margins, lambda alphas, answers, z: z * (alphas @ answers) / len(alphas), "not by their number"),
    (more20.margins, lambda alphas, answers, z: alphas @ (answers == z) / alphas.sum(), "of those who are wrong"),
    (more20.margins, lambda alphas, answers, z: np.exp(-z * (alphas @ answers)), "exponential loss"),
    (more20.margins, lambda alphas, answers, z: np.zeros(len(z)), "as a share of all"),
    (more20.better_vote, [0.42, 0.65, 0.92], "which stump errs there"),
    (more20.better_vote, [1, 0, 0], "point 1 has it"),
    (more20.better_vote, [1, 1], "one vote weight for each stump"),
    (more20.better_vote, [1, 1, -1], "none below 0"),
    (more20.better_vote, [0, 0, 0], "not all of them 0"),
    (more20.better_vote, [1, 1, np.nan], "one vote weight for each stump"),
    (more20.better_vote, [1e308, 1e308, 0], "which stump errs there"),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_right_answers_written_in_another_way_are_right(said):
    assert said(
        lecture20.one_round, lambda w, wrong: (boosted(w, wrong)[0], boosted(w, wrong, up=2, down=0)[1])
    ).startswith("right: ")
    for check, answer in (
        (lecture20.one_round, boosted),
        (more20.stump_error, stump),
        (more20.rounds_needed, needed),
        (more20.margins, share_of_vote_weights),
    ):
        assert said(check, answer).startswith("right: ")
    for vote_weights in ([1, 1, 1], [0.2, 0.2, 0.2], (1 / 3, 0.3333, 0.3334), [1e308] * 3):
        assert said(more20.better_vote, vote_weights).startswith("right: the least margin is 0.333")


def test_one_round_asks_for_the_lectures_numbers():
    """ADA-01, ADA-02, ADA-04, ADA-05, ADA-08: the first two cases are the rounds on the ten points."""
    cases = list(lecture20._round_cases())[:2]
    for (w, wrong), epsilon, alpha in zip(cases, ("ADA-01", "ADA-02"), ("ADA-04", "ADA-05"), strict=True):
        assert close(w[wrong].sum(), golden(epsilon))
        assert close(lecture20._round(w, wrong)[0], golden(alpha))
    assert close(lecture20._round(*cases[0])[1], golden("ADA-08"))


def test_rounds_on_the_boundary_are_not_asked_for():
    """Where the product is 1/N up to rounding, two right answers would differ."""
    for N, gamma in ((10, 0.2), (100, 0.1), (1000, 0.05), (2, 0.3), (200, 0.01)):
        exact = more20._exact_rounds(N, gamma)
        assert abs(exact - round(exact)) > 1e-3
        assert more20._rounds(N, gamma) == floor(exact) + 1 == needed(N, gamma)


def test_better_vote_is_about_the_stumps_that_adaboost_finds():
    X, z = ten_points()
    model = AdaBoost(rounds=3).fit(X, z).model_
    answers = [model.member(m).predict(X) for m in range(3)]
    np.testing.assert_array_equal(more20._ten_answers(), answers)
    assert more20._margins(model.alphas, np.array(answers), z).min() == pytest.approx(0.07534, abs=1e-5)


def test_no_vote_of_the_three_stumps_has_a_larger_least_margin():
    """The minimum over the points is at most their mean, and three points, one from each trio, have a mean of 1/3."""
    _, z = ten_points()
    right = z * more20._ten_answers()
    np.testing.assert_array_equal((right < 0).sum(axis=0), [1] * 9 + [0])
    np.testing.assert_allclose(right[:, [0, 3, 5]].mean(axis=1), more20.BEST)
