"""Four shrinkages race on the same points: small steps need more rounds, whole steps mostly come less low.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-114.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.core.story import STOP, Together, Trace, together
from labkit.labs.boosting.plane import fresh_losses
from labkit.labs.noisy_points import LIMITS, NAMES, samples
from labkit.learners import GradientBoosting
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.curves import Curve, Curves
from labkit.views.facts import Facts
from labkit.views.plane import Plane
from labkit.views.scene import Panel, Scene

SHRINKAGES = (1.0, 0.3, 0.1, 0.03)
NAMED = tuple(f"\u03b5 = {shrinkage:g}" for shrinkage in SHRINKAGES)
EVERY = 10  # rounds between two pictures of a plane
HEIGHT = 478.0
LOSSES, TABLE, PLANES = (36, 30, 480, 172), (608, 30, 344, 172), (8, 268, 200, 200)


class ShrinkageLab(Lab):
    """Loss on fresh cases against the rounds, for four shares of every tree that is added."""

    name = "21-shrinkage"
    heading = "Four shrinkages"
    data_controls = ("data", "points", "noise", "seed")
    steering = (
        Choice("data", "data", ("moons", "gaussians", "xor", "rings", "spiral"), "moons"),
        Slider("points", "points", 20, 200, 10, 150, live=False),
        Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.1, live=False),
        Slider("seed", "seed", 0, 50, 1, 15, live=False),
        Slider("depth", "depth of a tree", 1, 5, 1, 2, live=False),
        Slider("rows", "share of examples a round", 0.2, 1.0, 0.1, 1.0, live=False),
        Slider("rounds", "rounds", 20, 250, 10, 150, live=False),
    )

    def data(self, values):
        return samples(values)[0]

    def tell(self, X, y, values):
        same = {"rounds": values["rounds"], "max_depth": values["depth"], "rows": values["rows"]}
        traces = [GradientBoosting(shrinkage=share, **same).trace(X, NAMES[y]) for share in SHRINKAGES]
        test = samples(values)[1]
        race = Race(traces, np.array([fresh_losses(trace[-1].model, *test) for trace in traces]))
        planes = [_Plane(X, y, k, values["rounds"]) for k in range(len(traces))]
        views = race.curves(), Facts(race.rows, ("training", "fresh", "best at"), box=TABLE, name="table"), *planes
        story = together(traces)
        return Telling(
            story, lambda step: Scene(tuple(view(step) for view in views), race.caption(step), height=HEIGHT)
        )


class Race:
    """What the stories come to after each round: losses (racers, rounds + 1)."""

    def __init__(self, traces: list[Trace], fresh: np.ndarray):
        self.fresh, self.training = fresh, np.array([trace[:-1].curve("loss") for trace in traces])

    def curves(self) -> Curves:
        told = [Curve(values, name, f"class{k}")
                for k, (values, name) in enumerate(zip(self.fresh, NAMED, strict=True))]  # fmt: skip
        top = 1.5 * float(self.fresh[:, 0].max())  # who leaves the picture has lost
        low = 0.9 * float(self.fresh.min())
        return Curves(np.arange(self.fresh.shape[1]), told, _round, box=LOSSES, xlabel="rounds", ylim=(low, top),
                      title="Mean log loss on fresh cases", name="losses")  # fmt: skip

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


class _Plane:
    """``step -> Panel``: one racer's plane, drawn anew every few rounds only, so that the story stays short to send."""

    def __init__(self, X: np.ndarray, y: np.ndarray, racer: int, rounds: int):
        x, top, wide, high = PLANES
        box = (x + 248 * racer, top, wide, high)
        self.view = Plane(X, NAMES[y], box=box, limits=LIMITS, labels=NAMES, size=2.6, name=f"plane{racer}")
        self.racer, self.rounds = racer, rounds
        self._drawn: dict[int, Panel] = {}

    def __call__(self, step: Together) -> Panel:
        own = step.steps[self.racer]
        m = own.round if own.round == self.rounds else own.round // EVERY * EVERY
        if m not in self._drawn:
            panel = self.view(replace(own, model=own.model.prefix(m)))
            self._drawn[m] = replace(panel, title=f"{NAMED[self.racer]}, round {m}")
        return self._drawn[m]
