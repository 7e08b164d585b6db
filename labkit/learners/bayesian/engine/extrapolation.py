"""Where rounds lead that follow each other slowly: Anderson's extrapolation.

x -> g(x) is one round, f = g(x) - x; of the last few rounds dF are the differences of the f, dG those of the g
c = the numbers with the least |f - dF c|                                                            (1)
x <- g(x) - dG c                                                                                     (2)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from labkit.core.inputs import frozen
from labkit.learners.bayesian.normal import Normal

FIRST_ROUNDS = 30  # are as the lecture has them
ROUNDS_KEPT = 10
LEAST_SHARE = 1e-10  # of the largest singular value: directions with less are none


class Extrapolation:
    """Remembers the last rounds of some normal distributions, and says where they lead."""

    def __init__(self):
        self.rounds = 0
        self._before, self._moves = deque(maxlen=ROUNDS_KEPT), deque(maxlen=ROUNDS_KEPT)

    def after(self, before: Sequence[Normal], after: Sequence[Normal]) -> list[Normal] | None:
        """Where they lead after one round more; None for the first rounds, or where it is no distribution."""
        self.rounds += 1
        x, end = _numbers(before), _numbers(after)
        self._before.append(x)
        self._moves.append(end - x)
        if self.rounds <= FIRST_ROUNDS:
            return None
        moves = np.array(self._moves)
        ends = np.array(self._before) + moves
        c = np.linalg.lstsq(np.diff(moves, axis=0).T, moves[-1], rcond=LEAST_SHARE)[0]  # (1)
        found = _normals(ends[-1] - c @ np.diff(ends, axis=0), after)  # (2)
        return found if all(np.linalg.eigvalsh(q.inner)[0] >= q.least for q in found) else None


def _numbers(qs: Sequence[Normal]) -> np.ndarray:
    """Means and precisions in one vector."""
    return np.concatenate([part for q in qs for part in (q.mean, q.inner.ravel())])


def _normals(numbers: np.ndarray, like: Sequence[Normal]) -> list[Normal]:
    d, found = len(like[0].mean), []
    for part, q in zip(numbers.reshape(len(like), -1), like, strict=True):
        P = part[d:].reshape(d, d)
        found.append(Normal(frozen(part[:d]), frozen((P + P.T) / 2), q.least))
    return found
