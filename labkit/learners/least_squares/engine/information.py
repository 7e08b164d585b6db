"""Many examples taken into the triangle of ``recursive`` at once: in one go as row by row it is the same."""

from __future__ import annotations

from math import inf, log

import numpy as np

from labkit.learners.least_squares.engine.blocked_qr import triangle

BLOCK = 512  # examples at once where old ones are forgotten
MIXED = 1e7  # sizes of rows that may go into one triangle: rounding of the longest is half the digits of the shortest


def many_taken_in(Rc: np.ndarray, rows: np.ndarray, forgetting: float, reach: float) -> tuple[np.ndarray, int]:
    """(the triangle, how many of the first rows are in it): as many as no doubt about digits is with.

    ``reach`` is the largest entry of a square root of P; an example makes it at most 1 / sqrt(forgetting) times larger.
    """
    if forgetting == 1:
        room = inf
    else:
        room = 2 * log(MIXED / reach / max(np.abs(Rc).max(), np.abs(rows[:BLOCK]).max())) / -log(forgetting)
    block = rows[: len(rows) if room == inf else max(0, min(int(room), BLOCK))]
    kept = forgetting ** (np.arange(len(block), -1, -1.0) / 2)[:, None]  # of all before, then of each row
    return triangle(np.concatenate([kept[0] * Rc, kept[1:] * block]))[: len(Rc)], len(block)
