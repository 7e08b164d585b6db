"""A table goes in, and each learner says how wrong it is on rows that it has not seen.

Beside the lectures; everything that learns from the rows (what is missing, the scales, the words of a column) is done
anew in every fold, without the rows held out.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import numpy as np

from labkit.core import data, resampling
from labkit.core.learner import Learner
from labkit.core.story import counted, written
from labkit.core.table import Table
from labkit.learners.selection import Baseline
from labkit.lectures.l23_which_learner.field import CLASSIFIERS, REGRESSORS, lecture, made

FOLDS, LEAST, ROWS = 5, 20, 600
FEW_VALUES = 10  # whole numbers with at most so many values are taken as classes
WORDS = 20  # a column of more different words is a name, and says nothing of the next row
NOBODY = {True: "the commonest class", False: "the mean"}


def which_learner(source, target: str, *, rows: int = ROWS, seed: int = 0, timed: bool = False) -> Table:
    """The learners in the order of their errors on rows held out, five folds.

    ``source`` is the path of a CSV file with a header, or the name of one of our tables, or a ``Table``; ``target`` is
    the column to predict: words are classes, numbers are numbers unless there are few whole ones. Of longer tables
    ``rows`` are drawn by ``seed``. ``timed`` adds how long the five folds of each took here.
    """
    X, y, of_classes = examples(source, target, rows=rows, seed=seed)
    names = (CLASSIFIERS if of_classes else REGRESSORS).split()
    wide = prepared(X, X)[0].shape[1]
    found = errors(X, y, {name: made(name, wide) for name in names}, of_classes, seed)
    ranked = sorted(found, key=lambda name: found[name][0])
    unit, scale = ("wrong in %", 100.0) if of_classes else (f"typical error in {target}", 1.0)
    return Table.from_dict({
        "learner": ranked,
        "lecture": [lecture(name) if name in names else "\u2013" for name in ranked],
        unit: [written(scale * found[name][0]) for name in ranked],
        "best fold to worst": [" to ".join(written(scale * each) for each in found[name][1:3]) for name in ranked],
        **({"seconds": [f"{found[name][3]:.2f}" for name in ranked]} if timed else {}),
    })  # fmt: skip


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


def errors(X: Table, y: np.ndarray, learners: dict[str, Learner], of_classes: bool, seed: int) -> dict[str, tuple]:
    """Learner, and the ``Baseline``, -> (error, that of the best fold, of the worst, seconds for all folds); errors are
    shares, or roots of squares."""
    told: dict[str, list[float]] = {name: [] for name in (NOBODY[of_classes], *learners)}
    seconds = dict.fromkeys(told, 0.0)
    cuts = list(resampling.folds(len(y), k=FOLDS, seed=seed, classes=y if of_classes else None))
    for train, test in cuts:
        known, asked = prepared(X.take(train), X.take(test))
        told[NOBODY[of_classes]].append(_error(Baseline.of(y[train], of_classes).predict(asked), y[test], of_classes))
        for name, learner in learners.items():
            begun = perf_counter()
            told[name].append(_error(learner.fit(known, y[train]).predict(asked), y[test], of_classes))
            seconds[name] += perf_counter() - begun
    sizes = [len(test) for _, test in cuts]
    root = (lambda square: square) if of_classes else np.sqrt
    return {name: (*(float(root(each)) for each in (np.average(folds, weights=sizes), min(folds), max(folds))),
                   seconds[name])
            for name, folds in told.items()}  # fmt: skip


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
