"""Every claim of the pages of lecture 05."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import FisherDiscriminant, LeastSquaresClassifier
from labkit.lectures.l05_fisher_discriminant import (
    ClassesLab,
    DistanceLab,
    LampLab,
    StretchLab,
    VarianceLab,
    pictures,
    pictures_more,
)
from labkit.lectures.l05_fisher_discriminant.common import LENGTHS, angle_of, crabs, line_step, scaled, solved, wrong_of
from labkit.lectures.l05_fisher_discriminant.stretch import clouds
from labkit.lectures.l05_fisher_discriminant.variance import principal
from tests.golden import close, golden


def column(table, name):
    return [str(value) for value in table[name]]


def wrong_along(X, y, w):
    return wrong_of(line_step(solved(X, y).scatter, w, "solved", np.arange(2)), X, y)


# ---------------------------------------------------------------- the main page


def test_neither_length_alone_tells_the_colour():
    X, y = LampLab().examples
    assert all(wrong_along(X, y, w) > 60 for w in np.eye(2))


def test_lamp_along_the_cloud_parts_the_shadows_and_the_line_of_the_means_does_not():
    lab = LampLab()
    X, y = lab.examples
    best = max(lab.steps, key=lambda step: step.J)
    m1, m2 = best.scatter.means
    assert (best.degrees, wrong_of(best, X, y)) == (pytest.approx(138), 1)
    assert round(angle_of(m1 - m2)) == 26 and wrong_along(X, y, m1 - m2) == 76
    assert abs((m1 - m2) @ best.w) < 0.7 * np.linalg.norm(m1 - m2), "the shadows of the means come closer together"


def test_by_hand_has_the_lectures_numbers():
    table = pictures.by_hand()
    found = dict(zip(column(table, "what"), column(table, "value"), strict=True))
    matrices = [pictures.matrix(np.array(S)) for S in golden("LDA-02").value]
    assert [found[name] for name in list(found)[2:5]] == matrices
    assert found[list(found)[6]] == pictures.vector(np.array(golden("LDA-03").value)) == "(-0.4405, -0.1882)"
    assert found[list(found)[7]] == f"{golden('LDA-06').value:.3f}" == "2.863"
    assert float(found["J along w"]) == pytest.approx(solved(*pictures.ten_points()).criterion, abs=5e-4)


def test_class_1_has_the_larger_shadows():
    X, y = pictures.ten_points()
    model = solved(X, y).model
    f = model.project(X)[:, 0]
    assert close([f[y == 1].min(), f[y == 2].max(), model.threshold], golden("LDA-07"))
    w = solved(X, y).directions[:, 0]
    assert close(-w / np.linalg.norm(w), golden("LDA-04"))


def test_W_of_the_source_is_a_root_of_the_inverse_scatter():
    scatter = solved(*pictures.ten_points()).scatter
    W = scatter.factored().whitening / np.sqrt(10)
    np.testing.assert_allclose(W @ W.T, np.linalg.inv(scatter.within))
    assert "# (5)" in pictures.direction_source().text


def test_J_is_the_ratio_of_the_two_forms_and_its_slope_is_zero_at_the_best():
    X, y = pictures.ten_points()
    step = solved(X, y)
    w, S_B, S_w = step.directions[:, 0], step.scatter.between_means, step.scatter.within
    assert step.criterion == pytest.approx(w @ S_B @ w / (w @ S_w @ w))
    assert step.scatter.criterion(10 * w) == pytest.approx(step.criterion)
    np.testing.assert_allclose((w @ S_B @ w) * (S_w @ w), (w @ S_w @ w) * (S_B @ w))


def share(lab):
    """What the line of the means reaches of the best J."""
    return lab.steps[0].J / lab.steps[-1].J


def test_line_of_the_means_fails_as_the_clouds_become_long():
    shares = [share(StretchLab(stretch=stretch)) for stretch in (1.0, 2.0, 2.5, 5.0, 8.0)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.99 and [round(s, 2) for s in shares[1:3]] == [0.62, 0.46]
    assert "48\u00b0 away" in StretchLab().scenes[-1].caption


def test_line_of_the_means_is_good_where_it_lies_along_or_across_the_clouds():
    for name in ("side by side", "one behind the other", "round clouds"):
        assert share(StretchLab(**StretchLab.presets[name])) > 0.99


def test_one_far_point_turns_the_direction_and_takes_J_down():
    lab = StretchLab()
    before, index = lab.steps[-1], int(np.flatnonzero(lab.examples[1] == 0)[0])
    lab.move(index, -1.9, 1.9)
    after = lab.steps[-1]
    assert round(abs(after.degrees - before.degrees)) == 8 or "40\u00b0 away" in lab.scenes[-1].caption
    assert 0.15 < after.J / before.J < 0.25


def test_in_round_clouds_the_line_of_the_means_is_best():
    X, y = clouds(120, 4.0, 35, 3)
    Z = X @ solved(X, y).scatter.factored().whitening
    step = solved(Z, y)
    m, w = step.scatter.means[0] - step.scatter.means[1], step.directions[:, 0]
    assert abs(m @ w) == pytest.approx(np.linalg.norm(m) * np.linalg.norm(w))
    np.testing.assert_allclose(step.scatter.within, step.scatter.within[0, 0] * np.eye(2), atol=1e-9)


def test_largest_variance_is_size_and_does_not_tell_the_colour():
    lab = VarianceLab()
    assert "98.2 % of the variance, 85 of 200 wrong; Fisher's direction: 0 wrong" in lab.scenes[0].caption
    X, _ = lab.examples
    first = principal(X)[1][:, 0]
    assert (first > 0).all() or (first < 0).all(), "all lengths grow together"
    w = solved(*lab.examples).directions[:, 0]
    assert np.var(X @ w) / (w @ w) < 0.01 * np.var(X, axis=0).sum(), "less than one per cent of the variance"


def test_two_directions_show_three_species():
    lab = ClassesLab()
    assert [lab.steps[0].wrong, lab.steps[-1].wrong] == [36, 4]
    crab = ClassesLab(data="crabs")
    assert [crab.steps[0].wrong, crab.steps[-1].wrong] == [77, 11]


def test_crab_scores_are_those_of_the_page():
    found = pictures.crab_errors()
    assert found["Fisher"] == found["LDA (04)"] == (0, 8, 10)
    assert found["a tree (15)"] == (22, 23, 57) and found["5 nearest neighbours (02)"] == (14, 25, 53)


def test_fisher_finds_nothing_where_the_means_agree():
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    X, y = np.vstack([ring, 0.2 * ring]), np.repeat([0, 1], 24)
    scatter = FisherDiscriminant().trace(X, y)[-1].scatter
    assert scatter.criterion_at(np.linspace(0, np.pi, 50)).max() < 1e-20


def test_ten_digits_have_nine_directions():
    table = data.load("digits")
    X = table.without("digit").numeric()
    X = X[:, X.std(axis=0) > 0]
    assert len(FisherDiscriminant().trace(X, table["digit"].astype(int))[-1].eigenvalues) == 9


def test_decisions_do_not_depend_on_units():
    X, colour = crabs()
    change = X / (10, 1, 1, 1, 1)
    both = [FisherDiscriminant().fit(each, colour).predict(each) for each in (X, change)]
    np.testing.assert_array_equal(*both)


@pytest.mark.parametrize(("kind", "right"), [
    (LampLab, "the line straight across the cloud"),
    (StretchLab, "It turns away from their length, across the clouds"),
    (VarianceLab, "nearly every second one"),
    (ClassesLab, "2"),
    (DistanceLab, "f doubles, the distance stays"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


def test_question_about_the_clouds_follows_the_story():
    question = StretchLab.question
    for tilt, right in ((0, "It stays"), (90, "It stays"), (40, "It turns away")):
        lab = StretchLab(tilt=tilt, stretch=5.0 if tilt else 1.0)
        assert list(question.options)[question.right_option(lab)].startswith(right)


# ---------------------------------------------------------------- the page with more


def test_distances_are_the_lectures_GEO_01():  # I-004-026, I-004-027, I-004-028
    lab = DistanceLab()
    step = lab.steps[0]
    found = [step.scores[0], step.distances[0], step.feet[0].tolist(), step.origin]
    assert close(found, golden("GEO-01"))
    feet = step.feet
    w = step.model.w[1:]
    np.testing.assert_allclose((feet[0] - feet[1:]) @ w, 0.0, atol=1e-12)  # w stands upright on the border
    np.testing.assert_allclose(step.model.decision_function(feet), 0.0, atol=1e-12)


def test_signs_change_when_all_weights_are_reversed_and_the_border_stays():
    step, other = (DistanceLab(**values).steps[0] for values in ({}, DistanceLab.presets["all reversed"]))
    np.testing.assert_allclose(other.distances, -step.distances)
    np.testing.assert_allclose(other.feet, step.feet)


def test_least_squares_is_fishers_direction():
    table = pictures_more.least_squares_too()
    shares = [column(table, name)[2] for name in ("w1", "w2")]
    assert shares[0] == shares[1] == "0.5664"
    assert [column(table, name)[0] for name in ("w1", "w2")] == [f"{v:.4f}" for v in golden("LSC-01").value[1:]]
    X, y = pictures.ten_points()
    model = LeastSquaresClassifier().fit(X, y).model_
    middle = X[y == 1].mean(axis=0) / 2 + X[y == 2].mean(axis=0) / 2
    assert model.decision_function(middle[None])[0] == pytest.approx(0.0, abs=1e-9)  # the cut agrees: equal classes


def test_two_formulas_of_the_scatter_between_differ_by_2_5():
    scatter = solved(*pictures.ten_points()).scatter
    np.testing.assert_allclose(scatter.between, 2.5 * scatter.between_means)


def test_units_change_the_largest_variance_and_not_fisher():
    table = pictures_more.units()
    assert column(table, "J of Fisher") == ["0.1377"] * 3
    assert [int(n) for n in table["Fisher, wrong"]] == [0, 0, 0]
    assert [int(n) for n in table["largest variance, wrong"]] == [85, 87, 77]


def test_shadows_stay_when_columns_are_mixed():
    X, y = pictures.ten_points()
    A = np.array([[2.0, 1.0], [-0.5, 3.0]])
    w, v = solved(X, y).directions[:, 0], solved(X @ A.T, y).directions[:, 0]
    np.testing.assert_allclose(v, np.linalg.inv(A).T @ w)


def test_wide_class_needs_more_room():
    (half, many), (moved, fewer) = pictures_more.cuts().values()
    assert (many, fewer) == (29, 22) and moved < half


def test_no_spread_is_repaired_and_said():
    X = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 1.0], [3.0, 2.0]])
    assert "singular" in solved(X, np.array([0, 0, 1, 1])).caption


def test_three_classes_have_the_lectures_numbers():
    table = pictures_more.three_classes_by_hand()
    found = dict(zip(column(table, "what"), column(table, "value"), strict=True))
    within, between = (np.array(S) for S in golden("LDA-08").value)
    assert found["S_w"] == pictures.matrix(within) and found["S_B"] == pictures.matrix(between)
    assert found["eigenvalues"] == pictures.vector(np.array(golden("LDA-09").value))
    X = data.load("lda3").numeric("x1", "x2")
    total = (X - X.mean(axis=0)).T @ (X - X.mean(axis=0))
    assert found["S_w + S_B"] == pictures.matrix(total)


def test_two_directions_do_nearly_everything_for_four_groups():
    assert pictures_more.group_errors() == {1: 56, 2: 11, 3: 10}
    assert column(pictures_more.groups_by_direction(), "eigenvalue of the last") == ["7.52", "3.28", "0.16"]


def test_lengths_are_those_of_the_table():
    assert set(LENGTHS) == set(data.load("crabs").names[2:])
    np.testing.assert_allclose(scaled(crabs()[0]).std(axis=0), 1.0)
