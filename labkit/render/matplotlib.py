"""Scene -> still picture with matplotlib; the twin of ``canvas.js``, mark by mark.

Positions are computed by (1) and (2) of ``labkit.views.scene``, not by matplotlib's axes, so that both renderers
draw the same geometry. Neither pyplot nor ``rcParams`` are touched.
"""

from __future__ import annotations

import io

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba, to_rgba_array
from matplotlib.figure import Figure
from matplotlib.image import BboxImage
from matplotlib.path import Path as Outline
from matplotlib.transforms import Affine2D, Bbox, IdentityTransform, TransformedBbox

from labkit.render.pen import Pen, corner, inside, place, rectangle
from labkit.render.theme import CLASSES, MARKERS, STYLE, color, ramp
from labkit.views.axes import apart
from labkit.views.plane.fields import border_of
from labkit.views.scene import FADED, FRAME, HOLLOW, RING, Boxes, Field, Panel, Path, Points, Scene, Segments, Text

HEADER = 34.0  # units above the picture for the title of a still that stands alone
_SHAPES = [
    Outline(np.append(corners, corners[:1], axis=0), closed=True) if len(corners) else Outline.unit_circle()
    for corners in MARKERS.values()
]
_SQUARE = Outline([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)], closed=True)


def png(scene: Scene, *, theme: str = "light", scale: float = 1.0, lecture: bool = False, title: str = "") -> bytes:
    """The scene as a PNG file, ``scale`` pixels to the unit; the same scene always gives the same bytes."""
    figure = draw(scene, theme=theme, scale=scale, lecture=lecture, title=title)
    file = io.BytesIO()
    figure.canvas.print_png(file, metadata={"Software": None})  # a version in the file would change its bytes
    return file.getvalue()


def draw(scene: Scene, *, theme: str = "light", scale: float = 1.0, lecture: bool = False, least: float = 0.0,
         title: str = "") -> Figure:  # fmt: skip
    """The scene as a figure; with a title, a line above it holds the title and the scene's caption. ``least`` is the
    size in units that the last row can read."""
    if not scale > 0:
        raise ValueError(f"expected a scale above 0, got {scale!r}; 1 gives one pixel per unit")
    header = HEADER if title else 0.0
    hair = 1e-9  # matplotlib cuts fractions of pixels off: 110.99999999999999 must not become 110
    size = (scene.width / 72 + hair, (scene.height + header) / 72 + hair)
    figure = Figure(figsize=size, dpi=72 * scale, facecolor=color(theme, "card"))
    FigureCanvasAgg(figure)
    units = Affine2D().scale(1 / 72, -1 / 72).translate(0, scene.height / 72) + figure.dpi_scale_trans
    pen = Pen(figure, units, theme, lecture, least)
    if title:
        _header(pen, scene, title)
    for panel in scene.panels:
        _panel(pen, panel)
    return figure


def _header(pen: Pen, scene: Scene, title: str) -> None:
    margin, y = 16.0, 8.0 - HEADER / 2  # a little low: the picture has its own margin
    left = margin + pen.width(pen.write(title, margin, y, size=15, bold=True)) + 10
    caption = pen.write(scene.caption, left, y, size=13, token="muted")
    for _ in range(2):  # a long sentence is written smaller; letters do not shrink all alike, so it is measured again
        room = (scene.width - margin - left) / max(pen.width(caption), 1.0)
        caption.set_fontsize(caption.get_fontsize() * min(1.0, room))


def _panel(pen: Pen, panel: Panel) -> None:
    if panel.surface:
        pen.outline(rectangle(*panel.box, corner(panel)), facecolor=pen.color(panel.surface))
    for mark in panel.marks:
        _DRAW[type(mark)](pen, panel, mark)
    _frame_texts(pen, panel)


