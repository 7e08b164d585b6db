"""Every kind of learner on three real tables."""

from __future__ import annotations

from functools import cache

from labkit.core.table import Table
from labkit.lectures.l23_which_learner.contest import Told, errors, examples
from labkit.lectures.l23_which_learner.field import CLASSIFIERS, lecture, made, named

TABLES = {"wdbc": "diagnosis", "spam": "class", "penguins": "sex"}


@cache
def real_errors(name: str) -> dict[str, Told]:
    X, y, of_classes = examples(name, TABLES[name])
    return errors(X, y, {each: made(each, X.shape[1]) for each in CLASSIFIERS.split()}, of_classes, 0)


def real_tables() -> Table:
    """Wrong answers in per cent, five folds."""
    found = {name: real_errors(name) for name in TABLES}
    names = list(found["wdbc"])
    return Table.from_dict({
        "learner": [named(name) for name in names],
        "lecture": ["\u2013" if name not in CLASSIFIERS.split() else lecture(name) for name in names],
        **{f"{table}: {target}": [f"{100 * found[table][name].error:.1f}" for name in names]
           for table, target in TABLES.items()},
    })  # fmt: skip
