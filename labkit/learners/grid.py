"""A grid of the plane: where a model is asked to be drawn, and what a model of classes says there.

``core.drawable`` has the Protocols.
"""

from __future__ import annotations

import numpy as np


def points(x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray:
    """All (x, y) as cases, those of the first y first; their other features are those of the case ``through``."""
    cases = np.column_stack([np.tile(x, len(y)), np.repeat(y, len(x))])
    if through is None:
        return cases
    return np.column_stack([cases, np.tile(np.asarray(through, dtype=float)[2:], (len(cases), 1))])


def image(answers: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """What was answered at ``points(x, y)``, a row for every y."""
    return answers.reshape(len(y), len(x), *answers.shape[1:])


class ClassGrids:
    """``score_grid`` and ``class_grid`` of a model of classes, both from ``_scores_on`` a grid; abstract."""

    __slots__ = ()
    score_limit = np.inf

    def score_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        """(len(y), len(x)): above 0 for the second class; None where there are not two classes."""
        return self._scores_on(x, y, through) if len(self.classes) == 2 else None

    def class_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        """(len(y), len(x)): the index of the predicted class."""
        scores = self._scores_on(x, y, through)
        if scores is None:
            return None
        return (scores > 0).astype(int) if scores.ndim == 2 else scores.argmax(axis=2)

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        """(len(y), len(x)) for two classes, a column for each of more; None where this plane cannot be asked."""
        return image(self.decision_function(points(x, y, through)), x, y)
