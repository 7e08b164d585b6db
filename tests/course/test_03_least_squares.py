"""Every claim of the pages of lecture 03."""

import re
from pathlib import Path

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import LinearRegression
from labkit.learners.descent.first_order import stable_rate
from labkit.learners.least_squares.objective import sum_of_squares, train_loss
from labkit.lectures import l03_least_squares as lesson
from labkit.lectures.l03_least_squares import pictures, pictures_more
from labkit.lectures.l03_least_squares.cars import FEATURES, cars, price, with_typo
from labkit.lectures.l03_least_squares.easy import mistakes
from labkit.lectures.l03_least_squares.one_by_one import target
from labkit.lectures.l03_least_squares.ridge import CONVENTIONS
from labkit.lectures.l03_least_squares.squares import KINDS, distances, least_squares, long_axis
from labkit.lectures.l03_least_squares.valley import SCALED, descended, problem
from labkit.tutor.quick_check import QuickCheck
from tests.golden import close, golden

COURSE = Path(__file__).resolve().parents[2] / "course"


def column(table, name):
    return [str(value) for value in table[name]]


def number(text):
    return float(text.replace("\u2212", "-"))


def numbers(text):
    return [float(each) for each in re.findall(r"-?[\d.]+", text.replace("\u2212", "-"))]


def preset(kind, name):
    return kind(**kind.presets[name])


# ---------------------------------------------------------------- the main page


def test_cars_are_392_and_a_typo_takes_two_thirds_of_the_slope():
    X, mpg = cars("horsepower")
    honest, spoilt = price(X, mpg), price(*with_typo())
    assert len(mpg) == 392 and 2 * len(mpg) == 784
    assert round(honest, 3) == -0.158 and round(spoilt, 3) == -0.049
    assert abs(spoilt / honest - 1 / 3) < 0.03
    assert column(pictures.typo_on_all_cars(), "mpg per horsepower") == ["\u22120.158", "\u22120.049"]
    assert (with_typo()[0] != X).sum() == 1


def test_line_by_hand_has_the_lectures_slope():
    table = pictures.line_by_hand()
    assert column(table, "x y")[-1] == "19" and column(table, "x\u00b2")[-1] == "14"
    assert close(pictures.slope_by_hand(), golden("LIN-01")) and round(19 / 14, 3) == 1.357


def test_no_line_has_smaller_upright_squares_than_least_squares_nor_smaller_perpendicular_ones_than_the_long_axis():
    X, _ = lesson.SquaresLab().examples
    for best, kind in ((least_squares(X), KINDS[0]), (long_axis(X), KINDS[1])):
        least = (distances(X, best, kind) ** 2).sum()
        for turn in (-0.02, 0.0, 0.02):
            for lift in (-1.0, 0.0, 1.0):
                assert (distances(X, best + np.array([lift, turn]), kind) ** 2).sum() >= least - 1e-9


def test_squares_lab_numbers_of_the_teaching_page():
    least, axis = (preset(lesson.SquaresLab, name).steps[0] for name in ("least squares", "the long axis"))
    assert (round(least.slope, 3), round(axis.slope, 3)) == (-0.167, -0.218)
    assert tuple(round(each) for each in least.sums[1:]) == (556, 619)


def test_perpendicular_line_changes_with_the_units_and_least_squares_does_not():
    X, _ = lesson.SquaresLab().examples
    kilowatts = X * [0.746, 1.0]
    assert least_squares(kilowatts)[1] * 0.746 == pytest.approx(least_squares(X)[1])
    assert abs(long_axis(kilowatts)[1] * 0.746 / long_axis(X)[1] - 1) > 0.02


def test_typo_turns_the_line_as_the_seesaw_says():
    slopes = {name: preset(lesson.TypoLab, name).steps[0].slope for name in lesson.TypoLab.presets}
    assert round(slopes["in the middle"], 3) == -0.186 and round(slopes["at the right end"], 3) == -0.017
    step = lesson.TypoLab().steps[0]
    for car, (name, error) in {
        5: ("in the middle", 30),
        11: ("at the right end", 30),
        0: ("at the left end", 30),
    }.items():
        assert slopes[name] - step.slope == pytest.approx(step.pulls[car] * error / 10)


def test_step_sizes_of_the_valley():
    """A zigzag above one half of the limit, for ever at the limit, uphill beyond it."""
    for share, turns, falls in ((0.4, False, True), (0.85, True, True), (1.05, True, False)):
        told, objective, best = descended("six points", share, 0.0)
        sharp = np.linalg.eigh(objective.at(best).hessian)[1][:, -1]
        along = np.array([step.w - best for step in told[:5]]) @ sharp
        assert (along[1] * along[0] < 0) == turns
        assert (told[10].loss < told[0].loss) == falls
    forever = descended("six points", 1.0, 0.0)[0]
    assert forever[30].loss == pytest.approx(forever[28].loss, rel=0.01) and forever[30].loss > 20


