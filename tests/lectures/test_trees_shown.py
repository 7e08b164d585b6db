"""What lesson 15 shows in one line: a tree as it grows, the tests of a node, the impurities."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import CART, ID3, DecisionTree, Perceptron, RegressionTree
from labkit.learners.tree.chords import IMPURITIES, chord_steps
from labkit.learners.tree.exhaustive import smallest_tree
from labkit.learners.tree.plan import TreeExamples
from labkit.lectures.l15_growing_trees import ImpurityLab
from labkit.lectures.shared.trees_shown import grown, node_tests
from labkit.views.scene import Path
from tests.golden import close, golden
from tests.render.pixels import assert_drawn, colours

PHOTOS = Table.from_dict({"top": ["blue"] * 3 + ["other"] * 3, "bottom": ["green", "blue", "other"] * 2})
PLACES = ["outdoor", "outdoor", "indoor", "outdoor", "indoor", "indoor"]


def tennis():
    table = data.load("tennis")
    return table.without("day", "play"), table["play"]


def test_photographs_are_told_apart_by_questions_with_several_answers():
    """I-003-022, I-003-023: a hierarchy of tests, not necessarily binary."""
    model = ID3().fit(PHOTOS, PLACES).model_
    assert model.question(0) == "bottom" and len(model.tree.children(0)) == 3
    assert len(model.leaves) == 4 and model.predict(PHOTOS).tolist() == PLACES


def test_id3_grows_the_lectures_tree_of_tennis():
    """I-003-033 and TEN-32, read off the nodes."""
    model = ID3().fit(*tennis()).model_

    def nested(node):
        children = model.tree.children(node)
        return (
            {model.question(node): {model.answer(c): nested(c) for c in children}} if children else model.verdict(node)
        )

    assert close(nested(0), golden("TEN-32"))


def test_least_gain_stops_growth_and_ends_at_the_root_of_xor():
    """I-001-030: a threshold on the reduction of impurity; E-000-32."""
    X, y = data.gaussians(200, distance=1.5, spread=0.5, seed=3)
    leaves = [len(DecisionTree(min_gain=beta).fit(X, y).model_.leaves) for beta in (0.0, 0.05, 0.1, 0.2)]
    assert leaves == sorted(leaves, reverse=True) and leaves[0] > leaves[-1]
    grown_tree = DecisionTree(min_gain=0.05).fit(X, y).model_.tree
    assert (grown_tree.gain[grown_tree.splits] >= 0.05).all()
    table = data.load("xor")
    X, y = table.numeric("x1", "x2"), table["y"]
    assert [len(DecisionTree(min_gain=beta).fit(X, y).model_.leaves) for beta in (0.0, 0.01)] == [4, 1]


def test_smallest_tree_beats_greedy_growth():
    """I-003-039: greedy selection is a heuristic."""
    table = data.load("cart_counterexample")
    X, y = table.numeric("a", "b", "c"), table["y"].astype(int)
    smallest = smallest_tree(TreeExamples(X, y, 2, np.zeros(3, dtype=bool)))
    assert (len(CART().fit(X, y).model_.leaves), len(smallest.leaves)) == (7, 4)


def test_grown_shows_one_frame_a_step_and_a_plane_for_two_numbers():
    player = grown(ID3(), *tennis())
    assert len(player.scenes) == 5 and [panel.name for panel in player.scenes[0].panels] == ["tree"]
    assert repr(player).startswith("ID3: 5 steps; stop after 3 splits") and player.frame == 4
    X, y = data.moons(40, seed=1)
    both = grown(CART(max_depth=3), X, y, title="Moons")
    assert [panel.name for panel in both.scenes[-1].panels] == ["plane", "tree"]
    assert both.title == "Moons"
    assert_drawn(colours(both.png()))


def test_grown_is_as_tall_as_its_tree():
    heights = [grown(ID3(max_depth=depth), *tennis()).scenes[0].height for depth in (1, 2)]
    assert heights[0] < heights[1] <= 420
    assert all(
        panel.box[1] + panel.box[3] <= 420 for panel in grown(CART(), *data.moons(100, noise=0.4)).scenes[-1].panels
    )


def test_grown_shows_trees_of_numbers_without_a_plane():
    X, y = np.random.default_rng(0).normal(size=(2, 20, 2))
    player = grown(RegressionTree(max_depth=2), X, y[:, 0])
    assert [panel.name for panel in player.scenes[-1].panels] == ["tree"]


def test_grown_refuses_a_learner_without_a_tree():
    X, y = data.separable(10)
    with pytest.raises(ValueError, match="expected one that grows a tree, got Perceptron; pass ID3"):
        grown(Perceptron(), X, y)


def test_tests_of_a_node_are_those_of_the_lectures():
    X, y = tennis()
    found = node_tests(X, y)
    assert dict(zip(found["test"], found["gain"], strict=True)) == pytest.approx(
        {name: golden(id).value for name, id in zip(X, ("TEN-05", "TEN-07", "TEN-06", "TEN-04"), strict=True)}
    )
    rgb = data.load("rgb8")
    order = [2, 1, 0, 3, 4, 5]  # red, green, blue, then the thresholds
    for name, id in (("entropy", "RGB-18"), ("gini", "RGB-19"), ("misclassification", "RGB-20")):
        left = node_tests(rgb.select("x1", "x2"), rgb["class"], criterion=name, multiway=False, between_classes=True)
        assert close(left["after"][order].tolist(), golden(id))


# ---------------------------------------------------------------- impurities


def test_children_of_the_impurity_story_move_apart_until_one_is_pure():
    lab = ImpurityLab(share=0.7)
    assert len(lab.scenes) == 31 and [panel.name for panel in lab.scenes[0].panels] == list(IMPURITIES)
    assert "0.40 and 1.00" in lab.scenes[-1].caption and "entropy 0.000" in lab.scenes[0].caption


def test_impurity_picture_shows_the_gain_as_the_gap_below_the_node():
    scene, last = ImpurityLab(share=0.3).scenes[-1], chord_steps(0.3, 4)[-1]
    for name in IMPURITIES:
        (gap,) = [mark for mark in scene.panel(name).marks if isinstance(mark, Path) and mark.color == "accent"]
        assert gap.x.tolist() == pytest.approx([0.3, 0.3]) and gap.y[1] - gap.y[0] == pytest.approx(
            last.gain(name), abs=1e-6
        )
        curve = next(mark for mark in scene.panel(name).marks if isinstance(mark, Path))
        assert np.interp(0.3, curve.x, curve.y) == pytest.approx(gap.y[1], abs=1e-4)


@pytest.mark.parametrize("P", [0, 1, -0.2, "half"])
def test_impurities_refuses_a_share_that_is_none(P):
    with pytest.raises(ValueError, match="P: expected"):
        chord_steps(P)
