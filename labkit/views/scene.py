"""A scene is a picture as plain data: panels that hold a handful of marks.

Views make scenes from steps; renderers (``labkit.render``) draw them. A scene knows numbers and
colour *tokens*, never pixels or themes, so that every renderer draws the same picture.

Lengths without a coordinate (boxes, line widths, text sizes, radii) are in *units*: a scene is
``width`` x ``height`` units, its origin at the top left, and a renderer scales all of it together.
Marks are placed in the data coordinates of their panel; a panel's ``box`` is exactly the rectangle onto
which ``xlim`` x ``ylim`` is mapped, so a position on the picture is

    px = box.x + (x - xlim[0]) / (xlim[1] - xlim[0]) * box.width        (1)
    py = box.y + (ylim[1] - y) / (ylim[1] - ylim[0]) * box.height       (2)

Titles, ticks and labels are drawn around the box; the view leaves room for them.

Colour tokens: ``ink`` (text, boundaries), ``muted`` (secondary text, bounds), ``grid`` (axes, the past),
``accent`` (what acts now), ``lit`` (behind what acts), ``wrong`` (a violation), ``surface`` (panel background),
``card`` (around panels), ``class0`` ... ``class7`` (examples) and ``tint0`` ... ``tint7`` (their regions). Class k
always has the k-th marker shape as well.

Arrays are frozen, and sharing one array between the scenes of a story sends it to the browser once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

CLASSES = 8  # colours and shapes there are
PLAIN, USED, WRONG, FADED = 0, 1, 2, 4  # bits of Points.flag: ring around, hollow, drawn faintly


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
    class 1 through the panel's background) or ``height`` (0 to 255, low to high).
    """

    values: np.ndarray  # uint8 (rows, columns)
    extent: tuple[float, float, float, float]  # x0, x1, y0, y1 of the outer cell edges
    ramp: str = "classes"


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Examples: the k-th class has the k-th colour and the k-th shape."""

    x: np.ndarray  # float32
    y: np.ndarray
    kind: np.ndarray  # uint8, class index
    flag: np.ndarray | None = None  # uint8, bits USED, WRONG, FADED; None is all PLAIN
    size: float | np.ndarray = 5.5  # radius in units, one or one per point
    editable: bool = False  # the data painter may move these


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A polyline; NaN breaks it. ``upto`` draws only the first so many vertices (a curve as it grows)."""

    x: np.ndarray
    y: np.ndarray
    color: str = "ink"
    width: float = 1.8
    dash: bool = False
    upto: int | None = None
    arrow: bool = False  # a head at the last drawn vertex
    dots: bool = False  # a dot on every vertex
    label: str = ""  # written to the right of the last vertex of the whole path


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """The region between two curves, filled faintly."""

    x: np.ndarray
    low: np.ndarray
    high: np.ndarray
    color: str = "accent"


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """Upright bars centred on ``x``, from ``base`` to ``top``; ``kind`` colours each by class."""

    x: np.ndarray
    top: np.ndarray
    base: float = 0.0
    width: float = 0.8  # in data coordinates
    color: str = "accent"
    kind: np.ndarray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A rectangle between two corners."""

    x0: float
    y0: float
    x1: float
    y1: float
    fill: str = ""  # a token, or nothing
    stroke: str = ""
    width: float = 1.0
    radius: float = 0.0  # of the corners, in units


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


Mark = Field | Points | Path | Band | Bars | Box | Text


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One coordinate system and its marks, drawn in order.

    Clipped to the box, but for text, and for points and dots: whole where their centre is inside, else not at all.
    """

    box: tuple[float, float, float, float]  # x, y, width, height in units
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    marks: tuple[Mark, ...] = ()
    name: str = ""  # how a lab or a test finds the panel
    title: str = ""  # written above the box, left-aligned
    xticks: tuple[tuple[float, str], ...] = ()
    yticks: tuple[tuple[float, str], ...] = ()
    xlabel: str = ""  # below the box, right-aligned
    surface: str = "surface"  # token of the background, or nothing

    def placed(self, box: tuple[float, float, float, float]) -> Panel:
        """The same panel elsewhere."""
        return replace(self, box=box)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One picture of a story: what is seen, and the sentence that says what just happened."""

    panels: tuple[Panel, ...]
    caption: str = ""
    width: float = 960.0
    height: float = 420.0

    def panel(self, name: str) -> Panel:
        for panel in self.panels:
            if panel.name == name:
                return panel
        raise KeyError(f"no panel named {name!r}; this scene has {[p.name for p in self.panels]}")
