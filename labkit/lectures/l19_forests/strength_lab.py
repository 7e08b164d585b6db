"""m from 1 to p: how good a single tree is, how much alike two are, and what their vote makes of it.

Lecture 19; deck 000 "Ensemble Trees: Random Forests". Inventory: I-000-103.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.story import UPDATE, CountedStep, Trace
from labkit.learners import RandomForest
from labkit.lectures.l19_forests import questions
from labkit.lectures.l19_forests.forest import with_nuisance
from labkit.lectures.l19_forests.strength import correlations, majority_right, right_answers
from labkit.lectures.shared.noisy_points import NAMES, NoisyPoints, samples
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

TREES = 50  # of each forest
POINTS = NoisyPoints("rings moons gaussians xor", points=150, seed=3, noise=0.1)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ColumnsStep(CountedStep):
    """A forest whose nodes choose among ``m`` columns."""

    noun = "m"
    m: int
    tree_error: float  # the mean of its trees, on fresh cases
    correlation: float  # of two of its trees, Breiman's
    forest_error: float

    def _happened(self) -> str:
        alike = "" if np.isnan(self.correlation) else f", two trees have the correlation {self.correlation:.2f}"
        return f"a tree is wrong on {self.tree_error:.1%}{alike}, the forest is wrong on {self.forest_error:.1%}"


class StrengthLab(Lab):
    """Every step is a forest with a larger m; the last one is bagging."""

    name, heading = "19-strength", "Good trees or different trees?"
    question = questions.larger_m
    points = POINTS
    steering = (*POINTS.controls, Slider("nuisance", "useless columns", 0, 8, 1, 4))
    presets = {"no useless column": {"nuisance": 0}, "eight useless columns": {"nuisance": 8}}
    still = 1

    def story(self, X, y, values):
        trace = Trace(_forests(X, y, values))
        errors = Chart(trace, x="m", title="Share of errors on fresh cases", xlabel="m", name="errors", ylim=(0.0, 0.6))
        errors.line("tree_error", "a tree").line("forest_error", "the forest")
        alike = Chart(trace, x="m", title="Correlation of two trees", xlabel="m", name="correlation", ylim=(0.0, 1.0))
        return Story(trace, columns(errors, alike.line("correlation"), shape=2.3))


def _forests(X: np.ndarray, y: np.ndarray, values: dict) -> Iterator[ColumnsStep]:
    nuisance, seed = values["nuisance"], values["seed"]
    fresh_X, fresh_y = samples(values)[1]
    training, fresh = (with_nuisance(part, nuisance, seed, k) for k, part in enumerate((X, fresh_X)))
    for m in range(1, 3 + nuisance):
        model = RandomForest(trees=TREES, m=m, seed=seed).fit(training, NAMES[y]).model_
        right = right_answers(model, fresh, NAMES[fresh_y])
        yield ColumnsStep(event=UPDATE, model=model, m=m, tree_error=1 - right.mean(),
                          correlation=correlations(right)[-1],
                          forest_error=1 - majority_right(right, fresh_y == 0)[-1].mean())  # fmt: skip
