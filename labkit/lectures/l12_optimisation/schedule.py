"""Step sizes against noise: too fast and it stops short, too slow and it never rests.

Lecture 12; deck 002 "Theoretical basis for on-line learning". Inventory: I-002-035.

Drawn in logarithms, on both axes: there k^-p is a straight line that falls by p.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step, Trace, events
from labkit.learners.descent import PlainObjective, StochasticApproximation, downhill, partial_sums, satisfies
from labkit.lectures.l12_optimisation import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, rows
from labkit.views.scene import DASHED, Mark, Path, coordinates

START, GOAL = 10.0, 0.0
PARABOLA = PlainObjective(lambda w: float(w @ w) / 2, lambda w: w, smoothness=1.0)
MOST, SHOWN, OTHERS = 400, 80, 4  # updates, frames, walks in the background
BEND = 20  # updates after which the other exponent counts; from there on the end is judged
LOW, HIGH = -6.0, 0.3  # of the logarithm of a step
SIDE = (0.0, 3.0)  # of the logarithm of k
HANDLES = np.log10([1, 3, 8, BEND, 60, 150, MOST])
BETWEEN, NEAR = 0.3, 0.15  # of two handles of a stroke, of one that gives way to it
FAST, INVERSE, CONSTANT, SLOW = KINDS = ("1 over k squared", "1 over k", "constant", "slow, then 1 over k")
# first step, exponents up to BEND and from there on
SHAPES = {FAST: (0.5, 2.0, 2.0), INVERSE: (1.0, 1.0, 1.0), CONSTANT: (0.3, 0.0, 0.0), SLOW: (0.5, 0.3, 1.0)}


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A schedule, straight from handle to handle; after the last it falls as it fell from ``BEND`` on."""

    handles: np.ndarray  # (n, 2), log10 of k and of the step, k rising

    @property
    def fall(self) -> float:
        """The exponent p with which k^-p goes on: of the straight line nearest to the end of the drawing."""
        x = np.linspace(np.log10(BEND), np.log10(MOST), 50)
        return max(-float(np.polyfit(x, np.interp(x, *self.handles.T), 1)[0]), 0.0)

    def __call__(self, k: int) -> float:
        x, last = np.log10(k), np.log10(MOST)
        return float(10 ** (np.interp(min(x, last), *self.handles.T) - self.fall * max(x - last, 0.0)))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NoisyStep(Step):
    """So many noisy steps towards the goal."""

    update: int
    w: float
    sums: tuple[float, float]
    verdict: str

    @property
    def caption(self) -> str:
        a, b = self.sums
        return f"update {self.update}: w = {self.w:.2f}; steps add up to {a:.1f}, squares to {b:.1f}; {self.verdict}"


class ScheduleLab(Lab):
    """Draw the step sizes with the pen, or pull the handles."""

    name, heading, classes, draws = "12-schedule", "Draw your step sizes", ("handle",), True
    question = questions.too_fast
    data_controls = ("kind",)
    steering = (
        Choice("kind", "begin with", KINDS, FAST),
        Slider("noise", "noise of the slope", 0.0, 5.0, 0.5, 3.0),
        Slider("seed", "seed", 0, 20, 1, 0),
    )
    presets = {kind: {"kind": kind} for kind in (INVERSE, CONSTANT, SLOW)}

    def data(self, values):
        first, early, late = SHAPES[values["kind"]]
        bend = np.log10(BEND)
        heights = np.log10(first) - early * np.minimum(HANDLES, bend) - late * np.maximum(HANDLES - bend, 0.0)
        return np.column_stack([HANDLES, heights]), np.zeros(len(HANDLES), dtype=int)

    def stroke(self, points, path):
        """The handles under the stroke give way to those along it."""
        X, _ = points
        low, high = path[:, 0].min(), path[:, 0].max()
        along = np.linspace(low, high, max(2, round((high - low) / BETWEEN) + 1))
        last = path[::-1][np.unique(path[::-1, 0], return_index=True)[1]]  # where it was drawn twice
        away = (X[:, 0] < low - NEAR) | (X[:, 0] > high + NEAR)
        X = np.vstack([X[away], np.column_stack([along, np.interp(along, *last.T)])])
        return X[np.argsort(X[:, 0], kind="stable")], np.zeros(len(X), dtype=int)

    def story(self, X, y, values):
        schedule = drawn(X)
        walks = [_walk(schedule, values, seed) for seed in range(values["seed"], values["seed"] + 1 + OTHERS)]
        sums = partial_sums(schedule, MOST)
        shown = np.unique(np.geomspace(1, MOST, SHOWN).round().astype(int))
        verdict = said(schedule)
        steps = Trace(
            NoisyStep(event=event, model=None, update=int(k), w=float(walks[0][k]), verdict=verdict,
                     sums=(float(sums[0][k - 1]), float(sums[1][k - 1])))
            for event, k in zip(events(len(shown)), shown, strict=True)
        )  # fmt: skip
        beside = rows(_walks(walks), _sums(sums))
        return Story(steps, columns(_drawing(X, schedule), beside, weights=(6, 7), shape=2.0))


