"""How far a student is: a line for a lesson, a table of all of them, and a report to hand in.

A lecture names ``progress`` among its exports, and ``lesson.progress()`` ends a page. What there is to do is read from
the lecture's own folder; what was done, from the record (``tutor.record``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules

from labkit.core.story import counted
from labkit.core.table import Table
from labkit.tutor.check import exercises
from labkit.tutor.classroom import KIND
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck
from labkit.tutor.record import Record, lesson_of

LECTURES = "labkit.lectures"
NOUNS = {"prediction": "prediction", "quick check": "quick question", "exercise": "exercise"}
NOWHERE = "Progress is kept in your own copies of the lessons (make lab); here nothing is recorded."


@dataclass(frozen=True)
class Progress:
    """Of one lecture, with all its pages; ``module`` is its package, or a module of it."""

    module: str

    def __call__(self) -> ProgressLine:
        """The line for the end of the page."""
        return ProgressLine(self.line(Record.here()))

    @property
    def lesson(self) -> str:
        return lesson_of(self.module)

    def line(self, record: Record) -> str:
        counts = {NOUNS[kind]: count for kind, count in self.counts(record).items() if count[-1]}
        if record.path is None:
            things = ", ".join(counted(total, noun) for noun, (_, _, total) in counts.items())
            return f"{self.lesson}: {things or 'nothing to answer'}. {NOWHERE}"
        parts = [f"{done} of {counted(total, noun)} ({right} right)" for noun, (done, right, total) in counts.items()]
        return " ".join(filter(None, [f"{self.lesson}: {', '.join(parts) or 'nothing to answer'}.", record.note]))

    def counts(self, record: Record) -> dict[str, tuple[int, int, int]]:
        """Kind -> how many were answered, how many of them were right once, how many there are."""
        mine = [entry for entry in record.entries() if entry["lesson"] == self.lesson]
        made = {}
        for kind, names in self.names.items():
            answers = [entry for entry in mine if entry["kind"] == kind and entry["name"] in names]
            right = {entry["name"] for entry in answers if entry["right"]}
            made[kind] = (len({entry["name"] for entry in answers}), len(right), len(names))
        return made

    @cached_property
    def names(self) -> dict[str, set[str]]:
        """Kind -> the names of all that there is to do."""
        folder = import_module(f"{LECTURES}.l{self.lesson}")
        modules = [import_module(f"{folder.__name__}.{part.name}") for part in iter_modules(folder.__path__)]
        things = [thing for module in modules for thing in vars(module).values()]
        quick = {question.name for each in things if isinstance(each, QuickCheck) for question in each.questions}
        labs = [each for each in things if isinstance(each, type) and each.__module__.startswith(f"{folder.__name__}.")]
        asked = [*things, *(getattr(lab, "question", None) for lab in labs)]
        return {
            "prediction": {each.name for each in asked if isinstance(each, Question)} - quick,
            "quick check": quick,
            "exercise": {name for module in modules for name in exercises(module)},
        }


@dataclass(frozen=True)
class ProgressLine:
    """A sentence that a notebook shows without quotes."""

    text: str

    def __repr__(self) -> str:
        return self.text


def lessons() -> list[Progress]:
    """All lessons that have something to answer."""
    folders = [part.name for part in iter_modules(import_module(LECTURES).__path__) if part.name[1:3].isdecimal()]
    found = [Progress(f"{LECTURES}.{name}") for name in folders]
    return [progress for progress in found if any(progress.names.values())]


def table(record: Record | None = None) -> Table:
    """A row for every lesson: how much of each kind was answered, and how much was right."""
    record = record or Record.here()
    rows = [(each.lesson, each.counts(record)) for each in lessons()]
    columns = {"lesson": [lesson for lesson, _ in rows]}
    for kind, noun in NOUNS.items():
        columns[f"{noun}s"] = [_cell(*counts[kind]) for _, counts in rows]
    return Table.from_dict(columns).whole


def report(record: Record | None = None) -> dict:
    """All of it as plain data, to be handed in."""
    record = record or Record.here()
    made = table(record)
    rows = zip(*(made[name].tolist() for name in made.names), strict=True)
    summary = [dict(zip(made.names, row, strict=True)) for row in rows]
    return {"report": KIND, "note": record.note, "summary": summary, "answers": record.entries()}


def _cell(done: int, right: int, total: int) -> str:
    return f"{done} of {total}, {right} right" if total else "-"
