"""Scene -> still picture with matplotlib; the twin of ``canvas.js``, mark by mark.

Positions are computed by (1) and (2) of ``labkit.views.scene``, not by matplotlib's axes, so that both renderers
draw the same geometry. Neither pyplot nor ``rcParams`` are touched.
"""

from __future__ import annotations

import io

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba_array
from matplotlib.figure import Figure
from matplotlib.image import BboxImage
from matplotlib.path import Path as Outline
from matplotlib.transforms import Affine2D, Bbox, IdentityTransform, TransformedBbox

from labkit.render.pen import Pen, corner, inside, place, rectangle
from labkit.render.theme import CLASSES, MARKERS, STYLE, color, ramp
from labkit.views.scene import FADED, USED, WRONG, Band, Bars, Box, Field, Panel, Path, Points, Scene, Text

HEADER = 34.0  # units above the picture for the title of a still that stands alone
_SHAPES = [
    Outline(np.append(corners, corners[:1], axis=0), closed=True) if len(corners) else Outline.unit_circle()
    for corners in MARKERS.values()
]


def png(scene: Scene, *, theme: str = "light", scale: float = 1.0, lecture: bool = False, title: str = "") -> bytes:
    """The scene as a PNG file, ``scale`` pixels to the unit; the same scene always gives the same bytes."""
    figure = draw(scene, theme=theme, scale=scale, lecture=lecture, title=title)
    file = io.BytesIO()
    figure.canvas.print_png(file, metadata={"Software": None})  # a version in the file would change its bytes
    return file.getvalue()


def draw(scene: Scene, *, theme: str = "light", scale: float = 1.0, lecture: bool = False, title: str = "") -> Figure:
    """The scene as a figure; with a title, a line above it holds the title and the scene's caption."""
    if not scale > 0:
        raise ValueError(f"expected a scale above 0, got {scale!r}; 1 gives one pixel per unit")
    header = HEADER if title else 0.0
    hair = 1e-9  # matplotlib cuts fractions of pixels off: 110.99999999999999 must not become 110
    size = (scene.width / 72 + hair, (scene.height + header) / 72 + hair)
    figure = Figure(figsize=size, dpi=72 * scale, facecolor=color(theme, "card"))
    FigureCanvasAgg(figure)
    units = Affine2D().scale(1 / 72, -1 / 72).translate(0, scene.height / 72) + figure.dpi_scale_trans
    pen = Pen(figure, units, theme, lecture)
    if title:
        _header(pen, scene, title)
    for panel in scene.panels:
        _panel(pen, panel)
    return figure


def _header(pen: Pen, scene: Scene, title: str) -> None:
    margin, y = 16.0, 8.0 - HEADER / 2  # a little low: the picture has its own margin
    left = margin + pen.width(pen.write(title, margin, y, size=15, bold=True)) + 10
    caption = pen.write(scene.caption, left, y, size=13, token="muted")
    room = (scene.width - margin - left) / max(pen.width(caption), 1.0)
    caption.set_fontsize(caption.get_fontsize() * min(1.0, room))  # a long sentence is written smaller


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
        pen.write(text, place(panel, x, 0)[0], below, anchor="center", **tick)
    for y, text in panel.yticks:
        pen.write(text, left - STYLE["tickGap"], place(panel, 0, y)[1], anchor="right", **tick)
    if panel.xlabel:
        row = below + STYLE["rowGap"] * pen.text if panel.xticks else below
        pen.write(panel.xlabel, left + width, row, anchor="right", **tick)


def _field(pen: Pen, panel: Panel, mark: Field) -> None:
    x0, x1, y0, y1 = mark.extent
    box = TransformedBbox(Bbox(place(panel, [x0, x1], [y1, y0])), pen.units)
    smooth = "nearest" if mark.ramp == "classes" else "bilinear"
    image = BboxImage(box, origin="lower", interpolation=smooth, resample=True)
    image.set_data(ramp(pen.theme, mark.ramp)[mark.values])
    pen.add(image, panel)


def _points(pen: Pen, panel: Panel, mark: Points) -> None:
    at = place(panel, mark.x, mark.y)
    seen = inside(panel, at)  # whole or not at all
    if not seen.any():
        return
    at, kind = at[seen], mark.kind[seen]
    flag = np.zeros(len(at), np.uint8) if mark.flag is None else mark.flag[seen]
    radius = np.broadcast_to(mark.size, seen.shape)[seen] * pen.radius
    faces = to_rgba_array([pen.color(f"class{k}") for k in range(CLASSES)])[kind]
    edges = np.repeat(to_rgba_array(pen.color("card")), len(at), axis=0)
    hollow = (flag & WRONG) > 0
    faces[hollow], edges[hollow] = edges[hollow], faces[hollow]
    faces[:, 3] = edges[:, 3] = np.where(flag & FADED, STYLE["faded"], 1.0)
    widths = np.where(hollow, STYLE["hollow"], STYLE["outline"]) * pen.line
    style = {"facecolors": faces, "edgecolors": edges, "linewidths": widths}
    _shapes(pen, [_SHAPES[k] for k in kind], at, radius, **style)
    _rings(pen, at[(flag & USED) > 0], radius[(flag & USED) > 0])


