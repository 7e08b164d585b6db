"""Every claim of the pages of lecture 01."""

import numpy as np
import pytest

from labkit.learners.decisions import risk, targets
from labkit.lectures.l01_function_approximation import (
    CostsLab,
    CurveLab,
    ScreeningLab,
    SimplexLab,
    pictures,
    pictures_more,
)
from labkit.lectures.l01_function_approximation.curve import SHARES, STEP, THROUGH
from labkit.lectures.l01_function_approximation.heart import heart_results, held_out_posteriors, patients
from tests.golden import close, golden


def column(table, name):
    return [str(value) for value in table[name]]


# ---------------------------------------------------------------- the main page


def test_ten_of_a_thousand_are_ill_and_the_picture_tells_no_more():
    player = pictures.thousand_people()
    assert "10 are ill" in player.scenes[0].caption and "positive" not in player.scenes[0].caption


def test_posteriors_of_the_screening_lab():
    found = {name: ScreeningLab(**values).steps[0] for name, values in {"": {}, **ScreeningLab.presets}.items()}
    assert found[""].positive == (99, 9) and round(found[""].posterior, 3) == 0.083
    assert (
        round(found["tested twice"].posterior, 2) == 0.45 and round(found["at the heart clinic"].posterior, 2) == 0.88
    )
    healthy, ill = found[""].people
    assert healthy == 99 * ill


def test_table_by_hand_counts_everyone():
    table = pictures.test_by_hand()
    assert column(table, "together") == ["108", "892", "1000"] and column(table, "share of ill")[0] == "0.083"


def test_treating_pays_if_a_miss_costs_more_than_eleven():
    p = ScreeningLab().steps[0].posterior
    for miss, decision in ((10.9, 0), (11.1, 1)):
        assert risk.decisions([1 - p, p], [[0, 1], [miss, 0]]) == decision


def test_losses_of_the_curves_are_those_of_the_teaching_page():
    found = {curve: CurveLab(curve=curve).steps[-1] for curve in (THROUGH, STEP, SHARES)}
    assert (round(found[THROUGH].shown, 3), round(found[THROUGH].everyone, 3)) == (0.0, 0.221)
    assert round(found[STEP].everyone, 3) == 0.168 and round(found[SHARES].everyone, 3) == 0.128
    assert round(found[STEP].least, 3) == 0.12


def test_through_every_point_is_the_worst_and_shares_the_best_in_most_draws():
    order = [THROUGH, STEP, SHARES]
    right = 0
    for seed in range(20):
        losses = [CurveLab(curve=curve, seed=seed).steps[-1].everyone for curve in order]
        right += losses == sorted(losses, reverse=True)
    assert right >= 18


def test_least_of_J_is_at_P():
    y = np.linspace(0, 1, 1001)
    for P in (0.1, 0.5, 0.83):
        J = P * (y - 1) ** 2 + (1 - P) * y**2
        assert np.allclose(J, (y - P) ** 2 + P * (1 - P)) and y[J.argmin()] == pytest.approx(P, abs=1e-3)


def test_distances_by_hand_are_the_lectures():
    shown = [float(d) for d in column(pictures.case_by_hand(), "squared distance of P to the target")]
    assert close(shown, golden("COD-01"))
    P = pictures.CASE
    assert np.allclose(shown, 1 - 2 * P + (P**2).sum())


def test_thresholds_of_the_tasks():
    assert [round(1 / CostsLab(miss=miss).steps[-1].threshold) for miss in (1, 3, 10, 20)] == [2, 4, 11, 21]
    rare = CostsLab(**CostsLab.presets["rare, and a miss costs 20"]).steps[-1]
    assert abs(rare.border - CostsLab().steps[-1].border) < 0.05


def test_who_is_asked_and_up_to_which_price():
    regions = CostsLab(**CostsLab.presets["ask somebody for 0.2"]).steps[-1].regions
    assert [round(low, 2) for _, low, _ in regions[1:]] == [3.06, 5.7]
    assert risk.REJECTED not in CostsLab(miss=10, price=0.95).steps[-1].decisions
    assert risk.REJECTED in CostsLab(miss=10, price=0.9).steps[-1].decisions


def test_doubtful_patient_is_treated():
    assert column(pictures.three_decisions(), "expected cost") == ["0.15 \u00d7 10 = 1.50", "0.85 \u00d7 1 = 0.85"]


