"""The labs of lecture 18: what their pictures claim, and what they do with bad input."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from labkit.learners import RegressionTree
from labkit.lectures.l18_regression_trees import (
    BackfitLab,
    BoxesLab,
    CheapestLab,
    CorrelatedLab,
    CutsLab,
    GreedLab,
    OutlierLab,
    OutsideLab,
    StagesLab,
    StaircaseLab,
)
from labkit.lectures.l18_regression_trees.boxes import far_first
from labkit.lectures.l18_regression_trees.cheapest import penalised
from labkit.lectures.l18_regression_trees.cuts import best, greedy, pieces
from labkit.lectures.l18_regression_trees.stages import ORDERS
from labkit.lectures.shared.turned_box import view
from labkit.views.scene import Boxes, Path, Points, Segments
from tests.lectures.drive import undrawn


def marks(scene, panel, kind):
    return [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]


def squares(stairs, x, y):
    return float(((y - stairs.predict(x[:, None])) ** 2).sum())


@pytest.mark.parametrize("many", [1, 2, 3])
def test_best_cuts_are_the_best_of_all(many):
    rng = np.random.default_rng(many)
    for _ in range(5):
        x, y = np.arange(9.0), rng.normal(size=9)
        tried = [squares(pieces(x, y, np.array(cuts) + 0.5), x, y) for cuts in combinations(range(8), many)]
        assert squares(best(x, y, many), x, y) == pytest.approx(min(tried))
        assert squares(greedy(x, y, many), x, y) >= min(tried) - 1e-9


def test_click_moves_the_nearest_cut_and_shows_yours():
    lab = CutsLab(show="best")
    lab.click_at("plane", 0.7, 0.0)
    assert (lab.values["show"], lab.values["cut1"], lab.values["cut2"]) == ("yours", 0.2, 0.7)
    assert len(marks(lab.scenes[-1], "plane", Segments)) >= 2


def test_bars_are_the_errors_of_all_three():
    lab = CutsLab()
    x, y = lab.examples[0].T
    (bars,) = marks(lab.scenes[0], "errors", Boxes)
    assert bars.y1[2] == pytest.approx(squares(best(x, y, 2), x, y) / len(y), rel=1e-5)
    assert lab.steps[0].errors[0] >= bars.y1[2]


def test_example_dragged_far_away_changes_the_tree_and_undo_brings_it_back():
    lab = OutlierLab(typed=0.0)
    before = lab.payload
    lab.move(0, 1.0, 60.0)
    assert lab.steps[0].first == 1.5
    lab.undo()
    assert lab.payload == before


def test_outlier_lab_says_where_there_is_nothing_to_cut():
    lab = OutlierLab()
    while len(lab.examples[0]) > 2:
        lab.delete(0)
    lab.move(0, *lab.examples[0][1])
    assert "no cut" in lab.steps[0].caption


def test_training_error_falls_with_every_level():
    for values in ({}, *StaircaseLab.presets.values()):
        errors = [step.error for step in undrawn(StaircaseLab, **values).steps]
        assert (np.diff(errors) <= 1e-12).all()


def test_marked_tree_is_the_cheapest_at_the_price_that_is_shown():
    for values in ({}, *CheapestLab.presets.values()):
        for step in undrawn(CheapestLab, **values).steps:
            costs = penalised(step)
            assert costs[step.prune] == pytest.approx(costs.min())


def test_three_curves_and_a_mark_at_the_least():
    lab = CheapestLab()
    scene = lab.scenes[5]
    assert len(marks(scene, "risks", Path)) == 3
    (mark,) = marks(scene, "risks", Points)
    assert mark.x.tolist() == [lab.steps[5].leaves]


def test_first_question_is_the_one_that_was_chosen():
    for name in "abc":
        tree = undrawn(GreedLab, first=name).steps[-1].model.tree
        assert "abc"[tree.feature[0]] == name


def test_tree_says_the_same_everywhere_beyond_its_data():
    for values in ({}, *OutsideLab.presets.values()):
        model = undrawn(OutsideLab, **values).steps[0].model
        assert len(np.unique(model.predict(np.linspace(460, 700, 9)[:, None]))) == 1


def test_mixtures_beyond_are_shown_on_demand():
    hidden, shown = (len(marks(OutsideLab(reveal=reveal).scenes[0], "plane", Points)) for reveal in (False, True))
    assert shown == hidden + 1


def test_click_moves_the_question():
    lab = OutsideLab()
    lab.click_at("plane", 641.0, 20.0)
    assert lab.values["query"] == 640 and lab.steps[0].query == 640


@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_blocks_behind_are_drawn_first(turn):
    """Of two blocks that part along an input, the one that is farther along it, as seen, comes first."""
    X, y = BoxesLab().examples
    model = RegressionTree(max_leaves=9, order="best").fit(X, y).model_
    towards = view(turn, 30)
    away = np.array([-towards[0, 1], towards[0, 0]])
    boxes = model.leaf_boxes(*((float(low), float(high)) for low, high in zip(X.min(0), X.max(0), strict=True)))
    box = dict(zip(boxes.nodes.tolist(), boxes.boxes, strict=True))
    order = far_first(model, 0, away)
    assert sorted(order) == sorted(box)
    for earlier, later in combinations(order, 2):
        behind = [_parted(box[later], box[earlier], axis) * away[axis] for axis in (0, 1)]
        assert max(behind) >= -1e-9, "something tells that the earlier one is not in front"


def _parted(one, other, axis):
    """1 where the other box begins beyond the one, -1 where it ends before it, 0 where they overlap."""
    a0, a1, b0, b1 = (box[2 * axis + end] for box in (one, other) for end in (0, 1))
    return 1 if b0 >= a1 - 1e-9 else -1 if b1 <= a0 + 1e-9 else 0


def test_counts_add_up_draw_by_draw():
    steps = undrawn(CorrelatedLab).steps
    assert [int(step.counts.sum()) for step in steps] == list(range(1, 41))
    assert all(step.asked[step.draw - 1] == step.model.tree.feature[0] for step in steps)


def test_every_turn_refits_one_function():
    for values in ({}, BackfitLab.presets["concrete, with trees"]):
        steps = undrawn(BackfitLab, **values).steps
        for before, after in pairwise(steps):
            kept = 1 - after.feature
            assert after.model.curves[kept] is before.model.curves[kept]
            assert abs(after.model.curves[after.feature].values.mean()) < 1e-9


def test_truth_is_dashed_only_where_it_is_known():
    known, unknown = (BackfitLab(**values).scenes[0] for values in ({}, {"data": "concrete"}))
    assert len(marks(known, "g1", Path)) == len(marks(unknown, "g1", Path)) + 1


def test_fits_and_what_is_left_add_up_to_the_data():
    for order in ORDERS:
        lab = undrawn(StagesLab, order=order)
        _, y = StagesLab(order=order).examples
        X = StagesLab(order=order).examples[0]
        for step in lab.steps:
            np.testing.assert_allclose(step.model.predict(X) + step.residuals, y, atol=1e-9)
