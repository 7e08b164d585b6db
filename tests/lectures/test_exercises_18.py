"""The exercises of lecture 18: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l18_regression_trees import exercises as lecture18
from labkit.lectures.l18_regression_trees import exercises_more as more18


def unweighted(y):
    return 1 + int(np.argmin([np.var(y[:k]) + np.var(y[k:]) for k in range(1, len(y))]))


def largest_jump(y):
    return 1 + int(np.argmax(np.abs(np.diff(y))))


def uncentred(y, mean, curves, j, S):
    return S @ (y - mean - curves.sum(axis=0) + curves[j])


def first_of_equals(errors, leaves, alpha):
    return int(np.argmin([round(error + alpha * count, 9) for error, count in zip(errors, leaves, strict=True)]))


SQUARE = [[0, 0], [1, 1], [0, 1], [1, 0]]
EIGHT = [[i % 4, i // 4] for i in range(8)]
WRONG = [
    (lecture18.best_cut, [unweighted], "not their means"),
    (lecture18.best_cut, [largest_jump], "one odd number"),
    (lecture18.best_cut, [lambda y: lecture18._best_cut(y) - 1], "how many numbers"),
    (lecture18.split_error, [lambda y, k: (y[:k].var() + y[k:].var()) / 2], "counts alike"),
    (lecture18.split_error, [lambda y, k: k * y[:k].var() + (len(y) - k) * y[k:].var()], "divide"),
    (lecture18.car_tree, [{"max_depth": 3}], "too deep"),
    (lecture18.car_tree, ["deep"], "write for example"),
    (lecture18.car_tree, [{"depth": 3}], "criterion, leaf"),
    (lecture18.fooled_greed, [[0, 1, 2, 3, 4, 5]], "three levels"),
    (lecture18.fooled_greed, [[1, 1, 2, 2, 3, 3]], "three levels"),
    (lecture18.fooled_greed, [[1, 2]], "as a list"),
    (more18.cheapest, [lambda errors, leaves, alpha: int(np.argmin(errors))], "leaves cost something"),
    (more18.cheapest, [first_of_equals], "the smaller tree"),
    (more18.refitted, [uncentred], "must be 0"),
    (more18.fooled_sum, [SQUARE, [0, 0, 1, 1]], "write them as lists"),
    (more18.fooled_sum, [SQUARE * 2, [0, 1, 0, 1] * 2], "every value of x1"),
]


@pytest.mark.parametrize("check, answers, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: ") and hint in line


def test_sum_that_explains_nothing_may_need_too_many_leaves(said):
    """Four values along each input, each row and column with mean 0."""
    signs = np.array([1, -1, -1, 1])
    X = [[a, b] for a in range(4) for b in range(4)]
    assert "four places" in said(more18.fooled_sum, X, [float(signs[a] * signs[b]) for a, b in X])


def test_the_bugs_change_what_they_should_not():
    y = np.array([0.0, 2, 4, 4, 4, 4])
    given = [lecture18._split_error_given(y, k) for k in range(1, 6)]
    mended = [lecture18._split_error(y, k) for k in range(1, 6)]
    assert np.argmin(given) == 0 != np.argmin(mended)
    curves = np.array([[-1.0, 1.0]])
    assert not more18._refitted_given(np.array([1.0, 3.0]), 2.0, curves, 0, np.eye(2)).any()
    assert more18._refitted(np.array([1.0, 3.0]), 2.0, curves, 0, np.eye(2)).tolist() == [-1, 1]


def test_two_slips_in_the_best_cut_are_both_named(said):
    def wrong(y):
        return int(np.argmin([np.var(y[:k]) + np.var(y[k:]) for k in range(1, len(y))]))

    reply = said(lecture18.best_cut, wrong)
    assert "two things: (1) a side with many numbers" in reply and "not the place of the last one" in reply
