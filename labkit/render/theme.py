"""The look, said once: colours, marker shapes and the sizes of things, for both renderers.

Stills read this module; the browser gets the same numbers from :func:`as_json`. The class colours follow Okabe and
Ito's idea (blue and orange first, then hues apart in lightness as well), so that the first four stay apart for
colour-blind eyes; the marker shapes tell the classes apart without any colour.
"""

from __future__ import annotations

import json
from functools import cache

import numpy as np

from labkit.views import style
from labkit.views.scene import CLASSES

# Sizes in units, opacities as fractions. Names are what the renderers call them.
STYLE = {
    "corner": 4.0,  # radius of a panel's corners
    "titleSize": style.TITLE_SIZE,
    "titleGap": style.TITLE_GAP,
    "tickSize": style.TICK_SIZE,
    "tickGap": style.TICK_GAP,
    "rowGap": style.ROW_GAP,
    "labelSize": style.LABEL_SIZE,
    "labelGap": style.LABEL_GAP,
    "labelLine": style.LABEL_LINE,
    "baseline": 0.36,  # from the middle of a line of text down to its baseline, in text sizes
    "smallestText": 9.0,  # in pixels of the screen
    # solid, dashed, dotted, dashed and dotted, long dashes, dashes and two dots
    "dashes": [[], [5.0, 4.0], [1.6, 3.0], [8.0, 3.0, 1.6, 3.0], [14.0, 4.0], [8.0, 3.0, 1.6, 3.0, 1.6, 3.0]],
    "dotRadius": 2.6,
    "outline": 1.0,  # of a point
    "ringGap": 5.0,  # a used point's ring, outside the point
    "ringWidth": 2.5,
    "hollow": 2.2,  # the rim of a wrong point, which is not filled
    "faded": 0.35,
    "arrowLength": [5.0, 2.0],  # this much plus so many line widths
    "arrowSpread": 0.42,  # half the width of a head, in lengths
    "lectureText": style.LECTURE_TEXT,
    "lectureStretch": 1.15,  # how much larger than the layout's room a text may be for the last row
    "lectureLine": 1.35,
    "lectureRadius": 1.25,
}

_LIGHT = {
    "ink": "#1b1f24",
    "muted": "#5a636e",
    "grid": "#dfe3e8",
    "control": "#868e98",  # the border of a button; no scene uses it
    "accent": "#0b7a53",
    "wrong": "#c62828",
    "surface": "#f3f5f8",
    "card": "#fbfcfd",
}
_DARK = {
    "ink": "#e6e8eb",
    "muted": "#a0a8b2",
    "grid": "#353c45",
    "control": "#717a86",
    "accent": "#7dd3a7",
    "wrong": "#ff7b72",
    "surface": "#1f242a",
    "card": "#171b20",
}
_LIGHT_CLASSES = ["#2f6fde", "#cf7000", "#761f80", "#2299a7", "#c2447f", "#8a6a00", "#4a4f57", "#539b1c"]
_DARK_CLASSES = ["#5b9bff", "#ffb454", "#c0529a", "#7fe0e0", "#f29cc4", "#c9a200", "#c3c9d1", "#a8cf4a"]
# Lines of a chart are no classes: darker (in the dark theme lighter) hues of their own, each with its dash pattern.
_LIGHT_CURVES = ["#123f6d", "#9c2f12", "#7d8a2a", "#7048d8", "#0c6b66", "#7a4a21"]
_DARK_CURVES = ["#9cc9ff", "#ff9d7e", "#e8ee9a", "#9a7cf0", "#3f9c94", "#e0b48a"]
_HEIGHTS = {  # low to high; gentle, because paths are drawn on top
    "light": ["#f4f7fa", "#cfe0ea", "#9cc0d4", "#6a9dbd"],
    "dark": ["#1b2027", "#20394a", "#2a5670", "#3f7a99"],
}
_TINT = {"light": 0.14, "dark": 0.18}  # how much of a class's colour its region takes
_EDGE = 0.3  # how far at least the edge of a point is from its colour towards ink
_LIKELY = {"light": 0.45, "dark": 0.5}  # the same where its probability is one


def rgb(color: str) -> np.ndarray:
    """The three numbers from 0 to 255 of a hex colour."""
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def mix(a: str, b: str, amount: float) -> str:
    """The colour that is ``amount`` of the way from a to b."""
    return "#" + "".join(f"{round(v):02x}" for v in (1 - amount) * rgb(a) + amount * rgb(b))


