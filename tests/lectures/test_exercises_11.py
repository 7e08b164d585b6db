"""The exercises of lecture 11: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l11_support_vectors import exercises as lecture11
from labkit.lectures.l11_support_vectors import exercises_more as more11


def width(w, b, X, z, *, factor=2.0, length=np.linalg.norm, score=lambda z, f: z * f, cut=0.0):
    nearest = min(score(k, x @ w + b) for x, k in zip(X, z, strict=True))
    return max(cut, factor * nearest / length(w))


def total(k, alpha, z, b):
    return b + sum(a * s * v for a, s, v in zip(alpha, z, k, strict=True))


BOARD = [[i, j] for i in range(4) for j in range(4)]
CHECKED = [(i + j) % 2 for i, j in BOARD]
HALVES = [int(i > 1) for i, _ in BOARD]

WRONG = [
    (lecture11.street_width, [lambda w, b, X, z: width(w, b, X, z, factor=1.0)], "from kerb to kerb"),
    (lecture11.street_width, [lambda w, b, X, z: width(w, b, X, z, length=lambda w: 1.0)], "w has a length"),
    (lecture11.street_width, [lambda w, b, X, z: width(w, b, X, z, length=lambda w: w @ w)], "not by its square"),
    (lecture11.street_width, [lambda w, b, X, z: width(w, b, X, z, score=lambda z, f: abs(f))], "on the wrong side"),
    (lecture11.street_width, [lambda w, b, X, z: width(w, b, X, z, cut=-99.0)], "there is no street: 0"),
    (lecture11.street_width, [lambda w, b, X, z: width(w, b, X, z, factor=1.0, length=lambda w: 1.0)], "two things"),
    (lecture11.street_width, [lambda w, b, X, z: 3.0], "the nearest point from the line"),
    (lecture11.slack_counts, [lambda s: (int((s <= 1).sum()), int(((s > 0) & (s <= 1)).sum()))], "the right ones"),
    (lecture11.slack_counts, [lambda s: (int((s > 1).sum()), int((s > 0).sum()))], "on their own side only"),
    (lecture11.slack_counts, [lambda s: (int(((s > 0) & (s <= 1)).sum()), int((s > 1).sum()))], "first the mistakes"),
    (lecture11.slack_counts, [lambda s: (int((s > 2).sum()), int(((s > 0) & (s <= 1)).sum()))], "border is nearer"),
    (lecture11.slack_counts, [lambda s: (0, 0)], "a slack of 0.3"),
    (lecture11.small_machine, [1, 1], "bumps wide"),
    (lecture11.small_machine, [-1, 0.1], "powers of ten"),
    (lecture11.small_machine, [1, 0.03], "bumps wide"),
    (lecture11.small_machine, [10, 0.03], "bumps wide"),  # the machine of the page's table
    (lecture11.fooled, [BOARD[:4], CHECKED[:4], 1.0], "count them"),
    (lecture11.fooled, [BOARD, [0] * 16, 1.0], "count them"),
    (lecture11.fooled, [[*BOARD[:15], BOARD[0]], CHECKED, 1.0], "move one of them"),
    (lecture11.fooled, [BOARD, HALVES, 1.0], "told by its neighbours"),
    (more11.kernel_score, [lambda k, a, z, b: float((a * k).sum() + b)], "z is missing"),
    (more11.kernel_score, [lambda k, a, z, b: float((a * z * k).sum())], "b is missing"),
    (more11.kernel_score, [lambda k, a, z, b: float(np.sign((a * z * k).sum() + b))], "not its sign"),
    (more11.kernel_score, [lambda k, a, z, b: float((a * z * k).sum() - b)], "b is added"),
    (more11.lifted, [lambda x: np.array([x[0] ** 2, 2 * x[0] * x[1], x[1] ** 2])], "too much"),
    (more11.lifted, [lambda x: np.array([x[0], np.sqrt(2) * x[0] * x[1], x[1]])], "the squares were right"),
    (more11.lifted, [lambda x: np.sqrt(2) * np.array([x[0] ** 2, x[0] * x[1], x[1] ** 2])], "only the middle one"),
    (more11.lifted, [lambda x: np.array([1.0, 2.0, 3.0])], "multiply"),
    (more11.no_kernel, [lambda a, b: a - b, [0, 1, 2]], "depend on"),
    (more11.no_kernel, [lambda a, b: a * b, [0, 1, 2]], "add a constant"),
    (more11.no_kernel, [lambda a, b: a * b + 1, [0, 1, 2]], "nobody is more similar"),
    (more11.no_kernel, [lambda a, b: a * b + 1, [0, 1]], "such as"),
]


@pytest.mark.parametrize("check, answers, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_right_answers_written_in_another_way_are_right(said):
    assert said(lecture11.street_width, width).startswith("right: ")
    assert said(lecture11.slack_counts, lambda s: (sum(s > 1), sum((s > 0) * (s <= 1)))).startswith("right: ")
    assert said(lecture11.small_machine, 30.0, 0.02).startswith("right: 14 of 569 wrong with 49")
    assert said(lecture11.fooled, BOARD, CHECKED, 4.0).startswith("right: no training mistake, and")
    assert said(more11.kernel_score, total).startswith("right: ")
    assert said(more11.lifted, lambda x: [x[0] ** 2, x[0] * x[1] * 2**0.5, x[1] ** 2]).startswith("right: ")
    assert said(more11.no_kernel, lambda a, b: np.exp(abs(a - b)), [0, 1, 3]).startswith("right: ")


def test_example_of_the_stub_is_right():
    X, z = np.array([[3.0, 4.0], [0.0, 0.0]]), np.array([1, -1])
    assert lecture11._street(np.array([3.0, 4.0]), -5.0, X, z) == 2.0
    k, alpha, z = np.array([1.0, 9.0]), np.array([0.5, 0.25]), np.array([1, -1])
    assert more11._score(k, alpha, z, 0.5) == -1.25
