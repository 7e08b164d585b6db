"""The exercises of lecture 21: typical wrong answers get the hint that fits, never the answer."""

from itertools import combinations

import numpy as np
import pytest

from labkit.learners.ensemble import losses
from labkit.learners.ensemble.second_order import leaf_score, omega, split_gain
from labkit.learners.many_classes import coding
from labkit.lectures.l21_gradient_boosting import exercises as lecture21
from labkit.lectures.l21_gradient_boosting import exercises_more as more21
from tests.golden import close, golden


def stump(x, r, lowest=True):
    """The least-squares stump by brute force."""
    cuts = sorted(set(x))[:-1] if lowest else sorted(set(x))[:-1][::-1]
    fits = [np.where(x <= t, r[x <= t].mean(), r[x > t].mean()) for t in cuts]
    return min(fits, key=lambda f: round(((r - f) ** 2).sum(), 9))


def p(F):
    return 1 / (1 + np.exp(-F))


def sums(g, h, left, lam):
    """What the left, the right and the whole are worth."""
    return [g[side].sum() ** 2 / (h[side].sum() + lam) for side in (left, ~left, left | ~left)]


def gain_of(parts):
    def gain(g, h, left, gamma, lam):
        return parts(*sums(g, h, left, lam), gamma)

    return gain


def squares(g, h, left, gamma, lam):
    a, b, c = ((g[side] ** 2).sum() / (h[side].sum() + lam) for side in (left, ~left, left | ~left))
    return (a + b - c) / 2 - gamma


def means(g, h, left, gamma, lam):
    a, b, c = (g[side].mean() ** 2 / (h[side].mean() + lam) for side in (left, ~left, left | ~left))
    return (a + b - c) / 2 - gamma


def scores(g, h, left, gamma, lam):
    a, b, c = (g[side].sum() / (h[side].sum() + lam) for side in (left, ~left, left | ~left))
    return (a + b - c) / 2 - gamma


