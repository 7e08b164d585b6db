"""The rows as one table for a person and as ``bench.json`` for a program."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bench.measure import Row

HEAD = ("measured", "n", "d", "labkit", "peer", "value", "bar", "", "against")
LEFT = {0, 7, 8}  # columns of words; numbers are aligned to the right


def table(rows: Sequence[Row]) -> str:
    cells = [HEAD, *map(_cells, rows)]
    widths = [max(len(line[k]) for line in cells) for k in range(len(HEAD))]
    lines = ["  ".join(_aligned(text, k, widths[k]) for k, text in enumerate(line)).rstrip() for line in cells]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:], "", _total(rows)])


def as_json(rows: Sequence[Row]) -> str:
    return json.dumps([_plain(row) for row in rows], indent=1) + "\n"


def value_text(row: Row) -> str:
    return "-" if row.value is None else f"{_number(row.value)}{row.unit and ' ' + row.unit}"


def _cells(row: Row) -> tuple[str, ...]:
    sign = "" if row.bar is None else ">= " if row.bar.least else "<= "
    bar = "" if row.bar is None else sign + _number(row.bar.limit)
    size = ["" if number is None else str(number) for number in (row.n, row.d)]
    times = [_duration(row.labkit_s), _duration(row.peer_s)]
    about = ", ".join(filter(None, [row.peer, row.note]))
    return (row.name, *size, *times, value_text(row), bar, row.verdict, about)


def _plain(row: Row) -> dict:
    """PERFORMANCE's row; ``value``, ``limit`` and ``unit`` where something else than a ratio is measured."""
    ratio = row.value if row.peer_s is not None else None
    keys = {"name": row.name, "n": row.n, "d": row.d, "labkit_s": row.labkit_s, "peer_s": row.peer_s}
    limit = None if row.bar is None else row.bar.limit
    kind = None if row.bar is None else "at least" if row.bar.least else "at most"
    return keys | {"ratio": ratio, "peer": row.peer, "value": row.value, "unit": row.unit,
                   "limit": limit, "bar": kind, "verdict": row.verdict, "note": row.note}  # fmt: skip


def _total(rows: Sequence[Row]) -> str:
    held = sum(row.verdict == "pass" for row in rows)
    parts = [f"{held} bars hold"]
    for verdict, word in (("FAIL", "failed"), ("left out", "left out")):
        if names := [row.name for row in rows if row.verdict == verdict]:
            parts.append(f"{len(names)} {word}: {', '.join(names)}")
    return ", ".join(parts)


def _aligned(text: str, column: int, width: int) -> str:
    return text.ljust(width) if column in LEFT else text.rjust(width)


def _number(value: float) -> str:
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{1e3 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"
