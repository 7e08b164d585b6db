"""A student's own learner beside the reference: two planes, one clock, and the first update where they part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import wrap

import numpy as np

from labkit.core.story import SOLVED, STOP, Step, first_divergence, thinned, weights
from labkit.player.own import OwnStep, heard, learned
from labkit.player.player import Player
from labkit.views.layout import Size, columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Boxes, Mark, Panel, Scene, Text
from labkit.views.wrap import Of

PLACES = "plane", "own"  # names of the two panels
MORE = 100  # steps by which a student's story may outlast the reference before it is cut
LINE = 50  # letters across a plane
FRAMES = 150  # a field per frame, and still under 2 MB


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two stories without their last words: the start first, then the updates."""

    reference: list[Step]
    own: list[OwnStep]
    fault: str  # how the own learner failed, or nothing
    X: np.ndarray

    @property
    def fitted_only(self) -> bool:
        """Yours tells no story but how it decides in the end."""
        solved = [[step.event for step in steps] == [SOLVED] for steps in (self.own, self.reference)]
        return solved[0] and (not solved[1] or self.own[0].weights is None)

    @cached_property
    def parted(self) -> int | None:
        """The place where they part. Without weights, what they decide for the examples is compared."""
        if self.fitted_only:
            return None
        unknown = any(learned(step) is None for step in (self.reference[0], *self.own))
        return first_divergence(self.reference, self.own, of=self._decisions if unknown else weights)

    def _decisions(self, step: Step) -> np.ndarray:
        return np.searchsorted(step.model.classes, step.model.predict(self.X))

    @property
    def unit(self) -> str:
        return "update" if hasattr(self.reference[-1], "update") else "step"

    @cached_property
    def verdict(self) -> str:
        """How the two compare, in a few words."""
        if self.fault and not self.own:
            return "yours failed"
        if self.fitted_only:
            return self._fitted()
        place, told = self.parted, len(self.own) - 1
        if self.fault and (place is None or place > told):
            return f"alike until {self.unit} {told}, then yours failed"
        if place is None and self.reference[-1].event == SOLVED:
            return "the same story, told in one step"
        if place is None:
            return f"the same story, {told} {self.unit}{'' if told == 1 else 's'}"
        return self._parting(place) + ("; then yours failed" if self.fault else "")

    @property
    def summary(self) -> str:
        """The verdict, and what went wrong if something did."""
        return f"{self.verdict}: {self.fault}" if self.fault else self.verdict

    def _fitted(self) -> str:
        other = np.flatnonzero(self._decisions(self.own[-1]) != self._decisions(self.reference[-1]))
        if not len(other):
            return f"yours, once fitted, decides as the reference does for all {len(self.X)} examples"
        share = f"{len(other)} of {len(self.X)} examples, the first is example {other[0]}"
        return f"yours, once fitted, decides otherwise for {share}"

    def _parting(self, place: int) -> str:
        at = f"parts at {self.unit} {place}" if place else "parts at the start"
        if place >= len(self.own):
            return f"{at}: the reference {_took(self.reference[place])}, yours has stopped"
        if place >= len(self.reference):
            return f"{at}: the reference has stopped, yours {_took(self.own[place])}"
        a, b = self.reference[place], self.own[place]
        if None not in (a.example, b.example) and a.example != b.example:
            return f"{at}: the reference took example {a.example}, yours example {b.example}"
        if b.weights is None:
            differ = int((self._decisions(a) != self._decisions(b)).argmax())
            return f"{at}: the two decide otherwise for example {differ}"
        after = "" if a.example is None else f" after example {a.example}"
        return f"{at}:{after} the reference has {_numbers(weights(a))}, yours {_numbers(b.weights)}"

    def caption(self, place: int, last: bool) -> str:
        parted = self.parted
        if last or place == parted or (self.fault and place == len(self.own)):
            return self.verdict
        told = self.reference[min(place, len(self.reference) - 1)].caption
        if self.fitted_only or not self.own:
            return told
        if parted is None or place < parted:
            return f"{told}; yours too"
        return f"{self.unit} {place}: they parted at {self.unit} {parted}"


