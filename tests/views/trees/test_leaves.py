"""A small tree with scores in its leaves: what it says, how long its bars are, what a click means."""

import pytest
from views.marks import inside, of, step, texts

from labkit.views.scene import Boxes, Text
from labkit.views.trees.leaves import Leaf, Leaves

SHAPE = ("age < 15", ("male", 0, 1), 2)
SCORES = [Leaf(2.0, ("G -4, H 1",)), Leaf(0.1, ("G 0, H 1",), lit=True), Leaf(-1.0, ("G 3, H 2",))]
SIZE = (320.0, 210.0)


def panel_of(shape=SHAPE, scores=SCORES, size=SIZE):
    return Leaves(shape, lambda step: scores, full=2.0, total=lambda step: "3 gamma + 2.505 lambda")(step(), size)


@pytest.mark.parametrize("size", [SIZE, (464.0, 180.0), (560.0, 400.0)])
def test_leaves_say_questions_answers_scores_and_their_cost(size):
    panel = panel_of(size=size)
    said = texts(panel)
    assert {"age < 15", "male", "w = +2", "w = +0.1", "w = -1", "G 3, H 2", "3 gamma + 2.505 lambda"} <= set(said)
    assert said.count("yes") == said.count("no") == 2
    assert all(inside(panel, text) for text in of(panel, Text))


def test_leaves_have_bars_from_the_middle_as_long_as_their_scores():
    panel = panel_of()
    lengths = [box.x1 - box.x0 for box in of(panel, Boxes) if box.fill in ("class0", "class1")]
    assert lengths[0] == pytest.approx(20 * lengths[1]) and lengths[2] == pytest.approx(-lengths[0] / 2)
    assert len(of(panel, Boxes, stroke="accent")) == 1


def test_click_finds_the_leaf_under_it():
    panel = panel_of()
    place = {text.text: (text.x, text.y) for text in of(panel, Text)}
    assert [panel.target_at(*place[score]) for score in ("w = +2", "w = +0.1", "w = -1")] == ["0", "1", "2"]
    assert panel.target_at(*place["male"]) == ""
    assert panel.target_at(160.0, 5.0) == ""


def test_leaf_alone_is_a_tree():
    assert texts(Leaves(0, lambda step: [Leaf(1.5)], full=2.0)(step(), SIZE)) == ["w = +1.5"]


def test_tree_may_change_with_the_step():
    view = Leaves(lambda step: ("x \u2264 2", 0, 1) if step.example else 0, lambda step: SCORES[:2], full=2.0)
    assert [len(view(step(k), SIZE).targets) for k in (0, 1)] == [1, 2]
