"""The exercises of lecture 22: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures import l22_model_selection as lesson
from labkit.lectures.l22_model_selection import exercises as lecture22
from labkit.lectures.l22_model_selection import exercises_more as more22


def by_aic(log_likelihood, k, n):
    return 2 * k - 2 * log_likelihood


def never_infinite(log_likelihood, k, n):
    left = n - k - 1
    return by_aic(log_likelihood, k, n) + (2 * k * (k + 1) / left if left else np.nan)


def chosen_from_the_test(X, y, parts, keep):
    right = 0
    for train, test in parts:
        columns = lesson.best_columns(X[test], y[test], keep)
        right += (lesson.answers(X[train][:, columns], y[train], X[test][:, columns]) == y[test]).sum()
    return right / len(y)


def all_columns(X, y, parts, keep):
    return sum((lesson.answers(X[a], y[a], X[b]) == y[b]).sum() for a, b in parts) / len(y)


SQUARE = [[0, 0], [1, 1], [0, 1], [1, 0]]
WRONG = [
    (lecture22.aicc, [by_aic], "what is added for few examples"),
    (lecture22.aicc, [never_infinite], "infinite"),
    (lecture22.held_out_share, [chosen_from_the_test], "that is worse"),
    (lecture22.held_out_share, [all_columns], "still choose columns"),
    (lecture22.two_columns, [["weight_lb", "displacement_cu_in"]], "the same thing twice"),
    (lecture22.two_columns, [["weight_lb", "mpg"]], "write for example"),
    (lecture22.two_columns, ["weight_lb"], "write for example"),
    (lecture22.fooled_filter, [SQUARE * 2, [0, 1, 0, 1] * 2], "both classes equally often"),
    (lecture22.fooled_filter, [SQUARE, [0, 0, 1, 1]], "write them as lists"),
    (lecture22.fooled_filter, [[[i, 0] for i in range(4)] * 2, [0] * 4 + [1] * 4], "several cases into each place"),
    (more22.bic, [lambda rss, n, p: n * (np.log(2 * np.pi * rss / n) + 1) + p * np.log(n)], "k is one more"),
    (more22.bic, [lambda rss, n, p: n * (np.log(2 * np.pi * rss / n) + 1) + 2 * (p + 1)], "price of AIC"),
    (more22.left_out_error, [lambda y, answers, h: np.mean((y - answers) ** 2)], "training error"),
    (more22.left_out_error, [lambda y, answers, h: np.mean(((y - answers) / h) ** 2)], "leverage 1"),
    (more22.never_right, [["a", "b"]], "write a list"),
    (more22.never_right, [["a"] * 5 + ["b"]], "majority of the others"),
]


@pytest.mark.parametrize("check, answers, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: ") and hint in line


def test_the_leak_of_the_bug_is_large_and_mended_it_is_gone():
    X, y = lecture22.noise(50, 1000, 0, 0)
    parts = list(lecture22.resampling.folds(50, k=5, seed=0, classes=y))
    assert lecture22._held_out_share_given(X, y, parts, 10) == 0.88
    assert lecture22._held_out_share(X, y, parts, 10) < 0.6
