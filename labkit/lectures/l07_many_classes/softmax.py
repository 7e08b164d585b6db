"""One machine with a score for every species: the plane, and beside it the probabilities in a triangle.

Lecture 07; deck 000 "Multiple Class Case-1", "Multiple Class Case-2"; deck 004 "Linear Discriminant Functions: Multiple
classes". Inventory: I-000-018, I-004-031.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.story import SOLVED, Step
from labkit.learners import SoftmaxRegression
from labkit.learners.logistic.softmax import SoftmaxModel
from labkit.lectures.l02_nearest_neighbours.birds import SPECIES
from labkit.lectures.l07_many_classes import questions
from labkit.lectures.l07_many_classes.common import (
    BILL,
    BIRDS,
    IMAGINARY,
    LAM,
    NAMES,
    all_there,
    birds,
    case_at,
    place,
    question_mark,
    shares_of,
)
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.simplex import Posterior, Simplex
from labkit.views.layout import columns, rows, shaped, square
from labkit.views.plane.plane import Plane

REACH = 8.0  # scores are drawn at least up to this


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ScoresStep(Step):
    """The trained machine, its scores multiplied and raised; ``scores`` and ``shares`` are those of the bird."""

    model: SoftmaxModel
    scores: np.ndarray
    shares: np.ndarray

    @property
    def caption(self) -> str:
        scores = ", ".join(f"{a:.2f}" for a in self.scores)
        shares = ", ".join(f"{p:.2f}" for p in self.shares)
        return f"scores of the bird at ? {scores}; probabilities {shares}"


class SoftmaxLab(Lab):
    """Add to all scores, multiply them, and move the bird: what changes in the plane, and what in the triangle?"""

    name, heading, classes, clickable = "07-softmax", "One machine, three scores", SPECIES, ("plane",)
    points_answer = True
    question = questions.add_to_all
    data_controls = ("data",)
    steering = (
        Choice("data", "birds by", tuple(BIRDS), BILL),
        Slider("added", "add to every score", -6, 6, 0.5, 0.0),
        Slider("factor", "multiply every score by", 0.2, 5, 0.1, 1.0),
        *place(37.5, 40.0),
    )
    presets = {
        "add 3": {"added": 3.0},
        "three times as steep": {"factor": 3.0},
        "hardly any slope": {"factor": 0.2},
        "imaginary birds": {"data": IMAGINARY},
    }

    def data(self, values):
        return birds(values["data"])

    def story(self, X, y, values):
        all_there(y)
        axes, limits = BIRDS[values["data"]][1:]
        case = case_at(values, limits)
        model = SoftmaxRegression(lam=LAM, reference=None).fit(X, NAMES[y]).model_
        plane = Plane(X, NAMES[y], limits=limits, labels=NAMES, names=SPECIES, size=3.2, editable=True, axes=axes,
                      cuts=lambda step, size: question_mark(case, limits), title="The largest score wins")  # fmt: skip
        kinds = np.append(y, 0)

        def read(step: ScoresStep) -> Posterior:
            return Posterior(np.vstack([step.model.predict_proba(X), step.shares]), kinds, asked=len(X))

        triangle = Simplex(read, SPECIES, title="Probabilities")
        step = seen(model, case, values["factor"], values["added"])
        side = rows(shaped(triangle, Simplex.aspect), _scores(step), weights=(2, 1))
        return Story([step], columns(square(plane), side, weights=(1, 1), shape=1.7))

    def click(self, values, at):
        return shares_of(at.x, at.y, BIRDS[values["data"]][2])


def seen(model: SoftmaxModel, case: np.ndarray, factor: float, added: float) -> ScoresStep:
    """The model with other scores that decide the same."""
    constant = np.zeros(model.W.shape[1])
    constant[0] = added
    model = replace(model, W=frozen(factor * model.W)).shifted(constant)
    scores, shares = model.scores(case)[0], model.predict_proba(case)[0]
    return ScoresStep(event=SOLVED, model=model, scores=frozen(scores), shares=frozen(shares))


def _scores(step: ScoresStep) -> Chart:
    reach = max(REACH, 1.05 * float(np.abs(step.scores).max()))
    chart = Chart(ylim=(-reach, reach), yticks=ticks(-reach, reach), title="Scores of the bird at ?", name="scores")
    return chart.bars(lambda step: step.scores, labels=SPECIES, kind=range(3))
