"""Lessons as assignments of nbgrader: answers are to be written, checks are locked and give points by their stars.

    course/source/20_adaboost/20_adaboost.ipynb     a lesson with nbgrader's metadata
    course/nbgrader_config.py                       how long a cell may take, and that a check that is not right raises

What is marked is read from the lesson itself: a cell that calls `lesson.exercises.NAME(...)` is a check, the code
before it the answer, and the stars of its heading are the points.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from labkit.command import answers

CONFIG = Path(__file__).parent / "nbgrader_config.py.txt"
STAR = "★"


def write(originals: Path, course: Path, names: Sequence[str], *, say: Callable[[str], None]) -> None:
    """Write the lessons whose names begin with one of `names`, or all that have exercises."""
    found = [path for path in sorted(originals.glob("*.ipynb")) if path.stem.startswith(tuple(names) or "")]
    made = {path: assignment(json.loads(path.read_text(encoding="utf-8"))) for path in found}
    if not any(points(lesson) for lesson in made.values()):
        raise ValueError(
            f"expected lessons with exercises, got {', '.join(names) or 'none'}; name them as in 20_adaboost"
        )
    for path, lesson in made.items():
        if points(lesson):
            target = course / "source" / path.stem / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(json.dumps(lesson, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            say(f"{path.stem}: {points(lesson)} points")
    config = course / CONFIG.name.removesuffix(".txt")
    if not config.exists():
        config.write_text(CONFIG.read_text(encoding="utf-8"), encoding="utf-8")


def assignment(lesson: dict) -> dict:
    """The notebook with nbgrader's metadata, without outputs."""
    plain = {"outputs": [], "execution_count": None}
    cells = [{**cell, **plain} if cell["cell_type"] == "code" else dict(cell) for cell in lesson["cells"]]
    for name, place in answers.places(cells).items():
        for number, cell in enumerate(cells[place]):
            _mark(cell, f"answer_{name}" + (f"_{number}" if number else ""), solution=True)
    for place, cell in enumerate(cells):
        if names := answers.checks(cell):
            _mark(cell, names[0], grade=True, locked=True, points=_stars(cells[:place]))
    return {**lesson, "cells": cells}


def points(lesson: dict) -> int:
    """All that can be reached in an assignment."""
    return sum(cell["metadata"].get("nbgrader", {}).get("points", 0) for cell in lesson["cells"])


def _mark(cell: dict, grade_id: str, **what) -> None:
    marks = {
        "grade": False,
        "grade_id": grade_id,
        "locked": False,
        "schema_version": 3,
        "solution": False,
        "task": False,
    }
    cell["metadata"] = {**cell["metadata"], "nbgrader": marks | what}


def _stars(before: list[dict]) -> int:
    """Of the nearest text above."""
    texts = (answers.source(cell) for cell in reversed(before) if cell["cell_type"] == "markdown")
    return next((text.count(STAR) for text in texts if STAR in text), 1)
