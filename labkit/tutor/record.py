"""What a student has done: one line of JSON for every answer, in the file that ``LABKIT_RECORD`` names.

``make lab`` names it for the student's own kernels only. Without it nothing is recorded: not while notebooks are built
or tested. Lines are only ever appended, each by one write, so that several kernels may write; of two lines about the
same thing the later one counts. A file with unreadable lines is put aside as it is, and the readable ones are kept.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

PLACE = "LABKIT_RECORD"
FIELDS = {"lesson": str, "kind": str, "name": str, "answer": str, "right": bool}


def lesson_of(module: str) -> str:
    """The lesson that a module of a lecture belongs to: "20_adaboost" of "labkit.lectures.l20_adaboost.rounds"."""
    parts = module.split(".")
    return parts[2][1:] if parts[:2] == ["labkit", "lectures"] and len(parts) > 2 else module


@dataclass(frozen=True)
class Record:
    """The record at a path; at none it stays empty."""

    path: Path | None

    @classmethod
    def here(cls) -> Record:
        """The one of this kernel."""
        place = os.environ.get(PLACE)
        return cls(Path(place) if place else None)

    def add(self, lesson: str, kind: str, name: str, answer: str, right: bool) -> str:
        """Append an answer, unless it is what was said last; trouble with the file is returned as one sentence."""
        entry = {"lesson": lesson, "kind": kind, "name": name, "answer": answer, "right": bool(right)}
        if self.path is None or self.last(lesson, kind, name) == entry:
            return ""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(self.path, "ab", buffering=0) as file:  # unbuffered: the line arrives whole
                file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        except OSError as error:
            return (
                f"Your answer stands, but is not recorded ({error.strerror}): is the folder of {self.path.name} yours?"
            )
        return ""

    def entries(self) -> list[dict]:
        """All lines, oldest first."""
        try:
            lines = self.path.read_bytes().splitlines() if self.path else []
        except OSError:
            return []
        found = [entry for entry in map(_entry, lines) if entry]
        if len(found) < len([line for line in lines if line.strip()]):
            self._put_aside(found)
        return found

    def last(self, lesson: str, kind: str, name: str) -> dict | None:
        """What was said last of one thing."""
        key = (lesson, kind, name)
        same = [entry for entry in self.entries() if (entry["lesson"], entry["kind"], entry["name"]) == key]
        return same[-1] if same else None

    @property
    def note(self) -> str:
        """One sentence if a damaged record was put aside, else nothing."""
        aside = sorted(self.path.parent.glob(f"{self.path.stem}.damaged-*")) if self.path else []
        names = ", ".join(path.name for path in aside)
        return f"Damaged lines of the record were put aside in {names}; the rest was kept." if aside else ""

    def _put_aside(self, readable: list[dict]) -> None:
        number = 1 + len(list(self.path.parent.glob(f"{self.path.stem}.damaged-*")))
        try:
            text = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in readable)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=self.path.parent, delete=False) as file:
                file.write(text)
            self.path.replace(self.path.with_name(f"{self.path.stem}.damaged-{number}{self.path.suffix}"))
            Path(file.name).replace(self.path)
        except OSError:
            pass  # a folder that cannot be written: the lines that are readable count all the same


def _entry(line: bytes) -> dict | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if readable(entry) else None


def readable(entry) -> bool:
    """Whether it is an answer as ``Record.add`` writes it."""
    return isinstance(entry, dict) and all(isinstance(entry.get(name), kind) for name, kind in FIELDS.items())
