"""The map of the course: every lecture, how long it takes, what it builds on, and links to what is written."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from labkit.core import course
from labkit.core.table import Table

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = [f"{number:02d}" for number in range(1, 23)]


def test_lectures_are_twenty_two_in_order():
    table = course.lectures()
    assert table["lecture"].tolist() == NUMBERS
    assert table.names == ("lecture", "title", "minutes", "builds_on", "decks", "about")
    assert not any(table.column(name).missing.any() for name in table if name != "builds_on")


def test_lectures_take_forty_five_to_sixty_minutes():
    minutes = course.lectures()["minutes"]
    assert minutes.min() >= 45 and minutes.max() <= 60


def test_lectures_build_on_earlier_ones_only():
    for number, others in zip(NUMBERS, course.lectures()["builds_on"], strict=True):
        assert all(other in NUMBERS and other < number for other in (others or "").split())


@pytest.mark.parametrize("path", sorted((ROOT / "course").glob("[0-9][0-9]_*.py")), ids=lambda path: path.stem)
def test_minutes_on_a_main_page_are_those_of_the_map(path):
    table, number = course.lectures(), path.stem[:2]
    said = re.search(r"^# \*(\d+) minutes\b", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if said and course.course_map().pages.get(number) == path.stem:
        planned = int(table["minutes"][NUMBERS.index(number)])
        assert int(said[1]) == planned, "labkit/core/index/lectures.csv and the page differ: mend one of them"


def test_map_links_to_the_main_page_of_every_lecture_that_is_written():
    found = course.course_map()
    assert set(found.pages) == set(np.unique(course.index()["lecture"]))
    page = found._repr_html_()
    for number, name in found.pages.items():
        assert name.startswith(number) and (ROOT / "course" / f"{name}.py").exists()
        assert f'<a href="{name}.ipynb">{number} · ' in page
    assert page.count("<tr>") == 23


def test_map_reads_as_text():
    lines = repr(course.course_map()).splitlines()
    assert len(lines) == 22
    assert lines[19] == "20 AdaBoost: 60 min, builds on 15"


def test_map_prefers_the_main_page_and_says_what_is_not_written(monkeypatch):
    index = Table.from_dict({"lecture": ["10", "10", "11"], "lesson": ["10_more", "10_perceptron_family", "11_more"]})
    monkeypatch.setattr(course, "index", lambda: index)
    found = course.course_map()
    assert found.pages == {"10": "10_perceptron_family", "11": "11_more"}
    assert repr(found).splitlines()[0] == "01 Function approximation: 50 min, to come"
    assert "01 · Function approximation (to come)" in found._repr_html_()
    assert "done" not in found._repr_html_()
    told = replace(found, progress={"10_perceptron_family": "3 of 4 <exercises>"})._repr_html_()
    assert "done</th>" in told and "3 of 4 &lt;exercises&gt;" in told


def test_map_escapes_what_would_be_a_tag():
    odd = course.CourseMap((("01", "a < b", 50, (), "<i>"),), {})
    assert "01 · a &lt; b" in odd._repr_html_() and "&lt;i&gt;" in odd._repr_html_()
