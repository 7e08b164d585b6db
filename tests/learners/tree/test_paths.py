"""The story of one case down a tree, with each way of dealing with missing values."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE, Trace
from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.fill_in import FillIn
from labkit.learners.tree.fractions import Fractions
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.node_by_node import grow
from labkit.learners.tree.paths import path_steps
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.surrogates import Surrogates
from tests.golden import close, golden
from tests.learners.tree.gaps import gappy, model_of

WEATHER = data.load("weather").select("outlook", "temp", "humidity", "windy")


def weather(router=None):
    return model_of(WEATHER, data.load("weather")["class"], router, criterion="entropy", multiway=True)[0]


def routed(table, y, missing):
    """A model grown on gaps, with its router."""
    model, examples = model_of(table, y, missing="fractions" if missing in (None, "fill") else missing)
    router = {
        None: None,
        "fill": FillIn.learn(table),
        "fractions": Fractions(),
        "surrogates": Surrogates.learn(model.tree, examples),
    }[missing]
    return TreeModel.whole(model.tree, model.attributes, model.classes, router=router)


def test_path_of_a_complete_case_takes_one_branch_at_a_time():
    story = Trace(path_steps(weather(), {"outlook": "Sunny", "temp": 82, "humidity": 85, "windy": "True"}))
    assert [step.event for step in story] == [START, UPDATE, UPDATE, STOP]
    assert [(step.question, step.value, step.why) for step in story[1:3]] == [
        ("outlook", "Sunny", "known"),
        ("humidity \u2264 77.5", "85", "known"),
    ]
    assert close(story[-1].verdict.lower(), golden("WEA-17"))
    assert story[1].caption == "outlook? It is Sunny, so outlook = Sunny"


def test_path_of_the_lectures_case_spreads_over_the_branches():  # I-000-100, I-000-101
    story = Trace(path_steps(weather(Fractions()), {"humidity": 85, "windy": "True"}))
    first = story[1]
    share = dict(zip(map(first.model.answer, first.children), first.shares, strict=True))
    assert close([share["Sunny"], share["Overcast"], share["Rain"]], golden("WEA-21"))
    assert (first.value, first.event) == ("?", UPDATE)
    assert "Sunny 0.357" in first.why
    no, yes = story[-1].proba.tolist()
    assert close(yes, golden("WEA-19"))
    assert close(no, golden("WEA-20"))
    assert story[-1].verdict == "No"
    assert story[-1].caption == "stop: No, the weighted answer of 3 nodes"


def test_path_that_ends_in_a_tie_says_so():
    *_, end = path_steps(weather(Fractions()), {"humidity": 85})
    assert end.proba == pytest.approx([0.5, 0.5])
    assert end.caption == "stop: No, the first of equals, the weighted answer of 4 nodes"


def test_path_tells_a_filled_in_category_once():
    _, asked, *_ = path_steps(weather(FillIn.learn(WEATHER)), {"windy": "True"})
    assert asked.caption == "outlook? Not known; as usual, outlook = Rain"


def test_path_starts_with_the_shares_of_all_examples():
    start = next(path_steps(weather(), {}))
    assert close(float(start.proba[1]), golden("WEA-23"))
    assert start.caption == "start at the root: Yes, if nothing is asked"


def test_path_without_router_stops_at_the_missing_value():
    story = Trace(path_steps(weather(), {"humidity": 85}))
    assert [step.event for step in story] == [START, UPDATE, STOP]
    assert (story[1].why, story[1].children) == ("not known", ())
    assert story[1].caption == "outlook? Not known: the case stops here"
    assert story[-1].resting[0] == 1.0


def test_path_says_what_was_filled_in():
    story = Trace(path_steps(weather(FillIn.learn(WEATHER)), {"outlook": "Sunny"}))
    assert story[2].why == f"not known; as usual, humidity = {np.mean(WEATHER['humidity']):.4g}"


def test_path_says_which_surrogate_took_over():
    X = np.column_stack([np.arange(6.0), -np.arange(6.0)])
    examples = TreeExamples(X, np.array([0, 0, 0, 1, 1, 1]), 2, np.zeros(2, dtype=bool))
    tree = grow(examples, Plan())
    model = TreeModel.whole(tree, Attributes.of(X), np.array([0, 1]), router=Surrogates.learn(tree, examples))
    story = Trace(path_steps(model, [np.nan, -5.0]))
    assert story[1].why == "not known; its surrogate x2 > -2.5 does not hold"
    assert story[-1].verdict == "1"
    assert (
        Trace(path_steps(model, [np.nan, np.nan]))[1].why == "not known, nor any surrogate; with most of the examples"
    )


def test_path_stops_at_a_category_that_no_example_here_had():
    colour = ["red", "blue", "green", "blue", "green", "blue", "green"]
    table = Table.from_dict({"a": [0, 0, 0, 1, 1, 1, 1], "colour": colour})
    model, _ = model_of(table, [2, 2, 2, 0, 1, 0, 1], Fractions(), multiway=True)
    story = Trace(path_steps(model, {"a": 1, "colour": "red"}))
    assert story[2].why == "no example here had this value"
    assert story[-1].resting[story[2].node] == 1.0


@pytest.mark.parametrize("missing", [None, "fill", "fractions", "surrogates"])
@pytest.mark.parametrize("seed", range(3))
def test_path_ends_with_the_models_own_prediction(missing, seed):
    table, y = gappy(seed, n=30)
    model = routed(table, y, missing)
    for row in range(len(table)):
        end = Trace(path_steps(model, table[[row]]))[-1]
        np.testing.assert_allclose(end.proba, model.predict_proba(table[[row]])[0])
        assert end.verdict == str(model.predict(table[[row]])[0])


def test_path_weights_are_whole_at_every_step_and_read_only():
    table, y = gappy(1)
    for step in path_steps(routed(table, y, "fractions"), {}):
        assert step.resting.sum() == pytest.approx(1.0)
        assert not step.path.flags.writeable and not step.resting.flags.writeable
        assert ((step.path > 0) >= (step.resting > 0)).all()


def test_path_lights_every_node_that_the_case_came_by():
    story = Trace(path_steps(weather(Fractions()), {}))
    np.testing.assert_array_equal(story[0].path > 0, np.arange(len(story[0].path)) == 0)
    np.testing.assert_allclose(story[-1].path, story[-1].model.tree.weight / 14)


def test_path_of_numbers_tells_the_weighted_mean():
    X = np.array([[0.0], [1.0], [2.0], [3.0]])
    tree = grow(TreeExamples(X, np.array([1.0, 1.0, 5.0, 5.0]), 0, np.zeros(1, dtype=bool)), Plan(criterion="variance"))
    model = TreeModel.whole(tree, Attributes.of(X), None, router=Fractions())
    assert Trace(path_steps(model, [np.nan]))[-1].verdict == "3"
    assert Trace(path_steps(model, [3.0]))[-1].verdict == "5"


def test_path_of_a_single_leaf_has_no_question():
    model = weather()
    leaf = TreeModel(model.grown, upto=0)
    assert [step.event for step in path_steps(leaf, {})] == [START, STOP]


def test_path_refuses_what_is_not_one_case():
    with pytest.raises(ValueError, match=r"case: expected one case of 4 attributes, got shape \(14, 4\)"):
        path_steps(weather(), WEATHER)
    with pytest.raises(ValueError, match=r"case: expected attributes out of outlook.*got 'wind'"):
        path_steps(weather(), {"wind": "weak"})