def _frame_texts(pen: Pen, panel: Panel) -> None:
    left, top, width, height = panel.box
    if panel.title:
        middle = top - STYLE["titleGap"] - STYLE["baseline"] * STYLE["titleSize"] * pen.text
        pen.write(panel.title, left, middle, size=STYLE["titleSize"], bold=True)
    below = top + height + STYLE["tickGap"] + STYLE["tickSize"] * pen.text / 2
    tick = {"size": STYLE["tickSize"], "token": "muted"}
    for x, text in panel.xticks:
        pen.write(text, place(panel, x, panel.ylim[0])[0], below, anchor="center", **tick)
    widest = 0.0
    for y, text in panel.yticks:
        at = place(panel, panel.xlim[0], y)[1]
        widest = max(widest, pen.width(pen.write(text, left - STYLE["tickGap"], at, anchor="right", **tick)))
    if panel.xlabel:
        row = below + STYLE["rowGap"] * pen.text if panel.xticks else below
        pen.write(panel.xlabel, left + width, row, anchor="right", **tick)
    if panel.ylabel:
        aside = left - widest - (2 if widest else 1) * STYLE["tickGap"] - STYLE["tickSize"] * pen.text / 2
        pen.write(panel.ylabel, aside, top + height / 2, anchor="center", upwards=True, **tick)
    _end_labels(pen, panel)


def _end_labels(pen: Pen, panel: Panel) -> None:
    """The names of curves, moved apart; within the box as far as there is room."""
    left, top, width, height = panel.box
    half = STYLE["labelSize"] * pen.text / 2
    wanted = np.clip([place(panel, panel.xlim[1], end.y)[1] for end in panel.ends], top, top + height)
    placed = apart(wanted, STYLE["labelLine"] * STYLE["labelSize"] * pen.text, (top + half, top + height - half))
    for end, y in zip(panel.ends, placed.tolist(), strict=True):
        pen.write(end.text, left + width + STYLE["labelGap"], y, size=STYLE["labelSize"], token=end.color)


def _field(pen: Pen, panel: Panel, mark: Field) -> None:
    x0, x1, y0, y1 = mark.extent
    box = TransformedBbox(Bbox(place(panel, [x0, x1], [y1, y0])), pen.units)
    smooth = "nearest" if mark.ramp == "classes" else "bilinear"
    image = BboxImage(box, origin="lower", interpolation=smooth, resample=True)
    image.set_data(ramp(pen.theme, mark.ramp)[mark.values])
    pen.add(image, panel)
    for line in border_of(mark):
        _segments(pen, panel, line)


def _points(pen: Pen, panel: Panel, mark: Points) -> None:
    at = place(panel, mark.x, mark.y)
    seen = inside(panel, at)  # whole or not at all
    if not seen.any():
        return
    at, kind = at[seen], mark.kind[seen]
    flag = np.zeros(len(at), np.uint8) if mark.flag is None else mark.flag[seen]
    radius = np.broadcast_to(mark.size, seen.shape)[seen] * pen.radius
    faces, edges = (
        to_rgba_array([pen.color(f"{name}{k}") for k in range(CLASSES)])[kind] for name in ("class", "edge")
    )
    hollow = (flag & HOLLOW) > 0
    faces[hollow], edges[hollow] = to_rgba(pen.color("card")), faces[hollow]
    faces[:, 3] = edges[:, 3] = np.where(flag & FADED, STYLE["faded"], 1.0)
    widths = np.where(hollow, STYLE["hollow"], STYLE["outline"]) * pen.line
    style = {"facecolors": faces, "edgecolors": edges, "linewidths": widths}
    _shapes(pen, [_SHAPES[k] for k in kind], at, radius, **style)
    for bit, around in ((RING, Outline.unit_circle()), (FRAME, _SQUARE)):
        _around(pen, at[(flag & bit) > 0], radius[(flag & bit) > 0], around)


def _shapes(pen: Pen, shapes: list[Outline], at: np.ndarray, radius, **style) -> None:
    """Shapes of radius 1 (a size of radius squared, to matplotlib), enlarged and put at places."""
    sizes = np.broadcast_to(radius, len(at)) ** 2
    collection = PathCollection(shapes, sizes=sizes, offsets=at, offset_transform=pen.units, **style)
    collection.set_transform(IdentityTransform())
    collection.set_snap(False)
    pen.add(collection)


def _around(pen: Pen, at: np.ndarray, radius: np.ndarray, outline: Outline) -> None:
    if len(at):
        style = {"edgecolors": pen.color("accent"), "linewidths": STYLE["ringWidth"] * pen.line}
        _shapes(pen, [outline], at, radius + STYLE["ringGap"], facecolors="none", joinstyle="round", **style)


