"""An algorithm tells its story as a sequence of steps; a trace keeps them.

A step is a frozen, slotted dataclass (``eq=False``) that says what just happened (``event``), carries a ``model``
that predicts, and the few numbers the lecture names. The first step of an iterative story is its start; the
last one has the event ``STOP`` and says why it stopped. A closed form is told in one step, ``SOLVED``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Real
from operator import attrgetter
from typing import ClassVar

import numpy as np

from labkit.core.inputs import frozen, number

START, UPDATE, STOP, SOLVED = "start", "update", "stop", "solved"
ENDS = (STOP, SOLVED)  # what the last step of a story says


def written(number: float) -> str:
    """Three figures, and never a power of ten: 0.316, 1000, 251000."""
    return f"{float(f'{number:.3g}'):.12g}"


def counted(number: int, noun: str) -> str:
    """As captions say it: "1 mistake", "2 mistakes"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def spent(budget: int, noun: str = "iteration") -> str:
    """The reason to stop where none of them is left."""
    return f"the budget of {counted(budget, noun)} is spent"


def events(count: int) -> list[str]:
    """Of a story of so many steps, each of which has something to tell."""
    return [START, *[UPDATE] * (count - 2), STOP] if count > 1 else [SOLVED]


def read(path: str, doc: str | None = None) -> property:
    """A property that reads what lies elsewhere: ``w = read("model.w")`` of a step is the w of its model."""
    find = attrgetter(path)

    def asked(step):  # a dataclass with slots looks into the code of its properties, from Python 3.13 on
        return find(step)

    return property(asked, doc=doc)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Step:
    """What every step tells; each learner adds the numbers of its lecture."""

    event: str
    model: object
    equation: int | None = None  # the numbered line that acted, of the source of the learner or of its optimiser
    example: int | None = None  # the row just used
    reason: str = ""  # why the story stopped

    @property
    def caption(self) -> str:
        """One sentence for the reader: what just happened."""
        return f"{self.event}: {self.reason}" if self.reason else self.event

    @property
    def tells(self) -> bool:
        """Whether its caption says more than that the story goes on or has ended."""
        return bool(self.reason) or type(self).caption not in (Step.caption, Together.caption)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CountedStep(Step):
    """A step of a story that counts what it does (``noun``); a learner says in ``_happened`` what one did."""

    noun: ClassVar[str]

    @property
    def count(self) -> int:
        """How many so far."""
        return getattr(self, self.noun)

    def _begins(self) -> str:
        return "no example has been looked at"

    def _happened(self) -> str:
        raise NotImplementedError

    def _figures(self) -> str:
        """The numbers that the last sentence ends with, for a page that is printed. Empty where the reason has them."""
        return ""

    @property
    def caption(self) -> str:
        if self.event == START:
            return f"start: {self._begins()}"
        if self.event == STOP:
            figures = self._figures()
            record = f"stop after {counted(self.count, self.noun)}: {self.reason}"
            return f"{record}; {figures}" if figures else record
        return f"{self.noun} {self.count}: {self._happened()}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UpdateStep(CountedStep):
    """A step of a rule that moves its model update by update."""

    noun = "update"
    update: int  # updates so far


class Trace(Sequence):
    """The kept steps of one story: ``len``, index, slice, iterate, and any number along the way as a curve."""

    def __init__(self, steps: Iterable[Step]):
        self._steps = tuple(steps)

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, index):
        return Trace(self._steps[index]) if isinstance(index, slice) else self._steps[index]

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)

    def __repr__(self) -> str:
        return f"Trace of {len(self)} steps, {self._steps[-1].caption}" if self._steps else "Trace of 0 steps"

    def curve(self, what: str | Callable[[Step], float]) -> np.ndarray:
        """A number of every step: ``trace.curve("mistakes")`` or ``trace.curve(lambda step: step.model.w[0])``."""
        read = what if callable(what) else lambda step: _named(step, str(what))
        return frozen([_single(read(step), what) for step in self._steps])


