"""The exercises of lecture 06: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l06_logistic_regression import exercises as lecture06
from labkit.lectures.l06_logistic_regression import exercises_more as more06


def p(X, w):
    return 0.5 * (1 + np.tanh(X @ w / 2))  # the sigmoid, written in another way


def moved(X, t, w, sign=1.0, weights=lambda mu: mu * (1 - mu)):
    mu = p(X, w)
    return w - sign * np.linalg.inv(X.T @ np.diag(weights(mu)) @ X) @ X.T @ (mu - t)


def worked(X, t, w):
    mu = p(X, w)
    return mu * (1 - mu), X @ w + (t - mu) / (mu * (1 - mu))


def sloped(X, t, w, lam):
    return X.T @ (p(X, w) - t) + lam * np.r_[0, w[1:]]


WRONG = [
    (lecture06.gradient, [lambda X, t, w: X.T @ (X @ w - t)], "what makes a probability of it"),
    (lecture06.gradient, [lambda X, t, w: X.T @ (t - p(X, w))], "uphill in the likelihood"),
    (lecture06.gradient, [lambda X, t, w: X.T @ (p(X, w) - t) / len(t)], "a sum over the examples"),
    (lecture06.gradient, [lambda X, t, w: X.T @ (t - p(X, w)) / len(t)], "two things: (1) that points uphill"),
    (lecture06.gradient, [lambda X, t, w: p(X, w) - t], "those are the residuals"),
    (lecture06.gradient, [lambda X, t, w: X.T @ ((p(X, w) - t) * p(X, w) * (1 - p(X, w)))], "the squared loss"),
    (lecture06.gradient, [lambda X, t, w: 0 * w], "first the probabilities"),
    (lecture06.newton, [lambda X, t, w: moved(X, t, w, sign=-1)], "still goes uphill"),
    (lecture06.newton, [lambda X, t, w: moved(X, t, w, weights=np.ones_like)], "belong into H"),
    (lecture06.newton, [lambda X, t, w: moved(X, t, w) - w], "return where it leads"),
    (lecture06.newton, [lambda X, t, w: w], "Which of them bends upwards"),
    (lecture06.three_measurements, [["worst_radius", "worst_perimeter", "worst_area"]], "both say how large"),
    (
        lecture06.three_measurements,
        [["worst_texture", "worst_smoothness", "worst_symmetry"]],
        "how large are the cells",
    ),
    (lecture06.three_measurements, [["worst_area", "worst_texture", "worst_symmetry"]], "size is in"),
    (lecture06.three_measurements, ["worst_area"], "check the names"),
    (lecture06.three_measurements, [["worst_area", "worst_area", "worst_texture"]], "check the names"),
    (lecture06.runs_away, [[0, 1, 2, 3, 4], [0, 0, 0, 1, 1]], "let the classes meet"),
    (lecture06.runs_away, [[0, 1, 2, 3, 4], [1, 1, 1, 0, 0]], "let the classes meet"),
    (lecture06.runs_away, [[0, 1, 3, 2, 4], [0, 0, 0, 1, 1]], "reach into each other"),
    (lecture06.runs_away, [[0, 1, 2, 3, 4], [1, 1, 1, 1, 1]], "count them"),
    (lecture06.runs_away, [[0, 1], [0, 1]], "count them"),
    (lecture06.runs_away, [[1, 1, 1, 1, 1], [0, 0, 1, 1, 1]], "move some of them"),
    (more06.responses, [lambda X, t, w: worked(X, t, w)[::-1]], "the weights come first"),
    (more06.responses, [lambda X, t, w: (worked(X, t, w)[0], (t - p(X, w)) / worked(X, t, w)[0])], "itself is missing"),
    (more06.responses, [lambda X, t, w: (worked(X, t, w)[0], 2 * X @ w - worked(X, t, w)[1])], "must pull the line up"),
    (more06.penalised, [lambda X, t, w, lam: sloped(X, t, w, 2 * lam)], "has no 2"),
    (more06.penalised, [lambda X, t, w, lam: sloped(X, t, w, 0)], "nothing is penalised"),
    (more06.penalised, [lambda X, t, w, lam: sloped(X, t, w, lam)[1:]], "has a slope too"),
    (more06.not_convex, [1, 4], "nearly level"),
    (more06.not_convex, [2, 2], "nearly level"),
    (more06.not_convex, [[1, 2], [3, 4]], "one score each"),
]


@pytest.mark.parametrize("check, answers, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_right_answers_written_in_another_way_are_right(said):
    assert said(lecture06.gradient, lambda X, t, w: (p(X, w) - t) @ X).startswith("right: ")
    assert said(lecture06.newton, moved).startswith("right: ")
    assert said(lecture06.three_measurements, ("worst_radius", "worst_texture", "worst_concave_points")).startswith(
        "right: 19 of 569"
    )
    assert said(lecture06.runs_away, [5, 4, 3, 3, 2, 1], [0, 0, 0, 1, 1, 1]).startswith("right: ")
    assert said(more06.responses, worked).startswith("right: ")
    assert said(more06.penalised, sloped).startswith("right: ")
    assert said(more06.not_convex, -8, -0.5).startswith("right: ")


def test_weights_alone_are_said_to_be_right(said):
    check = more06.responses(lambda X, t, w: (worked(X, t, w)[0], X @ w))
    assert check.good == "the array of weights is right"
    assert lecture06.runs_away([0, 1, 2, 3, 4], [0, 0, 0, 1, 1]).good == "the weights run away"
    assert lecture06.runs_away([0, 1, 3, 2, 4], [0, 0, 0, 1, 1]).good == "no threshold parts the classes"


def test_example_of_the_stub_is_right():
    case = np.array([[1.0, 2.0]]), np.array([1]), np.zeros(2)
    assert lecture06._gradient(*case).tolist() == [-0.5, -1.0]
    weights, found = more06._responses(*case)
    assert (weights.tolist(), found.tolist()) == ([0.25], [2.0])
