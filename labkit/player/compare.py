"""A student's own learner beside the reference: two planes, one clock, and the first update where they part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import wrap

import numpy as np

from labkit.core.story import SOLVED, STOP, Step, counted, first_divergence, thinned, weights
from labkit.player.player import Player
from labkit.player.student import StudentStep, learned, student_steps
from labkit.views.layout import Size, columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Boxes, Mark, Panel, Scene, Text
from labkit.views.wrap import Of

EXTRA_STEPS = 100  # by which a student's story may outlast the reference before it is cut
NOTE_LETTERS = 50  # across a plane
MOST_FRAMES = 150  # a field per frame, and still under 2 MB


def compare(reference, student, X, y, *, title: str = "Side by side") -> Player:
    """Play the ``student``'s learner beside ``reference`` on points in the plane; the summary says where they part."""
    if not (hasattr(student, "steps") or (hasattr(student, "fit") and hasattr(student, "predict"))):
        raise ValueError(
            f"student: expected a learner with steps, or with fit and predict, got {type(student).__name__}; "
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
    steps = [step for step in trace if step.event != STOP] or [trace[-1]]
    both = Comparison(steps, *student_steps(student, X, y, steps[0], len(steps) + EXTRA_STEPS), X)
    titles = {"plane": f"Reference: {type(reference).__name__}", "student": f"Yours: {type(student).__name__}"}
    labels = steps[0].model.classes
    scenes = _scenes(both, *(Plane(X, y, title=text, labels=labels, name=name) for name, text in titles.items()))
    thin = "" if len(scenes) == len(both) else f" ({len(scenes)} of {len(both)} frames shown)"
    return Player(scenes, title=title, summary=both.summary + thin)


@dataclass(frozen=True, slots=True, eq=False)
class _Moment:
    """The same place of both stories; one that has ended waits at its last step."""

    caption: str
    reference: Step
    student: StudentStep | None  # None before its first step
    fault: str  # how the student's learner has failed by now


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two stories without their last words: the start first, then the updates."""

    reference: list[Step]
    student: list[StudentStep]
    fault: str  # how the student's learner failed, or nothing
    X: np.ndarray

    def __len__(self) -> int:
        return max(len(self.reference), len(self.student))

    @property
    def fitted_only(self) -> bool:
        """Yours tells no story but how it decides in the end."""
        solved = [[step.event for step in steps] == [SOLVED] for steps in (self.student, self.reference)]
        return solved[0] and (not solved[1] or self.student[0].weights is None)

    @cached_property
    def parted(self) -> int | None:
        """The place where they part. Without weights, what they decide for the examples is compared."""
        if self.fitted_only:
            return None
        unknown = any(learned(step) is None for step in (self.reference[0], *self.student))
        return first_divergence(self.reference, self.student, of=self._decisions if unknown else weights)

    def _decisions(self, step: Step) -> np.ndarray:
        return np.searchsorted(step.model.classes, step.model.predict(self.X))

    @property
    def unit(self) -> str:
        return "update" if hasattr(self.reference[-1], "update") else "step"

    @cached_property
    def verdict(self) -> str:
        """How the two compare, in a few words."""
        if self.fault and not self.student:
            return "yours failed"
        if self.fitted_only:
            return self._fitted()
        place, last = self.parted, len(self.student) - 1
        if self.fault and (place is None or place > last):
            return f"alike until {self.unit} {last}, then yours failed"
        if place is None and self.reference[-1].event == SOLVED:
            return "the same story, told in one step"
        if place is None:
            return f"the same story, {counted(last, self.unit)}"
        return self._parting(place) + ("; then yours failed" if self.fault else "")

    @property
    def summary(self) -> str:
        """The verdict, and what went wrong if something did."""
        return f"{self.verdict}: {self.fault}" if self.fault else self.verdict

    def _fitted(self) -> str:
        other = np.flatnonzero(self._decisions(self.student[-1]) != self._decisions(self.reference[-1]))
        if not len(other):
            return f"yours, once fitted, decides as the reference does for all {len(self.X)} examples"
        share = f"{len(other)} of {len(self.X)} examples, the first is example {other[0]}"
        return f"yours, once fitted, decides otherwise for {share}"

    def _parting(self, place: int) -> str:
        at = f"parts at {self.unit} {place}" if place else "parts at the start"
        if place >= len(self.student):
            return f"{at}: the reference {_took(self.reference[place])}, yours has stopped"
        if place >= len(self.reference):
            return f"{at}: the reference has stopped, yours {_took(self.student[place])}"
        a, b = self.reference[place], self.student[place]
        if None not in (a.example, b.example) and a.example != b.example:
            return f"{at}: the reference took example {a.example}, yours example {b.example}"
        if b.weights is None:
            differ = int((self._decisions(a) != self._decisions(b)).argmax())
            return f"{at}: the two decide otherwise for example {differ}"
        after = "" if a.example is None else f" after example {a.example}"
        return f"{at}:{after} the reference has {_numbers(weights(a))}, yours {_numbers(b.weights)}"

    def moment(self, place: int, last: bool) -> _Moment:
        reference = self.reference[min(place, len(self.reference) - 1)]
        student = self.student[min(place, len(self.student) - 1)] if self.student else None
        fault = self.fault if place >= len(self.student) else ""
        return _Moment(self._caption(place, last, reference), reference, student, fault)

    def _caption(self, place: int, last: bool, reference: Step) -> str:
        parted = self.parted
        if last or place == parted or (self.fault and place == len(self.student)):
            return self.verdict
        if self.fitted_only or not self.student:
            return reference.caption
        if parted is None or place < parted:
            return f"{reference.caption}; yours too"
        return f"{self.unit} {place}: they parted at {self.unit} {parted}"


def _took(step: Step) -> str:
    return "goes on" if step.example is None else f"took example {step.example}"


def _numbers(w: np.ndarray) -> str:
    rows = [", ".join(f"{v + 0.0:.4g}" for v in row) for row in np.atleast_2d(w)]
    return f"({'; '.join(rows)})"


def _scenes(both: Comparison, reference: Plane, student: Plane) -> list[Scene]:
    def students(moment: _Moment, size: Size) -> Panel:
        """Empty before the first step, with a note where it failed."""
        panel = Panel(student.xlim, student.ylim, name=student.name, title=student.title)
        if moment.student is not None:
            panel = student(moment.student, size)
        note = _note(f"failed here: {moment.fault}", panel) if moment.fault else []
        return replace(panel, marks=(*panel.marks, *note))

    notable = {both.parted, len(both.student)} & set(range(len(both)))  # the captions are about these
    shown = sorted({*thinned(range(len(both)), MOST_FRAMES), *notable})
    picture = columns(square(Of(reference, lambda moment: moment.reference)), square(students), shape=1.95)
    return [picture(both.moment(k, last=k == shown[-1])) for k in shown]


def _note(text: str, panel: Panel) -> list[Mark]:
    """A text of several lines at the top of a panel, whatever is below."""
    (left, right), (low, high) = panel.xlim, panel.ylim
    lines = wrap(text, NOTE_LETTERS)
    across, down = (right - left) / 40, (high - low) / 20
    ground = Boxes(left, high - (len(lines) + 1) * down, right, high, fill="card", stroke="wrong", width=1.5)
    return [ground, *(Text(left + across, high - (k + 1) * down, line) for k, line in enumerate(lines))]
