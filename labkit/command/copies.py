"""A student's own copies of the lessons: originals/*.ipynb -> work/*.ipynb. Nothing is ever lost.

    no copy yet                          the lesson is copied
    copy without a change, new lesson    the copy is replaced
    copy changed, new lesson             the copy gets the new text with the student's answers (`answers`); the old one
                                         is kept beside it: "09_perceptron (before update 1).ipynb"

Copies come without outputs. Changed is what a person has written: the cells' sources. Outputs, metadata and empty cells
do not count, in a copy as in a lesson. Of what was delivered work/.origin.json remembers digests; if that is lost or
damaged every copy counts as changed.
"""

import hashlib
import json
import os
import platform
from collections.abc import Callable
from itertools import count
from pathlib import Path

from labkit.command import answers

STATE = ".origin.json"
REPAIR = "`git checkout notebooks` restores it, or install labkit again"
# A notebook that lacks any of this, or spells it otherwise than the kernel, is changed by being opened.
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": platform.python_version(),
    },
}


def refresh(originals: Path, work: Path, *, say: Callable[[str], None]) -> None:
    """Bring every lesson of `originals` to `work`; `say` gets one line for each that arrives."""
    work.mkdir(parents=True, exist_ok=True)
    state = _load_state(work, say)
    for original in sorted(originals.glob("*.ipynb")):
        lesson = _read(original)
        if lesson is None:
            say(f"{original.parent.name}/{original.name} is damaged and left out: {REPAIR}")
            continue
        record = state.get(original.stem, {})
        state[original.stem] = {"sources": _sources(lesson), "answers": answers.digests(lesson["cells"])}
        if line := _refresh_lesson(work / original.name, fresh(lesson), record):
            say(line)
    _write(work / STATE, json.dumps(state, indent=1).encode() + b"\n")


def fresh(lesson: dict) -> dict:
    """The notebook as a student gets it: without jupytext's pairing, so that saving a copy writes no other file, and
    without outputs: an answer must not stand under the question that asks for a prediction, nor "OK" under a test not
    yet run."""
    plain = {"outputs": [], "execution_count": None}
    cells = [{**cell, **plain} if cell["cell_type"] == "code" else cell for cell in lesson["cells"]]
    return {**lesson, "metadata": METADATA, "cells": cells}


def _refresh_lesson(copy: Path, lesson: dict, record: dict) -> str:
    """Bring one lesson; the line that says what happened, if anything did to a copy."""
    if not copy.exists():
        _write(copy, _bytes(lesson))
        return ""
    mine, sources = _read(copy), _sources(lesson)
    if sources == record.get("sources") or (mine and sources == _sources(mine)):
        return ""
    if mine and _sources(mine) == record.get("sources"):
        _write(copy, _bytes(lesson))
        return f"{copy.name}: replaced by the updated lesson (you had not changed it)"
    return _update_changed(copy, mine, lesson, record.get("answers", {}))


def _update_changed(copy: Path, mine: dict | None, lesson: dict, delivered: dict[str, str]) -> str:
    carried = 0
    if mine:
        lesson["cells"], carried = answers.carry(mine["cells"], delivered, lesson["cells"])
        if _sources(lesson) == _sources(mine):
            return ""
    beside = _free_name(copy)
    _write(beside, copy.read_bytes())
    _write(copy, _bytes(lesson))
    brought = {0: "", 1: " and has your answer"}.get(carried, f" and has your {carried} answers")
    return f"{copy.name}: the lesson was updated{brought}; all you had written is kept in {beside.name}"


def _free_name(copy: Path) -> Path:
    names = (copy.with_name(f"{copy.stem} (before update {number}).ipynb") for number in count(1))
    return next(path for path in names if not path.exists())


def _read(path: Path) -> dict | None:
    """A notebook, or None if the file is none."""
    try:
        notebook = json.loads(path.read_bytes())
        _sources(notebook)
        return notebook if isinstance(notebook["metadata"], dict) else None
    except (ValueError, KeyError, TypeError):
        return None


def _sources(notebook: dict) -> str:
    """A digest of what a person wrote: kinds and sources of the cells."""
    cells = [(cell["cell_type"], answers.source(cell)) for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps([cell for cell in cells if cell[1].strip()]).encode()).hexdigest()


def _load_state(work: Path, say) -> dict:
    path = work / STATE
    if not path.exists():
        return {}
    try:
        state = json.loads(path.read_bytes())
        valid = all("sources" in record and isinstance(record.get("answers", {}), dict) for record in state.values())
    except (ValueError, AttributeError, TypeError):
        valid = False
    if not valid:
        say(f"{work.name}/{STATE} was damaged: every copy there counts as changed")
    return state if valid else {}


def _bytes(notebook: dict) -> bytes:
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode() + b"\n"


def _write(path: Path, content: bytes) -> None:
    """Write all or nothing: an interrupted start must not leave half a notebook."""
    partial = path.with_name(f".{path.name}.part")
    partial.write_bytes(content)
    os.replace(partial, path)
