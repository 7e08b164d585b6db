"""The labs of lecture 10: what their pictures claim."""

import numpy as np
import pytest

from labkit.core.story import aligned
from labkit.learners import Adaline, Perceptron
from labkit.learners.perceptron.multiclass import smallest_lead
from labkit.lectures.l10_perceptron_family import (
    AdalineLab,
    CapacityLab,
    FuzzyLab,
    HoKashyapLab,
    PrototypesLab,
    VigilanceLab,
)
from labkit.lectures.l10_perceptron_family.adaline import SWEEPS, sweep_clock
from labkit.lectures.l10_perceptron_family.common import NAMES, bills
from labkit.views.scene import Boxes, Path, Points, Segments, Text


def marks(scene, panel, kind):
    return [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]


def test_prototypes_lab_trails_end_at_the_prototypes():
    lab = PrototypesLab(prototypes=2, points=60)
    for scene in lab.scenes:
        large = next(mark for mark in marks(scene, "plane", Points) if not mark.editable)
        ends = [
            (trail.x[trail.upto - 1], trail.y[trail.upto - 1]) for trail in marks(scene, "plane", Path) if trail.upto
        ]
        assert np.allclose(ends, np.column_stack([large.x, large.y]))


def test_prototypes_lab_refuses_more_prototypes_than_examples():
    lab = PrototypesLab(data="blobs", points=9)
    with pytest.raises(ValueError, match="prototypes: expected a whole number >= 1 and <= 3, got 5"):
        lab.set(prototypes=5)
    assert lab.values["prototypes"] == 1


@pytest.mark.parametrize("vigilance", [0.0, 1.0])
def test_vigilance_lab_ends_with_every_lead_above_the_vigilance(vigilance):
    lab = VigilanceLab(data="blobs", points=60, seed=2, spread=0.1, vigilance=vigilance, sweeps=100)
    X, y = lab.data(lab.values)
    assert "found no mistake" in lab.summary
    assert smallest_lead(lab.steps[-1].model.scores(X), y) > vigilance


@pytest.mark.parametrize("kind", [VigilanceLab, PrototypesLab])
def test_labs_count_the_penguins_on_the_wrong_side(kind):
    lab = kind(points=60)
    X, y = lab.data(lab.values)
    (line,) = marks(lab.scenes[-2], "mistakes", Path)
    wrong = int((lab.steps[-2].model.predict(X) != NAMES[y]).sum())
    assert line.y[-1] == wrong and lab.scenes[-2].caption.endswith(f"{wrong} of 60 wrong")


def test_bills_are_the_penguins_inside_the_plane():
    X, y = bills()
    assert X.shape == (342, 2) and np.bincount(y).tolist() == [151, 68, 123]
    assert np.allclose(X.min(axis=0), -1.1) and np.allclose(X.max(axis=0), 1.1)


