"""Every claim of the pages of lecture 19."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import CART, RandomForest
from labkit.learners.ensemble import columns_drawn
from labkit.learners.ensemble.bootstrap import left_out, majority_error, variance_of_average
from labkit.lectures.l19_forests import BootstrapLab, ForestLab, ImportanceLab, StrengthLab, pictures, pictures_more
from labkit.lectures.l19_forests.forest import fresh_errors
from tests.golden import close, golden
from tests.lectures.drive import undrawn


def column(table, name):
    return [str(value) for value in table[name]]


# ---------------------------------------------------------------- the main page


def test_one_label_changes_many_answers_of_a_tree():
    share = pictures.most_harmful_label()[1]
    assert share > 0.1
    assert f"{100 * share:.1f} % of the answers" in pictures.two_trees().scenes[0].caption


def test_one_label_of_a_hundred_changes_a_tree_in_every_draw():
    for seed in range(5):
        (X, y), (fresh, _) = data.samples(data.moons, 100, 1000, noise=0.2, seed=seed)
        before = CART().fit(X, y).predict(fresh)
        changed = [np.mean(CART().fit(X, pictures._flipped(y, k)).predict(fresh) != before) for k in range(100)]
        assert max(changed) > 0.05


def test_full_trees_scatter_and_stumps_are_off():
    x = np.linspace(0.02, 0.98, 200)
    found = {}
    for depth in (None, 1):
        said = np.array([model.predict(x[:, None]) for model in pictures.trees_of_samples(depth)])
        found[depth] = said.var(axis=0).mean(), np.mean((said.mean(axis=0) - pictures.wave(x)) ** 2)
    (full_variance, full_bias), (stump_variance, stump_bias) = found[None], found[1]
    assert full_variance > 5 * full_bias and full_variance > stump_variance and stump_bias > 2 * full_bias


def test_bootstrap_leaves_out_37_of_a_hundred():
    assert close(np.array([left_out(10), left_out(14), left_out(100), np.exp(-1)]), golden("BAG-01"))
    lab = BootstrapLab()
    complete = [step.drawn == 0 for step in lab.steps[:-1] if step.newest is None and step.sample]
    assert not np.all(complete, axis=0).any() and np.all(~np.array(complete), axis=0).sum() <= 1


def test_table_of_five_trees_counts_as_the_forest_does():
    table, tennis = pictures.out_of_bag_by_hand(), data.load("tennis")
    forest = RandomForest(trees=5, seed=9).fit(tennis.without("day", "play"), tennis["play"])
    verdicts = column(table, "out of bag")
    counted = [each for each in verdicts if each != "not counted"]
    assert counted.count("wrong") / len(counted) == pytest.approx(forest.oob_error_)
    assert len(pictures.out_of_bag_source().text.splitlines()) <= 6


def test_more_trees_do_not_overfit_in_most_draws():
    rises = []
    for seed in range(10):
        lab = undrawn(ForestLab, seed=seed, trees=150)
        fresh = fresh_errors(lab.steps[-1].model, lab.values)
        rises.append((fresh[49] - fresh[19], fresh[149] - fresh[49]))
    assert (np.mean(rises, axis=0) < 0).all() and np.max(rises) < 0.02


def test_out_of_bag_is_too_high_at_first_in_the_lab():
    lab = ForestLab()
    model = lab.steps[-1].model
    apart = model.ensemble.oob_error[1:] - fresh_errors(model, lab.values)
    assert apart[4] > 0.05 > abs(apart[-1])


def _after(preset):
    lab = ForestLab(**(ForestLab.presets[preset] if preset else {}))
    title = lab.scenes[-1].panel("members").title
    error, correlation = title.removeprefix("Trees: ").split("% wrong, correlation ")
    return float(error), float(correlation), fresh_errors(lab.steps[-1].model, lab.values)


def test_presets_of_the_forest_do_what_the_teaching_page_says():
    tree, alike, fresh = _after("")
    bagged_tree, bagged_alike, bagged = _after("bagging")
    assert bagged_tree < tree and bagged_alike > alike and abs(bagged[-1] - fresh[-1]) < 0.03
    large, more = _after("large leaves")[2], _after("150 trees")[2]
    assert round(bagged[-1] - large[-1], 3) == 0.045 and round(fresh[-1] - more[-1], 2) == 0.01


def test_large_leaves_help_against_wrong_labels_in_most_draws():
    gained = []
    for seed in range(8):
        labs = [undrawn(ForestLab, **ForestLab.presets[name], seed=seed) for name in ("bagging", "large leaves")]
        before, after = (fresh_errors(lab.steps[-1].model, lab.values)[-1] for lab in labs)
        gained.append(before - after)
    assert np.sum(np.array(gained) > 0) >= 7


def test_variance_of_an_average():
    assert close(variance_of_average(0.3, 1.0, 100), golden("BAG-02"))
    square = np.full((100, 100), 0.3) + 0.7 * np.eye(100)
    assert square.mean() == pytest.approx(variance_of_average(0.3, 1.0, 100))
    told = [end.text for end in pictures.average_curves().scenes[0].panels[0].ends]
    assert told == [f"\u03c1 = {rho}" for rho in ("0", "0.1", "0.3", "0.8")]


def test_numbers_of_the_mails():
    assert list(pictures.mail_errors().values()) == [152, 49, 41, 34]


def test_two_forests_disagree_less_than_two_trees_in_every_halving():
    trees, forests = pictures.disagreements().values()
    assert all(forest < tree for tree, forest in zip(trees, forests, strict=True))
    assert (np.mean(trees), round(np.mean(forests), 1)) == (22.5, 8.2)


def test_numbers_of_the_crabs():
    assert list(pictures.crab_errors().values()) == [57, 43, 10]


@pytest.mark.parametrize(("kind", "right"), [
    (BootstrapLab, "about 5"),
    (ForestLab, "It falls, then stays level"),
    (StrengthLab, "Each tree gets better, two trees get more alike"),
    (ImportanceLab, "the number"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


@pytest.mark.parametrize("seed", range(6))
def test_what_the_labs_ask_holds_in_other_draws(seed):
    for kind in (BootstrapLab, ForestLab, StrengthLab, ImportanceLab):
        assert kind.question.right_option(kind(seed=seed)) == kind.question.right_option(kind())


# ---------------------------------------------------------------- the page with more


def test_majority_of_25():
    assert close(majority_error(25, 0.35), golden("BAG-03"))
    table = pictures_more.majorities()
    assert column(table, "B = 25")[1] == "0.060" and set(column(table, "B = 101")[2:]) == {"0.500", "0.844"}


def test_trees_gain_by_bagging_and_stumps_and_lines_do_not():
    found = pictures_more.gains()
    gain = {name: alone - bagged for name, (alone, bagged, _) in found.items()}
    assert gain["full tree"] > 0.02 and max(abs(gain["stump"]), abs(gain["straight line"])) < 0.01
    assert found["full tree"][2] > 1.5 * max(found["stump"][2], found["straight line"][2])
    assert min(bagged for _, bagged, _ in found.values()) == found["straight line"][1]


def test_out_of_bag_error_with_few_trees_and_before_the_vote():
    out_of_bag, fresh, own = pictures_more.staged_errors()
    assert out_of_bag[4] > fresh[4] + 0.02 and abs(out_of_bag[-1] - fresh[-1]) < 0.005
    assert (round(own, 2), round(out_of_bag[-1], 2)) == (0.19, 0.15)
    assert round(np.sqrt(0.15 * 0.85 / 200), 3) == 0.025


def test_small_m_suffers_where_most_columns_are_useless():
    few, many = StrengthLab(), StrengthLab(**StrengthLab.presets["eight useless columns"])
    lost = [lab.steps[0].forest_error - min(step.forest_error for step in lab.steps) for lab in (few, many)]
    assert lost[1] > lost[0] > 0
    errors = [step.forest_error for step in few.steps]
    assert np.ptp(errors) < np.ptp([step.tree_error for step in few.steps])


def test_columns_to_draw_are_breimans():
    """RF-01."""
    table = pictures_more.columns_to_draw()
    assert table["logarithm + 1"].tolist() == [1, 2, 3, 5, 6, 7]
    assert table["square root"].tolist() == [1, 1, 2, 4, 7, 10]
    assert table["a third"].tolist() == [1, 1, 1, 5, 19, 33]


def test_roots_of_tennis():
    (bagging, first), (forest, second) = pictures_more.roots().values()
    assert list(pictures_more.roots())[1] == f"forest, m = {columns_drawn('sqrt', 4)}"  # a category is one of the four
    assert abs((bagging[0] + bagging[2]) / 500 - 5 / 6) < 0.01
    assert forest[1] > bagging[1] and forest[3] > bagging[3]
    assert first == second == pytest.approx(5 / 14)


def test_presets_of_importance_do_what_the_page_asks():
    def shares(**values):
        from labkit.learners.ensemble.importance import staged_by_impurity

        return staged_by_impurity(ImportanceLab(**values).steps[-1].model)[-1]

    plain = shares()
    assert shares(**ImportanceLab.presets["a twin"])[0] < plain[0]
    assert shares(**ImportanceLab.presets["much noise"])[2:].sum() > plain[2:].sum()