def _shapes(pen: Pen, shapes: list[Outline], at: np.ndarray, radius, **style) -> None:
    """Shapes of radius 1 (a size of radius squared, to matplotlib), enlarged and put at places."""
    sizes = np.broadcast_to(radius, len(at)) ** 2
    collection = PathCollection(shapes, sizes=sizes, offsets=at, offset_transform=pen.units, **style)
    collection.set_transform(IdentityTransform())
    collection.set_snap(False)
    pen.add(collection)


def _rings(pen: Pen, at: np.ndarray, radius: np.ndarray) -> None:
    if len(at):
        style = {"edgecolors": pen.color("accent"), "linewidths": STYLE["ringWidth"] * pen.line}
        _shapes(pen, [Outline.unit_circle()], at, radius + STYLE["ringGap"], facecolors="none", **style)


def _path(pen: Pen, panel: Panel, mark: Path) -> None:
    whole = place(panel, mark.x, mark.y)
    at = whole[: mark.upto].copy()
    hue, width = pen.color(mark.color), mark.width * pen.line
    head = _arrow_head(at, width) if mark.arrow else None
    if head is not None:
        at[-1] = head[1:].mean(axis=0)  # the line ends at the neck, so that the tip stays sharp
    if len(at) > 1:
        # matplotlib counts dashes in line widths, a scene in units
        dash = (0, [length * pen.line / width for length in STYLE["dash"]]) if mark.dash else "solid"
        pen.outline(Outline(at), panel, edgecolor=hue, linewidth=width, linestyle=dash)
    if head is not None:
        pen.outline(Outline(head), panel, facecolor=hue)
    if mark.dots:
        dots = whole[: mark.upto][inside(panel, whole[: mark.upto])]
        _shapes(pen, [Outline.unit_circle()], dots, STYLE["dotRadius"] * pen.radius, facecolors=hue, linewidths=0)
    finite = np.flatnonzero(np.isfinite(whole).all(axis=1))
    if mark.label and len(finite):
        x, y = whole[finite[-1]]
        pen.write(mark.label, x + STYLE["labelGap"], y, size=STYLE["labelSize"], token=mark.color)


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


def _band(pen: Pen, panel: Panel, mark: Band) -> None:
    low, high = place(panel, mark.x, mark.low), place(panel, mark.x, mark.high)
    finite = np.isfinite(low + high).all(axis=1)
    edges = np.flatnonzero(np.diff(finite, prepend=False, append=False))
    for start, stop in edges.reshape(-1, 2):  # NaN breaks the band as it breaks a path
        corners = np.concatenate([low[start:stop], high[start:stop][::-1]])
        pen.outline(Outline(corners), panel, facecolor=pen.color(mark.color), alpha=STYLE["band"])


def _bars(pen: Pen, panel: Panel, mark: Bars) -> None:
    x, top = np.asarray(mark.x, dtype=float), np.asarray(mark.top, dtype=float)
    first, last = place(panel, x - mark.width / 2, mark.base), place(panel, x + mark.width / 2, top)
    for i in np.flatnonzero(np.isfinite(first + last).all(axis=1)):
        token = mark.color if mark.kind is None else f"class{mark.kind[i]}"
        outline = rectangle(*first[i], *(last[i] - first[i]), radius=0.0)
        pen.outline(outline, panel, facecolor=pen.color(token))


def _box(pen: Pen, panel: Panel, mark: Box) -> None:
    corners = place(panel, [mark.x0, mark.x1], [mark.y0, mark.y1])
    low, high = corners.min(axis=0), corners.max(axis=0)
    outline = rectangle(*low, *(high - low), radius=mark.radius)
    face = pen.color(mark.fill) if mark.fill else "none"
    edge = pen.color(mark.stroke) if mark.stroke else "none"
    pen.outline(outline, panel, facecolor=face, edgecolor=edge, linewidth=mark.width * pen.line)


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


_DRAW = {Field: _field, Points: _points, Path: _path, Band: _band, Bars: _bars, Box: _box, Text: _text}
