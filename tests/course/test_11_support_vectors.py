"""Every claim of the pages of lecture 11."""

import math
from math import comb

import numpy as np
import pytest

from labkit.learners import SVM
from labkit.learners.svm.features import PolynomialMap
from labkit.learners.svm.kernels import RBF, PolynomialKernel, eigenvalues
from labkit.lectures.l11_support_vectors import (
    GammaLab,
    KernelLab,
    LiftLab,
    PairsLab,
    ProductLab,
    SlackLab,
    StreetLab,
    TouchLab,
    pictures,
    pictures_more,
)
from labkit.lectures.l11_support_vectors.pairs import holds
from labkit.lectures.l11_support_vectors.penguins import birds, drawn, half_way, random_lines, street_of, widest
from labkit.lectures.l11_support_vectors.slack import COSTS
from labkit.lectures.l11_support_vectors.street import HANDLES, KNOWN, LEFT, RIGHT, SEED
from labkit.lectures.l11_support_vectors.touch import moving
from tests.golden import close, golden
from tests.lectures.drive import undrawn


def column(table, name):
    return [str(value) for value in table[name]]


# ---------------------------------------------------------------- the street


def test_opening_line_is_half_way_between_the_means():
    w, b = half_way(drawn(KNOWN, SEED))
    np.testing.assert_allclose(-(w[0] * HANDLES + b) / w[1], [LEFT, RIGHT], atol=0.05)


def test_widest_street_is_half_as_wide_again():
    lab = StreetLab(open="shown")
    yours, best = lab.steps
    assert (round(yours.width, 2), round(best.width, 2)) == (0.78, 1.20)
    assert (yours.wrong, best.wrong, best.others, len(best.touching)) == (1, 1, 254, 3)


def test_lines_with_a_wide_street_are_wrong_about_fewer_of_the_other_birds():
    found = list(pictures.mistakes_by_width().values())
    assert found == sorted(found, reverse=True)
    assert round(found[0]) == 6 and round(found[-1]) == 1


def test_trap_is_a_street_that_loses():
    yours, best = StreetLab(seed=1, open="shown").steps
    assert best.wrong == 6 and yours.wrong == 0 and yours.width < 0


def test_all_random_lines_are_right_about_the_known_birds_and_none_is_wider():
    draw = drawn(KNOWN, SEED)
    lines = random_lines(KNOWN, SEED)
    assert len(lines) == 500 and (lines[:, 0] > 0).all()
    assert lines[:, 0].max() <= widest(draw.X, draw.y).margin


def test_there_are_274_birds():
    assert len(birds()[0]) == 274


def test_street_by_hand_is_the_lectures():  # I-001-009, I-001-012, I-001-013
    step = pictures.six("svm6", math.inf)
    assert close([*step.model.w[1:], step.model.w[0]], golden("SVM-01"))
    assert close([step.margin, step.margin / 2], golden("SVM-03"))
    assert round(step.margin, 2) == 0.71
    X, z = pictures.six_points()
    assert street_of(X, z == 1, step.model.w[1:], step.model.w[0]) == pytest.approx(step.margin)
    assert column(pictures.street_by_hand(), "touches") == ["yes", "no", "yes", "no", "yes", "yes"]


def test_slack_by_hand_is_the_lectures():  # I-001-019
    step, table = pictures.six("svm_soft6", 1.0), pictures.slack_by_hand()
    np.testing.assert_allclose([*step.model.w[1:], step.model.w[0]], golden("SVM-08").value, rtol=1e-6)
    assert column(table, "multiplier") == [f"{a:.2f}" for a in golden("SVM-09").value]
    assert column(table, "slack") == [f"{s:.2f}" for s in golden("SVM-10").value[0]]
    assert column(table, "where")[-1] == "wrong side" and step.kkt.worst < 1e-6


# ---------------------------------------------------------------- what holds it


def test_street_moves_for_the_three_that_touch_it():
    step = TouchLab().steps[0]
    np.testing.assert_array_equal(moving(step), np.flatnonzero(step.multipliers > 0))
    assert len(moving(step)) == 3 and len(step.multipliers) == 14


def test_shortest_line_between_the_hulls_is_cut_in_the_middle_at_a_right_angle():  # I-001-012
    machine = TouchLab().steps[0].machine
    a, b = machine.hull_points
    w = machine.model.w
    assert np.linalg.norm(a - b) == pytest.approx(machine.margin)
    assert (a + b) / 2 @ w[1:] + w[0] == pytest.approx(0.0, abs=1e-6)
    assert abs((b - a) @ w[1:]) == pytest.approx(np.linalg.norm(a - b) * np.linalg.norm(w[1:]))


