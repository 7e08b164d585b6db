"""What may slack cost? The street narrows as C grows; fresh cases say which C was right.

Lecture 11; deck 001 "Support Vector Machines" (non-separable data). Inventory: I-001-019.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import Step, counted, events, written
from labkit.learners import SVM
from labkit.learners.svm.model import SupportVectorStep
from labkit.lectures.l11_support_vectors import questions
from labkit.lectures.l11_support_vectors.common import LIMITS, NAMES, both_classes, ringed_plane, slack_lines, street
from labkit.lectures.shared.noisy_points import NoisyPoints, mislabelled
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square

COSTS = 10.0 ** np.arange(-1, 3.1, 0.5)
FRESH = 1000


def overlapping(values: dict) -> list[data.Points]:
    """To train and to test on: normal classes so far apart, or others; labels of both samples are wrong alike."""
    shape = {"distance": values["apart"]} if values["data"] == "gaussians" else {}
    make = data.GENERATORS[values["data"]]
    parts = data.samples(make, values["points"], FRESH, seed=values["seed"], **shape)
    return mislabelled(parts, values["noise"], values["seed"])


POINTS = NoisyPoints("gaussians moons xor", points=40, seed=9, noise=0.0, samples=overlapping)
APART = Slider("apart", "how far apart", 1.0, 6.0, 0.5, 3.0, only=("data", ("gaussians",)))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SlackStep(Step):
    """The machine for one C."""

    machine: SupportVectorStep
    C: float
    error: float  # shares that are wrong
    fresh: float
    support: float  # share of the points that are support vectors

    @property
    def width(self) -> float:
        return self.machine.margin


class SlackLab(Lab):
    """Play: C grows from frame to frame."""

    name, heading, classes = "11-slack", "What may slack cost?", NAMES
    question = questions.larger_cost
    points = POINTS
    data_controls = (*POINTS.names, "apart")
    steering = (*POINTS.controls, APART)
    presets = {
        "wide apart": {"apart": 6.0},
        "wrong labels": {"apart": 5.0, "noise": 0.1, "seed": 2},
        "XOR": {"data": "xor"},
    }
    still = 2

    def story(self, X, y, values):
        both_classes(y)
        fresh, truth = overlapping(values)[1]
        machines = [SVM(kernel="linear", C=C).fit(X, y).last_step_ for C in COSTS]
        steps = [_step(machine, C, X, y, fresh, truth, event)
                 for machine, C, event in zip(machines, COSTS.tolist(), events(len(COSTS)), strict=True)]  # fmt: skip
        plane = ringed_plane(X, y, limits=LIMITS, editable=True, margin=1.0, labels=(0, 1), names=NAMES, size=5.0,
                             cuts=lambda step, size: [*street(step.model), *slack_lines(step.machine)])  # fmt: skip
        width = Chart(COSTS, at="C", xlog=True, title="Width of the street", name="width")
        width.line(np.array([step.width for step in steps]), "width")
        shares = Chart(COSTS, at="C", xlog=True, title="Shares", xlabel="C", name="shares", ylim=(-0.02, 1.02))
        shares.line(np.array([step.support for step in steps]), "support vectors")
        shares.line(np.array([step.error for step in steps]), "wrong")
        shares.line(np.array([step.fresh for step in steps]), "wrong, fresh")
        return Story(steps, columns(square(plane), rows(width, shares, weights=(2, 3)), shape=2.1, caption=_caption))


def _step(machine, C: float, X, y, fresh, truth, event: str) -> SlackStep:
    model = machine.model
    return SlackStep(event=event, model=model, machine=machine, C=C, error=float((model.predict(X) != y).mean()),
                    fresh=float((model.predict(fresh) != truth).mean()),
                    support=len(model.support) / len(y))  # fmt: skip


def _caption(step: SlackStep) -> str:
    slacks = step.machine.slacks
    inside = counted(int(((slacks > 1e-4) & (slacks <= 1)).sum()), "point")
    wrong = counted(step.machine.mistakes, "mistake")
    return (
        f"C = {written(step.C)}: street {step.width:.2f} wide, {inside} inside it, {wrong}; "
        f"{step.fresh:.1%} of fresh cases wrong"
    )
