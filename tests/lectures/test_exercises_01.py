"""The exercises of lecture 01: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l01_function_approximation import exercises as lecture01
from labkit.lectures.l01_function_approximation import exercises_more as more01

COSTLY = [[0, 1, 1], [1, 0, 1], [10, 10, 0]]


def bayes(prior, finds, clears):
    joint = np.array([prior, 1 - prior]) * [finds, 1 - clears]
    return joint[0] / joint.sum()


def odds(p):
    return p / (1 - p)


WRONG = [
    (lecture01.posterior, [lambda prior, finds, clears: finds], "not the other way round"),
    (lecture01.posterior, [lambda prior, finds, clears: finds / (finds + 1 - clears)], "how frequent"),
    (lecture01.posterior, [lambda prior, finds, clears: prior * finds], "divide by all who test positive"),
    (lecture01.posterior, [lambda prior, finds, clears: prior * finds / (prior * finds + (1 - prior) * clears)],
     "does not clear"),
    (lecture01.posterior, [lambda prior, finds, clears: prior], "imagine 1,000 people"),
    (lecture01.decide, [lambda P, L: int(P.argmax())], "the losses have no say"),
    (lecture01.decide, [lambda P, L: int((P @ L).argmax())], "largest risk"),
    (lecture01.decide, [lambda P, L: 0], "the sum runs over the true class"),
    (lecture01.heart_threshold, [0.5], "too many ill ones are left"),
    (lecture01.heart_threshold, [0.05], "too many healthy ones are sent"),
    (lecture01.heart_threshold, [5], "one number"),
    (lecture01.least_probable, [[0.5, 0.3, 0.2], [[0, 1, 1], [1, 0, 1], [1, 1, 0]]], "so expensive"),
    (lecture01.least_probable, [[0.4, 0.4, 0.2], COSTLY], "such as 0.5, 0.3, 0.2"),
    (lecture01.least_probable, [[0.5, 0.3, 0.2], [[5, 5, 0], [5, 5, 0], [5, 5, 0]]], "a right decision costs nothing"),
    (lecture01.least_probable, [[0.5, 0.5], [[0, 1], [1, 0]]], "row k of my_L"),
    (more01.new_prior, [lambda p, before, after: p * after / before], "above 1"),
    (more01.new_prior, [lambda p, before, after: odds(p) * odds(after) / odds(before)], "make a probability"),
    (more01.new_prior, [lambda p, before, after: p], "the posterior must"),
    (more01.simplex_distance, [lambda P, k: len(P) / (len(P) - 1) * (1 - 2 * P[k] + (P**2).sum())], "in a square"),
    (more01.simplex_distance, [lambda P, k: 1 - 2 * P[k] + (P**2).sum()], "one-hot"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "answers", "hint"), WRONG)
def test_mistake_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: ") and hint in line


def test_right_answers_in_another_way_are_right(said):
    assert lecture01.posterior.passed(bayes)
    assert lecture01.decide.passed(lambda P, L: min(range(len(P)), key=lambda i: float(np.dot(P, np.array(L)[:, i]))))
    assert lecture01.heart_threshold.passed(0.19)
    assert lecture01.least_probable.passed([0.2, 0.45, 0.35], [[0, 9, 9], [1, 0, 1], [1, 1, 0]])
    assert more01.new_prior.passed(lambda p, before, after: 1 / (1 + odds(1 - p) * odds(before) / odds(after)))


def test_bugs_are_not_mended_yet(said):
    for check in (lecture01.decide, more01.simplex_distance):
        assert "not mended yet" in said(check, check.given)
