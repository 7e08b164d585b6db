"""Two measures of what a forest finds important, with features that are none: one of them is fooled.

Lecture 19; deck 000 "Random Forests Algorithm". Inventory: I-000-104.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import START
from labkit.labs.forests.common import DATA, DATA_CONTROLS, NAMES, samples
from labkit.learners import RandomForest
from labkit.learners.ensemble.forest import ForestStep
from labkit.learners.ensemble.importance import by_impurity, by_permutation
from labkit.player.controls import Slider, Switch
from labkit.player.lab import Lab, Telling
from labkit.views.bars import BarChart
from labkit.views.scene import Scene

REAL, TWIN, NOISE = ("x", "y"), "twin of x", ("coin", "die", "number")
BLUR = 0.05  # standard deviation of the twin around x
STREAM = 2  # of random numbers that the points do not use
HEIGHT = 400.0
IMPURITY, PERMUTATION = (48, 40, 408, 316), (536, 40, 408, 316)


class ImportanceLab(Lab):
    """x and y tell the class, a twin tells what x does already; a coin, a die and a random number tell nothing."""

    name = "19-importance"
    heading = "Importance"
    data_controls = DATA_CONTROLS
    steering = (
        *DATA,
        Switch("twin", "a twin of x", False),
        Slider("m", "m", 1, 5, 1, 2),
        Slider("n_min", "n_min", 1, 50, 1, 1),
        Slider("trees", "trees", 1, 100, 1, 50),
    )

    def data(self, values):
        return samples(values)[0]

    def tell(self, X, y, values):
        names = (*REAL, *(TWIN,) * values["twin"], *NOISE)
        learner = RandomForest(trees=values["trees"], m=values["m"], n_min=values["n_min"], seed=values["seed"])
        trace = learner.trace(features(X, twin=values["twin"], seed=values["seed"]), NAMES[y])
        measures = _Measures(values["seed"])
        impurity, permutation = measures.of(trace[-1])
        look = {"labels": names, "kind": np.isin(names, NOISE)}
        views = (
            BarChart(lambda step: measures.of(step)[0], box=IMPURITY, name="impurity",
                     title="By impurity: share of what all splits gain",
                     ylim=(0.0, min(1.0, 1.3 * impurity.max() + 0.05)), **look),
            BarChart(lambda step: measures.of(step)[1], box=PERMUTATION, name="permutation",
                     title="By permutation: more errors out of bag without it",
                     ylim=(-0.04, max(0.1, 1.4 * permutation.max())), **look),
        )  # fmt: skip

        def view(step: ForestStep) -> Scene:
            return Scene(tuple(view(step) for view in views), _caption(step, *measures.of(step), look["kind"]),
                         height=HEIGHT)  # fmt: skip

        return Telling(trace, view)


def features(X: np.ndarray, *, twin: bool, seed: int) -> np.ndarray:
    """The columns of the lab: those of the points, a twin of the first, and three of noise."""
    rng, n = np.random.default_rng([seed, STREAM]), len(X)
    noise = rng.integers(2, size=n), rng.integers(1, 7, size=n), rng.uniform(-1, 1, n)
    blurred = X[:, :1] + rng.normal(0, BLUR, (n, 1))
    return np.column_stack([X, *([blurred] if twin else []), *noise])


class _Measures:
    """Both importances of the trees so far, each step's found once."""

    def __init__(self, seed: int):
        self._seed, self._known = seed, {}

    def of(self, step: ForestStep) -> tuple[np.ndarray, np.ndarray]:
        if step.tree not in self._known:
            impurity = by_impurity(step.model)
            shuffled = by_permutation(step.model, seed=self._seed) if step.tree else np.zeros(len(impurity))
            self._known[step.tree] = impurity, shuffled
        return self._known[step.tree]


def _caption(step: ForestStep, impurity: np.ndarray, permutation: np.ndarray, noise: np.ndarray) -> str:
    if step.event == START:
        return step.caption
    trees = "1 tree" if step.tree == 1 else f"{step.tree} trees"
    rise = 100 * max(permutation[noise].max(), 0.0)
    share = f"noise has {impurity[noise].sum():.0%} of the importance by impurity"
    return f"{trees}: {share}; shuffling it costs {rise:.1f} errors in 100"
