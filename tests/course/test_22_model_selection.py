"""Every claim of the pages of lecture 22."""

import numpy as np
import pytest
from scipy import stats

from labkit.core import data
from labkit.learners import NaiveBayes
from labkit.learners.selection import compare, polynomials
from labkit.learners.selection.criteria import BIC_STRICTER_ABOVE, correction, shao
from labkit.lectures import l22_model_selection as lesson
from labkit.lectures.l22_model_selection import exercises, leak, pictures, pictures_more
from labkit.lectures.l22_model_selection.degree import cars, degrees, parts
from labkit.lectures.l22_model_selection.structure import bounded, samples
from labkit.lectures.l22_model_selection.walk import mails, walk, wrong
from labkit.lectures.l22_model_selection.winners import BEST, JUDGES, chosen
from tests.golden import close, golden


def column(table, name):
    return [str(value) for value in table[name]]


def preset(kind, name):
    return kind(**kind.presets[name])


def too_high(lab):
    found = lab.steps[-1].found
    return {judge: int((chosen(found, judge) > found.truth).sum()) for judge in JUDGES}


# ---------------------------------------------------------------- the main page


def test_degree_9_is_closest_to_the_30_cars_and_degree_2_to_the_others():
    known, others = parts("cars", 30, 3)
    trace, fresh = degrees(*known, others)
    assert len(cars()[1]) == 392 and len(others[1]) == 362
    assert trace.curve("training").argmin() == 8 and fresh.argmin() == 1
    assert fresh[8] > 4 * fresh[1]
    assert "4.7, 4.4, 3.5" in pictures.three_curves().scenes[0].caption


def test_line_is_biased_and_degree_9_varies():
    ends = {degree: lesson.FiftyLab(degree=degree).steps[-1] for degree in (1, 9)}
    said = [(round(each.bias, 3), round(each.variance, 3)) for each in ends.values()]
    assert said == [(0.149, 0.012), (0.001, 0.090)]


def test_criteria_of_twelve_numbers():
    """AIC-01."""
    table, rows = pictures.by_hand(), np.array(golden("AIC-01").value)
    wanted = {"RSS": (1, 4), "AIC": (2, 1), "BIC": (3, 1), "AICc": (4, 1), "one left out": (5, 4)}
    for name, (place, digits) in wanted.items():
        assert column(table, name) == [f"{value:.{digits}f}" for value in rows[:, place]]
    least = {name: int(np.argmin([float(each) for each in column(table, name)])) for name in wanted}
    assert (least["AIC"], least["BIC"], least["AICc"], least["RSS"]) == (5, 5, 3, 6)
    assert column(table, "k") == [str(k) for k in range(2, 9)]


def test_bic_charges_more_from_eight_examples_on():
    """AIC-03."""
    assert close(BIC_STRICTER_ABOVE, golden("AIC-03")) and 7 < BIC_STRICTER_ABOVE < 8
    assert [round(np.log(n), 2) for n in (7, 8)] == [1.95, 2.08] and round(np.log(1000), 1) == 6.9


def test_aic_takes_too_much_and_bic_does_not():
    assert too_high(lesson.WinnersLab()) == {"training": 100, "AIC": 29, "AICc": 23, "BIC": 9, "5 folds": 35}


def test_tasks_of_the_winners():
    few = too_high(preset(lesson.WinnersLab, "15 examples"))
    assert (few["AIC"], few["AICc"]) == (60, 8)
    faint = preset(lesson.WinnersLab, "faint")
    last = faint.steps[-1]
    hits = dict(zip((*JUDGES, BEST), last.counts[:, 4], strict=True))
    assert hits["BIC"] < hits["AIC"] and 12 <= hits["BIC"] <= 22, "about a sixth"
    extra = dict(zip(JUDGES, last.extra, strict=True))
    assert abs(extra["BIC"] - extra["AIC"]) < 1.5
    many = too_high(preset(lesson.WinnersLab, "200 examples"))
    assert many["BIC"] <= 6 < 25 <= min(many[judge] for judge in ("AIC", "AICc", "5 folds"))


