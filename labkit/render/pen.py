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
    least: float = 0.0  # units that no text is below, as far as it may be stretched
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

    def write(self, text: str, x: float, y: float, *, size: float, token="ink", anchor="left", bold=False, mono=False,
              upwards=False):  # fmt: skip
        """One line of text, vertically centred on y; or, written upwards, horizontally on x."""
        size = max(size * self.text, min(self.least, STYLE["lectureStretch"] * size * self.text))
        family = "DejaVu Sans Mono" if mono else "DejaVu Sans"
        font = FontProperties(family=family, size=size, weight="bold" if bold else "normal")
        style = {"ha": anchor, "va": "baseline", "color": color(self.theme, token, text=True), "parse_math": False}
        down = STYLE["baseline"] * size
        x, y, turn = (x + down, y, 90) if upwards else (x, y + down, 0)
        style |= {"rotation": turn, "rotation_mode": "anchor"}
        return self.add(Writing(x, y, text, font=font, transform=self.units, **style))

    def width(self, written: Writing) -> float:
        """How many units wide a text has become."""
        return written.get_window_extent(self.figure.canvas.get_renderer()).width * 72 / self.figure.dpi


def place(panel: Panel, x, y) -> np.ndarray:
    """Positions in units, one row each."""
    left, top, width, height = panel.box
    px = left + _share(x, panel.xlim, panel.xlog) * width  # (1)
    py = top + (1.0 - _share(y, panel.ylim, panel.ylog)) * height  # (2)
    return np.stack(np.broadcast_arrays(px, py), axis=-1)


def _share(values, limits: tuple[float, float], logarithmic: bool) -> np.ndarray:
    """How far along the axis, 0 to 1 within the limits."""
    values = np.asarray(values, dtype=float)
    if logarithmic:
        with np.errstate(divide="ignore", invalid="ignore"):
            values, limits = np.log10(values), (np.log10(limits[0]), np.log10(limits[1]))
    low, high = limits
    return (values - low) / (high - low)


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
