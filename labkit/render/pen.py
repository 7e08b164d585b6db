"""The hand that draws with matplotlib: positions by the scene's own equations, artists in units.

One unit is one point of a figure with 72 points to the inch, so widths and text sizes are the scene's own numbers, and
the figure's dpi alone scales the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import BoxStyle, PathPatch
from matplotlib.path import Path as Outline
from matplotlib.text import Text as Writing
from matplotlib.transforms import Affine2D, Transform

from labkit.render.theme import STYLE, color
from labkit.views.scene import Panel


@dataclass
class Pen:
    """What every mark needs to be drawn: where, in which colours, how large."""

    figure: Figure
    units: Transform  # units, y downwards -> the figure's pixels
    theme: str
    lecture: bool
    text: float = field(init=False)
    line: float = field(init=False)
    radius: float = field(init=False)

    def __post_init__(self) -> None:
        factors = (STYLE[name] if self.lecture else 1.0 for name in ("lectureText", "lectureLine", "lectureRadius"))
        self.text, self.line, self.radius = factors

    def color(self, token: str) -> str:
        return color(self.theme, token)

    def add(self, artist: Artist, clip: Panel | None = None) -> Artist:
        """On top of everything so far, clipped to a panel if one is given."""
        artist.set_zorder(len(self.figure.get_children()))
        self.figure.add_artist(artist)
        if clip is not None:
            artist.set_clip_path(rectangle(*clip.box, corner(clip)), self.units)
        return artist

    def outline(self, outline: Outline, clip: Panel | None = None, **style) -> None:
        """A line or a filled shape; snapping to pixels would move it."""
        style = {"facecolor": "none", "edgecolor": "none", "joinstyle": "round", "capstyle": "butt"} | style
        self.add(PathPatch(outline, transform=self.units, snap=False, **style), clip)

    def write(self, text: str, x: float, y: float, *, size: float, token="ink", anchor="left", bold=False, mono=False):
        """One line of text, vertically centred on y."""
        size = size * self.text
        family = "DejaVu Sans Mono" if mono else "DejaVu Sans"
        font = FontProperties(family=family, size=size, weight="bold" if bold else "normal")
        style = {"ha": anchor, "va": "baseline", "color": color(self.theme, token, text=True), "parse_math": False}
        return self.add(Writing(x, y + STYLE["baseline"] * size, text, font=font, transform=self.units, **style))

    def width(self, written: Writing) -> float:
        """How many units wide a text has become."""
        return written.get_window_extent(self.figure.canvas.get_renderer()).width * 72 / self.figure.dpi


def place(panel: Panel, x, y) -> np.ndarray:
    """Positions in units, one row each."""
    left, top, width, height = panel.box
    (x0, x1), (y0, y1) = panel.xlim, panel.ylim
    px = left + (np.asarray(x, dtype=float) - x0) / (x1 - x0) * width  # (1)
    py = top + (y1 - np.asarray(y, dtype=float)) / (y1 - y0) * height  # (2)
    return np.stack(np.broadcast_arrays(px, py), axis=-1)


def inside(panel: Panel, at: np.ndarray) -> np.ndarray:
    left, top, width, height = panel.box
    return np.all((at >= (left, top)) & (at <= (left + width, top + height)), axis=-1)


def rectangle(x: float, y: float, width: float, height: float, radius: float) -> Outline:
    """A rectangle, its corners rounded as far as it has room."""
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        return Outline.unit_rectangle().transformed(Affine2D().scale(width, height).translate(x, y))
    return BoxStyle.Round(pad=0, rounding_size=radius)(x, y, width, height, 1.0)


def corner(panel: Panel) -> float:
    return STYLE["corner"] if panel.surface else 0.0
