"""Every claim of the pages of lecture 18."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners.tree.cost_complexity import pruning_path
from labkit.lectures import l18_regression_trees as lesson
from labkit.lectures.l18_regression_trees import exercises, pictures, pictures_more
from labkit.lectures.l18_regression_trees.cheapest import on_fresh
from labkit.lectures.l18_regression_trees.correlated import drawn
from labkit.lectures.l18_regression_trees.cuts import WHO
from labkit.lectures.l18_regression_trees.greed import NAMES, begun_with, smallest
from labkit.lectures.l18_regression_trees.outlier import ten_numbers
from labkit.lectures.l18_regression_trees.outside import METHODS, mixtures
from tests.golden import close, golden
from tests.lectures.drive import undrawn


def column(table, name):
    return [str(value) for value in table[name]]


def preset(kind, name):
    return undrawn(kind, **kind.presets[name])


def fresh_errors(lab):
    return [step.fresh for step in lab.steps]


# ---------------------------------------------------------------- the main page


def test_greed_and_best_of_two_cuts_of_a_ramp():
    errors = dict(zip(WHO, undrawn(lesson.CutsLab).steps[0].errors, strict=True))
    assert round(errors["greedy"], 3) == 0.051 and round(errors["best"], 3) == 0.038
    steps = dict(zip(WHO, preset(lesson.CutsLab, "three steps").steps[0].errors, strict=True))
    assert steps["greedy"] == pytest.approx(steps["best"])


def test_tasks_of_the_cuts():
    for cuts in ("1", "3"):
        _, greedy, best = undrawn(lesson.CutsLab, cuts=cuts).steps[0].errors
        assert greedy == pytest.approx(best)
    _, greedy, best = preset(lesson.CutsLab, "a wave").steps[0].errors
    assert (round(greedy, 3), round(best, 3)) == (0.059, 0.051)


def test_ten_numbers_and_their_best_cut():
    """REG-02."""
    table = pictures.error_by_hand()
    left = [float(each) for each in column(table, "squared error that is left")]
    place, error = golden("REG-02").value
    assert len(left) == 9 and float(column(table, "cut at")[int(np.argmin(left))]) == place == 4.5
    assert min(left) == pytest.approx(error, abs=0.005)
    assert ten_numbers()[1].tolist() == [1.1, 0.9, 1.3, 1.0, 5.2, 4.8, 5.1, 5.0, 8.9, 9.2]


def test_depth_three_is_best_on_fresh_cases_and_four_of_300_examples():
    assert int(np.argmin(fresh_errors(undrawn(lesson.StaircaseLab)))) + 1 == 3
    assert int(np.argmin(fresh_errors(preset(lesson.StaircaseLab, "300 examples")))) + 1 == 4
    assert (np.diff(fresh_errors(preset(lesson.StaircaseLab, "no noise"))) < 1e-3).all()


def test_six_leaves_are_best_on_fresh_cases():
    def told(lab):
        return lab.steps[0].leaves, lab.steps[int(on_fresh(lab.steps, lab.values).argmin())].leaves

    assert told(undrawn(lesson.CheapestLab)) == (12, 6)
    assert told(preset(lesson.CheapestLab, "single leaves")) == (60, 6)
    assert told(preset(lesson.CheapestLab, "little noise"))[1] >= 11


def test_cheapest_trees_are_nested():
    leaves = [step.model.leaves for step in undrawn(lesson.CheapestLab).steps]
    sizes = [len(each) for each in leaves]
    assert sizes == sorted(sizes, reverse=True) and sizes[-1] == 1


def test_one_wrong_number_stands_alone_or_moves_means():
    assert undrawn(lesson.OutlierLab).steps[0].first == golden("REG-07").value == 1.5
    mean, median, linear, absolute = preset(lesson.OutlierLab, "three in a leaf").steps[0].moved
    assert (round(mean, 1), round(linear, 1), round(median, 1), round(absolute, 2)) == (5.0, 3.7, 0.5, 0.03)


def test_wrong_x_hardly_matters():
    lab = lesson.OutlierLab(typed=0.0)
    before = lab.steps[0].model.tree.prediction.copy()
    lab.move(9, 10.9, float(lab.examples[0][9, 1]))
    assert lab.steps[0].model.tree.prediction.tolist() == before.tolist()


def test_eight_rows_and_their_first_questions():
    """CCX-01, CCX-02, CCX-03, CCX-06, CCX-07."""
    table = data.load("cart_counterexample")
    assert table["y"].tolist() == [0, 0, 1, 1, 1, 1, 0, 0]
    assert [table[name].tolist() for name in NAMES] == [
        [0, 1, 1, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 0, 0, 1, 1]
    ]  # fmt: skip
    assert (table["y"] == (table["b"] != table["c"])).all()
    assert [begun_with(name)[0].wrong for name in NAMES] == [golden(f"CCX-0{k}").value for k in (1, 2, 3)] == [3, 4, 4]
    assert begun_with("a")[-1].leaves == golden("CCX-06").value[0] == 7
    assert [begun_with(name)[-1].leaves for name in "bc"] == [4, 4]
    assert len(smallest().model.leaves) == golden("CCX-07").value[0] == 4


def test_tree_says_49_above_353_kg():
    step = preset(lesson.OutsideLab, "600 kg").steps[0]
    assert [round(answer) for answer in step.answers] == [49, 62, 68]
    tree = step.model.tree
    assert np.ceil(tree.threshold[tree.splits].max()) == 353
    assert preset(lesson.OutsideLab, "up to 300 kg").steps[0].answers[1] < 0
    x, _ = mixtures()
    assert next(iter(METHODS)) == "tree" and (x[:, 0] > 400).sum() == 43


def test_line_beats_the_tree_inside_and_outside():
    table = pictures.mixtures_scores()
    inside, outside = (
        [float(each) for each in column(table, name)] for name in ("new mixtures, MPa", "above 400 kg, MPa")
    )
    _, line, tree, wild, calm = range(5)
    assert inside[line] < inside[tree] and outside[line] < outside[tree]
    assert inside[wild] > max(inside[0], 3 * inside[calm])


def test_cars_have_the_errors_of_the_exercise():
    assert round(exercises.line_error(), 1) == 12.4 and round(exercises.tree_error(), 1) == 14.2


def test_split_error_of_the_example():
    y = np.array([0.0, 2, 4, 4, 4, 4])
    assert round(exercises._split_error(y, 1), 3) == 0.533
    assert round(exercises._split_error_given(y, 1), 2) == 0.64


# ---------------------------------------------------------------- the page with more


def test_blood_pressure_asks_age_twice_and_obesity_after_it():
    assert len(data.load("blood_pressure")) == 160
    tree = undrawn(lesson.BoxesLab).steps[-1].model.tree
    assert tree.threshold[tree.splits].tolist()[:2] == [49.5, 29.5]
    assert tree.feature[tree.splits].tolist() == [0, 0, 1, 1] and len(tree.leaves) == 5


def test_more_cuts_along_the_wave():
    tree = preset(lesson.BoxesLab, "a wave").steps[-1].model.tree
    asked = np.bincount(tree.feature[tree.splits], minlength=2)
    assert asked[1] > asked[0]


def test_mean_and_median_of_four_numbers():
    table = pictures_more.leaves_compared()
    assert column(table, "mean squared error") == ["18.75", "25"]
    assert column(table, "mean absolute error") == ["3.75", "2.5"]


def test_first_cut_is_a_matter_of_chance():
    def counts(**values):
        return undrawn(lesson.CorrelatedLab, **values).steps[-1].counts.tolist()

    assert counts() == [20, 20]
    assert counts(truth="x1 alone") == [36, 4] and counts(truth="x1 alone", rho=0.99) == [26, 14]


def test_answers_are_about_as_good_whichever_is_asked_first():
    steps = undrawn(lesson.CorrelatedLab).steps
    X, y = drawn(2000, 0.9, "x1 + x2", 0.0, 99)
    errors = np.array([np.mean((step.model.predict(X) - y) ** 2) for step in steps])
    one, other = (errors[steps[-1].asked == k].mean() for k in (0, 1))
    assert abs(one - other) < 0.05 * y.var()


def test_one_turn_each_is_exact_on_a_grid():
    table = pictures_more.half_sweeps_by_hand()
    assert column(table, "left of y")[-1].split() == ["0"] * 6
    assert pictures_more.SIX.tolist() == [1, 4, 1, 3, 6, 3] and pictures_more.SIX.mean() == 3
    assert pictures_more.GRID.tolist() == [[a, b] for a in (0, 1) for b in (0, 1, 2)]


def test_first_function_gives_back_what_it_took_of_the_wave():
    steps = undrawn(lesson.BackfitLab).steps
    first, second = (step for step in steps[:4] if step.feature == 0)
    assert 0.2 < second.change / np.std(first.model.curves[0].values) < 0.35


def test_more_turns_where_inputs_go_together():
    def falls(lab):
        errors = [step.mse for step in lab.steps]
        return errors[4] / errors[6]

    assert falls(undrawn(lesson.BackfitLab)) < 1.1 < falls(preset(lesson.BackfitLab, "going along"))


def test_strength_rises_with_cement_and_age():
    model = preset(lesson.BackfitLab, "concrete").steps[-1].model
    cement, age = model.curves
    assert (np.diff(cement.predict([150.0, 300.0, 450.0])) > 0).all()
    assert (np.diff(age.predict(np.log10([3.0, 14.0, 28.0]))) > 0).all()


def test_sum_of_eight_cubics_is_better_inside():
    table = pictures_more.additive_scores()
    inside, outside = (
        [float(each) for each in column(table, name)] for name in ("new mixtures, MPa", "above 400 kg, MPa")
    )
    assert inside[0] < inside[1] - 1.5 and outside[1] - 2.5 < outside[0] < outside[1]


def test_order_of_stages_matters():
    def left(**values):
        return [round(step.rss, 1) for step in undrawn(lesson.StagesLab, **values).steps]

    assert left()[2] == 9.8 and left(order="tree, line, nearest")[2] == 8.1
    again = left(order="line, tree, line, tree")
    assert again[-1] < again[2] == 9.8


def test_price_of_three_leaves_is_the_lectures():
    """REG-09."""
    from labkit.lectures.l18_regression_trees.outlier import grown

    path = pruning_path(grown(np.column_stack(ten_numbers()), "mean"))
    assert close(path.alphas[1:], golden("REG-09"))