def test_stable_rate_is_two_over_the_largest_curvature_and_the_lectures():
    X, y = problem("six points")
    objective = sum_of_squares(X, y)
    assert close([stable_rate(objective), stable_rate(sum_of_squares(X, y, printed=True))], golden("RID-04"))
    assert stable_rate(objective) == pytest.approx(2 / np.linalg.eigvalsh(objective.at(np.zeros(2)).hessian)[-1])


def test_momentum_helps_in_the_long_valley_and_scaling_needs_one_step():
    plain, heavy = (preset(lesson.ValleyLab, name) for name in ("a long valley", "a long valley, with momentum"))
    assert heavy.steps[-1].loss < plain.steps[-1].loss
    below, above = (descended("six points", share, 0.9)[0] for share in (0.95, 1.05))
    assert below[-1].loss < below[0].loss < above[-1].loss  # momentum raises the limit, as the teaching page says
    told, objective, best = descended(SCALED, 0.5, 0.0)
    assert told[1].loss == pytest.approx(objective.at(best).value)
    curvatures = np.linalg.eigvalsh(objective.at(best).hessian)
    assert curvatures[0] == pytest.approx(curvatures[1])


def test_easy_points_spoil_least_squares_alone():
    lab = preset(lesson.EasyPointsLab, "ten easy points")
    assert mistakes(lab.steps[0], *lab.examples) == [4, 0] and len(lab.examples[1]) == 38
    assert mistakes(lesson.EasyPointsLab().steps[0], *lesson.EasyPointsLab().examples) == [0, 0]
    assert (5 - 1) ** 2 == (-3 - 1) ** 2


def test_prices_of_a_horsepower():
    table = pictures.prices()
    assert column(table, "mpg per horsepower") == ["none", "\u22120.158", "\u22120.047", "0.001"]
    assert column(table, "typical error, mpg") == ["7.8", "4.9", "4.3", "3.5"]


def test_residuals_bend_and_the_line_ends():
    left = [number(each) for each in column(pictures.left_over(), "mean residual, mpg")]
    assert left[0] > 0 > max(left[1:3]) and left[-1] > 0
    X, mpg = cars("horsepower")
    assert (
        LinearRegression().fit(X, mpg).predict([[254.0]])[0] < 0 < LinearRegression().fit(X, mpg).predict([[252.0]])[0]
    )


RIGHT = {
    lesson.SquaresLab: "it is flatter",
    lesson.TypoLab: "of the strongest car",
    lesson.ValleyLab: "0.85",
    lesson.EasyPointsLab: "It turns, and gets points wrong",
    lesson.RidgeLab: "mean of squares",
    lesson.OneByOneLab: "RLS",
    lesson.PlaneLab: "(w1, w2, \u22121)",
}


@pytest.mark.parametrize("kind", RIGHT, ids=lambda kind: kind.name)
def test_question_of_a_lab_is_answered_by_its_story(kind):
    lab = kind()
    options = list(kind.question.options)
    assert options[kind.question.right_option(lab)] == RIGHT[kind]


@pytest.mark.parametrize("kind", RIGHT, ids=lambda kind: kind.name)
def test_first_frame_does_not_say_what_is_right(kind):
    lab = kind()
    asked = lab.asks
    caption = "" if asked["covers"] else lab.scenes[0].caption
    assert RIGHT[kind] not in caption


@pytest.mark.parametrize("kind", RIGHT, ids=lambda kind: kind.name)
def test_line_of_text_of_a_lab_says_what_its_last_picture_shows(kind):
    lab = kind()
    assert "stories" not in lab.summary and re.search(r"\d", lab.summary.split("; ", 1)[-1])


def test_quick_check_has_four_questions():
    assert isinstance(lesson.quick_check, QuickCheck)
    assert price(*cars("horsepower", "weight_lb")) == pytest.approx(-0.047, abs=5e-4)


# ---------------------------------------------------------------- the page with more


def test_residuals_are_perpendicular_to_horsepower():
    assert column(pictures_more.what_is_left(), "value")[:2] == ["0", "0"]


def test_six_points_have_the_lectures_solutions():
    X, y = pictures_more.six_points()
    for id, lam, shown in (("RID-01", 0.0, 0), ("RID-03", 10.0, 1)):
        w = LinearRegression(lam=lam, intercept=False).fit(X, y).model_.w[1:]
        assert close(w, golden(id))
        assert np.allclose(numbers(column(pictures_more.six_solved(), "w")[shown]), w, atol=5e-4)
    first, second = golden("RID-01").value, golden("RID-03").value
    assert second[0] > first[0] and np.hypot(*second) < np.hypot(*first)


