"""Two measures of what a forest finds important, with features that are none: one of them is fooled.

Lecture 19; deck 000 "Random Forests Algorithm". Inventory: I-000-104.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import START
from labkit.learners import RandomForest
from labkit.learners.ensemble.forest import ForestStep
from labkit.learners.ensemble.importance import staged_by_impurity, staged_by_permutation
from labkit.lectures.l19_forests import questions
from labkit.lectures.shared.noisy_points import NAMES, NOISY
from labkit.player.controls import Slider, Switch
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

REAL, TWIN, NOISE = ("x", "y"), "twin of x", ("coin", "die", "number")
BLUR = 0.05  # standard deviation of the twin around x
STREAM = 2  # of random numbers that the points do not use


class ImportanceLab(Lab):
    """x and y tell the class, a twin tells what x does already; a coin, a die and a random number tell nothing."""

    name, heading = "19-importance", "What does the forest look at?"
    question = questions.favoured_noise
    points = NOISY
    steering = (
        *points.controls,
        Switch("twin", "a twin of x", False),
        Slider("m", "m", 1, 5, 1, 2),
        Slider("n_min", "n_min", 1, 50, 1, 1),
        Slider("trees", "trees", 1, 100, 1, 50),
    )
    presets = {"a twin": {"twin": True}, "much noise": {"noise": 0.4}, "large leaves": {"n_min": 30}}
    still = 50

    def story(self, X, y, values):
        names = (*REAL, *(TWIN,) * values["twin"], *NOISE)
        learner = RandomForest(trees=values["trees"], m=values["m"], n_min=values["n_min"], seed=values["seed"])
        trace = learner.trace(features(X, twin=values["twin"], seed=values["seed"]), NAMES[y])
        model, noise = trace[-1].model, np.isin(names, NOISE)
        gains, rises = staged_by_impurity(model), staged_by_permutation(model, seed=values["seed"])
        impurity = Chart(title="By impurity: share of all gains", ylim=_limits(gains, (0.0, 0.1)), name="impurity")
        limits = _limits(rises, (-0.02, 0.1))
        permutation = Chart(title="By permutation: rise of error", ylim=limits, name="permutation")
        for chart, heights in ((impurity, gains), (permutation, rises)):
            chart.bars(lambda step, of=heights: np.where(noise, np.nan, of[step.tree]), labels=names)
            chart.bars(lambda step, of=heights: np.where(noise, of[step.tree], np.nan), color="curve1", hollow=True)

        def caption(step: ForestStep) -> str:
            return _caption(step, gains[step.tree], rises[step.tree], noise)

        return Story(trace, columns(impurity, permutation, shape=2.4, caption=caption))


def _limits(heights: np.ndarray, least: tuple[float, float]) -> tuple[float, float]:
    """Room for all bars of the story, and for zero."""
    return min(least[0], 1.1 * heights.min()), max(least[1], 1.1 * heights.max())


def features(X: np.ndarray, *, twin: bool, seed: int) -> np.ndarray:
    """The columns of the lab: those of the points, a twin of the first, and three of noise."""
    rng, n = np.random.default_rng([seed, STREAM]), len(X)
    noise = rng.integers(2, size=n), rng.integers(1, 7, size=n), rng.uniform(-1, 1, n)
    blurred = X[:, :1] + rng.normal(0, BLUR, (n, 1))
    return np.column_stack([X, *([blurred] if twin else []), *noise])


def _caption(step: ForestStep, impurity: np.ndarray, permutation: np.ndarray, noise: np.ndarray) -> str:
    if step.event == START:
        return step.caption
    trees = "1 tree" if step.tree == 1 else f"{step.tree} trees"
    if not impurity.any():
        return f"{trees}: no split at all, so nothing is important"
    rise = 100 * max(permutation[noise].max(), 0.0)
    share = f"noise has {impurity[noise].sum():.0%} of the importance by impurity"
    return f"{trees}: {share}; shuffling it costs at most {rise:.1f} errors in 100"
