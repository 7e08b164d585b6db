"""Easy points: right answers far away, and what two classifiers make of them.

Lecture 03; deck 004 "Least square classification". Inventory: I-004-032.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import together
from labkit.learners import LeastSquaresClassifier, LogisticRegression
from labkit.lectures.l03_least_squares import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.wrap import Of

NAMES = np.array(["A", "B"])
LIMITS = ((-2.0, 6.0), (-5.5, 2.5))
EACH, SEED, SPREAD = 14, 4, 0.34
FIRM = 0.05  # the penalty of logistic regression: a little, for the classes can be separated
LEAST_SQUARES, LOGISTIC = range(2)
NONE = "none"
EASY = {NONE: 0, "one": 1, "ten": 10, "twenty": 20}


def drawn(easy: int, far: float) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds side by side, then the easy points of class B, far to the lower right."""
    rng = np.random.default_rng(SEED)
    clouds = [centre + SPREAD * rng.normal(size=(EACH, 2)) * [1, 2] for centre in ((-0.7, 0.0), (0.7, 0.0))]
    there = np.array([0.7, 0.0]) + far * np.array([1.0, -1.0]) + 0.3 * rng.normal(size=(20, 2))
    return np.vstack([*clouds, there[:easy]]), np.repeat([0, 1], [EACH, EACH + easy])


class EasyPointsLab(Lab):
    """Add examples that are right already. Which border moves?"""

    name, heading, classes = "03-easy", "Easy points", tuple(NAMES.tolist())
    question = questions.easy_points
    data_controls = ("easy", "far")
    steering = (
        Choice("easy", "easy points of class B", tuple(EASY), NONE),
        Slider("far", "how far away", 1.0, 4.5, 0.5, 4.0, only=("easy", tuple(EASY)[1:])),
    )
    presets = {
        "one easy point": {"easy": "one"},
        "ten easy points": {"easy": "ten"},
        "ten, not so far": {"easy": "ten", "far": 1.5},
    }

    def data(self, values):
        return drawn(EASY[values["easy"]], values["far"])

    def story(self, X, y, values):
        learners = LeastSquaresClassifier(), LogisticRegression(lam=FIRM)
        told = together([learner.trace(X, NAMES[y])[-1:] for learner in learners])
        planes = (_plane(X, y, LEAST_SQUARES, "Least squares"), _plane(X, y, LOGISTIC, "Logistic regression (06)"))
        return Story(told, columns(*map(square, planes), shape=2.05, caption=lambda moment: _caption(moment, X, y)))


def _plane(X: np.ndarray, y: np.ndarray, which: int, title: str) -> Of:
    plane = Plane(X, NAMES[y], limits=LIMITS, editable=which == LEAST_SQUARES, title=title, labels=NAMES, size=5.0,
                  name="plane" if which == LEAST_SQUARES else "logistic")  # fmt: skip
    return Of(plane, lambda moment: moment.steps[which])


def mistakes(moment, X: np.ndarray, y: np.ndarray) -> list[int]:
    """Of least squares, of logistic regression."""
    return [int((step.model.predict(X) != NAMES[y]).sum()) for step in moment.steps]


def _caption(moment, X: np.ndarray, y: np.ndarray) -> str:
    squares, logistic = mistakes(moment, X, y)
    return f"mistakes among {len(y)} points: least squares {squares}, logistic regression {logistic}"
