"""What the labs of lecture 17 share: the lectures' tables as attributes and classes."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table

CLASS_OF = {"tennis": "play", "weather": "class", "run_fun": "fun"}
NUMBERED = {"tennis": ("day",), "weather": ("case",)}  # columns that only count the rows


@cache
def attributes_and_classes(name: str) -> tuple[Table, np.ndarray]:
    """One of the lectures' tables, as what is known and what is to be told from it."""
    table = data.load(name)
    return table.without(CLASS_OF[name], *NUMBERED.get(name, ())), table[CLASS_OF[name]]
