"""Trees as rules: tennis, avian flu, and rules that together say what their tree says."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE, Trace
from labkit.core.table import Table
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.rules import RuleList, evaluate, extract, rule_steps, simplified
from labkit.learners.tree.tree import LINEAR
from tests.golden import close, golden
from tests.learners.tree.grown import grown, lecture, noisy

COLUMNS = ("outlook", "temperature", "humidity", "wind")
LECTURE_ORDER = [3, 4, 0, 1, 2]  # the deck begins with sunny, the tree with overcast


def tennis():
    return lecture("tennis", "play", *COLUMNS, multiway=True)


def late_days():
    table = data.load("tennis")
    return table.select(*COLUMNS)[np.arange(10, 14)], table["play"][10:]


# ---------------------------------------------------------------- the lectures' rules


def test_supports_of_the_tennis_rules():  # I-001-039
    rules = extract(tennis())
    assert close([rules[k].support for k in LECTURE_ORDER], golden("RUL-01"))
    assert [rule.accuracy for rule in rules] == [1, 1, 1, 1, 1]
    assert str(rules[3]) == "if outlook = sunny and humidity = high then no"


def test_tennis_rules_pruned_on_the_late_days():  # I-001-037
    before_sorting = Trace(rule_steps(tennis(), *late_days()))[-2].model.rules
    pruned = [[[c.text.replace(" ", "") for c in rule.conditions], str(rule.label)] for rule in before_sorting]
    assert [pruned[k] for k in LECTURE_ORDER] == golden("RUL-02").value


def test_rule_steps_say_where_each_rule_of_the_sorted_list_comes_from():
    trace = Trace(rule_steps(tennis(), *late_days()))
    assert all(step.order == (0, 1, 2, 3, 4) for step in trace[:-1])
    before, end = trace[-2].model.rules, trace[-1]
    assert [before[k] for k in end.order] == list(end.model.rules)
    assert end.order != trace[0].order


def test_avian_flu_rules_are_the_lecture_s():  # I-001-038
    rules = extract(lecture("avian_flu", "risk", "contact", "feeding", "close_living", "gender", multiway=True))
    assert [str(rule) for rule in rules[::-1]] == [
        "if contact = Yes then high",
        "if contact = No and feeding = Yes then medium",
        "if contact = No and feeding = No and close_living = Yes then medium",
        "if contact = No and feeding = No and close_living = No then low",
    ]
    assert close([rule.support for rule in rules[::-1]], golden("AVI-01"))


# ---------------------------------------------------------------- rules say what the tree says


def mixed(seed, n=80):
    rng = np.random.default_rng(seed)
    table = Table.from_dict({"a": rng.normal(size=n).round(1), "colour": rng.choice(["red", "green", "blue"], n)})
    return table, np.where(table["a"] > 0, table["colour"] == "red", rng.random(n) < 0.5).astype(int)


@pytest.mark.parametrize("multiway", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_every_case_is_covered_by_one_rule_that_answers_as_the_tree(seed, multiway):
    X, y = mixed(seed)
    model = grown(X, y, multiway=multiway)
    rules, cases = extract(model), X
    covered = np.array([rule.covers(cases) for rule in rules])
    assert (covered.sum(axis=0) == 1).all()
    assert np.array_equal(RuleList.of(model).predict(cases), model.predict(cases))
    table = evaluate(rules, X, y)
    assert np.allclose(table["support"], [rule.support for rule in rules])
    assert np.allclose(table["accuracy"], [rule.accuracy for rule in rules])


@pytest.mark.parametrize("seed", range(6))
def test_simplified_rules_cover_the_same_cases_with_fewer_words(seed):
    X, y = mixed(seed)
    rules = extract(grown(X, y))
    shorter = [type(rule)(simplified(rule.conditions), rule.label, rule.attributes) for rule in rules]
    assert sum(len(rule.conditions) for rule in shorter) < sum(len(rule.conditions) for rule in rules)
    for rule, short in zip(rules, shorter, strict=True):
        assert np.array_equal(rule.covers(X), short.covers(X))
        signs = [(c.feature, c.sign) for c in short.conditions if c.sign in ("\u2264", ">", "=")]
        assert len(signs) == len(set(signs))


def test_rules_of_linear_tests_cover_their_side():
    part = lambda *counts: Contents(  # noqa: E731
        np.sum(counts, axis=1, dtype=float), np.array(counts, dtype=float), np.zeros(len(counts)),
        np.argmax(counts, axis=1).astype(float),
    )  # fmt: skip
    builder = Builder(part((2, 2)))
    builder.direction(np.array([1.0, -1.0]))
    one = {"node": 0, "kind": LINEAR, "feature": 0, "threshold": 0.0, "gain": 1.0, "arity": 2}
    builder.split(Splits(**{name: np.array([value]) for name, value in one.items()}), part((2, 0), (0, 2)))
    plain = grown(np.array([[0.0, 0], [1, 1]]), [0, 1])
    below, above = extract(TreeModel.whole(builder.tree(2), plain.attributes, plain.classes))
    X = np.array([[0.0, 1], [1, 0], [2, 2]])
    assert below.covers(X).tolist() == [True, False, True]
    assert above.covers(X).tolist() == [False, True, False]


def test_missing_value_is_covered_by_no_rule_that_asks_for_it():
    rules = extract(grown(*mixed(0)))
    nothing = Table.from_dict({"a": [np.nan], "colour": ["red"]})
    asking = [rule for rule in rules if any(c.feature == 0 for c in rule.conditions)]
    assert asking and not any(rule.covers(nothing)[0] for rule in asking)


# ---------------------------------------------------------------- the story of their pruning


def test_rule_steps_drop_one_condition_at_a_time_and_sort_at_the_end():
    trace = Trace(rule_steps(tennis(), *late_days()))
    assert [step.event for step in trace] == [START, *[UPDATE] * 4, STOP]
    assert trace.curve("conditions").tolist() == [9, 8, 7, 6, 5, 5]
    assert trace[0].caption == "start: 5 rules with 9 conditions"
    assert trace[2].caption == "rule 3 drops outlook = rain: accuracy 0 becomes 1; now if wind = weak then yes"
    assert trace[5].reason == "no condition can go; the most accurate rules come first"
    assert [str(rule) for rule in trace[-1].model.rules][-1] == "if humidity = high then no"


@pytest.mark.parametrize("seed", range(5))
def test_pruned_rules_are_never_less_accurate_and_cannot_be_pruned_on(seed):
    X, y = noisy(seed, n=160)
    model, cases, truth = grown(X[:80], y[:80]), X[80:], y[80:]
    steps = list(rule_steps(model, cases, truth))
    for step in steps[1:-1]:
        assert step.accuracy >= step.before
        assert step.accuracy == evaluate([step.model.rules[step.rule]], cases, truth)["accuracy"][0]
    last = evaluate(steps[-1].model.rules, cases, truth)["accuracy"]
    assert (np.diff(last) <= 0).all()
    for rule, accuracy in zip(steps[-1].model.rules, last, strict=True):
        shorter = [rule.without(k) for k in range(len(rule.conditions))]
        assert all(evaluate([one], cases, truth)["accuracy"][0] < accuracy for one in shorter)


def test_rule_list_answers_with_its_first_rule_or_the_majority():
    model = Trace(rule_steps(tennis(), *late_days()))[-1].model
    X = Table.from_dict(
        {"outlook": ["rain", "sunny"], "temperature": ["hot"] * 2, "humidity": ["normal", None], "wind": ["weak", None]}
    )
    assert model.predict(X).tolist() == ["no", "yes"]
    assert str(model).endswith("if humidity = high then no\nelse yes")


def test_root_alone_is_a_rule_without_conditions():
    (rule,) = extract(grown(np.zeros((3, 1)), [0, 1, 1]))
    assert str(rule) == "always 1" and rule.covers(np.zeros((2, 1))).all()
    assert rule.support == 1 and rule.accuracy == 2 / 3


def test_rules_refuse_a_tree_of_numbers():
    table = data.load("reg10")
    with pytest.raises(ValueError, match="expected a tree of classes, got one of numbers"):
        extract(grown(table.select("x"), table["y"], criterion="variance"))
