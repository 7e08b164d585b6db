"""The exercises of lecture 05: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l05_fisher_discriminant import exercises as lecture05
from labkit.lectures.l05_fisher_discriminant import exercises_more as more05


def ratio(w, X1, X2, distance=lambda d: d**2, scatter=lambda f: ((f - f.mean()) ** 2).sum()):
    f1, f2 = np.array([x @ w for x in X1]), np.array([x @ w for x in X2])
    return distance(f1.mean() - f2.mean()) / (scatter(f1) + scatter(f2))


def side(x, m1, m2, S_w, w=np.linalg.solve):
    direction = w(S_w, m1 - m2)
    return 1 if direction @ x > direction @ (m1 + m2) / 2 else 2


def stepped(w, w0, x, *, f=lambda f, n: f / n, back=lambda r, w, n: r * w / n):
    n = np.sqrt(w @ w)
    r = f(w @ x + w0, n)
    return r, x - back((w @ x + w0) / n, w, n)


def weighted(X, k, weight=lambda n, N: n):
    m = X.mean(axis=0)
    parts = [X[k == j] for j in np.unique(k)]
    return sum(weight(len(p), len(X)) * np.outer(p.mean(0) - m, p.mean(0) - m) for p in parts)


WRONG = [
    (lecture05.criterion, [lambda w, a, b: ratio(w, a, b, distance=abs)], "is squared"),
    (lecture05.criterion, [lambda w, a, b: ratio(w, a, b, scatter=np.var)], "a sum, not a mean"),
    (lecture05.criterion, [lambda w, a, b: 1 / ratio(w, a, b)], "distance above, scatter below"),
    (lecture05.criterion, [lambda w, a, b: 7.0], "only the shadows matter"),
    (lecture05.decision, [lambda x, m1, m2, S_w: 1 if np.linalg.solve(S_w, m1 - m2) @ x > 0 else 2], "not at 0"),
    (lecture05.decision, [lambda *given: side(*given, w=lambda S, d: d)], "that is the line of the means"),
    (lecture05.decision, [lambda x, m1, m2, S_w: 1], "never says 2"),
    (lecture05.decision, [lambda x, m1, m2, S_w: 2], "take x = m1"),
    (lecture05.two_lengths, [["frontal_lobe_mm", "body_depth_mm"]], "size tells nothing"),
    (lecture05.two_lengths, [["rear_width_mm", "carapace_width_mm"]], "size tells nothing"),
    (lecture05.two_lengths, [["rear_width_mm"]], "check the names"),
    (lecture05.two_lengths, [["rear_width_mm", "rear_width_mm"]], "check the names"),
    (lecture05.two_lengths, [["rear_width_mm", "sex"]], "check the names"),
    (lecture05.two_lengths, ["rear_width_mm"], "check the names"),
    (lecture05.fooled, [[[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 2, 2]], "a free strip"),
    (lecture05.fooled, [[[0, 0], [0, 1], [2, 0], [2, 1]], [1, 1, 2, 2]], "half-way between the means"),
    (lecture05.fooled, [[[0, 0], [1, 1]], [1, 2]], "count them"),
    (more05.distance, [lambda w, w0, x: (w @ x + w0, x - (w @ x + w0) * w)], "only if w has length 1"),
    (more05.distance, [lambda w, w0, x: stepped(w, w0, x, f=lambda f, n: abs(f) / n)], "has a sign"),
    (more05.distance, [lambda w, w0, x: stepped(w, w0, x, back=lambda r, w, n: -r * w / n)], "minus"),
    (more05.distance, [lambda w, w0, x: stepped(w, w0, x, back=lambda r, w, n: r * w)], "along w / |w|"),
    (more05.distance, [lambda w, w0, x: stepped(w, w0, x)[::-1]], "first the distance"),
    (more05.between_scatter, [lambda X, k: weighted(X, k, lambda n, N: n / N)], "do not divide"),
    (more05.between_scatter, [lambda X, k: weighted(X, k, lambda n, N: 2.0)], "do they count the same"),
    (more05.rounded, [[[1, 0], [0, 1]]], "the same in all directions"),
    (more05.rounded, [[[1, 2], [2, 4]]], "two rows of two numbers"),
    (more05.rounded, [[1, 2]], "two rows of two numbers"),
]


@pytest.mark.parametrize("check, answers, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_right_answers_written_in_another_way_are_right(said):
    assert said(lecture05.criterion, ratio).startswith("right: ")
    assert said(lecture05.decision, side).startswith("right: ")
    assert said(lecture05.two_lengths, ("carapace_length_mm", "rear_width_mm")).startswith("right: 8 of 200")
    assert said(more05.distance, stepped).startswith("right: ")
    assert said(more05.between_scatter, weighted).startswith("right: ")


def test_any_root_of_the_inverse_scatter_makes_the_points_round(said):
    L, V = np.linalg.eigh(np.array([[13.2, -2.2], [-2.2, 26.4]]))
    for A in ((V / np.sqrt(L)).T, V / np.sqrt(L) @ V.T, 7 * (V / np.sqrt(L)).T):
        assert said(more05.rounded, A).startswith("right: ")


def test_example_of_the_stub_is_right():
    assert lecture05._J(np.array([1, 0]), np.array([[0, 0], [2, 5]]), np.array([[4, 1], [6, 1], [5, 0]])) == 4.0
    r, foot = more05._distance(np.array([3, 4]), -5, np.array([0, 0]))
    assert (r, foot.tolist()) == (-1.0, pytest.approx([0.6, 0.8]))
