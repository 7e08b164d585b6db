"""Millimetres beside grams: who is near depends on what a gram counts.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN" (the choice of the distance). Inventory: I-003-001,
I-004-015.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners import NearestNeighbours
from labkit.learners.neighbours.distances import ball
from labkit.lectures.l02_nearest_neighbours import questions
from labkit.lectures.l02_nearest_neighbours.birds import SPECIES, InUnits, penguins
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Mark, Path, Points, codes, coordinates, segments_of
from labkit.views.wrap import Overlay

LIMITS = ((31.0, 61.0), (2.5, 6.5))
AXES = "bill length in mm", "body mass in kg"
RATES = np.round(np.arange(0.0, 3.01, 0.1), 1)  # logarithms of how many mm a kilogram counts
KILOGRAMS, SPREADS, GRAMS = 0.0, 0.8, 3.0  # of them; about 7 mm of bill are spread as widely as 1 kg
MOST = 25  # neighbours
LARGE = 9.0  # radius of the bird that is asked about


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UnitsStep(Step):
    """What one exchange rate makes of the neighbours of one bird, and of all."""

    millimetres: float  # that a kilogram counts
    case: np.ndarray
    rows: np.ndarray  # the neighbours
    radius: float  # in mm
    wrong: int  # when each of the known is left out
    answer: str

    @property
    def outline(self) -> np.ndarray:
        """Where the neighbourhood ends, in mm and kg."""
        units = np.array([1.0, self.millimetres])
        return ball(self.case * units, self.radius) / units

    @property
    def caption(self) -> str:
        rate = f"1 kg counts as much as {self.millimetres:,.0f} mm"
        birds = penguins()[0][self.rows]
        lengths, masses = np.ptp(birds[:, 0]), np.ptp(birds[:, 3])
        near = f"its neighbours differ by {lengths:.1f} mm and {masses:.0f} g"
        return f"{rate}: {self.answer}; {near}; {self.wrong} of {len(penguins()[1])} wrong when left out"


class UnitsLab(Lab):
    """The same birds in other units."""

    name, heading, clickable = "02-units", "Near in what units?", ("plane",)
    question = questions.grams
    steering = (
        Slider("rate", "1 kg in mm, as a power of 10", KILOGRAMS, GRAMS, 0.1, KILOGRAMS),
        Slider("k", "k", 1, MOST, 1, 9),
        Slider("bill", "bill length in mm", 32.0, 60.0, 0.5, 46.0),
        Slider("mass", "body mass in kg", 2.7, 6.3, 0.05, 4.0),
    )
    presets = {"in grams": {"rate": GRAMS}, "divided by the spread": {"rate": SPREADS}, "one neighbour, in grams": {
        "rate": GRAMS, "k": 1}}  # fmt: skip

    def data(self, values):
        X, y = penguins()
        return np.column_stack([X[:, 0], X[:, 3] / 1000]), y

    def click(self, values, at):
        bill, mass = np.clip(at.x, 32.0, 60.0), np.clip(at.y, 2.7, 6.3)
        return {"bill": round(float(bill), 1), "mass": round(float(mass), 2)}

    def story(self, X, y, values):
        step = _asked(X, y, values)
        plane = Plane(X, np.array(SPECIES)[y], limits=LIMITS, labels=np.array(SPECIES), names=SPECIES, axes=AXES,
                      size=3.2, title="Who is near?")  # fmt: skip
        picture = columns(square(Overlay(plane, _neighbourhood)), _errors(values["k"]), shape=2.0)
        return Story(Trace([step]), picture)


def _asked(X: np.ndarray, y: np.ndarray, values: dict) -> UnitsStep:
    units = np.array([1.0, 10 ** values["rate"]])
    model = NearestNeighbours(k=values["k"]).fit(X * units, np.array(SPECIES)[y]).model_
    case = np.array([values["bill"], values["mass"]])
    rows, distances = model.neighbours([case * units])
    wrong = errors_by_rate()[round(10 * values["rate"]), values["k"] - 1]
    return UnitsStep(event=SOLVED, model=InUnits(model, units), millimetres=float(units[1]), case=case, rows=rows[0],
                     radius=float(distances[0, -1]), wrong=int(wrong),
                     answer=str(model.predict([case * units])[0]))  # fmt: skip


@cache
def errors_by_rate() -> np.ndarray:
    """(rates, k): how many birds are wrong when each is left out."""
    X, y = penguins()
    learner = NearestNeighbours(k=1)
    units = [np.array([1.0, 10**rate / 1000]) for rate in RATES]
    return np.array([learner.leave_one_out(X[:, [0, 3]] * unit, y, MOST).errors for unit in units])


def _neighbourhood(step: UnitsStep) -> list[Mark]:
    """Its edge, lines to the neighbours, and the bird."""
    x, y = penguins()[0][step.rows][:, 0], penguins()[0][step.rows][:, 3] / 1000
    lines = segments_of([[*step.case, *place] for place in zip(x, y, strict=True)], color="accent", width=1.2)
    edge = Path(*map(coordinates, step.outline.T), color="accent", width=2.0)
    bird = Points(*(coordinates([each]) for each in step.case), codes([len(SPECIES)]), size=LARGE)
    return [*lines, edge, bird]


def _errors(k: int) -> Chart:
    chart = Chart(10**RATES, at=lambda step: step.millimetres, xlog=True, name="errors", counts=True,
                  title=f"Wrong of 342, each left out, k = {k}", xlabel="mm that 1 kg counts",
                  ylim=(0.0, 1.06 * errors_by_rate().max()))  # fmt: skip
    return chart.line(errors_by_rate()[:, k - 1], whole=True)
