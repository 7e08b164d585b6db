"""The values of one case: where they stand, what a click means, which are lit."""

from itertools import pairwise

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import ID3
from labkit.learners.tree.paths import path_steps
from labkit.views import words
from labkit.views.case import ROW, UNKNOWN, WORD, CaseView
from labkit.views.scene import Box, Text

OFFERS = {"outlook": ("Overcast", "Rain", "Sunny"), "humidity": ("65", "70", "85", "96")}
BOX = (8.0, 30.0, 348.0, 2 * ROW)
UP, DOWN = 1.5 * ROW, 0.5 * ROW  # the middle of the first row and of the second


def view(**case):
    return CaseView(OFFERS, {"outlook": UNKNOWN, "humidity": "85"} | case, box=BOX, numeric=("humidity",))


def story():
    weather = data.load("weather")
    model = ID3().fit(weather.select("outlook", "humidity", "windy"), weather["class"]).model_
    return Trace(path_steps(model, {"outlook": "Sunny", "humidity": 85}))


def of(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


@pytest.mark.parametrize("value", [UNKNOWN, *OFFERS["outlook"]])
def test_click_on_the_word_of_a_category_chooses_it(value):
    word = next(text for text in of(view()(story()[0]), Text) if text.text == value and text.y == UP)
    assert view().at(word.x, word.y) == ("outlook", value)


@pytest.mark.parametrize("value", OFFERS["humidity"])
def test_click_on_the_line_takes_the_nearest_number(value):
    word = next(text for text in of(view(humidity=value)(story()[0]), Text) if text.text == value)
    assert view().at(word.x + 1.0, DOWN) == ("humidity", value)


def test_click_between_two_numbers_always_takes_one():
    place = {text.text: text.x for text in of(view(humidity=UNKNOWN)(story()[0]), Text)}
    found = [view().at(x, DOWN) for x in np.linspace(place["65"], place["96"], 50)]
    assert {value for _, value in found} == set(OFFERS["humidity"])
    assert sorted(found, key=lambda each: float(each[1])) == found


def test_click_on_a_name_or_outside_means_nothing():
    assert view().at(2.0, UP) is None
    assert view().at(100.0, -5.0) is None


def test_case_view_shows_what_is_chosen_by_a_stronger_frame():
    strong = [box for box in of(view(outlook="Rain")(story()[0]), Box) if box.stroke == "accent"]
    rain = next(text for text in of(view(outlook="Rain")(story()[0]), Text) if text.text == "Rain")
    assert [box.x0 < rain.x < box.x1 for box in strong] == [True]


def test_case_view_lights_the_attribute_that_is_asked_for():
    lit = [[box.y0 for box in of(view()(step), Box) if box.fill == "lit"] for step in story()]
    assert lit == [[], [ROW], [0.0], []]


def test_chips_stay_apart_and_words_inside_them_where_there_is_little_room():
    narrow = CaseView({"outlook": OFFERS["outlook"]}, {"outlook": "Rain"}, box=(0, 0, 190, ROW))
    panel = narrow(story()[0])
    chips, texts = of(panel, Box), of(panel, Text)[1:]
    assert all(a.x1 < b.x0 for a, b in pairwise(chips))
    assert chips[-1].x1 <= 190
    for chip, text in zip(chips, texts, strict=True):
        assert words.width(text.text, WORD) <= chip.x1 - chip.x0
