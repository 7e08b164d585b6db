"""The table of rules: what is struck, what is lit, and that words stay in their boxes."""

import pytest
from views.marks import of, span, texts

from labkit.views.scene import Boxes, Segments, Text
from labkit.views.tables.cells import PAD
from labkit.views.tables.rules import DROPPED, DROPPING, HELD, RuleLine, rule_table

LONG = (("outlook = overcast", HELD), ("humidity \u2264 77.5", HELD), ("x1 > -0.3721", HELD))


def line(*conditions, right=1, covered=2, before=None):
    return RuleLine(conditions, "yes", 1, 0.25, right, covered, before)


def table(*lines, width=944.0):
    return rule_table(lambda step: lines, lines, title="rules")(None, (width, 240.0))


def strokes(panel, along):
    """The lines within rows that do not change along an axis, without the one below the headings."""
    found = [mark for mark in of(panel, Segments) if mark.color != "grid"]
    return [mark for mark in found if getattr(mark, f"{along}0") == getattr(mark, f"{along}1")]


def test_dropped_conditions_are_struck_and_only_the_newest_is_lit():
    panel = table(line(("a = b", DROPPED), ("c = d", DROPPING), ("e = f", HELD), before=0.0), line(("a = g", HELD)))
    assert [mark.color for mark in strokes(panel, "y")] == ["muted", "accent"]
    assert len(of(panel, Boxes, fill="lit")) == 1
    assert len(of(panel, Boxes, stroke="grid")) == 2


def test_accuracy_bar_shows_what_it_was_before():
    panel = table(line(("a = b", DROPPING), before=1.0))
    bar, (before,) = of(panel, Boxes, fill="accent")[0], strokes(panel, "x")
    assert before.x0 - bar.x0 == pytest.approx(2 * (bar.x1 - bar.x0), rel=1e-5)  # from 1 of 1 to 1 of 2
    assert "1 of 2" in texts(panel)


def test_rule_that_covers_nothing_says_so():
    panel = table(line(("a = b", HELD), right=0, covered=0))
    assert "none" in texts(panel) and not of(panel, Boxes, fill="accent")


@pytest.mark.parametrize("width, many", [(464.0, 1), (464.0, 3), (660.0, 1), (660.0, 6), (944.0, 3), (944.0, 6)])
def test_words_stay_in_their_boxes_and_columns_apart(width, many):
    panel = table(*[line(*(LONG * 2)[:many])] * 5, width=width)
    chips = of(panel, Boxes, stroke="grid")
    assert len(chips) == 5 * many
    for chip in chips:
        for text in of(panel, Text):
            if chip.x0 < text.x < chip.x1 and chip.y0 < text.y < chip.y1:
                assert text.text and span(text)[2] <= chip.x1 - PAD + 1e-6
    then = min(text.x for text in of(panel, Text, bold=True))
    assert max(chip.x1 for chip in chips) < then
    assert max(box.x1 for box in of(panel, Boxes)) < width


def test_rule_without_conditions_has_a_line_too():
    assert texts(table(line()), bold=True) == ["yes"]


def test_narrow_table_gives_the_room_of_its_bars_to_the_conditions():
    lines = line(("outlook = overcast", HELD)), line(("outlook = sunny", HELD), ("humidity = normal", HELD))
    wide, narrow = table(*lines), table(*lines, width=464.0)
    assert of(wide, Boxes, fill="accent") and not of(narrow, Boxes, fill="accent")
    assert "1 of 2" in texts(narrow) and "25%" in texts(narrow)
    assert not [text for text in texts(narrow) if text.endswith("\u2026")]
