"""Where things go: limits of a plane, ticks of an axis; and how many classes can be told apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.views.scene import CLASSES

FINE = 200  # cells along each side of a plane

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


Ticks = tuple[tuple[float, str], ...]


def ticks(low: float, high: float, most: int = 5, *, whole: bool = False) -> Ticks:
    """Round positions between two ends, at most ``most``, with their labels; ``whole`` for what is counted."""
    if not high > low:
        return ((low, f"{low:.4g}"),)
    rough = max((high - low) / max(most - 1, 1), float(whole))
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


def log_ticks(low: float, high: float, most: int = 5) -> Ticks:
    """Powers of ten between two ends above 0, every so many; within a few decades, also 2 and 5 times these."""
    first, last = int(np.floor(np.log10(low))), int(np.ceil(np.log10(high)))
    powers = [float(f"1e{k}") for k in range(first, last + 1)]
    inside = [place for place in powers if low <= place <= high]
    if len(inside) < 3:
        inside = [m * place for place in powers for m in (1, 2, 5) if low <= m * place <= high]
    every = -(-len(inside) // most) or 1
    return tuple((place, f"{place:.10g}" if 1e-4 < place < 1e5 else f"{place:.0e}") for place in inside[::every])


def log_limits(*curves: np.ndarray) -> tuple[float, float]:
    """Limits of a logarithmic axis that show every finite value above 0."""
    values = np.concatenate([np.ravel(c) for c in curves])
    values = values[np.isfinite(values) & (values > 0)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (1.0, 10.0)
    return low / 1.3, high * 1.3


def centres(limits: tuple[float, float], cells: int = FINE) -> np.ndarray:
    """The middles of the cells along one side."""
    low, high = limits
    return low + (np.arange(cells) + 0.5) * (high - low) / cells


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


def apart(places: np.ndarray, gap: float, within: tuple[float, float] = (-np.inf, np.inf)) -> np.ndarray:
    """The nearest places (least squares) that keep their order and are at least ``gap`` apart.

    They are then moved ``within`` two ends; where these leave no room for all, over the lower one.
    """
    order = np.argsort(places, kind="stable")
    blocks: list[list[float]] = []  # [sum of wanted starts, how many]: blocks that touch move as one
    for k, place in enumerate(np.asarray(places, dtype=float)[order]):
        blocks.append([place - k * gap, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    starts = np.concatenate([np.full(count, total / count) for total, count in blocks] or [np.empty(0)])
    result = np.empty(len(order))
    rank = gap * np.arange(len(order))
    placed = np.maximum(starts + rank, within[0] + rank)
    result[order] = np.minimum(placed, within[1] - rank[::-1])
    return result
