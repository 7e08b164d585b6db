"""A forest grows tree by tree: its votes over the plane, its errors, and the single trees that it averages.

Lecture 19; deck 000 "Ensemble Trees: Random Forests" and "Random Forests Algorithm". Inventory: I-000-103, I-000-104.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.labs.forests.strength import correlations, majority_right, right_answers
from labkit.labs.noisy_points import DATA, DATA_CONTROLS, LIMITS, NAMES, NUISANCE, samples, stream
from labkit.learners import RandomForest
from labkit.learners.ensemble.forest import ForestStep
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Telling
from labkit.views.curves import Curve, Curves
from labkit.views.fan import Fan
from labkit.views.plane import Plane
from labkit.views.scene import Panel, Scene

HEIGHT = 470.0
PLANE, ERRORS, FAN = (8, 30, 428, 428), (492, 30, 344, 160), (452, 270, 500, 186)
MOST_NUISANCE = 8  # features at most, besides the two of the plane


class ForestLab(Lab):
    """m is a knob between good trees and different ones; with m = p the forest is bagging.

    Nuisance features make p larger than 2. The plane and the single trees are then seen where all of these are 0,
    their mean; votes on the examples, and all errors, use what the cases really have.
    """

    name = "19-forest"
    heading = "A forest grows"
    classes = tuple(NAMES.tolist())
    data_controls = DATA_CONTROLS
    steering = (
        *DATA,
        Slider("nuisance", "nuisance features", 0, MOST_NUISANCE, 1, 4),
        Slider("m", "m (p is bagging)", 1, 2 + MOST_NUISANCE, 1, 2),
        Slider("n_min", "n_min", 1, 50, 1, 1),
        Slider("trees", "trees", 1, 150, 1, 50),
    )

    def data(self, values):
        return samples(values)[0]

    def tell(self, X, y, values):
        training, test = (_Cases(part, k, values) for k, part in enumerate(((X, y), samples(values)[1])))
        p = 2 + values["nuisance"]
        m = min(values["m"], p)  # the slider goes further than p may
        trace = _learner(values, m).trace(training.X, training.y)
        seen = {"limits": LIMITS, "labels": NAMES, "through": np.zeros(p)}
        plane = Plane(X, training.y, box=PLANE, editable=True, size=4.5, cases=training.X, title=_title(m, p), **seen)
        fan = Fan(X[:0], training.y[:0], lambda step: step.tree, box=FAN, columns=6, rows=2, **seen)  # without examples
        trees = _Trees(fan, trace, test)
        views = plane, _errors(trace, test, trees), trees
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=HEIGHT))


class _Cases:
    """Points as the forest sees them: with their nuisance features, and with names of classes."""

    def __init__(self, points, part: int, values: dict):
        X, y = points
        self.X, self.y = with_nuisance(X, values["nuisance"], values["seed"], part), NAMES[y]


def with_nuisance(X: np.ndarray, features: int, seed: int, part: int) -> np.ndarray:
    """The points with more features, even noise from -1 to 1: that of a row and a feature never changes."""
    columns = [stream(seed, NUISANCE, part, f).uniform(-1, 1, len(X)) for f in range(features)]
    return np.column_stack([X, *columns])


def _learner(values: dict, m: int) -> RandomForest:
    return RandomForest(trees=values["trees"], m=m, n_min=values["n_min"], seed=values["seed"])


def _title(m: int, p: int) -> str:
    where = {2: "", 3: ", where the other feature is 0"}.get(p, f", where the other {p - 2} features are 0")
    return f"Votes: m = {m} of p = {p}{where}"


class _Trees:
    """``step -> Panel``: the single trees, under what they are worth by themselves."""

    def __init__(self, fan: Fan, trace, test: _Cases):
        self.fan, self.right = fan, right_answers(trace[-1].model, test.X, test.y)
        self.errors = running_mean(1.0 - self.right.mean(axis=1))
        self._correlations = correlations(self.right)

    def __call__(self, step: ForestStep) -> Panel:
        return replace(self.fan(step), title=self._title(step.tree))

    def _title(self, trees: int) -> str:
        if not trees:
            return "Single trees"
        alike = self._correlations[trees - 1]
        told = "" if np.isnan(alike) else f", correlation {alike:.2f}"
        return f"Single trees: {self.errors[trees - 1]:.1%} wrong{told}"


def _errors(trace, test: _Cases, trees: _Trees) -> Curves:
    model = trace[-1].model
    together = 1.0 - majority_right(trees.right, test.y == NAMES[0]).mean(axis=1)
    curves = [
        Curve(np.append(np.nan, trees.errors), "single trees", "class3"),
        Curve(model.bag.oob_error, "out of bag", "class2"),
        Curve(np.append(np.nan, together), "fresh cases", "ink"),
    ]
    return Curves(np.arange(model.members + 1), curves, lambda step: step.tree, box=ERRORS, title="Share of errors",
                  xlabel="trees", name="errors")  # fmt: skip


def running_mean(values: np.ndarray) -> np.ndarray:
    """Of the first value, of the first two, ..."""
    return np.cumsum(values) / np.arange(1, len(values) + 1)
