"""The way through the course, with how far one is."""

from __future__ import annotations

from dataclasses import replace

from labkit.core import course_map as drawn
from labkit.tutor import progress
from labkit.tutor.record import Record


def course_map() -> drawn.CourseMap:
    """The map; in a student's own copy every lesson that was begun says how much of it was answered."""
    record = Record.here()
    if record.path is None:
        return drawn.course_map()
    counts = {each.lesson: each.counts(record) for each in progress.lessons()}
    begun = {lesson: _answered(kinds) for lesson, kinds in counts.items() if any(done for done, *_ in kinds.values())}
    return replace(drawn.course_map(), progress=begun)


def _answered(kinds: dict[str, tuple[int, int, int]]) -> drawn.Answered:
    told = [f"{progress.NOUNS[kind]}s: {done} of {total}, {right} right"
            for kind, (done, right, total) in kinds.items() if total]  # fmt: skip
    return drawn.Answered("; ".join(told), all(done == total for done, _, total in kinds.values()))
