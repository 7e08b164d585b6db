"""The penguins of lecture 02, and how a plane shows them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np

from labkit.core import data
from labkit.views.scene import Text

SPECIES = ("Adelie", "Chinstrap", "Gentoo")
BILL = ("bill_length_mm", "bill_depth_mm")
MEASUREMENTS = (*BILL, "flipper_length_mm", "body_mass_g")
LIMITS = ((31.0, 61.0), (12.5, 22.0))  # of all bills, in mm
PROPORTION = 30 / 9.5  # so that a millimetre is as long across as up
BILL_AXES = "bill length in mm", "bill depth in mm"
PLACES = ((31.5, 21.4, "left"), (60.6, 20.9, "right"), (60.6, 13.6, "right"))  # of the names of the species
NEW_BIRD = (44.0, 17.5)  # who walked past
RADIUS = 3.6  # of one bird among many
TIE = 1e-5  # beyond rounding, and far below every distance that is seen


@cache
def penguins() -> tuple[np.ndarray, np.ndarray]:
    """The four measurements of every bird that has them, and the index of its species."""
    table = data.load("penguins").complete(*MEASUREMENTS)
    X, y = table.numeric(*MEASUREMENTS), np.searchsorted(SPECIES, table["species"])
    X.setflags(write=False)
    y.setflags(write=False)
    return X, y


def bills() -> np.ndarray:
    return penguins()[0][:, :2]


def scaled(X: np.ndarray) -> np.ndarray:
    """Every column less its mean, divided by its standard deviation."""
    return (X - X.mean(axis=0)) / X.std(axis=0)


def species_names() -> list[Text]:
    """Beside the birds of each species."""
    return [Text(x, y, name, f"class{k}", 13.0, side, bold=True)
            for k, (name, (x, y, side)) in enumerate(zip(SPECIES, PLACES, strict=True))]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class InUnits:
    """A model that was trained on features times ``units``, asked in the features as they are; it only predicts, so
    that a plane asks it in fewer places."""

    model: object
    units: np.ndarray | float = 1.0

    def predict(self, X) -> np.ndarray:
        return self.model.predict(np.asarray(X, dtype=float) * self.units)


@dataclass(frozen=True, slots=True, eq=False)
class VoteMap(InUnits):
    """Where a plane asks a vote in many places at once: the k smallest distances are found without sorting them."""

    coarse: int = 2  # cells of the plane that are asked as one, across and up

    @property
    def classes(self) -> np.ndarray:
        return self.model.classes

    def class_grid(self, x: np.ndarray, y: np.ndarray, through=None) -> np.ndarray:
        """The index of the class that most of the k nearest have, of equals the first."""
        model, c = self.model, self.coarse
        order = np.argsort(model.y, kind="stable")  # the examples of a class side by side, so that they are counted
        across, up = (((each.reshape(-1, c).mean(axis=1)[:, None] - column) ** 2).astype(np.float32)
                      for each, column in zip((x, y), model.X[order].T, strict=True))  # fmt: skip
        across += TIE * order.astype(np.float32)  # of equals the lowest row is nearer
        squares = (up[:, None] + across[None]).reshape(-1, len(order))
        near = squares <= np.partition(squares, model.k - 1, axis=1)[:, model.k - 1 : model.k]
        edges = np.searchsorted(model.y[order], np.arange(len(model.classes) + 1))
        votes = np.stack([near[:, a:b].sum(axis=1, dtype=np.int16) for a, b in pairwise(edges)])
        return votes.argmax(axis=0).reshape(len(y) // c, -1).repeat(c, axis=0).repeat(c, axis=1)
