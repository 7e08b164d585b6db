"""Fractional cases: the lecture's 4/14 and 10/14, the prior when nothing is known, and a recursive oracle."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.table import Table
from labkit.learners.tree.fractions import Fractions, shares
from labkit.learners.tree.tree import LEAF
from tests.golden import close, golden
from tests.learners.tree.gaps import gappy, model_of

WEATHER = data.load("weather").select("outlook", "temp", "humidity", "windy")


def weather():
    return model_of(WEATHER, data.load("weather")["class"], Fractions(), criterion="entropy", multiway=True)[0]


def case(**known):
    missing = {name: [known.get(name)] for name in WEATHER.names}
    return Table.from_dict(missing)


def spread(tree, cells, node=0, weight=1.0):
    """The oracle: one case, by recursion."""
    if tree.kind[node] == LEAF:
        return {node: weight}
    (below,) = tree.next(cells[None], np.zeros(1, dtype=int), np.array([node]))
    if below >= 0:
        return spread(tree, cells, int(below), weight)
    if not np.isnan(cells[tree.feature[node]]):
        return {node: weight}
    children = tree.children(node)
    total = sum(tree.weight[child] for child in children)
    landed = {}
    for child in children:
        landed |= spread(tree, cells, child, weight * tree.weight[child] / total)
    return landed


def test_fractions_give_the_lectures_four_fourteenths():  # I-000-101, E-000-38
    no, yes = weather().predict_proba(case(humidity=85, windy="True"))[0]
    assert close(yes, golden("WEA-19"))
    assert close(no, golden("WEA-20"))
    assert weather().predict(case(humidity=85, windy="True")).tolist() == ["No"]


def test_fractions_spread_over_the_branches_as_the_examples_do():  # I-000-100
    model = weather()
    share = dict(zip((model.answer(child) for child in model.tree.children(0)), shares(model.tree, 0), strict=True))
    assert close([share["Sunny"], share["Overcast"], share["Rain"]], golden("WEA-21"))


def test_fractions_of_a_case_of_which_nothing_is_known_give_the_prior():
    assert close(weather().predict_proba(case())[0, 1], golden("WEA-23"))


def test_fractions_leave_complete_cases_alone():
    model = weather()
    rows, nodes, weights = Fractions()(model.tree, model.attributes.cells(WEATHER), model.split)
    np.testing.assert_array_equal(rows, np.arange(14))
    np.testing.assert_array_equal(nodes, model.apply(WEATHER))
    assert (weights == 1).all()


@pytest.mark.parametrize("multiway", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_fractions_agree_with_recursion_case_by_case(seed, multiway):
    model, examples = model_of(*gappy(seed), missing="fractions", multiway=multiway, max_depth=4)
    rows, nodes, weights = Fractions()(model.tree, examples.cells, model.split)
    assert (np.diff(rows) >= 0).all()
    for row, cells in enumerate(examples.cells):
        expected = spread(model.tree, cells)
        got = dict(zip(nodes[rows == row].tolist(), weights[rows == row].tolist(), strict=True))
        assert got == pytest.approx(expected)
    np.testing.assert_allclose(np.bincount(rows, weights), 1.0)


@pytest.mark.parametrize("seed", range(8))
def test_fractions_in_training_land_where_they_land_in_prediction(seed):
    """The leaves hold exactly the weights that the router sends there."""
    model, examples = model_of(*gappy(seed), missing="fractions", criterion="entropy", multiway=True)
    rows, nodes, weights = Fractions()(model.tree, examples.cells, model.split)
    counts = np.zeros_like(model.tree.counts)
    np.add.at(counts, (nodes, examples.y[rows]), weights)
    leaves = model.tree.leaves
    np.testing.assert_allclose(counts[leaves], model.tree.counts[leaves], atol=1e-12)


def test_fractions_stop_where_the_model_is_no_longer_split():
    model, examples = model_of(*gappy(0), missing="fractions")
    split = np.zeros(len(model.tree), dtype=bool)
    rows, nodes, weights = Fractions()(model.tree, examples.cells, split)
    assert (nodes == 0).all() and (weights == 1).all() and len(rows) == len(examples)


def test_fractions_answer_for_a_case_does_not_depend_on_the_other_cases():
    table, y = gappy(5)
    model, _ = model_of(table, y, Fractions(), missing="fractions", multiway=True)
    together = model.predict_proba(table)
    alone = np.concatenate([model.predict_proba(table[[row]]) for row in range(len(table))])
    np.testing.assert_allclose(together, alone)


def colours():
    """The root asks for a, then the examples with a = 1, none of them red, are asked for their colour."""
    colour = ["red", "blue", "green", "blue", "green", "blue", "green"]
    table = Table.from_dict({"a": [0, 0, 0, 1, 1, 1, 1], "colour": colour})
    return model_of(table, [2, 2, 2, 0, 1, 0, 1], Fractions(), multiway=True)[0]


def test_fractions_treat_a_category_never_seen_as_missing():
    unseen, missing = colours().predict_proba(Table.from_dict({"a": [1, 1], "colour": ["pink", None]}))
    np.testing.assert_allclose(unseen, missing)
    np.testing.assert_allclose(unseen, [0.5, 0.5, 0.0])


def test_fractions_stop_at_a_known_category_without_branch():
    model = colours()
    (node,) = np.flatnonzero(model.tree.feature == 1)
    rows, nodes, weights = model.land(Table.from_dict({"a": [1, None], "colour": ["red", "red"]}))
    assert nodes[rows == 0].tolist() == [node]
    assert nodes[rows == 1].tolist() == [1, node]
    np.testing.assert_allclose(weights[rows == 1], [3 / 7, 4 / 7])