def drawn(handles: np.ndarray) -> Drawn:
    """The schedule through handles wherever they were dragged to."""
    inside = np.clip(handles, (SIDE[0], LOW), (SIDE[1], HIGH))
    return Drawn(inside[np.lexsort(inside.T[::-1])])


def said(schedule) -> str:
    """Which of the two conditions the step sizes keep."""
    kept = satisfies(schedule)
    far = "reach any goal" if kept.reaches else "stop short" if kept.reaches is False else "just about reach"
    rest = "come to rest" if kept.settles else "never rest" if kept.settles is False else "hardly rest"
    return f"they {far} and {rest}"


def _walk(schedule: Drawn, values: dict, seed: int) -> np.ndarray:
    solver = StochasticApproximation(1.0, schedule, noise=values["noise"], seed=seed)
    trace = downhill(PARABOLA, solver, (START,), tolerance=0.0, max_iterations=MOST)
    way = np.array([step.w[0] for step in trace])
    return np.pad(way, (0, max(MOST + 1 - len(way), 0)), mode="edge")[: MOST + 1]


def _drawing(X: np.ndarray, schedule: Drawn) -> Chart:
    """The step sizes, where the story is, and how they go on."""
    chart = Chart(xlim=SIDE, ylim=(LOW, HIGH), xlabel="updates k", name="plane", title="Your step sizes",
                  xticks=_powers(SIDE), yticks=_powers((LOW, HIGH)))  # fmt: skip
    last = np.log10(MOST)
    x = np.array([0.0, *schedule.handles[:, 0], last])
    line = _path(np.sort(x[x <= last]), schedule, "curve0", 2.2)
    beyond = _path(np.array([last, SIDE[1]]), schedule, "muted", 1.6, DASHED)

    def marks(step: NoisyStep) -> list[Mark]:
        at = np.log10(step.update)
        return [line, beyond, _path(np.array([at]), schedule, "accent", 0.0, dots=True)]

    chart.marks(marks)
    return chart.points(*X.T, kind=np.full(len(X), 2), size=5.5, editable=True, items=Items("handle"))


def _path(x: np.ndarray, schedule: Drawn, color: str, width: float, dash: int = 0, **style) -> Path:
    heights = np.log10([schedule(10**each) for each in x])
    return Path(coordinates(x), coordinates(heights), color, width, dash, **style)


def _powers(side: tuple[float, float]) -> tuple[tuple[float, str], ...]:
    """Ticks at powers of ten, as numbers."""
    whole = range(int(np.ceil(side[0])), int(np.floor(side[1])) + 1)
    return tuple((float(p), f"{10**p:,}" if p >= 0 else f"{10.0**p:.{-p}f}") for p in whole)


def _walks(walks: list[np.ndarray]) -> Chart:
    k = np.arange(1, MOST + 1)
    chart = Chart(k, at="update", title="Where it is, and four other walks", name="walk", xlog=True,
                  ylim=(-6.0, 12.0), key="update")  # fmt: skip
    for walk in walks[1:]:
        chart.line(walk[1:], color="grid", width=1.2)
    return chart.level(GOAL, "goal").line(walks[0][1:], "w", color="curve0")


def _sums(sums) -> Chart:
    k = np.arange(1, MOST + 1)
    chart = Chart(k, at="update", title="Steps, and squared steps, added up", xlabel="updates k", name="sums",
                  xlog=True, key="update")  # fmt: skip
    return chart.line(sums[0], "steps").line(sums[1], "squares")
