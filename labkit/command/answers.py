"""A student's answers in a lesson, and how they come into the new text of an updated one.

An exercise ends with a check, a cell that calls `lesson.exercises.NAME(...)`, `lesson.exercises_more.NAME(...)` or
`lesson.check_NAME(...)`. Its answer are the code cells right before the check: one as the lesson comes, more if the
student put some in.
"""

import hashlib
import json
import re

CHECK = re.compile(r"\blesson\.(?:exercises(?:_more)?\.|check_)(\w+)\(")


def digests(cells: list[dict]) -> dict[str, str]:
    """Exercise -> a digest of its answer."""
    return {name: _digest(cells[place]) for name, place in places(cells).items()}


def carry(student: list[dict], delivered: dict[str, str], lesson: list[dict]) -> tuple[list[dict], int]:
    """The cells of the new lesson with the answers that differ from what was delivered, and how many these are."""
    mine = {name: student[place] for name, place in places(student).items()}
    mine = {name: cells for name, cells in mine.items() if _digest(cells) != delivered.get(name)}
    targets = {place.start: (place, mine[name]) for name, place in places(lesson).items() if name in mine}
    carried, changes = list(lesson), 0
    for start in sorted(targets, reverse=True):  # from the end, so that places before it stay where they are
        place, answer = targets[start]
        if _digest(answer) != _digest(lesson[place]):
            carried[place] = _without_outputs(answer, lesson[start]["id"])
            changes += 1
    return carried, changes


def source(cell: dict) -> str:
    return "".join(cell["source"])


def places(cells: list[dict]) -> dict[str, slice]:
    """Exercise -> where its answer stands; notes between it and its check are passed over."""
    found = {}
    for place, cell in enumerate(cells):
        if not (names := checks(cell)):
            continue
        end = place
        while end and cells[end - 1]["cell_type"] != "code":
            end -= 1
        start = end
        while start and cells[start - 1]["cell_type"] == "code" and not checks(cells[start - 1]):
            start -= 1
        if start < end:
            found |= dict.fromkeys(names, slice(start, end))
    return found


def checks(cell: dict) -> list[str]:
    """The exercises that a cell checks."""
    return CHECK.findall(source(cell)) if cell["cell_type"] == "code" else []


def _digest(cells: list[dict]) -> str:
    return hashlib.sha256(json.dumps([source(cell) for cell in cells]).encode()).hexdigest()


def _without_outputs(cells: list[dict], place_id: str) -> list[dict]:
    """As they are written into the lesson; the first takes the id of the cell that was there, and no id comes twice."""
    ids = [place_id, *(f"{place_id}-{number}" for number in range(1, len(cells)))]
    plain = {"outputs": [], "execution_count": None}
    return [{**cell, **plain, "id": its_id} for cell, its_id in zip(cells, ids, strict=True)]
