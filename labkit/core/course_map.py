"""The map of the course: its lectures as a picture of what builds on what, ways through it, and a table with links."""

from __future__ import annotations

import html
from dataclasses import dataclass, field

from labkit.core import course

LEFT = 'style="text-align: left"'
# The picture, in units of its own: a box for each lecture, a column for each depth.
COLUMN, ROW, WIDTH, HEIGHT, EDGE = 242, 42, 202, 34, 4
LEAST = 640  # pixels of its width that can still be read; a narrower page scrolls
# The links in the boxes are HTML: JupyterLab cannot follow those of SVG. Until a notebook is trusted it drops the
# picture and keeps the links, a line each.
NAME = (
    f"display: flex; align-items: center; justify-content: space-between; gap: 6px; height: {HEIGHT}px; "
    "padding: 0 8px; box-sizing: border-box; line-height: 1.1; color: inherit; text-decoration: none"
)
BESIDE = "white-space: nowrap; font-size: 11px; opacity: 0.75"
SHADE = {"": 0.04, "begun": 0.14, "done": 0.3}  # of a box


@dataclass(frozen=True, slots=True)
class Lecture:
    """A line of the map."""

    number: str
    title: str
    minutes: int
    builds_on: tuple[str, ...]
    row: float  # where its box stands in the picture, counted from the top
    about: str

    @property
    def name(self) -> str:
        return f"{self.number} · {self.title}"


@dataclass(frozen=True, slots=True)
class Answered:
    """How far one is with a lesson that was begun."""

    told: str
    whole: bool = False  # nothing is left to answer


@dataclass(frozen=True, slots=True)
class CourseMap:
    """The lectures in their order, with links to those that have a page. Shows itself as text and as HTML."""

    lectures: tuple[Lecture, ...]
    pages: dict[str, str]  # lecture -> the name of its page
    ways: tuple[tuple[str, tuple[str, ...], str], ...] = ()  # name, lectures in their order, what it is for
    progress: dict[str, Answered] = field(default_factory=dict)  # page -> how far one is, of those that were begun

    def __repr__(self) -> str:
        lines = []
        for each in self.lectures:
            after = f", builds on {' '.join(each.builds_on)}" if each.builds_on else ""
            after += "" if each.number in self.pages else ", to come"
            lines.append(f"{each.number} {each.title}: {each.minutes} min{after}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        listed = f"<details><summary>All lectures, one by one</summary>{self._table()}</details>"
        return self.picture() + self._table_of_ways() + listed

    def picture(self) -> str:
        """What builds on what, from left to right, as SVG; every box is a link."""
        places = self._places()
        high = max((each.row for each in self.lectures), default=0) * ROW + HEIGHT + 2 * EDGE
        wide = max((x for x, _ in places.values()), default=0) + WIDTH + EDGE
        drawn = [self._arrow(places[other], places[each.number])
                 for each in self.lectures for other in each.builds_on]  # fmt: skip
        drawn += [self._box(each, *places[each.number]) for each in self.lectures]
        return (
            f'<div style="overflow-x: auto"><svg viewBox="0 0 {wide} {high:g}" role="group" '
            f'aria-label="What builds on what" style="width: 100%; min-width: {LEAST}px; max-width: {wide}px; '
            f'color: inherit; font-size: 13px">{"".join(drawn)}</svg></div>'
            + ("<p>Shaded: begun. With a tick: all answered.</p>" if self.progress else "")
        )

    def _places(self) -> dict[str, tuple[float, float]]:
        """Lecture -> the corner of its box: its column is the longest chain of lectures that lead to it."""
        depth: dict[str, int] = {}
        for each in self.lectures:
            depth[each.number] = 1 + max((depth[other] for other in each.builds_on), default=-1)
        return {each.number: (EDGE + COLUMN * depth[each.number], EDGE + ROW * each.row) for each in self.lectures}

    def _box(self, lecture: Lecture, x: float, y: float) -> str:
        page = self.pages.get(lecture.number)
        answered = self.progress.get(page or "")
        shade = SHADE["" if answered is None else "done" if answered.whole else "begun"]
        tick = "\u2713 " if answered and answered.whole else ""
        tag, link = ("a", f' href="{page}.ipynb"') if page else ("span", "")
        told = html.escape(answered.told if answered else lecture.about)
        return (
            f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="currentColor" '
            f'fill-opacity="{shade}" stroke="currentColor" stroke-opacity="{0.9 if page else 0.3}"/>'
            f'<foreignObject x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}">'
            f'<{tag}{link} title="{told}" style="{NAME}"><span>{html.escape(lecture.name)}</span> '
            f'<span style="{BESIDE}">{tick}{lecture.minutes} min</span></{tag}></foreignObject>'
        )

    @staticmethod
    def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
        """From the right side of a box to the left side of another; level until the column before it."""
        x, y = start[0] + WIDTH, start[1] + HEIGHT / 2
        to_x, to_y = end[0], end[1] + HEIGHT / 2
        bend = to_x - (COLUMN - WIDTH)
        middle = (bend + to_x) / 2
        return (
            f'<path d="M{x:g} {y:g}H{bend:g}C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}" '
            'fill="none" stroke="currentColor" stroke-opacity="0.45" stroke-width="1.4"/>'
        )

    def _table_of_ways(self) -> str:
        minutes = {each.number: each.minutes for each in self.lectures}
        rows = [
            (html.escape(name), " → ".join(self._link(each, each) for each in lectures),
             f"{sum(minutes[each] for each in lectures) / 60:.0f} h", html.escape(about))
            for name, lectures, about in self.ways
        ]  # fmt: skip
        return _html_table(("a way through", "lectures in their order", "in class", "for"), rows) if rows else ""

    def _table(self) -> str:
        names = ("lecture", "minutes", "builds on", "about", *(("done",) if self.progress else ()))
        return _html_table(names, [self._line(each) for each in self.lectures])

    def _line(self, lecture: Lecture) -> tuple[str, ...]:
        answered = self.progress.get(self.pages.get(lecture.number, ""))
        return (
            self._link(lecture.number, lecture.name) + ("" if lecture.number in self.pages else " (to come)"),
            str(lecture.minutes),
            ", ".join(self._link(other, other) for other in lecture.builds_on) or "nothing",
            html.escape(lecture.about),
            *((html.escape(answered.told) if answered else "\u2013",) if self.progress else ()),
        )

    def _link(self, number: str, text: str) -> str:
        text = html.escape(text)
        return f'<a href="{self.pages[number]}.ipynb">{text}</a>' if number in self.pages else text


def _html_table(names: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    head = "".join(f"<th {LEFT}>{name}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td {LEFT}>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def course_map() -> CourseMap:
    """The way through the course: minutes, what builds on what, links to the pages that are written."""
    table, ways = course.lectures(), course.ways()
    needs = [tuple((others or "").split()) for others in table["builds_on"]]
    rows = zip(table["lecture"].tolist(), table["title"].tolist(), table["minutes"].astype(int).tolist(), needs,
               table["row"].astype(float).tolist(), table["about"].tolist(), strict=True)  # fmt: skip
    orders = [tuple(lectures.split()) for lectures in ways["lectures"]]
    told = zip(ways["way"].tolist(), orders, ways["about"].tolist(), strict=True)
    return CourseMap(tuple(Lecture(*row) for row in rows), course.pages(), tuple(told))
