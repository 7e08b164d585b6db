"""The labs of lecture 21: what their pictures claim."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import GradientBoosting, RegressionTree
from labkit.lectures.l21_gradient_boosting import GainLab, PlaneBoostLab, PriceLab, ResidualLab, ShrinkageLab
from labkit.lectures.l21_gradient_boosting.gain import LOGISTIC, SQUARED
from labkit.lectures.l21_gradient_boosting.plane import fresh_losses, left_over
from labkit.lectures.l21_gradient_boosting.residuals import SHAPES, in_words
from labkit.lectures.l21_gradient_boosting.residuals import samples as curve_samples
from labkit.lectures.l21_gradient_boosting.shrinkage import SHRINKAGES, fresh_of
from labkit.lectures.shared.noisy_points import NAMES, samples
from labkit.views.scene import DASHED, FADED, Boxes, Field, Path, Points, Segments, Text
from tests.golden import close, golden
from tests.lectures.drive import undrawn


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def texts(scene, panel):
    return [text.text for text in marks(scene, panel, Text)]


# ---------------------------------------------------------------- residuals: I-000-109, I-002-043


def test_residual_lab_tells_the_rounds_of_the_lecture():
    lab = ResidualLab(rounds=3)
    told = lab.steps[:-1]
    assert close(told.curve("rss"), golden("L2B-01"))
    stumps = [step.weak.tree for step in told[1:]]
    assert close(np.array([[t.threshold[0], *t.prediction[1:]] for t in stumps]), golden("L2B-02"))
    assert lab.scenes[1].caption == ("round 1: the stump is \u22121.75 up to x = 3.5, then +1.75; sum of squares 1")
    lab.set(shrinkage=0.1)
    assert close(lab.steps[:-1].curve("rss"), golden("L2B-03"))


def test_residual_lab_shows_what_its_tree_was_fitted_to_and_what_is_left_at_the_end():
    lab = ResidualLab(rounds=3)
    mean, y = 3.25, data.load("gbm6")["y"]
    for frame, expected in ((0, y - mean), (1, y - mean), (2, lab.steps[1].residuals), (4, lab.steps[3].residuals)):
        (points,) = marks(lab.scenes[frame], "residuals", Points)
        assert points.y == pytest.approx(expected, abs=1e-6)
    trees = [len(marks(scene, "residuals", Path, color="accent")) for scene in lab.scenes]
    assert trees == [0, 1, 1, 1, 0]


def test_residual_lab_errors_are_those_of_the_story():
    lab = ResidualLab(data="sine", points=40, rounds=8, shrinkage=0.5, depth=2)
    X = curve_samples(lab.values)[1][0]
    fresh = [((step.model.predict(X[:, :1]) - X[:, 1]) ** 2).mean() for step in lab.steps[:-1]]
    curve = {path.color: path.y for path in marks(lab.scenes[-1], "errors", Path)}
    assert curve["curve1"] == pytest.approx(fresh, rel=1e-5)
    assert curve["curve0"] == pytest.approx([step.rss / 40 for step in lab.steps[:-1]], rel=1e-5)
    assert curve["muted"] == pytest.approx(0.25**2)  # no fit is better than the noise
    assert set(curve) == {"curve0", "curve1", "muted"}
    assert len(marks(lab.scenes[-1], "errors", Segments, color="accent")) == 1  # the cursor


def test_residual_lab_samples_follow_their_curve():
    for name, curve in SHAPES.items():
        for X, kinds in curve_samples({"data": name, "points": 30, "noise": 0.0, "seed": 1}):
            assert np.array_equal(X[:, 1], curve(X[:, 0])) and not kinds.any()


def test_residual_lab_fits_painted_points():
    lab = ResidualLab(rounds=2)
    lab.move(0, 1.0, 6.0)
    assert lab.steps[0].model.ensemble.z[0] == 6.0
    assert marks(lab.scenes[-1], "plane", Points)[0].editable


def test_trees_are_told_in_words():
    x = np.arange(6.0)[:, None]
    tree = {d: RegressionTree(max_depth=d).fit(x, [0, 0, 1, 1, 5, 6]).model_.tree for d in (1, 3)}
    assert in_words(tree[1]) == "the stump is +0.5 up to x = 3.5, then +5.5"
    assert in_words(tree[3]) == "a tree of 4 leaves is fitted to the residuals"
    flat = RegressionTree(max_depth=1).fit(x, np.zeros(6)).model_.tree
    assert in_words(flat) == "no cut helps, +0 everywhere"


# ---------------------------------------------------------------- gains: I-000-112, I-000-113, I-000-114


def test_gain_lab_finds_the_split_of_the_lecture():
    lab = GainLab(gamma=0.0)
    node, best = lab.steps[-1].node, lab.steps[-1].best
    assert close(np.array([node.thresholds[best], node.gains[best]]), golden("GBM-04"))
    assert close(node.scores(best), golden("GBM-05"))
    lab.set(gamma=0.5)
    assert close(lab.steps[-1].node.structure(best), golden("GBM-06"))
    assert texts(lab.scenes[-1], "sides")[-1] == "gain 3.4955 \u2212 \u03b3 = 2.9955"


def test_gain_lab_finds_the_logistic_split_of_the_lecture():
    lab = GainLab(loss=LOGISTIC, gamma=0.0)
    node, best = lab.steps[-1].node, lab.steps[-1].best
    assert close(np.array([node.g, node.h]), golden("GBM-07"))
    assert close(np.array([node.thresholds[best], node.gains[best], *node.scores(best)]), golden("GBM-09"))


def test_price_lab_prices_the_tree_of_the_lecture():
    """I-000-112: 3 gamma + 2.505 lambda."""
    lab = PriceLab()
    coefficients, total = golden("GBM-01").value, golden("GBM-02").value
    expected = f"\u03a9 = {coefficients[0]:g}\u03b3 + {coefficients[1]:g}\u03bb = {total:g}"
    assert (
        lab.scenes[0].caption
        == texts(lab.scenes[0], "tree")[-1]
        == expected
        == "\u03a9 = 3\u03b3 + 2.505\u03bb = 5.505"
    )
    lab.set(young_man=0.0, gamma=2.0, lam=4.0)
    assert lab.scenes[0].caption == "\u03a9 = 3\u03b3 + 0.505\u03bb = 8.02"
    assert "w = +0" in texts(lab.scenes[0], "tree")
    (bars,) = marks(lab.scenes[0], "price", Boxes)
    assert bars.y1 == pytest.approx([6.0, 2.02])


def test_gain_lab_scans_from_left_to_right():
    lab = GainLab()
    assert [step.cut for step in lab.steps] == [0, 1, 2, 3, 4, 5, 5]
    cursors = [marks(scene, "gains", Segments, color="accent", dash=DASHED) for scene in lab.scenes[1:]]
    assert [[cursor.x0 for cursor in each] for each in cursors] == [[1.5], [2.5], [3.5], [4.5], [5.5], []]
    questions = [next(text for text in texts(scene, "sides") if "\u2264" in text) for scene in lab.scenes[1:]]
    assert questions == [f"x \u2264 {t}" for t in ("1.5", "2.5", "3.5", "4.5", "5.5", "3.5")]


@pytest.mark.parametrize("loss", [SQUARED, LOGISTIC])
def test_gain_lab_keeps_a_leaf_where_no_cut_pays(loss):
    lab = GainLab(loss=loss, gamma=4.0)
    assert lab.steps[-1].node.gains.max() < 0
    assert "stays a leaf" in lab.scenes[-1].caption
    assert len([text for text in texts(lab.scenes[-1], "sides") if text.startswith("w = ")]) == 1
    lab.set(gamma=0.0)
    assert "is split" in lab.scenes[-1].caption


def test_gain_lab_larger_lambda_means_smaller_scores():
    sizes = [np.abs(GainLab(lam=lam).steps[-1].node.scores(2)) for lam in (0.0, 1.0, 10.0)]
    assert (np.diff(sizes, axis=0) < 0).all()
    assert sizes[0] == pytest.approx([1.5, 5.0])  # the means


# ---------------------------------------------------------------- the plane: I-000-110, I-000-111

FEW = {"points": 60, "rounds": 12}


def test_plane_lab_areas_and_bars_are_what_is_left_over():
    lab = PlaneBoostLab(**FEW)
    X, y = samples(lab.values)[0]
    for step, scene in zip(lab.steps, lab.scenes, strict=True):
        expected = y - step.model.predict_proba(X)[:, 1]
        assert left_over(step) == pytest.approx(expected)
        (points,) = [mark for mark in marks(scene, "plane", Points) if mark.editable]
        assert points.size**2 == pytest.approx(np.maximum(81 * np.abs(expected), 1.8**2), rel=1e-5)
        (bars,) = marks(scene, "residuals", Boxes)
        assert np.sort(bars.y1) == pytest.approx(np.sort(expected), abs=1e-6)
        assert np.array_equal(bars.kind == 1, bars.y1 > 0)


def test_plane_lab_losses_are_those_of_the_story():
    lab = PlaneBoostLab(**FEW)
    X, y = samples(lab.values)[1]
    p = np.array([step.model.predict_proba(X)[np.arange(len(y)), y] for step in lab.steps[:-1]])
    curve = {path.color: path.y for path in marks(lab.scenes[-1], "losses", Path)}
    assert curve["curve1"] == pytest.approx(-np.log(p).mean(axis=1), rel=1e-5)
    assert curve["curve0"] == pytest.approx([step.loss for step in lab.steps[:-1]], rel=1e-5)
    assert set(curve) == {"curve0", "curve1"}


def test_plane_lab_stops_early_and_shows_the_best_round():
    lab = PlaneBoostLab(points=120, noise=0.2, rounds=100, patience=5)
    last = lab.steps[-1]
    held_out = lab.steps[:-1].curve("validation_loss")
    best = last.model.members
    assert last.round == best + 5 < 100 and held_out[1:].argmin() + 1 == best
    scene = lab.scenes[-1]
    assert scene.panel("plane").title == f"F after {best} rounds, and the last tree"
    assert scene.panel("losses").title == f"Log loss (least held out: round {best})"
    assert lab.scenes[best - 1].panel("losses").title == "Log loss"
    (line,) = marks(scene, "losses", Segments, color="muted")
    assert line.x0 == line.x1 == best and not marks(lab.scenes[best - 1], "losses", Segments, color="muted")
    assert marks(scene, "losses", Path, color="curve2")[0].y == pytest.approx(held_out, rel=1e-5)


def test_plane_lab_fades_what_is_held_out_and_that_is_not_the_wrong_labels():
    lab = PlaneBoostLab(points=100, noise=0.2, patience=5)
    (points,) = [mark for mark in marks(lab.scenes[-1], "plane", Points) if mark.editable]
    faded = points.flag & FADED > 0
    assert np.array_equal(faded, lab.steps[-1].task.held_out) and faded.sum() == 25
    clean, noisy = (samples({**lab.values, "noise": noise})[0][1] for noise in (0.0, 0.2))
    wrong = clean != noisy
    assert 1 <= (faded & wrong).sum() <= 12  # 5 are expected of 20


# ---------------------------------------------------------------- shrinkage: I-000-114


def test_shrinkage_lab_races_the_same_trees_as_alone():
    lab = ShrinkageLab(points=60, rounds=20, depth=1)
    X, y = samples(lab.values)[0]
    curves = marks(lab.scenes[-1], "losses", Path)
    for k, shrinkage in enumerate(SHRINKAGES):
        alone = GradientBoosting(rounds=20, shrinkage=shrinkage, max_depth=1).fit(X, NAMES[y])
        expected = fresh_losses(alone.model_, *samples(lab.values)[1])
        assert curves[k].y == pytest.approx(expected, rel=1e-5)
        assert f"{expected[-1]:.2f}" in lab.scenes[-1].caption
        assert f"{expected.min():.2f} (round {expected.argmin()})" in lab.scenes[-1].caption


def test_shrinkage_lab_large_steps_come_down_first_and_overfit_first():
    """I-000-114: after two rounds the larger step leads; it is past its best earlier, and ends higher."""
    for seed in range(6):
        fresh = fresh_of(undrawn(ShrinkageLab, seed=seed))
        assert (np.diff(fresh[:, 2]) > 0).all()
        assert (np.diff(fresh.argmin(axis=1)) > 0).all()
        assert fresh[0, -1] > 1.2 * fresh[1, -1] > 1.2 * fresh[2:, -1].max()


def test_shrinkage_lab_planes_are_drawn_every_five_rounds_and_at_the_end():
    lab = ShrinkageLab(points=40, rounds=20)
    titles = [scene.panel("plane2").title for scene in lab.scenes]
    assert titles[4:7] == ["\u03b5 = 0.1, round 0", "\u03b5 = 0.1, round 5", "\u03b5 = 0.1, round 5"]
    assert titles[-1] == "\u03b5 = 0.1, round 20"
    assert lab.scenes[6].panel("plane2").marks is lab.scenes[7].panel("plane2").marks  # so they travel once
    fields = [marks(lab.scenes[k], "plane2", Field)[0].values for k in (5, 20)]
    assert not np.array_equal(*fields)
