"""The values of one case: where they stand, what a click means, which are lit."""

from itertools import pairwise

import numpy as np
import pytest
from views.marks import of, span, step

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import ID3
from labkit.learners.tree.paths import path_steps
from labkit.views.scene import Boxes, Text
from labkit.views.tables.case import UNKNOWN, case_table

OFFERS = {"outlook": ("Overcast", "Rain", "Sunny"), "humidity": ("65", "70", "85", "96")}
SIZE = (348.0, 70.0)


def panel_of(at=None, size=SIZE, **case):
    table = case_table(OFFERS, {"outlook": UNKNOWN, "humidity": "85"} | case, numeric=("humidity",))
    return table(step() if at is None else at, size)


def row(panel, name):
    return next(text.y for text in of(panel, Text) if text.text == name)


def word(panel, value, name):
    return next(t for t in of(panel, Text) if t.text == value and abs(t.y - row(panel, name)) < 10)


@pytest.mark.parametrize("value", [UNKNOWN, *OFFERS["outlook"]])
def test_click_on_the_word_of_a_category_chooses_it(value):
    panel = panel_of()
    found = word(panel, value, "outlook")
    assert panel.target_at(found.x, found.y) == f"outlook={value}"


@pytest.mark.parametrize("value", OFFERS["humidity"])
def test_click_on_the_line_takes_the_nearest_number(value):
    panel = panel_of(humidity=value)
    found = word(panel, value, "humidity")
    assert panel.target_at(found.x + 1.0, row(panel, "humidity")) == f"humidity={value}"


def test_click_between_two_numbers_always_takes_one():
    panel = panel_of(humidity=UNKNOWN)
    first, last = (word(panel, value, "humidity").x for value in ("65", "96"))
    found = [panel.target_at(x, row(panel, "humidity")) for x in np.linspace(first, last, 50)]
    assert set(found) == {f"humidity={value}" for value in OFFERS["humidity"]}
    assert sorted(found) == found


def test_click_on_a_name_or_outside_means_nothing():
    panel = panel_of()
    assert panel.target_at(2.0, row(panel, "outlook")) == panel.target_at(100.0, -5.0) == ""


def test_case_shows_what_is_chosen_by_a_stronger_frame():
    panel = panel_of(outlook="Rain")
    (strong,) = of(panel, Boxes, stroke="accent")
    assert strong.x0 < word(panel, "Rain", "outlook").x < strong.x1
    assert strong.width > max(box.width for box in of(panel, Boxes, stroke="muted"))


def test_case_lights_the_attribute_that_is_asked_for():
    weather = data.load("weather")
    model = ID3().fit(weather.select("outlook", "humidity", "windy"), weather["class"]).model_
    lit = []
    for moment in Trace(path_steps(model, {"outlook": "Sunny", "humidity": 85})):
        panel = panel_of(moment)
        lit.append([name for name in OFFERS for box in of(panel, Boxes, fill="lit")
                    if box.y0 < row(panel, name) < box.y1])  # fmt: skip
    assert lit == [[], ["outlook"], ["humidity"], []]


def test_chips_stay_apart_and_words_inside_them_where_there_is_little_room():
    panel = panel_of(size=(240.0, 70.0), outlook="Rain")
    chips = [box for box in of(panel, Boxes) if box.radius and abs((box.y0 + box.y1) / 2 - row(panel, "outlook")) < 1]
    assert len(chips) == 4 and all(a.x1 < b.x0 for a, b in pairwise(chips)) and chips[-1].x1 <= 240
    for chip in chips:
        (text,) = [t for t in of(panel, Text) if chip.x0 < t.x < chip.x1 and chip.y0 < t.y < chip.y1]
        assert chip.x0 <= span(text)[0] and span(text)[2] <= chip.x1
