"""ID3, C4.5 and CART: the trees of the lectures come out as they were drawn by hand."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import C45, CART, ID3, DecisionTree
from tests.golden import close, golden
from tests.learners.tree.nodes import NOT_ASKED, TARGETS

CASE = Table.from_dict({"outlook": ["Sunny"], "temp": [82.0], "humidity": [85.0], "windy": ["True"]})


def lecture(name):
    table = data.load(name)
    return table.without(TARGETS[name], *NOT_ASKED[name]), table[TARGETS[name]]


def drawn(model, node=0):
    """The tree as nested dicts, the way the lecture's tree is written down."""
    children = model.tree.children(node)
    if not children:
        return model.verdict(node)
    branches = {model.answer(child): drawn(model, child) for child in children}
    return {model.question(node): dict(sorted(branches.items()))}


def test_id3_grows_the_tennis_tree_of_the_lecture():  # I-003-033, I-003-034
    assert drawn(ID3().fit(*lecture("tennis")).model_) == golden("TEN-32").value


@pytest.mark.parametrize("kind", [ID3, C45])
def test_weather_tree_is_exact_and_answers_the_lectures_case(kind):  # I-000-070
    X, y = lecture("weather")
    learner = kind().fit(X, y)
    assert drawn(learner.model_) == {
        "outlook": {
            "Overcast": "Yes",
            "Rain": {"windy": {"False": "Yes", "True": "No"}},
            "Sunny": {"humidity \u2264 77.5": {"no": "No", "yes": "Yes"}},
        }
    }
    errors = int((learner.predict(X) != y).sum())
    assert close([errors, learner.last_step_.leaves], golden("WEA-18"))
    assert learner.predict(CASE)[0].lower() == golden("WEA-17").value.lower()


def test_weather_tree_agrees_with_the_nearest_case():
    """Deck 000 "Decision Trees and Instance-based Classifiers": the same question put to the memory of all cases."""
    weather = data.load("weather")
    distance = np.hypot(weather["temp"] - 82, weather["humidity"] - 85)
    nearest = int(distance.argmin())
    assert close([int(weather["case"][nearest]), float(distance[nearest])], golden("WEA-30"))
    assert weather["class"][nearest] == ID3().fit(*lecture("weather")).predict(CASE)[0]


def test_cart_asks_about_one_category_at_a_time():
    model = CART(criterion="entropy").fit(*lecture("rgb8")).model_
    assert model.question(0) == "x2 \u2264 0.05"
    assert (model.tree.arity[model.tree.splits] == 2).all()
    tennis = CART().fit(*lecture("tennis")).model_
    assert tennis.question(0) == "outlook = overcast"


@pytest.mark.parametrize(
    ("kind", "choices"),
    [
        (ID3, {"criterion": "entropy", "tests": "multiway"}),
        (C45, {"criterion": "gain_ratio", "tests": "multiway", "missing": "fractions"}),
        (CART, {"criterion": "gini", "tests": "binary"}),
    ],
)
@pytest.mark.parametrize("name", ["tennis", "weather", "rgb8", "buys_computer"])
def test_classics_are_choices_of_the_decision_tree(kind, choices, name):
    X, y = lecture(name)
    assert drawn(kind().fit(X, y).model_) == drawn(DecisionTree(**choices).fit(X, y).model_)


def test_id3_falls_for_a_number_of_the_day_and_c45_less_so():
    """An attribute with a branch for every example has all the gain, but pays its split information."""
    tennis, y = data.load("tennis"), data.load("tennis")["play"]
    days = Table.from_dict({"day": [f"day {k}" for k in tennis["day"]]} | {n: tennis[n] for n in ("outlook", "wind")})
    assert ID3().fit(days, y).model_.question(0) == "day"
    tree = C45(max_depth=1).fit(days, y).model_.tree
    assert tree.gain[0] < ID3(max_depth=1).fit(days, y).model_.tree.gain[0] / 3


def test_c45_spreads_a_case_whose_value_is_missing():
    learner = C45().fit(*lecture("tennis"))
    case = Table.from_dict({"outlook": np.array([np.nan]), "temperature": ["hot"], "humidity": ["normal"],
                            "wind": ["weak"]})  # fmt: skip
    assert learner.predict(case).tolist() == ["yes"]
    np.testing.assert_allclose(learner.predict_proba(case).sum(), 1.0)
