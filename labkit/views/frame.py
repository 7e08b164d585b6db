"""Where things go: limits of a plane, ticks of an axis; and how many classes can be told apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.views.scene import CLASSES

Limits = tuple[tuple[float, float], tuple[float, float]]


def plane_limits(X: np.ndarray, *, aspect: float = 1.0, pad: float = 0.12) -> Limits:
    """(xlim, ylim) around the points, one unit as long across as up in a box of ``aspect`` = width / height."""
    low, high = X.min(axis=0), X.max(axis=0)
    middle = (low + high) / 2
    half = max((high[0] - low[0]) / aspect, high[1] - low[1], 1e-9) / 2 * (1 + 2 * pad)
    return (
        (float(middle[0] - half * aspect), float(middle[0] + half * aspect)),
        (float(middle[1] - half), float(middle[1] + half)),
    )


def ticks(low: float, high: float, most: int = 5) -> tuple[tuple[float, str], ...]:
    """Round positions between two ends, at most ``most``, with their labels."""
    if not high > low:
        return ((low, f"{low:.4g}"),)
    rough = (high - low) / max(most - 1, 1)
    scale = 10.0 ** np.floor(np.log10(rough))
    step = next(s for s in np.array([1, 2, 5, 10, 20]) * scale if (high - low) / s <= most - 1 + 1e-9)
    first, last = np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9)
    places = np.arange(first, last + 1) * step
    return tuple((float(p), f"{p + 0.0:.10g}") for p in places)


def value_limits(*curves: np.ndarray, pad: float = 0.06, zero: bool = True) -> tuple[float, float]:
    """Limits that show every finite value, zero included where the curves are sizes."""
    values = np.concatenate([np.ravel(c) for c in curves])
    values = values[np.isfinite(values)]
    if zero:
        values = np.append(values, 0.0)
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    room = pad * (high - low) if high > low else 1.0
    return (low - (0.0 if zero and low == 0.0 else room), high + room)


def few_classes(labels: Sequence) -> Sequence:
    """The labels, if there are no more than colours and shapes."""
    if len(labels) > CLASSES:
        raise ValueError(
            f"labels: expected at most {CLASSES} classes, got {len(labels)}; there are no more colours and shapes, "
            "so join some classes"
        )
    return labels


def places_among(labels: list, classes: list) -> list[int]:
    """The place of each class among the labels."""
    unknown = [label for label in classes if label not in labels]
    if unknown:
        raise ValueError(f"labels: expected every class of the model, got none for {unknown[0]!r}; list them all")
    return [labels.index(label) for label in classes]
