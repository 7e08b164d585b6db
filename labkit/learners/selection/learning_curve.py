"""Learning curves: how a learner gets on with more examples, on those it has seen and on others.

Lecture 22; deck 004 "What is Model Selection?". Inventory: I-004-010.

For every fold of a cross-validation the learner is trained on the first m of the other examples, shuffled, for rising
m, and scored on these m and on the fold:

    training(m), validation(m) = means over the folds                                                     (1)

Where the two curves meet early and badly, more examples will not help, only another learner (bias); where they are
still apart, more examples will (variance). With few examples the classes may not all be there: one class alone is
answered by that class.

symbol   name here
m        size
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.inputs import frozen
from labkit.core.story import STOP, Step, Trace, events
from labkit.learners.selection import fitting, scores, validation
from labkit.learners.selection.validation import Part

USUAL_SIZES = 10  # where none are given


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SizeStep(Step):
    """Trained on ``size`` examples, once for every fold; ``model`` and ``rows`` are those of the first."""

    rows: np.ndarray  # those that the model was trained on
    measure: str
    training_scores: np.ndarray  # of every fold
    validation_scores: np.ndarray

    @property
    def size(self) -> int:
        """How many examples there were for every fold."""
        return len(self.rows)

    @property
    def training(self) -> float:
        return float(self.training_scores.mean())  # (1)

    @property
    def validation(self) -> float:
        return float(self.validation_scores.mean())  # (1)

    @property
    def gap(self) -> float:
        """How much better it seems than it is, or worse."""
        return abs(self.training - self.validation)

    @property
    def caption(self) -> str:
        said = f"{self.measure} {self.training:.4g} on them, {self.validation:.4g} on others"
        return f"{'stop at ' if self.event == STOP else ''}{self.size} examples: {said}"


def learning_curve(
    learner, X, y=None, *, sizes=None, folds: int | str = 5, repeats: int = 1, score=None, seed: int = 0
) -> Trace:
    """One step for every size, from few examples to all that a fold leaves.

    ``sizes`` None are ten, evenly by ratio, without those that are too few for the learner (fewer than its neighbours).
    ``folds``, ``repeats`` and ``score`` are those of ``cross_validate``.
    """
    X, y, judge, cuts = validation.planned(learner, X, y, score, folds=folds, repeats=repeats, seed=seed)
    rng = np.random.default_rng([1, seed])
    cuts = [(rng.permutation(train), test) for train, test in cuts]
    most = min(len(train) for train, _ in cuts)
    sizes = _usual(learner, X, y, cuts[0][0], most) if sizes is None else _checked(sizes, most)
    return Trace(
        _step(learner, X, y, cuts, judge, size, event) for size, event in zip(sizes, events(len(sizes)), strict=True)
    )


def _checked(sizes, most: int) -> list[int]:
    sizes = np.unique(np.asarray(sizes)).tolist()
    if not sizes:
        raise ValueError("sizes: expected at least one number of examples, got none; pass some, or None")
    for size in sizes:
        inputs.number("sizes", size, least=1, most=most, whole=True, why="what the smallest training part has")
    return sizes


def _usual(learner, X, y, train: np.ndarray, most: int) -> list[int]:
    sizes = np.unique(np.geomspace(min(2, most), most, USUAL_SIZES).round().astype(int)).tolist()
    return [size for size in sizes if size == most or _enough(learner, *fitting.take(X, y, train[:size]))]


def _enough(learner, X, y) -> bool:
    try:
        fitting.fitted(learner, X, y)
    except ValueError:
        return False
    return True


def _step(learner, X, y, cuts: list[Part], judge: scores.Score, size: int, event: str) -> SizeStep:
    seen, unseen, models = [], [], []
    for train, test in cuts:
        part = fitting.take(X, y, train[:size])
        trained = fitting.fitted(learner, *part)
        seen.append(judge.of(trained, *part))
        unseen.append(judge.of(trained, *fitting.take(X, y, test)))
        models.append(fitting.model_of(trained))
    return SizeStep(event=event, model=models[0], equation=1, rows=frozen(cuts[0][0][:size], int), measure=judge.name,
                    reason="no further size" if event == STOP else "",
                    training_scores=frozen(seen), validation_scores=frozen(unseen))  # fmt: skip
