"""The one table, and two presets that show most of it: order, bars, widths, what is left out."""

import pytest
from views.marks import of, span, step, texts

from labkit.core.story import UPDATE
from labkit.views.scene import Boxes, Text
from labkit.views.tables.cells import Bar, Slot, Word
from labkit.views.tables.facts import facts
from labkit.views.tables.grid import Column, Grid, Row, column_widths
from labkit.views.tables.ranking import Ranked, ranking

SIZE = (390.0, 126.0)


def ranked(rows, headings=("test", "gain"), size=SIZE, **more):
    return ranking(lambda step: rows, headings, **more)(step(), size)


def some(n):
    return [Ranked(f"test {k}", (f"0.{k}",), float(n - k)) for k in range(n)]


def lengths(panel):
    return [box.x1 - box.x0 for box in of(panel, Boxes, fill="accent")]


# ---------------------------------------------------------------- rankings and facts


def test_ranking_keeps_the_order_from_the_top():
    labels = [text for text in of(ranked(some(3)), Text) if text.text.startswith("test ")]
    assert [label.text for label in labels] == ["test 0", "test 1", "test 2"]
    assert labels[0].y > labels[1].y > labels[2].y


def test_numbers_of_neighbouring_columns_do_not_touch_in_lecture_mode():
    panel = ranked([Ranked("outlook", ("30", "0.0304"), 1.0)], ("test", "cost", "merit"))
    cost, merit = (text for text in of(panel, Text) if text.text in ("30", "0.0304"))
    assert span(cost)[2] + 4.0 < span(merit)[0]


def test_bars_are_as_long_as_their_values():
    longest, middle, short = lengths(ranked(some(3)))
    assert longest == pytest.approx(3 * short) and middle == pytest.approx(2 * short)
    assert lengths(ranked(some(3), full=6.0)) == pytest.approx([longest / 2, middle / 2, short / 2])


def test_bar_never_leaves_its_frame():
    assert lengths(ranked(some(3), full=1.0))[0] == lengths(ranked(some(1)))[0]


def test_chosen_row_is_lit_and_bold():
    panel = ranked([Ranked("a", ("1",), 1.0), Ranked("b", ("0",), 0.0, lit=True)])
    assert len(of(panel, Boxes, fill="lit")) == 1 and texts(panel, bold=True) == ["b"]


def test_too_many_rows_are_counted():
    panel = ranked(some(40))
    shown = [text for text in texts(panel) if text.startswith("test ")]
    rest = next(text for text in of(panel, Text) if text.text.startswith("and "))
    assert rest.text == f"and {40 - len(shown)} more"
    assert min(text.y for text in of(panel, Text)) == rest.y > 0


def test_empty_ranking_says_so():
    assert texts(ranked([], empty="none")) == ["none"]


def test_title_may_depend_on_the_step():
    assert ranked(some(1), title=lambda step: step.event).title == UPDATE


def test_facts_are_rows_under_their_headings():
    view = facts(lambda step: [("leaves", "8", "5"), ("errors", "0", "0")], ("yours", "theirs"))
    panel = view(step(), SIZE)
    assert texts(panel) == ["yours", "theirs", "leaves", "8", "5", "errors", "0", "0"]
    height = {text.text: text.y for text in of(panel, Text)}
    assert height["8"] == height["leaves"] == height["5"]


# ---------------------------------------------------------------- widths


def test_columns_share_what_their_words_leave_by_weight_up_to_their_most():
    columns = [Column(), Column(weight=1.0), Column(weight=3.0, most=120.0)]
    narrow, middle, wide = column_widths(columns, [Row(("a", "", ""))], 400.0, 10.0)
    assert narrow == Word("a").wide(10.0) and wide == 120.0
    assert middle == pytest.approx((400.0 - 20.0 - narrow) / 4)


def test_words_are_cut_where_there_is_little_room_and_numbers_are_not():
    columns = [Column(), Column("", "right")]
    words, numbers = column_widths(columns, [Row(("a very long name of a thing", "0.12345"))], 150.0, 10.0)
    assert numbers == Word("0.12345").wide(10.0) and words == pytest.approx(150.0 - 10.0 - numbers)
    view = Grid(lambda step: [Row(("a very long name of a thing", "0.12345"))], columns)
    cut, number = texts(view(step(), (166.0, 40.0)))
    assert cut.endswith("\u2026") and number == "0.12345"


def test_sample_keeps_columns_where_they_are_from_step_to_step():
    view = Grid(lambda step: [Row(("a" * (1 + step.example), "b"))], [Column(), Column(weight=1.0)],
                sample=[Row(("aaaaaa", "b"))])  # fmt: skip
    assert [of(view(step(k), SIZE), Text)[1].x for k in (0, 4)] == [of(view(step(2), SIZE), Text)[1].x] * 2


def test_bar_marks_what_its_share_was_before():
    marks = Bar.of(0.25, before=0.5).draw(Slot(0.0, 100.0, 10.0, 20.0, 10.0))
    assert marks[-1].x0 == marks[-1].x1 == 50.0 and marks[1].x1 == 25.0


@pytest.mark.parametrize(("width", "shown"), [(300.0, ["a", "c"]), (500.0, ["a", "b", "c"])])
def test_column_is_left_out_of_a_table_narrower_than_it_asks_for(width, shown):
    columns = [Column("one"), Column("two", least=400.0), Column("three")]
    table = Grid(lambda step: [Row(("a", "b", "c")), Row(("a line across",))], columns)
    words = texts(table(step(), (width, 100.0)))
    assert [word for word in words if len(word) == 1] == shown
    assert ("two" in words) == ("b" in shown)
    assert "a line across" in words
