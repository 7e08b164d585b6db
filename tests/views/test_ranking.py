"""Ranked rows: order, bars, what is left out."""

import pytest

from labkit.core.story import UPDATE, Step
from labkit.views import words
from labkit.views.ranking import HEAD, ROW, Ranking, Row
from labkit.views.scene import Box, Text

STEP = Step(event=UPDATE, model=None)


def ranking(rows, height=HEAD + 4 * ROW, **more):
    return Ranking(lambda step: rows, box=(0, 0, 390, height), headings=("test", "gain"), **more)(STEP)


def rows(n):
    return [Row(f"test {k}", (f"0.{k}",), float(n - k)) for k in range(n)]


def of(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def lengths(panel):
    return [box.x1 - box.x0 for box in of(panel, Box) if box.fill == "accent"]


def test_ranking_keeps_the_order_from_the_top():
    labels = [text for text in of(ranking(rows(3)), Text) if text.text.startswith("test ")]
    assert [label.text for label in labels] == ["test 0", "test 1", "test 2"]
    assert labels[0].y > labels[1].y > labels[2].y


def test_numbers_of_neighbouring_columns_do_not_touch_in_lecture_mode():
    row = Row("outlook", ("30", "0.0304"), 1.0)
    panel = Ranking(lambda step: [row], box=(0, 0, 390, 126), headings=("test", "cost", "merit"))(STEP)
    cost, merit = (text for text in of(panel, Text) if text.text in row.cells)
    assert cost.x + 4.0 < merit.x - words.width(merit.text, merit.size)


def test_bars_are_as_long_as_their_values():
    longest, middle, short = lengths(ranking(rows(3)))
    assert longest == pytest.approx(3 * short) and middle == pytest.approx(2 * short)
    assert lengths(ranking(rows(3), full=6.0)) == pytest.approx([longest / 2, middle / 2, short / 2])


def test_bar_never_leaves_its_frame():
    assert lengths(ranking(rows(3), full=1.0))[0] == lengths(ranking(rows(1)))[0]


def test_chosen_row_is_lit_and_bold():
    panel = ranking([Row("a", ("1",), 1.0), Row("b", ("0",), 0.0, lit=True)])
    assert len([box for box in of(panel, Box) if box.fill == "lit"]) == 1
    assert [text.text for text in of(panel, Text) if text.bold] == ["b"]


def test_too_many_rows_are_counted():
    panel = ranking(rows(40))
    shown = [text for text in of(panel, Text) if text.text.startswith("test ")]
    rest = next(text for text in of(panel, Text) if text.text.startswith("and "))
    assert rest.text == f"and {40 - len(shown)} more"
    assert min(text.y for text in of(panel, Text)) == rest.y > 0


def test_empty_ranking_says_so():
    assert [text.text for text in of(ranking([], empty="none"), Text)] == ["none"]


def test_title_may_depend_on_the_step():
    assert ranking(rows(1), title=lambda step: step.event).title == UPDATE