def test_forces_balance_and_make_w():
    machine = TouchLab().steps[0].machine
    az, X = machine.alpha * machine.problem.z, machine.problem.examples
    np.testing.assert_allclose(az @ X, machine.model.w[1:], rtol=1e-9)
    assert az.sum() == pytest.approx(0.0, abs=1e-9)
    case = np.array([[0.3, -0.2]])
    assert (az @ (X @ case[0])) + machine.model.w[0] == pytest.approx(machine.model.decision_function(case)[0])


def test_only_the_support_vectors_are_needed():
    X, y = TouchLab().examples
    model = TouchLab().steps[0].machine.model
    again = SVM(kernel="linear", C=math.inf, tolerance=1e-9).fit(X[model.support], y[model.support]).model_
    np.testing.assert_allclose(again.w, model.w, rtol=1e-6)


# ---------------------------------------------------------------- slack


def test_street_becomes_narrower_as_slack_becomes_dear():
    steps = SlackLab().steps
    widths = np.array([step.width for step in steps])
    assert (widths[1:] < 1.001 * widths[:-1]).all(), "up to what the solver leaves open"
    assert widths[-1] < 0.2 * widths[0]
    fresh = [round(step.fresh, 3) for step in steps]
    assert COSTS[int(np.argmin(fresh))] <= 0.4 and (fresh[0], fresh[-1]) == (0.072, 0.145)


def test_wrong_labels_double_the_error_where_slack_is_dear():
    fresh = [step.fresh for step in undrawn(SlackLab, **SlackLab.presets["wrong labels"]).steps]
    assert (round(min(fresh), 2), round(fresh[-1], 2)) == (0.11, 0.20)


def test_no_cost_helps_with_xor():
    assert min(step.fresh for step in undrawn(SlackLab, data="xor").steps) > 0.3


def test_slacks_sum_to_more_than_the_mistakes():
    for step in SlackLab().steps:
        slacks = step.machine.slacks
        assert (slacks > 1).sum() == step.machine.mistakes <= slacks.sum()


# ---------------------------------------------------------------- kernels


def test_cut_becomes_an_ellipse_or_a_hyperbola():  # I-001-002, I-001-005, I-001-007
    shapes = [undrawn(LiftLab, data=kind).steps[-1].shape for kind in ("ring", "XOR", "on a line")]
    assert shapes == ["an ellipse", "a hyperbola", "two points"]


@pytest.mark.parametrize("kind", ["ring", "XOR", "on a line"])
def test_lifted_points_are_separated(kind):
    lab = LiftLab(data=kind, open="shown")
    X, y = lab.examples
    assert (lab.steps[-1].model.predict(X) == y).all()


def test_inner_product_of_lifted_points_is_the_square():
    phi = PolynomialMap(2)
    a, b = np.array([[1.0, 2.0]]), np.array([[3.0, -1.0]])
    assert close((phi(a) @ phi(b).T)[0, 0], golden("SVM-16"))
    assert (a @ b.T)[0, 0] ** 2 == golden("SVM-16").value


def test_narrow_bumps_learn_the_points_by_heart():  # I-001-016
    steps = GammaLab().steps
    fresh = [round(100 * step.fresh) for step in steps]
    assert (fresh[0], min(fresh), fresh[-1]) == (16, 7, 36)
    assert steps[-1].support == 1.0 and steps[-1].error == 0.0 and min(step.support for step in steps) < 0.3


def test_tumour_scores_are_those_of_the_page():
    wrong = {name: found[0] for name, found in pictures.tumour_errors().items()}
    share = {name: found[1] for name, found in pictures.tumour_errors().items()}
    best = "SVM, radial, gamma = 0.03, C = 10"
    assert wrong[best] == 14 and wrong["logistic regression (06)"] == 15 and wrong["SVM, linear, C = 0.1"] == 15
    assert wrong["SVM, radial, gamma = 1, C = 10"] == 35 and wrong["SVM, radial, gamma = 0.03, not scaled"] == 50
    assert wrong["always \u201cbenign\u201d"] == 212 and min(wrong, key=wrong.get) == best
    assert share["SVM, radial, gamma = 1, C = 10"] > 0.6 and share["SVM, radial, gamma = 0.03, not scaled"] > 0.6
    assert round(share[best] * 569) == 58


def test_quick_check_counts_the_products_of_64_pixels():
    assert comb(64 + 3 - 1, 3) == 45_760


