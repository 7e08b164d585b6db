"""Reports: one of a student's answers to hand in, and one of a class: what it found hard. No names are in either."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from labkit.core.story import counted
from labkit.core.table import Table
from labkit.tutor import progress
from labkit.tutor.classroom import handed_in
from labkit.tutor.record import Record

CLASS_FILE = "class.csv"
COLUMNS = ("lesson", "kind", "name", "students", "right_at_last", "right_at_first", "answers")


def one(record: Path) -> str:
    """Write ``report.json`` beside the record; returns what to tell."""
    if not record.exists():
        raise ValueError(f"{record} is not there yet: it begins with your first answer in a lesson")
    made, target = progress.report(Record(record)), record.with_name("report.json")
    target.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return f"{progress.table(Record(record))}\nto hand in: {target}"


def of_class(files: Sequence[Path], target: Path = Path(CLASS_FILE)) -> str:
    """Write the table of a class as CSV, hardest first; files that are no reports are named and left out."""
    students, left_out = [], []
    for file in files:
        try:
            students.append(handed_in(file))
        except (OSError, ValueError) as error:
            left_out.append(f"left out: {file.name}: {error}")
    if not students:
        raise ValueError("\n".join(["expected reports (report.json of `labkit report`), got none", *left_out]))
    table = class_table(students)
    with target.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *zip(*(table[name].tolist() for name in COLUMNS), strict=True)])
    said = f"{counted(len(students), 'report')} of {counted(len(files), 'file')}, written to {target}"
    return "\n".join([str(table), said, *left_out])


def class_table(students: Sequence[Sequence[dict]]) -> Table:
    """A row for every question and exercise, those first that fewest had right at first. ``answers`` counts what was
    said first: of a question its options, of an exercise the hint that it was given."""
    first, last = defaultdict(list), defaultdict(list)
    for entries in students:
        mine = defaultdict(list)
        for entry in entries:
            mine[entry["lesson"], entry["kind"], entry["name"]].append(entry)
        for key, said in mine.items():
            first[key].append(said[0])
            last[key].append(said[-1])
    rows = [(*key, len(first[key]), _right(last[key]), _right(first[key]), _counts(first[key])) for key in first]
    rows.sort(key=lambda row: (row[5] / row[3], row[:3]))
    return Table.from_dict({name: [row[k] for row in rows] for k, name in enumerate(COLUMNS)}).whole


def _right(entries: Sequence[dict]) -> int:
    return sum(entry["right"] for entry in entries)


def _counts(entries: Sequence[dict]) -> str:
    return "; ".join(
        f"{count}x {answer}" for answer, count in Counter(each["answer"] for each in entries).most_common()
    )
