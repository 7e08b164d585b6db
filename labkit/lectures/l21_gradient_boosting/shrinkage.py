"""Four shrinkages race on the same points: small steps need more rounds, whole steps run after the wrong labels.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-114.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.core.story import STOP, Together, Trace, together
from labkit.learners import GradientBoosting
from labkit.lectures.l21_gradient_boosting import questions
from labkit.lectures.l21_gradient_boosting.plane import fresh_losses
from labkit.lectures.shared.noisy_points import LIMITS, NAMES, NoisyPoints, samples
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.wrap import Of

SHRINKAGES = [1.0, 0.3, 0.1, 0.03]  # of every tree that is added
NAMED = tuple(f"\u03b5 = {shrinkage:g}" for shrinkage in SHRINKAGES)
DRAWN = (0, 2)  # the racers whose planes are shown
EVERY = 5  # rounds between two pictures of a plane, so that the story stays short to send


class ShrinkageLab(Lab):
    """Loss on fresh cases against the rounds, for four shares of every tree that is added."""

    name, heading = "21-shrinkage", "Four shrinkages"
    question = questions.least_at_the_end
    points = NoisyPoints("moons gaussians xor rings spiral", points=100, seed=8)
    steering = (
        points.controls[0],
        *(replace(slider, live=False) for slider in points.controls[1:]),
        Slider("depth", "depth of a tree", 1, 5, 1, 2, live=False),
        Slider("rounds", "rounds", 20, 150, 10, 100, live=False),
    )
    presets = {
        "stumps": {"depth": 1},
        "many wrong labels": {"noise": 0.3},
        "no wrong label": {"noise": 0.0},
    }
    still = 50

    def story(self, X, y, values):
        same = {"rounds": values["rounds"], "max_depth": values["depth"]}
        traces = [GradientBoosting(shrinkage=share, **same).trace(X, NAMES[y]) for share in self.reported(SHRINKAGES)]
        test = samples(values)[1]
        race = Race(np.array([fresh_losses(trace[-1].model, *test) for trace in traces]))
        planes = [square(_plane(X, y, k, traces[k])) for k in DRAWN]
        picture = columns(race.curves(), rows(*planes), weights=(5, 2), shape=2, caption=race.caption)
        return Story(together(traces), picture)


def _plane(X: np.ndarray, y: np.ndarray, k: int, trace: Trace) -> Of:
    """One racer, every few rounds and at the end."""
    plane = Plane(X, NAMES[y], limits=LIMITS, labels=NAMES, size=3.2, name=f"plane{k}",
                  title=lambda step: f"{NAMED[k]}, round {step.round}")  # fmt: skip
    last = len(trace) - 2  # rounds
    return Of(plane, lambda step: trace[_round(step) if _round(step) == last else _round(step) // EVERY * EVERY])


class Race:
    """What the stories come to after each round: losses on fresh cases (racers, rounds + 1)."""

    def __init__(self, fresh: np.ndarray):
        self.fresh = fresh

    def curves(self) -> Chart:
        low, top = 0.9 * float(self.fresh.min()), 1.5 * float(self.fresh[:, 0].max())  # who leaves it has lost
        chart = Chart(np.arange(self.fresh.shape[1]), at=_round, title="Log loss on fresh cases", xlabel="rounds",
                      ylim=(low, top), name="losses")  # fmt: skip
        for losses, name in zip(self.fresh, NAMED, strict=True):
            chart.line(losses, name)
        return chart

    def caption(self, step: Together) -> str:
        m = _round(step)
        if not m:
            return "start: all four give every case the same score"
        now = ", ".join(f"{loss:.2f}" for loss in self.fresh[:, m])
        if step.event != STOP:
            return f"round {m}: loss on fresh cases {now}"
        least = ", ".join(f"{losses.min():.2f} (round {losses.argmin()})" for losses in self.fresh)
        return f"after {m} rounds {now}; at best {least}"


def _round(step: Together) -> int:
    return step.steps[0].round


def fresh_of(lab: ShrinkageLab) -> np.ndarray:
    """The loss on fresh cases of each racer after 0, 1, 2, ... rounds."""
    test = samples(lab.values)[1]
    return np.array([fresh_losses(last.model, *test) for last in lab.steps[-1].steps])
