"""A learner at a node: its score is what the test compares with a threshold.

Lecture 15; deck 000 "Defining “Attribute Tests” - 2", deck 003 "DECISION TREE EXTENSIONS". Inventory: I-000-074,
I-000-129, I-003-036.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import numpy as np

from labkit.core.learner import Classifier


@dataclass(frozen=True, slots=True, eq=False)
class LearnedScore:
    """How sure a model is of the second of two sides: its own score, 2 P - 1, or -1 and 1."""

    model: object
    name: str  # what a reader calls it
    features: int

    def __call__(self, cells: np.ndarray) -> np.ndarray:
        if hasattr(self.model, "decision_function"):
            return np.ravel(self.model.decision_function(cells))
        if hasattr(self.model, "predict_proba"):
            return 2 * self.model.predict_proba(cells)[:, 1] - 1
        return np.asarray(self.model.predict(cells), dtype=float)


def score(
    learner: Classifier, X: np.ndarray, side: np.ndarray, weights: np.ndarray | None
) -> np.ndarray | LearnedScore:
    """What the learner makes of two sides, -1 and 1: the normal of its border where that is a hyperplane."""
    fresh = copy(learner)  # what was given is not fitted
    model = (fresh.fit(X, side) if weights is None else fresh.fit(X, side, sample_weight=weights)).model_
    plane = getattr(model, "hyperplane", None)
    if plane is None:
        return LearnedScore(model, f"score of {type(learner).__name__}", X.shape[1])
    normal = np.array(plane[0], dtype=float)
    return normal / (np.abs(normal).max() or 1.0)
