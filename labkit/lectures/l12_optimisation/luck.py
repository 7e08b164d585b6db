"""Restarts against annealing: as many looks for both, over many seeds.

Lecture 12; deck 002 "Second Derivative Test for Saddle Points". Inventory: I-002-005, I-002-006.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.descent import GradientDescent, SimulatedAnnealing, Surface, descend, priced
from labkit.lectures.l12_optimisation import questions
from labkit.lectures.l12_optimisation.ground import EGG_BOX, RIPPLES
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.histogram import histogram
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, rows, square

GROUNDS: dict[str, Surface] = {"egg box": EGG_BOX, "ripples": RIPPLES}
SEEDS, BINS, HIGHEST = 20, 16, 1.2
DEEP = 0.1  # heights below are the deepest well
WIDTHS = {"short": 0.5, "medium": 1.2, "long": 2.5}
HOT, LOW = 0.6, 0.01  # temperatures at the beginning, at the end
STAY = 5
LANDS = {name: Landscape(of.values, of.box, title="The ground", name="map") for name, of in GROUNDS.items()}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LuckStep(Step):
    """The lowest heights that both found, one for each seed."""

    restarts: np.ndarray
    annealing: np.ndarray

    @property
    def deep(self) -> tuple[int, int]:
        """How often each was in the deepest well."""
        return int((self.restarts < DEEP).sum()), int((self.annealing < DEEP).sum())

    @property
    def caption(self) -> str:
        a, b = self.deep
        return f"in the deepest well, of {SEEDS} tries: restarts {a}, annealing {b}"


class LuckLab(Lab):
    """The same budget for both, twenty tries each."""

    name, heading = "12-luck", "Two ways to be lucky"
    question = questions.who_is_luckier
    steering = (
        Choice("ground", "ground", tuple(GROUNDS), "ripples"),
        Slider("looks", "looks", 25, 200, 25, 100, live=False),
        Choice("jump", "jumps of annealing", tuple(WIDTHS), "medium"),
    )
    presets = {"egg box": {"ground": "egg box"}, "short jumps": {"jump": "short"}, "200 looks": {"looks": 200}}

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        name, looks = values["ground"], values["looks"]
        step = LuckStep(event=SOLVED, model=None,
                        restarts=np.array([by_restarts(name, looks, seed) for seed in range(SEEDS)]),
                        annealing=np.array([by_annealing(name, looks, values["jump"], seed) for seed in range(SEEDS)]),
                        )  # fmt: skip
        charts = rows(_ends("Restarts: lowest height of each try", step.restarts, "restarts"),
                      _ends("Annealing", step.annealing, "annealing"))  # fmt: skip
        return Story(Trace([step]), columns(square(LANDS[name]), charts, shape=1.9))


def _ends(title: str, ends: np.ndarray, name: str) -> Chart:
    return histogram(np.clip(ends, 0.0, HIGHEST - 1e-6), limits=(0.0, HIGHEST), bins=BINS, title=title, name=name,
                     xlabel="height", ylabel="tries", ylim=(0.0, SEEDS))  # fmt: skip


def by_restarts(name: str, looks: int, seed: int) -> float:
    """Gradient descent from one place after the other until the looks are spent."""
    best, spent = np.inf, 0
    for run in range(looks):
        cost, heights = _run(name, seed, run)
        best = min(best, float(heights[: looks - spent].min()))
        spent += cost
        if spent >= looks:
            break
    return best


@cache
def _run(name: str, seed: int, run: int) -> tuple[int, np.ndarray]:
    """(looks, the height after each) of one way down from a place that is drawn."""
    of = GROUNDS[name]
    low, high = np.array(of.box).T
    start = np.random.default_rng([seed, run]).uniform(low, high)
    way = priced(of, GradientDescent(rate=0.9 if name == "egg box" else 0.2), start, most=25, tolerance=0.03)
    return len(way.losses), way.losses


@cache
def by_annealing(name: str, looks: int, jump: str, seed: int) -> float:
    """It cools so that it is cold when the looks are spent."""
    of = GROUNDS[name]
    low, high = np.array(of.box).T
    cooling = (LOW / HOT) ** (STAY / looks)
    solver = SimulatedAnnealing(temperature=HOT, cooling=cooling, stay=STAY, width=WIDTHS[jump], seed=seed)
    start = np.random.default_rng([seed, 0]).uniform(low, high)
    *_, last = descend(of, solver, start, tolerance=0.0, budget=looks - 1)
    return float(last.best.value)
