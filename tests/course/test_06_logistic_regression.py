"""Every claim of the pages of lecture 06."""

from collections import Counter

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import LogisticRegression, RecursiveLogistic
from labkit.learners.logistic import cross_entropy, squared_error
from labkit.lectures.l06_logistic_regression import (
    BasesLab,
    GapLab,
    PathsLab,
    RaceLab,
    ReweightedLab,
    SigmoidLab,
    SurfacesLab,
    mails,
    pictures,
    pictures_more,
)
from labkit.lectures.l06_logistic_regression.flights import LAUNCH, flights, likeliest, probability
from labkit.lectures.l06_logistic_regression.gap import length
from labkit.lectures.l06_logistic_regression.race import RUNNERS, UNITS, finish, way
from tests.golden import close, golden


def column(table, name):
    return [str(value) for value in table[name]]


def plain(text):
    return float(text.replace("\u2212", "-"))


# ---------------------------------------------------------------- the main page: the flights


def test_seven_of_23_flights_in_distress_the_coldest_four_among_them():
    x, t = flights()
    assert (len(x), int(t.sum()), x.min()) == (23, 7, 53)
    assert t[:4].all() and not t[4]


def test_likeliest_curve_is_that_of_the_page():
    model = likeliest()
    assert np.round(model.w, 3).tolist() == [15.043, -0.232]
    assert round(float(np.exp(model.w[1])), 2) == 0.79 and round(float(np.exp(-10 * model.w[1]))) == 10
    assert round(float(-model.w[0] / model.w[1]), 1) == 64.8
    assert round(float(probability(model, LAUNCH)[0]), 4) == 0.9996
    assert "0.9996" in SigmoidLab(who="Newton, from there").scenes[-1].caption


def test_no_curve_of_the_handles_beats_newton():
    best = SigmoidLab(who="Newton, from there").steps[-1].products[-1]
    assert f"{best:.0e}" == "4e-05"
    hand = [SigmoidLab(cold=cold, warm=warm).steps[0].products[-1] for cold in (0.8, 0.9, 0.99) for warm in (0.01, 0.1)]
    assert max(hand) < best
    assert f"{np.exp(7 * np.log(7 / 23) + 16 * np.log(16 / 23)):.0e}" == "7e-07"


def test_newton_arrives_in_a_few_moves_from_any_handles():
    for handles in ({}, SigmoidLab.presets["too sure"], {"cold": 0.01, "warm": 0.99}):
        assert SigmoidLab(who="Newton, from there", **handles).steps[-1].moves <= 8


def test_by_hand_is_the_lectures_LOG_03_LOG_04_LOG_07():  # I-000-014, I-004-077, I-004-078
    table = pictures.first_fit()
    responses, weights = golden("LOG-07").value
    assert [plain(r) for r in column(table, "working response")] == responses
    assert [float(w) for w in table["weight p(1 \u2212 p)"]] == weights
    steps = pictures.eight_told()
    np.testing.assert_allclose([step.w for step in steps[1:6]], golden("LOG-03").value, atol=1e-9)
    assert close([steps[0].gradient.tolist(), steps[0].hessian.tolist()], golden("LOG-04"))
    x, _ = pictures.eight()
    line = np.polyfit(x, [plain(r) for r in column(table, "working response")], 1)[::-1]
    assert np.round(line, 3).tolist() == np.round(steps[1].w, 3).tolist() == [-2.143, 0.952]
    assert np.round(steps[4].w, 3).tolist() == np.round(golden("LOG-01").value, 3).tolist() == [-2.673, 1.188]


def test_eight_points_have_the_lectures_loss_and_hessian_LOG_02_LOG_05():  # I-000-011, I-004-075
    x, t = pictures.eight()
    last = LogisticRegression(tolerance=1e-12).fit(x[:, None], t).last_step_
    assert close(last.loss, golden("LOG-02"))
    assert close(last.hessian.tolist(), golden("LOG-05"))


@pytest.mark.parametrize("set_", ["23 flights", "eight points"])
def test_each_fit_is_the_weighted_line_through_the_responses(set_):
    lab = ReweightedLab(set=set_)
    X, _ = lab.examples
    for step in lab.steps:
        A = np.column_stack([np.ones(len(X)), X[:, 0]])
        w = np.linalg.solve((A.T * step.weights) @ A, (A.T * step.weights) @ step.responses)
        np.testing.assert_allclose(step.following.w, w, rtol=1e-6)


