"""Vapnik's bounds: their parts are monotone, and the least bound is chosen."""

import math

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import BasisClassifier, LogisticRegression
from labkit.learners.basis.functions import Polynomial
from labkit.learners.selection.comparison import ModelFamily, polynomials
from labkit.learners.selection.structural_risk import confidence, inflation, structural_risk


def test_confidence_is_the_printed_formula():
    assert confidence(10, 1000, 0.05) == pytest.approx(
        math.sqrt((10 * (math.log(200) + 1) - math.log(0.0125)) / 1000), rel=1e-14
    )


def test_confidence_rises_with_the_dimension_and_falls_with_examples_and_doubt():
    by_h = [confidence(h, 100) for h in (1, 2, 10, 99, 150, 200, 300)]
    assert by_h == sorted(by_h) and by_h[-1] == by_h[-2], "2n cases have no more than 2^(2n) labellings"
    assert np.all(np.diff([confidence(5, n) for n in (10, 100, 1000, 10_000)]) < 0)
    assert confidence(5, 100, 0.01) > confidence(5, 100, 0.1)


def test_bound_covers_the_risk_of_thresholds():
    """h = 1 for thresholds on a line: in hardly a draw is the risk above the bound, as eta promises."""
    rng, above = np.random.default_rng(0), 0
    for _ in range(200):
        x = rng.uniform(size=50)
        y = (x > 0.5) ^ (rng.uniform(size=50) < 0.1)
        cuts = np.append(0.0, np.sort(x))
        empirical = np.array([np.mean((x > c) != y) for c in cuts])
        best = empirical.argmin()
        risk = 0.1 + 0.8 * abs(cuts[best] - 0.5)
        above += risk > empirical[best] + confidence(1, 50, 0.05)
    assert above <= 0.05 * 200


def test_inflation_is_the_printed_formula_and_rises_to_infinity():
    p, n = 0.1, 50
    assert inflation(5, n) == pytest.approx(1 / (1 - math.sqrt(p - p * math.log(p) + math.log(n) / (2 * n))))
    by_h = [inflation(h, 50) for h in (1, 5, 10, 25, 50, 80)]
    assert by_h == sorted(by_h) and by_h[0] > 1 and by_h[-1] == math.inf
    assert np.all(np.diff([inflation(5, n) for n in (30, 100, 1000)]) < 0)


def test_numbers_choose_the_degree_with_the_least_bound():
    X, y = data.curve(60, noise=0.2, seed=2)
    trace = structural_risk(polynomials(range(10)), range(1, 11), X, y)
    bounds, empirical = trace.curve("bound"), trace.curve("empirical")
    assert (np.diff(empirical) <= 1e-12).all() and (bounds >= empirical).all()
    by_hand = []
    for degree in range(10):
        mse = np.mean((np.polyval(np.polyfit(X[:, 0], y, degree), X[:, 0]) - y) ** 2)
        p = (degree + 1) / 60
        by_hand.append(mse / (1 - math.sqrt(p - p * math.log(p) + math.log(60) / 120)))
    np.testing.assert_allclose(bounds, by_hand)
    assert 0 < trace.chosen == int(np.argmin(by_hand)) < 9, "between the ends"
    assert trace[3].price == pytest.approx(bounds[3] - empirical[3])
    assert trace[-1].caption.endswith("; the last element")


def test_classes_pay_for_every_weight():
    X, y = data.moons(400, noise=0.1, seed=1)
    learners = tuple(BasisClassifier(learner=LogisticRegression(lam=0.1), basis=Polynomial(d)) for d in (1, 3, 7))
    weights = [math.comb(d + 2, 2) for d in (1, 3, 7)]
    trace = structural_risk(ModelFamily("degree", (1, 3, 7), learners), weights, X, y)
    assert trace.curve("bound") == pytest.approx(trace.curve("empirical") + [confidence(h, 400) for h in weights])
    assert np.all(np.diff(trace.curve("price")) > 0)
    assert trace.chosen == 1, "the price of a bend is more than it saves here"


def test_bad_input_is_refused():
    X, y = data.curve(20)
    with pytest.raises(ValueError, match="dimensions: expected 2 numbers that rise"):
        structural_risk(polynomials([1, 2]), [3, 2], X, y)
    with pytest.raises(ValueError, match="dimensions: expected 2 numbers"):
        structural_risk(polynomials([1, 2]), [3], X, y)
    with pytest.raises(ValueError, match="dimensions: expected 2 numbers"):
        structural_risk(polynomials([1, 2]), 3, X, y)
    with pytest.raises(ValueError, match="family: expected one such as polynomials"):
        structural_risk(LogisticRegression(), [3], X, y)
    with pytest.raises(ValueError, match="eta: expected a number > 0 and < 1"):
        confidence(1, 10, 1.5)
    with pytest.raises(ValueError, match="h: expected a number > 0"):
        inflation(0, 10)
