"""The exercises of lecture 03: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l03_least_squares import exercises as lecture03
from labkit.lectures.l03_least_squares import exercises_more as more03


def fitted(x, y):
    slope = np.cov(x, y)[0, 1] / np.var(x, ddof=1)
    return np.mean(y) - slope * np.mean(x), slope


def descent(X, y, w, *, factor=2.0, power=1):
    return sum(factor * (X[n] @ w - y[n]) ** power * X[n] for n in range(len(y))) / len(y)


def shrunk(X, y, lam):
    return np.linalg.inv(X.T @ X + lam * np.eye(X.shape[1])) @ X.T @ y


def stepped(w, x, y, gamma):
    error = y - (w[0] + w[1] * x)
    return np.array([w[0] + gamma * error, w[1] + gamma * error * x])


WRONG = [
    (lecture03.line, lambda x, y: fitted(x, y)[::-1], "constant w0 comes first"),
    (lecture03.line, lambda x, y: (0.0, sum(x * y) / sum(x * x)), "take the means off"),
    (lecture03.line, lambda x, y: fitted(y, x), "which is which"),
    (lecture03.line, lambda x, y: (y.mean(), fitted(x, y)[1]), "which constant is needed"),
    (lecture03.line, lambda x, y: (y.mean() - x.mean() / fitted(y, x)[1], 1 / fitted(y, x)[1]), "are those of y"),
    (lecture03.line, lambda x, y: (0.0, 1.0), "mean off x and off y"),
    (lecture03.gradient, lambda X, y, w: -descent(X, y, w), "the loss must rise"),
    (lecture03.gradient, lambda X, y, w: descent(X, y, w, factor=1.0), "a factor 2"),
    (lecture03.gradient, lambda X, y, w: descent(X, y, w) * len(y), "not of the sum"),
    (lecture03.gradient, lambda X, y, w: len(y) * descent(X, y, w, factor=-2.0), "two things"),
    (lecture03.gradient, lambda X, y, w: 2 * abs(X @ w - y) @ X / len(y), "what about its sign"),
    (lecture03.gradient, lambda X, y, w: 2 * (X @ w - y) ** 2 @ X / len(y) + 0 * w, "Which sign should"),
    (lecture03.two_features, ["horsepower", "weight_lb"], "something else"),
    (lecture03.two_features, ["horsepower", "weight"], "list of two names"),
    (lecture03.two_features, "horsepower", "list of two names"),
    (lecture03.two_features, ["horsepower", "horsepower"], "list of two names"),
    (more03.ridge, lambda X, y, lam: shrunk(X, y, 0), "where does lam"),
    (more03.ridge, lambda X, y, lam: shrunk(X, y, 2 * lam), "factor 2 cancels"),
    (more03.ridge, lambda X, y, lam: shrunk(X, y, lam / 2), "factor 2 cancels"),
    (more03.ridge, lambda X, y, lam: shrunk(X, y, lam * len(y)), "not of their sum"),
    (more03.ridge, lambda X, y, lam: np.linalg.solve(X.T @ X + lam, X.T @ y), "onto the diagonal"),
    (more03.ridge, lambda X, y, lam: y[: X.shape[1]], "set the gradient"),
    (more03.sample, lambda w, x, y, gamma: 2 * w - stepped(w, x, y, gamma), "uphill"),
    (more03.sample, lambda w, x, y, gamma: stepped(w, x, y, 2 * gamma), "no factor 2"),
    (more03.sample, lambda w, x, y, gamma: np.array([w[0], stepped(w, x, y, gamma)[1]]), "the constant moves as well"),
    (more03.sample, lambda w, x, y, gamma: w + gamma * (y - w @ [1, x]), "in proportion to its own input"),
    (more03.sample, lambda w, x, y, gamma: w, "predict with w0"),
]  # fmt: skip


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


PLACES = [
    (lecture03.fooled, ([0, 1, 2, 3], [-1, -1, 1, 1]), "squared error punish"),
    (lecture03.fooled, ([0, 1, 2], [-1, 1, 1]), "count them"),
    (lecture03.fooled, ([0, 1, 2, 3], [0, 0, 1, 1]), "count them"),
    (lecture03.fooled, ([0, 2, 1, 3], [-1, -1, 1, 1]), "a threshold without a mistake"),
    (more03.hidden, (100, 20), "which way does a lever"),
    (more03.hidden, (220, 70), "the farther out"),
    (more03.hidden, (5000, 40), "two numbers"),
]


@pytest.mark.parametrize("check, answers, hint", PLACES, ids=[f"{check.__name__}-{hint}" for check, _, hint in PLACES])
def test_places_that_are_not_right_get_their_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_right_answers_written_in_another_way_are_right(said):
    for check, answer in ((lecture03.line, fitted), (lecture03.gradient, descent), (more03.ridge, shrunk),
                          (more03.sample, stepped), (lecture03.two_features, ("model_year", "weight_lb"))):  # fmt: skip
        assert said(check, answer).startswith("right: ")
    assert said(lecture03.fooled, [-50, 0, 1, 2, 3], [-1, -1, -1, 1, 1]).startswith("right: ")
