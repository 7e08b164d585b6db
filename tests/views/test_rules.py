"""The table of rules: what is struck, what is lit, and that words stay in their boxes."""

import pytest

from labkit.views import words
from labkit.views.rules import DROPPED, DROPPING, HELD, PAD, SAID, RuleLine, RuleTable
from labkit.views.scene import Box, Path, Text

LONG = (("outlook = overcast", HELD), ("humidity \u2264 77.5", HELD), ("x1 > -0.3721", HELD))


def line(*conditions, right=1, covered=2, before=None):
    return RuleLine(conditions, "yes", 1, 0.25, right, covered, before)


def table(*lines, width=944, start=None):
    view = RuleTable(lambda step: lines, lambda step: "rules", box=(8, 34, width, 200), start=start or lines)
    return view(None)


def marks(panel, kind, **wanted):
    found = [mark for mark in panel.marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def test_dropped_conditions_are_struck_and_only_the_newest_is_lit():
    panel = table(line(("a = b", DROPPED), ("c = d", DROPPING), ("e = f", HELD), before=0.0), line(("a = g", HELD)))
    struck = [mark for mark in marks(panel, Path) if mark.y[0] == mark.y[1]]
    assert [mark.color for mark in struck] == ["muted", "accent"]
    assert len(marks(panel, Box, fill="lit")) == 1
    assert len(marks(panel, Box, stroke="grid")) == 2


def test_accuracy_bar_shows_what_it_was_before():
    panel = table(line(("a = b", DROPPING), before=1.0))
    bar = marks(panel, Box, fill="accent")[0]
    before = next(mark for mark in marks(panel, Path) if mark.x[0] == mark.x[1])
    assert before.x[0] - bar.x0 == pytest.approx(2 * (bar.x1 - bar.x0), rel=1e-5)  # from 1 of 1 to 1 of 2
    assert "1 of 2" in {text.text for text in marks(panel, Text)}


def test_rule_that_covers_nothing_says_so():
    panel = table(line(("a = b", HELD), right=0, covered=0))
    assert "none" in {text.text for text in marks(panel, Text)}
    assert not marks(panel, Box, fill="accent")


@pytest.mark.parametrize("width", [660, 944])
@pytest.mark.parametrize("many", [1, 3, 6])
def test_words_stay_in_their_boxes_and_columns_apart(width, many):
    panel = table(*[line(*(LONG * 2)[:many])] * 5, width=width)
    chips = marks(panel, Box, stroke="grid")
    texts = marks(panel, Text, size=SAID, bold=False)
    assert len(chips) == len(texts) == 5 * many
    for chip, text in zip(chips, texts, strict=True):
        assert text.text
        assert text.x + words.width(text.text, SAID) <= chip.x1 - PAD + 1e-6
    then = min(text.x for text in marks(panel, Text, bold=True))
    assert max(chip.x1 for chip in chips) < then
    assert max(box.x1 for box in marks(panel, Box)) < width


def test_rule_without_conditions_has_a_line_too():
    assert marks(table(line()), Text, bold=True)[0].text == "yes"


def test_condition_is_written_with_fewer_digits_where_room_is_short():
    assert words.question_fitted("x1 > -0.3721", 62.0, SAID) == "x1>-.37"
    assert words.question_fitted("x1 \u2264 0.5095", 62.0, SAID) in ("x1\u22640.51", "x1\u2264.51")
