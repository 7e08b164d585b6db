"""What BFGS learns of the Hessian from the changes of w and of the gradient that it meets.

Lectures 06 and 12; deck 002 "LECTURE SET 5 Nonlinear Optimization Strategies". Inventory: I-002-001.

    B <- V B V' + s s' / s'y,  V = I - s y' / s'y,  s and y the change of w and of g                 (1)

B is a table of weights x weights, or, where these are many, (1) is carried out on g alone, change by change.
"""

from __future__ import annotations

from collections import deque

import numpy as np


class AllChanges:
    """B as a table; the first is a multiple of I that fits the first move."""

    def __init__(self):
        self._B: np.ndarray | None = None

    def times(self, g: np.ndarray) -> np.ndarray:
        """B g."""
        return g if self._B is None else self._B @ g

    def add(self, s: np.ndarray, y: np.ndarray) -> None:
        sy = float(s @ y)
        B = np.eye(len(s)) * (sy / (float(y @ y) or sy)) if self._B is None else self._B
        By = B @ y
        self._B = B - (np.outer(s, By) + np.outer(By, s)) / sy + np.outer(s, s) * ((sy + float(y @ By)) / sy**2)  # (1)


class LastChanges:
    """B as the last changes make it of a multiple of I that fits the last (Nocedal 1980)."""

    def __init__(self, memory: int):
        self._changes: deque[tuple[np.ndarray, np.ndarray, float]] = deque(maxlen=memory)

    def times(self, g: np.ndarray) -> np.ndarray:
        """B g."""
        left, shares = g, []
        for s, y, sy in reversed(self._changes):
            shares.append(float(s @ left) / sy)
            left = left - shares[-1] * y  # V'
        if self._changes:
            _, y, sy = self._changes[-1]
            left = left * (sy / (float(y @ y) or sy))
        for (s, y, sy), share in zip(self._changes, reversed(shares), strict=True):
            left = left + (share - float(y @ left) / sy) * s  # V, and s s' / s'y
        return left

    def add(self, s: np.ndarray, y: np.ndarray) -> None:
        self._changes.append((s, y, float(s @ y)))