def test_flight_at_75_with_distress_has_a_far_response_and_little_weight():
    lab, (x, t) = ReweightedLab(), flights()
    step = lab.steps[-1]
    row = int(np.flatnonzero((x == 75) & (t == 1))[0])
    assert step.responses.argmax() == row and step.weights[row] < 0.35 * step.weights.max()
    assert abs(step.mu[step.weights.argmax()] - 0.5) < 0.1


def test_source_of_the_page_is_the_gradient_and_the_hessian():
    shown = pictures.loss_source().text
    assert "return self.pull - weighted_sum(" in shown and "return weighted_square(" in shown
    assert "# (" not in shown, "the numbers of equations that are not on the page"


def test_names_of_the_source_mean_what_the_page_says():
    x, t = flights()
    point = LogisticRegression().trace(x[:, None], t)[1]
    loss = point.objective.at(point.w)
    p = 1 / (1 + np.exp(-(point.w[0] + point.w[1] * x)))
    np.testing.assert_allclose(loss.doubts, np.where(t == 1, 1 - p, p), rtol=1e-9)
    np.testing.assert_allclose(loss.spread, p * (1 - p), rtol=1e-9)
    np.testing.assert_allclose(loss.objective.features[1], np.where(t == 1, x, -x))
    assert not np.any(loss.pull) and not np.any(loss.objective.curvature), "there is no penalty"


# ---------------------------------------------------------------- the race


def test_race_is_that_of_the_table():
    found = {name: [finish(units, name) for units in UNITS] for name in RUNNERS}
    assert found["BFGS"] == [4, 7, 19] and found["Newton"] == [10, 10, 10]
    assert found["gradient"] == [7, 51, None] and found["momentum"] == [22, 25, None]
    winners = [min((name for name in found if found[name][k]), key=lambda name: found[name][k]) for k in range(3)]
    assert winners == ["BFGS", "BFGS", "Newton"]
    assert column(pictures.race_table(), UNITS[2])[0] == "over 500"


def test_newtons_moves_are_the_same_in_all_units():
    assert len({tuple(np.round(way(units, "Newton").losses, 9)) for units in UNITS}) == 1
    assert len({tuple(np.round(way(units, "gradient").losses[:5], 6)) for units in UNITS}) == 3


def test_line_search_turns_by_a_right_angle():
    moves = np.diff(way(UNITS[1], "line search").places[:6], axis=0)
    turns = (
        (moves[:-1] * moves[1:]).sum(axis=1) / np.linalg.norm(moves[:-1], axis=1) / np.linalg.norm(moves[1:], axis=1)
    )
    assert np.abs(turns).max() < 1e-4


# ---------------------------------------------------------------- the gap


def test_weights_run_away_over_a_gap_and_lambda_holds_them():  # I-004-080
    lab = GapLab()
    assert (lab.steps[-1].iteration, round(length(lab.steps[-1]))) == (23, 182)
    assert "separable" in lab.scenes[-1].caption
    lengths = {lam: length(GapLab(lam=lam).steps[-1]) for lam in ("0.01", "1")}
    assert round(lengths["0.01"]) == 15 and round(lengths["1"], 1) == 2.7
    assert "separable" not in GapLab(**GapLab.presets["overlap"]).scenes[-1].caption


def test_twice_the_weights_are_likelier_and_keep_the_border():
    step = GapLab().steps[8]
    both = [step.objective.at(k * step.w).value for k in (1, 2, 4)]
    assert both[0] > both[1] > both[2]


def test_weight_grows_with_the_logarithm_of_one_over_lambda_LOG_20_LOG_21():
    table = data.load("logit_sep6").numeric()
    learners = [LogisticRegression(lam=lam, intercept=False, tolerance=1e-12) for lam in (1e-2, 1e-4, 1e-6)]
    w = [float(learner.fit(table[:, :1], table[:, 1].astype(int)).model_.w[1]) for learner in learners]
    assert close(w[0], golden("LOG-20")) and close(w[1], golden("LOG-21"))
    assert [f"{each:.1f}" for each in w] == ["3.9", "7.8", "12.0"]


def test_penalty_leaves_the_bias_out_LOG_10():
    x, t = pictures.eight()
    assert close(LogisticRegression(lam=1.0, tolerance=1e-12).fit(x[:, None], t).model_.w.tolist(), golden("LOG-10"))


# ---------------------------------------------------------------- real data


