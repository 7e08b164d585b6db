"""A turned box seen from above: ``turn`` goes round the upright axis, ``tilt`` is how far one looks down."""

from __future__ import annotations

import numpy as np

from labkit.views.scene import Mark, Path, Text, coordinates

SEEN = 0.3  # an axis that is shorter in the picture has no name
AWAY = 0.12  # from an axis to its name


def view(turn: float, tilt: float) -> np.ndarray:
    """(2, 3) What is right and what is up in the picture, in degrees."""
    t, v = np.radians([turn, tilt])
    return np.array([[np.cos(t), np.sin(t), 0.0],
                     [-np.sin(v) * np.sin(t), np.sin(v) * np.cos(t), np.cos(v)]])  # fmt: skip


def arrows(towards: np.ndarray, names: tuple[str, str, str], starts: np.ndarray, ends: np.ndarray,
           *, at_tail: tuple[int, ...] = ()) -> list[Mark]:  # fmt: skip
    """Three axes with their names at the heads, or ``at_tail``; one without a name is not drawn."""
    marks: list[Mark] = []
    for k, (name, start, end) in enumerate(zip(names, starts @ towards.T, ends @ towards.T, strict=True)):
        if name:
            marks.append(Path(*map(coordinates, np.transpose([start, end])), "muted", 1.2, arrow=True))
        if name and np.hypot(*(end - start)) > SEEN:
            aside = AWAY * (end - start) / np.hypot(*(end - start))
            x, y = start - aside if k in at_tail else end + aside
            marks.append(Text(float(x), float(y), name, "muted", 12.0, "center"))
    return marks
