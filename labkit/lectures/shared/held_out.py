"""The honest number of a lesson: every case is answered by a learner that has not seen it."""

from __future__ import annotations

import numpy as np

from labkit.core.resampling import folds
from labkit.core.table import Table

PARTS = 10


def held_out_answers(learner, X: np.ndarray | Table, y: np.ndarray, *, parts: int = PARTS, seed: int = 0,
                     scaled: bool = False) -> np.ndarray:  # fmt: skip
    """What the learner says of each case when it is trained on the other parts; classes are cut in proportion.

    ``scaled`` takes the means of the known cases off an array X and divides by their standard deviations."""
    y = np.asarray(y)
    answers = np.empty(len(y), dtype=y.dtype)
    for known, rest in folds(len(y), k=parts, seed=seed, classes=y if y.dtype.kind not in "f" else None):
        here, there = _in_one_scale(X[known], X[rest]) if scaled else (X[known], X[rest])
        answers[rest] = learner.fit(here, y[known]).predict(there)
    return answers


def _in_one_scale(known: np.ndarray, rest: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What is left out has no say in the scale."""
    centre, spread = known.mean(axis=0), known.std(axis=0)
    return (known - centre) / spread, (rest - centre) / spread
