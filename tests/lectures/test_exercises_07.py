"""The exercises of lecture 07: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l07_many_classes import exercises as lecture07
from labkit.lectures.l07_many_classes import exercises_more as more07

ROW = [[0, 0], [0, 1], [2, 0], [2, 1], [4, 0], [4, 1]]
CORNERS = [[0, 0], [0, 1], [8, 0], [8, 1], [4, 8], [4, 9]]
PAIRS = [0, 0, 1, 1, 2, 2]


def step(W, x, k, *, normal=True, sign=1, others=True, z=1):
    """The gradient with loops, class by class."""
    mu = np.exp(W @ x)
    mu = mu / mu.sum() if normal else mu
    rows = [sign * (mu[j] - z * (j == k)) * x if others or j == k else 0 * x for j in range(len(W))]
    return mu, np.array(rows)


def summed(X, mu, k, j, *, one=1.0, sign=1.0, mean=False):
    total = np.zeros((X.shape[1], X.shape[1]))
    for x, p in zip(X, mu, strict=True):
        total += sign * p[k] * (one * (k == j) - p[j]) * np.outer(x, x)
    return total / len(X) if mean else total


WRONG = [
    (lecture07.gradient, lambda W, x, k: step(W, x, k, normal=False), "sum to 1"),
    (lecture07.gradient, lambda W, x, k: step(W, x, k, sign=-1), "the other sign"),
    (lecture07.gradient, lambda W, x, k: step(W, x, k, others=False), "their score should fall"),
    (lecture07.gradient, lambda W, x, k: step(W, x, k, z=0), "z is missing"),
    (lecture07.gradient, lambda W, x, k: step(W, x, k, sign=-1, others=False), "two things: (1)"),
    (lecture07.gradient, lambda W, x, k: step(W, x, k)[::-1], "the probabilities come first"),
    (lecture07.gradient, lambda W, x, k: (step(W, x, k)[0], step(W, x, k)[1].T), "transpose it"),
    (lecture07.gradient, lambda W, x, k: (step(W, x, k)[0], W), "scores, softmax"),
    (lecture07.largest_score, lambda W, b, x: int(np.argmax(W @ x)), "the constants b"),
    (lecture07.largest_score, lambda W, b, x: int(np.argmax(b)), "does not look at x"),
    (lecture07.largest_score, lambda W, b, x: int(np.argmin(W @ x + b)), "the smallest score"),
    (lecture07.largest_score, lambda W, b, x: max(W @ x + b), "asked for is its row"),
    (lecture07.largest_score, lambda W, b, x: 0, "one part in common"),
    (lecture07.when_to_ask, 0.5, "be stricter"),
    (lecture07.when_to_ask, 0.99, "less strict"),
    (lecture07.when_to_ask, 90, "a number such as 0.5"),
    (more07.block, lambda X, mu, k, j: (X * (mu[:, k] * (1 - mu[:, j]))[:, None]).T @ X, "1 only where"),
    (more07.block, lambda X, mu, k, j: (X * (mu[:, k] * mu[:, j])[:, None]).T @ X, "which sign"),
    (more07.block, lambda X, mu, k, j: summed(X, mu, k, j, one=0.0), "right off the diagonal"),
    (more07.block, lambda X, mu, k, j: summed(X, mu, k, j, sign=-1.0), "turn the sign"),
    (more07.block, lambda X, mu, k, j: summed(X, mu, k, j, mean=True), "not a mean"),
    (more07.block, lambda X, mu, k, j: X.T @ X, "with a weight"),
    (more07.forgiven, lambda d: d - 1, "are noticed"),
    (more07.forgiven, lambda d: (d - 1) / 2, "no half"),
    (more07.forgiven, lambda d: (d + 1) // 2, "one too many"),
    (more07.forgiven, lambda d: 1, "how far is the message"),
    (more07.short_code, np.eye(4), "one row for each class"),
    (more07.short_code, 2 * np.eye(5), "one row for each class"),
    (more07.short_code, np.eye(5, 7), "one classifier is trained"),
    (more07.short_code, np.eye(5), "begin with 000000"),
]  # fmt: skip


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


@pytest.mark.parametrize(("points", "labels", "hint"), [
    (ROW, PAIRS[:-1], "count them"),
    (ROW[:4], PAIRS[:4], "add points"),
    ([[0, 0], [4, 0], [2, 0], [2, 1], [0, 1], [4, 1]], [0, 1, 2, 2, 1, 0], "straight gaps"),
    (CORNERS, PAIRS, "an expert has one line"),
])  # fmt: skip
def test_points_that_do_not_fool_an_expert(said, points, labels, hint):
    line = said(lecture07.fooled, points, labels)
    assert line.startswith("not yet: expected ") and hint in line.split("hint: ")[1]


def test_short_code_with_columns_alike_is_refused(said):
    alike = [[0] * 6, [1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1], [1, 1, 1, 1, 1, 1], [1, 1, 0, 0, 1, 1]]
    assert said(more07.short_code, alike).startswith("not yet: ")
    constant = [[0, 0, 0, 0, 0, 0], [1, 0, 0, 1, 1, 0], [0, 1, 0, 1, 0, 1], [1, 1, 0, 0, 1, 1], [1, 1, 0, 1, 0, 0]]
    assert said(more07.short_code, constant).startswith("not yet: ")


def test_right_answers_written_in_another_way_are_right(said):
    for check, answer in (
        (lecture07.gradient, step),
        (lecture07.gradient, lambda W, x, k: [part.tolist() for part in step(W, x, k)]),
        (lecture07.largest_score, lambda W, b, x: max(range(len(b)), key=lambda k: W[k] @ x + b[k])),
        (lecture07.when_to_ask, 0.92),
        (more07.block, summed),
        (more07.forgiven, lambda d: int(np.ceil(d / 2)) - 1),
    ):
        assert said(check, answer).startswith("right: ")
    assert said(lecture07.fooled, ROW, list("AABBCC")).startswith("right: the expert for B")


def test_given_functions_are_not_mended_yet(said):
    assert said(lecture07.largest_score, lecture07._decide_given).startswith("not mended yet")
    assert said(more07.forgiven, more07._forgiven_given).startswith("not mended yet")
