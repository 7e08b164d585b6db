"""Every claim of the pages of lecture 21."""

import numpy as np
import pytest

from labkit.learners import GradientBoosting, L2Boost, LinearRegression, RegressionBoosting
from labkit.learners.ensemble import losses
from labkit.learners.ensemble.second_order import leaf_score, split_gain, structure_score
from labkit.lectures.l21_gradient_boosting import (
    GainLab,
    PlaneBoostLab,
    PriceLab,
    ResidualLab,
    ShrinkageLab,
    exercises,
    pictures,
    pictures_more,
)
from labkit.lectures.l21_gradient_boosting import concrete as concrete_page
from labkit.lectures.l21_gradient_boosting.plane import left_over
from labkit.lectures.l21_gradient_boosting.shrinkage import fresh_of
from labkit.lectures.shared.held_out import held_out_answers
from labkit.lectures.shared.noisy_points import samples
from labkit.views.scene import Path
from tests.golden import close, golden
from tests.lectures.drive import undrawn

NUDGE = 1e-6


def column(table, name):
    return [str(value) for value in table[name]]


def slope(loss, F):
    return (loss(F + NUDGE) - loss(F - NUDGE)) / (2 * NUDGE)


# ---------------------------------------------------------------- the main page: six points


def test_rounds_by_hand_are_those_of_the_lecture():
    table = pictures.rounds_by_hand()
    assert column(table, "cut") == ["x \u2264 3.5", "x \u2264 1.5", "x \u2264 5.5"]
    assert column(table, "sum of squares afterwards") == [f"{rss:.3g}" for rss in golden("L2B-01").value[1:]]
    assert column(table, "residuals that it is fitted to")[1].split() == ["-0.50", "0", "+0.50", "0", "+0.50", "-0.50"]
    assert pictures.six()[1].tolist() == [1, 1.5, 2, 5, 5.5, 4.5]
    assert "the mean is 3.25; the squares sum to 19.375" in pictures.six_points().scenes[0].caption


def test_second_stump_takes_off_almost_a_third_and_sides_of_the_first_cut_have_mean_zero():
    steps = L2Boost(rounds=2).trace(*pictures.six())
    assert np.allclose([steps[1].residuals[:3].mean(), steps[1].residuals[3:].mean()], 0)
    assert np.abs(steps[1].residuals).max() == 0.5 and steps[2].rss == pytest.approx(0.7 * steps[1].rss)


def test_small_steps_ask_the_same_question_again():
    lab = ResidualLab(**ResidualLab.presets["small steps"])
    cuts = [float(step.weak.tree.threshold[0]) for step in lab.steps[1:-1]]
    assert cuts[:5] == [3.5] * 5 and len(set(cuts)) > 1


def test_preset_fits_the_noise():
    lab = ResidualLab(**ResidualLab.presets["it fits the noise"])
    errors = {path.color: path.y for path in lab.scenes[-1].panel("errors").marks if isinstance(path, Path)}
    assert errors["curve0"][-1] < 0.01 and errors["curve1"][-1] > 1.1 * errors["curve1"].min()


def test_old_trees_stay():
    X, y = pictures.six()
    one, three = (L2Boost(rounds=m).fit(X, y).model_ for m in (1, 3))
    assert np.array_equal(one.predict(X), three.prefix(1).predict(X))


def test_minus_the_slopes_are_what_the_table_says():
    F = np.array([-1.3, 0.2, 0.9])
    for z in (-1.0, 1.0, 2.5):
        assert np.allclose(-slope(lambda F, z=z: (z - F) ** 2 / 2, F), z - F)
        assert np.allclose(-slope(lambda F, z=z: np.abs(z - F), F), np.sign(z - F))
    p = 1 / (1 + np.exp(-F))
    for z in (-1, 1):
        assert np.allclose(-slope(lambda F, z=z: np.log1p(np.exp(-z * F)), F), (z == 1) - p, atol=1e-6)


# ---------------------------------------------------------------- small steps


