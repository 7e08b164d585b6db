"""The one table: rows of cells under headings, as many as there is room for.

    Grid(lambda step: [Row(("outlook", "0.247", Bar.of(0.8)), lit=True), ...],
         [Column("attribute"), Column("gain", "right"), Column(weight=1)], title="Merits")

``read(step)`` gives the rows; a cell is a string or one of ``cells``. A row of one cell takes the whole width. Rows
that do not fit are counted ("and 3 more"); or, with ``page(step)``, the number of the row that must be seen, they are
on other pages, which a click at the foot turns. ``closing(step)`` gives rows that always stand at the bottom, such as
a sum.

A row with a ``target`` answers clicks as that; cells in it may have targets of their own on top. The words that turn
pages have the target of the first row there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from labkit.core.story import Step
from labkit.views import text_fit
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.scene import Mark, Panel, Segments, Target
from labkit.views.tables.cells import BAR, Cell, Slot, Word, at_most

PAD, GAP = 8.0, 10.0  # at the edges, and between columns
SIZE, HEADING = 10.5, 9.5  # of text
TALLEST = 27.0  # of a row, where it does not say
SPACE = 3.0  # of a row beside its line of text, and beside lines between rows


@dataclass(frozen=True, slots=True)
class Column:
    """As wide as its words need, and with a ``weight`` that share of what is left, ``most`` wide at most.

    Where there is little room, words are cut short; numbers, aligned right, keep what they need. In a table narrower
    than ``least`` the column is left out.
    """

    heading: str | Cell = ""
    align: str = "left"
    weight: float = 0.0
    most: float = float("inf")
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """``lit`` is for what acts or is chosen, ``frame`` a colour around it; ``below`` is a cell under the others;
    ``items`` say which example or feature it is about."""

    cells: Sequence[str | Cell]
    lit: bool = False
    frame: str = ""
    target: str = ""
    below: Cell | None = None
    items: Items | None = None


Rows = Callable[[Step], Sequence[Row]]


class Grid:
    """``(step, size) -> Panel``: see above. ``columns`` and ``title`` may depend on the step.

    ``sample`` are more rows to measure, so that columns do not jump from step to step; ``gap`` is the room between
    columns. ``foot(step, shown)`` says what stands between the words that turn pages, given the range of the rows
    shown; ``empty`` is said when there are no rows.
    """

    sized = True

    def __init__(self, read: Rows, columns: Sequence[Column] | Callable[[Step], Sequence[Column]], *,
                 title: str | Callable[[Step], str] = "", closing: Rows = lambda step: (),
                 page: Callable[[Step], int] | None = None, foot: Callable[[Step, range], str] = lambda step, shown: "",
                 sample: Sequence[Row] = (), size: float = SIZE, tallest: float = TALLEST, gap: float = GAP, empty="",
                 name="table"):  # fmt: skip
        self.read, self.columns, self.title, self.closing = read, columns, title, closing
        self.page, self.foot, self.sample, self.empty, self.name = page, foot, sample, empty, name
        self.size, self.tallest, self.gap = size, tallest, gap

    def __call__(self, step: Step, size: Size) -> Panel:
        title = self.title(step) if callable(self.title) else self.title
        drawn = _GridDrawing(self, step, size).drawn()
        marks = tuple(each for each in drawn if not isinstance(each, Target))
        targets = tuple(each for each in drawn if isinstance(each, Target))
        limits = (0.0, size[0]), (0.0, size[1])  # units, from the lower left corner
        return Panel(*limits, marks, name=self.name, title=title, targets=targets)


class _GridDrawing:
    """One step of a grid in a box of one size."""

    def __init__(self, grid: Grid, step: Step, size: Size):
        self.grid, self.step, (self.width, self.height) = grid, step, size
        columns = list(grid.columns(step) if callable(grid.columns) else grid.columns)
        kept = [k for k, column in enumerate(columns) if column.least <= self.width]
        self.columns = [columns[k] for k in kept]
        self.rows, self.closing = (_cut(rows, kept) for rows in (grid.read(step), grid.closing(step)))
        headed = any(column.heading for column in self.columns) and self.rows
        self.head = text_fit.height(HEADING) + 2 * SPACE if headed else SPACE
        measured = [*self.rows, *self.closing, *_cut(grid.sample, kept)]
        widths = column_widths(self.columns, measured, self.width - 2 * PAD, grid.size, grid.gap)
        self.lefts = [PAD + sum(widths[:k]) + grid.gap * k for k in range(len(widths))]
        self.rights = [left + width for left, width in zip(self.lefts, widths, strict=True)]
        self._measure()

    def _measure(self) -> None:
        """How tall rows are, and which are shown."""
        always = len(self.closing)
        free = self.height - self.head - SPACE - (2 * SPACE if always else 0.0)
        least = text_fit.height(self.grid.size) + SPACE
        if any(row.below for row in self.rows):
            least += BAR + SPACE
        self.tall = min(max(free / max(len(self.rows) + always, 1), least), max(self.grid.tallest, least))
        self.bottom = SPACE + self.tall * always  # above the rows that always stand there
        fit = max(int(free / self.tall + 1e-6) - always, 1)
        self.most = fit if len(self.rows) <= fit else max(fit - 1, 1)  # on a page; its foot takes the room of a row
        first = self.grid.page(self.step) // self.most * self.most if self.grid.page and self.rows else 0
        self.shown = range(first, min(first + self.most, len(self.rows)))

    def drawn(self) -> list[Mark | Target]:
        top = self.height - self.head
        if not self.rows:
            return [*Word(self.grid.empty, "muted").draw(self._across(top - self.tall / 2))]
        drawn = self._headings() if self.head > SPACE else []
        for place, number in enumerate(self.shown):
            drawn += self._row(self.rows[number], top - self.tall * (place + 0.5))
        if len(self.shown) < len(self.rows):
            drawn += self._foot()
        for place, row in enumerate(self.closing):
            drawn += self._row(row, self.bottom - self.tall * (place + 0.5))
        return [*drawn, self._line(self.bottom + SPACE)] if self.closing else drawn

    def _across(self, y: float, pad: float = PAD, **changes) -> Slot:
        return replace(Slot(pad, self.width - pad, y, self.tall, self.grid.size), **changes)

    def _line(self, y: float) -> Segments:
        return Segments(PAD, y, self.width - PAD, y, "grid", 1.0)

    def _headings(self) -> list[Mark | Target]:
        """Words may reach over the columns to their right that have no heading."""
        drawn: list[Mark | Target] = [self._line(self.height - self.head + SPACE / 2)]
        for k, column in enumerate(self.columns):
            last = k
            while column.align == "left" and last + 1 < len(self.columns) and not self.columns[last + 1].heading:
                last += 1
            slot = Slot(self.lefts[k], self.rights[last], self.height - self.head / 2, self.head, HEADING, column.align)
            drawn += _cell(column.heading, "muted").draw(slot)
        return drawn

    def _row(self, row: Row, y: float) -> list[Mark | Target]:
        around = self._across(y, PAD / 2)
        drawn: list[Mark | Target] = [*around.target(row.target)]
        if row.lit or row.frame or row.items:
            look = {"fill": "lit" if row.lit else "", "stroke": row.frame, "width": 1.6, "radius": 4.0}
            drawn.append(around.box(self.tall - 2.0, **look, items=row.items))
        if row.below:
            drawn += row.below.draw(self._across(y - self.tall / 2 + BAR / 2 + SPACE))
            y += (BAR + SPACE) / 2
        if len(row.cells) == 1:
            return [*drawn, *_cell(row.cells[0]).draw(self._across(y))]
        for cell, column, left, right in zip(row.cells, self.columns, self.lefts, self.rights, strict=True):
            drawn += _cell(cell).draw(Slot(left, right, y, self.tall, self.grid.size, column.align))
        return drawn

    def _foot(self) -> list[Mark | Target]:
        """How many more; or which these are, and words that turn the page."""
        first, last, count = self.shown.start, self.shown.stop, len(self.rows)
        y, middle = self.bottom + (2 * SPACE if self.closing else 0.0) + self.tall / 2, self.width / 2
        if not self.grid.page:
            return [*Word(f"and {count - last} more", "muted").draw(self._across(y, size=HEADING))]
        said = self.grid.foot(self.step, self.shown) or f"{first + 1} to {last} of {count}"
        drawn = [*Word(said, "muted").draw(self._across(y, size=HEADING, align="center"))]
        if first:
            drawn += self._turn("< page before", first - self.most, self._across(y, right=middle))
        if last < count:
            drawn += self._turn("next page >", last, self._across(y, left=middle, align="right"))
        return drawn

    def _turn(self, words: str, row: int, slot: Slot) -> list[Mark | Target]:
        target = slot.target(self.rows[row].target)
        return [*target, *replace(slot, size=HEADING).text(words, "accent")] if target else []


def _cut(rows: Sequence[Row], kept: Sequence[int]) -> list[Row]:
    """Without the cells of columns that are left out."""
    return [row if len(row.cells) == 1 else replace(row, cells=[row.cells[k] for k in kept]) for row in rows]


def _cell(cell: str | Cell, color: str = "ink") -> Cell:
    return Word(cell, color) if isinstance(cell, str) else cell


def column_widths(columns: Sequence[Column], rows: Sequence[Row], room: float, size: float, gap: float = GAP
                  ) -> list[float]:  # fmt: skip
    """What the words need, the rest by weight; where that is too much, the widest words are cut short."""
    rows = [row for row in rows if len(row.cells) > 1]
    needs = [max((_cell(row.cells[k]).wide(size) for row in rows), default=0.0) for k in range(len(columns))]
    for k, column in enumerate(columns):
        if column.align == "right" or (not column.weight and k + 1 < len(columns) and columns[k + 1].heading):
            needs[k] = max(needs[k], _cell(column.heading).wide(HEADING))
    room -= gap * (len(columns) - 1)
    soft = [k for k, column in enumerate(columns) if column.align != "right"]
    hard = sum(needs) - sum(needs[k] for k in soft)
    for k, width in zip(soft, at_most([needs[k] for k in soft], room - hard), strict=True):
        needs[k] = width
    left, weights = max(room - sum(needs), 0.0), sum(column.weight for column in columns)
    if not weights:
        return [need + left / len(columns) for need in needs]
    return [min(need + left * column.weight / weights, max(column.most, need))
            for need, column in zip(needs, columns, strict=True)]  # fmt: skip
