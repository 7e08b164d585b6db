"""How much room words take, estimated without a font: never less than both renderers need.

The widths are those of DejaVu Sans, a wide font, in letter groups; lecture mode enlarges text, and a narrow window
does not let it shrink with the picture, so that room is counted in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from labkit.core.printed import printed
from labkit.views import style

LECTURE = style.LECTURE_TEXT  # how much larger text may become than the scene says
LEAST_NAME = 3  # letters by which a name that is cut is still known
_BOLD = 1.13
_WIDTHS = {  # in text sizes
    "ijl.,:;'|I \u00b7": 0.36,
    "ftr()[]-/!": 0.44,
    "w=+\u2212<>#&^~\u2264\u2265\u2260\u00b1": 0.84,
    "mMW@%\u2026\u2014": 1.0,
}
_WIDTH_OF = {letter: width for letters, width in _WIDTHS.items() for letter in letters}
_CAPITAL, _OTHER = 0.79, 0.64
_NUMBER = re.compile(r"(?<=[\u2264>] )-?\d+\.\d+(e[+-]?\d+)?$")  # a threshold
_SIGN = "[\u2264>=\u2260]"
_BARE = re.compile(r"[\u2264>]-?[\d.]+(?:e[+-]?\d+)?$")  # a threshold without what it is asked of
_ZERO = re.compile(r"(?<=[\u2264>-])0(?=\.)")  # before its point


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The most units that the text may take across."""
    return LECTURE * size * _ems(text) * (_BOLD if bold else 1.0)


@lru_cache(maxsize=4096)  # the same few words are measured in every frame
def _ems(text: str) -> float:
    return sum(_WIDTH_OF.get(letter, _CAPITAL if letter.isupper() else _OTHER) for letter in printed(text))


def height(size: float) -> float:
    """The most units that a line of text may take up."""
    return LECTURE * size * 1.15


def fitted(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """The text, or as much of its beginning as there is room for, with an ellipsis; nothing if not one letter fits."""
    if width(text, size, bold=bold) <= room:
        return text
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip(" \u2026") + "\u2026"
        if width(short, size, bold=bold) <= room:
            return short
    return ""


def first_fitting(texts: Iterable[str], room: float, size: float, *, bold: bool = False) -> str:
    """The first of the texts that there is room for whole, else nothing."""
    return next((text for text in texts if width(text, size, bold=bold) <= room), "")


def question_fitted(text: str, room: float, size: float) -> str:
    """With fewer digits where that helps, "x1 <= -0.3721" to "x1<=-.37"; then with less of a long name, "peta...<=2.5";
    then the threshold alone, which differs from node to node, "<=-.37" or "-.37"; at worst the name, "outlook..."."""
    shorter = [_NUMBER.sub(lambda found, n=n: _rounded(float(found[0]), n), text) for n in (3, 2)]
    near = re.sub(f" ({_SIGN}) ", r"\1", shorter[-1])
    tight = _ZERO.sub("", near)
    attribute, bare = re.split(f" {_SIGN} ", text)[0], "".join(_BARE.findall(tight))
    name = fitted(attribute, room - width(bare, size), size) if bare else ""
    named = (name + bare,) if len(name) > LEAST_NAME else ()
    best = first_fitting((text, *shorter, near, tight, *named, bare, bare[1:]), room, size)
    return best or fitted(attribute + "\u2026", room, size)


def _rounded(number: float, digits: int) -> str:
    """To so many digits; above 10 to one after the point, since 77.5 divides 77 from 78 and neither 77 nor 78 does."""
    return f"{number:.1f}" if 10 <= abs(number) < 1000 else f"{number:.{digits}g}"
