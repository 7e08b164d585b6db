"""The mushrooms of lecture 15: every attribute a word, where an empty cell is a word as well."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table

EDIBLE, POISONOUS = "edible", "poisonous"
EMPTY = "empty"  # the stalk's root is not told of 351 mushrooms


@cache
def mushrooms() -> tuple[Table, np.ndarray]:
    """Attributes and classes."""
    table = data.load("mushroom")
    words = {name: [EMPTY if word is None else str(word) for word in table[name]] for name in table if name != "class"}
    return Table.from_dict(words), table["class"]