@pytest.mark.parametrize(("kind", "right"), [
    (StreetLab, "clearly wider"),
    (TouchLab, "only for the few that touch it"),
    (SlackLab, "it becomes narrower"),
    (LiftLab, "an ellipse"),
    (GammaLab, "it falls, then rises"),
    (ProductLab, "2"),
    (KernelLab, "below 0"),
    (PairsLab, "2"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


def test_score_source_is_the_sum_over_the_support_vectors():
    assert "# (1)" in pictures.score_source().text


# ---------------------------------------------------------------- the page with more


def test_dual_rises_in_every_step_and_the_gap_need_not_fall():  # I-001-014
    steps = PairsLab().steps
    dual, gap = (np.array([getattr(step, name) for step in steps]) for name in ("dual", "gap"))
    assert (np.diff(dual) >= -1e-9).all() and (np.diff(gap) > 1e-6).any() and gap[-1] < 0.01


def test_bounds_and_balance_hold_all_the_time_and_all_at_the_end():
    told = [list(holds(step).values()) for step in PairsLab().steps]
    assert all(row[0] and row[1] for row in told)
    assert all(told[-1]) and not all(told[1])


def test_no_quadratic_counts_a_pair_twice():
    assert [int(n) for n in column(pictures_more.many_features(), "quadratic")][:3] == golden("SVM-19").value


def test_region_falls_in_two():  # I-001-008
    for kind, first in (("unequal corners", 0.5), ("XOR", 0.4)):
        steps = ProductLab(data=kind).steps
        assert max(steps[0].pieces) == 1
        assert next(round(step.alpha, 1) for step in steps if max(step.pieces) == 2) == first
        assert max(max(step.pieces) for step in steps) == 2


def test_xor_by_hand_has_one_multiplier_and_the_product_for_a_score():  # I-001-002, I-001-015
    step = pictures_more.solved_xor(PolynomialKernel(2))
    np.testing.assert_allclose(step.alpha, 1 / 8, rtol=1e-6)
    X = np.random.default_rng(0).uniform(-2, 2, (20, 2))
    np.testing.assert_allclose(step.model.decision_function(X), -X[:, 0] * X[:, 1], atol=1e-6)
    assert column(pictures_more.xor_by_hand(), "multiplier") == ["0.125"] * 4


def test_xor_by_bumps_is_the_lectures():
    alpha = pictures_more.solved_xor(RBF(0.5)).alpha
    np.testing.assert_allclose(alpha, golden("SVM-15").value, rtol=1e-6)
    assert round(1 / (1 - math.exp(-2)) ** 2, 3) == 1.338


def test_sigmoid_of_three_numbers_has_an_eigenvalue_below_0():  # I-001-017
    least = column(pictures_more.three_numbers(), "smallest")
    assert [float(v) > 0 for v in least] == [True, True, False, False]
    assert close(eigenvalues(pictures_more.TRIED["sigmoid, nu = \u22121"], pictures_more.THREE)[0], golden("SVM-18"))


def test_sigmoid_of_the_lab_has_an_eigenvalue_below_0():
    step = KernelLab(kernel="sigmoid").steps[0]
    assert round(float(step.eigenvalues[0]), 1) == -19.9 and step.negative
    wrong = [KernelLab(kernel="sigmoid", nu=nu).steps[0].machine.mistakes for nu in (-1.0, 1.0)]
    assert wrong == [0, 30], "without an inner product nobody promises anything"


def test_leave_one_out_error_is_at_most_the_share_of_support_vectors():
    assert all(wrong <= support for support, wrong in pictures_more.left_out().values())
    assert pictures_more.left_out() == {0.1: (26, 1), 1.0: (8, 1), 10.0: (3, 1)}


def test_who_is_no_support_vector_changes_nothing_when_left_out():
    X, y = birds()
    learner = SVM(kernel="linear", C=1.0, tolerance=1e-6).fit(X, y)
    row = int(np.setdiff1d(np.arange(len(y)), learner.support_)[0])
    w, rest = learner.model_.w, np.arange(len(y)) != row
    np.testing.assert_allclose(SVM(kernel="linear", C=1.0, tolerance=1e-6).fit(X[rest], y[rest]).model_.w, w, atol=1e-4)


def test_digit_scores_are_those_of_the_page():
    found = pictures_more.digit_errors()
    assert len(pictures_more.two_digits()[1]) == 179
    assert list(found.values()) == [1, 0, 0, 0, 40]


def test_move_source_has_its_equations():
    assert "# (3)" in pictures_more.move_source().text and "# (4)" in pictures_more.move_source().text
