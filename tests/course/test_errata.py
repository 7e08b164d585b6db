"""Proofs of errata that no test of a learner holds; course/errata.csv links to them."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import CART, FisherDiscriminant, RegressionNetwork
from labkit.learners.tree import criteria
from labkit.learners.tree.information import conditional_entropy, joint_entropy, mutual_information


def counted(branches, labels):
    """(branches, classes): how many examples of each class a branch has."""
    return np.array([
        [np.count_nonzero((branches == branch) & (labels == label)) for label in np.unique(labels)]
        for branch in np.unique(branches)
    ])  # fmt: skip


def test_conditional_entropy_is_a_positive_mean_E_000_23():
    table = data.load("t1t2_expanded")
    t1, t2 = table["t1"], table["t2"]
    shares = {value: np.mean(t2 == value) for value in np.unique(t2)}
    mean = sum(share * joint_entropy(t1[t2 == value]) for value, share in shares.items())
    assert conditional_entropy(t1, t2) == pytest.approx(mean)
    assert mean > 0


def test_gain_of_a_function_of_the_class_is_its_own_entropy_E_000_27():
    classes = np.array(list("aabbcc"))
    of_the_class, tells_the_class = np.isin(classes, ["a"]), np.arange(6)
    assert mutual_information(of_the_class, classes) == pytest.approx(joint_entropy(of_the_class))
    assert joint_entropy(of_the_class) < joint_entropy(classes)
    assert mutual_information(tells_the_class, classes) == pytest.approx(joint_entropy(classes))


def test_test_at_a_value_depends_on_its_side_E_000_28():
    x, y = np.array([1, 2, 3, 4]), np.array(["a", "a", "b", "b"])
    at_most, below = criteria.gain(counted(x <= 2, y)), criteria.gain(counted(x < 2, y))
    assert at_most == pytest.approx(1.0)
    assert below < 0.4


def test_weather_says_play_and_not_umbrella_E_000_29():
    table = data.load("weather")
    wet = (table["outlook"] == "Rain") & (table["windy"] == "True")
    assert wet.any() and set(table["class"][wet]) == {"No"}
    assert set(table["class"][table["outlook"] == "Overcast"]) == {"Yes"}


def test_twoing_and_half_split_choose_differently_E_000_46():
    table = data.load("tennis")
    tests = [(name, value) for name in table.names[1:-1] for value in np.unique(table[name])]
    split = {test: counted(table[test[0]] == test[1], table["play"]) for test in tests}
    assert max(tests, key=lambda test: criteria.twoing(split[test])) == ("outlook", "overcast")
    assert max(tests, key=lambda test: criteria.half_split(split[test]))[0] == "humidity"


@pytest.mark.parametrize("deviation", [0.3, 1.0, 5.0])
def test_mean_over_a_normal_posterior_keeps_the_border_E_000_47(deviation):
    """g - 1/2 is odd: averaged over activations N(m, s^2) it has the sign of m, and is 0 at m = 0."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    weights = weights / weights.sum()

    def predictive(m):
        return weights @ (1 / (1 + np.exp(-(m + deviation * nodes))))

    assert predictive(0.0) == pytest.approx(0.5, abs=1e-12)
    for m in (0.01, 0.5, 3.0):
        assert predictive(m) > 0.5
        assert predictive(-m) == pytest.approx(1 - predictive(m), abs=1e-12)


def test_both_layers_have_a_bias_E_002_04():
    """Two features and the constant to three hidden units, these and the constant to the output."""
    X, y = data.additive(30)
    model = RegressionNetwork(hidden=(3,), max_epochs=1).fit(X, y).model_
    assert model.w.size == (2 + 1) * 3 + (3 + 1)


@pytest.mark.parametrize(("rate", "falls"), [(0.9, True), (1.1, False)])
def test_descent_converges_below_two_over_the_curvature_only_E_003_06(rate, falls):
    curvature, w = 2.0, 1.0  # of w^2: the border is at the rate 1
    for _ in range(50):
        w -= rate * curvature * w
    assert (abs(w) < 1) is falls


def test_threshold_test_may_ask_a_feature_again_E_003_10():
    table = data.load("rgb8")
    tree = CART(criterion="entropy").fit(table.select("x1", "x2"), table["class"]).model_.tree
    asked = [int(feature) for feature in tree.feature if feature >= 0]
    assert asked.count(1) == 3


def test_means_divide_by_their_own_count_E_004_12():
    X, y = data.gaussians(31, seed=2)
    scatter = FisherDiscriminant().fit(X, y).last_step_.scatter
    for mean, label in zip(scatter.means, np.unique(y), strict=True):
        np.testing.assert_allclose(mean, X[y == label].sum(axis=0) / np.count_nonzero(y == label))
