"""The first lab of the course: four learners on the same points, each telling its own story."""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.learners import CART, SVM, AdaBoost, LogisticRegression
from labkit.lectures.l00_start_here import questions
from labkit.lectures.shared.noisy_points import LIMITS, NAMES, NoisyPoints
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane

LEARNERS = {
    "a line": LogisticRegression(lam=0.1),
    "a tree": CART(),
    "a vote of stumps": AdaBoost(rounds=40),
    "support vectors": SVM(C=1.0),
}
POINTS = NoisyPoints("moons rings xor gaussians", points=60, seed=8, noise=0.0)


class FirstLab(Lab):
    """Choose a learner, play its story, drag a point."""

    name, heading, classes = "00-first", "Four ways to learn", tuple(NAMES.tolist())
    question = questions.left_wrong
    points = POINTS
    steering = (Choice("learner", "learner", tuple(LEARNERS), "a tree"), *POINTS.controls)
    presets = {name: {"learner": name} for name in LEARNERS if name != "a tree"} | {"rings": {"data": "rings"}}
    still = 3

    def story(self, X, y, values):
        trace = LEARNERS[values["learner"]].trace(X, NAMES[y])
        plane = Plane(X, NAMES[y], limits=LIMITS, labels=NAMES, editable=True)
        return Story(trace, columns(square(plane), _mistakes(trace, X, NAMES[y]), shape=2))


def _mistakes(trace: Trace, X: np.ndarray, y: np.ndarray) -> Chart:
    wrong = trace.curve(lambda step: int((step.model.predict(X) != y).sum()))
    limits = {"xlim": (0, max(len(trace) - 1, 1)), "ylim": (-1.0, 1.05 * max(*wrong, 4))}
    chart = Chart(trace, title="Points on the wrong side", xlabel="step", name="mistakes", **limits)
    return chart.line(wrong)