@pytest.mark.parametrize("kind", [VigilanceLab, PrototypesLab], ids=lambda kind: kind.name)
def test_chart_is_as_high_as_its_curve_climbs(kind):
    """But for the first updates of the perceptron, which are far above all later ones."""
    for values in ({}, *kind.presets.values()):
        chart = kind(**values).scenes[-1].panel("mistakes")
        wrong = next(mark for mark in chart.marks if isinstance(mark, Path)).y
        assert wrong[len(wrong) // 2 :].max() < chart.ylim[1], values


def test_vigilance_lab_shows_scores_that_called_for_the_update():
    lab = VigilanceLab(points=60, vigilance=0.2)
    assert not np.any(marks(lab.scenes[0], "scores", Boxes)[0].y1)
    step, (bars,) = lab.steps[2], marks(lab.scenes[2], "scores", Boxes)
    assert np.allclose(bars.y1, step.scores, rtol=1e-6)
    (needed,) = [mark for mark in marks(lab.scenes[2], "scores", Segments) if mark.dash]
    assert needed.y0 == pytest.approx(step.scores[step.challenger] + lab.values["vigilance"])


def test_vigilance_lab_still_shows_the_scores_of_the_last_update():
    lab = VigilanceLab(points=60)
    assert lab.still_frame == len(lab.scenes) - 2 and lab.steps[-2].scores is not None


def test_fuzzy_lab_penalty_sharpens():
    lab = FuzzyLab()
    middle = [np.diff(marks(scene, "penalty", Path)[1].y).max() for scene in (lab.scenes[0], lab.scenes[-1])]
    assert middle[1] > 5 * middle[0]


def test_fuzzy_lab_examples_lie_on_the_curve():
    scene = FuzzyLab().scenes[20]
    curve, dots = marks(scene, "penalty", Path)[1], marks(scene, "penalty", Points)[0]
    assert np.allclose(dots.y, np.interp(dots.x, curve.x, curve.y), atol=0.02)


def test_ho_kashyap_lab_starts_where_least_squares_fails():
    lab = HoKashyapLab()
    assert lab.scenes[0].caption == "start: plain least squares, 2 of 11 examples are on the wrong side"
    assert lab.summary == "6 steps; stop after 4 updates: every example is on its side"


def test_ho_kashyap_lab_draws_the_proof_on_xor():
    scene = HoKashyapLab(data="xor").scenes[-1]
    (rays,), (middle,) = marks(scene, "plane", Segments), marks(scene, "plane", Path)
    assert (middle.x[0], middle.y[0]) == (rays.x1, rays.y1) == pytest.approx((0.5, 0.5))
    assert len(rays.x0) == 4
    assert "no line" in marks(scene, "plane", Text)[0].text


def test_ho_kashyap_lab_proof_is_the_same_point_for_both_classes():
    lab = HoKashyapLab(data="gaussians", points=40)
    step = lab.story(*lab.data(lab.values), lab.values).steps[-1]
    X, y = lab.data(lab.values)
    weight = np.maximum(-step.errors, 0)
    points = [weight[y == k] @ X[y == k] / weight[y == k].sum() for k in (0, 1)]
    assert step.certificate == "balance"
    assert np.allclose(*points, atol=1e-4)


def test_capacity_lab_shares_approach_the_exact_curve():
    lab = CapacityLab(p=2, trials=300)
    truth = next(mark for mark in marks(lab.scenes[-1], "shares", Path) if mark.color == "ink" and len(mark.x) > 2)
    dots = marks(lab.scenes[-1], "shares", Points)[-1]
    assert np.abs(dots.y - truth.y).max() < 0.1
    assert len(marks(lab.scenes[0], "shares", Points)) == 1  # the legend's: nothing was tried


def test_capacity_lab_reports_every_trial_and_is_not_told_while_a_slider_slides():
    lab, sent = CapacityLab(p=1, trials=10), []
    lab.receive({"do": "set", "with": ["trials", 20], "seq": 1}, lambda content, buffers: sent.append(content))
    shares = [done / total for done, total in (each["progress"] for each in sent if "progress" in each)]
    assert shares == [*(k / 20 for k in range(21)), 1.0]  # the start, the trials, the end
    assert sent[-1] == {"seq": 1}
    assert not any(control["live"] for control in lab.controls)


def test_capacity_lab_has_nothing_to_paint():
    with pytest.raises(ValueError, match="expected a lab with paintable points"):
        CapacityLab(trials=10).add(0, 0, 0)


def test_adaline_lab_perceptron_has_read_the_same_examples():
    X, y = AdalineLab().data({"data": "separable", "points": 30, "seed": 1})
    perceptron = Perceptron(max_sweeps=SWEEPS).trace(X, y)
    rival = aligned(perceptron, sweep_clock)
    for step in Adaline(learning_rate=0.05, max_sweeps=SWEEPS).trace(X, y)[1:-1]:
        read = [s for s in perceptron[:-1] if (s.sweep, s.example or 0) <= (step.sweep, step.example)]
        if step.sweep <= perceptron[-1].sweep:
            assert rival(step).update == read[-1].update
    assert rival(step).event == "stop"


def test_adaline_lab_shows_that_separable_data_may_keep_mistakes():
    adaline, perceptron = (mark.y[-1] for mark in marks(AdalineLab().scenes[-1], "mistakes", Path))
    assert adaline > 0 == perceptron
