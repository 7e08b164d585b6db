"""The honest number of a lesson: every case is answered by a learner that has not seen it."""

from __future__ import annotations

import numpy as np

from labkit.core.resampling import folds
from labkit.core.table import Table

PARTS = 10


def held_out_answers(learner, X: np.ndarray | Table, y: np.ndarray, *, parts: int = PARTS, seed: int = 0) -> np.ndarray:
    """What the learner says of each case when it is trained on the other parts; classes are cut in proportion."""
    y = np.asarray(y)
    answers = np.empty(len(y), dtype=y.dtype)
    for known, rest in folds(len(y), k=parts, seed=seed, classes=y if y.dtype.kind not in "f" else None):
        answers[rest] = learner.fit(X[known], y[known]).predict(X[rest])
    return answers
