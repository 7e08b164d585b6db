"""A student's own copies of the lessons: notebooks/*.ipynb -> work/*.ipynb, never overwritten once changed.

    no copy yet                        the lesson is copied
    copy as we wrote it, new lesson    the copy is replaced
    copy changed, new lesson           the new one arrives beside it: "09_perceptron (updated 2).ipynb"

Copies come without outputs. A copy counts as changed as soon as one byte differs from what was written,
even if it was only run.
Whether a lesson is new to a changed copy is judged by its cells' sources: outputs made on another
machine are no update. What was written is remembered in work/.origin.json; if that is lost or damaged
every copy counts as changed. Nothing is ever deleted.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

STATE = ".origin.json"
UPDATED = re.compile(r"(?P<lesson>.+?)(?: \(updated (?P<number>\d+)\))?")


def refresh(originals: Path, work: Path, *, say: Callable[[str], None]) -> None:
    """Bring every lesson of `originals` to `work`; `say` gets one line for each that arrives."""
    work.mkdir(exist_ok=True)
    state = _load_state(work, say)
    for original in sorted(originals.glob("*.ipynb")):
        content = _fresh(original)
        if content is None:
            say(f"notebooks/{original.name} is damaged and left out: `git checkout notebooks` restores it")
        else:
            _refresh_lesson(work, original.stem, content, state, say)
    _write(work / STATE, json.dumps(state, indent=1).encode() + b"\n")


def newest(work: Path, lesson: str) -> Path | None:
    """The copy of `lesson` that arrived last, or None."""
    copies = [path for path in work.glob("*.ipynb") if _split(path)[0] == lesson]
    return max(copies, key=lambda path: _split(path)[1], default=None)


def _refresh_lesson(work: Path, lesson: str, content: bytes, state: dict, say) -> None:
    record = state.setdefault(lesson, {"sources": None, "written": {}})
    copy, sources = newest(work, lesson), _sources(content)
    if copy is None:
        target, line = work / f"{lesson}.ipynb", None
    elif _digest(copy.read_bytes()) == record["written"].get(copy.name):
        target, line = copy, f"{copy.name}: replaced by the updated lesson (you had not changed it)"
        if copy.read_bytes() == content:
            return
    elif sources in (record["sources"], _sources(copy.read_bytes())):
        record["sources"] = sources
        return
    else:
        target = work / f"{lesson} (updated {_split(copy)[1] + 1}).ipynb"
        line = f"{target.name}: the lesson was updated; your {copy.name} stays as it is"
    _write(target, content)
    record["sources"] = sources
    record["written"][target.name] = _digest(content)
    if line:
        say(line)


def _split(path: Path) -> tuple[str, int]:
    """The lesson of a copy and its number; the first copy has no number in its name and counts as 1."""
    match = UPDATED.fullmatch(path.stem)
    return match["lesson"], int(match["number"] or 1)


def _fresh(original: Path) -> bytes | None:
    """The notebook without jupytext's pairing, so that saving a copy writes no other file, and without outputs:
    an answer must not stand under the question that asks for a prediction, nor "OK" under a test not yet run."""
    try:
        notebook = json.loads(original.read_bytes())
        notebook["metadata"].pop("jupytext", None)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"], cell["execution_count"] = [], None
    except (ValueError, KeyError, TypeError):
        return None
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode() + b"\n"


def _sources(content: bytes) -> str | None:
    """A digest of what the author wrote: kinds and sources of the cells, without outputs."""
    try:
        cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(content)["cells"]]
    except (ValueError, KeyError, TypeError):
        return None
    return _digest(json.dumps(cells).encode())


def _load_state(work: Path, say) -> dict:
    path = work / STATE
    if not path.exists():
        return {}
    try:
        state = json.loads(path.read_bytes())
        valid = all(isinstance(record["written"], dict) and "sources" in record for record in state.values())
    except (ValueError, AttributeError, KeyError, TypeError):
        valid = False
    if not valid:
        say(f"{work.name}/{STATE} was damaged: every copy there counts as changed, none is replaced")
    return state if valid else {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _write(path: Path, content: bytes) -> None:
    """Write all or nothing: an interrupted start must not leave half a notebook."""
    partial = path.with_name(f".{path.name}.part")
    partial.write_bytes(content)
    os.replace(partial, path)
