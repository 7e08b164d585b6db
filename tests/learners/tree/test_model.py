"""A tree that predicts: which nodes count at a moment of the story, what they say, and what they ask in words."""

import numpy as np
import pytest

from labkit.core.table import Table
from labkit.learners.tree.attributes import Attribute, Attributes
from labkit.learners.tree.model import TreeModel
from tests.learners.tree.grown import grown, lecture, mask, noisy, prunings
from tests.learners.tree.test_tree import every_kind

NAMES = Attributes((Attribute("x1"), Attribute("x2", ("a", "b", "c", "d")), Attribute("x3")))


def model(**more):
    return TreeModel.whole(every_kind(), NAMES, np.array(["no", "yes"]), **more)


# ---------------------------------------------------------------- words


def test_question_is_said_in_the_words_of_the_table():
    asked = [model().question(node) for node in (0, 1, 2, 7, 3)]
    assert asked == ["x1 \u2264 2", "x2 = b", "x2", "1\u00b7x1 -1\u00b7x3 \u2264 1", ""]


def test_answer_and_condition_lead_from_a_node_to_its_child():
    nodes = (0, 1, 2, 3, 4, 5, 7, 8, 9)
    assert [model().answer(node) for node in nodes] == ["", "yes", "no", "yes", "no", "a", "d", "yes", "no"]
    assert [model().condition(node) for node in nodes[1:7]] == [
        "x1 \u2264 2", "x1 > 2", "x2 = b", "x2 \u2260 b", "x2 = a", "x2 = d",
    ]  # fmt: skip
    assert model().condition(9) == "1\u00b7x1 -1\u00b7x3 > 1"
    assert model().condition(0) == ""


def test_verdict_is_a_class_or_a_number():
    assert [model().verdict(node) for node in (3, 4)] == ["no", "yes"]
    numbers = grown(np.array([[0.0], [1.0]]), [1 / 3, 2.0], criterion="variance")
    assert [numbers.verdict(node) for node in (1, 2)] == ["0.3333", "2"]


def test_words_of_the_weather_tree_are_the_lectures():
    tree = lecture("weather", "class", "outlook", "temp", "humidity", "windy", multiway=True)
    assert [tree.question(node) for node in tree.tree.splits] == ["outlook", "windy", "humidity \u2264 77.5"]


# ---------------------------------------------------------------- predicting


def test_predictions_and_shares_are_those_of_the_training_examples_there():
    X, y = noisy(2, n=60, classes=3)
    tree = grown(X, y, max_depth=3)
    where = tree.apply(X)
    for node in np.unique(where):
        share = np.bincount(y[where == node], minlength=3) / (where == node).sum()
        np.testing.assert_allclose(tree.predict_proba(X[where == node]), [share] * (where == node).sum())
        assert set(tree.predict(X[where == node])) == {share.argmax()}


def test_case_that_cannot_be_asked_is_answered_by_the_node_where_it_stops():
    table = Table.from_dict({"x1": [3.0, np.nan], "x2": ["c", "a"], "x3": [0.0, 0.0]})
    assert model().apply(table).tolist() == [2, 0]
    assert model().predict(table).tolist() == ["yes", "no"]
    np.testing.assert_allclose(model().predict_proba(table), [[4 / 11, 7 / 11], [0.5, 0.5]])


def test_router_is_asked_only_about_missing_values():
    asked = []

    def half_and_half(tree, cells, split):
        asked.append(len(cells))
        rows = np.arange(len(cells)).repeat(2)
        return rows, np.tile([3, 4], len(cells)), np.full(len(rows), 0.5)

    routed = model(router=half_and_half)
    whole, gap = np.array([[1.0, 1.0, 0.0]]), np.array([[np.nan, 1.0, 0.0]])
    assert routed.predict(whole).tolist() == ["no"] and asked == []
    np.testing.assert_allclose(routed.predict_proba(gap), [[0.5, 0.5]])
    rows, nodes, weights = routed.land(gap)
    assert (rows.tolist(), nodes.tolist(), weights.tolist()) == ([0, 0], [3, 4], [0.5, 0.5])


# ---------------------------------------------------------------- moments of a story


@pytest.mark.parametrize(
    ("upto", "leaves"),
    [(1, [0]), (3, [1, 2]), (5, [2, 3, 4]), (8, [3, 4, 5, 6, 7]), (10, [3, 4, 5, 6, 8, 9])],
)
def test_leaves_are_those_of_the_moment(upto, leaves):
    now = model(upto=upto)
    assert now.leaves.tolist() == leaves
    assert np.flatnonzero(now.reached).tolist() == list(range(upto))
    assert len(now.compact.tree) == upto and len(now.compact.leaves) == len(leaves)


def test_pruned_moments_share_the_tree_and_answer_as_their_compact_copies():
    X, y = noisy(1, n=25)
    tree = grown(X, y, max_depth=3)
    for nodes in prunings(tree.tree):
        stage = np.where(mask(tree.tree, nodes), 0, 1)
        now = tree.staged(stage, upto=1)
        assert now.tree is tree.tree
        copy = now.compact
        np.testing.assert_array_equal(now.predict_proba(X), copy.predict_proba(X))
        assert len(now.leaves) == len(copy.leaves) == len(nodes) + 1


def test_boxes_are_only_of_planes():
    X, y = noisy(3, n=30)
    boxes = grown(X, y).leaf_boxes((-4, 4), (-4, 4)).boxes
    area = ((boxes[:, 1] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 2])).sum()
    assert area == pytest.approx(64.0) and len(boxes) > 3
    assert grown(*noisy(3, n=30, d=3)).leaf_boxes((-4, 4), (-4, 4)) is None
