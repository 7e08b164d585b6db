"""The golden values: exact numbers of the lectures, each computed twice by independent code.

    assert close(model.weights, golden("PER-06"))

``note`` and ``inputs`` in the file give the conventions (coding, order, start) that fix a value.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("golden.csv")
FAR_BELOW_ONE = 1e-3  # below it an absolute tolerance of 1e-9 says little, so a relative one holds as well
RELATIVE = 1e-8


@dataclass(frozen=True, slots=True)
class Golden:
    """One row: ``tolerance`` is absolute, None where the value must be equal."""

    id: str
    value: Any
    tolerance: float | None
    quantity: str
    note: str


def golden(id: str) -> Golden:
    """The golden value of this id, as in ``golden("PER-06")``."""
    try:
        return all_golden()[id]
    except KeyError:
        raise ValueError(f"expected an id of {TABLE.name} such as 'PER-06', got {id!r}; look it up there") from None


@cache
def all_golden() -> dict[str, Golden]:
    """Every golden value by its id, in the order of the file."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row["id"]: _parse(row) for row in csv.DictReader(file)}


def close(actual, expected: Golden) -> bool:
    """Whether ``actual`` (a number, text, list or array) is the golden value within its tolerance."""
    return _close(actual, expected.value, expected.tolerance)


def _parse(row: dict[str, str]) -> Golden:
    tolerance = None if row["tolerance"] == "exact" else float(row["tolerance"])
    return Golden(row["id"], _value(row["value_exact"]), tolerance, row["quantity"], row["note"])


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text  # a name, such as the attribute that wins


def _close(actual, value, tolerance: float | None) -> bool:
    if hasattr(actual, "tolist"):
        actual = actual.tolist()
    if isinstance(value, list):
        same_length = isinstance(actual, list | tuple) and len(actual) == len(value)
        return same_length and all(_close(a, v, tolerance) for a, v in zip(actual, value, strict=True))
    if tolerance is None or isinstance(value, str | bool):
        return type(actual) is type(value) and actual == value
    if not isinstance(actual, int | float) or isinstance(actual, bool):
        return False
    if 0 < abs(value) < FAR_BELOW_ONE:
        tolerance = min(tolerance, RELATIVE * abs(value))
    return abs(actual - value) <= tolerance
