"""Attributes of neighbours that are categories (I-000-135)."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import NearestNeighbours, RegressionNeighbours
from labkit.learners.neighbours.condensing import condense_steps
from labkit.learners.neighbours.distances import between
from labkit.learners.neighbours.search import SEARCHES

FRUIT = Table.from_dict({"colour": ["red", "green", "red", "yellow"], "size": [1.0, 1.0, 0.0, 0.5]})
NAMES = ["apple", "melon", "cherry", "lemon"]


def by_hand(a: dict, b: dict, p: float) -> float:
    parts = [float(a["colour"] != b["colour"]), abs(a["size"] - b["size"])]
    return max(parts) if p == np.inf else sum(part**p for part in parts) ** (1 / p)


def rows(table: Table) -> list[dict]:
    return [dict(zip(table.names, cells, strict=True)) for cells in zip(*(table[name] for name in table), strict=True)]


@pytest.mark.parametrize("p", [1, 2, 3.5, np.inf])
def test_categories_are_equal_or_one_apart(p):
    """I-000-135"""
    cases = Table.from_dict({"colour": ["red", "blue", "yellow"], "size": [0.9, 0.2, 0.6]})
    found, distances = NearestNeighbours(k=4, p=p).fit(FRUIT, NAMES).neighbours(cases)
    for case, near, far in zip(rows(cases), found, distances, strict=True):
        expected = np.array([by_hand(case, example, p) for example in rows(FRUIT)])
        np.testing.assert_allclose(far, expected[near], rtol=1e-12)
        assert near.tolist() == np.argsort(expected, kind="stable").tolist()


def test_categories_tie_with_numbers_exactly():
    """A difference of 1 is as far as another category: of equals the lowest row is nearer, for any p."""
    table = Table.from_dict({"colour": ["red", "blue", "red"], "size": [1.0, 0.0, 1.0]})
    case = Table.from_dict({"colour": ["red"], "size": [0.0]})
    for p in (1, 2, 3, np.inf):
        found, distances = NearestNeighbours(k=3, p=p).fit(table, [0, 1, 0]).neighbours(case)
        assert found.tolist() == [[0, 1, 2]] and distances.tolist() == [[1, 1, 1]]


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_finds_the_same_among_categories(search):
    table = data.load("tennis")
    X, y = table.without("play"), table["play"]
    one_by_one = [NearestNeighbours(k=3).fit(X, y).predict(X.take([i]))[0] for i in range(len(X))]
    assert NearestNeighbours(k=3, search=search).fit(X, y).predict(X).tolist() == one_by_one


def test_leaving_one_out_and_condensing_know_categories():
    table = data.load("tennis")
    X, y = table.without("play"), np.array(table["play"])
    learner = NearestNeighbours(k=1).fit(X, y)
    wrong = 0
    for i in range(len(X)):
        others = [j for j in range(len(X)) if j != i]
        wrong += NearestNeighbours(k=1).fit(X.take(others), y[others]).predict(X.take([i]))[0] != y[i]
    assert learner.leave_one_out(X, y, 1).errors[0] == wrong
    *_, last = condense_steps(learner.model_)
    assert len(last.rows) < len(X) and last.model.predict(X).tolist() == y.tolist()


def test_columns_of_a_table_come_in_any_order():
    learner = NearestNeighbours(k=1).fit(FRUIT, NAMES)
    assert learner.predict(FRUIT.select("size", "colour")).tolist() == NAMES


def test_story_of_a_case_says_its_words():
    learner = RegressionNeighbours(k=2).fit(FRUIT, [1.0, 2.0, 3.0, 4.0])
    steps = list(learner.neighbour_steps(Table.from_dict({"colour": ["yellow"], "size": [0.75]})))
    assert steps[0].caption == "start: the case (yellow, 0.75)"
    assert steps[1].example == 3 and steps[1].answer == 4.0


def test_added_examples_bring_new_words():
    model = NearestNeighbours(k=1).fit(FRUIT, NAMES).model_
    new = Table.from_dict({"colour": ["violet", "orange"], "size": [0.1, 0.1]})
    more = model.with_examples(new, ["cherry", "lemon"])
    assert more.predict(new).tolist() == ["cherry", "lemon"]
    assert more.predict(FRUIT).tolist() == NAMES


def test_missing_and_unlike_columns_are_refused():
    gap = Table.from_dict({"colour": ["red", None], "size": [1.0, 2.0]})
    with pytest.raises(ValueError, match="column 'colour': expected no missing values, got one in row 1; fill it in"):
        NearestNeighbours(k=1).fit(gap, [0, 1])
    learner = NearestNeighbours(k=1).fit(FRUIT, NAMES)
    with pytest.raises(ValueError, match="column 'colour': expected categories as in training, got numbers"):
        learner.predict(Table.from_dict({"colour": [1.0], "size": [1.0]}))
    with pytest.raises(ValueError, match="expected two columns of numbers, got categories"):
        learner.model_.voronoi((0, 1), (0, 1))


def test_without_categories_nothing_is_compared_otherwise():
    X = np.random.default_rng(0).normal(size=(30, 3))
    np.testing.assert_array_equal(between(X, X, 2), between(X, X, 2, np.zeros(3, dtype=bool)))
