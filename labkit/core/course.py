"""The index algorithm -> slide -> module -> test -> lesson, as generated from the files of the project."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core.data import TABLES
from labkit.core.table import Table

COLUMNS = ("lecture", "algorithm", "deck", "slide", "module", "test", "lesson")


def index(lecture: int | str | None = None) -> Table:
    """What is built, lecture by lecture, or of one lecture (``index("09")`` or ``index(9)``)."""
    table = _all()
    if lecture is None:
        return table
    number = f"{lecture:02d}" if isinstance(lecture, int) else str(lecture)
    chosen = table["lecture"] == number
    if not chosen.any():
        known = ", ".join(np.unique(table["lecture"])) or "none yet"
        raise ValueError(f"lecture: expected one that is built ({known}), got {lecture!r}; choose one of these")
    return table.take(chosen)


@cache
def _all() -> Table:
    # Read as text: a lecture is "09", not the number 9.
    return Table.from_csv(TABLES / "course_index.csv", text=COLUMNS)