@pytest.mark.parametrize("kind, right", [
    (ResidualLab, "near one of the ends"), (ShrinkageLab, "0.1 or 0.03"), (GainLab, "only \u03bb"),
    (PriceLab, "It falls by less than half"), (PlaneBoostLab, "the wrong labels"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


def test_race_ends_and_turns_where_the_replies_and_the_teaching_page_say():
    fresh = fresh_of(ShrinkageLab())
    assert np.round(fresh[:, -1], 2).tolist() == [0.93, 0.65, 0.48, 0.47]
    assert fresh.argmin(axis=1).tolist() == [3, 17, 46, 100] and fresh[:, 3].argmin() == 0
    assert set(np.round(fresh.min(axis=1), 2)) == {0.46, 0.47}
    wrong = fresh_of(ShrinkageLab(**ShrinkageLab.presets["many wrong labels"]))
    assert wrong.argmin(axis=1)[[0, 3]].tolist() == [1, 32]
    clean = fresh_of(ShrinkageLab(**ShrinkageLab.presets["no wrong label"]))
    assert clean[:, -1].argmax() == 3 and clean[3].argmin() == 100


def test_smallest_steps_end_best_in_all_of_twenty_draws():
    for seed in range(20):
        end = fresh_of(undrawn(ShrinkageLab, seed=seed))[:, -1]
        assert end.argmin() >= 2 and end[0] > 1.3 * end.min()


# ---------------------------------------------------------------- what one cut gains


def test_leaf_and_gain_are_the_least_of_the_parabola():
    G, H, lam, gamma = -15.0, 3.0, 2.0, 0.5
    w = np.linspace(-10, 10, 20001)
    leaf = G * w + (H + lam) * w**2 / 2 + gamma
    assert abs(w[leaf.argmin()] - leaf_score(G, H, lam)) < 1e-3
    assert leaf.min() == pytest.approx(gamma - G**2 / (H + lam) / 2, abs=1e-4)
    gain = (4.5**2 / 4 + 15**2 / 4 - 19.5**2 / 7) / 2
    assert split_gain((-4.5, 3), (-15, 3), gamma, 1.0) == pytest.approx(gain - gamma)


def test_lambda_moves_the_best_cut_and_gamma_does_not():
    def cut(**values):
        return float(GainLab(**values).steps[0].node.thresholds[GainLab(**values).steps[0].node.gains.argmax()])

    assert {cut(gamma=gamma) for gamma in (0.0, 1.0, 4.0)} == {3.5}
    assert [cut(lam=lam) for lam in (0.0, 2.0, 10.0)] == [3.5, 2.5, 1.5]


def test_two_cuts_lose_by_lambda_alone_and_gain_without_it():
    node, free = GainLab().steps[0].node, GainLab(**GainLab.presets["no price"]).steps[0].node
    assert (node.gains + node.gamma < 0).sum() == 2 and (free.gains > 0).all()
    assert "stays a leaf" in GainLab(**GainLab.presets["no cut pays"]).scenes[-1].caption


def test_without_a_price_the_score_is_the_mean():
    assert GainLab(**GainLab.presets["no price"]).steps[-1].node.scores(2) == pytest.approx([1.5, 5.0])


# ---------------------------------------------------------------- concrete


def test_concrete_has_as_many_tests_and_recipes_as_the_page_says():
    X, y = concrete_page.concrete()
    assert len(y) == 1030 and concrete_page.recipes(X).max() + 1 == 427
    assert len(np.unique(np.column_stack([X.numeric(), y]), axis=0)) < len(y)  # some tests stand there twice


def test_recipe_is_never_on_both_sides():
    X, y = concrete_page.concrete()
    recipe = concrete_page.recipes(X)

    class Memory:
        def fit(self, cells, y):
            self.known = {tuple(row) for row in cells[:, :-1]}
            return self

        def predict(self, cells):
            return np.array([float(tuple(row) in self.known) for row in cells[:, :-1]])

    assert X.names[-1] == concrete_page.AGE
    assert not concrete_page.new_recipe_answers(Memory(), X.numeric(), y, recipe).any()


def test_concrete_scores_are_in_the_order_that_the_page_draws_from():
    found = list(concrete_page.concrete_errors().values())
    line, log_line, tree, forest, stumps, boosting, whole = (score for score, _ in found)
    assert stumps > tree + 0.03 and boosting == max(line, log_line, tree, forest, stumps, boosting, whole)
    assert boosting > forest + 0.01 and whole < boosting - 0.04
    errors = [round(error, 1) for _, error in found]
    assert (errors[0], errors[1]) == (8.8, 7.6) and round(errors[5]) == 6


def test_rows_cut_at_random_flatter_boosting():
    X, y = concrete_page.concrete()
    cells = X.numeric()
    learner = RegressionBoosting(rounds=concrete_page.ROUNDS)
    found = concrete_page.r_squared(held_out_answers(learner, cells, y), y)
    assert round(found, 2) == 0.92


def test_boosting_is_too_low_beyond_the_data_and_the_line_only_later_too_high():
    step = concrete_page.ages()
    old, early = step.days > concrete_page.ASKED, (step.days > concrete_page.ASKED) & (step.days <= 100)
    assert step.boosted[old].max() < -6.5 and -13.5 < step.boosted[old].min() < -12.5
    assert np.abs(step.line[early]).max() < 3 and step.line[step.days > 100].min() > 6
    assert np.round(concrete_page.older_errors(), 1).tolist() == [-8.7, 1.3]
    assert "at most 28 days" in concrete_page.beyond_the_data().scenes[0].caption


def test_boosting_answers_the_same_for_every_age_beyond_the_data():
    X, _ = concrete_page.concrete()
    boosted, _ = concrete_page._young()
    old = X.numeric()[X[concrete_page.AGE] > concrete_page.ASKED]
    later = np.column_stack([old[:, :-1], np.full(len(old), 5000.0)])
    assert np.array_equal(boosted.predict(old), boosted.predict(later))


def test_straight_line_reaches_what_the_exercise_says():
    X, y = exercises.cars()
    assert round(concrete_page.r_squared(held_out_answers(LinearRegression(), X, y), y), 2) == 0.80


# ---------------------------------------------------------------- the page with more


def test_price_of_the_tree_and_of_half_its_scores():
    before, half = PriceLab(), PriceLab(**PriceLab.presets["half the scores"])
    assert sum(before.steps[0].parts) == pytest.approx(golden("GBM-02").value)
    assert half.steps[0].parts[1] == pytest.approx(before.steps[0].parts[1] / 4)
    assert round(sum(half.steps[0].parts), 3) == 3.626


def test_gain_is_structure_before_minus_after():
    sides, gamma, lam = [(-4.5, 3.0), (-15.0, 3.0)], 0.5, 1.0
    before, after = structure_score([-19.5], [6.0], gamma, lam), structure_score(*zip(*sides, strict=True), gamma, lam)
    assert close(after, golden("GBM-06")) and split_gain(*sides, gamma, lam) == pytest.approx(before - after)


def test_logit_round_is_the_lectures():
    table = pictures_more.logit_round()
    assert close(np.array([table["response \u2212g/h"], table["weight h"]]), golden("LGB-01"))
    g, h = losses.Logistic().slopes(table["class"] > 0, np.zeros(6))
    assert np.allclose(table["response \u2212g/h"], -g / h) and np.allclose(table["weight h"], h)


def test_best_cut_stays_the_best_until_round_15():
    table, six = pictures_more.next_gains(), pictures.six()[0]
    assert np.allclose(table["gain in round 2"], np.round(golden("GBM-10").value, 3))
    classes = pictures_more.data.load("gbm6")["z"]
    trace = GradientBoosting(rounds=20, max_depth=1, start="zero").trace(six, classes)
    cuts = [float(step.tree.tree.threshold[0]) for step in trace[1:-1]]
    assert set(cuts[:14]) == {2.5} and cuts[14] == 5.5


def test_prune_finds_xor_and_stop_does_not():
    assert pictures_more.stop_or_prune()["leaves"].tolist() == [1, 4]


def test_brakes():
    whole, small, rows, columns = pictures_more.brake_errors().values()
    assert whole[0] > 2 * small[0] and rows[1] < 0.95 * small[1] and columns[1] > small[1]


def test_stop_in_time_stops_and_whole_steps_fit_wrong_labels():
    stopped = PlaneBoostLab(**PlaneBoostLab.presets["stop in time"])
    assert stopped.steps[-1].round < 60
    greedy = PlaneBoostLab(**PlaneBoostLab.presets["it fits wrong labels"])
    assert np.abs(left_over(greedy.steps[-1])).max() < 0.5  # no example is on the wrong side


def test_wrong_labels_gather_what_is_left_over_in_most_draws():
    times = []
    for seed in range(10):
        lab = undrawn(PlaneBoostLab, seed=seed)
        given, clean = (samples({**lab.values, "noise": noise})[0][1] for noise in (0.1, 0.0))
        pull = np.abs(left_over(lab.steps[-1]))
        times.append(pull[given != clean].mean() / pull[given == clean].mean())
    assert sorted(times)[1] > 2 and np.median(times) > 3


def test_small_steps_and_early_stopping_beat_whole_steps_on_wrong_labels():
    adaboost, whole, small, early = pictures_more.wrong_label_errors().values()
    assert max(small, early) < 0.8 * min(adaboost, whole)


def test_two_scores_part_twice_as_far_as_one():
    one, two, mended = map(float, column(pictures_more.one_leaf(), "the scores part by"))
    assert two == pytest.approx(2 * one, abs=2e-3) and mended == pytest.approx(one, abs=2e-3)


def test_codes_forgive_what_the_table_says():
    table = pictures_more.codes()
    assert table["trees"].tolist() == [4, 6, 7] and table["wrong trees that do no harm"].tolist() == [0, 0, 1]


def test_code_and_boosting_beat_one_tree_on_five_classes():
    found = pictures_more.five_class_errors()
    assert max(found["exhaustive"], found["boosted trees, 50 rounds"]) < 0.9 * found["one tree"]
