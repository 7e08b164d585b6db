"""Every claim of the pages of lecture 20."""

import re

import numpy as np
import pytest

from labkit.learners import AdaBoost
from labkit.learners.ensemble.losses import MARGIN_LOSSES, zero_one
from labkit.lectures.l20_adaboost import AdaBoostLab, LossLab, RoundsLab, pictures
from labkit.lectures.l20_adaboost.losses import PULLS
from labkit.lectures.l20_adaboost.vote import fresh_errors
from tests.golden import golden
from tests.lectures.drive import undrawn


def column(table, name):
    return [str(value) for value in table[name]]


@pytest.fixture(scope="module")
def hundred():
    return AdaBoost(rounds=100).trace(*pictures.ten_points())


# ---------------------------------------------------------------- the main page


def test_no_stump_makes_fewer_than_three_mistakes_on_the_ten_points():
    X, z = pictures.ten_points()
    errors = [min(((X[:, j] > t) == (z > 0)).sum(), ((X[:, j] > t) == (z < 0)).sum())
              for j in (0, 1) for t in np.arange(0.5, 11)]  # fmt: skip
    assert min(errors) == 3
    assert "x1 \u2264 2.5, with three mistakes" in pictures.best_stump().scenes[0].caption


def test_mistakes_weigh_one_half_after_every_round(hundred):
    X, z = pictures.ten_points()
    for step in hundred[1:101]:
        wrong = step.weak.predict(X) != z
        assert np.isclose(step.next_weights[wrong].sum(), 0.5)


def test_each_of_the_ten_points_is_wrong_at_most_once_in_three_rounds(hundred):
    X, z = pictures.ten_points()
    wrong = sum((step.weak.predict(X) != z).astype(int) for step in hundred[1:4])
    assert wrong.max() == 1 and wrong.tolist().count(0) == 1
    assert hundred[3].error == 0


def test_rounds_by_hand_has_the_lectures_fractions():
    table = pictures.rounds_by_hand()
    assert column(table, "weighted error") == ["3/10", "3/14", "3/22"]
    assert column(table, "vote weight") == [f"{golden(id).value:.3f}" for id in ("ADA-04", "ADA-05", "ADA-06")]
    assert column(table, "weights afterwards")[0] == "3 \u00d7 1/6, 7 \u00d7 1/14"


def test_training_error_is_under_the_product_of_the_Z(hundred):
    epsilon = hundred[1:101].curve("epsilon")
    bound = np.cumprod(2 * np.sqrt(epsilon * (1 - epsilon)))
    assert np.allclose(bound, hundred[1:101].curve("bound")) and (hundred[1:101].curve("error") <= bound).all()


def test_vote_weight_is_the_least_of_Z():
    alphas = np.linspace(0.01, 2, 2000)
    Z = 0.7 * np.exp(-alphas) + 0.3 * np.exp(alphas)
    assert abs(alphas[Z.argmin()] - golden("ADA-04").value) < 1e-3


def test_after_the_last_mistake_margins_grow_and_fresh_errors_fall():
    lab = AdaBoostLab()
    steps = lab.steps[:-1]
    done = next(step.round for step in steps if step.round and step.error == 0)
    fresh = fresh_errors(steps[-1].model, lab.values)
    assert done == 19
    assert (round(fresh[done], 3), round(fresh[-1], 3)) == (0.031, 0.021)  # as the teaching page says
    assert round(steps[done].margins.min(), 2) == 0.01 and round(steps[-1].margins.min(), 2) == 0.10


def test_fresh_error_rarely_rises_after_the_last_mistake():
    rises = 0
    for seed in range(20):
        lab = undrawn(AdaBoostLab, seed=seed)
        fresh = fresh_errors(lab.steps[-1].model, lab.values)
        done = next(step.round for step in lab.steps[1:] if step.error == 0)
        rises += fresh[-1] > fresh[done] + 0.005
    assert rises <= 1


def test_wrong_labels_grow_and_the_fresh_error_climbs_after_the_first_rounds():
    lab = AdaBoostLab(**AdaBoostLab.presets["wrong labels"])
    fresh = fresh_errors(lab.steps[-1].model, lab.values)
    assert fresh[1:6].min() + 0.03 < fresh[-1] and fresh.min() > 0.2


