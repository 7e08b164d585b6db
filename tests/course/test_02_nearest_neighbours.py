"""Every claim of the pages of lecture 02."""

import numpy as np
import pytest

from labkit.learners import NearestNeighbours
from labkit.learners.neighbours.distances import distance
from labkit.learners.neighbours.voronoi import bisector
from labkit.lectures.l02_nearest_neighbours import (
    BallsLab,
    BorderLab,
    CarsLab,
    CellsLab,
    NoiseColumnsLab,
    SkipLab,
    UnitsLab,
    VoteLab,
    pictures,
    pictures_more,
)
from labkit.lectures.l02_nearest_neighbours.birds import bills, penguins, scaled
from labkit.lectures.l02_nearest_neighbours.border import FEATURES, few_birds
from labkit.lectures.l02_nearest_neighbours.noise import NoiseStep
from labkit.lectures.l02_nearest_neighbours.units import RATES, SPREADS, errors_by_rate
from tests.golden import close, golden


def column(table, name):
    return [str(value) for value in table[name]]


# ---------------------------------------------------------------- the main page


def test_342_penguins_are_measured():
    X, y = penguins()
    assert X.shape == (342, 4) and np.bincount(y).tolist() == [151, 68, 123]


def test_nearest_says_gentoo_three_tie_and_nine_say_chinstrap():
    steps = VoteLab().steps
    assert steps[1].answer == "Gentoo"
    assert steps[3].votes.tolist() == [1, 1, 1]
    assert steps[9].votes.tolist() == [3, 5, 1] and steps[9].answer == "Chinstrap"  # as its replies say


def test_runner_by_hand_has_the_lectures_distances_and_its_three_answers():
    table = pictures.runner_by_hand()
    assert np.allclose([float(each) for each in column(table, "distance")], golden("KNN-02").value, atol=0.005)
    assert column(table, "fun") == ["yes", "no", "no", "yes", "no"]
    assert [each.split()[0] for each in column(table, "answer")][:3] == ["yes", "no", "no"]
    assert "tie" in column(table, "answer")[1]


def test_source_shown_has_the_distances_and_the_k_smallest():
    text = pictures.search_source().text
    assert "# (1)" in text and "argsort" in text and "# (2)" in text


def test_stray_has_an_island_until_k_is_3_and_all_is_adelie_in_the_end():
    lab = BorderLab()
    X, y = lab.examples
    stray = np.flatnonzero(y != few_birds(60, 3, FEATURES["bill"])[1])
    assert len(stray) == 1
    says = {step.k: str(step.model.predict(X[stray])[0]) for step in lab.steps}
    assert (says[1], says[2], says[3], says[5]) == ("Adelie", "Adelie", "Gentoo", "Gentoo")
    assert set(lab.steps[-1].model.predict(X)) == {"Adelie"} and np.bincount(y).argmax() == 0


def test_zero_mistakes_at_k_1_and_a_valley_of_those_left_out():
    lab = BorderLab()
    known, out = ([getattr(step, name) for step in lab.steps] for name in ("known", "left_out"))
    assert known[0] == 0 and out[0] == 8 and min(out) == 4 and out[-1] == 29
    assert 1 < lab.steps[int(np.argmin(out))].k < 20


def test_zero_training_mistakes_come_with_random_labels_too():
    X, labels = scaled(penguins()[0]), np.random.default_rng(2).integers(0, 3, 342)
    assert NearestNeighbours(k=1).fit(X, labels).score(X, labels) == 1


def test_ten_strays_ask_for_a_larger_k_than_one():
    out = {step.k: step.left_out for step in BorderLab(**BorderLab.presets["ten strays"]).steps}
    assert out[1] == 25 and out[5] == 13 and min(out.values()) == 13


