"""Wrappers: features added or dropped one by one, by what the learner itself makes of them.

Lecture 22; deck 004 "Feature Selection Methods". Inventory: I-004-010.

    forward      from no feature: of those that are left, add the one with which the score is best        (1)
    backward     from all features: drop the one without which the score is best                          (2)

Ties: the first column. Each round asks the learner about every candidate: d + (d - 1) + ... trainings, each once for
every fold. The story goes to the end, since a score may fall and rise again; ``best`` is the best round of all, of
equals the one with fewer features. Greedy is not the best of all 2^d subsets: of two features that only speak together
(xor) forward selection sees neither.

The score is cross-validated, or a criterion of ``criteria`` (of a likelihood of y given x only), or any function of
(learner, X, y); without any feature the learner is the ``Baseline`` of ``fitting``: the commonest class or the mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs
from labkit.core.story import SOLVED, START, STOP, UPDATE, CountedStep, Trace, counted, spent
from labkit.learners.selection import fitting, scores
from labkit.learners.selection.criteria import CRITERIA, TARGETS, criteria, of_baseline
from labkit.learners.selection.fitting import Baseline, Features
from labkit.learners.selection.scores import Score
from labkit.learners.selection.validation import LEAVE_ONE_OUT, validated

VALIDATION = "validation"


@dataclass(frozen=True, slots=True)
class TriedFeature:
    """A feature that was tried, and the score with it (or without it)."""

    column: int
    name: str
    score: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RoundStep(CountedStep):
    """One round: which features were tried, and which was taken."""

    noun = "round"
    round: int
    measure: str
    columns: tuple[int, ...]  # chosen so far; forward in the order in which they came
    names: tuple[str, ...]
    score: float  # of these features
    candidates: tuple[TriedFeature, ...]  # of this round, in the order of the columns
    taken: TriedFeature | None  # none at the start
    adds: bool  # forward, or backward

    def _begins(self) -> str:
        features = f"all {counted(len(self.columns), 'feature')}" if self.columns else "no feature"
        return f"{features}, {self.measure} {self.score:.4g}"

    def _happened(self) -> str:
        verb = "added" if self.adds else "dropped"
        return f"{self.taken.name} {verb}, {self.measure} {self.score:.4g} with {counted(len(self.columns), 'feature')}"

    @property
    def caption(self) -> str:
        if self.taken is None:
            return f"{self.event}: {self._begins()}"
        text = f"{self.noun} {self.round}: {self._happened()}"
        return f"stop after {text}; {self.reason}" if self.event == STOP else text


class Selection(Trace):
    """The story of the rounds; ``best`` is the step whose features to keep."""

    def __init__(self, steps, judge: Score):
        super().__init__(steps)
        self._judge = judge

    @property
    def best(self) -> RoundStep:
        """The best score, of equals that of fewer features. It may be the one without any."""
        steps = sorted(self, key=lambda step: len(step.columns))
        return steps[self._judge.best([step.score for step in steps])]

    @property
    def order(self) -> tuple[str, ...]:
        """The features as they were taken."""
        return tuple(step.taken.name for step in self if step.taken is not None)


def forward(
    learner, X, y, *, by=VALIDATION, folds=LEAVE_ONE_OUT, score=None, seed: int = 0, most: int | None = None
) -> Selection:
    """Add features one by one, until none is left.

    ``by``: "validation", "aic", "aicc", "bic" or a function of (learner, X, y), more being better. Of "validation"
    ``folds``, ``score`` and ``seed`` are those of ``cross_validate``. ``most``: how many rounds, None for all.
    """
    return _selected(learner, X, y, True, most, by, folds, score, seed)


def backward(
    learner, X, y, *, by=VALIDATION, folds=LEAVE_ONE_OUT, score=None, seed: int = 0, most: int | None = None
) -> Selection:
    """Drop features one by one, down to the last; all else as for ``forward``."""
    return _selected(learner, X, y, False, most, by, folds, score, seed)


def _selected(learner, X, y, adds: bool, most: int | None, *judged_by) -> Selection:
    X, y = fitting.checked(learner, X, y, taught=True)
    rounds = X.shape[1] - (not adds)
    if most is not None:
        inputs.number("most", most, least=1, most=max(rounds, 1), whole=True)
        rounds = min(rounds, most)
    judge = _judge(learner, y, *judged_by)
    return Selection(_steps(learner, X, y, adds, rounds, judge), judge)


def _judge(learner, y: np.ndarray, by, folds, score, seed: int) -> Score:
    if callable(by):
        return Score(getattr(by, "__name__", "score"), by)
    inputs.option("by", by, (VALIDATION, *CRITERIA), "a function of (learner, X, y)")
    if by in CRITERIA:
        return Score(by.upper().replace("AICC", "AICc"), _criterion(by), less=True)
    inner = scores.chosen(score, learner, y)
    return replace(inner, of=lambda learner, X, y: validated(learner, X, y, folds=folds, score=inner, seed=seed))


def _criterion(by: str) -> Callable[..., float]:
    def judged(learner, X, y) -> float:
        found = of_baseline(learner, y) if isinstance(learner, Baseline) else criteria(learner, X, y)
        if found.of != TARGETS:
            raise ValueError(
                f"by: expected 'validation' for {type(learner).__name__}, got {by!r}; "
                "its likelihood is that of the features too, so that different features cannot be compared by it"
            )
        return getattr(found, by)

    return judged


def _steps(learner, X: Features, y: np.ndarray, adds: bool, rounds: int, judge: Score) -> Iterator[RoundStep]:
    d, names = X.shape[1], fitting.feature_names(X)
    kept: tuple[int, ...] = () if adds else tuple(range(d))
    first = Baseline.of(y, fitting.learns_classes(learner, y)) if adds else learner  # no feature, nothing to learn

    def step(count: int, score: float, candidates=(), taken=None) -> RoundStep:
        model = fitting.model_of(fitting.fitted(learner, fitting.columns(X, kept), y) if kept else first)
        event = STOP if 0 < count == rounds else UPDATE if count else START if rounds else SOLVED
        left = "no feature is left" if adds else "one feature is left"
        reason = left if len(kept) == (d if adds else 1) else spent(rounds, "round")
        return RoundStep(event=event, model=model, equation=1 if adds else 2, round=count, measure=judge.name,
                         columns=kept, names=tuple(names[j] for j in kept), score=score, candidates=candidates,
                         taken=taken, adds=adds, reason=reason if event == STOP else "")  # fmt: skip

    yield step(0, judge.of(first, X, y))
    for count in range(1, rounds + 1):
        tried = [j for j in range(d) if (j in kept) != adds]
        sets = [(*kept, j) if adds else tuple(i for i in kept if i != j) for j in tried]
        found = [judge.of(learner, fitting.columns(X, each), y) for each in sets]
        best = judge.best(found)  # (1), (2)
        kept = sets[best]
        candidates = tuple(TriedFeature(j, names[j], score) for j, score in zip(tried, found, strict=True))
        yield step(count, found[best], candidates, candidates[best])
