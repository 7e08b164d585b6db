"""Tables of words and numbers: words left, numbers right, rows that are items."""

import numpy as np
from views.marks import of, step, texts

from labkit.views.scene import Boxes, Text
from labkit.views.tables.facts import table

ROWS = [("red", 0.123456, 3, None), ("green", 12.0, 10, "x")]
SIZE = (400.0, 160.0)


def shown(**more):
    return table(lambda step: ROWS, ("name", "share", "count", "note"), **more)(step(), SIZE)


def test_words_stand_left_and_numbers_right_with_few_digits():
    panel = shown()
    assert texts(panel, color="ink") == ["red", "0.1235", "3", "green", "12", "10", "x"]
    cells = [text for text in of(panel, Text) if text.color == "ink"]
    assert [text.anchor for text in cells] == ["left", "right", "right", "left", "right", "right", "left"]
    assert cells[1].x == cells[4].x and cells[0].x == cells[3].x
    headings = [text for text in of(panel, Text) if text.color == "muted"]
    assert [text.anchor for text in headings] == ["left", "right", "right", "left"]


def test_numbers_of_numpy_are_numbers_and_truth_is_a_word():
    panel = table(lambda step: [(np.float64(0.5), True)], ("a", "b"))(step(), SIZE)
    assert [(text.text, text.anchor) for text in of(panel, Text, color="ink")] == [("0.5", "right"), ("True", "left")]


def test_rows_with_a_key_are_items_and_a_chosen_one_is_lit():
    boxes = of(shown(key="example", first=1, lit=lambda step: [1]), Boxes)
    assert [(box.items.key, box.items.keys, box.fill) for box in boxes] == [("example", 1, ""), ("example", 2, "lit")]


def test_table_without_rows_says_so():
    assert texts(table(lambda step: [], ("a", "b"), empty="nothing yet")(step(), SIZE)) == ["nothing yet"]
