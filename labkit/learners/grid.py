"""A grid of the plane: what a model is asked at to be painted."""

from __future__ import annotations

import numpy as np


def points(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """All (x, y) as cases, those of the first y first."""
    return np.column_stack([np.tile(x, len(y)), np.repeat(y, len(x))])