def test_steps_by_hand_are_the_lectures():
    table = pictures.descent_by_hand()
    assert np.allclose(numbers(column(table, "w")[2]), golden("RID-05").value, atol=1e-9)
    assert np.allclose(numbers(column(table, "gradient")[0]), [-80, -62])


def test_rates_of_sum_and_mean_differ_by_the_number_of_examples():
    X, y = pictures_more.six_points()
    table = pictures_more.rates()
    assert float(column(table, "largest stable \u03b7")[0]) == pytest.approx(golden("RID-04").value[0], abs=5e-5)
    assert stable_rate(train_loss(X, y)) == pytest.approx(len(y) * stable_rate(sum_of_squares(X, y)))
    assert np.allclose(numbers(column(table, "gradient at w = 0")[1]), golden("LIN-02").value[0], atol=5e-3)


def test_delta_rule_by_hand_is_the_lectures():
    shown = [numbers(row) for row in column(pictures_more.delta_rule_by_hand(), "w afterwards")]
    assert np.allclose(shown, golden("DLT-01").value, atol=1e-9)


def test_ten_points_and_one_are_the_lectures():
    """The deck codes class 1 as +1, labkit its second class, so the signs differ."""
    table = pictures_more.ten_points_and_one()
    for row, id in zip(column(table, "w0, w1, w2"), ("LSC-01", "LSC-02"), strict=True):
        assert np.allclose(np.negative(numbers(row)), golden(id).value, rtol=5e-3)
    assert [int(each) for each in table["mistakes"]] == [0, 2]
    slopes, fisher = np.array(golden("LSC-01").value[1:]), np.array(golden("LDA-03").value)
    assert slopes[0] * fisher[1] == pytest.approx(slopes[1] * fisher[0])


def test_three_conventions_give_the_same_slopes_for_their_lambdas():
    mpg = len(cars("horsepower")[1])
    assert list(CONVENTIONS.values()) == [1, 2, mpg]
    y = data.load("ridge6").numeric()[:, -1]
    A = data.load("ridge6").numeric()[:, :-1]
    for lam, weight in ((3.0, 1.0), (1.5, 0.5), (3.0 / len(y), 1 / len(y))):
        w = LinearRegression(lam=3.0, intercept=False).fit(A, y).model_.w[1:]
        gradient = 2 * weight * A.T @ (A @ w - y) + 2 * lam * w
        assert np.allclose(gradient, 0)


def test_lms_in_a_hurry_is_sooner_there_and_less_at_rest():
    calm, hurry = lesson.OneByOneLab(), preset(lesson.OneByOneLab, "LMS in a hurry")
    goal = target(calm)
    slopes = [np.array([moment.steps[0].w[1] for moment in lab.steps]) for lab in (calm, hurry)]
    assert abs(slopes[1][6] - goal) < abs(slopes[0][6] - goal)
    assert np.abs(np.diff(slopes[1][30:])).mean() > 2 * np.abs(np.diff(slopes[0][30:])).mean()


def test_where_the_world_changes_lms_and_a_forgetful_rls_notice():
    slow, forgetful = (preset(lesson.OneByOneLab, name).steps[-1].steps for name in
                       ("the world changes", "the world changes, RLS forgets"))  # fmt: skip
    assert slow[0].w[1] > slow[1].w[1] and forgetful[1].w[1] > slow[1].w[1]
    calm, restless = (np.array([moment.steps[1].w[1] for moment in lesson.OneByOneLab(forgetting=share).steps[20:]])
                      for share in (1.0, 0.85))  # fmt: skip
    assert np.abs(np.diff(restless)).mean() > 2 * np.abs(np.diff(calm)).mean()


def test_normal_stands_upright_on_the_plane():
    step = lesson.PlaneLab().steps[0]
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    places = np.column_stack([corners, step.model.predict(corners)])
    assert np.allclose((places[1:] - places[0]) @ step.normal, 0)


def test_five_features_are_those_that_the_exercise_lists():
    text = (COURSE / "03_least_squares.py").read_text(encoding="utf-8")
    assert ", ".join(FEATURES) in text.replace("\n# ", " ")


def test_line_through_the_flights_is_no_probability():
    assert round(pictures_more.share_by_line(31.0), 2) == 1.75 and pictures_more.share_by_line(81.0) < 0
    x, y = pictures_more.flights()
    assert len(x) == 23 and x.max() == pictures_more.WARMEST and set(y) == {0, 1}
    assert "1.75 at 31" in pictures_more.line_of_flights().scenes[0].caption


def test_prediction_changes_by_the_slope_times_the_change_of_a_feature():  # I-003-015
    X, mpg = cars(*FEATURES)
    model = LinearRegression().fit(X, mpg).model_
    for d in range(X.shape[1]):
        near = X + 0.01 * np.eye(X.shape[1])[d]
        assert np.allclose(model.predict(near) - model.predict(X), 0.01 * model.w[1 + d])
