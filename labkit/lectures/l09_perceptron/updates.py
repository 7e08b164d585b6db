"""The rule on a few penguins: every update moves the line for one bird, and the scores of all of them change.

Lecture 09; deck 000 "Two Class Case", "Decision-Based Learning"; deck 004 "Perceptron: Learning Algorithm". Inventory:
I-000-041, I-000-045, I-004-051, I-004-052.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from labkit.core.story import Step, Trace
from labkit.learners import Perceptron
from labkit.lectures.l09_perceptron import questions
from labkit.lectures.l09_perceptron.common import scores
from labkit.lectures.l09_perceptron.penguins import SPECIES, few_birds
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.counts import example_bars
from labkit.views.layout import Size, columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Mark, Panel, Path, coordinates

LIMITS = ((-2.6, 2.6), (-2.6, 2.6))
FIRST_LENGTH = 2.0  # of the first weights: the longer, the less a single update turns the line
FAR = 20.0  # beyond every corner of the plane
AXES = "bill length, scaled", "bill depth, scaled"


class UpdatesLab(Lab):
    """A first line that is wrong, and a rule that moves it for one bird at a time."""

    name, heading, classes = "09-updates", "One mistake at a time", SPECIES
    question = questions.wrong_on_the_way
    data_controls = ("birds", "seed")
    steering = (
        Slider("birds", "birds", 4, 40, 2, 12),
        Slider("seed", "other birds", 0, 50, 1, 1),
        Slider("tilt", "angle of the first w", 0, 345, 15, 90),
    )
    presets = {"upside down": {"tilt": 150}, "nearly right": {"tilt": 285}, "40 birds": {"birds": 40}}
    still = 3

    def data(self, values):
        return few_birds(values["birds"], values["seed"])

    def story(self, X, y, values):
        angle = np.radians(values["tilt"])
        start = FIRST_LENGTH * np.array([0.0, np.cos(angle), np.sin(angle)])
        trace = Perceptron(start=start).trace(X, y)
        told = _Told(trace, X, y)
        return Story(trace, columns(square(told.plane), told.bars, caption=told.caption, shape=2.1))


class _Told:
    """What the two panels and the caption say of a step."""

    def __init__(self, trace: Trace, X: np.ndarray, y: np.ndarray):
        self.X, self.y = X, y
        self._before = {id(step): before for before, step in pairwise(trace)}
        self._plane = Plane(X, y, limits=LIMITS, editable=True, names=SPECIES, cuts=self._line_before, first=1,
                            size=7.0, title=self._mistakes,
                            values=lambda step: {"score": self._scores(step)})  # fmt: skip
        most = max(float(np.abs(self._scores(step)).max()) for step in trace)
        self.bars = example_bars(self._scores, y, label="score", first=1, name="scores", xlabel="bird",
                                 title="Score of each bird: below 0 is wrong",
                                 ylim=(-1.1 * most, 1.1 * most))  # fmt: skip

    def plane(self, step: Step, size: Size) -> Panel:
        return replace(self._plane(step, size), xlabel=AXES[0], ylabel=AXES[1], names=AXES)

    def caption(self, step: Step) -> str:
        if step.example is None:
            return step.caption
        after = self._scores(step)[step.example]
        return f"update {step.update}, for bird {step.example + 1}: its score goes from {step.score:.2f} to {after:.2f}"

    def _scores(self, step: Step) -> np.ndarray:
        return scores(step.w, self.X, self.y)

    def _mistakes(self, step: Step) -> str:
        wrong = int((self._scores(step) <= 0).sum())
        return f"{wrong} of {len(self.y)} birds are wrong"

    def _line_before(self, step: Step, size: Size) -> list[Mark]:
        """The line that the update has left, longer than the panel that clips it."""
        if step.example is None:
            return []
        w0, *w = self._before[id(step)].w
        normal = np.array(w)
        foot, along = normal * w0 / (normal @ normal), np.array([-normal[1], normal[0]]) / np.linalg.norm(normal)
        ends = foot + np.array([[-FAR], [FAR]]) * along
        return [Path(coordinates(ends[:, 0]), coordinates(ends[:, 1]), "muted", 1.6, DASHED)]
