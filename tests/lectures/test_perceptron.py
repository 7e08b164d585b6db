"""The labs of lecture 09: what their pictures claim."""

import numpy as np
import pytest

from labkit.lectures.l09_perceptron import ConvergenceLab, ProgramLab, RatesLab, UpdatesLab
from labkit.lectures.shared.held_out import held_out_answers
from labkit.views.scene import DASHED, Boxes, Path, Points, Segments, Text


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def test_updates_lab_bars_are_the_scores_and_go_with_their_birds():
    lab = UpdatesLab()
    X, y = lab.examples
    for step, scene in zip(lab.steps, lab.scenes, strict=True):
        (bars,), (birds,) = marks(scene, "scores", Boxes), marks(scene, "plane", Points, editable=True)
        score = (X @ step.w[1:] - step.w[0]) * np.where(y == 1, 1, -1)
        assert np.allclose(bars.y1, score, atol=1e-5)
        assert bars.items.key == birds.items.key == "example" and bars.items.keys == birds.items.keys == 1


def test_updates_lab_dashes_the_line_before():
    lab = UpdatesLab()
    assert not marks(lab.scenes[0], "plane", Path, dash=DASHED)
    for before, scene in zip(lab.steps[:-2], lab.scenes[1:-1], strict=True):
        (line,) = marks(scene, "plane", Path, dash=DASHED)
        assert np.allclose(np.column_stack([line.x, line.y]) @ before.w[1:], before.w[0], atol=1e-4)


def test_updates_lab_caption_says_what_the_update_did():
    assert UpdatesLab().scenes[3].caption == "update 3, for bird 12: its score goes from \u22120.23 to 0.93"


def test_convergence_lab_counts_what_is_hollow():
    lab = ConvergenceLab()
    assert lab.scenes[11].panel("plane").title == "6 of 40 are wrong"


def test_rates_lab_refuses_points_that_no_line_separates():
    lab = RatesLab()
    X, y = lab.examples
    with pytest.raises(ValueError, match="points: expected points that a line separates"):
        lab.move(int(np.flatnonzero(y == 0)[0]), *X[y == 1].mean(axis=0))


def test_program_lab_ties_weights_to_the_point_where_both_classes_balance():
    lab = ProgramLab()
    X, y = lab.examples
    weights = lab.steps[-1].multipliers
    (threads,) = marks(lab.scenes[-1], "plane", Segments, color="accent")
    for kind in (0, 1):
        centre = weights[y == kind] @ X[y == kind] / weights[y == kind].sum()
        assert np.allclose((threads.x1, threads.y1), centre, atol=1e-6)
    assert len(threads.x0) == (weights > 1e-9).sum() == 5
    assert marks(lab.scenes[-1], "plane", Text, text="ringed: where both classes balance")
    (bars,), (points,) = (
        marks(lab.scenes[-1], "multipliers", Boxes),
        marks(lab.scenes[-1], "plane", Points, editable=True),
    )
    assert np.allclose(bars.y1, weights, atol=1e-6) and bars.items.key == points.items.key
    assert np.corrcoef(points.size**2, weights)[0, 1] > 0.999  # areas


def test_program_lab_draws_no_balance_where_a_line_separates():
    scene = ProgramLab(data="separable").scenes[-1]
    assert not marks(scene, "plane", Segments, color="accent")


class Remembers:
    """A learner that keeps what it was given."""

    def fit(self, X, y):
        self.known = X
        return self

    def predict(self, X):
        assert np.allclose(self.known.mean(axis=0), 0) and np.allclose(self.known.std(axis=0), 1)
        return np.zeros(len(X), dtype=int)


def test_held_out_cases_have_no_say_in_the_scale():
    X = np.random.default_rng(0).normal(5, 3, (40, 2))
    assert (held_out_answers(Remembers(), X, np.arange(40) % 2, scaled=True) == 0).all()
