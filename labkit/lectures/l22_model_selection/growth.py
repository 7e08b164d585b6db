"""Learning curves of two learners: would more examples help?

Lecture 22; deck 004 "What is Model Selection?". Inventory: I-004-010.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import data, inputs
from labkit.core.story import Step, Trace
from labkit.learners import CART, LDA, NaiveBayes, NearestNeighbours
from labkit.learners.selection import SizeStep, learning_curve
from labkit.lectures.l22_model_selection import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

SIZES = (16, 24, 32, 48, 64, 96, 128, 160)  # from where 15 neighbours can be asked
POINTS, FOLDS = 200, 5  # examples that are used of every table
LEARNERS = {
    "straight line (LDA)": LDA(),
    "naive Bayes": NaiveBayes(),
    "tree": CART(),
    "1 neighbour": NearestNeighbours(k=1),
    "15 neighbours": NearestNeighbours(k=15),
}
TABLES = {"moons": "", "spam": "class", "wdbc": "diagnosis"}
WORST = 0.5


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BothStep(Step):
    """Both learners with as many examples."""

    first: SizeStep
    second: SizeStep

    @property
    def size(self) -> int:
        return self.first.size

    @property
    def caption(self) -> str:
        said = [f"{each.training:.3f} on them, {each.validation:.3f} on others" for each in (self.first, self.second)]
        return f"{self.size} examples; at the left {said[0]}; at the right {said[1]}"


class MoreExamplesLab(Lab):
    """Share of errors on the examples and on others, as examples come in."""

    name, heading = "22-growth", "Would more examples help?"
    question = questions.who_gains_from_more
    steering = (
        Choice("table", "data", tuple(TABLES), "moons"),
        Choice("left", "left", tuple(LEARNERS), "straight line (LDA)"),
        Choice("right", "right", tuple(LEARNERS), "1 neighbour"),
        Slider("seed", "seed", 0, 20, 1, 0, live=False),
    )
    presets = {
        "tree and neighbours": {"left": "tree", "right": "15 neighbours"},
        "spam": {"table": "spam", "right": "tree"},
        "tumours": {"table": "wdbc", "right": "tree"},
    }

    def data(self, values):
        return examples(values["table"], values["seed"])

    def story(self, X, y, values):
        first, second = (growth(values[side], values["table"], values["seed"]) for side in ("left", "right"))
        trace = Trace(
            BothStep(event=a.event, model=None, first=a, second=b) for a, b in zip(first, second, strict=True)
        )
        left, right = (_curves(trace, side, values[side]) for side in ("left", "right"))
        return Story(trace, columns(left, right, shape=2.2))


@cache
def examples(table: str, seed: int) -> data.Points:
    """Of a real table as many as of the moons, in one scale, by what its other rows say."""
    if table == "moons":
        return data.moons(POINTS, noise=0.25, seed=seed)
    features = data.load(table)
    X, y = features.without(TABLES[table]).numeric(), features[TABLES[table]]
    X = np.log1p(X) if table == "spam" else X
    rows = np.random.default_rng(seed).permutation(len(y))
    chosen, others = rows[:POINTS], X[rows[POINTS:]]
    spread = others.std(axis=0)
    scaled = (X[chosen] - others.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return inputs.frozen(scaled), np.unique(y, return_inverse=True)[1][chosen]


@cache
def growth(learner: str, table: str, seed: int) -> Trace:
    X, y = examples(table, seed)
    repeats = 3 if table == "moons" else 1
    return learning_curve(LEARNERS[learner], X, y, sizes=SIZES, folds=FOLDS, repeats=repeats, score="error",
                          seed=seed)  # fmt: skip


def _curves(trace: Trace, side: str, title: str) -> Chart:
    read = {"left": lambda step: step.first, "right": lambda step: step.second}[side]
    chart = Chart(trace, x="size", key="examples", xlabel="examples", title=f"Share wrong: {title}", name=side,
                  ylim=(0.0, WORST))  # fmt: skip
    chart.line(lambda step: read(step).training, "training")
    return chart.line(lambda step: read(step).validation, "validation")
