"""The course as tables: its lectures, ways through it, and the index algorithm -> slide -> module -> test -> lesson.

``index/lectures.csv`` and ``index/ways.csv`` are written by hand; ``index/algorithms.csv`` is made from the project's
files.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np

from labkit.core.table import Table

INDEX = files("labkit.core") / "index"
COLUMNS = ("lecture", "algorithm", "deck", "slide", "module", "test", "lesson")
LECTURE_TEXTS = ("lecture", "title", "builds_on", "row", "decks", "about")
WAY_TEXTS = ("way", "lectures", "about")
MORE = "_more"  # how the name of a lecture's second page ends


def lectures() -> Table:
    """The twenty-two lectures: number, title, minutes, the lectures they build on, their decks, what they are about."""
    return _read("lectures.csv", LECTURE_TEXTS)


def ways() -> Table:
    """Ways through the course: a name, its lectures in their order, what it is for."""
    return _read("ways.csv", WAY_TEXTS)


def pages() -> dict[str, str]:
    """Lecture -> the name of its main page, for the lectures that are written."""
    found = {}
    for number, page in zip(index()["lecture"].tolist(), index()["lesson"].tolist(), strict=True):
        if number not in found or found[number].endswith(MORE):
            found[number] = page
    return found


def index(lecture: int | str | None = None) -> Table:
    """What is built, lecture by lecture, or of one lecture (``index("09")`` or ``index(9)``)."""
    table = _read("algorithms.csv", COLUMNS)
    if lecture is None:
        return table
    number = f"{lecture:02d}" if isinstance(lecture, int) else str(lecture)
    chosen = table["lecture"] == number
    if not chosen.any():
        known = ", ".join(np.unique(table["lecture"])) or "none yet"
        raise ValueError(f"lecture: expected one that is built ({known}), got {lecture!r}; choose one of these")
    return table.take(chosen)


@cache
def _read(name: str, columns: tuple[str, ...]) -> Table:
    # Read as text: a lecture is "09", not the number 9.
    return Table.from_csv(INDEX / name, text=columns)
