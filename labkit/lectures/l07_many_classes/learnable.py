"""Whether every bit of a code can be learned, and says something new; for exercises."""

from __future__ import annotations

import numpy as np

from labkit.tutor.check import NotYet


def learnable(code: np.ndarray) -> None:
    """Raise ``NotYet`` for a column that is constant, or like another."""
    constant = np.flatnonzero((code == code[0]).all(axis=0)) + 1
    if len(constant):
        hint = "a tree that has nothing to tell apart learns nothing"
        raise NotYet(expected="both a 0 and a 1 in every column", got=f"one value in column {constant[0]}", hint=hint)
    pair = _same_question(code)
    if pair:
        hint = "equal or opposite columns are the same tree, and wrong together"
        raise NotYet(expected="columns that ask differently", got=f"columns {pair[0]} and {pair[1]} alike", hint=hint)


def _same_question(code) -> tuple[int, int] | None:
    """Two columns, from 1, that part the classes alike: equal, or each other's opposite."""
    seen = {}
    for k, column in enumerate(np.where(code[0] == 1, code, 1 - code).T, start=1):
        if tuple(column) in seen:
            return seen[tuple(column)], k
        seen[tuple(column)] = k
    return None