def test_in_grams_mass_decides_alone_and_three_times_as_many_are_wrong():
    grams = UnitsLab(**UnitsLab.presets["in grams"]).steps[0]
    X = penguins()[0][grams.rows]
    assert np.ptp(X[:, 3]) <= 50 and np.ptp(X[:, 0]) > 10
    kilograms = UnitsLab().steps[0]
    assert np.ptp(penguins()[0][kilograms.rows][:, 0]) < 1
    errors = errors_by_rate()[:, UnitsLab().values["k"] - 1]
    assert errors[-1] > 3 * errors.min()


def test_spread_is_near_the_lowest_place_of_the_curve():
    X, _ = penguins()
    assert abs(np.log10(X[:, 0].std() / (X[:, 3].std() / 1000)) - SPREADS) < 0.05
    errors = errors_by_rate()[:, 8]
    assert errors[int(np.argmin(abs(RATES - SPREADS)))] <= errors.min() + 1


def test_units_of_both_do_not_matter_if_both_change():
    X = bills()
    ask = [NearestNeighbours(k=5).fit(X * unit, penguins()[1]).neighbours(X[:50] * unit)[0] for unit in (1, 1 / 1024)]
    assert np.array_equal(*ask)


def test_penguin_scores_of_the_page():
    wrong = pictures.wrong_birds()
    share = {name: round(100 * (1 - each / 342)) for name, each in wrong.items()}
    assert share["always Adelie"] == 44
    assert share["5 neighbours, all four scaled"] == 98
    assert share["5 neighbours, all four in mm and g"] == 80
    assert pictures.penguin_scores()["wrong of 342"].tolist() == list(wrong.values())


def test_one_neighbour_is_right_on_98_of_100_birds_left_out():
    X, y = penguins()
    assert round(100 * (1 - NearestNeighbours(k=1).leave_one_out(scaled(X), y, 1).rates[0])) == 98


def test_noise_columns_bring_near_and_far_together_and_spoil_the_answers():
    steps = NoiseColumnsLab().steps
    assert isinstance(steps[0], NoiseStep) and (steps[0].wrong, steps[-1].wrong) == (5, 77)
    assert steps[0].nearest < 0.1 and steps[-1].nearest > 0.6
    assert steps[-1].wrong > 342 / 5  # "more than every fifth"


def test_noise_spoils_the_answers_with_every_seed():
    for seed in range(5):
        steps = NoiseColumnsLab(seed=seed).steps
        assert steps[-1].wrong > 8 * steps[0].wrong


def test_cube_edges_are_the_lectures():
    assert column(pictures.cube_edges(), "reach for 1 % of the cases") == ["0.01", "0.10", "0.32", "0.63", "0.95"]
    nearest = [(1 - 0.5 ** (1 / 342)) ** (1 / d) for d in (1, 2, 4, 10, 100)]  # half of such samples have nobody nearer
    third = column(pictures.cube_edges(), "from the centre of a ball to the nearest of 342")
    assert third == [f"{distance:.2f}" for distance in nearest]
    from labkit.learners.neighbours.curse import edge_length

    assert close([edge_length(0.01, d) for d in (1, 2, 10, 100)], golden("KNN-06"))