def test_methods_at_31_degrees_are_those_of_the_page():
    found = pictures.rivals()
    assert {name: row[2] for name, row in found.items()} == {
        pictures.NOTHING: 7, "logistic regression": 3, "two Gaussians (04)": 3, "one cut (15)": 4,
        "5 nearest neighbours (02)": 4,
    }  # fmt: skip
    methods = list(found)[1:]
    assert [round(found[name][1], 4) for name in methods] == [0.9996, 1.0, 1.0, 0.8]
    assert all(found[name][1] > 0.5 for name in methods)


def test_every_curve_without_one_flight_says_at_least_09989():
    says = pictures.without_each()
    assert len(says) == 23 and 0.9989 <= says.min() < 0.999


def test_tumours_are_those_of_the_page():
    found = pictures.tumour_errors()
    assert found["always benign"] == (212, 212) and found["one tree (15)"] == (39, 16)
    assert [each[0] for each in list(found.values())[2:]] == [18, 18, 15, 13]
    assert found["logistic regression, \u03bb = 1"] == (13, 9)


@pytest.mark.parametrize(("kind", "right"), [
    (SigmoidLab, "more than 0.99"),
    (ReweightedLab, "those the curve is unsure of"),
    (RaceLab, "BFGS"),
    (GapLab, "They grow as long as one lets them"),
    (SurfacesLab, "The squared loss stays behind"),
    (PathsLab, "fewer than half"),
    (BasesLab, "products and bumps"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


def test_questions_follow_the_story():
    for lab, right in (
        (RaceLab(units=UNITS[2]), "Newton"),
        (GapLab(lam="0.1"), "They settle"),
        (SurfacesLab(w0=0, w1=0), "Both"),
    ):
        question = type(lab).question
        assert list(question.options)[question.right_option(lab)].startswith(right)


# ---------------------------------------------------------------- the page with more


def test_squared_loss_stays_on_its_plateau_and_cross_entropy_arrives():  # I-003-043
    lab = SurfacesLab()
    squared, entropy = lab.steps[-1].ways
    assert squared.losses[-1] - squared.least > 12 and entropy.losses[-1] - entropy.least < 1e-9
    assert round(squared.losses[-1]) == 16 == int((flights()[1] == 0).sum())


def test_curvatures_are_the_lectures_LOG_17_and_change_sign_at_one_third():
    table = pictures_more.bends()
    bends = dict(zip(column(table, "score"), column(table, "curvature"), strict=True))
    assert [plain(bends[a]) for a in ("\u22123", "1")] == pytest.approx(golden("LOG-17").value, abs=5e-5)
    a = np.linspace(-8, 8, 4001)
    p = 1 / (1 + np.exp(-a))
    found = squared_error(a, 1)
    np.testing.assert_array_equal(found.curvature[np.abs(p - 1 / 3) > 1e-3] < 0, p[np.abs(p - 1 / 3) > 1e-3] < 1 / 3)
    np.testing.assert_allclose(found.slope, -2 * p * (1 - p) ** 2, atol=1e-12)
    np.testing.assert_allclose(cross_entropy(a, 1).slope, p - 1, atol=1e-12)


def test_steps_by_hand_are_the_lectures_LOG_14_LOG_15():  # I-003-045, I-003-047
    table = pictures_more.three_steps()
    for name, id in (("plain", "LOG-14"), ("with momentum", "LOG-15")):
        last = [plain(part) for part in column(table, name)[-1].strip("()").split(",")]
        assert last == pytest.approx(golden(id).value, abs=5e-5)


def test_line_search_and_momentum_are_the_lectures_OPT_08_OPT_09():  # I-003-046
    table = pictures_more.exact_search()
    eta, *place = golden("OPT-09").value
    assert column(table, "step size")[1] == f"{eta:.4f}"
    assert [plain(part) for part in column(table, "place")[1].strip("()").split(",")] == pytest.approx(place, abs=1e-3)
    places = np.array([[plain(part) for part in cell.strip("()").split(",")] for cell in column(table, "place")])
    np.testing.assert_allclose(np.abs(places[1:] / places[:-1]), 9 / 11, atol=1e-2)
    alpha, rate = pictures_more.fastest_ball()
    assert close([alpha, rate], golden("OPT-08"))
    assert (round(alpha, 3), round(rate, 3), round(alpha**0.5, 2), round(9 / 11, 2)) == (0.27, 0.231, 0.52, 0.82)


def test_l1_leaves_zeros_LOG_11_LOG_12():  # I-000-012
    table = pictures_more.zero_or_not()
    found = dict(zip(column(table, "\u03bb"), column(table, "w1 with \u03bb|w1|"), strict=True))
    assert found["0.5"] == f"{golden('LOG-11').value[1]:.4f}" and found["2.5"] == found["3"] == "0.0000"
    x, t = pictures.eight()
    assert close(LogisticRegression(penalty="l1").lam_max(x[:, None], t), golden("LOG-12"))
    assert min(float(w) for w in table["w1 with \u03bb/2 w1\u00b2"]) > 0.4


def test_three_lambdas_are_the_lectures_LOG_08_LOG_09_LOG_10():
    table = pictures_more.conventions()
    for row, id in enumerate(("LOG-08", "LOG-09", "LOG-10")):
        found = [plain(column(table, name)[row]) for name in ("w0", "w1")]
        assert found == pytest.approx(golden(id).value, abs=5e-5)


def test_penalised_bias_depends_on_the_zero_of_the_thermometer():
    x, t = pictures.eight()
    answers = {}
    for shift in (0.0, 10.0):
        A = np.column_stack([np.ones(len(x)), x + shift])
        answers[shift] = (
            LogisticRegression(lam=1.0, intercept=False).fit(A, t).predict_proba(A)[:, 1],
            LogisticRegression(lam=1.0).fit(A[:, 1:], t).predict_proba(A[:, 1:])[:, 1],
        )
    assert np.abs(answers[0.0][0] - answers[10.0][0]).max() > 0.05
    np.testing.assert_allclose(answers[0.0][1], answers[10.0][1], atol=1e-6)


def test_21_of_57_weights_answer_the_held_out_mails_about_as_well_as_all():
    l1, l2 = mails.PENALTIES
    lab = PathsLab()
    step = next(step for step in lab.steps if step.fit == lab.half)
    assert (step.kept, len(step.w) - 1) == (21, 57) and step.lam == pytest.approx(lab.steps[0].lam / 10)
    held_out, all_57 = mails.wrong(l1)[1], mails.wrong(l2)[1]
    assert held_out[10] == pytest.approx(0.109, abs=1e-3) and all_57[10] == pytest.approx(0.102, abs=1e-3)
    assert lab.steps[0].kept == 0 and len(mails.mails()[1]) == 384
    assert all(step.kept == 57 for step in PathsLab(penalty=l2).steps)


def test_bases_at_08_are_the_lectures_BAS_01():  # I-004-082, I-000-035
    found = [float(value) for value in pictures_more.three_bases()["at x = 0.8"]]
    assert found == pytest.approx(golden("BAS-01").value, abs=5e-5)


def test_degree_3_bends_enough_for_moons_and_2_for_rings():
    moons, rings = BasesLab().steps[0], BasesLab(data="rings").steps[0]
    assert moons.fresh[2] < 0.06 < 0.12 < moons.fresh[1]
    assert rings.fresh[1] < 0.01 < 0.4 < rings.fresh[0]


def test_wrong_labels_make_large_bases_worse_and_lambda_helps():
    wrong = BasesLab(**BasesLab.presets["bumps, wrong labels"])
    held = BasesLab(**{**BasesLab.presets["bumps, wrong labels"], "lam": "1"})
    fresh = wrong.steps[0].fresh
    assert fresh[-1] > fresh.min() + 0.02
    assert held.steps[0].fresh[-1] < fresh[-1]


def test_far_away_bumps_say_the_bias_and_products_are_sure():
    far = np.array([[30.0, 30.0], [-30.0, 30.0]])
    bumps, products = (BasesLab(basis=name).steps[3].model for name in ("bumps", "products"))
    np.testing.assert_allclose(bumps.decision_function(far), bumps.inner.w[0])
    assert np.abs(products.predict_proba(far)[:, 1] - 0.5).min() > 0.499


def test_one_pass_comes_near_the_fit_and_depends_on_the_order():  # I-000-015
    found = pictures_more.orders()
    batch = found.pop("all at once")
    np.testing.assert_allclose(batch, golden("LOG-08").value, atol=1e-6)
    for w in found.values():
        assert 0 < np.abs(w - batch).max() < 0.04
    assert not np.allclose(*found.values(), atol=1e-3)
    x, t = pictures.eight()
    assert len(RecursiveLogistic().trace(x[:, None], t)) == len(x) + 2


def test_products_are_about_d_to_the_k_over_k_factorial():
    from labkit.learners.basis import Polynomial

    terms = Counter(np.sum(np.log2(row)) for row in Polynomial(3)(np.full((1, 20), 2.0)).T)
    assert terms[3.0] == pytest.approx(20**3 / 6, rel=0.2)
