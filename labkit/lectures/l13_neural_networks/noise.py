"""A multilayer perceptron against a radial basis network, as columns of noise are added.

Lecture 13; deck 002 "MLP vs. RBF". Inventory: I-002-022, I-002-024.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Step, Trace, events
from labkit.learners import NeuralNetwork, RBFClassifier
from labkit.learners.descent import Adam
from labkit.lectures.l13_neural_networks import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import Size, columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Panel

COLUMNS = (0, 1, 2, 4, 6, 8, 12, 16)
KNOWN, FRESH = 100, 400
LIMITS = ((-1.25, 1.25), (-1.25, 1.25))
NAMES = ("MLP", "RBF")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NoiseColumnsStep(Step):
    """Both learners with so many columns of noise."""

    columns: int
    X: np.ndarray  # what they learned from
    models: tuple
    wrong: tuple[float, float]  # shares of the fresh cases

    mlp = property(lambda self: 100 * self.wrong[0])
    rbf = property(lambda self: 100 * self.wrong[1])

    @property
    def caption(self) -> str:
        mlp, rbf = (f"{100 * share:.0f} %" for share in self.wrong)
        noise = f"{self.columns} column{'' if self.columns == 1 else 's'} of noise"
        return f"{noise}: of the fresh cases {mlp} wrong by MLP, {rbf} by RBF"


class NoiseLab(Lab):
    """Play: more and more columns that have nothing to do with the class."""

    name, heading = "13-noise", "Columns of noise"
    question = questions.noise
    steering = (
        Choice("data", "data", ("xor", "rings", "moons"), "xor"),
        Slider("units", "hidden units", 2, 16, 1, 8, live=False),
        Slider("centres", "bumps", 5, 60, 5, 20, live=False),
        Slider("seed", "seed", 0, 20, 1, 2, live=False),
    )
    presets = {"rings": {"data": "rings"}, "moons": {"data": "moons"}, "many bumps": {"centres": 60}}
    still = 5

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        trace, y = raced(values["data"], values["units"], values["centres"], values["seed"])
        chart = Chart(trace, x="columns", xlabel="columns of noise", title="Wrong, in percent",
                      ylim=(0.0, 60.0), name="wrong")  # fmt: skip
        for name in NAMES:
            chart.line(name.lower(), name)
        planes = [square(lambda step, size, k=k: _plane(step, size, y, k)) for k in range(2)]
        return Story(trace, columns(*planes, chart, shape=2.9))


def _plane(step: NoiseColumnsStep, size: Size, y: np.ndarray, which: int) -> Panel:
    """The plane of the two features that matter, through the mean of the noise."""
    plane = Plane(step.X[:, :2], y, limits=LIMITS, title=NAMES[which], size=3.2, cases=step.X,
                  through=np.zeros(2 + step.columns), name=NAMES[which].lower())  # fmt: skip
    return plane(Step(event=step.event, model=step.models[which]), size)


@cache
def raced(kind: str, units: int, centres: int, seed: int) -> tuple[Trace, np.ndarray]:
    """The story, and the classes of the examples."""
    (X, y), (fresh, truth) = data.samples(data.GENERATORS[kind], KNOWN, FRESH, seed=seed)
    rng = np.random.default_rng([13, seed])
    noise, more = (rng.normal(0, X.std(), (len(each), COLUMNS[-1])) for each in (X, fresh))
    steps = []
    for event, many in zip(events(len(COLUMNS)), COLUMNS, strict=True):
        known, asked = np.hstack([X, noise[:, :many]]), np.hstack([fresh, more[:, :many]])
        solver = Adam(rate=0.03, batch=20)
        learners = (NeuralNetwork(hidden=(units,), solver=solver, lam=0.5, max_epochs=60, seed=1),
                    RBFClassifier(centres=centres, lam=0.01, seed=1))  # fmt: skip
        models = tuple(learner.fit(known, y).model_ for learner in learners)
        wrong = tuple(float((model.predict(asked) != truth).mean()) for model in models)
        steps.append(NoiseColumnsStep(event=event, model=models[0], columns=many, X=known, models=models, wrong=wrong,
                               reason="enough noise" if event == "stop" else ""))  # fmt: skip
    return Trace(steps), y
