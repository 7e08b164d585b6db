"""Bumps around the points: as gamma grows they become narrow, until every point stands for itself.

Lecture 11; deck 001 "Support Vector Machines" (radial basis function kernel). Inventory: I-001-016, I-001-018.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import Step, events, written
from labkit.learners import SVM
from labkit.learners.svm.dual import HARD
from labkit.learners.svm.model import SupportVectorStep
from labkit.lectures.l11_support_vectors import questions
from labkit.lectures.l11_support_vectors.common import LIMITS, NAMES, both_classes, ringed_plane
from labkit.lectures.shared.noisy_points import NoisyPoints, mislabelled
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.axes import centres
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.contours import CELLS, contour_lines
from labkit.views.layout import columns, square
from labkit.views.scene import DASHED

GAMMAS = 10.0 ** np.arange(-1, 3.1, 0.4)
COSTS = {"1": 1.0, "10": 10.0, "100": 100.0, "hard": HARD}
FRESH, MOONS = 1000, 0.15


def bent(values: dict) -> list[data.Points]:
    """To train and to test on; some labels of both are wrong."""
    shape = {"noise": MOONS} if values["data"] == "moons" else {}
    parts = data.samples(data.GENERATORS[values["data"]], values["points"], FRESH, seed=values["seed"], **shape)
    return mislabelled(parts, values["noise"], values["seed"])


POINTS = NoisyPoints("moons rings xor spiral", points=60, seed=0, noise=0.0, samples=bent)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GammaStep(Step):
    """The machine for one gamma."""

    machine: SupportVectorStep
    gamma: float
    error: float  # shares that are wrong
    fresh: float
    support: float  # share of the points that are support vectors


class GammaLab(Lab):
    """Play: gamma grows from frame to frame."""

    name, heading, classes = "11-gamma", "How wide is a bump?", NAMES
    question = questions.narrow_bumps
    points = POINTS
    steering = (*POINTS.controls, Choice("C", "C", tuple(COSTS), "10"))
    presets = {"wrong labels": {"noise": 0.15}, "rings": {"data": "rings"}, "XOR": {"data": "xor"},
               "hard margin": {"C": "hard"}}  # fmt: skip
    still = 3

    def story(self, X, y, values):
        both_classes(y)
        fresh, truth = bent(values)[1]
        steps = []
        for gamma, event in zip(GAMMAS.tolist(), events(len(GAMMAS)), strict=True):
            machine = SVM(gamma=gamma, C=COSTS[values["C"]]).fit(X, y).last_step_
            steps.append(_step(machine, gamma, X, y, fresh, truth, event))
        plane = ringed_plane(X, y, limits=LIMITS, editable=True, labels=(0, 1), names=NAMES, size=4.5, cuts=kerbs)
        chart = Chart(GAMMAS, at="gamma", xlog=True, title="Shares", xlabel="gamma", name="shares", ylim=(-0.02, 1.02))
        for name, label in (("support", "support vectors"), ("error", "wrong"), ("fresh", "wrong, fresh")):
            chart.line(np.array([getattr(step, name) for step in steps]), label)
        return Story(steps, columns(square(plane), chart, shape=2.1, caption=lambda step: _caption(step, len(y))))


def kerbs(step: GammaStep, size=None) -> list:
    """Where the score is -1 and +1."""
    x, y = (centres(side, CELLS) for side in LIMITS)
    score = step.model.score_grid(x, y)
    return contour_lines(score, x, y, (-1.0, 1.0), width=1.2, dash=DASHED)


def _step(machine, gamma: float, X, y, fresh, truth, event: str) -> GammaStep:
    model = machine.model
    return GammaStep(event=event, model=model, machine=machine, gamma=gamma, support=len(model.support) / len(y),
                     error=float((model.predict(X) != y).mean()),
                     fresh=float((model.predict(fresh) != truth).mean()))  # fmt: skip


def _caption(step: GammaStep, points: int) -> str:
    return (
        f"gamma = {written(step.gamma)}: {len(step.model.support)} of {points} points are support vectors, "
        f"{step.machine.mistakes} wrong; {step.fresh:.1%} of fresh cases wrong"
    )
