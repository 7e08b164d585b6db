"""How to measure, and what a measurement says.

Two functions are compared in one process, in turns, on several problems; what counts is the median of the paired
ratios, because a busy machine slows both sides of a pair. A time counts only after both results were found to agree.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

SHORTEST = 0.005  # seconds that one timing takes at least: a shorter call is repeated
PROBLEMS = 7  # that a comparison makes, one per seed


@dataclass(frozen=True, slots=True)
class Bar:
    """What a value must keep to."""

    limit: float
    least: bool = False  # the value must be at least the limit, not at most

    def holds(self, value: float) -> bool:
        return value >= self.limit if self.least else value <= self.limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table. Without a bar it is for information; without a value ``note`` says why there is none."""

    name: str
    n: int | None = None
    d: int | None = None
    labkit_s: float | None = None
    peer_s: float | None = None
    peer: str = ""
    value: float | None = None
    unit: str = ""
    bar: Bar | None = None
    note: str = ""
    left_out: bool = False  # what it needs is not on this machine

    @property
    def verdict(self) -> str:
        if self.value is None:
            return "left out" if self.left_out else "FAIL"
        return "" if self.bar is None else "pass" if self.bar.holds(self.value) else "FAIL"


class Measurement(NamedTuple):
    """Something to run, which gives a few rows; ``name`` is what ONLY selects by."""

    name: str
    run: Callable[[], list[Row]]


class Problem(NamedTuple):
    """One problem for both sides; ``agree`` compares what they return."""

    labkit: Callable[[], Any]
    peer: Callable[[], Any]
    agree: Callable[[Any, Any], bool]


def fits(ours, theirs, X, y, agree: Callable[[Any, Any], bool]) -> Problem:
    """Fitting ``ours`` against fitting ``theirs`` on the same examples."""
    return Problem(lambda: ours.fit(X, y), lambda: theirs.fit(X, y), agree)


def record(learner, X, y) -> Problem:
    """The whole story, every step made, against fitting."""

    def same_end(last, fitted) -> bool:
        return last.caption == fitted.last_step_.caption and np.array_equal(last.model.predict(X), fitted.predict(X))

    return Problem(lambda: deque(learner.steps(X, y), maxlen=1).pop(), lambda: learner.fit(X, y), same_end)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A learner and its peer on problems that ``problem(n, seed)`` makes."""

    name: str
    learner: type
    n: int
    problem: Callable[[int, int], Problem]
    peer: str
    limit: float | None = None
    d: int = 2
    problems: int = PROBLEMS

    def run(self) -> list[Row]:
        times = paired(self.problem(self.n, seed) for seed in range(self.problems))
        bar = None if self.limit is None else Bar(self.limit)
        return [Row(name=self.name, n=self.n, d=self.d, labkit_s=times.labkit_s, peer_s=times.peer_s,
                    peer=self.peer, value=times.ratio, unit="x", bar=bar)]  # fmt: skip


class Times(NamedTuple):
    labkit_s: float
    peer_s: float
    ratio: float


class Disagreement(Exception):
    """Both sides were timed on the same problem and came to different results."""


def paired(problems: Iterable[Problem], pairs: int = 3) -> Times:
    """Medians over all problems, each timed in turns ``pairs`` times after both results were found to agree."""
    ours, theirs = [], []
    for k, problem in enumerate(problems):
        if not problem.agree(problem.labkit(), problem.peer()):
            raise Disagreement(f"the results differ on problem {k}")
        repeats = [_repeats(side) for side in problem[:2]]
        for _ in range(pairs):
            ours.append(seconds(problem.labkit, repeats[0]))
            theirs.append(seconds(problem.peer, repeats[1]))
    return Times(median(ours), median(theirs), median(a / b for a, b in zip(ours, theirs, strict=True)))


def seconds(call: Callable[[], Any], repeats: int = 1) -> float:
    """Of one call, on average."""
    start = perf_counter()
    for _ in range(repeats):
        call()
    return (perf_counter() - start) / repeats


def _repeats(call: Callable[[], Any]) -> int:
    return max(1, round(SHORTEST / max(seconds(call), 1e-9)))
