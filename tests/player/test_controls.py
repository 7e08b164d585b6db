"""Controls check what they are set to, and describe themselves as plain data."""

import json

import numpy as np
import pytest

from labkit.player.controls import MOST_LETTERS, Button, Choice, Memory, Slider, Switch, described

WHOLE = Slider("points", "points", 10, 200, 2, 40)
REAL = Slider("gap", "gap", 0.02, 0.4, 0.02, 0.1)
CHOICE = Choice("rate", "rate", ("constant", "optimal"), "constant")
SWITCH = Switch("noise", "noise")
MEMORY = Memory("moves", "none")


@pytest.mark.parametrize("control", [WHOLE, REAL, CHOICE, SWITCH, MEMORY], ids=lambda control: control.kind)
def test_control_takes_its_default_and_its_extremes(control):
    for value in (control.default, *control.extremes):
        assert control.check(value) == value


@pytest.mark.parametrize("value", [9, 201, 25.5, 40.0, "40", None, True, float("nan"), [40], np.array([40])])
def test_whole_slider_refuses_what_is_no_whole_number_within_its_bounds(value):
    with pytest.raises(ValueError, match="points: expected a whole number >= 10 and <= 200, got"):
        WHOLE.check(value)


@pytest.mark.parametrize("value", [0, 0.41, "0.1", None, float("inf"), float("nan"), {}])
def test_slider_refuses_what_is_no_number_within_its_bounds(value):
    with pytest.raises(ValueError, match=r"gap: expected a number >= 0.02 and <= 0.4, got"):
        REAL.check(value)


@pytest.mark.parametrize("value", ["Constant", "", None, 0, ["constant"], {"constant"}])
def test_choice_refuses_other_words(value):
    with pytest.raises(ValueError, match="rate: expected one of 'constant', 'optimal', got"):
        CHOICE.check(value)


@pytest.mark.parametrize("value", ["on", None, 2, []])
def test_switch_refuses_what_is_neither_on_nor_off(value):
    with pytest.raises(ValueError, match="noise: expected one of False, True, got"):
        SWITCH.check(value)


def test_slider_values_have_one_type():
    assert type(WHOLE.check(np.int64(12))) is int
    assert type(Slider("b", "b", 0.0, 1.0, 0.5, 0.0).check(1)) is float


def test_controls_describe_themselves_as_plain_data():
    told = described([WHOLE, CHOICE, SWITCH])
    sent = json.loads(json.dumps(told))
    assert sent[0].items() >= {
        "name": "points", "label": "points", "low": 10, "high": 200, "step": 2, "default": 40, "only": None,
    }.items()  # fmt: skip
    assert [each["kind"] for each in sent] == ["slider", "choice", "switch"]


def test_slider_says_with_which_values_of_another_control_it_matters():
    (told,) = described([Slider("gap", "gap", 0.0, 1.0, 0.5, 0.0, only=("data", ("separable", "xor")))])
    assert json.loads(json.dumps(told))["only"] == ["data", ["separable", "xor"]]


def test_slider_is_live_unless_it_says_that_its_story_is_slow():
    quick, slow = described([WHOLE, Slider("trials", "trials", 10, 300, 10, 100, live=False)])
    assert (quick["live"], slow["live"]) == (True, False)


@pytest.mark.parametrize("value", [None, 3, ["a"], "x" * (MOST_LETTERS + 1)], ids=["none", "number", "list", "long"])
def test_memory_refuses_what_is_no_short_text(value):
    with pytest.raises(ValueError, match=f"moves: expected at most {MOST_LETTERS} letters of text, got"):
        MEMORY.check(value)


def test_button_is_drawn_and_memory_is_not():
    told = described([Button("go", "go on"), MEMORY])
    assert told == [{"name": "go", "label": "go on", "only": None, "kind": "button"}]
