"""A scene is a picture as plain data: panels that hold a handful of marks.

Views make scenes from steps; renderers (``labkit.render``) draw them. A scene knows numbers and
colour *tokens*, never pixels or themes, so that every renderer draws the same picture.

Lengths without a coordinate (boxes, line widths, text sizes, radii) are in *units*: a scene is
``width`` x ``height`` units, its origin at the top left, and a renderer scales all of it together.
Marks are placed in the data coordinates of their panel; a panel's ``box`` is exactly the rectangle onto
which ``xlim`` x ``ylim`` is mapped, so a position on the picture is

    px = box.x + (x - xlim[0]) / (xlim[1] - xlim[0]) * box.width        (1)
    py = box.y + (ylim[1] - y) / (ylim[1] - ylim[0]) * box.height       (2)

and on a logarithmic axis the same with log10 of x, or y, and of its limits. Titles, ticks and labels are drawn around
the box; ``layout`` leaves room for them.

Colour tokens: ``ink`` (text, boundaries), ``muted`` (secondary text, bounds), ``grid`` (axes, the past),
``accent`` (what acts now), ``lit`` (behind what acts), ``wrong`` (a violation), ``surface`` (panel background),
``card`` (around panels), ``class0`` ... ``class7`` (examples), ``edge0`` ... ``edge7`` (around their points), ``tint0``
... ``tint7`` (their regions) and ``curve0`` ... ``curve5`` (lines of a chart, which are no classes). Class k always
has the k-th marker shape, curve k the k-th dash pattern.

Arrays are frozen, and sharing one array between the scenes of a story sends it to the browser once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from labkit.views.items import Items, Target

CLASSES = 8  # colours and shapes there are
SPEAKS = Items()  # says where it is, by the names of the axes
FAINT = 0.12  # opacity of a band
PLAIN, RING, HOLLOW, FADED, FRAME = 0, 1, 2, 4, 8  # bits of Points.flag: a ring around, hollow, faint, a square around


def coordinates(values) -> np.ndarray:
    """A read-only float32 copy, the form in which positions travel to the browser."""
    return _frozen(values, np.float32)


def codes(values) -> np.ndarray:
    """A read-only uint8 copy, the form of class indices, flags and field values."""
    return _frozen(values, np.uint8)


def _frozen(values, dtype) -> np.ndarray:
    if isinstance(values, np.ndarray) and values.dtype == dtype and not values.flags.writeable:
        return values  # already frozen: keep its identity, so that it is sent once
    array = np.array(values, dtype=dtype)
    array.setflags(write=False)
    return array


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A grid of colours behind the marks: ``values[row, column]``, row 0 at the bottom.

    ``ramp`` says what the values mean: ``classes`` (the class index itself), ``probability`` (0 to 255, class 0 to
    class 1 through the panel's background) or ``height`` (0 to 255, low to high), which has no border.
    """

    values: np.ndarray  # uint8 (rows, columns)
    extent: tuple[float, float, float, float]  # x0, x1, y0, y1 of the outer cell edges
    ramp: str = "classes"
    border: float = 0.0  # width of the line between classes, drawn along the cells; 0 is none


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Examples: the k-th class has the k-th colour and the k-th shape."""

    x: np.ndarray  # float32
    y: np.ndarray
    kind: np.ndarray  # uint8, class index
    flag: np.ndarray | None = None  # uint8, bits RING, HOLLOW, FADED, FRAME; None is all PLAIN
    size: float | np.ndarray = 5.5  # radius in units, one or one per point
    editable: bool = False  # the data painter may move these
    items: Items | None = SPEAKS


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A polyline; NaN breaks it. ``upto`` draws only the first so many vertices (a curve as it grows).

    With ``fill`` each unbroken piece is a polygon, filled with that colour at ``opacity``: an ellipse, a cell, a hull,
    a band. Without ``color`` it is neither line nor dots; with a width of 0 its dots stand alone.
    """

    x: np.ndarray
    y: np.ndarray
    color: str = "ink"
    width: float = 1.8
    dash: int = 0  # the k-th of the patterns below
    upto: int | None = None
    arrow: bool = False  # a head at the last drawn vertex
    dots: bool = False  # a dot on every vertex
    fill: str = ""
    opacity: float = 1.0
    items: Items | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Separate straight lines from (x0, y0) to (x1, y1): edges, stems, whiskers. One number serves for all of them."""

    x0: np.ndarray | float
    y0: np.ndarray | float
    x1: np.ndarray | float
    y1: np.ndarray | float
    color: str = "ink"
    width: float = 1.4
    dash: int = 0
    items: Items | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """Rectangles between two corners each: leaves, bars, frames. One number serves for all of them.

    ``kind`` fills each with the colour of its class, times ``opacity``; else all have ``fill``.
    """

    x0: np.ndarray | float
    y0: np.ndarray | float
    x1: np.ndarray | float
    y1: np.ndarray | float
    fill: str = ""  # a token, or nothing
    stroke: str = ""
    width: float = 1.0
    radius: float = 0.0  # of the corners, in units
    kind: np.ndarray | None = None  # uint8
    opacity: float = 1.0  # of what is filled
    items: Items | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """One line of text, vertically centred on ``y``."""

    x: float
    y: float
    text: str
    color: str = "ink"
    size: float = 12.0
    anchor: str = "left"  # left, center, right
    bold: bool = False
    mono: bool = False


Mark = Field | Points | Path | Segments | Boxes | Text
SOLID, DASHED, DOTTED, DASH_DOT, LONG_DASH, DASH_DOTS = range(6)  # of ``dash``


@dataclass(frozen=True, slots=True)
class EndLabel:
    """The name of a curve, to the right of the box at the height ``y``; names are moved apart where they would meet."""

    y: float
    text: str
    color: str = "ink"


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One coordinate system and its marks, drawn in order; where on the page, ``box``, is for the layout to say.

    Clipped to the box, but for text, and for points and dots: whole where their centre is inside, else not at all.
    Of a logarithmic axis the limits, ticks and marks are the numbers themselves, all above 0.
    """

    xlim: tuple[float, float]
    ylim: tuple[float, float]
    marks: tuple[Mark, ...] = ()
    name: str = ""  # how a lab or a test finds the panel
    title: str = ""  # written above the box, left-aligned
    xticks: tuple[tuple[float, str], ...] = ()
    yticks: tuple[tuple[float, str], ...] = ()
    xlabel: str = ""  # below the box, right-aligned
    ylabel: str = ""  # left of the box, upwards
    ends: tuple[EndLabel, ...] = ()
    targets: tuple[Target, ...] = ()
    surface: str = "surface"  # token of the background, or nothing
    xlog: bool = False
    ylog: bool = False
    names: tuple[str, str] = ("", "")  # of the axes, for those who point at a mark; else the labels
    classes: tuple[str, ...] = ()  # the names of class0, class1, ...
    at: float | None = None  # where on the horizontal axis the story is; a click there goes to that step
    acts: tuple[tuple[str, int], ...] = ()  # key and number of the items that act now; a click on one goes to its step
    box: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)  # x, y, width, height in units

    def placed(self, box: tuple[float, float, float, float], **changes) -> Panel:
        """The same panel elsewhere."""
        return replace(self, box=box, **changes)

    def target_at(self, x: float, y: float) -> str:
        """The name of what is there, or nothing."""
        inside = [t.name for t in self.targets if t.x0 <= x <= t.x1 and t.y0 <= y <= t.y1]
        return inside[-1] if inside else ""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One picture of a story: what is seen, and the sentence that says what just happened.

    ``narrow`` makes the same picture for a narrow card, ``lecture`` for a screen, when they are asked for.
    """

    panels: tuple[Panel, ...]
    caption: str = ""
    width: float = 960.0
    height: float = 420.0
    narrow: Callable[[], Scene] | None = None
    lecture: Callable[[], Scene] | None = None

    def panel(self, name: str) -> Panel:
        for panel in self.panels:
            if panel.name == name:
                return panel
        raise KeyError(f"no panel named {name!r}; this scene has {[p.name for p in self.panels]}")


def segments_of(rows: np.ndarray, **style) -> list[Segments]:
    """Rows x0, y0, x1, y1 as one mark, or no mark where there are no rows."""
    return [Segments(*map(coordinates, np.asarray(rows).T), **style)] if len(rows) else []


def band(x, low, high) -> Path:
    """The region between two curves, filled faintly; NaN breaks it."""
    x, low, high = (np.asarray(values, dtype=float) for values in (x, low, high))
    finite = np.isfinite(x + low + high)
    edges = np.flatnonzero(np.diff(finite, prepend=False, append=False)).reshape(-1, 2)
    pieces = [
        np.r_[np.column_stack([x, low])[a:b], np.column_stack([x, high])[a:b][::-1], [[np.nan] * 2]] for a, b in edges
    ]
    corners = np.concatenate([*pieces, np.empty((0, 2))])
    return Path(coordinates(corners[:, 0]), coordinates(corners[:, 1]), "", fill="accent", opacity=FAINT)


def bars(x, top, base=0.0, width: float = 0.8, **style) -> Boxes:
    """Upright bars centred on ``x``, from ``base`` to ``top``, ``width`` wide in data coordinates."""
    x, top = np.asarray(x, dtype=float), np.asarray(top, dtype=float)
    base = float(base) if np.ndim(base) == 0 else coordinates(base)
    style = {"items": SPEAKS} | style
    return Boxes(coordinates(x - width / 2), base, coordinates(x + width / 2), coordinates(top), **style)
