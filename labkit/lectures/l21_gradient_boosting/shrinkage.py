"""Four shrinkages race on the same points: small steps need more rounds, whole steps mostly come less low.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-114.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.core.story import STOP, Together, Trace, together
from labkit.learners import GradientBoosting
from labkit.lectures.l21_gradient_boosting.plane import fresh_losses
from labkit.lectures.shared.noisy_points import LIMITS, NAMES, NoisyPoints, samples
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.tables.facts import facts
from labkit.views.wrap import Of

SHRINKAGES = [1.0, 0.3, 0.1, 0.03]  # of every tree that is added
NAMED = tuple(f"\u03b5 = {shrinkage:g}" for shrinkage in SHRINKAGES)
EVERY = 10  # rounds between two pictures of a plane, so that the story stays short to send


class ShrinkageLab(Lab):
    """Loss on fresh cases against the rounds, for four shares of every tree that is added."""

    name, heading = "21-shrinkage", "Four shrinkages"
    points = NoisyPoints("moons gaussians xor rings spiral", points=150, seed=15)
    steering = (
        points.controls[0],
        *(replace(slider, live=False) for slider in points.controls[1:]),
        Slider("depth", "depth of a tree", 1, 5, 1, 2, live=False),
        Slider("rows", "share of examples a round", 0.2, 1.0, 0.1, 1.0, live=False),
        Slider("rounds", "rounds", 20, 250, 10, 150, live=False),
    )
    presets = {
        "stumps": {"depth": 1},
        "half the examples": {"rows": 0.5},
        "many wrong labels": {"noise": 0.3},
        "a spiral": {"data": "spiral", "depth": 4},
    }

    def story(self, X, y, values):
        same = {"rounds": values["rounds"], "max_depth": values["depth"], "rows": values["rows"]}
        traces = [GradientBoosting(shrinkage=share, **same).trace(X, NAMES[y]) for share in SHRINKAGES]
        test = samples(values)[1]
        race = Race(traces, np.array([fresh_losses(trace[-1].model, *test) for trace in traces]))
        planes = [square(_plane(X, y, k, trace)) for k, trace in enumerate(traces)]
        table = facts(race.rows, ("training", "fresh", "best at"), name="table")
        top = columns(race.curves(), table, weights=(7, 4))
        return Story(together(traces), rows(top, columns(*planes), shape=2, caption=race.caption))


def _plane(X: np.ndarray, y: np.ndarray, k: int, trace: Trace) -> Of:
    """One racer, every few rounds and at the end."""
    plane = Plane(X, NAMES[y], limits=LIMITS, labels=NAMES, size=2.6, name=f"plane{k}",
                  title=lambda step: f"{NAMED[k]}, round {step.round}")  # fmt: skip
    last = len(trace) - 2  # rounds
    return Of(plane, lambda step: trace[_round(step) if _round(step) == last else _round(step) // EVERY * EVERY])


class Race:
    """What the stories come to after each round: losses (racers, rounds + 1)."""

    def __init__(self, traces: list[Trace], fresh: np.ndarray):
        self.fresh, self.training = fresh, np.array([trace[:-1].curve("loss") for trace in traces])

    def curves(self) -> Chart:
        low, top = 0.9 * float(self.fresh.min()), 1.5 * float(self.fresh[:, 0].max())  # who leaves it has lost
        chart = Chart(np.arange(self.fresh.shape[1]), at=_round, title="Mean log loss on fresh cases", xlabel="rounds",
                      ylim=(low, top), name="losses")  # fmt: skip
        for losses, name in zip(self.fresh, NAMED, strict=True):
            chart.line(losses, name)
        return chart

    def rows(self, step: Together) -> list[tuple[str, ...]]:
        """Losses now, and the round of the least on fresh cases so far."""
        m = _round(step)
        return [(name, f"{self.training[k, m]:.3f}", f"{self.fresh[k, m]:.3f}", f"{self.fresh[k, : m + 1].argmin()}")
                for k, name in enumerate(NAMED)]  # fmt: skip

    def caption(self, step: Together) -> str:
        m = _round(step)
        if step.event == STOP:
            k, best = np.unravel_index(self.fresh.argmin(), self.fresh.shape)
            least = f"{self.fresh[k, best]:.3g}, {NAMED[k]}, round {best}"
            return f"stop after {m} rounds: least loss on fresh cases {least}"
        if not m:
            return "start: all four give every case the same score"
        k = int(self.fresh[:, m].argmin())
        return f"round {m}: {NAMED[k]} has the least loss on fresh cases, {self.fresh[k, m]:.3g}"


def _round(step: Together) -> int:
    return step.steps[0].round
