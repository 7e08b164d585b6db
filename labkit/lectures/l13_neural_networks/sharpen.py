"""A sigmoid that is sharpened until it is a step, and the slope of the loss that dies on the way.

Lecture 13; deck 002 "Single layer to multi-layer", "Multilayer Perceptron (MLP) network". Inventory: I-002-022.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step, Trace, events
from labkit.learners.probability import sigmoid
from labkit.lectures.l13_neural_networks import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import Mark, Path, coordinates

SIDE = 3.0
STEEP = 2.0 ** np.arange(0, 7.5, 0.5)
POINTS = 12
BORDER = 0.8  # where the classes change


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SharpStep(Step):
    """One unit z = g(k (x - b)) of this steepness k, and its loss."""

    steep: float
    loss: float
    slope: float  # of the loss along b

    @property
    def caption(self) -> str:
        return f"steepness {self.steep:.3g}: loss {self.loss:.4f}, its slope where you stand {self.slope + 0.0:.2g}"


class SharpenLab(Lab):
    """One unit, one weight: where it switches. Play to make it steeper."""

    name, heading, clickable = "13-sharpen", "From a slope to a step", ("loss",)
    question = questions.sharper
    steering = (
        Slider("place", "it switches at b", -SIDE, SIDE, 0.05, -0.9),
        Slider("seed", "points, seed", 0, 20, 1, 4),
    )
    presets = {"beside a point": {"place": 0.6}, "on a terrace": {"place": -1.4}, "other points": {"seed": 9}}
    still = 6

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def click(self, values, at):
        return {"place": round(20 * float(np.clip(at.x, -SIDE, SIDE))) / 20}

    def story(self, X, y, values):
        x, t = numbers(values["seed"])
        b = values["place"]
        steps = Trace(
            SharpStep(event=event, model=None, steep=float(k), loss=float(losses(b, k, x, t)[0]),
                      slope=slope(b, k, x, t), reason="nearly a step" if event == "stop" else "")
            for event, k in zip(events(len(STEEP)), STEEP, strict=True)
        )  # fmt: skip
        unit = Chart(xlim=(-SIDE, SIDE), ylim=(-0.08, 1.08), title="The unit, and the points", name="unit", xlabel="x")
        unit.model(lambda step: lambda at: sigmoid(step.steep * (at - b)), "z", flat=False, color="curve0")
        unit.points(x, t.astype(float), kind=t, size=5.0)
        ground = Chart(xlim=(-SIDE, SIDE), ylim=(0.0, 0.32), title="Loss for every b", name="loss", xlabel="b")
        ground.model(lambda step: lambda at: losses(at, step.steep, x, t), "loss", flat=False, color="ink")
        ground.marks(lambda step: _tangent(step, b))
        return Story(steps, columns(unit, ground, shape=2.4))


def numbers(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Some numbers, and the class of each: 1 above the border."""
    x = np.sort(np.random.default_rng(seed).uniform(-SIDE, SIDE, POINTS)).round(2)
    return x, (x > BORDER).astype(int)


def losses(b, steep: float, x: np.ndarray, t: np.ndarray) -> np.ndarray:
    """The mean of (z - t)^2 / 2, for every b."""
    z = sigmoid(steep * (x - np.ravel(b)[:, None]))
    return 0.5 * ((z - t) ** 2).mean(axis=1)


def slope(b: float, steep: float, x: np.ndarray, t: np.ndarray) -> float:
    """Of the loss along b: (z - t) g' times -k, on average."""
    z = sigmoid(steep * (x - b))
    return float(((z - t) * z * (1 - z) * -steep).mean())


def _tangent(step: SharpStep, b: float) -> list[Mark]:
    """Where you stand, and the way that descent would take: as long as the slope."""
    here = Path(coordinates([b]), coordinates([step.loss]), "accent", 3.0, dots=True)
    reach = float(np.clip(-10 * step.slope, -1.2, 1.2))
    if abs(reach) < 0.02:
        return [here]
    ends = coordinates([b, b + reach]), coordinates([step.loss, step.loss + step.slope * reach])
    return [Path(*ends, "accent", 2.6, arrow=True), here]
