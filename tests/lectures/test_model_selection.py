"""The labs of lecture 22: what their pictures claim, and what they do with bad input."""

import numpy as np
import pytest

from labkit.learners import BasisRegression
from labkit.learners.basis.functions import Polynomial
from labkit.learners.selection import bias_variance
from labkit.lectures.l22_model_selection import (
    DegreeLab,
    FiftyLab,
    LeakLab,
    MarginLab,
    MoreExamplesLab,
    StructureLab,
    WalkLab,
    WinnersLab,
    leak,
)
from labkit.lectures.l22_model_selection.fifty import GRID, by_degree, draws
from labkit.lectures.l22_model_selection.growth import examples
from labkit.lectures.l22_model_selection.ridges import TALL
from labkit.lectures.l22_model_selection.walk import candidates, halves, passed, scaled
from labkit.views.scene import HOLLOW, RING, Boxes, Path, Points, Text


def marks(scene, panel, kind):
    return [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]


def test_training_error_falls_with_every_degree_and_the_other_does_not():
    for values in ({}, DegreeLab.presets["a wave"], DegreeLab.presets["150 cars"]):
        lab = DegreeLab(**values)
        training, fresh = (path.y for path in marks(lab.scenes[-1], "errors", Path))
        assert (np.diff(training) < 1e-6).all()
        assert fresh.argmin() < 8 and fresh[-1] > fresh.min()


def test_known_and_other_cars_are_all_cars_once():
    from labkit.lectures.l22_model_selection.degree import cars, parts

    known, others = parts("cars", 30, 3)
    assert len(known[1]) == 30 and len(others[1]) == 362
    np.testing.assert_allclose(np.sort(np.append(known[1], others[1])), np.sort(cars()[1]))


@pytest.mark.parametrize("degree", [1, 4, 9])
def test_all_degrees_at_once_are_the_learner_degree_by_degree(degree):
    from labkit.core import data

    learner = BasisRegression(basis=Polynomial(degree))
    last = bias_variance(learner, draws(15, 0.3, 0), GRID[:, None], data.wave(GRID))[-1]
    bias, variance = by_degree(15, 0.3, 0)
    assert bias[degree - 1] == pytest.approx(last.bias, rel=1e-6)
    assert variance[degree - 1] == pytest.approx(last.variance, rel=1e-6)


def test_parts_of_the_error_add_up_at_every_draw():
    for step in FiftyLab(degree=3).steps:
        assert step.bias + step.variance + step.noise == pytest.approx(step.error)


def test_ridges_count_the_draws_so_far():
    lab = WinnersLab()
    for k in (0, 9, 99):
        assert lab.steps[k].counts.sum(axis=1).tolist() == [k + 1] * 6
    for row, box in enumerate(marks(lab.scenes[-1], "wins", Boxes)):
        share = lab.steps[-1].counts[row] / 100
        np.testing.assert_allclose(box.y1 - box.y0, TALL * share, atol=1e-5)


def test_training_error_always_takes_the_highest_degree_and_nobody_beats_the_best():
    for values in ({}, *WinnersLab.presets.values()):
        last = WinnersLab(**values).steps[-1]
        assert last.counts[0, -1] == 100
        assert (last.extra >= 0).all() and last.extra.argmax() == 0


def test_columns_are_chosen_from_the_training_rows_only_inside_the_folds():
    X, y = leak.noise(50, 1000, 0, 0)
    for chosen, test, _ in leak.folds(X, y, 10, leak.INSIDE, 0):
        spoilt, labels = X.copy(), y.copy()
        spoilt[test], labels[test] = 0.0, 1 - labels[test]
        train = np.setdiff1d(np.arange(50), test)
        assert leak.best_columns(spoilt[train], labels[train], 10) == list(chosen)


