"""What the parts of a picture are, for those who point at them: a mark has items, a panel has targets.

The browser makes the words from what a picture has anyway, the names of the axes and the places of the marks, and
lights in all panels the items of one key and number: example 31 in the plane, and its bar beside it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """What the points, vertices, lines or boxes of a mark are and say. A mark without this does not answer; points
    and bars have it, unless they are given None.

    An item says its key and number ("example 31"), then its text, or else its numbers: places along the axes, and its
    value under ``label``. Of a curve the value is its height, of bars (which share a base) the height of their tops.
    """

    key: str = ""  # the kind of thing: "example", "round", "node"; items of one kind and number are lit together
    keys: np.ndarray | int = 0  # the number of each; one number is that of the first, and the others count on
    label: str = ""  # the name of a curve, or of the values
    values: np.ndarray | float | None = None
    texts: tuple[str, ...] = ()  # one for each item, where the view knows better words than its numbers

    @property
    def words(self) -> tuple:
        """All that is no array."""
        keys = None if isinstance(self.keys, np.ndarray) else int(self.keys)
        values = None if isinstance(self.values, np.ndarray) else self.values
        return self.key, keys, self.label, values, self.texts

    @property
    def arrays(self) -> list[tuple[str, np.ndarray]]:
        return [(name, each) for name in ("keys", "values") if isinstance(each := getattr(self, name), np.ndarray)]


@dataclass(frozen=True, slots=True)
class Target:
    """A part of a panel that a click can mean: a row, a node, a bit. The last of those that overlap is on top."""

    name: str
    x0: float
    y0: float
    x1: float
    y1: float
