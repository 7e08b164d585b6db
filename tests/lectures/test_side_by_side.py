"""The labs beside lecture 21 (I-000-115): what their pictures claim."""

import numpy as np
import pytest

from labkit.core.story import START, STOP
from labkit.learners import GradientBoosting, RandomForest
from labkit.lectures.l21_side_by_side import SideBySideLab, SpheresLab
from labkit.lectures.l21_side_by_side.spheres import FRESH, noisy_spheres
from labkit.lectures.l21_side_by_side.three import NAMES
from labkit.lectures.shared.noisy_points import NAMES as CLASSES
from labkit.lectures.shared.noisy_points import samples
from labkit.views.scene import Path, Points

SMALL = {"points": 60, "trees": 8}
FEW = {"examples": 200, "trees": 20}


def curves(scene):
    """What is drawn of each error, by name."""
    paths = {path.color: path for path in scene.panel("errors").marks if isinstance(path, Path)}
    return {name: paths[f"curve{k}"] for k, name in enumerate(NAMES)}


def planes(scene):
    return scene.panels[:3]


def test_planes_tell_one_tree_of_each_at_a_time():
    lab = SideBySideLab(**SMALL)
    assert [[each.count for each in step.steps] for step in lab.steps] == [[k] * 3 for k in (*range(9), 8)]
    assert [step.event for step in lab.steps][:: len(lab.steps) - 1] == [START, STOP]
    assert lab.steps[1].caption.startswith("wrong after 1 tree: ")


def test_caption_names_the_best_first():
    lab = SideBySideLab(**SMALL)
    errors = lab.steps[-1].errors
    (a, first), (b, second), (c, third) = sorted(zip(errors, NAMES, strict=True), key=lambda pair: pair[0])
    assert (
        lab.scenes[-1].caption
        == f"wrong after 8 trees: {first} {100 * a:.1f} %, {second} {100 * b:.1f} %, {third} {100 * c:.1f} %"
    )


def test_planes_show_the_learners_that_the_controls_ask_for():
    lab = SideBySideLab(**SMALL, m=1, shrinkage=0.4, depth=3, seed=7)
    X, y = samples(lab.values)[0]
    fresh_X, fresh_y = samples(lab.values)[1]
    learners = (
        RandomForest(trees=8, m=2, seed=7),
        RandomForest(trees=8, m=1, seed=7),
        GradientBoosting(rounds=8, shrinkage=0.4, max_depth=3),
    )
    for name, learner, panel in zip(NAMES, learners, planes(lab.scenes[-1]), strict=True):
        model = learner.fit(X, CLASSES[y]).model_
        errors = np.mean(model.staged_predict(fresh_X) != CLASSES[fresh_y], axis=1)
        assert curves(lab.scenes[-1])[name].y[1:] == pytest.approx(errors)
        (points,) = (mark for mark in panel.marks if isinstance(mark, Points))
        assert np.array_equal(points.flag > 0, model.predict(X) != CLASSES[y])


def test_planes_show_the_same_examples():
    lab = SideBySideLab(**SMALL)
    lab.move(0, 0.25, -0.5)
    shown = [next(mark for mark in panel.marks if isinstance(mark, Points)) for panel in planes(lab.scenes[-1])]
    assert all(np.array_equal(points.x, shown[0].x) for points in shown) and shown[2].x[0] == np.float32(0.25)
    assert all(points.editable for points in shown) and {panel.name for panel in planes(lab.scenes[-1])} == {"plane"}


def test_forest_that_asks_both_columns_is_bagging():
    drawn = curves(SideBySideLab(**SMALL, m=2).scenes[-1])
    assert np.array_equal(drawn["bagging"].y[1:], drawn["random forest"].y[1:])


def test_curves_grow_with_the_trees_over_the_share_of_wrong_labels():
    lab = SideBySideLab(**SMALL, noise=0.2)
    for step, scene in zip(lab.steps, lab.scenes, strict=True):
        assert {path.upto for path in curves(scene).values()} == {step.trees + 1}
        (floor,) = (path for path in scene.panel("errors").marks if isinstance(path, Path) and path.color == "muted")
        assert np.all(floor.y == np.float32(0.2)) and floor.upto is None
    clean = SideBySideLab(**SMALL, noise=0.0).scenes[-1]
    assert not any(isinstance(mark, Path) and mark.color == "muted" for mark in clean.panel("errors").marks)


def test_spheres_lab_is_the_race_of_the_page():
    lab = SpheresLab(**FEW, noise=0.2, seed=4)
    (X, y), (fresh_X, fresh_y) = noisy_spheres(200, FRESH, noise=0.2, seed=4)
    model = GradientBoosting(rounds=20, shrinkage=0.3, max_depth=1).fit(X, y).model_
    errors = np.mean(model.staged_predict(fresh_X) != fresh_y, axis=1)
    assert curves(lab.scenes[-1])["boosting"].y[1:] == pytest.approx(errors)


def test_spheres_lab_takes_m_beyond_p_for_p():
    wide, exact = (SpheresLab(**FEW, dimensions=2, m=m).scenes[-1] for m in (10, 2))
    assert np.array_equal(curves(wide)["random forest"].y, curves(exact)["random forest"].y, equal_nan=True)


def test_wrong_labels_are_the_same_share_of_every_sample():
    clean, noisy = noisy_spheres(100, 300, seed=2), noisy_spheres(100, 300, noise=0.25, seed=2)
    for (X, y), (same, other) in zip(clean, noisy, strict=True):
        assert np.array_equal(X, same) and np.count_nonzero(y != other) == len(y) / 4


def test_boosting_wins_on_nested_spheres_and_starts_last():
    """I-000-115: the message of the figure, on samples that the page does not use."""
    for seed in (11, 12):
        (X, y), (fresh_X, fresh_y) = noisy_spheres(2000, 2000, seed=seed)
        learners = RandomForest(trees=100, m="all"), RandomForest(trees=100, m=3), GradientBoosting(rounds=200)
        models = [learner.fit(X, y).model_ for learner in learners]
        bagging, forest, boosting = (np.mean(model.staged_predict(fresh_X) != fresh_y, axis=1) for model in models)
        assert boosting[-1] < forest[-1] - 0.01 and forest[-1] < bagging[-1]
        assert boosting[9] > max(bagging[9], forest[9])
