"""The course: its lectures, and the index algorithm -> slide -> module -> test -> lesson.

``index/lectures.csv`` is written by hand; ``index/algorithms.csv`` is generated from the files of the project.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np

from labkit.core.table import Table

INDEX = files("labkit.core") / "index"
COLUMNS = ("lecture", "algorithm", "deck", "slide", "module", "test", "lesson")


def lectures() -> Table:
    """The twenty-two lectures: number, title, the decks they come from, what they are about."""
    return _read("lectures.csv", ("lecture", "title", "decks", "about"))


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
