"""The labs of lecture 17: what their pictures claim."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import ID3
from labkit.learners.tree.erasure import SHARES
from labkit.lectures.l17_missing_values import CostLab, MissingLab, SurrogateLab
from labkit.lectures.l17_missing_values.cases import (
    FRACTIONS,
    MEAN,
    MEDIAN,
    MODE,
    STOP_THERE,
    SURROGATES,
    MissingNumbersLab,
    MissingTennisLab,
)
from labkit.lectures.l17_missing_values.common import attributes_and_classes
from labkit.lectures.l17_missing_values.costs import RULES
from labkit.lectures.l17_missing_values.surrogates import ANY, ONE, TENNIS, TWINS, penguin_halves, twins
from labkit.views import style
from labkit.views.scene import Path, Text
from labkit.views.tables.case import UNKNOWN
from labkit.views.text_fit import width
from tests.golden import close, golden
from tests.lectures.drive import undrawn

CASE_LABS = pytest.mark.parametrize("kind", [MissingLab, MissingTennisLab, MissingNumbersLab], ids=lambda k: k.name)


def texts(scene, panel):
    return [mark.text for mark in scene.panel(panel).marks if isinstance(mark, Text)]


def chip(lab, attribute, value):
    """Where the word of a value stands in the case panel."""
    words = [mark for mark in lab.scenes[0].panel("case").marks if isinstance(mark, Text)]
    y = next(word.y for word in words if word.text == attribute)
    return next((word.x, word.y) for word in words if word.text == value and word.y == y)


# ---------------------------------------------------------------- a case with gaps


def test_missing_lab_opens_with_the_lectures_case():
    lab = MissingLab()
    assert close(lab.steps[-1].proba[1], golden("WEA-19")) and close(lab.steps[-1].proba[0], golden("WEA-20"))
    assert {"No 10/14 = 0.714", "Yes 4/14 = 0.286"} < set(texts(lab.scenes[-1], "weights"))


def test_missing_lab_with_nothing_known_gives_the_shares_of_all_examples():
    lab = MissingLab(temp=UNKNOWN, humidity=UNKNOWN, windy=UNKNOWN)
    assert close(lab.steps[-1].proba[1], golden("WEA-23"))


def test_click_erases_and_sets_a_value():
    lab = MissingLab()
    lab.click_at("case", *chip(lab, "windy", UNKNOWN))
    assert lab.values["windy"] == UNKNOWN
    lab.click_at("case", *chip(lab, "outlook", "Sunny"))
    assert (lab.values["outlook"], lab.summary) == ("Sunny", "4 steps; stop: No, where the case ends")
    lab.undo()
    assert lab.values["outlook"] == UNKNOWN


def test_click_beside_the_values_changes_nothing():
    lab = MissingLab()
    lab.click_at("case", 1.0, 1.0)
    assert lab.values == MissingLab().values


@CASE_LABS
@pytest.mark.parametrize("place", range(5))
def test_every_method_answers_a_case_of_which_nothing_is_known(kind, place):
    methods = next(control.options for control in kind.steering if control.name == "method")
    nothing = {control.name: UNKNOWN for control in kind.steering if control.name != "method"}
    lab = kind(method=methods[place % len(methods)], **nothing)
    assert lab.steps[-1].resting.sum() == pytest.approx(1.0)
    assert lab.steps[-1].proba.sum() == pytest.approx(1.0)


@CASE_LABS
def test_every_example_of_the_table_ends_in_its_class_whatever_the_method(kind):
    X, y = attributes_and_classes(kind.table)
    for row in (0, len(y) // 2, len(y) - 1):
        case = {n: f"{X[n][row]:g}" if X.kinds[n] == "numeric" else str(X[n][row]) for n in X.names}
        for method in (FRACTIONS, SURROGATES, STOP_THERE):
            assert kind(method=method, **case).steps[-1].verdict == str(y[row])


def test_methods_differ_where_they_should():
    shares = {method: MissingLab(method=method).steps[-1].proba[1] for method in (FRACTIONS, MEAN, STOP_THERE)}
    assert shares[FRACTIONS] == pytest.approx(4 / 14)
    assert shares[MEAN] == 0.0  # Rain is filled in, and it is windy
    assert shares[STOP_THERE] == pytest.approx(9 / 14)


def test_mean_and_median_are_filled_in_where_a_number_is_missing():
    said = [MissingLab(outlook="Sunny", humidity=UNKNOWN, method=method).scenes[2].caption for method in (MEAN, MEDIAN)]
    humidity = data.load("weather")["humidity"]
    assert f"humidity = {humidity.mean():.4g}" in said[0] and f"humidity = {np.median(humidity):.4g}" in said[1]


def test_tennis_fills_in_the_mode():
    assert "outlook = rain" in MissingTennisLab(method=MODE).scenes[1].caption


# ---------------------------------------------------------------- surrogates


def test_surrogate_lab_opens_where_surrogates_win_in_every_draw():
    for seed in range(20):
        right = undrawn(SurrogateLab, seed=seed).steps[5].accuracy
        assert max(right, key=right.get) == "surrogates"


def test_penguins_are_tried_on_the_other_half():
    (X, y), (new, truth) = penguin_halves(0)
    assert len(y) == len(truth) == 171
    both = np.concatenate([X.numeric(), new.numeric()])
    assert np.allclose(np.sort(both, axis=0), np.sort(attributes_of_penguins(), axis=0))


def attributes_of_penguins():
    table = data.load("penguins").numeric("flipper_length_mm", "bill_length_mm", "bill_depth_mm", "body_mass_g")
    return table[~np.isnan(table).any(axis=1)]


def test_surrogate_lab_has_the_lectures_surrogate():
    shown = texts(SurrogateLab(data=TENNIS).scenes[0], "surrogates")
    best = shown.index("temperature \u2260 cool")
    assert shown[best + 1 : best + 3] == [f"{golden(id_).value:.3f}" for id_ in ("TEN-52", "TEN-53")]


def test_click_on_a_split_looks_at_it():
    lab = SurrogateLab(data="tennis")
    root = next(mark for mark in lab.scenes[0].panel("tree").marks if isinstance(mark, Text) and "wind" in mark.text)
    lab.click_at("tree", root.x, root.y)
    assert "wind = strong" in lab.scenes[0].panel("surrogates").title
    leaf = next(mark for mark in lab.scenes[0].panel("tree").marks if isinstance(mark, Text) and mark.text == "0 : 4")
    before = lab.values
    lab.click_at("tree", leaf.x, leaf.y)
    assert lab.values == before


@pytest.mark.parametrize("hidden", next(c.options for c in SurrogateLab.steering if c.name == "hidden"))
def test_every_way_is_as_good_where_nothing_is_hidden(hidden):
    start, end = SurrogateLab(data=TWINS, hidden=hidden).steps[:: len(SHARES) - 1]
    assert len(start.accuracy) == 4
    assert len(set(start.accuracy.values())) == 1
    assert max(end.accuracy.values()) < start.accuracy["surrogates"]


def test_surrogates_are_worth_what_the_twins_are():
    """A perfect copy answers as well as the value itself; where nothing is alike, they are no better than blind."""
    same, strange = (SurrogateLab(data=TWINS, likeness=likeness, hidden=ONE).steps for likeness in (1.0, 0.0))
    assert same[-1].accuracy["surrogates"] == pytest.approx(same[0].accuracy["surrogates"], abs=0.01)
    assert same[-1].accuracy["heavier branch"] < same[0].accuracy["heavier branch"] - 0.05
    assert strange[-1].accuracy["surrogates"] < strange[0].accuracy["surrogates"] - 0.05


def test_nothing_known_leaves_one_answer_for_all_cases():
    right = SurrogateLab(data="weather", hidden=ANY).steps[-1].accuracy
    assert {round(14 * share) for share in right.values()} <= {5, 9}


@pytest.mark.parametrize("likeness", [0.0, 0.5, 1.0])
def test_twins_are_as_alike_as_they_should_be(likeness):
    X, _ = twins(likeness, 3, n=4000)
    assert np.corrcoef(X[:, 0], X[:, 1])[0, 1] == pytest.approx(likeness, abs=0.05)
    assert np.corrcoef(X[:, 0], X[:, 2])[0, 1] == pytest.approx(0.0, abs=0.05)


def test_accuracy_is_drawn_up_to_the_share_hidden():
    lab = SurrogateLab()
    curves = [mark for mark in lab.scenes[3].panel("accuracy").marks if isinstance(mark, Path) and mark.upto]
    assert [curve.upto for curve in curves] == [4] * 4


def test_examples_of_a_table_give_no_splits_of_single_examples():
    """Their questions would have no room in the picture, and say little."""
    for name in next(c.options for c in SurrogateLab.steering if c.name == "data"):
        model = SurrogateLab(data=name).steps[0].model
        assert model.tree.weight[model.leaves].min() >= 2


@pytest.mark.parametrize("lab, panel", [(SurrogateLab, "accuracy"), (CostLab, "payments")], ids=lambda v: str(v))
def test_names_of_curves_stay_in_the_picture_in_lecture_mode(lab, panel):
    scene = lab().scenes[-1]
    for picture in (scene, scene.narrow()):
        drawn = picture.panel(panel)
        left, _, across, _ = drawn.box
        assert drawn.ends
        for end in drawn.ends:
            assert left + across + style.LABEL_GAP + width(end.text, style.LABEL_SIZE) <= picture.width


# ---------------------------------------------------------------- costs


@pytest.mark.parametrize(
    "rule, ids",
    [(1, {"outlook": "TEN-41", "temperature": "TEN-42", "humidity": "TEN-43", "wind": "TEN-44"}),
     (2, {"outlook": "TEN-45", "temperature": "TEN-46"})],
)  # fmt: skip
def test_cost_lab_opens_with_the_merits_of_the_golden_costs(rule, ids):
    shown = texts(CostLab(rule=tuple(RULES)[rule]).scenes[0], "merits")
    for attribute, id_ in ids.items():
        assert shown[shown.index(attribute) + 3] == f"{golden(id_).value:.4f}"


def test_price_of_the_best_attribute_changes_the_root():
    roots = [CostLab(outlook=cost).steps[-1].model.question(0) for cost in (1, 30)]
    assert roots[0] == "outlook" != roots[1]


def test_gain_alone_is_id3_whatever_the_prices():
    X, y = attributes_and_classes("tennis")
    lab = CostLab(rule="gain alone", outlook=30, wind=12)
    assert lab.steps[-1].model.tree.feature.tolist() == ID3().fit(X, y).model_.tree.feature.tolist()


def test_cost_lab_lights_the_test_that_was_taken():
    lab = CostLab()
    for step, scene in zip(lab.steps[1:-1], lab.scenes[1:-1], strict=True):
        lit = [mark.text for mark in scene.panel("merits").marks if isinstance(mark, Text) and mark.bold]
        assert lit == [step.model.question(step.node)]
        rows = [word for word in texts(scene, "merits") if word in lab.values]
        assert rows[0] == lit[0]  # the best is first


def test_leaves_say_what_was_paid():
    lab = CostLab()
    assert sum("pays" in word for word in texts(lab.scenes[-1], "tree")) == len(lab.steps[-1].model.leaves)
