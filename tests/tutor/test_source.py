"""Source on the page: the lines that run, their equation numbers, and text that reads without HTML."""

import pytest

from labkit.learners import Perceptron
from labkit.tutor.source import Source, show
from labkit.views.tables.code import NUMBER


def test_shown_source_is_what_runs_with_its_equation_numbers():
    made = show(Perceptron.rule)
    assert repr(made).startswith("Perceptron.rule, as in labkit.learners.perceptron.rosenblatt\n")
    assert "w = w + eta * z  # (2)" in repr(made) and '"""' not in repr(made)
    html = made._repr_html_()
    numbers = NUMBER.findall(made.text)
    assert numbers and all(f">({number})</span>" in html and f"# ({number})" not in html for number in numbers)


def test_part_of_a_function():
    assert show(Perceptron.rule, first="if score", last="w = w").text.splitlines()[0].startswith("if score <= b")


def test_html_is_escaped_and_coloured():
    html = Source("if a < b:  # why & how\n    return 'x<y', 1\n", "t<t").html
    assert "a &lt; b" in html and "why &amp; how" in html and "x&lt;y" in html
    assert html.count("keyword-color") == 2 and html.count("number-color") == 1


def test_what_is_no_function_is_refused():
    with pytest.raises(ValueError, match="expected a function, got int; name it without calling it"):
        show(3)


def test_lines_out_of_their_block_are_shown_plain():
    html = Source("        x = (y\n    return", "half").html
    assert "x = (y" in html and "return" in html
