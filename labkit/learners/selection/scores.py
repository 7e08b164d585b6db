"""How good a trained learner is on some cases, by a few measures with names.

Lecture 22; deck 004 "What is Model Selection?". Inventory: I-004-010.

    accuracy          mean of [prediction = y]                                        more is better          (1)
    error             mean of [prediction != y]                                       less is better          (2)
    log loss          mean of -ln P(y | x)                                            less is better          (3)
    squared error     mean of (y - prediction)^2                                      less is better          (4)
    absolute error    mean of |y - prediction|                                        less is better          (5)
    r squared         1 - squared error / variance of y, over the cases               more is better          (6)

(1) to (3) are of classes, (4) to (6) of numbers. All but (6) are means over the cases, so that folds of different sizes
can be pooled; (6) has no meaning for a single case. A class that training has never seen has the probability 0, and its
log loss is infinite. Any function of (learner, X, y) is a score too: more is better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core import metrics
from labkit.core.inputs import option
from labkit.core.learner import Unsupervised
from labkit.learners.selection.fitting import learns_classes

ROUNDING_SHARE = 1e-12  # two scores that differ by this share only differ by rounding


@dataclass(frozen=True, slots=True)
class Score:
    """``of(learner, X, y)`` is the number; ``less`` says that a smaller one is better."""

    name: str
    of: Callable[..., float]
    less: bool = False
    classes: bool = True  # is it of classes, or of numbers

    def best(self, values: Sequence[float]) -> int:
        """The place of the best value, of equals the first; NaN is never the best.

        Equal is what differs by rounding, of squares of what is nothing beside the largest too.
        """
        values = np.asarray(values, dtype=float)
        up = np.where(np.isnan(values), -np.inf, -values if self.less else values)
        top, largest = up.max(), np.abs(up[np.isfinite(up)]).max(initial=0.0)
        slack = max(ROUNDING_SHARE * abs(top), ROUNDING_SHARE**2 * largest) if np.isfinite(top) else 0.0
        return int(np.flatnonzero(up >= top - slack)[0])


def _log_loss(learner, X, y) -> float:
    """(3)"""
    classes = np.asarray(learner.classes_ if hasattr(learner, "classes_") else learner.classes)
    P = np.asarray(learner.predict_proba(X))
    own = y[:, None] == classes
    with np.errstate(divide="ignore"):
        return float(-np.mean(np.log((P * own).sum(axis=1))))


def _absolute(truth, predicted) -> float:
    return float(np.mean(np.abs(truth - predicted)))


def _compared(metric: Callable) -> Callable:
    """The score that compares predictions with y."""
    return lambda learner, X, y: float(metric(y, learner.predict(X)))


SCORES = {
    score.name: score
    for score in (
        Score("accuracy", _compared(metrics.accuracy)),
        Score("error", _compared(lambda y, p: 1.0 - metrics.accuracy(y, p)), less=True),
        Score("log loss", _log_loss, less=True),
        Score("squared error", _compared(metrics.mean_squared_error), less=True, classes=False),
        Score("absolute error", _compared(_absolute), less=True, classes=False),
        Score("r squared", _compared(metrics.r_squared), classes=False),
    )
}


def chosen(score, learner, y: np.ndarray | None) -> Score:
    """A score by name, or of a function; None is what the learner is usually judged by."""
    if score is None:
        if isinstance(learner, Unsupervised):
            return Score("score", lambda learner, X, y: float(learner.score(X)))
        return SCORES["accuracy" if learns_classes(learner, y) else "squared error"]
    if isinstance(score, Score):
        return score
    if callable(score):
        return Score(getattr(score, "__name__", "score"), score)
    suited = tuple(name for name, each in SCORES.items() if _suits(each, learner, y))
    option("score", score, suited, "None, a function of (learner, X, y)")
    return SCORES[score]


def _suits(score: Score, learner, y: np.ndarray | None) -> bool:
    if isinstance(learner, Unsupervised) or score.classes != learns_classes(learner, y):
        return False
    return score.name != "log loss" or hasattr(learner, "predict_proba")
