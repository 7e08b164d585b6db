"""One line, or all of them: three ways to predict, over the plane and on a walk away from the examples.

Lecture 08; deck 000 "Laplace (Gaussian) Approximation of Posterior", "Contours of Posterior Predictive Distribution".
Inventory: I-000-030.

The walk along the border begins where plug-in says 90 %, mu = ln 9, and keeps mu; s^2 grows with every step. The walk
away from it goes along w*: mu and s grow alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core.story import Step, Trace, events
from labkit.learners.bayesian.belief import KINDS, MONTE_CARLO, PLUG_IN, PROBIT, LogisticBelief
from labkit.lectures.l08_bayesian_logistic import questions
from labkit.lectures.l08_bayesian_logistic.common import NAMES, SIDE, clouds, peak
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import centres
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.contours import contour_lines
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Mark, Path, coordinates
from labkit.views.wrap import Of, Overlay

ALONG, AWAY = WALKS = ("along the border", "away from the border")
LOG_ODDS = float(np.log(9.0))  # of 90 %
FRAMES, FAR = 25, 12.0
TITLES = {PLUG_IN: "The best line alone", MONTE_CARLO: "The mean of many lines", PROBIT: "The probit formula"}
CELLS = 80  # along each side, for contour lines


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WalkStep(Step):
    """One place of the walk, asked in three ways."""

    model: LogisticBelief
    place: np.ndarray
    distance: float  # walked so far
    probabilities: dict[str, float]  # of class B, by each of ``KINDS``

    @property
    def caption(self) -> str:
        told = ", ".join(f"{kind} {self.probabilities[kind]:.0%}" for kind in (PLUG_IN, MONTE_CARLO, PROBIT))
        return f"{self.distance:.1f} from the start: class B with {told}"


class PredictiveLab(Lab):
    """Walk away from the cases, and ask one line, or all."""

    name, heading, classes = "08-predictive", "One line, or all of them", NAMES
    question = questions.which_border
    data_controls = ("points", "seed")
    steering = (
        Choice("kind", "shaded by", (PLUG_IN, MONTE_CARLO, PROBIT), PLUG_IN),
        Choice("walk", "walk", WALKS, ALONG),
        Slider("points", "cases", 4, 100, 2, 20),
        Slider("prior", "standard deviation of the prior", 0.5, 10.0, 0.5, 3.0),
        Slider("draws", "draws of Monte Carlo", 2, 100, 2, 100),
        Slider("seed", "seed", 0, 50, 1, 0),
    )
    presets = {"all lines": {"kind": MONTE_CARLO}, "away from the border": {"kind": PROBIT, "walk": AWAY},
               "a hundred cases": {"kind": PROBIT, "points": 100, "seed": 3},
               "two draws": {"kind": MONTE_CARLO, "draws": 2}}  # fmt: skip
    still = -1

    def data(self, values):
        return clouds(values)

    def story(self, X, y, values):
        model = peak(X, np.array(NAMES)[y], values["prior"], samples=values["draws"])[1].model
        model = replace(model, kind=values["kind"])
        steps = walked(model, values["walk"])
        plane = Plane(X, np.array(NAMES)[y], limits=SIDE, editable=True, labels=np.array(NAMES), size=4.5,
                      judged=lambda step: False, title=TITLES[values["kind"]])  # fmt: skip
        return Story(
            steps,
            columns(square(Overlay(Of(plane, lambda step: steps[0]), _walk(model, steps))), _chart(steps), shape=2.2),
        )


def walked(model: LogisticBelief, walk: str) -> Trace:
    """The places and what the three ways say there."""
    w = model.posterior.mean
    length = float(np.hypot(*w))
    if length < 1e-9:
        raise ValueError("points: expected classes that differ, got a best line of weights 0; move one class")
    u, far = w / length, np.linspace(0.0, FAR, FRAMES)
    along = np.array([-u[1], u[0]]) if u[0] >= 0 else np.array([u[1], -u[0]])  # upwards
    places = np.outer(far, along) + LOG_ODDS / length * u if walk == ALONG else np.outer(far, u)
    asked = {kind: model.predictive(places, kind)[:, 1] for kind in KINDS}
    return Trace(
        WalkStep(event=event, model=model, place=places[k], distance=float(far[k]),
                 probabilities={kind: float(asked[kind][k]) for kind in KINDS})
        for k, event in enumerate(events(FRAMES))
    )  # fmt: skip


def _walk(model: LogisticBelief, steps: Trace):
    """Where the probability is 10 % and 90 %, the way, and who walks."""
    x, y = (centres(side, CELLS) for side in SIDE)
    odds = model.score_grid(x, y)
    lines = contour_lines(odds, x, y, (-LOG_ODDS, LOG_ODDS), width=1.2, dash=DASHED)
    way = np.array([step.place for step in steps])
    path = Path(*map(coordinates, way.T), "accent", 1.6, DASHED)

    def marks(step: WalkStep) -> list[Mark]:
        at = (coordinates([value]) for value in step.place)
        return [*lines, path, Path(*at, "accent", dots=True), _ring(step)]

    return marks


def _ring(step: WalkStep) -> Path:
    angle = np.linspace(0, 2 * np.pi, 33)
    around = step.place + 0.55 * np.column_stack([np.cos(angle), np.sin(angle)])
    return Path(*map(coordinates, around.T), "accent", 2.4)


def _chart(steps: Trace) -> Chart:
    chart = Chart(steps, x="distance", ylim=(0.4, 1.02), xlabel="distance walked", name="walk",
                  title="Class B, on the walk",
                  yticks=tuple((p, f"{100 * p:.0f} %") for p in (0.5, 0.9, 1.0)))  # fmt: skip
    chart.level(0.5, "a coin")
    for kind in (PLUG_IN, MONTE_CARLO, PROBIT):
        chart.line(lambda step, kind=kind: step.probabilities[kind], kind)
    return chart