def test_heart_numbers_of_the_page():
    found = heart_results()
    assert len(patients()[1]) == 303 and patients()[1].sum() == 139 and patients()[0].shape[1] == 8
    missed, needless, _, cost = found["the likelier class"]
    assert (missed, needless, missed + needless) == (35, 26, 61)
    assert cost > found["send everyone"][3]
    assert found["the least risk"][:2] == (4, 78) and 0.4 < found["the least risk"][3] / cost < 0.55  # halves the bill
    asked = found["the least risk, or ask for 0.3"]
    assert asked[2] > 303 / 2 and asked[3] < found["the least risk"][3]


def test_likelier_class_makes_the_fewest_mistakes():
    found = heart_results()
    mistakes = {name: missed + needless for name, (missed, needless, asked, _) in found.items() if not asked}
    assert min(mistakes, key=mistakes.get) == "the likelier class"


@pytest.mark.parametrize(("kind", "right"), [
    (ScreeningLab, "about 8 %"),
    (CurveLab, "the share of the ill among people with such a value"),
    (CostsLab, "to the left: more are treated"),
    (SimplexLab, "it stays the same"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


def test_numbers_of_the_quick_check():
    assert ScreeningLab(ill=500).steps[-1].posterior == pytest.approx(0.9)
    assert risk.decisions([0.71, 0.29], None, 0.3) == 0 and risk.decisions([0.69, 0.31], None, 0.3) == risk.REJECTED


# ---------------------------------------------------------------- the page with more


def test_both_codings_of_the_lectures_case():
    table = pictures_more.two_codings()
    for name, id in (("distance, one-hot", "COD-01"), ("y, simplex", "COD-02"), ("distance, simplex", "COD-03")):
        assert close([float(value) for value in column(table, name)], golden(id))


def test_numbers_as_targets_can_name_an_impossible_class():
    assert np.dot([0.5, 0, 0.5], [1, 2, 3]) == 2


def test_two_classes_have_the_difference_of_their_posteriors():
    assert close(targets.regression([0.7, 0.3], "simplex"), golden("COD-05"))


def test_distance_that_the_exercise_mends_is_the_printed_one():
    assert close(targets.printed_distances([0.5, 0.3, 0.2]), golden("COD-04"))
    assert targets.distances(targets.regression([0.7, 0.3], "simplex"), "simplex")[0] == pytest.approx(0.72)


def test_squared_and_log_loss_find_the_posterior_and_the_absolute_loss_the_majority():
    y = pictures_more.ANSWERS
    best = {name: y[loss(y).argmin()] for name, loss in pictures_more.LOSSES.items()}
    assert best["squared"] == pytest.approx(0.3) and best["log"] == pytest.approx(0.3) and best["absolute"] == y[0]


def test_another_prior_is_that_of_bayes_rule():
    log_p = np.log([0.2, 0.6])
    before, after = (risk.bayes_rule(log_p, [1 - prior, prior])[1] for prior in (0.46, 0.05))
    assert pictures_more.moved(before, 0.46, 0.05) == pytest.approx(after)
    assert column(pictures_more.other_priors(), "clinic says 0.9") == ["0.90", "0.73", "0.36", "0.10"]


def test_calibration_of_the_page():
    table = pictures_more.calibration()
    promised, came = (np.array(table[name], dtype=float) for name in ("their mean posterior", "share of ill"))
    assert np.abs(promised - came)[[0, -1]].max() < 0.03
    assert promised[2:4].tolist() == [0.5, 0.69] and came[2:4].tolist() == [0.64, 0.54]
    many = np.array(table["patients"], dtype=int)[2:4]
    assert np.allclose(many, 34, atol=2) and 0.07 < np.sqrt(0.25 / 34) < 0.1
    assert np.array(table["patients"], dtype=int).sum() == len(held_out_posteriors())


def test_fewer_answers_have_fewer_mistakes():
    share, wrong = pictures_more.answered()
    assert share[-1] == 1 and wrong[-1] == pytest.approx(61 / 303)
    assert wrong[np.abs(share - 0.5).argmin()] < 0.08


def test_bayes_error_of_the_costs_lab():
    assert round(CostsLab().steps[0].cost, 3) == 0.159
