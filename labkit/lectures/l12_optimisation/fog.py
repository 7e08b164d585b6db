"""Find the bottom in fog: every look costs, and tells a height and a slope.

Lecture 12; deck 002 "LECTURE SET 5 Nonlinear Optimization Strategies", "Second Derivative Test for Saddle Points".
Inventory: I-002-001, I-002-005.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import inputs
from labkit.core.story import Step, Trace, events
from labkit.learners.descent import BFGS, GradientDescent, PricedWay, SimulatedAnnealing, priced
from labkit.lectures.l12_optimisation import questions
from labkit.lectures.l12_optimisation.ground import SIDE, WELLS, first_look, lowest, valley
from labkit.player.controls import Button, Choice, Memory, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.items import Items
from labkit.views.layout import columns, rows, square
from labkit.views.scene import RING, Mark, Path, Points, Text, codes, coordinates
from labkit.views.tables.facts import facts
from labkit.views.tables.grid import Grid
from labkit.views.wrap import Overlay

THICK, LIFTED = "thick", "lifted"
MOST = 40  # looks
ROOM = 0.75, 0.3  # of a height that is written
ARROW = 0.35  # of the side, for a slope of 1
STEEPEST = 1.5  # slopes above are drawn as this
LIMITS = ((-SIDE, SIDE), (-SIDE, SIDE))
SHADES = ("low", "high")
MACHINES = {
    "gradient": GradientDescent(rate=0.4),
    "BFGS": BFGS(),
    "annealing": SimulatedAnnealing(temperature=0.5, cooling=0.8, stay=6, width=1.0, seed=3),
}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LookStep(Step):
    """One look more."""

    places: np.ndarray  # (looks, 2), all so far
    heights: np.ndarray
    slope: np.ndarray  # at the last
    left: float | None  # how far the lowest look is above the bottom, once the fog is lifted

    @property
    def looks(self) -> int:
        return len(self.heights)

    @property
    def caption(self) -> str:
        here = f"look {self.looks}: height {self.heights[-1]:.2f}, slope {np.hypot(*self.slope):.2f}"
        best = f"lowest so far {self.heights.min():.2f}"
        if self.left is None:
            return f"{here}; {best}"
        return f"{here}; {best}, " + ("the bottom" if self.left < 0.005 else f"the bottom is {self.left:.2f} below")


class FogLab(Lab):
    """Click to look; when you think that you have the bottom, lift the fog."""

    name, heading, clickable = "12-fog", "A walk in fog", ("map",)
    question = questions.level_ground
    steering = (
        Choice("valley", "valley", tuple(WELLS), "first"),
        Slider("x", "next look: x", -SIDE, SIDE, 0.1, 1.0),
        Slider("y", "next look: y", -SIDE, SIDE, 0.1, 1.0),
        Button("look", "look there"),
        Button("lift", "lift the fog"),
        Memory("looks", forgets=("valley",)),
        Memory("fog", THICK, forgets=("valley",)),
    )
    presets = {"another valley": {"valley": "second"}, "a third": {"valley": "third"}}

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def click(self, values, at):
        return _looked(values, at.x, at.y)

    def press(self, values, name):
        return {"fog": LIFTED} if name == "lift" else _looked(values, values["x"], values["y"])

    def story(self, X, y, values):
        inputs.option("fog", values["fog"], (THICK, LIFTED))
        name, lifted = values["valley"], values["fog"] == LIFTED
        places = np.vstack([first_look(name), *_read(values["looks"])])
        heights = valley(name).values(places)
        told = events(len(places))
        steps = Trace(
            LookStep(event=event, model=None, places=places[:k], heights=heights[:k],
                     slope=valley(name).at(places[k - 1]).gradient,
                     left=float(heights[:k].min() - lowest(name)) if lifted else None)
            for k, event in enumerate(told, start=1)
        )  # fmt: skip
        found = _found(steps, name, lifted)
        beside = rows(found, _paid(name), weights=(5, 3)) if lifted else found
        return Story(steps, columns(square(_map(name, lifted)), beside, shape=2.0))


def _looked(values: dict, x: float, y: float) -> dict:
    if len(_read(values["looks"])) >= MOST - 1:  # the first was given
        raise ValueError(f"looks: expected at most {MOST}, got one more; lift the fog, or choose another valley")
    place = f"{np.clip(x, -SIDE, SIDE):.2f},{np.clip(y, -SIDE, SIDE):.2f}"
    return {"looks": f"{values['looks']} {place}".strip()}


def _read(text: str) -> list[np.ndarray]:
    try:
        places = [np.array([*map(float, word.split(","))]) for word in text.split()]
    except ValueError:
        places = [np.zeros(0)]
    if len(places) >= MOST or any(place.shape != (2,) or not np.isfinite(place).all() for place in places):
        raise ValueError(
            f"looks: expected at most 39 pairs such as 1.00,-0.50, got {text!r}; choose another valley to begin anew"
        )
    return places


@cache
def machine_ways(name: str) -> dict[str, PricedWay]:
    """The way of each machine from the first place, which is at most so many looks long."""
    return {machine: priced(valley(name), solver, first_look(name) + 0.01, most=MOST, tolerance=1e-3)
            for machine, solver in MACHINES.items()}  # fmt: skip


def lowest_after(way: PricedWay) -> np.ndarray:
    """The lowest that was seen after 0, 1, 2, ... looks."""
    return np.array([way.losses[: way.after(cost) + 1].min() for cost in range(MOST + 1)])


def _map(name: str, lifted: bool):
    if lifted:
        ways = {machine: way.places for machine, way in machine_ways(name).items()}
        return Overlay(_land(name).with_ways(ways, lambda step: MOST), lambda step: _looks(step, 1))
    empty = Chart(xlim=LIMITS[0], ylim=LIMITS[1], title="Fog: arrows go downhill", name="map", xlabel="x",
                  ylabel="y", xticks=ticks(*LIMITS[0]), yticks=ticks(*LIMITS[1]))  # fmt: skip
    return empty.marks(_looks)


@cache
def _land(name: str) -> Landscape:
    return Landscape(
        valley(name).values,
        LIMITS,
        title="The ground, and three ways",
        name="map",
        xlabel="x",
        ylabel="y",
    )


def _looks(step: LookStep, most: int = MOST) -> list[Mark]:
    """Where you have looked, how high it is there; at the last look an arrow downhill."""
    x, y = step.places.T
    flags = np.where(np.arange(step.looks) == step.heights.argmin(), RING, 0)
    marks: list[Mark] = [Points(coordinates(x), coordinates(y), codes(np.zeros(len(x))), codes(flags), 4.5,
                                items=Items("look", 1, "height", coordinates(step.heights)))]  # fmt: skip
    marks += [Text(*step.places[k] + 0.2, f"{step.heights[k]:.2f}", "muted", 10.0)
              for k in _apart(step, most)]  # fmt: skip
    steep = float(np.hypot(*step.slope))
    if steep > 1e-3:
        tip = step.places[-1] - ARROW * SIDE * step.slope * min(1.0, STEEPEST / steep)
        ends = np.vstack([step.places[-1], tip]).T
        marks.append(Path(coordinates(ends[0]), coordinates(ends[1]), "accent", 2.0, arrow=True))
    return marks


def _apart(step: LookStep, most: int) -> list[int]:
    """The lowest look, then the newest: so many whose heights can be written without lying on each other."""
    named: list[int] = []
    for k in (int(step.heights.argmin()), *reversed(range(step.looks))):
        away = np.abs(step.places[named] - step.places[k]) > ROOM
        if len(named) < most and away.any(axis=1).all():
            named.append(k)
    return named


def _found(steps: Trace, name: str, lifted: bool) -> Chart:
    """The lowest so far; with the fog lifted, that of the machines too."""
    high = 2.0
    chart = Chart(np.arange(MOST + 1), at="looks", key="look", title="Lowest height found", name="found",
                  xlabel="looks", ylim=(0.0, high))  # fmt: skip
    mine = np.full(MOST + 1, np.nan)
    mine[1 : len(steps) + 1] = [step.heights.min() for step in steps]
    chart.line(mine, "you", color="ink")
    if lifted:
        for machine, way in machine_ways(name).items():
            chart.line(lowest_after(way), machine, whole=True)
        chart.level(lowest(name), "bottom")
    return chart


def _paid(name: str) -> Grid:
    """What each has paid, and how far above the bottom it is for that."""

    machines = [(machine, f"{way.costs[-1]:.0f}", f"{way.losses.min() - lowest(name):.2f}")
                for machine, way in machine_ways(name).items()]  # fmt: skip
    return facts(lambda step: [("you", f"{step.looks}", f"{step.left:.2f}"), *machines],
                 ("looks paid", "above the bottom"), title="What it cost", name="paid")  # fmt: skip