def test_held_out_cases_are_large_and_wrong_ones_hollow():
    lab = LeakLab(when=leak.INSIDE)
    for step, scene in zip(lab.steps, lab.scenes, strict=True):
        (points,) = marks(scene, "plane", Points)
        assert np.flatnonzero(points.size > 5).tolist() == step.test.tolist()
        assert np.flatnonzero(points.flag & HOLLOW).tolist() == step.wrong.tolist()


def test_fresh_cases_of_noise_are_a_coin():
    before, inside, fresh = leak.accuracies(50, 1000, 0, 10) @ leak.CELLS / leak.REPEATS
    assert before > 0.8 > 0.6 > max(inside, fresh) and min(inside, fresh) > 0.4


def test_walk_shows_every_subset_that_was_tried():
    lab = WalkLab()
    (tried,) = marks(lab.scenes[-1], "walk", Points)
    assert len(tried.x) == 78
    assert lab.steps[-1].columns != lab.steps[0].columns == ()
    backward = WalkLab(**WalkLab.presets["backward"])
    assert len(backward.steps[0].columns) == 12 and len(backward.steps[-1].columns) == 1


def test_filter_is_seen_and_its_columns_come_in_its_order():
    lab = WalkLab(**WalkLab.presets["only the filter"])
    values = passed(12, 0)[1]
    assert list(values.values()) == sorted(values.values(), reverse=True) and len(values) == 12
    assert [step.taken.name for step in lab.steps[1:]] == list(values)
    shown = [text.text for text in marks(lab.scenes[3], "tried", Text)]
    assert [each for each in shown if each in values] == list(
        values
    ) and f"{values[lab.steps[3].taken.name]:.2f}" in shown
    assert [text.text for text in marks(lab.scenes[3], "tried", Text) if text.bold] == [lab.steps[3].taken.name]


def test_bars_of_the_walk_are_longer_where_more_is_wrong():
    step = WalkLab().steps[4]
    ranked = candidates(step)
    assert [each.value for each in ranked] == sorted(each.value for each in ranked)


def test_mails_that_are_asked_have_no_say_in_the_scale():
    known, others = halves(0)
    X = np.log1p(np.random.default_rng(0).poisson(2, (384, 3)).astype(float))
    moved = X.copy()
    moved[others] += 7
    np.testing.assert_array_equal(scaled(X, known)[known], scaled(moved, known)[known])


def test_walk_says_words_and_not_numbers_of_columns():
    lab = WalkLab()
    assert "x1" not in lab.summary
    assert all(step.taken in step.candidates for step in lab.steps[1:])


def test_examples_of_a_table_have_no_say_in_their_scale():
    X, _ = examples("wdbc", 0)
    assert np.abs(X.mean(axis=0)).max() > 0.01 and np.abs(X.mean(axis=0)).max() < 0.5


def test_bound_is_above_the_seen_error():
    for values in ({}, *StructureLab.presets.values()):
        for step in StructureLab(**values).steps:
            assert step.bound > step.empirical


def test_both_learners_are_asked_with_the_same_examples():
    for values in ({}, *MoreExamplesLab.presets.values()):
        for step in MoreExamplesLab(**values).steps:
            assert step.first.rows.tolist() == step.second.rows.tolist()


def test_street_without_a_column_is_never_wider():
    for seed in range(8):
        for noise in (0.2, 1.3):
            both, one = MarginLab(seed=seed, noise=noise).steps[-1].widths
            assert one <= both + 1e-6


def test_street_of_one_column_is_the_gap():
    lab = MarginLab()
    X, y = lab.examples
    gap = X[y == 1, 0].min() - X[y == 0, 0].max()
    assert lab.steps[-1].widths[-1] == pytest.approx(gap, abs=1e-5)
    (points,) = marks(lab.scenes[-1], "plane", Points)
    assert np.count_nonzero(points.flag & RING) == 2


def test_point_on_the_wrong_side_is_refused_and_the_lab_stays():
    lab = MarginLab()
    before = lab.payload
    with pytest.raises(ValueError, match="points: expected all of A left of all of B, got A at 2 and B at"):
        lab.add(2.0, 0.0, 0)
    assert lab.payload == before
