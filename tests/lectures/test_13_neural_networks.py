"""Lecture 13: what its lab shows, and what its exercises reply to typical mistakes."""

import numpy as np
import pytest

from labkit.lectures.l13_neural_networks import NeuralNetworksLab, exercises
from tests.lectures.drive import assert_told


@pytest.mark.parametrize("preset", NeuralNetworksLab.presets)
def test_preset_tells_a_story(preset):
    assert_told(NeuralNetworksLab(**NeuralNetworksLab.presets[preset]))


def test_story_ends_without_a_mistake_only_where_a_line_separates():
    assert "no mistake" in NeuralNetworksLab().summary
    assert "no mistake" not in NeuralNetworksLab(data="gaussians").summary


@pytest.mark.parametrize(
    ("check", "answers", "hint"),
    [
        (exercises.share_of_wrong, [lambda y, answers: np.sum(y != answers)], "how many, not which share"),
        (exercises.share_of_wrong, [lambda y, answers: np.mean(y == answers)], "right answers"),
        (exercises.share_of_wrong, [lambda y, answers: np.sum(y == answers)], "two things: (1) that is how many"),
        (exercises.mended_distance, [lambda x, z: np.sum(np.abs(x - z))], "around the corner"),
        (exercises.positives, [6], "class"),
        (exercises.stubborn_points, [[[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 1, 1]], "diagonals"),
        (exercises.stubborn_points, [[[0, 0], [0, 1]], [0, 1]], "one row and one label"),
    ],
)
def test_mistake_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: ") and hint in line