def _named(step: Step, name: str):
    try:
        return getattr(step, name)
    except AttributeError:
        kind = type(step)
        names = [n for n in dir(step) if not n.startswith("_") and n not in ("model", "event", "caption")]
        raise ValueError(
            f"curve: expected a number that {kind.__name__} has ({', '.join(names)}), got {name!r}; check the spelling"
        ) from None


def _single(value, what) -> float:
    """One number of a step; NaN where it has none."""
    if value is None:
        return np.nan
    if isinstance(value, np.generic | np.ndarray) and value.ndim == 0:
        value = value.item()
    if not isinstance(value, Real):
        name = "the function" if callable(what) else repr(what)
        shape = f" of shape {value.shape}" if isinstance(value, np.ndarray) else ""
        raise ValueError(
            f"curve: expected one number per step from {name}, got {type(value).__name__}{shape}; "
            "take one of its numbers, as in curve(lambda step: step.model.w[0])"
        )
    return float(value)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Together(Step):
    """The same moment of several stories; one that has ended waits at its last step."""

    moment: int
    steps: tuple[Step, ...]

    @property
    def caption(self) -> str:
        active = sum(step.event not in ENDS for step in self.steps)
        if self.event in ENDS:
            when = f"stop after {self.moment} steps" if self.moment else SOLVED
            return f"{when}: all {len(self.steps)} stories have ended"
        return f"step {self.moment}: {active} of {len(self.steps)} stories go on"


def together(traces: Sequence[Trace]) -> Trace:
    """Several stories side by side, one step of each at a time."""
    if not traces or not all(traces):
        raise ValueError("together: expected at least one story of at least one step, got none; pass learners' traces")
    end = max(len(trace) for trace in traces) - 1
    moments = [tuple(trace[min(k, len(trace) - 1)] for trace in traces) for k in range(end + 1)]
    return Trace(
        Together(event=event, model=steps[0].model, moment=k, steps=steps)
        for k, (event, steps) in enumerate(zip(events(end + 1), moments, strict=True))
    )


def aligned(trace: Trace, clock: Callable[[Step], object]) -> Callable[[Step], Step]:
    """``step -> step``: where this story is at the moment of a step of another one.

    That is its last step whose ``clock(step)`` is not later; clocks never go back within a story."""
    moments = [clock(step) for step in trace]
    return lambda step: trace[max(bisect_right(moments, clock(step)) - 1, 0)]


def thinned(trace: Sequence[Step], most: int = 300) -> list[int]:
    """Which steps to show when there are too many: evenly spread, always with the first and the last."""
    number("most", most, least=2, whole=True)
    if len(trace) <= most:
        return list(range(len(trace)))
    return np.unique(np.linspace(0, len(trace) - 1, most).round().astype(int)).tolist()


WEIGHTS = ("w", "W", "prototypes", "weights")


def weights(step) -> np.ndarray:
    """What a step has learned: its own or its model's weights, by the names that the lectures give them."""
    for holder in (step, getattr(step, "model", None)):
        for name in WEIGHTS:
            if getattr(holder, name, None) is not None:
                return np.array(getattr(holder, name), dtype=float)
    raise ValueError(
        f"step: expected weights called {', '.join(WEIGHTS)} on it or on its model, got a {type(step).__name__} "
        "without; give the step such an attribute"
    )


def first_divergence(
    one: Sequence, other: Sequence, *, of: Callable[[Step], np.ndarray] = weights, tol: float = 1e-9
) -> int | None:
    """The place of the first step where two stories part (or one has ended); None if they are the same story.

    Compared is what they learned, not how they tell it: two equal rows of data may be named either way.
    """
    for place, (a, b) in enumerate(zip(map(of, one), map(of, other), strict=False)):
        if np.shape(a) != np.shape(b) or not np.allclose(a, b, rtol=tol, atol=tol):
            return place
    return None if len(one) == len(other) else min(len(one), len(other))
