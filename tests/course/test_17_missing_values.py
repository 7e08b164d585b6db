"""Every claim of the pages of lecture 17."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import CART, ID3
from labkit.learners.tree.paths import path_steps
from labkit.lectures.l17_missing_values import CostLab, MissingLab, SurrogateLab, common, pictures, pictures_more
from labkit.lectures.l17_missing_values.cases import MEAN
from labkit.lectures.l17_missing_values.costs import COSTS, RULES
from tests.golden import close, golden
from tests.lectures.drive import undrawn


def column(table, name):
    return [str(value) for value in table[name]]


@pytest.fixture(scope="module")
def weather():
    return common.attributes_and_classes("weather")


# ---------------------------------------------------------------- the main page


def test_tree_asks_for_the_outlook_first(weather):
    assert ID3().fit(*weather).model_.question(0) == "outlook"
    assert "14 days" in pictures.weather_tree().scenes[0].caption


def test_first_lab_presets_do_what_the_page_says():
    lab = MissingLab(**MissingLab.presets["filled in"])
    assert lab.values["method"] == MEAN
    assert lab.steps[-1].verdict == "No" and lab.steps[-1].proba.tolist() == [1, 0]  # rainy, windy, and sure
    nothing = MissingLab(**MissingLab.presets["nothing known"])
    assert close(nothing.steps[-1].proba[1], golden("WEA-23"))


def test_usual_outlook_is_rain_the_first_of_two_with_five_days(weather):
    X, _ = weather
    names, counts = np.unique(X["outlook"], return_counts=True)
    assert dict(zip(names.tolist(), counts.tolist(), strict=True)) == {"Overcast": 4, "Rain": 5, "Sunny": 5}
    assert column(pictures.usual_values(), "mode or mean") == ["Rain", "73.57", "80.29", "False"]


def test_fractions_by_hand_are_the_lectures():
    table = pictures.fractions_by_hand()
    assert dict(zip(column(table, "branch"), column(table, "q"), strict=True)) == {
        "Overcast": "4/14", "Rain": "5/14", "Sunny": "5/14"}  # fmt: skip
    assert column(table, "part that says No") == ["0/14", "5/14", "5/14"]
    assert close(10 / 14, golden("WEA-20"))


def test_surrogate_by_hand_is_the_lectures():
    table = pictures.humid_or_cool()
    high, normal = table["humidity high (left)"], table["humidity normal (right)"]
    assert (high[0] + normal[1], high[1] + normal[0], high.sum(), normal.sum()) == (11, 3, 7, 7)
    assert close(11 / 14, golden("TEN-52")) and close((7 - 3) / 7, golden("TEN-53"))


def test_numbers_of_the_penguins_in_the_replies():
    lab = SurrogateLab()
    right = {name: round(100 * share) for name, share in lab.steps[5].accuracy.items()}
    assert right == {"surrogates": 81, "fractions": 70, "usual value": 70, "heavier branch": 70}
    assert len(set(lab.steps[-1].accuracy.values())) == 1  # "all remedies meet there"


def test_splits_of_the_penguin_tree_have_the_surrogates_of_the_teaching_page():
    best = [backup.surrogates[0].association for backup in SurrogateLab().steps[0].model.router.backups.values()]
    assert [round(each, 2) for each in best] == [0.81, 0.16, 0.40]


def test_measurements_of_penguins_grow_together():
    X, _ = common.penguins()
    flipper, bill, depth, mass = X.numeric().T
    assert np.corrcoef(flipper, mass)[0, 1] > 0.8 and np.corrcoef(flipper, bill)[0, 1] > 0.6
    assert np.corrcoef(flipper, depth)[0, 1] < -0.5  # Gentoos: long flippers, shallow bills


def test_twins_decide_whether_surrogates_help_in_most_draws():
    for name, wins in (("close twins", 20), ("no twins", 5)):
        ends = [undrawn(SurrogateLab, **SurrogateLab.presets[name], seed=seed).steps[-1].accuracy for seed in range(20)]
        best = sum(max(end, key=end.get) == "surrogates" for end in ends)
        assert best == wins if name == "close twins" else best <= wins
        blind = np.mean([end["surrogates"] - end["heavier branch"] for end in ends])
        assert blind > 0.15 if name == "close twins" else abs(blind) < 0.03


def test_fractions_win_on_the_fourteen_days():
    end = SurrogateLab(**SurrogateLab.presets["fourteen days"]).steps[-1].accuracy
    assert max(end, key=end.get) == "fractions"


def test_mushroom_gaps_are_all_in_one_column_and_warn():
    X, y, _ = common.mushrooms()
    gaps = {name: sum(value is None for value in X[name]) for name in X.names}
    assert {name: many for name, many in gaps.items() if many} == {"stalk_root": 351}
    assert len(y) == 1161 and len(X.names) - 1 == 21
    assert column(pictures.mushroom_gaps(), "poisonous") == ["38%", "73%"]


def test_mushroom_numbers_of_the_page():
    table = pictures.mushroom_scores()
    assert column(table, "right, complete rows")[1] == "0.998"
    assert column(table, "right, rows with a gap")[1] == "0.325"
    assert column(table, "right, all") == ["0.514", "0.794", "0.999"]
    assert table["poisonous, called edible"].tolist()[1:] == [172, 1]


def test_most_of_the_poisonous_called_edible_have_what_no_complete_row_has():
    X, y, gap = common.mushrooms()
    missed = (pictures.mushroom_answers()["complete rows"] == "edible") & (y == "poisonous")
    unseen = np.isin(X["odor"].astype(str), ["fishy", "spicy"])
    assert not (unseen & ~gap).any() and (missed & unseen).sum() == 168


@pytest.mark.parametrize(("kind", "right"), [
    (MissingLab, "No"),
    (SurrogateLab, "surrogates: another measurement answers instead"),
    (CostLab, "less"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


# ---------------------------------------------------------------- the page with more


def test_gain_with_a_gap_is_quinlans():
    assert column(pictures_more.gap_gains(), "gain") == ["0.247", "0.214", "0.199"]


def test_leaves_hold_parts_of_day_11():
    assert data.load("weather")["class"][pictures_more.LOST] == "Yes"
    held = column(pictures_more.gap_leaves(), "days / in error")
    assert held == ["3.2 / 0.0", "3.0 / 0.0", "2.4 / 0.4", "2.0 / 0.0", "3.4 / 0.4"]
    assert column(pictures_more.gap_path(), "P(No) so far")[-1] == "0.557"


def test_overcast_has_no_surrogate_and_humidity_has():
    table = pictures_more.backups()
    words = dict(zip(column(table, "split"), column(table, "surrogates, with \u03bb"), strict=True))
    assert words["outlook = overcast"].startswith("none")
    assert words["humidity = high"].startswith("temperature \u2260 cool (0.60)")


def test_one_of_three_days_as_humid_and_windy_was_played(weather):
    X, y = weather
    like = (X["humidity"] > 77.5) & (X["windy"] == "True")
    assert (y[like] == "Yes").sum() == 1 and like.sum() == 3
    *_, end = path_steps(ID3(missing="fractions").fit(X, y).model_, pictures.CASE)
    assert end.proba[1] == pytest.approx(4 / 14)


def test_only_the_surrogate_looks_at_the_copy():
    assert pictures_more.twin_answers()["P(b), which is right"].tolist() == [0, 0.5, 1]


def test_surrogates_are_ahead_where_attributes_are_alike():
    found = pictures_more.alike_accuracies()
    apart, _, alike = np.array([found[remedy] for remedy in ("fill", "fractions", "surrogates")]).T
    assert np.ptp(apart) < 0.01
    assert alike[2] > alike[:2].max() + 0.02


def test_no_remedy_beats_the_one_rule_on_the_votes():
    found = pictures_more.vote_accuracies()
    rule = next(iter(found.values()))
    assert round(rule, 3) == 0.956 and all(share <= rule + 0.005 for share in found.values())
    assert abs(found["trained on complete rows"] - rule) < 0.01
    X, _ = common.votes()
    assert sum(value is None for name in X.names for value in X[name]) == 392
    assert len(X.complete()) == 232


def test_costs_are_those_of_the_slides():
    table = pictures_more.merits()
    assert column(table, "gain\u00b2 / cost")[0] == f"{golden('TEN-41').value:.4f}"
    assert column(table, "(2^gain \u2212 1) / (cost + 1)")[0] == f"{golden('TEN-45').value:.4f}"


def test_larger_tree_is_cheaper_to_ask():
    table = pictures_more.prices_paid()
    assert table["leaves"].tolist() == [5, 7] and column(table, "a case pays") == ["3.43", "2.86"]
    X, y = common.attributes_and_classes("tennis")
    assert "humidity" not in {X.names[f] for f in ID3(costs=COSTS).fit(X, y).model_.tree.feature if f >= 0}


def test_ten_times_the_price_changes_no_order_of_tan_and_schlimmer():
    lab, dear = CostLab(outlook=3, temperature=1, humidity=2, wind=1), CostLab(outlook=30, temperature=10, humidity=20,
                                                                              wind=10)  # fmt: skip
    assert lab.values["rule"] == tuple(RULES)[1]
    assert np.array_equal(lab.steps[-1].model.tree.feature, dear.steps[-1].model.tree.feature)


def test_price_at_which_the_outlook_loses_the_root():
    def root(**values):
        return CostLab(**{**dict.fromkeys(COSTS, 1), **values}).steps[-1].model.question(0)

    assert [root(outlook=cost) for cost in (2, 3)] == ["outlook", "humidity"]
    nunez = {"rule": tuple(RULES)[2]}
    assert [root(outlook=cost, **nunez) for cost in (2, 3)] == ["outlook", "humidity"]


def test_cart_on_complete_rows_refuses_gaps():
    X, y, _ = common.mushrooms()
    with pytest.raises(ValueError, match="stalk_root"):
        CART().fit(X, y)