def test_one_degree_too_many_gains_more_than_aic_charges_in_a_sixth():
    assert round(stats.chi2.sf(2, 1), 2) == 0.16


def test_folds_hold_every_example_out_once():
    scenes = pictures.five_folds().scenes
    large = [mark.size > 5 for scene in scenes for mark in scene.panel("plane").marks]
    assert len(large) == 6 and np.sum(large, axis=0).tolist() == [1] * 60
    assert "score" in str(pictures.validated_source()) and "(1)" in str(pictures.validated_source())


def test_leak():
    shares = {when: lesson.LeakLab(when=when).steps[-1].scores.mean() for when in (leak.BEFORE, leak.INSIDE)}
    assert shares[leak.BEFORE] == pytest.approx(0.88) and abs(shares[leak.INSIDE] - 0.5) < 0.1
    assert round(preset(lesson.LeakLab, "150 cases").steps[-1].scores.mean(), 2) == 0.77


def test_nothing_to_choose_is_no_leak_and_real_effects_are_found():
    X, y = leak.noise(50, 10, 0, 0)
    before, inside = (
        [(set(columns), test.tolist()) for columns, test, _ in leak.folds(X, y, 10, when, 0)]
        for when in (leak.BEFORE, leak.INSIDE)
    )
    assert before == inside
    means = leak.accuracies(50, 1000, 10, 10) @ leak.CELLS / leak.REPEATS
    noise = leak.accuracies(50, 1000, 0, 10) @ leak.CELLS / leak.REPEATS
    assert means[0] - means[1] < 0.6 * (noise[0] - noise[1]), "less far apart"
    assert abs(means[1] - means[2]) < 0.08, "the honest rows are close together"


def test_walk_promises_three_and_errs_fifteen():
    found, honest = walk("forward", "naive Bayes", 12, 0)
    best = found.best
    assert (len(best.columns), round(wrong(best), 1), round(honest[best.round], 1)) == (8, 3.1, 14.8)
    assert sum(len(step.candidates) for step in found) == 78
    assert [len(mails()[1]) - 128, len(best.columns)] == [256, 8]
    assert lesson.WalkLab.still == best.round


def test_filter_alone_promises_more_honestly_and_is_as_good():
    found, honest = walk(lesson.WalkLab.presets["only the filter"]["direction"], "naive Bayes", 12, 0)
    assert (round(wrong(found.best), 1), round(honest[found.best.round], 1)) == (5.5, 13.3)


def test_winner_of_thirteen_does_not_keep_its_word():
    table = pictures.promises()
    assert len(pictures.candidates()) == 13
    said, kept = ([float(each) for each in column(table, f"{who} say, %")] for who in ("five folds", "all other cases"))
    assert all(abs(said[row] - kept[row]) < 2 for row in (0, 1, 3, 4)), "fixed in advance"
    assert all(kept[row] - said[row] > 2.5 for row in (2, 5)), "the winner"
    assert all(kept[row] >= kept[row - 1] for row in (2, 5)), "five neighbours are as good"


def test_two_columns_of_the_cars_are_better_than_six():
    assert round(exercises.car_error(exercises.CAR_COLUMNS), 2) == 12.09
    assert round(exercises.car_error(["weight_lb", "model_year"]), 2) == 11.84


# ---------------------------------------------------------------- the page with more


def test_filter_of_tennis():
    """FS-01."""
    table = pictures.tennis_filter()
    assert close(column(table, "attribute"), golden("FS-01"))
    assert column(table, "bits") == ["0.247", "0.152", "0.048", "0.029"]


