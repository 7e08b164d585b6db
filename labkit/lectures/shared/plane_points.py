"""The points a lab starts with: kinds of data, how many, how noisy, which seed; as controls, and drawn."""

from __future__ import annotations

from dataclasses import dataclass

from labkit.core import data
from labkit.player.controls import Choice, Control, Slider

QUIETER = 4.0  # rings and spirals bear less spread than blobs


@dataclass(frozen=True)
class PlanePoints:
    """``kinds`` are names of generators, the first is shown first; ``points``, how many, and ``gap`` are (low, high,
    default).

    ``gap`` is the width that separable points leave free on each side; one number is no control but always that.
    ``spread`` is how far points of more than two ``classes`` scatter at first.
    """

    kinds: str
    points: tuple[int, int, int]
    seed: int
    gap: tuple[float, float, float] | float | None = None
    classes: int = 2
    spread: float = 0.0

    @property
    def controls(self) -> tuple[Control, ...]:
        kinds, (low, high, default) = tuple(self.kinds.split()), self.points
        found: list[Control] = [Choice("data", "data", kinds, kinds[0])] if len(kinds) > 1 else []
        found.append(Slider("points", "points", low, high, self.classes, default))
        if isinstance(self.gap, tuple):
            low, high, default = self.gap
            only = ("data", ("separable",)) if len(kinds) > 1 else None
            found.append(Slider("gap", "gap", low, high, 0.02, default, only=only))
        if self.classes > 2:
            found.append(Slider("spread", "spread", 0.05, 0.4, 0.05, self.spread))
        return (*found, Slider("seed", "seed", 0, 50, 1, self.seed))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(control.name for control in self.controls)

    def drawn(self, values: dict) -> data.Points:
        kind = values.get("data", self.kinds.split()[0])
        return data.GENERATORS[kind](values["points"], seed=values["seed"], **self._shape(kind, values))

    def _shape(self, kind: str, values: dict) -> dict:
        if kind == "separable" and self.gap:
            return {"margin": values.get("gap", self.gap)}
        if self.classes == 2:
            return {}
        spread = values["spread"]
        return {"classes": self.classes, **({"spread": spread} if kind == "blobs" else {"noise": spread / QUIETER})}
