"""What rules that sweep over the examples share: the order of a sweep, and a rate that depends on the example."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

ORDERS = ("cyclic", "random")


def orders(order: str, n: int, seed: int | np.random.Generator) -> Iterator[np.ndarray | None]:
    """The order of every sweep: None (as the rows come), or a new permutation each time."""
    rng = None if order == "cyclic" else np.random.default_rng(seed)
    while True:
        yield None if rng is None else rng.permutation(n)


class VaryingRate:
    """eta that takes w'z to a target, factor * (target - w'z) / |z|^2: (4) to (6) of ``rosenblatt``.

    Keeps the two sums that the theorem needs.
    """

    def __init__(self, Z: np.ndarray, target: np.ndarray, factor: float = 1.0):
        squares = (Z * Z).sum(axis=1)  # zero for an example at the origin when x0 is 0: no eta can move w
        self.target = target.tolist()
        self.scale = np.divide(factor, squares, out=np.zeros(len(Z)), where=squares > 0).tolist()
        self.total = self.squares = 0.0

    def __call__(self, score: float, row: int) -> float:
        eta = (self.target[row] - score) * self.scale[row]
        self.total += eta
        self.squares += eta * eta
        return eta
