"""Fuzzy updates of lecture 10: the lecture's numbers, numerical gradients, a naive loop."""

import numpy as np
import pytest
from scipy.special import expit

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import BasisClassifier, FuzzyPerceptron
from labkit.learners.basis.functions import Polynomial
from labkit.learners.perceptron.fuzzy import (
    PENALTIES,
    misclassification,
    misclassification_weights,
    penalty,
)
from tests.golden import close, golden

Y = (2.0, 1.5, 0.5, 1.0)  # FUZ-*: the first class is the true one


def slope(f, at, h=1e-6):
    return (f(at + h) - f(at - h)) / (2 * h)


@pytest.mark.parametrize(("id", "r"), [("FUZ-01", 1), ("FUZ-03", 4), ("FUZ-05", 100), ("FUZ-06", np.inf)])
def test_misclassification_goes_from_the_mean_to_the_challenger(id, r):
    assert close(misclassification(Y, 0, r), golden(id))


@pytest.mark.parametrize(
    ("id", "d", "kind"),
    [("FUZ-07", -0.2, "logistic"), ("FUZ-08", 0.0, "logistic"), ("FUZ-09", 0.1, "logistic"), ("FUZ-10", 0.1, "linear")],
)
def test_penalty_and_its_slope(id, d, kind):
    assert close([float(value) for value in penalty(d, 0.5, kind)], golden(id))


def test_every_other_class_is_held_responsible_FUZ_11():  # E-000-18
    assert close(misclassification_weights(Y, 0, 4)[1:], golden("FUZ-11"))
    np.testing.assert_array_equal(misclassification_weights(Y, 0), [-1, 1, 0, 0])


@pytest.mark.parametrize("r", [1, 2.5, 4, 60, np.inf])
@pytest.mark.parametrize("j", [0, 2, 3])
def test_misclassification_weights_are_its_gradient(r, j):
    y = np.array(Y)
    for i in range(4):
        numerical = slope(lambda a, i=i: misclassification(np.where(np.arange(4) == i, a, y), j, r), y[i])
        assert misclassification_weights(y, j, r)[i] == pytest.approx(numerical, abs=1e-7)


def test_misclassification_takes_many_rows_and_large_powers():
    rng = np.random.default_rng(0)
    rows, true = rng.uniform(0.1, 3, size=(20, 4)), rng.integers(0, 4, 20)
    for r in (2, 1e4, np.inf):
        one_by_one = [misclassification(y, j, r) for y, j in zip(rows, true, strict=True)]
        np.testing.assert_allclose(misclassification(rows, true, r), one_by_one)
    np.testing.assert_allclose(misclassification(rows, true, 1e4), misclassification(rows, true), atol=2e-3)


@pytest.mark.parametrize("function", [misclassification, misclassification_weights])
def test_finite_r_refuses_scores_that_are_not_positive(function):
    with pytest.raises(ValueError, match=r"y: expected positive scores for a finite r, got -1; take r=inf or"):
        function([1.0, -1.0, 2.0], 0, 3)
    assert function([1.0, -1.0, 2.0], 0) is not None


@pytest.mark.parametrize("kind", PENALTIES)
@pytest.mark.parametrize("xi", [0.3, 2.0])
def test_penalty_slope_is_its_derivative(kind, xi):  # E-000-19: 1 / xi inside the band, not 1
    for d in np.linspace(-1.43, 1.43, 23):
        numerical = slope(lambda a: float(penalty(a, xi, kind)[0]), d)
        assert float(penalty(d, xi, kind)[1]) == pytest.approx(numerical, abs=1e-6)


def test_penalty_is_the_logistic_function_and_does_not_overflow():
    d = np.array([-1e6, -2.0, 0.0, 3.0, 1e6])
    np.testing.assert_allclose(penalty(d, 0.5)[0], expit(d / 0.5), atol=1e-15)


def test_penalty_of_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="kind: expected one of 'logistic', 'linear', got 'square'"):
        penalty(0.0, 1.0, "square")


# ---------------------------------------------------------------- the learner


def numerical_gradient(f, W, h=1e-6):
    gradient = np.zeros_like(W)
    for at in np.ndindex(*W.shape):
        nudge = np.zeros_like(W)
        nudge[at] = h
        gradient[at] = (f(W + nudge) - f(W - nudge)) / (2 * h)
    return gradient


@pytest.mark.parametrize("r", [1, 4, np.inf])
@pytest.mark.parametrize("kind", PENALTIES)
def test_update_goes_down_the_gradient_of_the_penalty(r, kind):
    rng = np.random.default_rng(2)
    learner = FuzzyPerceptron(r=r, penalty=kind, learning_rate=0.3)
    for _ in range(10):
        W, x, j = rng.normal(size=(4, 3)), rng.normal(size=3), int(rng.integers(4))

        def g(V, x=x, j=j):
            y = V @ x if np.isinf(r) else np.log1p(np.exp(V @ x))
            return float(penalty(misclassification(y, j, r), 1.5, kind)[0])

        after = W.copy()
        learner._update(after, x, j, 1.5)
        np.testing.assert_allclose(after - W, -0.3 * numerical_gradient(g, W), atol=1e-8)


def naive(X, y, *, eta, xi, decay, least, sweeps):
    """The slide's logistic rule with r infinite, one number at a time: W after every sweep."""
    Xa, C = [[-1.0, *x] for x in X.tolist()], max(y) + 1
    W, record = [[0.0] * len(Xa[0]) for _ in range(C)], []
    for sweep in range(sweeps):
        width = max(xi * decay**sweep, least)
        for x, j in zip(Xa, y, strict=True):
            scores = [sum(a * b for a, b in zip(w, x, strict=True)) for w in W]
            c = max((k for k in range(C) if k != j), key=lambda k: (scores[k], -k))
            g = 1 / (1 + np.exp(-(scores[c] - scores[j]) / width))
            for sign, k in ((1, j), (-1, c)):
                W[k] = [w + sign * eta * g * (1 - g) / width * a for w, a in zip(W[k], x, strict=True)]
        record.append([list(w) for w in W])
    return record


