"""The learner's own source: which line is lit, how much of it is shown."""

import itertools

import pytest
from views.marks import of, step, texts

from labkit.views.scene import Boxes, Text
from labkit.views.tables.code import Code, source_lines

SIZE = (300.0, 120.0)


def rule(w, z):
    """Not shown."""
    if w @ z <= 0:  # (1)
        w = w + z  # (2)
    return w


def test_code_lights_the_line_of_the_equation_that_acted():
    panel = Code(rule)(step(equation=2), SIZE)
    (lit,) = of(panel, Boxes)
    chosen = next(text for text in of(panel, Text) if lit.y0 < text.y < lit.y1)
    assert "# (2)" in chosen.text and chosen.color == "ink"
    assert not of(Code(rule)(step(), SIZE), Boxes)


def test_code_is_the_source_without_its_docstring():
    lines = source_lines(rule)
    assert lines[0].startswith("def rule") and not any("Not shown" in line for line in lines)
    assert texts(Code(rule)(step(), SIZE)) == list(lines)
    assert texts(Code(rule, without="return")(step(), SIZE)) == list(lines[:-1])


@pytest.mark.parametrize("size", [(90.0, 120.0), (300.0, 50.0), (464.0, 200.0)])
def test_code_stays_inside_its_panel_and_keeps_its_lines_apart(size):
    written = of(Code(rule)(step(), size), Text)
    heights = [text.y for text in written]
    assert all(a - b >= written[0].size * 1.35 for a, b in itertools.pairwise(heights))
    assert max(heights) < size[1] and min(heights) > 0
    assert all(text.x + 0.6 * 1.35 * text.size * len(text.text) <= size[0] for text in written)


def test_source_lines_can_be_cut():
    assert source_lines(rule, first="if w", last="# (2)") == ("if w @ z <= 0:  # (1)", "    w = w + z  # (2)")


def test_source_lines_that_are_not_there_are_named():
    with pytest.raises(ValueError, match=r"first: expected words of a line of the source, got 'for row'; .*'def rule"):
        source_lines(rule, first="for row")
    with pytest.raises(ValueError, match=r"last: expected words .* got 'if w'; the lines begin .*return w"):
        source_lines(rule, first="return", last="if w")
