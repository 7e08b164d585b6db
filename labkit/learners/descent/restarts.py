"""Random restarts: the best of many ways down, each from a start of its own.

Lecture 12; deck 002 "Second Derivative Test for Saddle Points". Inventory: I-002-005.

    best of k local searches                                                                         (1)
    (1 - q)^k                        that k starts all miss a basin that is a share q of the box     (2)
    k >= ln miss / ln (1 - q)        starts for which (2) is at most ``miss``                        (3)

More starts make it likelier, and never certain, that the lowest minimum is among those found.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, log, log1p

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, CountedStep, Trace, counted
from labkit.learners.descent.objective import Objective
from labkit.learners.descent.step import downhill
from labkit.learners.descent.surfaces import check_box

EQUAL = 1e-9  # of the lowest loss, or of the way down to it: losses nearer than that are equal
SAME = 1e-3  # of the span of all starts and ends: ends nearer than that are one


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RestartStep(CountedStep):
    """One more way down."""

    noun = "run"
    run: int  # so far
    runs: tuple[Trace, ...]  # their stories

    @property
    def ends(self) -> np.ndarray:
        """Where the runs ended, a row each."""
        return inputs.frozen([story[-1].w for story in self.runs])

    @property
    def losses(self) -> np.ndarray:
        """There; infinite where that is no number."""
        return inputs.frozen(np.nan_to_num([story[-1].loss for story in self.runs], nan=inf, posinf=inf, neginf=-inf))

    @property
    def best(self) -> int | None:
        """The run that ended lowest, the first of equals up to rounding."""
        if not self.runs:
            return None
        losses = self.losses
        least = int(losses.argmin())
        near = EQUAL * max(abs(losses[least]), self.runs[least][0].loss - losses[least])
        return int((losses <= losses[least] + near).argmax())  # (1)

    @property
    def w(self) -> np.ndarray | None:
        return self.runs[self.best][-1].w if self.runs else None

    @property
    def loss(self) -> float:
        return float(self.losses[self.best]) if self.runs else inf

    @property
    def places(self) -> np.ndarray:
        """For every run the number of the place where it ended, in the order in which they were found."""
        if not self.runs:
            return inputs.frozen([], int)
        span = np.ptp([*(story[0].w for story in self.runs), *self.ends], axis=0).max()
        return inputs.frozen(_places(self.ends, SAME * float(span)), int)

    def _begins(self) -> str:
        return "no run yet"

    def _happened(self) -> str:
        last, places = self.losses[-1], int(self.places.max()) + 1
        lower = "the best so far" if self.best == self.run - 1 else f"the best stays {self.loss:.6g}"
        return f"ends at loss {last:.6g}, {lower}; {counted(places, 'place')} found"


def restarts(
    objective: Objective, solver, *, starts=None, box=None, k: int = 10, seed: int = 0,
    tolerance: float = 1e-8, max_iterations: int = 1000,
) -> Trace:  # fmt: skip
    """The story of all runs, from ``starts`` (a row each) or from k places drawn evenly from a ``box``."""
    if (starts is None) == (box is None):
        raise ValueError("starts: expected either starts or a box to draw them from, got both or none; pass one")
    starts = drawn(box, k, seed) if starts is None else inputs.matrix(starts, name="starts")
    runs: list[Trace] = []
    steps = [RestartStep(event=START, model=None, run=0, runs=())]
    for count, start in enumerate(starts, start=1):
        runs.append(downhill(objective, solver, start, tolerance=tolerance, max_iterations=max_iterations))
        steps.append(RestartStep(event=UPDATE, model=None, run=count, runs=tuple(runs)))
    reason = f"all starts are used, the lowest loss is {steps[-1].loss:.6g}"
    return Trace([*steps, RestartStep(event=STOP, model=None, run=len(runs), runs=tuple(runs), reason=reason)])


def drawn(box, k: int, seed: int = 0) -> np.ndarray:
    """k places, drawn evenly from a box."""
    sides = check_box(box)
    inputs.number("k", k, least=1, whole=True)
    inputs.number("seed", seed, least=0, whole=True)
    return inputs.frozen(np.random.default_rng(seed).uniform(sides[:, 0], sides[:, 1], (k, len(sides))))


def miss_probability(q: float, k: int) -> float:
    """That k starts all miss a basin with a share q of the box."""
    inputs.number("q", q, least=0, most=1)
    inputs.number("k", k, least=0, whole=True)
    return (1 - q) ** k  # (2)


def starts_needed(q: float, miss: float) -> int:
    """How many starts make the probability of missing it at most ``miss``."""
    inputs.number("q", q, above=0, below=1)
    inputs.number("miss", miss, above=0, below=1)
    return max(1, ceil(round(log(miss) / log1p(-q), 9)))  # (3), whole where only rounding has made it more


def _places(ends: np.ndarray, near: float) -> list[int]:
    """The number of the first end that each is the same as, the different ones counted from 0."""
    known: list[np.ndarray] = []
    numbers = []
    for end in ends:
        same = [place for place, other in enumerate(known) if np.abs(end - other).max() <= near]
        numbers.append(same[0] if same else len(known))
        known += [] if same else [end]
    return numbers