def test_forward_selection_of_tennis():
    """FS-02."""
    table = pictures.tennis_forward()
    right = [int(each) for each in column(table, "right of 14")]
    order = column(table, "attributes")[-1].split(", ")
    assert [[name, count] for name, count in zip(order, right[1:], strict=True)] == golden("FS-02").value
    assert right[0] == 9 and right.index(max(right)) == 2
    assert column(table, "tried in this round")[1] == "outlook 7, temperature 7, humidity 6, wind 6"


def test_line_stops_gaining_and_the_neighbour_goes_on():
    steps = lesson.MoreExamplesLab().steps
    line, neighbour = ([getattr(step, side).validation for step in steps] for side in ("first", "second"))
    assert steps[-1].first.gap < 0.02 < 0.15 < steps[-1].second.gap
    assert neighbour[3] - neighbour[-1] > line[3] - line[-1] + 0.02
    assert line[0] < neighbour[0], "with few examples the stiff one wins"


def test_rare_signs():
    table = pictures_more.rare_signs()
    assert column(table, "columns kept of 54") == ["54", "53", "51", "46", "32", "16"]


def test_margin_falls_and_its_share_grows():
    last = lesson.MarginLab().steps[-1]
    assert last.widths.round(2).tolist() == [1.33, 1.05]
    assert last.diameters.round(1).tolist() == [5.9, 2.4]
    assert last.shares.round(2).tolist() == [0.23, 0.44]
    flat = preset(lesson.MarginLab, "x2 hardly varies").steps[-1].shares
    assert flat[1] < 0.98 * flat[0]


def test_bound_is_least_at_a_lower_degree():
    lab = lesson.StructureLab()
    trace, risks = bounded(*lab.examples, samples(lab.values)[1])
    assert trace.best < risks.argmin()
    assert trace[trace.best].bound > 1.5 * risks[trace.best]


def test_prices_of_parameters():
    """AIC-04."""
    assert close(correction(5, 12), golden("AIC-04"))
    table = pictures_more.corrections()
    assert column(table, "AICc adds for k = 5") == ["60.00", "30.00", "10.00", "4.29", "1.36", "0.31", "0.06"]
    assert column(table, "BIC charges for one") == ["1.95", "2.08", "2.48", "3.00", "3.91", "5.30", "6.91"]


def test_weights_of_the_twelve_numbers():
    table = pictures_more.weights_of_models()
    assert column(table, "AIC")[5] == "0.699" and column(table, "AICc")[3] == "0.946"
    for name in ("AIC", "AICc", "BIC"):
        assert sum(float(each) for each in column(table, name)) == pytest.approx(1, abs=2e-3)


def test_rates_of_too_high_degrees():
    table = pictures_more.too_high()
    rates = {name: [int(each) for each in column(table, name)] for name in ("AIC", "AICc", "BIC", "5 folds")}
    assert rates["BIC"] == sorted(rates["BIC"], reverse=True) and rates["BIC"][-1] <= 2
    assert min(rates["AIC"][-1], rates["5 folds"][-1], int(column(table, "one left out")[-1])) >= 25


def test_cross_validation_as_bic_holds_out_nearly_all():
    """AIC-05."""
    assert close([shao(100), shao(1000)], golden("AIC-05"))
    assert column(pictures_more.held_out_as_bic(), "held out") == ["10", "72", "831", "90,488"]


def test_naive_bayes_of_tennis_is_the_one_that_was_asked():
    """The table's last row by the learner itself, one day left out."""
    X, y = pictures.tennis()
    rows = np.arange(len(y))
    right = [NaiveBayes(laplace=1).fit(X[rows != k], y[rows != k]).predict(X[k : k + 1])[0] == y[k] for k in rows]
    assert sum(right) == 7


def test_twelve_numbers_are_of_the_table():
    table = data.load("poly12")
    trace = compare(polynomials(range(7)), table.columns[0].numbers[:, None], table.columns[1].numbers, folds=None)
    assert len(table) == 12 and trace.chosen("leave_one_out") == 5
