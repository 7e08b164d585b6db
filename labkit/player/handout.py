"""The examples of a lab as text to take elsewhere: comma-separated values, or NumPy arrays."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from labkit.core import inputs
from labkit.core.table import Table

if TYPE_CHECKING:
    from labkit.player.lab import Lab

FORMATS = ("csv", "numpy")


def data_text(lab: Lab, kind: str) -> str:
    """The examples that are shown, numbers at full precision, classes by their names."""
    inputs.option("format", kind, FORMATS)
    X, y = lab.examples
    if not len(X):
        raise ValueError(f"{lab.heading}: expected a lab with examples, got one without; save its picture instead")
    names = _numbers(lab.classes)
    labels = [names[k] for k in y] if names else np.asarray(y).tolist()
    return _csv(X, labels) if kind == "csv" else _numpy(X, labels)


def _numbers(classes: Sequence[str]) -> Sequence:
    """Classes that are called by whole numbers, such as -1 and +1, as these numbers."""
    try:
        return [int(name) for name in classes]
    except ValueError:
        return classes


def _columns(X) -> dict[str, list]:
    """By name; None where a value is missing."""
    if isinstance(X, Table):
        return {column.name: [None if gap else value for value, gap in
                              zip(column.values.tolist(), column.missing, strict=True)]
                for column in X.columns}  # fmt: skip
    return {f"x{k + 1}": column.tolist() for k, column in enumerate(np.asarray(X).T)}


def _csv(X, labels: list) -> str:
    columns = _columns(X) | {"y": labels}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def _numpy(X, labels: list) -> str:
    rows = "".join(f"    {list(row)},\n" for row in zip(*_columns(X).values(), strict=True))
    kind = ", dtype=object" if isinstance(X, Table) else ""
    return f"import numpy as np\n\nX = np.array([\n{rows}]{kind})\ny = np.array({labels})\n"
