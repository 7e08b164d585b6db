"""What rules that sweep over the examples again and again share: the order, the budget, and the step that counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import params
from labkit.core.attributes import fitted
from labkit.core.params import Params
from labkit.core.story import UpdateStep

ORDERS = ("cyclic", "random")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SweepStep(UpdateStep):
    """One update (or the start, or the end)."""

    sweep: int  # the sweep it happened in, from 1


class Sweeps(Params):
    """For learners that present every example once in a sweep.

    Parameters
    ----------
    order : "cyclic" (as the rows come) or "random" (a new permutation for every sweep, by ``seed``).
    max_sweeps : the budget; a story that spends it says so.
    seed : of the random order.
    """

    order: str = params.option("cyclic", ORDERS)
    max_sweeps: int = params.whole(100, least=1)
    seed: int = params.seed()

    n_iter_ = fitted("last_step_.sweep", "How many sweeps there were.")

    def _sweeps(self, n: int, rng: np.random.Generator | None = None) -> Iterator[tuple[int, np.ndarray | None]]:
        """The number of every sweep, from 1, and its order: None (as the rows come), or a new permutation."""
        if self.order == "random":
            rng = rng or np.random.default_rng(self.seed)
        for sweep in range(1, self.max_sweeps + 1):
            yield sweep, None if self.order == "cyclic" else rng.permutation(n)

    def _budget_spent(self) -> str:
        return f"the budget of {self.max_sweeps} sweeps is spent"


def rows(order: np.ndarray | None, n: int) -> range | list[int]:
    """The numbers of n examples in the order of a sweep."""
    return range(n) if order is None else order.tolist()