def beside(reference, own, X, y, *, title: str = "Side by side") -> Player:
    """Play ``own`` beside ``reference`` on points in the plane; the summary says where they part."""
    if not (hasattr(own, "steps") or (hasattr(own, "fit") and hasattr(own, "predict"))):
        raise ValueError(
            f"own: expected a learner with steps, or with fit and predict, got {type(own).__name__}; "
            "pass the learner itself, made with MyLearner()"
        )
    trace, X, y = reference.trace(X, y), np.asarray(X, dtype=float), np.asarray(y)
    if not hasattr(trace[0].model, "classes"):
        raise ValueError(
            f"reference: expected a learner of classes, got {type(reference).__name__}, which predicts numbers; "
            "compare two such learners by their curves"
        )
    if X.shape[1] != 2:
        raise ValueError(f"X: expected points with 2 coordinates, got {X.shape[1]}; choose two columns to look at")
    told = [step for step in trace if step.event != STOP] or [trace[-1]]
    both = Comparison(told, *heard(own, X, y, told[0], len(told) + MORE), X)
    names = f"Reference: {type(reference).__name__}", f"Yours: {type(own).__name__}"
    classes = told[0].model.classes
    planes = [Plane(X, y, title=name, labels=classes, name=place) for name, place in zip(names, PLACES, strict=True)]
    scenes, length = _scenes(both, planes), max(len(both.reference), len(both.own))
    thin = "" if len(scenes) == length else f" ({len(scenes)} of {length} frames shown)"
    return Player(scenes, title=title, summary=both.summary + thin)


@dataclass(frozen=True, slots=True, eq=False)
class _Moment:
    """The same place of both stories; one that has ended waits at its last step."""

    both: Comparison
    place: int
    last: bool

    @property
    def caption(self) -> str:
        return self.both.caption(self.place, self.last)

    @property
    def reference(self) -> Step:
        return self.both.reference[min(self.place, len(self.both.reference) - 1)]

    @property
    def own(self) -> OwnStep | None:
        return self.both.own[min(self.place, len(self.both.own) - 1)] if self.both.own else None

    @property
    def failed(self) -> str:
        return self.both.fault if self.place >= len(self.both.own) else ""


def _scenes(both: Comparison, planes: list[Plane]) -> list[Scene]:
    length = max(len(both.reference), len(both.own))
    notable = {both.parted, len(both.own)} & set(range(length))  # thinning must not drop what the caption is about
    shown = sorted({*thinned(range(length), FRAMES), *notable})
    reference, own = planes
    picture = columns(square(Of(reference, lambda moment: moment.reference)), square(_Own(own)), shape=1.95)
    return [picture(_Moment(both, k, last=k == shown[-1])) for k in shown]


class _Own:
    """The student's plane; empty before the first step, with a note where it failed."""

    def __init__(self, plane: Plane):
        self.plane = plane

    def __call__(self, moment: _Moment, size: Size) -> Panel:
        plane = self.plane
        panel = Panel(plane.xlim, plane.ylim, name=plane.name, title=plane.title)
        if moment.own is not None:
            panel = plane(moment.own, size)
        note = _note(f"failed here: {moment.failed}", panel) if moment.failed else []
        return replace(panel, marks=(*panel.marks, *note))


def _note(text: str, panel: Panel) -> list[Mark]:
    """A text of several lines at the top of a panel, whatever is below."""
    (left, right), (low, high) = panel.xlim, panel.ylim
    lines = wrap(text, LINE)
    across, down = (right - left) / 40, (high - low) / 20
    ground = Boxes(left, high - (len(lines) + 1) * down, right, high, fill="card", stroke="wrong", width=1.5)
    return [ground, *(Text(left + across, high - (k + 1) * down, line) for k, line in enumerate(lines))]


def _took(step: Step) -> str:
    return "goes on" if step.example is None else f"took example {step.example}"


def _numbers(w: np.ndarray) -> str:
    rows = [", ".join(f"{v + 0.0:.4g}" for v in row) for row in np.atleast_2d(w)]
    return f"({'; '.join(rows)})"
