"""How numbers look in print: a minus sign where Python writes a hyphen, a space before a per cent sign."""

from __future__ import annotations

import re

_BELOW_ZERO = re.compile(r"(?<![\w)-])-(?=\.?\d)")  # the hyphen of a date, of a word or of 1e-5 is no minus sign
_LESS = re.compile(r"(?<=\S) - (?=\S)")
_PER_CENT = re.compile(r"(?<=\d)%")


def printed(text: str) -> str:
    """A text as a reader sees it."""
    if "-" in text:
        text = _LESS.sub(" \u2212 ", _BELOW_ZERO.sub("\u2212", text))
    return spaced(text)


def spaced(text: str) -> str:
    """The same without minus signs, where a text quotes what a student typed."""
    return _PER_CENT.sub(" %", text) if "%" in text else text
