"""Columns of noise, chosen before the folds are cut or inside each of them.

Lecture 22; deck 004 "Feature Selection Methods". Inventory: I-004-009.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import resampling
from labkit.core.story import CountedStep, Trace, events
from labkit.learners import NaiveBayes
from labkit.learners.selection import rank
from labkit.lectures.l22_model_selection import questions
from labkit.lectures.l22_model_selection.ridges import ridges
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, rows, square
from labkit.views.scene import HOLLOW, Mark, Points, codes, coordinates

BEFORE, INSIDE, FRESH = "before the folds", "inside each fold", "fresh cases"
FOLDS, REPEATS, CASES = 5, 20, 200  # CASES: fresh ones for each repeat
SHIFT = 0.6  # by which a column that tells differs between the classes, each way
CELLS = np.arange(0.025, 1.0, 0.05)  # of the histogram of accuracies
SIDE = 3.5  # of the picture, in standard deviations


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LeakStep(CountedStep):
    """One fold: the columns that were chosen for it, and how many held-out cases are answered well."""

    noun = "fold"
    fold: int
    columns: tuple[int, ...]  # that were chosen, the best two first
    test: np.ndarray
    wrong: np.ndarray  # rows of the test
    scores: np.ndarray  # accuracy of every fold so far

    def _begins(self) -> str:
        return self._happened()

    def _happened(self) -> str:
        right = len(self.test) - len(self.wrong)
        return f"{right} of {len(self.test)} held-out cases right, {self.scores.mean():.0%} of all so far"


class LeakLab(Lab):
    """When are the columns chosen?"""

    name, heading = "22-leak", "Ten of a thousand columns"
    question = questions.ten_of_noise
    steering = (
        Choice("when", "choose columns", (BEFORE, INSIDE), BEFORE),
        Choice("columns", "columns", ("10", "100", "1000"), "1000"),
        Slider("keep", "keep", 2, 10, 1, 10, live=False),
        Slider("cases", "cases", 20, 150, 10, 50, live=False),
        Slider("telling", "columns that tell", 0, 10, 1, 0, live=False),
        Slider("seed", "seed", 0, 20, 1, 0, live=False),
    )
    presets = {
        "inside each fold": {"when": INSIDE},
        "nothing to choose": {"columns": "10"},
        "150 cases": {"cases": 150},
        "ten tell": {"telling": 10},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        n, d, telling, keep = values["cases"], int(values["columns"]), values["telling"], values["keep"]
        table = noise(n, d, telling, values["seed"])
        told = folds(*table, keep, values["when"], values["seed"])
        scores = np.array([1 - len(wrong) / len(test) for _, test, wrong in told])
        trace = Trace(
            LeakStep(event=event, model=None, fold=k, columns=best, test=test, wrong=wrong, scores=scores[:k],
                     reason=f"{scores.mean():.0%} right, columns chosen {values['when']}" if k == FOLDS else "")
            for k, (event, (best, test, wrong)) in enumerate(zip(events(FOLDS), told, strict=True), start=1)
        )  # fmt: skip
        often = ridges(lambda step: accuracies(n, d, telling, keep), (BEFORE, INSIDE, FRESH), CELLS, at=0.5,
                       said="repeats", title="Share right, 20 repeats", name="repeats")  # fmt: skip
        return Story(trace, columns(square(_two_best(*table)), rows(_folds(), often, weights=(2, 3)), shape=1.9))


def noise(n: int, d: int, telling: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Cases with d columns and the label of a coin; the first ``telling`` columns know something of it."""
    rng = np.random.default_rng([22, seed])
    y = rng.permutation(np.arange(n) % 2)
    X = rng.normal(size=(n, d))
    X[:, :telling] += SHIFT * (2 * y - 1)[:, None]
    return X, y


def best_columns(X, y, keep: int) -> list[int]:
    """The numbers of the columns that go with the label most closely, the best first."""
    return rank(X, y, by="correlation").order[:keep].tolist()


def answers(X, y, Z) -> np.ndarray:
    """What naive Bayes, trained on X and y, says of the cases Z."""
    return NaiveBayes().fit(X, y).predict(Z)


def folds(X: np.ndarray, y: np.ndarray, keep: int, when: str, seed: int) -> list[tuple]:
    """Of every fold the columns that were chosen, the rows held out, and those of them that are answered wrongly."""
    found, everywhere = [], best_columns(X, y, keep)
    for train, test in resampling.folds(len(y), k=FOLDS, seed=seed, classes=y):
        chosen = everywhere if when == BEFORE else best_columns(X[train], y[train], keep)
        says = answers(X[train][:, chosen], y[train], X[test][:, chosen])
        found.append((tuple(chosen), test, test[says != y[test]]))
    return found


@cache
def accuracies(n: int, d: int, telling: int, keep: int) -> np.ndarray:
    """How often each accuracy comes out in the repeats: of folds with columns chosen before, inside, and on fresh
    cases of the learner that is shipped."""
    shares = np.array([_repeat(n, d, telling, keep, seed) for seed in range(100, 100 + REPEATS)])
    edges = np.linspace(0.0, 1.0, len(CELLS) + 1)
    return np.array([np.histogram(each, edges)[0] for each in shares.T])


def _repeat(n: int, d: int, telling: int, keep: int, seed: int) -> list[float]:
    X, y = noise(n, d, telling, seed)
    shares = [1 - sum(len(wrong) for *_, wrong in folds(X, y, keep, when, seed)) / n for when in (BEFORE, INSIDE)]
    chosen = best_columns(X, y, keep)
    Z, z = noise(CASES, keep, 0, seed + REPEATS)
    Z += SHIFT * np.outer(2 * z - 1, np.array(chosen) < telling)
    return [*shares, float(np.mean(answers(X[:, chosen], y, Z) == z))]


def _two_best(X: np.ndarray, y: np.ndarray) -> Chart:
    """The cases along the two best columns of the fold: held out large, answered wrongly hollow."""

    def draw(step: LeakStep) -> list[Mark]:
        rows = np.arange(len(y))
        flags = np.where(np.isin(rows, step.wrong), HOLLOW, 0)
        size = np.where(np.isin(rows, step.test), 7.0, 3.0)
        a, b = np.clip(X[:, list(step.columns[:2])].T, -SIDE, SIDE)
        return [Points(coordinates(a), coordinates(b), codes(y), codes(flags), size, items=Items("example", 1))]

    return Chart(xlim=(-SIDE, SIDE), ylim=(-SIDE, SIDE), xticks=ticks(-SIDE, SIDE), yticks=ticks(-SIDE, SIDE),
                 title="Large: held out", xlabel="best column", ylabel="next best",
                 name="plane").marks(draw)  # fmt: skip


def _folds() -> Chart:
    chart = Chart(ylim=(0.0, 1.0), title="Share right in each fold", name="folds")
    chart.bars(lambda step: [*step.scores, *[np.nan] * (FOLDS - step.fold)], labels=[f"{k + 1}" for k in range(FOLDS)])
    return chart.level(0.5, "coin")
