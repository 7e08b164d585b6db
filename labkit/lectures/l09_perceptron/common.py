"""What the labs and pictures of lecture 09 share."""

from __future__ import annotations

import numpy as np

from labkit.learners import LinearProgram
from labkit.learners.perceptron.programming import SEPARATOR

CLASSES = ("-1", "+1")  # w points to the second
LIMITS = ((-1.3, 1.3), (-1.3, 1.3))
KINDS = "separable gaussians xor moons"
GAP = (0.02, 0.4, 0.1)


def separator(X: np.ndarray, y: np.ndarray) -> np.ndarray | None:
    """Weights w* of a line that separates the points, constant input first; None where no line does."""
    program = LinearProgram().fit(X, y)
    return program.model_.w if program.last_step_.certificate == SEPARATOR else None


def line_of(w: np.ndarray | None) -> tuple[np.ndarray, float] | None:
    """(normal, offset) of the line of such weights."""
    return None if w is None else (w[1:], -w[0])


def scores(w: np.ndarray, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """w'z of every point, class indices y: above 0 is right."""
    return (X @ w[1:] - w[0]) * np.where(y == 1, 1.0, -1.0)


def nearest(w: np.ndarray, X: np.ndarray, y: np.ndarray) -> float:
    """How far the nearest point is from the line; below 0 where one is on the wrong side."""
    return float(scores(w, X, y).min() / np.linalg.norm(w[1:]))
