"""Two hidden lines that a person drags, and the space of what both units say: XOR solved by hand.

Lecture 13; deck 001 "XOR Problem", deck 002 "Neural terminology and artificial neurons", "Perceptron". Inventory:
I-001-003, I-002-019, I-002-022.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step, Trace, counted
from labkit.learners.linear import LinearModel
from labkit.lectures.l13_neural_networks import questions
from labkit.lectures.l13_neural_networks.common import AROUND, corners, two_classes, unit_lines
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import FRAME, Points, codes, coordinates
from labkit.views.wrap import Overlay

CROSSING, BESIDE, TWICE = "crossing", "side by side", "one line twice"
HANDLES = {  # two for each line
    CROSSING: [[0.5, -0.4], [0.5, 1.4], [-0.4, 0.5], [1.4, 0.5]],
    BESIDE: [[1.0, -0.5], [-0.5, 1.0], [1.6, -0.1], [-0.1, 1.6]],
    TWICE: [[0.4, -0.4], [0.4, 1.4], [0.6, -0.4], [0.6, 1.4]],
}
FOUR, CLOUDS = "four corners", "four clouds"
STEEPEST = 20.0
TURNS = np.deg2rad(np.arange(0, 180, 5))
SURE = 8.0  # the output's score across the gap
SEEN = ((-0.25, 1.25), (-0.25, 1.25))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FoldedStep(Step):
    """Two lines, and the best that an output unit can make of what they say."""

    hidden: np.ndarray  # (points, 2)
    wrong: int
    total: int

    @property
    def caption(self) -> str:
        places = len(np.unique(self.hidden.round(1), axis=0))
        found = "one more line parts them" if not self.wrong else f"no line parts them: {self.wrong} wrong at best"
        return f"{counted(self.total, 'point')}, {counted(places, 'place')} in the hidden space; {found}"


class FoldLab(Lab):
    """Drag the squares: two of them hold each line."""

    name, heading, classes, handles = "13-fold", "XOR by hand", ("line 1", "line 2"), True
    question = questions.two_lines
    data_controls = ("lines",)
    steering = (
        Choice("lines", "the lines begin", tuple(HANDLES), CROSSING),
        Choice("points", "points", (FOUR, CLOUDS), FOUR),
        Slider("steep", "steepness of the units", 1.0, STEEPEST, 1.0, STEEPEST),
    )
    presets = {
        "side by side": {"lines": BESIDE},
        "one line twice": {"lines": TWICE},
        "gentle units": {"lines": BESIDE, "steep": 4.0},
        "four clouds": {"lines": BESIDE, "points": CLOUDS},
    }

    def data(self, values):
        return np.array(HANDLES[values["lines"]]), np.array([0, 0, 1, 1])

    def story(self, X, y, values):
        points, truth = corners() if values["points"] == FOUR else clouds()
        step = folded(X, points, truth, values["steep"])
        size = 11.0 if values["points"] == FOUR else 5.0
        plane = Plane(points, truth, limits=AROUND, title="The plane", size=size, cuts=unit_lines(AROUND))
        held = Points(*map(coordinates, X.T), codes(y + 2), codes(np.full(len(X), FRAME)), 7.0, editable=True,
                      items=Items("handle", 1))  # fmt: skip
        hidden = Plane(step.hidden, truth, limits=SEEN, title="Hidden space", size=size, name="hidden",
                       axes=("z1", "z2"))  # fmt: skip
        output = _output(step)
        parts = square(Overlay(plane, lambda step: [held])), square(lambda step, size: hidden(output, size))
        return Story(Trace([step]), columns(*parts, shape=2.0))


def clouds() -> data.Points:
    """Ten points around each corner."""
    X, y = corners()
    return np.repeat(X, 10, axis=0) + np.random.default_rng(13).normal(0, 0.14, (40, 2)), np.repeat(y, 10)


def folded(handles, points: np.ndarray, truth: np.ndarray, steep: float = STEEPEST) -> FoldedStep:
    """The network of these two lines, its output unit as good as can be."""
    V = np.column_stack([steep * _line(k + 1, *np.reshape(handles, (2, 2, 2))[k]) for k in range(2)])
    hidden = two_classes([V, np.zeros((3, 1))]).hidden(points)
    cut, wrong = best_cut(hidden, truth)
    model = two_classes([V, cut[:, None]])
    return FoldedStep(event=SOLVED, model=model, hidden=hidden, wrong=wrong, total=len(points))


def _line(number: int, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(offset, normal) of the line through two handles, the normal of length 1."""
    along = b - a
    if np.hypot(*along) < 1e-3:
        raise ValueError(f"line {number}: expected two handles at different places, got both at {a}; drag them apart")
    normal = np.array([along[1], -along[0]]) / np.hypot(*along)
    return np.array([-normal @ a, *normal])


def best_cut(Z: np.ndarray, truth: np.ndarray) -> tuple[np.ndarray, int]:
    """(bias and weights, mistakes) of the line with the fewest mistakes, of these the one with the widest gap."""
    best = (len(truth) + 1, 0.0, np.zeros(3))
    for normal in np.column_stack([np.cos(TURNS), np.sin(TURNS)]):
        s = np.sort(Z @ normal)
        gaps = np.diff(s)
        for k in np.flatnonzero(gaps > 1e-6):
            above = Z @ normal > s[k] + gaps[k] / 2
            wrong = int((above != truth).sum())
            for sign, many in ((1.0, wrong), (-1.0, len(truth) - wrong)):
                w = sign * SURE / max(gaps[k], 0.05) * np.array([-(s[k] + gaps[k] / 2), *normal])
                best = min(best, (many, -float(gaps[k].round(6)), w), key=lambda found: found[:2])
    return best[2], best[0]


def _output(step: FoldedStep) -> FoldedStep:
    """The same as the output unit sees it."""
    return replace(step, model=LinearModel(step.model.layers[-1][:, 0], step.model.classes, 1.0))
