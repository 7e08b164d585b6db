"""Cross-validation: every example is a case for a learner that has not seen it.

Lecture 22; deck 004 "What is Model Selection?", "Information Criteria based methods". Inventory: I-004-010.

The examples are cut into folds F_1 ... F_K. A learner trained on all but F_i is asked about F_i:

    CV = (1/n) sum over i of |F_i| score(learner trained without F_i, F_i)                                (1)
    SE = deviation of the K scores / sqrt(K)                                                              (2)

K = n leaves one out: nothing is left to chance. Else the seed cuts, with the shares of the classes in each fold; with
``repeats`` it cuts again, and (1) is the mean of all. (1) weights a fold by its size, so that it is the mean over the
examples; (2), of folds that share most of their training examples, is a rough guide.

symbol   name here         symbol   name here
F_i      test              CV, SE   mean, standard_error

The start of the story is the learner trained on all examples, scored on these same ones: what it promises. A training
part of one class only is answered by that class (see ``fitting``).

Departures from the slides: leaving one out chooses as AIC does, K folds (K fixed) nearly so; BIC does not choose as K
folds do (E-004-03, see ``overfitting``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, resampling
from labkit.core.inputs import frozen
from labkit.core.story import START, STOP, UPDATE, CountedStep, Trace
from labkit.learners.selection import fitting, scores
from labkit.learners.selection.fitting import Features
from labkit.learners.selection.hat import left_out
from labkit.learners.selection.scores import SCORES, Score

LEAVE_ONE_OUT = "leave one out"
Part = tuple[np.ndarray, np.ndarray]  # rows to train on, rows to be asked about


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FoldStep(CountedStep):
    """One fold: the model of the other examples, and how good it is on this one."""

    noun = "fold"
    fold: int  # how many are done, of all repeats
    measure: str  # what the scores are
    n: int
    test: np.ndarray  # rows of this fold; at the start none is left out
    score: float | None  # on this fold; none at the start
    training: float  # on the examples that the model was trained on
    mean: float | None  # over the folds so far

    @property
    def train(self) -> np.ndarray:
        """The other rows."""
        return np.setdiff1d(np.arange(self.n), self.test)

    def _begins(self) -> str:
        return f"trained on all {self.n} examples, {self.measure} {self.training:.4g} on these same ones"

    def _happened(self) -> str:
        held = f"example {self.test[0]}" if len(self.test) == 1 else f"{len(self.test)} examples"
        return f"{self.measure} {self.score:.4g} on {held} held out, {self.mean:.4g} on all so far"


class CrossValidation(Trace):
    """The story of the folds, and what they say together. ``trace[0]`` is the start, no fold."""

    @property
    def scores(self) -> np.ndarray:
        """Of every fold."""
        return self[1:].curve("score")

    @property
    def sizes(self) -> np.ndarray:
        return self[1:].curve(lambda step: len(step.test))

    @property
    def mean(self) -> float:
        return self[-1].mean

    @property
    def total(self) -> float:
        """Summed over the examples; of the accuracy how many are right."""
        return float(self.sizes @ self.scores)

    @property
    def standard_error(self) -> float:
        return float(self.scores.std(ddof=1) / np.sqrt(len(self.scores)))  # (2)


def cross_validate(
    learner, X, y=None, *, folds: int | str = 5, repeats: int = 1, score=None, stratified: bool = True, seed: int = 0
) -> CrossValidation:
    """Train a learner once for every fold.

    ``folds``: how many, or "leave one out". ``repeats``: how often the examples are cut anew. ``score``: a name of
    ``scores``, or a function of (learner, X, y); None is the accuracy of classes and the squared error of numbers.
    ``stratified`` keeps the shares of the classes in every fold.
    """
    how = {"folds": folds, "repeats": repeats, "stratified": stratified, "seed": seed}
    return CrossValidation(_steps(learner, *planned(learner, X, y, score, **how)))


def validated(learner, X, y=None, *, score=None, **how) -> float:
    """CV alone, without its story, as ``cross_validate`` has it; one left out of a linear fit by the ``hat`` matrix."""
    X, y, judge, cuts = planned(learner, X, y, score, **how)
    if judge is SCORES["squared error"] and all(len(test) == 1 for _, test in cuts):
        residuals = left_out(learner, X, y)
        if residuals is not None:
            return float(np.mean(residuals**2))
    asked = [(len(test), judge.of(fitting.fitted(learner, *fitting.take(X, y, train)), *fitting.take(X, y, test)))
             for train, test in cuts]  # fmt: skip
    return sum(size * score for size, score in asked) / sum(size for size, _ in asked)  # (1)


def planned(learner, X, y, score, *, stratified: bool = True, **how) -> tuple[Features, np.ndarray | None, Score, list]:
    """(X, y, what is measured, the parts of ``parts``), all checked."""
    X, y = fitting.checked(learner, X, y)
    judge = scores.chosen(score, learner, y)
    inputs.option("stratified", stratified, (True, False))
    classes = y if stratified and fitting.learns_classes(learner, y) else None
    cuts = parts(X.shape[0], classes=classes, **how)
    if judge is SCORES["r squared"] and any(len(test) == 1 for _, test in cuts):
        raise ValueError(
            "score: expected one that a single example has, got 'r squared'; take 'squared error', or fewer folds"
        )
    return X, y, judge, cuts


def parts(n: int, *, folds: int | str = 5, repeats: int = 1, seed: int = 0, classes=None) -> list[Part]:
    """The rows to train on and those of the fold, for every fold of every repeat."""
    inputs.number("repeats", repeats, least=1, whole=True)
    if isinstance(folds, str):
        inputs.option("folds", folds, (LEAVE_ONE_OUT,), "a number")
        inputs.number("repeats", repeats, most=1, whole=True, why="leaving one out is the same every time")
        inputs.number("n", n, least=2, whole=True)
        every = np.arange(n)
        return [(np.delete(every, i), every[i : i + 1]) for i in range(n)]
    inputs.number("folds", folds, least=2, most=n, whole=True, why="each needs an example")
    inputs.number("seed", seed, least=0, whole=True)
    seeds = [seed, *np.random.default_rng([1, seed]).integers(1 << 31, size=repeats - 1).tolist()]
    return [part for each in seeds for part in resampling.folds(n, k=folds, seed=each, classes=classes)]


def _steps(learner, X: Features, y: np.ndarray | None, judge: Score, cuts: list[Part]) -> Iterator[FoldStep]:
    n, summed, asked = X.shape[0], 0.0, 0
    whole = fitting.fitted(learner, X, y)
    start = judge.of(whole, X, y)
    yield FoldStep(event=START, model=fitting.model_of(whole), fold=0, measure=judge.name, n=n, test=frozen([], int),
                   score=None, training=start, mean=None)  # fmt: skip
    for count, (train, test) in enumerate(cuts, start=1):
        part = fitting.take(X, y, train)
        trained = fitting.fitted(learner, *part)
        score = judge.of(trained, *fitting.take(X, y, test))
        summed, asked = summed + len(test) * score, asked + len(test)
        mean, last = summed / asked, count == len(cuts)  # (1)
        reason = f"{judge.name} {mean:.4g}, on the training examples {start:.4g}" if last else ""
        yield FoldStep(event=STOP if last else UPDATE, model=fitting.model_of(trained), equation=1, fold=count,
                       measure=judge.name, n=n, test=frozen(test, int), score=score,
                       training=judge.of(trained, *part), mean=mean, reason=reason)  # fmt: skip