def contrast(a: str, b: str) -> float:
    """The contrast ratio of two colours, 1 to 21, as the web's accessibility guidelines (WCAG 2) define it."""
    dark, light = sorted((_luminance(a), _luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    c = rgb(color) / 255
    return float(np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722])


def _all_tokens(theme: str) -> dict[str, str]:
    light = theme == "light"
    base, classes = (_LIGHT, _LIGHT_CLASSES) if light else (_DARK, _DARK_CLASSES)
    tokens = dict(base, lit=mix(base["card"], base["accent"], _TINT[theme]))
    tokens |= {f"curve{k}": color for k, color in enumerate(_LIGHT_CURVES if light else _DARK_CURVES)}
    for k, color in enumerate(classes):
        tokens[f"class{k}"] = color
        tokens[f"tint{k}"] = mix(base["card"], color, _TINT[theme])
    likely = [mix(base["surface"], color, _LIKELY[theme]) for color in classes[:2]]
    behind = [*likely, *(tokens[name] for name in ("card", "surface", "lit")), *(tokens[f"tint{k}"] for k in range(8))]
    return tokens | {f"edge{k}": _apart(c, tokens["ink"], behind, 3.0, _EDGE) for k, c in enumerate(classes)}


def _apart(color: str, ink: str, behind: list[str], least: float, first: float = 0.0) -> str:
    """The colour, drawn towards ink until it has so much contrast with all that is behind it."""
    for amount in np.linspace(first, 1, 21):
        nearer = mix(color, ink, amount)
        if min(contrast(nearer, other) for other in behind) >= least:
            break
    return nearer


def _readable(color: str, tokens: dict[str, str]) -> str:
    """For small text on a panel and around it."""
    return _apart(color, tokens["ink"], [tokens["card"], tokens["surface"]], 4.5)


COLORS = {theme: _all_tokens(theme) for theme in ("light", "dark")}
TEXT_COLORS = {
    theme: {token: _readable(color, tokens) for token, color in tokens.items()} for theme, tokens in COLORS.items()
}


def color(theme: str, token: str, *, text: bool = False) -> str:
    """The hex colour of a token; with ``text``, one that small text can be read in."""
    tokens = (TEXT_COLORS if text else COLORS)[_known(theme)]
    if token not in tokens:
        raise ValueError(f"expected a colour token, got {token!r}; use one of {', '.join(tokens)}")
    return tokens[token]


def _known(theme: str) -> str:
    if theme not in COLORS:
        raise ValueError(f"expected a theme, got {theme!r}; use 'light' or 'dark'")
    return theme


def _corners(count: int, *, radius: float, turn: float = 90.0, inner: float = 0.0) -> np.ndarray:
    """A regular polygon, its first corner ``turn`` degrees from the right; ``inner`` makes it a star."""
    radii = np.tile([radius, inner], count) if inner else np.full(count, radius)
    angles = np.radians(turn) + 2 * np.pi * np.arange(len(radii)) / len(radii)
    return (radii * np.array([np.cos(angles), np.sin(angles)])).T


def _plus(reach: float, half: float) -> np.ndarray:
    quarter = np.array([(half, reach), (half, half), (reach, half)])
    turns = [np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) for a in -np.pi / 2 * np.arange(4)]
    return np.concatenate([quarter @ turn for turn in turns])


# Corners around (0, 0), y upwards, for a point of radius 1; all cover about as much as the circle, which has none.
MARKERS: dict[str, np.ndarray] = {
    "circle": np.empty((0, 2)),
    "triangle": _corners(3, radius=1.3),
    "square": _corners(4, radius=1.25, turn=45),
    "diamond": _corners(4, radius=1.27),
    "plus": _plus(1.15, 0.4),
    "inverted triangle": _corners(3, radius=1.3, turn=-90),
    "star": _corners(5, radius=1.45, inner=0.65),
    "hexagon": _corners(6, radius=1.12),
}


@cache
def ramp(theme: str, name: str) -> np.ndarray:
    """The 256 colours of a field's values, as uint8 rows of red, green, blue."""
    tokens = COLORS[_known(theme)]
    if name == "classes":
        colors = np.array([rgb(tokens[f"tint{k % CLASSES}"]) for k in range(256)])
    elif name == "probability":
        ends = [mix(tokens["surface"], tokens[token], _LIKELY[theme]) for token in ("class0", "class1")]
        colors = _blend([ends[0], tokens["surface"], ends[1]])
    elif name == "height":
        colors = _blend(_HEIGHTS[theme])
    else:
        raise ValueError(f"expected a ramp, got {name!r}; use 'classes', 'probability' or 'height'")
    table = np.round(colors).astype(np.uint8)
    table.setflags(write=False)
    return table


def _blend(stops: list[str]) -> np.ndarray:
    """256 colours along the stops, evenly spaced."""
    table = np.array([rgb(stop) for stop in stops])
    where = np.linspace(0, len(stops) - 1, 256)
    return np.column_stack([np.interp(where, np.arange(len(stops)), channel) for channel in table.T])


def as_json() -> str:
    """Both themes for the browser: ``{"light": {colors, textColors, ramps, markers, style}, "dark": ...}``."""
    markers = [np.round(corners, 4).ravel().tolist() for corners in MARKERS.values()]
    return json.dumps({theme: _as_dict(theme) | {"markers": markers, "style": STYLE} for theme in COLORS})


def _as_dict(theme: str) -> dict:
    return {
        "name": theme,
        "colors": COLORS[theme],
        "textColors": TEXT_COLORS[theme],
        "ramps": {name: ramp(theme, name).tobytes().hex() for name in ("classes", "probability", "height")},
    }
