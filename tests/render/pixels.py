"""Finding things in pictures: arrays of (rows, columns, 3) numbers from 0 to 255."""

from __future__ import annotations

import io

import numpy as np
from matplotlib.image import imread

from labkit.render.theme import rgb

FEWEST_COLOURS = 10  # of a picture: edges are smoothed
LEAST_INK = 0.02  # of the pixels differ from the commonest colour


def read(png: bytes) -> np.ndarray:
    """The colours of a PNG file."""
    return np.round(imread(io.BytesIO(png))[..., :3] * 255.0)


def colours(png: bytes) -> np.ndarray:
    """The colour of every pixel of a PNG file as one number."""
    return (imread(io.BytesIO(png)) * 255.0).round().astype(np.uint8).view(np.uint32)[..., 0]


def assert_drawn(image: np.ndarray) -> None:
    """Of ``colours``: not blank, nor nearly so."""
    _, counts = np.unique(image, return_counts=True)
    assert len(counts) >= FEWEST_COLOURS and counts.max() < (1 - LEAST_INK) * image.size, "nothing is to be seen"


def like(picture: np.ndarray, color: str, tolerance: float = 12.0) -> np.ndarray:
    """Where the picture has a colour."""
    return np.abs(picture - rgb(color)).max(axis=-1) <= tolerance


def edges(where: np.ndarray) -> tuple[int, int, int, int]:
    """First column, first row, and one past the last of each, of what is true."""
    rows, columns = np.flatnonzero(where.any(axis=1)), np.flatnonzero(where.any(axis=0))
    assert len(rows), "expected some pixels of the colour, found none"
    return columns[0], rows[0], columns[-1] + 1, rows[-1] + 1


def centre(where: np.ndarray, near: tuple[float, float], reach: float) -> np.ndarray:
    """The mean x and y, in pixels, of what is true within ``reach`` of a place."""
    y, x = np.nonzero(where)
    at = np.column_stack([x, y]) + 0.5
    close = np.abs(at - near).max(axis=1) <= reach
    assert close.any(), f"expected some pixels of the colour near {near}, found none"
    return at[close].mean(axis=0)


def disagreement(a: np.ndarray, b: np.ndarray, tolerance: float = 4.0) -> float:
    """The share of pixels of either picture that the other has nowhere among the nine around the same place.

    Renderers smooth edges differently, by less than a pixel: a value between those around counts as there. Whatever is
    moved, missing or of another colour is not.
    """
    assert a.shape == b.shape, f"expected pictures of one size, got {a.shape} and {b.shape}"
    apart = np.argwhere(np.abs(a - b).max(axis=-1) > tolerance)
    return float(max(_missing(a, b, apart, tolerance).sum(), _missing(b, a, apart, tolerance).sum()) / a[..., 0].size)


def _missing(a: np.ndarray, b: np.ndarray, at: np.ndarray, tolerance: float) -> np.ndarray:
    """Which of the pixels of a are, in some channel, below or above all nine of b."""
    around = np.pad(b, ((1, 1), (1, 1), (0, 0)), mode="edge")
    row, column = at.T
    nine = np.array([around[row + r, column + c] for r in range(3) for c in range(3)])
    here = a[row, column]
    return ((here < nine.min(axis=0) - tolerance) | (here > nine.max(axis=0) + tolerance)).any(axis=-1)
