"""What views tell a pointer: which examples, rounds and nodes their marks are, and what these say."""

import numpy as np
import pytest
from views.marks import at, of, step

from labkit.core.story import UPDATE, Step, Trace
from labkit.learners import CART, AdaBoost
from labkit.views.charts.chart import Chart
from labkit.views.charts.counts import CountMap
from labkit.views.charts.ensembles import vote_weights
from labkit.views.layout import columns
from labkit.views.plane.members import MemberGrid
from labkit.views.plane.plane import Plane
from labkit.views.plane.weight_path import WeightPath
from labkit.views.scene import FRAME, HOLLOW, Boxes, Path, Points
from labkit.views.tables.cells import Word
from labkit.views.tables.grid import Column, Grid, Row
from labkit.views.trees.tree import TreeView

X = np.array([[0.0, 0.0], [1.0, 0.2], [0.3, 1.0], [0.9, 0.9], [0.2, 0.4], [0.8, 0.5]])
Y = np.array(["no", "yes", "no", "yes", "no", "yes"])
SIZE = (300.0, 200.0)


@pytest.fixture(scope="module")
def grown():
    return CART().trace(X, Y)


def test_plane_names_its_axes_classes_and_examples_and_reads_a_number_off(grown):
    plane = Plane(X, Y, first=1, values=lambda step: {"weight": np.arange(6.0)})
    panel = plane(grown[-1], SIZE)
    (points,) = of(panel, Points)
    assert panel.names == ("x1", "x2") and panel.classes == ("class no", "class yes")
    assert points.items.words == ("example", 1, "weight", None, ())
    np.testing.assert_array_equal(points.items.values, np.arange(6))
    assert Plane(X, Y, names=("-1", "+1"))(grown[-1], SIZE).classes == ("class -1", "class +1")


def test_regions_of_a_tree_and_its_nodes_have_the_same_numbers(grown):
    last = grown[-1]
    regions = [box for box in of(Plane(X, Y)(last, SIZE), Boxes) if box.items]
    nodes = {box.items.keys for box in of(TreeView(last.model)(last, SIZE), Boxes) if box.items}
    leaves = {int(number) for box in regions for number in box.items.keys}
    assert leaves == set(last.model.leaves.tolist()) and leaves <= nodes
    assert {box.items.label for box in regions} == {"leaf of class no", "leaf of class yes"}


def test_node_says_its_question_counts_and_gain_however_small_it_is_drawn(grown):
    for size in (SIZE, (130.0, 95.0)):
        root = next(box for box in of(TreeView(grown[-1].model)(grown[-1], size), Boxes) if box.items)
        question, counts, gain = root.items.texts[0].split("\n")
        assert (question, counts) == (grown[-1].model.question(0), "3 : 3")
        assert gain == ("gain 0.5" if size == SIZE else "2 leaves below, not drawn")


def test_step_says_which_node_acts_so_that_a_click_finds_it(grown):
    split = next(step for step in grown if getattr(step, "node", None) is not None)
    assert TreeView(grown[-1].model)(split, SIZE).acts == (("node", split.node),)
    assert Plane(X, Y)(split, SIZE).acts == (("node", split.node),)


def test_lines_of_a_story_have_its_own_numbers_as_keys_at_no_cost():
    trace = Trace([Step(event=UPDATE, model=None, example=k) for k in (0, 2, 5)])
    panel = Chart(trace, x="example", xlabel="rounds").line("example", "error").bound(3.0, "most")(trace[1], SIZE)
    lines = of(panel, Path)
    assert [line.items.words for line in lines] == [("example", None, name, None, ()) for name in ("error", "most")]
    assert all(line.items.keys is line.x for line in lines)  # sent once
    assert panel.at == 2.0


def test_votes_and_errors_of_boosting_share_their_rounds():
    trace = AdaBoost(rounds=3).trace(X, Y)
    last = trace[-1].model.alphas
    panel = vote_weights(last, lambda step: len(last))(trace[-1], SIZE)
    assert {box.items.words[:3] for box in of(panel, Boxes)} == {("round", 1, "vote weight")}
    assert panel.at == len(last)


def test_bars_of_examples_are_found_by_their_classes_and_say_what_was_cut_off():
    panel = Chart(ylim=(0.0, 1.0)).bars([0.5, 3.0], kind=[0, 1])(step(), SIZE)
    (bars,) = of(panel, Boxes)
    assert bars.items.key == "example" and bars.y1.tolist() == [0.5, 1.0] and bars.items.values.tolist() == [0.5, 3.0]
    (bars,) = of(Chart(ylim=(0.0, 1.0)).bars([0.5], labels=["a"])(step(), SIZE), Boxes)
    assert bars.items.key == "" and bars.items.values is None


def test_cells_of_a_map_say_how_often_an_example_was_drawn():
    panel = CountMap(np.array([[0, 2], [1, 1]]), at)(step(2), SIZE)
    cells = [box for box in of(panel, Boxes) if box.items]
    assert [cell.items.label for cell in cells] == ["drawn in sample 1", "drawn in sample 2"]
    assert [cell.items.values.tolist() for cell in cells] == [[0, 2], [1, 1]]


def test_thumbnail_is_its_member_and_the_newest_acts():
    class Members:
        def member(self, b):
            return CART(max_depth=b + 1).fit(X, Y).model_

    panel = MemberGrid(X, Y, at, limits=((-1, 2), (-1, 2)))(step(2, model=Members()), SIZE)
    assert [box.items.words[:2] for box in of(panel, Boxes) if box.items] == [("tree", 1), ("tree", 2)]
    assert panel.acts == (("tree", 2),)


def test_way_through_weight_space_has_the_numbers_of_its_updates():
    class Way(Step):
        def __init__(self, update):
            object.__setattr__(self, "w", np.array([0.0, update, 1.0]))
            object.__setattr__(self, "update", update)

    trace = [Way(update) for update in (0, 3, 4)]
    (trail,) = of(WeightPath(trace)(trace[1], SIZE), Path, dots=True)
    assert trail.items.key == "update" and trail.items.keys.tolist() == [0, 3]


def test_words_that_are_cut_short_are_said_in_full():
    grid = Grid(
        lambda step: [Row([Word("a very long name of a feature"), "1"])], [Column("name"), Column("n", "right")]
    )
    assert [box.items.texts for box in of(grid(step(), (90.0, 80.0)), Boxes)] == [("a very long name of a feature",)]
    assert not of(grid(step(), (400.0, 80.0)), Boxes)


def test_marked_examples_have_a_square_and_keep_what_hollow_says(grown):
    start = grown[0]
    points = of(Plane(X, Y, framed=lambda step: [1, 2])(start, SIZE), Points)[0]
    plain = of(Plane(X, Y)(start, SIZE), Points)[0]
    assert np.flatnonzero(points.flag & FRAME).tolist() == [1, 2]
    np.testing.assert_array_equal(points.flag & HOLLOW, plain.flag & HOLLOW)
    assert (plain.flag & HOLLOW).any()


def test_name_of_an_axis_survives_where_its_label_is_cut():
    long = "a label that is much too long for so small a chart as this one"
    chart = Chart(np.arange(4.0), xlabel=long).line([1, 2, 3, 4])
    panel = columns(chart, chart, chart, chart, chart)(step(0)).panels[0]
    assert panel.xlabel.endswith("\u2026") and panel.names[0] == long