ONE_ROUND, GAIN, LEAF = lecture21.one_round, lecture21.gain, lecture21.count_leaf
SLOPES, PRICE, CODE = more21.slopes, more21.price, more21.fewer_trees
FIVE_BITS = [[0, 0, 0, 0, 0], [1, 1, 1, 0, 0], [0, 0, 1, 1, 1], [1, 1, 0, 1, 1]]  # distance 3, but equal columns
OPPOSITE = [[1, 0, 1, 1, 1], [0, 1, 0, 1, 0], [1, 0, 0, 0, 1], [0, 1, 1, 0, 0]]
WRONG = [
    (ONE_ROUND, lambda x, z, F, e: F + stump(x, z - F), "where is the shrinkage"),
    (ONE_ROUND, lambda x, z, F, e: F + e * stump(x, z), "not to z"),
    (ONE_ROUND, lambda x, z, F, e: e * stump(x, z - F), "what was there before"),
    (ONE_ROUND, lambda x, z, F, e: stump(x, z - F), "the stump alone"),
    (ONE_ROUND, lambda x, z, F, e: F - e * stump(x, z - F), "which sign"),
    (ONE_ROUND, lambda x, z, F, e: F + e * (z - F), "a stump has two answers"),
    (ONE_ROUND, lambda x, z, F, e: F + 2 * e * stump(x, z - F), "twice too far"),
    (ONE_ROUND, lambda x, z, F, e: F + e * stump(x, z - F, lowest=False), "take the lowest"),
    (ONE_ROUND, lambda x, z, F, e: F, "residuals first"),
    (SLOPES, lambda z, F: ((z > 0) - p(F), p(F) * (1 - p(F))), "minus the slope"),
    (SLOPES, lambda z, F: (p(F) - z, p(F) * (1 - p(F))), "z is -1 or +1"),
    (SLOPES, lambda z, F: (p(F) - (z > 0), np.ones(len(z))), "h is 1 for squares only"),
    (SLOPES, lambda z, F: (p(F) - (z > 0), -p(F) * (1 - p(F))), "bent upwards"),
    (SLOPES, lambda z, F: (p(F) - (z > 0), p(F)), "its slope is not p"),
    (SLOPES, lambda z, F: (p(F), p(F) * (1 - p(F))), "right for z = -1"),
    (SLOPES, lambda z, F: (p(2 * F) - (z > 0), p(2 * F) * (1 - p(2 * F))), "half the log odds"),
    (SLOPES, lambda z, F: (F - z, np.ones(len(z))), "what is p where F is large"),
    (SLOPES, lambda z, F: p(F) - (z > 0), "that is g alone"),
    (SLOPES, lambda z, F: (-z / (1 + np.exp(-z * F)), p(F) * (1 - p(F))), "a large margin should hardly pull"),
    (GAIN, gain_of(lambda a, b, c, gamma: a + b - c - gamma), "has a half"),
    (GAIN, gain_of(lambda a, b, c, gamma: (a + b - c) / 2), "who pays"),
    (GAIN, gain_of(lambda a, b, c, gamma: (a + b - c - gamma) / 2), "with gamma 0, then with gamma 1"),
    (GAIN, gain_of(lambda a, b, c, gamma: (a + b - c) / 2 - 2 * gamma), "but one goes"),
    (GAIN, gain_of(lambda a, b, c, gamma: (a + b) / 2 - gamma), "compared with what"),
    (GAIN, gain_of(lambda a, b, c, gamma: (c - a - b) / 2 + gamma), "a gain is positive"),
    (GAIN, scores, "G squared"),
    (GAIN, means, "not means"),
    (GAIN, squares, "cancel in a leaf"),
    (GAIN, lambda g, h, left, gamma, lam: lecture21._gain(g, h, left, gamma, 0), "where is lambda"),
    (GAIN, lambda g, h, left, gamma, lam: 0.0, "with gamma 0, then with gamma 1"),
    (LEAF, lambda z, F, lam: (np.exp(F) - z).sum() / (np.exp(F).sum() + lam), "must rise"),
    (LEAF, lambda z, F, lam: (z - np.exp(F)).sum() / (len(z) + lam), "differentiate e^F twice"),
    (LEAF, lambda z, F, lam: (z - F).sum() / (len(z) + lam), "F is a logarithm"),
    (LEAF, lambda z, F, lam: (z - np.exp(F)).sum() / np.exp(F).sum(), "where is lambda"),
    (LEAF, lambda z, F, lam: (z - np.exp(F)).mean() / (np.exp(F).mean() + lam), "do not average"),
    (LEAF, lambda z, F, lam: (z - np.exp(F)).sum() / (np.exp(F) + lam).sum(), "once for a leaf"),
    (LEAF, lambda z, F, lam: ((z - np.exp(F)) / (np.exp(F) + lam)).mean(), "first sum g and h"),
    (LEAF, lambda z, F, lam: np.log(z.sum() / np.exp(F).sum()), "the step to second order"),
    (LEAF, lambda z, F, lam: 1.0, "as for every loss"),
    (PRICE, lambda w, gamma, lam: gamma * len(w) + lam * np.square(w).sum(), "by half"),
    (PRICE, lambda w, gamma, lam: lam * (gamma * len(w) + np.square(w).sum() / 2), "do not pay lambda"),
    (PRICE, lambda w, gamma, lam: gamma * len(w) + lam * np.abs(w).sum() / 2, "are squared"),
    (PRICE, lambda w, gamma, lam: gamma + lam * np.square(w).sum() / 2, "not each tree"),
    (PRICE, lambda w, gamma, lam: gamma * len(w) + np.square(w).sum() / 2, "double lambda"),
    (CODE, coding.exhaustive(4), "how many of them can go"),
    (CODE, FIVE_BITS, "wrong together"),
    (CODE, OPPOSITE, "wrong together"),
    (CODE, np.eye(4), "stay nearer to its own"),
    (CODE, [[1, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0]], "nothing to tell apart"),
    (CODE, [[1, 0], [0, 1]], "a row for each class"),
    (CODE, [1, 0, 1, 0], "a row for each class"),
    (CODE, [[1, 2], [0, 1], [1, 1], [0, 0]], "a row for each class"),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_fewer_trees_takes_any_six_of_the_seven_and_no_five(said):
    """E-000-42: B = 6 bits. Five different questions always leave two words within two bits."""
    code = coding.exhaustive(4)
    for kept in combinations(range(7), 6):
        assert said(more21.fewer_trees, code[:, kept]).startswith("right: 6 trees, least distance 3")
    for kept in combinations(range(7), 5):
        assert "differ in 2 bits" in said(more21.fewer_trees, code[:, kept])


def test_references_are_those_of_the_learners():
    """I-000-109, I-000-110, I-000-113: what the checks expect is what labkit computes."""
    cases = list(lecture21._round_cases())[:3]
    last = lecture21._round(*cases[-1][:3], 1.0)
    rss = [((z - F) ** 2).sum() for F, z in [(case[2], case[1]) for case in cases] + [(last, cases[-1][1])]]
    assert close(rss, golden("L2B-01"))
    z, F = np.array([-1.0, 1.0, 1.0]), np.array([0.3, -1.2, 2.0])
    np.testing.assert_allclose(more21._slopes(z, F), losses.Logistic().slopes(z > 0, F))
    for g, h, left, gamma, lam in lecture21._gain_cases():
        sides = [(g[side].sum(), h[side].sum()) for side in (left, ~left)]
        np.testing.assert_allclose(lecture21._gain(g, h, left, gamma, lam), split_gain(*sides, gamma, lam))
    z, F = np.array([3.0, 0.0]), np.array([0.5, 1.0])
    np.testing.assert_allclose(lecture21._leaf(z, F, 2.0), leaf_score((np.exp(F) - z).sum(), np.exp(F).sum(), 2.0))


@pytest.mark.parametrize("answer, hint", [
    ((61, 3, 0.1), "whole numbers"), ((60, 0, 0.1), "whole numbers"), ((60, 3, 0), "a share of each tree"),
    ((60, 3, 1.0), "what did they do in the race"), ((20, 3, 0.03), "hardly leave the start"),
    ((60, 1, 0.3), "another depth"),
])  # fmt: skip
def test_miles_says_what_to_change(said, answer, hint):
    assert hint in said(lecture21.miles, *answer).split("hint: ")[1]


def test_miles_takes_more_than_one_answer(said):
    for answer in ((60, 3, 0.1), (20, 3, 0.3), (60, 2, 0.1)):
        assert said(lecture21.miles, *answer).startswith("right: R squared 0.87")
    assert len(lecture21.cars()[0]) == 392


def test_price_of_the_checks_is_the_learners():
    """I-000-112."""
    assert more21._price([2, 0.1, -1], 1.5, 2.0) == pytest.approx(omega([2, 0.1, -1], 1.5, 2.0))