def _path(pen: Pen, panel: Panel, mark: Path) -> None:
    whole = place(panel, mark.x, mark.y)[: mark.upto]
    if mark.fill:
        pen.outline(_polygons(whole), panel, facecolor=pen.color(mark.fill), alpha=mark.opacity)
    if not mark.color:
        return
    at, width = whole.copy(), mark.width * pen.line
    head = _arrow_head(at, width) if mark.arrow else None
    if head is not None:
        at[-1] = head[1:].mean(axis=0)  # the line ends at the neck, so that the tip stays sharp
    if len(at) > 1:
        _stroke(pen, panel, Outline(at), mark)
    if head is not None:
        pen.outline(Outline(head), panel, facecolor=pen.color(mark.color))
    if mark.dots:
        dots, style = whole[inside(panel, whole)], {"facecolors": pen.color(mark.color), "linewidths": 0}
        _shapes(pen, [Outline.unit_circle()], dots, STYLE["dotRadius"] * pen.radius, **style)


def _stroke(pen: Pen, panel: Panel, outline: Outline, mark: Path | Segments) -> None:
    width = mark.width * pen.line
    # matplotlib counts dashes in line widths, a scene in units
    pattern = [length * pen.line / width for length in STYLE["dashes"][mark.dash]]
    style = {"linewidth": width, "linestyle": (0, pattern) if pattern else "solid"}
    pen.outline(outline, panel, edgecolor=pen.color(mark.color), **style)


def _polygons(corners: np.ndarray) -> Outline:
    """Every piece between two NaN as a closed outline."""
    finite = np.isfinite(corners).all(axis=1)
    edges = np.flatnonzero(np.diff(finite, prepend=False, append=False)).reshape(-1, 2)
    return (
        Outline.make_compound_path(*(Outline(corners[a:b]) for a, b in edges))
        if len(edges)
        else Outline(np.empty((0, 2)))
    )


def _segments(pen: Pen, panel: Panel, mark: Segments) -> None:
    both = np.broadcast_arrays(place(panel, mark.x0, mark.y0), place(panel, mark.x1, mark.y1))
    ends = np.stack(both, axis=-2).reshape(-1, 2)
    _stroke(pen, panel, Outline(ends, np.tile([Outline.MOVETO, Outline.LINETO], len(ends) // 2)), mark)


def _arrow_head(at: np.ndarray, width: float) -> np.ndarray | None:
    """Tip and both barbs, or nothing where there is no direction to point in."""
    if len(at) < 2:
        return None
    distance = np.hypot(*(at[-1] - at[-2]))
    if not distance > 0:  # the same place, or NaN
        return None
    fixed, per_width = STYLE["arrowLength"]
    back = (fixed + per_width * width) * (at[-1] - at[-2]) / distance
    barb = STYLE["arrowSpread"] * np.array([-back[1], back[0]])
    return at[-1] + np.array([(0.0, 0.0), barb - back, -barb - back])


def _boxes(pen: Pen, panel: Panel, mark: Boxes) -> None:
    first, last = np.broadcast_arrays(place(panel, mark.x0, mark.y0), place(panel, mark.x1, mark.y1))
    first, last = first.reshape(-1, 2), last.reshape(-1, 2)
    edge = {"edgecolor": pen.color(mark.stroke) if mark.stroke else "none", "linewidth": mark.width * pen.line}
    for i in np.flatnonzero(np.isfinite(first + last).all(axis=1)):
        low, high = np.minimum(first[i], last[i]), np.maximum(first[i], last[i])
        fill = mark.fill if mark.kind is None else f"class{mark.kind[i]}"
        face = to_rgba(pen.color(fill), mark.opacity) if fill else "none"
        pen.outline(rectangle(*low, *(high - low), radius=mark.radius), panel, facecolor=face, **edge)


def _text(pen: Pen, panel: Panel, mark: Text) -> None:
    x, y = place(panel, mark.x, mark.y)
    style = {
        "size": mark.size,
        "token": mark.color,
        "anchor": mark.anchor,
        "bold": mark.bold,
        "mono": mark.mono,
    }
    pen.write(mark.text, x, y, **style)


_DRAW = {Field: _field, Points: _points, Path: _path, Segments: _segments, Boxes: _boxes, Text: _text}
