"""Weak learners that are asked round after round."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.learner import TrainingSet
from labkit.core.table import Table
from labkit.learners import CART
from labkit.learners.ensemble.weak import WeakFits, WeakStumps
from labkit.learners.tree.tree import EQUAL


def examples(n=40, classes=3):
    X, y = data.blobs(n, classes=classes, spread=0.4, seed=0)
    return TrainingSet(X, y, np.array(["a", "b", "c"])[:classes])


@pytest.mark.parametrize("make", [WeakStumps, lambda some: WeakFits(CART(max_depth=2), some)])
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
    weak = WeakStumps(TrainingSet(X, y, np.array([0, 1])))
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