def test_story_is_that_of_the_naive_loop():
    X, y = data.blobs(40, classes=3, spread=0.3, seed=1)
    options = {"learning_rate": 0.4, "xi": 2.0, "xi_decay": 0.7, "xi_least": 0.5, "max_sweeps": 8}
    trace = FuzzyPerceptron(**options).trace(X, y)
    expected = naive(X, y.tolist(), eta=0.4, xi=2.0, decay=0.7, least=0.5, sweeps=8)
    np.testing.assert_allclose([step.model.W for step in trace[1:-1]], expected, atol=1e-9)
    np.testing.assert_allclose(trace.curve("xi"), [2.0, *np.maximum(2.0 * 0.7 ** np.arange(8), 0.5), 0.5])


@pytest.mark.parametrize("r", [1, 3, np.inf])
@pytest.mark.parametrize("kind", PENALTIES)
def test_fuzzy_perceptron_separates_blobs(r, kind):
    X, y = data.blobs(90, classes=3, spread=0.1, seed=3)
    learner = FuzzyPerceptron(r=r, penalty=kind, order="random").fit(X, y)
    assert learner.score(X, y) == 1.0


def test_step_counts_mistakes_and_the_mean_penalty():
    X, y = data.blobs(60, classes=3, spread=0.4, seed=2)
    for r in (4, np.inf):
        for step in FuzzyPerceptron(r=r, max_sweeps=5).trace(X, y):
            assert step.mistakes == (step.model.predict(X) != y).sum()
            scores = step.model.scores(X)
            scores = scores if np.isinf(r) else np.log1p(np.exp(scores))
            assert step.penalty == pytest.approx(expit(misclassification(scores, y, r) / step.xi).mean())


def test_narrow_penalty_counts_the_mistakes():  # I-000-060
    X, y = data.blobs(60, classes=3, spread=0.4, seed=2)
    W = FuzzyPerceptron(max_sweeps=20).fit(X, y).model_
    d = misclassification(W.scores(X), y)
    for kind in PENALTIES:
        assert penalty(d, 1e-9, kind)[0].mean() == pytest.approx((d > 0).mean(), abs=1e-6)


def test_story_stops_when_no_example_lies_in_the_band():
    X, y = data.blobs(30, classes=3, spread=0.05, seed=0)
    trace = FuzzyPerceptron(penalty="linear", tolerance=0).trace(X, y)
    assert (trace[0].event, trace[1].event, trace[-1].event) == (START, UPDATE, STOP)
    assert trace[-1].reason == f"sweep {trace[-1].sweep} moved no weight by more than 0"
    assert trace[-1].xi > 0.1 and trace[-1].mistakes == 0  # it need not wait for the least xi: the band only narrows
    assert trace[1].caption.startswith("sweep 1: xi = 1, mean penalty 0.")


def test_story_stops_when_the_weights_settle_or_the_budget_is_spent():
    X, y = data.blobs(30, classes=3, spread=0.05, seed=0)
    settled = FuzzyPerceptron(tolerance=0.05, max_sweeps=500).fit(X, y).last_step_
    assert settled.xi == 0.1 and settled.reason == f"sweep {settled.sweep} moved no weight by more than 0.05"
    assert FuzzyPerceptron(max_sweeps=2).fit(X, y).last_step_.reason == "the budget of 2 sweeps is spent"


@pytest.mark.parametrize("r", [2, np.inf])
def test_very_large_inputs_do_not_overflow(r):
    X, y = data.blobs(30, classes=3, seed=0)
    model = FuzzyPerceptron(r=r, max_sweeps=5).fit(1e6 * X, y).model_
    assert np.isfinite(model.W).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"learning_rate": 0}, "learning_rate: expected a number > 0, got 0"),
        ({"penalty": "square"}, "penalty: expected one of 'logistic', 'linear', got 'square'"),
        ({"r": 0.5}, "r: expected a number >= 1, got 0.5"),
        ({"xi": 0}, "xi: expected a number > 0, got 0"),
        ({"xi_decay": 1.1}, "xi_decay: expected a number > 0 and <= 1, got 1.1"),
        ({"xi_least": 2}, "xi_least: expected a number > 0 and <= 1.0, got 2"),
        ({"order": 3}, "order: expected one of"),
        ({"x0": 0}, "x0: expected one of"),
        ({"tolerance": -1}, "tolerance: expected a number >= 0, got -1"),
        ({"max_sweeps": 0}, "max_sweeps: expected a whole number >= 1, got 0"),
        ({"seed": -1}, "seed: expected a whole number >= 0, got -1"),
    ],
)
def test_bad_hyper_parameters_are_refused_at_the_call(options, message):
    with pytest.raises(ValueError, match=message):
        FuzzyPerceptron(**options).steps(*data.blobs(30, classes=3))


def test_fuzzy_updates_on_a_basis_bend_the_boundary():
    """y = w'phi(x) has the gradient phi(x): deck 000's update for any basis is the same rule on phi(x)."""
    X, y = data.rings(120, seed=1)
    bent = BasisClassifier(learner=FuzzyPerceptron(), basis=Polynomial(2)).fit(X, y)
    assert bent.score(X, y) > 0.95 > 0.75 > FuzzyPerceptron().fit(X, y).score(X, y)
