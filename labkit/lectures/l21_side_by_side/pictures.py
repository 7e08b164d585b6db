"""What the page side by side shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import GradientBoosting, RandomForest
from labkit.lectures.l21_side_by_side.spheres import noisy_spheres
from labkit.lectures.l21_side_by_side.three import NAMES, fresh_errors
from labkit.lectures.shared.held_out import held_out_answers

TARGETS = {"spam": "class", "wdbc": "diagnosis"}
EXAMPLES, FRESH = 1000, 2000
TREES, RUNS = 150, 3
NOISE, FAST = 0.2, 0.5  # share of wrong labels, and a shrinkage that is in a hurry


@cache
def answers(name: str) -> dict[str, np.ndarray]:
    """What each ensemble of 100 trees says of every row of a real table that it was not trained on."""
    X, y = table_of(name)
    learners = RandomForest(m="all"), RandomForest(), GradientBoosting(rounds=100)
    return {each: held_out_answers(learner, X, y) for each, learner in zip(NAMES, learners, strict=True)}


def table_of(name: str) -> tuple[np.ndarray, np.ndarray]:
    table = data.load(name)
    return table.without(TARGETS[name]).numeric(), table[TARGETS[name]]


def real_scores() -> Table:
    """Wrong answers in cross-validation, and those of always naming the more frequent class."""
    columns: dict[str, list] = {"method": ["the more frequent class", *NAMES]}
    for name in TARGETS:
        _, y = table_of(name)
        least = len(y) - int(np.unique(y, return_counts=True)[1].max())
        columns[f"{name}: wrong of {len(y)}"] = [least, *(int(np.sum(says != y)) for says in answers(name).values())]
    return Table.from_dict(columns)


@cache
def wrong_label_curves() -> dict[str, np.ndarray]:
    """Errors on fresh cases after 0, 1, ... trees, with every fifth label wrong: means over three draws."""
    learners = {
        "bagging": RandomForest(trees=TREES, m="all"),
        "random forest": RandomForest(trees=TREES, m=3),
        "boosting, shrinkage 0.5": GradientBoosting(rounds=TREES, shrinkage=FAST),
        "boosting, shrinkage 0.1": GradientBoosting(rounds=TREES),
    }
    curves: dict[str, list] = {name: [] for name in learners}
    for seed in range(RUNS):
        (X, y), fresh = noisy_spheres(EXAMPLES, FRESH, noise=NOISE, seed=seed)
        for name, learner in learners.items():
            curves[name].append(fresh_errors(learner.fit(X, y).model_, *fresh))
    return {name: np.mean(each, axis=0) for name, each in curves.items()}


def wrong_labels() -> Table:
    at = [10, 40, 80, TREES]
    return Table.from_dict({"trees": at} | {name: curve[at].round(3) for name, curve in wrong_label_curves().items()})
