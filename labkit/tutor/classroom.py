"""A class predicts together: answers go into a folder that all share, and the lecturer's card shows who chose what.

``LABKIT_CLASS`` names the folder. A student's kernel appends each answer to a file of its own there, in the form of the
record; the file's name is a random word that is kept beside the record. A ``report.json`` that was handed in by file
counts as well once it lies there. With ``LABKIT_QUESTIONS=class`` a kernel is the lecturer's: it reads the folder, and
adds nothing to it.

What was read is only counted: an answer counts if it is an option of the question. Nothing is run.
"""

from __future__ import annotations

import json
import os
import re
import stat
import uuid
from pathlib import Path

from labkit.tutor.record import Record, readable

PLACE = "LABKIT_CLASS"
QUESTIONS = "LABKIT_QUESTIONS"  # "open": nothing waits for an answer, for those who prepare; "class": a class is asked
KIND = "labkit progress"  # what a report says it is
NAMES, PLAIN = ("lesson", "kind", "name"), re.compile(r"\w[\w .-]*")  # a spreadsheet runs a cell with =
LARGEST = 5_000_000  # bytes of a file that is read
WORD = uuid.uuid4().hex  # of a kernel that records nothing
DAMAGED = "expected a report, got a file that is damaged or cut off; ask for it again"


def is_asked() -> bool:
    """Whether this kernel is the lecturer's, who asks a class."""
    return os.environ.get(QUESTIONS) == "class" and bool(os.environ.get(PLACE))


def own() -> Record:
    """What this student tells the class."""
    place = os.environ.get(PLACE)
    return Record(Path(place) / f"{_word(Record.here().path)}.jsonl" if place and not is_asked() else None)


def counted(asked: dict) -> dict:
    """How many of the class chose each option of what a card shows, each student's last answer, and the files that
    could not be read."""
    place = Path(os.environ[PLACE])
    try:
        files = sorted(path for path in place.iterdir() if path.suffix in (".json", ".jsonl"))
    except OSError as error:
        raise ValueError(f"class: expected a folder to read, got {place} ({error.strerror}); is it there?") from None
    key, options = (asked["lesson"], asked["kind"], asked["name"]), asked["options"]
    counts, left_out = [0] * len(options), []
    for file in files:
        try:
            entries = handed_in(file)
        except (OSError, ValueError):
            left_out.append(file.name)
            continue
        said = [each["answer"] for each in entries if (each["lesson"], each["kind"], each["name"]) == key]
        if said and said[-1] in options:
            counts[options.index(said[-1])] += 1
    return {"counts": counts, "left_out": left_out}


def handed_in(file: Path) -> list[dict]:
    """The answers of a student's file: a report, or a record; anything else is refused."""
    text = _text(file)
    if file.suffix == ".jsonl":
        *lines, _being_written = text.split(b"\n")
        entries = [_json(line) for line in lines if line.strip()]
    else:
        made = _json(text)
        if not isinstance(made, dict) or made.get("report") != KIND:
            raise ValueError(f'expected a report of labkit ("report": "{KIND}"), got another file')
        entries = made.get("answers")
        if not isinstance(entries, list):
            raise ValueError("expected a list of answers, got none: is it of another version of labkit?")
    return [entry for entry in entries if readable(entry) and all(PLAIN.fullmatch(entry[name]) for name in NAMES)]


def _text(file: Path) -> bytes:
    """Of a file, not of what others may have put there in its place: a link, a pipe that never ends."""
    with open(os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)), "rb") as opened:
        about = os.fstat(opened.fileno())
        if not stat.S_ISREG(about.st_mode) or about.st_size > LARGEST:
            raise ValueError(f"expected a file of at most {LARGEST // 10**6} MB, got something else")
        return opened.read()


def _json(text: bytes):
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(DAMAGED) from None


def _word(record: Path | None) -> str:
    """The student's, the same in all their kernels."""
    if record is None:
        return WORD
    kept = record.with_name(".class-word")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with open(kept, "x", encoding="ascii") as file:
            file.write(uuid.uuid4().hex)
    except OSError:  # it is there, or nothing can be written there
        pass
    try:
        word = kept.read_text(encoding="ascii", errors="replace")
    except OSError:
        return WORD
    return word if re.fullmatch("[0-9a-f]{32}", word) else WORD
