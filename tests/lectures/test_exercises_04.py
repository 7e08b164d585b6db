"""The checks of lecture 04: what they ask for is right, and typical mistakes get the hint they deserve."""

import numpy as np
import pytest

from labkit.core import data
from labkit.lectures.l04_gaussian_classifiers import exercises as main04
from labkit.lectures.l04_gaussian_classifiers import exercises_more as more04
from tests.golden import close, golden

WRONG = [
    (main04.border, lambda a, b, s, p: (a + b) / 2, "what does the prior do"),
    (main04.border, lambda a, b, s, p: (a + b) / 2 + s * s / (b - a) * np.log(p / (1 - p)), "less room"),
    (main04.border, lambda a, b, s, p: (a + b) / 2 + s / (b - a) * np.log((1 - p) / p), "square of the spread"),
    (main04.border, lambda a, b, s, p: (a + b) / 2 + s * s * np.log((1 - p) / p), "further apart the means"),
    (main04.border, lambda a, b, s, p: a, "which terms cancel"),
    (main04.score, lambda x, m, v, p: -((x - m) ** 2) / (2 * v) - np.log(v) + np.log(p), "not by the variance"),
    (main04.score, lambda x, m, v, p: -((x - m) ** 2) / (2 * v) + np.log(v) / 2 + np.log(p), "which class is higher"),
    (main04.score, lambda x, m, v, p: -((x - m) ** 2) / (2 * v) - np.log(2 * np.pi * v) / 2 + np.log(p), "constant"),
    (main04.score, lambda x, m, v, p: 0.0, "a wide and a narrow class"),
    (more04.shares, lambda counts, laplace: counts / counts.sum(), "still impossible"),
    (more04.shares, lambda counts, laplace: (counts + laplace) / counts.sum(), "The total has grown"),
    (more04.shares, lambda counts, laplace: (counts + laplace) / (counts.sum() + laplace), "How many counts"),
    (more04.pooled, lambda X, y: np.cov(X.T, bias=True), "must not count"),
    (more04.pooled, lambda X, y: np.mean([np.cov(X[y == k].T, bias=True) for k in np.unique(y)], axis=0),
     "large class counts for more"),
    (more04.pooled, lambda X, y: sum(np.mean(y == k) * np.cov(X[y == k].T) for k in np.unique(y)), "one less"),
    (more04.line, lambda f, s, p: (np.log(s / f), f - s - np.log(p / (1 - p))), "of the second class"),
    (more04.line, lambda f, s, p: (f - s, s - f + np.log(p / (1 - p))), "to the power x"),
    (more04.line, lambda f, s, p: (np.log(f / s), np.log(p / (1 - p))), "e to the minus rate"),
    (more04.line, lambda f, s, p: (np.log(f / s), s - f), "prior is missing"),
]  # fmt: skip


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_given_score_is_not_yet_right(said):
    assert said(main04.score, main04._score_given).startswith("not mended yet")


@pytest.mark.parametrize(("names", "hint"), [
    (["bill_length_mm"], "two different ones"),
    (["bill_length_mm", "bill_length_mm"], "two different ones"),
    (["bill_length_mm", "wings"], "two different ones"),
    (["bill_depth_mm", "flipper_length_mm"], "one measurement separates these two species well"),
    (["bill_length_mm", "flipper_length_mm"], "change the other one"),
])  # fmt: skip
def test_two_columns_says_what_is_wrong(said, names, hint):
    assert hint in said(main04.two_columns, names)


@pytest.mark.parametrize(("means", "r", "hint"), [
    ([[0, 0], [1, 1]], 0.5, "expected the true model errs"),
    ([[0, 0], [4, 4]], 0.5, "along which direction"),
    ([[0, 0], [0, 0]], 0.5, "nobody can tell"),
    ([[0, 0], [1, 0]], 1.0, "one row for each class"),
    ([[0, 0]], 0.5, "one row for each class"),
    ([[0, 0], [1.6, 0]], 0.5, "how strong is yours"),
])  # fmt: skip
def test_fooled_says_what_is_wrong(said, means, r, hint):
    assert hint in said(main04.fooled, means, r)


def test_fooled_takes_a_negative_correlation_too(said):
    assert said(main04.fooled, [[0, 0], [0, 1.6]], -0.9).startswith("right: ")


def test_exercises_have_the_lectures_numbers():
    table = data.load("lda10")
    assert close(more04._pooled(table.numeric("x1", "x2"), table["y"].astype(int)), golden("GEN-01"))
    w, w0, _ = golden("GEN-10").value
    assert np.allclose(more04._line(3.0, 1.0, 0.4), (w, w0))
    assert main04._border(0, 3, 1, 0.5) == 1.5 and round(main04._border(0, 3, 1, 0.01), 2) == 3.03
    assert round(float(main04._score(1.0, 0.0, 1.0, 0.5)), 3) == -1.193
    assert more04._shares([3, 0, 2], 1).tolist() == [0.5, 0.125, 0.375]
