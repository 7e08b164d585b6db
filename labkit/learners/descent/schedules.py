"""How a rate falls with the number k of the update: eta_k = eta gamma_k.

Lecture 12; deck 002 "Theoretical basis for on-line learning", "Practical issues for on-line learning". Inventory:
I-002-035, I-002-036.

Robbins and Monro's conditions, under which noisy gradients lead to a place where the gradient vanishes:

    gamma_k -> 0                                   the noise is averaged away                        (1)
    gamma_1 + gamma_2 + ... = infinity             however far away the place is, it can be reached  (2)
    gamma_1^2 + gamma_2^2 + ... < infinity         what the noise adds up to stays finite            (3)

Cauchy's condensed sum gamma_1 + 2 gamma_2 + 4 gamma_4 + ... tells whether a sum is finite, for a gamma that falls: it
is where these terms, at k = 2^40, shrink by a fixed share each.

symbol    name here              symbol    name here
gamma_k   schedule(k), k >= 1    eta       rate

Departures from the slides: "guarantees minimization of risk" is convergence to a stationary point, with probability 1;
to the minimum where the risk is convex (E-002-06).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass
from math import inf

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Checked

Schedule = str | Callable[[int], float]
LIMIT_DOUBLINGS = 40  # the conditions are about the limit; k = 2^40 is more updates than anyone will see
SHRINKS, STAYS = 0.9, 0.999  # of a term to the one before: as a geometric sum below, not at all above, open between


@dataclass(frozen=True, slots=True)
class Power(Checked):
    """k^-exponent: 0 is a constant rate, 1/2 falls too slowly for (3), above 1 it falls too fast for (2)."""

    exponent: float = params.number(MISSING, least=0)

    def __call__(self, k: int) -> float:
        return float(k) ** -self.exponent


@dataclass(frozen=True, slots=True)
class Decay(Checked):
    """Times ``factor`` after each ``every`` updates: exponential decay, in steps where ``every`` is large."""

    factor: float = params.number(MISSING, above=0, most=1)
    every: int = params.whole(1, least=1)

    def __call__(self, k: int) -> float:
        return self.factor ** ((k - 1) // self.every)


SCHEDULES = {"constant": Power(0.0), "1/k": Power(1.0), "1/sqrt k": Power(0.5)}


def scheduled(schedule: Schedule) -> Callable[[int], float]:
    """The schedule of that name, or the function that was given."""
    if callable(schedule):
        return schedule
    inputs.option("schedule", schedule, tuple(SCHEDULES), "a function of k = 1, 2, ...")
    return SCHEDULES[schedule]


def factor(schedule: Callable[[int], float], k: int) -> float:
    """gamma_k, checked."""
    gamma = float(schedule(k))
    if not 0 <= gamma < inf:
        raise ValueError(f"schedule: expected a number >= 0 for every k, got {gamma} for k = {k}; mend the function")
    return gamma


@dataclass(frozen=True, slots=True)
class RobbinsMonro:
    """Which of Robbins and Monro's conditions a schedule keeps; None is too close to call."""

    vanishes: bool | None  # (1)
    reaches: bool | None  # (2)
    settles: bool | None  # (3)

    @property
    def all_hold(self) -> bool:
        return self.vanishes is True and self.reaches is True and self.settles is True


def satisfies(schedule: Schedule) -> RobbinsMonro:
    """The conditions for a schedule that falls, from some k on."""
    gamma = scheduled(schedule)
    before, last = factor(gamma, 2 ** (LIMIT_DOUBLINGS - 1)), factor(gamma, 2**LIMIT_DOUBLINGS)
    ratio = last / before if before else 0.0
    fades, sums, squares = _shrinks(ratio, most=1.0), _shrinks(2 * ratio), _shrinks(2 * ratio**2)
    return RobbinsMonro(vanishes=fades, reaches=None if sums is None else not sums, settles=squares)  # (1), (2), (3)


def _shrinks(ratio: float, most: float = SHRINKS) -> bool | None:
    """Whether terms of this ratio shrink to nothing; for a single term, unlike a sum, any ratio below 1 will do."""
    if ratio > STAYS:
        return False
    return True if ratio < most else None


def partial_sums(schedule: Schedule, many: int) -> tuple[np.ndarray, np.ndarray]:
    """(gamma_1 + ... + gamma_k, gamma_1^2 + ... + gamma_k^2) for k = 1 ... many, as two curves."""
    inputs.number("many", many, least=1, whole=True)
    gamma = scheduled(schedule)
    rates = np.array([factor(gamma, k) for k in range(1, many + 1)])
    return inputs.frozen(np.cumsum(rates)), inputs.frozen(np.cumsum(rates**2))
