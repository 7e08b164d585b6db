"""The exercises of lecture 08: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l08_bayesian_logistic import exercises as lecture08
from labkit.lectures.l08_bayesian_logistic import exercises_more as more08


def g(a):
    return 1 / (1 + np.exp(-a))


def precision(w, X):
    p = g(X @ w)
    return (X.T * (p * (1 - p))) @ X


SPLIT = [[1, 0], [-1, 0]], [1, 0]

WRONG = [
    (lecture08.probability, [lambda mu, s2: g(mu / np.sqrt(1 + np.pi * s2**2 / 8))], "do not square it again"),
    (lecture08.probability, [lambda mu, s2: g(mu / np.sqrt(1 + 8 * s2 / np.pi))], "pi / 8"),
    (lecture08.probability, [lambda mu, s2: g(mu / (1 + np.pi * s2 / 8))], "square root"),
    (lecture08.probability, [lambda mu, s2: mu / np.sqrt(1 + np.pi * s2 / 8)], "this is the score"),
    (lecture08.probability, [lambda mu, s2: g(mu)], "near a half"),
    (
        lecture08.laplace_covariance,
        [lambda w, X, v: np.linalg.inv(precision(w, X) + v * np.eye(len(w)))],
        "one divided",
    ),
    (lecture08.laplace_covariance, [lambda w, X, v: np.linalg.pinv(precision(w, X))], "unknown directions certain"),
    (
        lecture08.laplace_covariance,
        [lambda w, X, v: np.linalg.pinv(precision(w, X)) + v * np.eye(len(w))],
        "not covariances",
    ),
    (lecture08.laplace_covariance, [lambda w, X, v: np.eye(len(w))], "whose second derivatives"),
    (lecture08.heart_patients, ["Laplace, probit", 10], "too generous"),
    (lecture08.heart_patients, ["Laplace", 1], "copy a name"),
    (lecture08.heart_patients, ["Laplace, probit", -1], "the table has 10"),
    (lecture08.overconfident, [*SPLIT, [1, 1]], "the score must be large"),
    (lecture08.overconfident, [*SPLIT, [0, 100]], "the score must be large"),
    (lecture08.overconfident, [[[1, 0]], [1], [1, 1]], "count them"),
    (more08.m_step, [lambda m, S, x: abs(m @ x)], "the variance of the score is missing"),
    (more08.m_step, [lambda m, S, x: np.sqrt(x @ S @ x)], "mean of the score counts"),
    (more08.m_step, [lambda m, S, x: x @ S @ x + (m @ x) ** 2], "that is xi squared"),
    (more08.tangent_above, [lambda s, lam: lam * s - np.log(lam) + 1], "exactly"),
    (more08.tangent_above, [lambda s, lam: np.log(s)], "not a tangent"),
    (
        more08.divergence,
        [lambda m, v, m0, v0: 0.5 * (v / v0 + (m - m0) ** 2 / v0 + np.log(v0 * v) - 1)],
        "sign of ln v",
    ),
    (more08.divergence, [lambda m, v, m0, v0: v / v0 + (m - m0) ** 2 / v0 + np.log(v0 / v) - 1], "halved"),
    (more08.fooled_laplace, [[1, -1, 2, -2], [1, 1, 0, 0]], "three times nothing"),
    (more08.fooled_laplace, [[1, 2, -1, 0.5], [1, 1, 0, 0]], "fall steeply on one side"),
    (more08.fooled_laplace, [[1], [1]], "count them"),
]


@pytest.mark.parametrize("check, answers, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_two_mistakes_at_once_are_both_named():
    reply = lecture08.probability(lambda mu, s2: g(mu / (1 + 8 * s2 / np.pi)))
    assert reply.hints[0].startswith("two things: (1) ") and "pi / 8" in reply.hints[0] and "root" in reply.hints[0]


def test_right_part_of_the_counter_example_is_praised():
    reply = lecture08.overconfident(*SPLIT, [0.1, 100])
    assert "the mean says" in reply.good and "plug-in" not in reply.good


def test_right_answers_written_in_another_way_are_right(said):
    def covariance(w, X, variance):
        return np.linalg.solve(precision(w, X) + np.diag(np.full(len(w), 1 / variance)), np.eye(len(w)))

    assert said(lecture08.probability, lambda mu, s2: g(mu * (1 + s2 * np.pi / 8) ** -0.5)).startswith("right: ")
    assert said(lecture08.laplace_covariance, covariance).startswith("right: ")
    assert said(more08.m_step, lambda m, S, x: np.sqrt(x @ (S + np.outer(m, m)) @ x)).startswith("right: ")
    assert said(more08.tangent_above, lambda s, lam: -(np.log(lam) + 1 - lam * s)).startswith("right: ")


def test_examples_of_the_stubs_are_right():
    assert round(lecture08._probability(2.0, 0.0), 3) == 0.881 and round(lecture08._probability(2.0, 8.0), 3) == 0.728
    np.testing.assert_allclose(lecture08._covariance(np.zeros(1), np.array([[2.0]]), 1.0), [[0.5]])
    assert more08._xi(np.array([0.0]), np.array([[4.0]]), np.array([1.5])) == 3.0
    assert more08._above(2.0, 0.5) == pytest.approx(np.log(2)) and more08._cost(0.0, 1.0, 0.0, 1.0) == 0.0