def test_stumps_cannot_do_xor_and_trees_can():
    errors = {}
    for name in ("stumps on XOR", "trees on XOR"):
        lab = AdaBoostLab(**AdaBoostLab.presets[name])
        errors[name] = fresh_errors(lab.steps[-1].model, lab.values)[-1]
    assert errors["stumps on XOR"] > 0.4 and errors["trees on XOR"] < 0.1
    stumps = AdaBoostLab(**AdaBoostLab.presets["stumps on XOR"])
    assert stumps.steps[-1].error < stumps.steps[10].error  # they learn the points by heart


def test_spam_numbers_of_the_page():
    found = pictures.spam_errors()
    assert found["one stump"][0] == 82 and found["AdaBoost, 100 stumps"][0] == 30
    assert found["AdaBoost, 100 stumps"][0] < found["a forest"][0] < found["one tree"][0]
    assert abs(found["one stump"][0] / 384 - 1 / 5) < 0.02  # "wrong on every fifth mail"
    rules = column(pictures.first_rules(), "rule")
    assert rules[0].startswith("char_dollar") and rules[2].startswith("word_hp")


@pytest.mark.parametrize(("kind", "right"), [
    (RoundsLab, "as much as the other seven together"),
    (AdaBoostLab, "It stays, or falls a little"),
    (LossLab, "exponential"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


# ---------------------------------------------------------------- the page with more


def test_losses_bound_the_zero_one_loss_and_the_log_loss_needs_its_ln_2():
    margins = np.linspace(-4, 4, 1601)
    for name in ("hinge", "exponential", "log"):
        assert (MARGIN_LOSSES[name](margins) >= zero_one(margins)).all()
    assert round(float(np.log(2) * MARGIN_LOSSES["log"](np.array([0.0]))[0]), 2) == 0.69
    table = pictures.loss_values()
    for row, id in enumerate(("LSS-01", "LSS-02", "LSS-03", "LSS-05")):
        zero_one_loss, _, *others = golden(id).value
        shown = [table[name][row] for name in ("0/1", "hinge", "exponential", "log")]
        assert np.allclose(shown, [zero_one_loss, *others])


def test_vote_weights_do_not_depend_on_the_order_of_ties():
    table = pictures.other_orders()
    assert len(set(column(table, "vote weights"))) == 1
    first = [re.search(r"\((.)\)", cuts)[1] for cuts in column(table, "cuts in their order")]
    assert sorted(first) == ["a", "b", "c"]


def test_ten_points_run_in_a_circle_of_three_stumps(hundred):
    assert np.isclose(hundred[100].epsilon, (3 - np.sqrt(5)) / 4)
    assert len({step.weak.question(0) for step in hundred[1:101]}) == 3
    assert abs(hundred[100].margins.min() - 1 / 3) < 0.01


def test_bound_is_below_its_exponential_form(hundred):
    gamma = 0.5 - hundred[1:101].curve("epsilon")
    assert (hundred[1:101].curve("bound") <= np.exp(-2 * np.cumsum(gamma**2))).all()


def test_samme_gives_a_stump_among_five_classes_a_positive_vote():
    _, plain, samme, error = column(pictures.five_classes(), "value")
    assert float(plain) < 0 < float(samme) and float(error) < 0.02


def test_stumps_stay_stuck_among_four_clouds():
    assert column(pictures.four_clouds(), "training error") == ["0.50", "0.00", "0.00"]


def test_wrong_labels_take_a_third_of_the_weight_and_early_stopping_helps():
    found = pictures.wrong_label_results()
    assert abs(found["weight"] - 1 / 3) < 0.05
    assert found["wrong labels"] > 1.1 * max(found["right labels"], found["wrong labels, 10 rounds"])
    assert found["wrong labels, LogitBoost"] >= found["wrong labels"]


def test_log_loss_never_pulls_harder_than_1_44():
    assert PULLS["log"](np.linspace(-50, 50, 1001)).max() < 1.4427 and PULLS["log"](np.array([-50.0]))[0] > 1.44
