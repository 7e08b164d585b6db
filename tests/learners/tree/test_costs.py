"""What a test is worth when its attribute costs something."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import ID3
from labkit.learners.tree.costs import checked, mean_cost, nunez, paid, tan_schlimmer
from labkit.learners.tree.node_tests import all_tests
from labkit.learners.tree.plan import Plan
from tests.golden import close, golden
from tests.learners.tree.nodes import node

COSTS = {"outlook": 2, "temperature": 1, "humidity": 3, "wind": 1}


def merits(rule):
    examples, attributes = node("tennis")
    plan = Plan(criterion="entropy", multiway=True, costs=checked(COSTS, attributes.names), cost_rule=rule)
    return {attributes[test.feature].name: test.merit for test in all_tests(examples, plan)}


def test_tan_schlimmer_of_tennis_is_the_lectures():
    merit = merits("tan_schlimmer")
    for id, attribute in (("TEN-41", "outlook"), ("TEN-42", "temperature"), ("TEN-43", "humidity"), ("TEN-44", "wind")):
        assert close(merit[attribute], golden(id))


def test_nunez_of_tennis_is_the_lectures():
    merit = merits("nunez")
    assert close(merit["outlook"], golden("TEN-45"))
    assert close(merit["temperature"], golden("TEN-46"))


@pytest.mark.parametrize("rule", [tan_schlimmer, nunez])
def test_cost_rules_rise_with_the_gain_and_fall_with_the_cost(rule):
    gain, cost = np.linspace(0, 1, 20), np.linspace(0.1, 9, 20)
    assert (np.diff(rule(gain, 2.0)) > 0).all()
    assert (np.diff(rule(0.5, cost)) < 0).all()


def test_nunez_without_care_for_costs_ignores_them():
    assert nunez(0.3, 5.0, w=0.0) == nunez(0.3, 1.0, w=0.0)


def test_costs_may_be_named_and_are_one_where_not():
    assert checked({"b": 2.5}, ("a", "b")).tolist() == [1.0, 2.5]
    assert checked([3, 4], ("a", "b")).tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ({"c": 1}, "expected attributes out of a, b, got 'c'"),
        ([1.0], "expected one for each of 2 attributes, got 1"),
        ([1.0, 0.0], "expected positive numbers"),
        ([1.0, np.nan], "expected positive numbers"),
    ],
)
def test_costs_that_make_no_sense_are_refused(costs, message):
    with pytest.raises(ValueError, match=message):
        checked(costs, ("a", "b"))


def test_cost_rule_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="cost_rule: expected"):
        ID3(cost_rule="cheap").fit([[0.0], [1.0]], [0, 1])


def test_mean_cost_is_what_the_examples_pay_one_by_one():
    table, costs = data.load("tennis"), np.array([5.0, 1.0, 7.0, 1.0])
    X = table.select(*COSTS)
    model = ID3(costs=costs, cost_rule="tan_schlimmer").fit(X, table["play"]).model_
    pays = []
    for leaf in model.apply(X):
        path = model.tree.path(int(leaf))[:-1]
        pays.append(sum(costs[model.tree.feature[node]] for node in path))
    assert mean_cost(model, costs) == pytest.approx(np.mean(pays))


def test_value_that_was_bought_once_is_paid_once():
    X = np.arange(6.0)[:, None]
    tree = ID3().fit(np.column_stack([X, 0 * X]), [0, 0, 1, 1, 0, 0]).model_.tree
    assert tree.depth.max() > 1
    assert paid(tree, np.array([3.0, 9.0])).tolist() == [0.0, *[3.0] * (len(tree) - 1)]