@pytest.mark.parametrize(("kind", "right"), [
    (VoteLab, "Chinstrap"),
    (BorderLab, "something between"),
    (UnitsLab, "birds with almost the same mass, whatever their bills"),
    (NoiseColumnsLab, "about 75"),
    (CellsLab, "a few of the nearest"),
    (BallsLab, "yes"),
    (SkipLab, "about one in ten"),
    (CarsLab, "about 50"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


# ---------------------------------------------------------------- the page with more


def test_bisector_by_hand_is_the_lectures_line():
    normal, constant = bisector([1, 1], [4, 3])
    assert close([*normal, constant], golden("KNN-05"))
    table = pictures_more.bisector_by_hand()
    assert column(table, "from (1, 1)") == column(table, "from (4, 3)")
    assert {float(each) for each in table["6 x1 + 4 x2"]} == {23.0}


def test_distances_by_hand_are_the_lectures():
    found = [float(each) for each in column(pictures_more.distances_by_hand(), "distance")]
    assert np.allclose(found, golden("KNN-01").value, atol=5e-5)


def test_numbers_by_hand_are_the_lectures():
    found = [float(each) for each in column(pictures_more.numbers_by_hand(), "mean")]
    assert np.allclose(found, golden("KNN-04").value, atol=5e-4)


def test_ten_left_out_are_all_wrong_at_k_9():
    found = [int(each) for each in column(pictures_more.ten_left_out(), "wrong of 10")]
    assert found == golden("KNN-07").value


def test_detour_is_shorter_than_the_straight_way_below_p_1():
    straight = 2 ** (1 / 0.5)
    assert straight == 4 > 1 + 1
    with pytest.raises(ValueError, match="p: expected"):
        distance([0, 0], [1, 1], 0.5)


def test_cell_is_cut_by_few_and_the_far_ones_come_too_late():
    steps = CellsLab().steps
    cut = [step.cuts_off for step in steps[1:-1]]
    assert steps[-1].sides == 5 and sum(cut) < len(cut) / 2 and not any(cut[len(cut) // 2 :])


def test_a_wrong_label_makes_its_whole_cell_border():
    from labkit.learners.neighbours.voronoi import voronoi

    X = np.random.default_rng(2).uniform(-1, 1, (40, 2))
    middle = int(np.linalg.norm(X, axis=1).argmin())
    cells = voronoi(X, (-1.2, 1.2), (-1.2, 1.2))
    assert np.array_equal(cells.boundary(np.arange(40) == middle), cells.cell(middle))


def test_nearest_point_changes_with_p_and_with_a_turn_for_all_p_but_2():
    straight, turned = BallsLab().steps, BallsLab(turn=45).steps
    nearest = [[int(step.rows[0]) for step in steps] for steps in (straight, turned)]
    assert len(set(nearest[0])) == 3
    same = [one.p for one, two in zip(straight, turned, strict=True) if np.allclose(one.distances, two.distances)]
    assert same == [2.0]
    axis, diagonal = ([distance([0, 0], place, p) for p in (1, 2, 5, np.inf)] for place in ([0.6, 0], [0.4, 0.4]))
    assert np.allclose(axis, 0.6) and (np.diff(diagonal) < 0).all()


@pytest.mark.parametrize("values", [{}, {"k": 50}, {"bill": 34.0, "depth": 13.5}, {"size": 1}, {"size": 60}])
def test_skipping_search_finds_the_neighbours_of_the_plain_one(values):
    lab = SkipLab(**values)
    last = lab.steps[-1]
    expected = np.linalg.norm(bills() - last.case, axis=1)
    assert np.allclose(np.sort(expected)[: lab.values["k"]], expected[last.best])
    assert last.compared < 342 / 2


def test_cars_are_predicted_best_by_about_50_and_the_line_is_level_beyond_the_last():
    steps = CarsLab().steps
    best = min(steps, key=lambda step: step.error)
    assert best.k == 57 and steps[0].error > 1.25 * best.error and steps[-1].error > 1.75 * best.error
    assert np.ptp(best.model.predict([[230.0], [260.0], [500.0]])) == 0
    assert np.isclose(steps[-1].model.predict([[46.0]]), steps[-1].model.predict([[230.0]]), rtol=0.01)


def test_near_cars_that_count_more_keep_the_largest_k_near():
    uniform, weighted = (CarsLab(weights=weights).steps[-1].error for weights in ("uniform", "distance"))
    assert weighted < 0.6 * uniform


def test_one_neighbour_errs_at_most_twice_as_often_as_the_best_rule():
    q = np.linspace(0, 1, 101)
    assert (2 * q * (1 - q) <= 2 * np.minimum(q, 1 - q) + 1e-12).all()


def test_condensed_memory_is_a_twelfth_and_errs_twice_as_often():
    table = pictures_more.condensed_scores()
    (many, few), known, held_out = (table[name].tolist() for name in table.names[1:])
    assert round(many / few) == 12 and known == [0, 0]
    assert held_out == [7, 16]
