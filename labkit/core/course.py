"""The course: its lectures, their map, and the index algorithm -> slide -> module -> test -> lesson.

``index/lectures.csv`` is written by hand; ``index/algorithms.csv`` is generated from the files of the project.
"""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import numpy as np

from labkit.core.table import Table

INDEX = files("labkit.core") / "index"
COLUMNS = ("lecture", "algorithm", "deck", "slide", "module", "test", "lesson")
LECTURE_TEXTS = ("lecture", "title", "builds_on", "decks", "about")
LEFT = 'style="text-align: left"'
MORE = "_more"  # how the name of a lecture's second page ends


def lectures() -> Table:
    """The twenty-two lectures: number, title, minutes, the lectures they build on, their decks, what they are about."""
    return _read("lectures.csv", LECTURE_TEXTS)


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


@dataclass(frozen=True, slots=True)
class CourseMap:
    """The lectures in their order, with links to those that have a page. Shows itself as text and as HTML."""

    rows: tuple[tuple[str, str, int, tuple[str, ...], str], ...]  # lecture, title, minutes, builds on, about
    pages: dict[str, str]  # lecture -> the name of its page
    progress: dict[str, str] = field(default_factory=dict)  # page -> how far one is; nothing is recorded where empty

    def __repr__(self) -> str:
        lines = []
        for number, title, minutes, needs, _ in self.rows:
            after = f", builds on {' '.join(needs)}" if needs else ""
            lines.append(f"{number} {title}: {minutes} min{after}{'' if number in self.pages else ', to come'}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = ("lecture", "minutes", "builds on", "about", *(("done",) if self.progress else ()))
        body = "".join(self._line(*row) for row in self.rows)
        head = "".join(f"<th {LEFT}>{name}</th>" for name in names)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _line(self, number: str, title: str, minutes: int, needs: tuple[str, ...], about: str) -> str:
        cells = (
            self._link(number, f"{number} · {title}") + ("" if number in self.pages else " (to come)"),
            str(minutes),
            ", ".join(self._link(other, other) for other in needs) or "nothing",
            html.escape(about),
            *((html.escape(self.progress.get(self.pages.get(number, ""), "")),) if self.progress else ()),
        )
        return f"<tr>{''.join(f'<td {LEFT}>{cell}</td>' for cell in cells)}</tr>"

    def _link(self, number: str, text: str) -> str:
        text = html.escape(text)
        return f'<a href="{self.pages[number]}.ipynb">{text}</a>' if number in self.pages else text


def course_map() -> CourseMap:
    """The way through the course: minutes, what builds on what, links to the pages that are written."""
    table, pages = lectures(), {}
    for number, page in zip(index()["lecture"].tolist(), index()["lesson"].tolist(), strict=True):
        if number not in pages or pages[number].endswith(MORE):
            pages[number] = page
    needs = [tuple((others or "").split()) for others in table["builds_on"]]
    minutes = table["minutes"].astype(int).tolist()
    rows = zip(table["lecture"].tolist(), table["title"].tolist(), minutes, needs, table["about"].tolist(), strict=True)
    return CourseMap(tuple(rows), pages)


@cache
def _read(name: str, columns: tuple[str, ...]) -> Table:
    # Read as text: a lecture is "09", not the number 9.
    return Table.from_csv(INDEX / name, text=columns)
