"""The lectures as tables: how long each takes, what it builds on, ways through them."""

import re
from pathlib import Path

import pytest

from labkit.core import course
from labkit.core.table import Table

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = [f"{number:02d}" for number in range(1, 23)]


def test_lectures_are_twenty_two_in_order():
    table = course.lectures()
    assert table["lecture"].tolist() == NUMBERS
    assert table.names == ("lecture", "title", "minutes", "builds_on", "row", "decks", "about")
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
    if said and course.pages().get(number) == path.stem:
        planned = int(table["minutes"][NUMBERS.index(number)])
        assert int(said[1]) == planned, "labkit/core/index/lectures.csv and the page differ: mend one of them"


@pytest.mark.parametrize("number", NUMBERS)
def test_a_main_page_links_first_to_what_it_builds_on(number):
    page = (ROOT / "course" / f"{course.pages()[number]}.py").read_text(encoding="utf-8")
    title = page.split("# %% [markdown]")[1].split("# %%")[0]
    others = (course.lectures()["builds_on"][NUMBERS.index(number)] or "").split()
    missing = [other for other in others if not re.search(rf"\]\({other}_\w+\.ipynb\)", title)]
    assert not missing, f"say in the first cell of lecture {number} what it builds on: {missing}; or mend lectures.csv"


def test_a_way_takes_no_lecture_before_those_it_builds_on():
    table, ways = course.lectures(), course.ways()
    needs = {number: (others or "").split() for number, others in zip(NUMBERS, table["builds_on"], strict=True)}
    assert ways["way"].tolist() == ["A term", "A week", "Only trees and ensembles"]
    assert ways["lectures"][0].split() == NUMBERS
    for way in ways["lectures"]:
        taken = way.split()
        for place, number in enumerate(taken):
            assert set(needs[number]) <= set(taken[:place]), f"{number} comes before what it builds on"


def test_the_page_of_a_lecture_is_its_main_page(monkeypatch):
    index = Table.from_dict({"lecture": ["10", "10", "11"], "lesson": ["10_more", "10_perceptron_family", "11_more"]})
    monkeypatch.setattr(course, "index", lambda: index)
    assert course.pages() == {"10": "10_perceptron_family", "11": "11_more"}
