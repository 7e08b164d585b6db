"""Every claim of the page side by side."""

import numpy as np
import pytest

from labkit.core import data
from labkit.lectures.l21_side_by_side import SideBySideLab, SpheresLab, pictures
from labkit.lectures.l21_side_by_side.three import NAMES
from tests.lectures.drive import undrawn


@pytest.mark.parametrize(("kind", "right"), [
    (SideBySideLab, "bagging and the forest"),
    (SpheresLab, "Boosting starts last and ends first"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


def test_sphere_holds_half_of_all_points():
    assert round(data.middle_square(10), 2) == 9.34


def test_boosting_starts_last_and_ends_first_in_most_draws():
    labs = [undrawn(SpheresLab, seed=seed) for seed in range(1, 6)]
    assert sum(np.argmax(lab.steps[10].errors) == 2 for lab in labs) >= 4
    assert sum(np.argmin(lab.steps[-1].errors) == 2 for lab in labs) >= 3


def test_voters_know_their_points_by_heart_in_most_draws():
    question = SideBySideLab.question
    said = [question.right_option(SideBySideLab(seed=seed)) for seed in range(5)]
    assert said.count(0) >= 4


def test_stumps_cannot_do_xor_and_depth_2_can():
    preset = SideBySideLab.presets["boosting of stumps"]
    stumps, trees = SideBySideLab(**preset).steps[-1], SideBySideLab(**preset | {"depth": 2}).steps[-1]
    assert stumps.errors[2] > 0.35 > 0.3 > trees.errors[2]


def test_boosting_in_a_hurry_gets_worse_with_wrong_labels_and_voters_do_not():
    curves = pictures.wrong_label_curves()
    fast, slow = curves["boosting, shrinkage 0.5"], curves["boosting, shrinkage 0.1"]
    assert fast[-1] > fast[20:60].min() + 0.005
    assert slow[-1] < fast[-1]
    for name in ("bagging", "random forest"):
        assert curves[name][-1] <= curves[name][40] + 0.003
    assert min(curve.min() for curve in curves.values()) > 0.2


def test_ensembles_are_far_better_than_the_baseline_and_close_to_each_other():
    table = pictures.real_scores()
    assert table["method"].tolist() == ["the more frequent class", *NAMES]
    for name in table.names[1:]:
        baseline, *three = table[name].tolist()
        assert max(three) < baseline / 3 and max(three) - min(three) < 12
    assert table["spam: wrong of 384"].tolist()[1:3] == [41, 34]  # as the teaching page says
