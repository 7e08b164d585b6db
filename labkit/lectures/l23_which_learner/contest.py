"""A table goes in, and each learner says how wrong it is on rows that it has not seen.

Beside the lectures; everything that learns from the rows (what is missing, the scales, the words of a column) is done
anew in every fold, without the rows held out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from labkit.core import data, inputs, resampling
from labkit.core.learner import Learner
from labkit.core.story import counted, written
from labkit.core.table import Table
from labkit.learners.selection import Baseline
from labkit.lectures.l23_which_learner.field import field, lecture, made, named

FOLDS, LEAST, ROWS = 5, 20, 600
FEW_VALUES = 10  # whole numbers with at most so many values are taken as classes
WORDS = 20  # a column of more different words is a name, and says nothing of the next row
SOME, ALL = "some", "all"
MANY = 15  # learners, from which on a bar tells how many are done
NOBODY = {True: "the commonest class", False: "the mean"}


def which_learner(source, target: str, *, learners=SOME, rows: int = ROWS, seed=0, timed=False) -> Table:
    """The learners in the order of their errors on rows held out, five folds.

    ``source`` is the path of a CSV file with a header, or the name of one of our tables, or a ``Table``; ``target`` is
    the column to predict: words are classes, numbers are numbers unless there are few whole ones. Of longer tables
    ``rows`` are drawn by ``seed``. ``learners="all"`` asks every learner of the course, which may take a minute or two.
    ``timed`` adds how long the five folds of each took here. A learner that cannot take this table comes last.
    """
    inputs.option("learners", learners, (SOME, ALL))
    X, y, of_classes = examples(source, target, rows=rows, seed=seed)
    wide, classes = prepared(X, X)[0].shape[1], len(np.unique(y)) if of_classes else 0
    names = field(of_classes, whole=learners == ALL)
    found = errors(X, y, {name: made(name, wide, classes) for name in names}, of_classes, seed)
    ranked = sorted(found, key=lambda name: found[name].error)
    unit, scale = ("wrong in %", 100.0) if of_classes else (f"typical error in {target}", 1.0)

    def shown(error: float) -> str:
        return written(scale * error) if np.isfinite(error) else "\u2013"

    return Table.from_dict({
        "learner": [named(name) for name in ranked],
        "lecture": [lecture(name) if name in names else "\u2013" for name in ranked],
        unit: [shown(found[name].error) for name in ranked],
        "best fold to worst": [f"{shown(found[name].best)} to {shown(found[name].worst)}" for name in ranked],
        **({"seconds": [f"{found[name].seconds:.2f}" for name in ranked]} if timed else {}),
    }).whole  # fmt: skip


def examples(source, target: str, *, rows: int = ROWS, seed: int = 0) -> tuple[Table, np.ndarray, bool]:
    """(the columns that can tell something, the target, whether it is a class), all checked."""
    table = _read(source)
    table = table.complete(target)
    if len(table) < LEAST:
        known = counted(len(table), "row")
        raise ValueError(f"source: expected at least {LEAST} rows with a {target}, got {known}; add rows")
    table = table.take(np.sort(np.random.default_rng(seed).permutation(len(table))[:rows]))
    y, of_classes = _target(table, target)
    columns = [column.name for column in table.without(target).columns if _tells(column)]
    if not columns:
        raise ValueError(
            f"source: expected columns beside {target!r} that vary, of numbers or of at most {WORDS} different words, "
            "got none; add such columns"
        )
    return table.select(columns), y, of_classes


def _read(source) -> Table:
    if isinstance(source, Table):
        return source
    if str(source) in data.names():
        return data.load(str(source))
    if not Path(source).is_file():
        ours = ", ".join(data.real_names())
        raise ValueError(
            f"source: expected a CSV file, or one of our tables ({ours}), got {str(source)!r}, which is not there; "
            "put the file beside this notebook, or write its whole path"
        )
    try:
        return Table.from_csv(Path(source))
    except UnicodeDecodeError:
        raise ValueError(
            f"source: expected text, got bytes that are none in {Path(source).name!r}; "
            "save it from your spreadsheet as CSV (UTF-8)"
        ) from None


def _target(table: Table, target: str) -> tuple[np.ndarray, bool]:
    column, y = table.column(target), table[target]
    values = np.unique(y.astype(str) if column.kind == "categorical" else y, return_counts=True)
    whole = column.kind != "categorical" and len(values[0]) <= FEW_VALUES and (y % 1 == 0).all()
    if column.kind != "categorical" and not whole:
        return y, False
    rarest = int(values[1].argmin())
    if len(values[0]) < 2:
        raise ValueError(f"target: expected at least two different values in {target!r}, got one; choose another")
    if values[1][rarest] < FOLDS:
        raise ValueError(
            f"target: expected each class of {target!r} at least {FOLDS} times, got {str(values[0][rarest])!r} "
            f"{values[1][rarest]} times; join rare classes, leave them out, or choose another column"
        )
    return y.astype(str) if column.kind == "categorical" else y.astype(int), True


def _tells(column) -> bool:
    known = column.values[~column.missing]
    if column.kind == "categorical":
        return 1 < len(set(known)) <= WORDS
    return len(np.unique(known)) > 1


class Told(NamedTuple):
    """What the folds say of a learner: shares, or roots of squares; infinite where it cannot take the table."""

    error: float
    best: float  # fold
    worst: float
    seconds: float  # for all folds


def errors(X: Table, y: np.ndarray, learners: dict[str, Learner], of_classes: bool, seed: int) -> dict[str, Told]:
    """Of each learner, and of the ``Baseline``."""
    cuts = list(resampling.folds(len(y), k=FOLDS, seed=seed, classes=y if of_classes else None))
    parts = [(*prepared(X.take(train), X.take(test)), y[train], y[test]) for train, test in cuts]
    found = {NOBODY[of_classes]: _told(lambda known, z: Baseline.of(z, of_classes), parts, of_classes)}
    for name in _reported(learners):
        found[name] = _told(learners[name].fit, parts, of_classes)
    return found


def _told(fitted: Callable, parts: list[tuple], of_classes: bool) -> Told:
    begun = perf_counter()
    try:
        folds = [_error(fitted(known, z).predict(asked), truth, of_classes) for known, asked, z, truth in parts]
    except ValueError:  # such as a linear program that rounding leaves without a corner
        return Told(np.inf, np.inf, np.inf, perf_counter() - begun)
    root = float if of_classes else np.sqrt
    mean = np.average(folds, weights=[len(truth) for *_, truth in parts])
    return Told(*(float(root(each)) for each in (mean, min(folds), max(folds))), perf_counter() - begun)


def _reported(learners: Iterable[str]) -> Iterator[str]:
    """Their names; in a notebook a bar tells how many are done where there are many."""
    names = list(learners)
    ipython = sys.modules.get("IPython")
    if len(names) <= MANY or ipython is None or ipython.get_ipython() is None:
        yield from names
        return
    for name, _ in zip(names, ipython.display.ProgressBar(len(names)), strict=True):
        yield name


def _error(answers: np.ndarray, y: np.ndarray, of_classes: bool) -> float:
    return float(np.mean(answers != y)) if of_classes else float(np.mean((answers - y) ** 2))


def prepared(known: Table, asked: Table) -> tuple[np.ndarray, np.ndarray]:
    """Both as numbers in one scale. The median stands for what is missing, a 0 or 1 for each word; all of that is
    learned from the known rows."""
    parts = [_both(one, other) for one, other in zip(known.columns, asked.columns, strict=True)]
    here, there = (np.column_stack(part) for part in zip(*parts, strict=True))
    centre, spread = here.mean(axis=0), here.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    return (here - centre) / spread, (there - centre) / spread


def _both(known, asked) -> tuple[np.ndarray, np.ndarray]:
    if known.kind != "categorical":
        present = known.numbers[~known.missing]
        middle = float(np.median(present)) if len(present) else 0.0
        return tuple(np.where(each.missing, middle, each.numbers)[:, None] for each in (known, asked))
    words = sorted(set(known.values[~known.missing]))
    return tuple((each.values[:, None] == np.array(words, dtype=object)).astype(float) for each in (known, asked))
