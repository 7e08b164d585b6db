"""Every claim of the pages of lecture 09."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import LinearProgram, Perceptron, PocketPerceptron
from labkit.lectures.l09_perceptron import ConvergenceLab, ProgramLab, RatesLab, UpdatesLab, pictures, pictures_more
from labkit.lectures.l09_perceptron.common import nearest, scores
from labkit.lectures.l09_perceptron.penguins import ALWAYS, MEASUREMENTS, scaled, shares_right, two_species
from tests.golden import golden


def column(table, name):
    return [str(value) for value in table[name]]


def mistakes(lab):
    return [int((scores(step.w, *lab.examples) <= 0).sum()) for step in lab.steps[:-1]]


# ---------------------------------------------------------------- the main page


def test_there_are_274_birds():
    _, species = two_species("Adelie", "Gentoo")
    assert len(species) == 274
    assert pictures.penguin_picture().scenes[0].caption == "151 Adelie, 123 Gentoo"


def test_first_lab_rises_on_the_way_and_gets_there():
    lab = UpdatesLab()
    assert mistakes(lab) == [11, 6, 1, 4, 0]
    assert lab.scenes[lab.still_frame].panel("plane").title == "4 of 12 birds are wrong"


@pytest.mark.parametrize("tilt", range(0, 360, 15))
def test_first_lab_gets_there_from_every_first_line(tilt):
    assert mistakes(UpdatesLab(tilt=tilt))[-1] == 0


def test_update_raises_its_score_by_the_square_of_its_length():
    lab = UpdatesLab()
    X, y = lab.examples
    for step in lab.steps[1:-1]:
        after = scores(step.w, X, y)[step.example]
        assert after == pytest.approx(step.score + 1 + X[step.example] @ X[step.example])


def test_six_points_by_hand_take_two_updates_and_two_sweeps():
    table = pictures.six_points_by_hand()
    assert [new for new in column(table, "new w") if new != "stays"] == ["(-1, 2, 1)", "(0, 1, 2)"]
    assert column(table, "sweep") == ["1"] * 6 + ["2"] * 6
    assert all(float(score) > 0 for score in column(table, "score w\u00b7z")[6:])


@pytest.mark.parametrize(("values", "updates", "away"), [
    ({"gap": 0.1}, 21, 0.06), ({"gap": 0.2}, 15, 0.04), ({"gap": 0.02}, 45, 0.01),
])  # fmt: skip
def test_rule_stops_at_the_first_line_not_in_the_middle(values, updates, away):
    lab = ConvergenceLab(**values)
    assert lab.steps[-1].update == updates
    assert round(nearest(lab.steps[-1].w, *lab.examples), 2) == away < 0.7 * values["gap"]
    assert lab.scenes[-1].panel("plane").title == f"No mistake; nearest point {away:.2f}"


def test_another_order_stops_too_but_elsewhere():
    cyclic, random = ConvergenceLab(), ConvergenceLab(order="random")
    assert "no mistake" in cyclic.steps[-1].reason and "no mistake" in random.steps[-1].reason
    assert not np.allclose(cyclic.steps[-1].w, random.steps[-1].w)


def test_rule_never_stops_where_no_line_separates():
    lab = ConvergenceLab(**ConvergenceLab.presets["not separable"])
    assert "budget of 200 sweeps" in lab.steps[-1].reason
    assert mistakes(lab)[-1] == 14
    assert min(mistakes(lab)) == 3


def test_curves_of_the_lab_stay_within_the_two_bounds():
    for step in ConvergenceLab().steps:
        assert step.alignment_bound <= step.alignment + 1e-9 and step.norm <= step.norm_bound + 1e-9


def test_five_orders_give_five_lines_and_none_is_the_widest():
    lines, (_, widest) = pictures.lines_of_orders(), pictures.widest_line()
    distances = [round(distance, 3) for _, distance in lines]
    assert len(set(distances)) == pictures.ORDERS == 5
    assert min(distances) == 0.013 and round(widest, 3) == 0.145 > max(distances)
    X, species = two_species("Adelie", "Gentoo")
    ends = [Perceptron(order="random", seed=seed).fit(scaled(X), species).last_step_ for seed in range(5)]
    assert [end.update for end in ends] == [2] * 5


def test_birds_in_millimetres_take_23_updates_and_12_sweeps():
    end = Perceptron().fit(*two_species("Adelie", "Gentoo")).last_step_
    assert (end.update, end.sweep) == (23, 12)


def test_shares_of_birds_of_the_page():
    easy, hard = shares_right("Adelie", "Gentoo"), shares_right("Adelie", "Chinstrap")
    assert easy["perceptron, in mm"] == easy["perceptron, scaled"] == 1 > easy["LDA (04)"]
    assert round(easy[ALWAYS], 3) == 0.551
    assert [round(hard[name], 3) for name in hard] == [0.689, 0.429, 0.977, 0.977, 0.968, 0.973]
    assert hard["perceptron, in mm"] < hard[ALWAYS]


def test_chinstrap_penguins_need_three_measurements():
    pairs = [(one, other) for k, one in enumerate(MEASUREMENTS) for other in MEASUREMENTS[k + 1 :]]
    for columns in pairs:
        X, y = two_species("Adelie", "Chinstrap", columns)
        assert "not separable" in LinearProgram().fit(scaled(X), y).last_step_.reason
    X, y = two_species("Adelie", "Chinstrap")
    depths = [X[y == name, 1].mean() for name in ("Adelie", "Chinstrap")]
    assert abs(depths[0] - depths[1]) < 0.1  # "a bill as deep as the Adelie's"
    assert Perceptron().max_sweeps == 100


@pytest.mark.parametrize(("kind", "right"), [
    (UpdatesLab, "It falls in the end, but rises on the way"),
    (ConvergenceLab, "less than 0.1"),
    (RatesLab, "constant"),
    (ProgramLab, "Yes, and then no line separates the classes"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


# ---------------------------------------------------------------- the page with more


def test_one_update_of_each_rate_by_hand():
    table = pictures_more.one_update_each()
    after = dict(zip(column(table, "rate"), column(table, "score afterwards"), strict=True))
    assert after["relaxation"] == "0.50" and after["normalised"] == "4.50"
    rates = dict(zip(column(table, "rate"), map(float, column(table, "\u03b7")), strict=True))
    for rate, id in (("relaxation", "PER-10"), ("normalised", "PER-11"), ("optimal", "PER-13")):
        assert np.isclose(rates[rate], np.ravel(golden(id).value)[0], atol=5e-4), id
    nearest_to_goal = min(map(float, column(table, "distance to w*")))
    assert float(column(table, "distance to w*")[1]) == nearest_to_goal


def test_and_takes_18_updates_in_9_sweeps_under_the_bound_51():
    table = data.load("and")
    end = Perceptron(separator=pictures_more.AND_STAR).fit(table.numeric("x1", "x2"), table["y"]).last_step_
    assert (end.update, end.sweep, round(end.theorem.mistake_bound(eta=1.0), 9)) == (18, 9, 51)
    assert (end.theorem.gap, round(end.theorem.reach**2, 9)) == (1, 3)
    shown = pictures_more.bounds_on_and()
    for low, high in (("w\u00b7w* at least", "w\u00b7w*"), ("|w|", "|w| at most")):
        assert all(float(a) <= float(b) for a, b in zip(column(shown, low), column(shown, high), strict=True))


def test_other_units_other_bound():
    table = pictures.how_long()
    assert column(table, "updates") == ["23", "2"] and column(table, "stops in sweep") == ["12", "2"]


def test_margin_raises_the_bound_as_the_page_says():
    table, b, eta = data.load("and"), 0.5, 2.0
    learner = Perceptron(separator=pictures_more.AND_STAR, margin=b, learning_rate=eta)
    end = learner.fit(table.numeric("x1", "x2"), table["y"]).last_step_
    assert end.theorem.mistake_bound(eta=eta) == pytest.approx(17 * (3 + 2 * b / eta))
    assert end.update <= end.theorem.mistake_bound(eta=eta)


def test_squared_distance_shrinks_by_a_fixed_amount():
    told, eta = pictures_more.slow_walk()[:-1], pictures_more.SMALL_RATE
    assert told[-1].update == 18  # as with every rate, from zero
    assert np.diff(told.curve("distance") ** 2).max() <= -(2 * eta - 3 * eta**2) + 1e-12
    best = 1 / 3
    assert 17 / (2 * best - 3 * best**2) == pytest.approx(51)


def test_mirror_keeps_the_length_and_takes_24_off_the_square():
    table = pictures_more.reflections()
    (_, length, before), (_, same, after) = column(table, "before"), column(table, "after")
    assert length == same and float(after) - float(before) == -24


def test_mirror_stalls_on_the_line():
    X, y = np.array([[1.0, 0.0], [0.0, -1.0]]), np.array([1, 0])
    end = Perceptron(rate="normalised", x0=0, start=[0.0, 1.0, 0.0]).fit(X, y).last_step_
    assert "stalled" in end.reason and end.w.tolist() == [0, 1, 0]


def test_two_codings_end_with_different_lines():
    table = pictures_more.and_in_two_codings()
    assert column(table, "updates") == ["18", "11"] and column(table, "weights")[1] == "-3, 2, 1"


def test_least_slacks_of_the_course():
    table = pictures_more.least_slacks()
    assert column(table, "least total slack") == column(table, "largest total weight") == ["0.0", "0.0", "4.0", "4.8"]


def test_total_weight_never_falls_and_meets_the_total_slack():
    lab = ProgramLab()
    weights = [step.dual for step in lab.steps]
    assert (np.diff(weights) >= -1e-9).all() and lab.steps[-1].primal == pytest.approx(weights[-1])


def test_weights_between_0_and_1_lie_on_the_margin_and_a_separable_set_has_none():
    lab = ProgramLab()
    end, (X, y) = lab.steps[-1], lab.examples
    inside = (end.multipliers > 1e-9) & (end.multipliers < 1 - 1e-9)
    assert inside.any() and np.allclose(scores(end.w, X, y)[inside], 1)
    assert not ProgramLab(**ProgramLab.presets["separable"]).steps[-1].multipliers.any()


def test_tumours_of_the_page():
    found = pictures_more.tumours()
    assert [round(share, 3) for share in found["trained"].values()] == [0.977, 0.946, 0.979]
    assert [round(share, 3) for share in found["honest"].values()] == [0.627, 0.970, 0.972, 0.977]
    table = data.load("wdbc")
    X, y = scaled(table.without("diagnosis").numeric()), table["diagnosis"]
    assert X.shape == (569, 10)
    assert "not separable" in LinearProgram().fit(X, y).last_step_.reason


def test_pocket_keeps_the_best_weights_of_the_way():
    X, y = data.gaussians(100, seed=2)
    way = Perceptron(order="random", max_sweeps=50, seed=1).trace(X, y)
    pocket = PocketPerceptron(max_sweeps=50, seed=1).fit(X, y).last_step_
    assert pocket.best_mistakes == min(int(np.sum(step.model.predict(X) != y)) for step in way)
