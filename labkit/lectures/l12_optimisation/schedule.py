"""Step sizes against noise: too fast and it stops short, too slow and it never rests.

Lecture 12; deck 002 "Theoretical basis for on-line learning". Inventory: I-002-035.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step, Trace, events
from labkit.learners.descent import PlainObjective, StochasticApproximation, downhill, partial_sums, satisfies
from labkit.lectures.l12_optimisation import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

START, GOAL = 10.0, 0.0
PARABOLA = PlainObjective(lambda w: float(w @ w) / 2, lambda w: w, smoothness=1.0)
MOST, SHOWN, OTHERS = 400, 80, 4  # updates, frames, walks in the background
BEND = 20  # after which the second exponent counts


@dataclass(frozen=True, slots=True)
class Bent:
    """k^-p up to ``BEND``, from there on k^-q, without a jump: drawn in logarithms, two straight pieces."""

    p: float
    q: float

    def __call__(self, k: int) -> float:
        return float(k) ** -self.p if k <= BEND else float(BEND) ** (self.q - self.p) * float(k) ** -self.q


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
        return (
            f"update {self.update}: w = {self.w:.2f}; steps add up to {a:.1f}, their squares to {b:.1f}; {self.verdict}"
        )


class ScheduleLab(Lab):
    """Draw the step sizes: how fast they fall early, how fast later."""

    name, heading = "12-schedule", "Draw your step sizes"
    question = questions.too_fast
    steering = (
        Slider("early", "early: falls like k to the minus", 0.0, 2.0, 0.1, 2.0),
        Slider("late", "later: falls like k to the minus", 0.0, 2.0, 0.1, 2.0),
        Slider("first", "first step", 0.1, 1.5, 0.1, 0.5),
        Slider("noise", "noise of the slope", 0.0, 5.0, 0.5, 3.0),
        Slider("seed", "seed", 0, 20, 1, 0),
    )
    presets = {
        "1 over k": {"early": 1.0, "late": 1.0, "first": 1.0},
        "constant": {"early": 0.0, "late": 0.0, "first": 0.3},
        "slow, then 1 over k": {"early": 0.3, "late": 1.0},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        schedule = Bent(values["early"], values["late"])
        walks = [_walk(schedule, values, seed) for seed in range(values["seed"], values["seed"] + 1 + OTHERS)]
        sums = [rate * each for rate, each in
                zip((values["first"], values["first"] ** 2), partial_sums(schedule, MOST), strict=True)]  # fmt: skip
        shown = np.unique(np.geomspace(1, MOST, SHOWN).round().astype(int))
        verdict = said(schedule)
        steps = Trace(
            NoisyStep(event=event, model=None, update=int(k), w=float(walks[0][k]), verdict=verdict,
                     sums=(float(sums[0][k - 1]), float(sums[1][k - 1])))
            for event, k in zip(events(len(shown)), shown, strict=True)
        )  # fmt: skip
        return Story(steps, columns(_walks(walks), _sums(sums), shape=2.2))


def said(schedule: Bent) -> str:
    """Which of the two conditions the step sizes keep."""
    kept = satisfies(schedule)
    far = "reach any goal" if kept.reaches else "stop short" if kept.reaches is False else "just about reach"
    rest = "come to rest" if kept.settles else "never rest" if kept.settles is False else "hardly rest"
    return f"they {far} and {rest}"


def _walk(schedule: Bent, values: dict, seed: int) -> np.ndarray:
    solver = StochasticApproximation(values["first"], schedule, noise=values["noise"], seed=seed)
    trace = downhill(PARABOLA, solver, (START,), tolerance=0.0, max_iterations=MOST)
    way = np.array([step.w[0] for step in trace])
    return np.pad(way, (0, max(MOST + 1 - len(way), 0)), mode="edge")[: MOST + 1]


def _walks(walks: list[np.ndarray]) -> Chart:
    k = np.arange(1, MOST + 1)
    chart = Chart(k, at="update", title="Where it is, and four other walks", xlabel="updates", name="walk", xlog=True,
                  ylim=(-6.0, 12.0), key="update")  # fmt: skip
    for walk in walks[1:]:
        chart.line(walk[1:], color="grid", width=1.2)
    return chart.level(GOAL, "goal").line(walks[0][1:], "w", color="curve0")


def _sums(sums) -> Chart:
    k = np.arange(1, MOST + 1)
    chart = Chart(k, at="update", title="Steps, and squared steps, added up", xlabel="updates", name="sums", xlog=True,
                  key="update")  # fmt: skip
    return chart.line(sums[0], "steps").line(sums[1], "squares")
