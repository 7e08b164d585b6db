"""Every claim of the pages of lecture 16."""

from math import comb, log2

import numpy as np
import pytest

from labkit.core.story import Trace
from labkit.learners import CART, ID3
from labkit.learners.tree.by_hand import hand_steps
from labkit.learners.tree.cost_complexity import prune_steps
from labkit.learners.tree.pruning import prunings
from labkit.lectures.l16_pruning_and_rules import DepthLab, PruningLab, RulesLab, ValidationLab, pictures, pictures_more
from labkit.lectures.l16_pruning_and_rules.common import FRESH, TRAINING, Cases
from labkit.lectures.shared.held_out import held_out_answers
from labkit.lectures.shared.noisy_points import samples_to_prune
from tests.golden import golden
from tests.lectures.drive import undrawn


def column(table, name):
    return [str(value) for value in table[name]]


# ---------------------------------------------------------------- the main page


def test_whole_heart_tree_makes_no_mistake_and_is_wrong_on_every_fourth_new_patient():
    assert pictures.whole_heart_tree().scenes[0].caption.startswith("55 leaves for 297 patients")
    assert abs(pictures.heart_errors()["the whole tree"] / 297 - 1 / 4) < 0.02


def test_fresh_error_turns_at_depth_4_while_the_training_error_goes_to_zero():
    steps = DepthLab().steps
    fresh = [step.fresh for step in steps]
    assert int(np.argmin(fresh)) + 1 == 4 and (np.diff([step.error for step in steps]) <= 0).all()
    assert (round(fresh[3], 3), round(fresh[-1], 3), steps[-1].depth) == (0.225, 0.318, 10)


def test_in_most_draws_the_fresh_error_rises_again():
    rises = 0
    for seed in range(20):
        fresh = [step.fresh for step in undrawn(DepthLab, seed=seed).steps]
        rises += fresh[-1] > 1.1 * min(fresh)
    assert rises >= 15


def test_with_right_labels_there_is_little_to_overfit():
    assert DepthLab(**DepthLab.presets["right labels"]).steps[-1].fresh < 0.02
    whole, *_, chosen = PruningLab(**PruningLab.presets["right labels"]).steps
    assert whole.leaves == chosen.leaves == 5


def test_links_by_hand_are_the_lectures():
    found = [eval(link) for link in column(pictures.links_by_hand(), "g(t)")]
    assert np.allclose(found, golden("RGB-21").value)
    trace = Trace(prune_steps(pictures.eight()))[:-1]
    assert [step.leaves for step in trace] == [5, 3, 1]
    assert np.allclose([step.alpha for step in trace][1:], golden("RGB-22").value)


def test_the_sequence_holds_the_cheapest_of_all_prunings_for_every_price():
    model = pictures.eight()
    trace = Trace(prune_steps(model))
    sizes = [(sum((model.tree.weight - model.tree.counts.max(axis=1))[one.leaves]) / 8, len(one.leaves))
             for one in prunings(model)]  # fmt: skip
    for alpha in np.linspace(0, 0.2, 50):
        assert np.isclose(min(risk + alpha * leaves for risk, leaves in sizes), min(s.cost(alpha) for s in trace))


def test_pruning_lab_keeps_5_of_26_leaves_as_its_replies_say():
    lab = PruningLab()
    whole, first, chosen = lab.steps[0], lab.steps[1], lab.steps[-1]
    fresh = Cases.of(*samples_to_prune(lab.values)[FRESH])
    assert (whole.leaves, whole.leaves - first.leaves, chosen.leaves) == (26, 12, 5)
    assert round(80 * chosen.error) == 15
    assert (round(fresh.error(chosen.model), 3), round(fresh.error(whole.model), 3)) == (0.217, 0.318)
    assert "0.00625" in lab.scenes[0].caption


def test_cross_validation_often_misses_the_best_tree_by_a_few_hundredths():
    misses = []
    for seed in range(10):
        lab = undrawn(PruningLab, seed=seed)
        fresh = Cases.of(*samples_to_prune(lab.values)[FRESH])
        errors = [fresh.error(step.model) for step in lab.steps]
        misses.append(errors[-1] - min(errors))
    assert sum(miss > 0 for miss in misses) >= 5 and np.median(misses) < 0.05


def test_stopping_does_as_well_on_rings_and_worse_than_nothing_on_xor():
    found = pictures.stopped_and_cut()
    cut, stopped = found["cut back, \u03b1 by cross-validation"], found["stop: chi-square test"]
    assert abs(cut["two rings"][1] - stopped["two rings"][1]) < 0.02
    whole = found["grown to the end"]["XOR"][1]
    assert cut["XOR"][1] < whole < min(found[way]["XOR"][1] for way in found if way.startswith("stop"))


def test_heart_sequence_goes_from_55_leaves_to_6():
    table, choice = pictures.heart_sequence(), pictures.heart_choice()
    assert len(table["leaves"]) == 13 and choice.leaves[choice.best] == 6 and 55 - 6 == 49
    assert table["mistakes in cross-validation"][choice.best] == 62 == min(table["mistakes in cross-validation"])
    assert abs(297 * choice.standard_errors[choice.best] - 7) < 0.5


def test_heart_scores_of_the_page():
    assert list(pictures.heart_errors().values()) == [137, 81, 79, 68, 53, 55]


