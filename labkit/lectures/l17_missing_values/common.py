"""What the labs of lecture 17 share: tables as attributes and classes."""

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


@cache
def penguins() -> tuple[Table, np.ndarray]:
    """The penguins of which all four measurements are known, under short names."""
    table = data.load("penguins")
    X = Table.from_dict({"flipper": table["flipper_length_mm"], "bill length": table["bill_length_mm"],
                         "bill depth": table["bill_depth_mm"], "mass": table["body_mass_g"]})  # fmt: skip
    measured = ~np.isnan(X.numeric()).any(axis=1)
    return X[measured], table["species"][measured]


@cache
def mushrooms() -> tuple[Table, np.ndarray, np.ndarray]:
    """Attributes, classes, and which rows have a gap: it is always the stalk's root."""
    table = data.load("mushroom")
    gap = np.array([root is None for root in table["stalk_root"]])
    return table.without("class"), table["class"], gap


@cache
def votes() -> tuple[Table, np.ndarray]:
    """Sixteen votes of every member, and the party."""
    table = data.load("votes")
    return table.without("party"), table["party"]
