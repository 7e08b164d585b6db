"""The search for the best stump, against every stump one by one."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.data import load
from labkit.core.learner import TrainingSet
from labkit.core.table import Table
from labkit.learners import CART
from labkit.learners.ensemble.engine.stumps import StumpSearch
from labkit.learners.ensemble.members import WeakFits
from labkit.learners.ensemble.stump import best_stump
from labkit.learners.tree.tree import EQUAL
from tests.golden import close, golden
from tests.learners.ensemble.plain_adaboost import adaboost, stump


def search(X, y, classes=2):
    return StumpSearch(X, y, np.arange(classes))


def cuts(search, rounds=1):
    """(feature, threshold) of the first stumps that were found."""
    nodes = search.members(rounds).arrays.nodes
    return [(int(nodes.feature[root]), float(nodes.threshold[root])) for root in range(0, len(nodes), 3)]


def rounded(seed, classes, n=40, d=3):
    """Few different values, so that many stumps tie; weights of all sizes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)).round(seed % 3)
    y = np.append(np.arange(classes), rng.integers(classes, size=n - classes))
    w = rng.choice([1.0, 2.0, 0.5, 1e-3], size=n) if seed % 2 else np.ones(n)
    return X, y, w / w.sum()


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("seed", range(8))
def test_search_finds_the_stump_that_trying_all_finds(seed, classes):
    X, y, w = rounded(seed, classes)
    (feature, threshold, answers), tied = stump(X.tolist(), [False] * X.shape[1], y.tolist(), w.tolist(), classes)
    ours, readable = search(X, y, classes), best_stump(X, y, w, classes)
    np.testing.assert_array_equal(ours.fit(w), answers)
    np.testing.assert_array_equal(readable.predict(X), answers)
    assert cuts(ours) == [(feature, pytest.approx(threshold))] == [(readable.column, readable.threshold)]
    assert readable.right == pytest.approx(ours.right(w).max())
    right = ours.right(w)
    assert np.count_nonzero(right >= right.max() - 1e-9) == tied
    assert right.max() == pytest.approx(w[np.array(answers) == y].sum())


def test_tied_stumps_of_the_ten_points_are_as_many_as_the_lecture_has():
    """I-000-108: three, two and one; the lowest attribute and threshold is taken."""
    table = load("adaboost10")
    X, y = table.numeric("x1", "x2"), (table["y"] > 0).astype(int)
    ours, tied = search(X, y), []
    for record in adaboost(X.tolist(), [False, False], y.tolist(), 2, 3):
        w = np.array(record["weights"])
        right = ours.right(w)
        tied.append(int(np.count_nonzero(right >= right.max() - 1e-9)))
        ours.fit(w)
    assert close(tied, golden("ADA-12"))
    assert cuts(ours, 3) == [(0, 2.5), (0, 8.5), (1, 6.5)]


@pytest.mark.parametrize("classes", [2, 3])
def test_sides_answer_alike_where_no_cut_helps(classes):
    y = np.array([1, 0, 1, 1, 0, 1])
    ours = search(np.arange(6.0)[:, None], y, classes)
    w = np.array([3.0, 1, 3, 3, 1, 3]) / 14
    np.testing.assert_array_equal(ours.fit(w), np.ones(6))
    assert cuts(ours) == [(0, 0.5)]  # all cuts tie: the lowest


def test_equal_classes_on_a_side_answer_the_first():
    ours = search(np.array([[0.0], [0.0], [1.0]]), np.array([0, 1, 1]))
    np.testing.assert_array_equal(ours.fit(np.full(3, 1 / 3)), [0, 0, 1])


def test_neighbouring_floats_are_still_cut_apart():
    x = np.array([1.0, np.nextafter(1.0, 2.0)])
    np.testing.assert_array_equal(search(x[:, None], np.array([0, 1])).fit(np.full(2, 0.5)), [0, 1])


def test_constant_attributes_cannot_be_cut():
    y = np.array([0, 1, 1])
    assert best_stump(np.ones((3, 2)), y, np.full(3, 1 / 3)) is None
    assert search(np.ones((3, 2)), y).refusal == "no attribute has two different values"
    assert search(np.array([[1.0, 0], [1, 0], [1, 2]]), y).refusal == ""


def test_members_tell_what_is_in_the_nodes_of_a_stump():
    y = np.array([0, 0, 1, 1])
    ours = search(np.arange(4.0)[:, None], y)
    ours.fit(np.array([0.1, 0.2, 0.3, 0.4]))
    ours.fit(np.array([0.4, 0.1, 0.4, 0.1]))
    one = ours.members(1)
    assert len(one) == 1
    tree = one.member(0).tree
    np.testing.assert_allclose(tree.counts, [[0.3, 0.7], [0.3, 0], [0, 0.7]])
    np.testing.assert_allclose(tree.weight, [1, 0.3, 0.7])
    np.testing.assert_allclose(tree.impurity, [0.3, 0, 0], atol=1e-15)
    np.testing.assert_allclose(tree.gain, [0.3, np.nan, np.nan])
    np.testing.assert_array_equal(tree.prediction, [1, 0, 1])
    assert len(ours.members(2)) == 2
    assert len(ours.members(0)) == 0


# ---------------------------------------------------------------- round after round


def examples(n=40, classes=3):
    X, y = data.blobs(n, classes=classes, spread=0.4, seed=0)
    return TrainingSet(X, y, np.array(["a", "b", "c"])[:classes])


MAKERS = (lambda some: StumpSearch(some.X, some.y, some.classes), lambda some: WeakFits(CART(max_depth=2), some))


@pytest.mark.parametrize("make", MAKERS, ids=["stumps", "fits"])
def test_members_answer_as_they_did_in_their_rounds(make):
    some, rng = examples(), np.random.default_rng(1)
    weak = make(some)
    said = [weak.fit(w / w.sum()) for w in rng.uniform(size=(5, 40))]
    for k in (5, 3):
        members = weak.members(k)
        np.testing.assert_array_equal(list(members.answers(some.X, k)), said[:k])
        for b in range(k):
            np.testing.assert_array_equal(members.member(b).predict(some.X), some.classes[said[b]])


def test_stumps_of_a_table_ask_for_categories():
    words = ["red", "blue", "red", "green", "blue", "red"]
    y = np.array([1, 0, 1, 0, 0, 1])
    X = Table.from_dict({"size": [1.0, 1, 2, 2, 1, 2], "colour": words})
    weak = StumpSearch(X, y, np.array([0, 1]))
    np.testing.assert_array_equal(weak.fit(np.full(6, 1 / 6)), y)
    stump = weak.members(1).member(0)
    assert stump.question(0) == "colour = red"
    assert stump.tree.kind[0] == EQUAL
    np.testing.assert_array_equal(stump.predict(X), y)


def test_fits_leave_out_what_weighs_nothing():
    some = TrainingSet(np.arange(4.0)[:, None], np.array([0, 0, 1, 0]), np.array([0, 1]))
    weak = WeakFits(CART(), some)
    np.testing.assert_array_equal(weak.fit(np.array([0.3, 0.3, 0.4, 0.0])), [0, 0, 1, 1])
    assert weak.members(1).member(0).tree.weight[0] == pytest.approx(1)