def test_pruned_tree_wins_in_twenty_ways_to_part_the_patients():
    X, y = pictures.heart()
    for seed in range(1, 21):
        whole, cut = (held_out_answers(CART(alpha=alpha), X, y, seed=seed) for alpha in (0.0, 0.01))
        assert (cut != y).sum() < (whole != y).sum()


def test_heart_rules_cover_every_patient_once():
    support = [int(share.rstrip("%")) for share in column(pictures.heart_rules(), "support")]
    assert len(support) == 6 and abs(sum(support) - 100) <= 2


def test_votes_of_exercise_3():
    X, y = pictures.votes()
    assert X.shape == (435, 16) and (held_out_answers(CART(), X, y) != y).sum() == 28


@pytest.mark.parametrize(("kind", "right"), [
    (DepthLab, "It falls, then it rises again"),
    (PruningLab, "about one in five"),
    (ValidationLab, "No, it never rises"),
    (RulesLab, "9 of 14"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


@pytest.mark.parametrize("kind", [DepthLab, PruningLab, ValidationLab, RulesLab])
def test_presets_can_be_chosen(kind):
    lab = kind()
    for name in kind.presets:
        lab.choose(name)
        assert len(lab.scenes) > 1


# ---------------------------------------------------------------- the page with more


def test_best_first_split_of_tennis_is_not_significant():
    table = pictures_more.chance_of_splits()
    assert column(table, "chi-square") == [f"{golden('TEN-33').value:.2f}", "5.00", "5.00"]
    p = [float(each) for each in column(table, "p")]
    assert abs(p[0] - 1 / 6) < 0.01 and max(p[1:]) < 0.05
    assert len(ID3(stop="chi-square").fit(*pictures_more.tennis()).model_.leaves) == 1


def test_bits_of_the_weather_trees():
    bits = column(pictures_more.bits_of_trees(), "bits")
    assert bits == [f"{golden(id).value:.1f}" for id in ("WEA-31", "WEA-32")]
    structure = (8 + 3 * log2(4) + 5) - (1 + 1)
    assert structure == 17 and round(log2(comb(14, 5))) == 11 and round(log2(comb(140, 50))) == 128


def test_one_standard_error_takes_a_smaller_tree():
    assert [int(leaves) for leaves in pictures_more.alpha_choice()["leaves"]] == [6, 4]


def test_reduced_error_on_the_lab_falls_from_0_44_to_0_21():
    steps = ValidationLab().steps
    assert (round(steps[0].errors / 80, 2), round(steps[-1].errors / 80, 2)) == (0.44, 0.21)


def test_reduced_error_finds_the_best_of_all_prunings():
    table = pictures_more.all_prunings()
    assert "891" in column(table, "search")[0]
    assert all(len(set(column(table, name))) == 1 for name in ("wrong of 80", "leaves"))


def test_greedy_search_never_wins():
    more, _, fewer = pictures_more.greedy_or_bottom_up()["samples of 40"]
    assert more > 0 and fewer == 0


def test_one_tie_changes_the_pruned_tree_completely():  # TEN-56
    table = pictures_more.one_tie()
    assert list(table["leaves left"]) == [5, 1] and list(table["wrong of 4"]) == [0, 1]


def test_flu_rules_have_the_lectures_support():  # I-001-038
    table = pictures_more.flu_rules()
    assert np.allclose(table["support"], golden("AVI-01").value)
    assert not any("gender" in rule for rule in column(table, "rule"))


def test_shortened_tennis_rules_are_no_better_than_always_yes():
    _, play = pictures_more.tennis()
    days = RulesLab().data(RulesLab().values)[0]
    rules = RulesLab().steps[-1].model
    assert (rules.predict(days) == play).sum() == 9 == (play == "yes").sum()
    assert "if outlook = rain then no" in str(rules)


def test_few_pruning_cases_leave_nodes_without_any():
    steps = ValidationLab(**ValidationLab.presets["few pruning cases"]).steps
    assert any(step.leaf_errors == step.subtree_errors == 0 and step.cut for step in steps[1:-1])


def test_samples_of_the_labs_are_those_of_the_page():
    X, y = samples_to_prune({"data": "rings", "points": 80, "noise": 0.2, "seed": 7})[TRAINING]
    assert np.array_equal(X, PruningLab().examples[0]) and np.array_equal(y, DepthLab().examples[1])


def test_fruits_have_the_rules_of_the_figure():
    """I-000-071: nine leaves, two for apples and two for grapes; entropy would have asked for the size first."""
    X, names = pictures_more.fruits()
    trace = hand_steps(X, names, pictures_more.FIGURE)
    assert trace[-1].event == "stop" and len(trace[-1].model.leaves) == 9
    said = [str(trace[-1].model.classes[k]) for k in trace[-1].model.tree.counts[trace[-1].model.leaves].argmax(axis=1)]
    assert sorted(said) == sorted([*set(names), "apple", "grape"]) and trace[-1].model.predict(X).tolist() == names
    assert "entropy asks size" in trace[0].caption
    shown = pictures_more.fruit_tree()
    assert shown.frame == len(shown.scenes) - 1 and "done after 6 splits: 9 leaves" in shown.scenes[-1].caption
