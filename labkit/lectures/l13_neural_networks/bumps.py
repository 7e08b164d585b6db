"""Radial basis networks: where the bumps are, how wide, how high; and their sum.

Lecture 13; deck 002 "Radial basis function", "RBF Networks". Inventory: I-002-023, I-002-024, I-002-058.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import counted
from labkit.learners import RBFRegression
from labkit.lectures.l13_neural_networks import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.diagrams.shapes import CENTRE
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.scene import Mark, Path, coordinates

LOW, HIGH = -0.3, 6.3
GRID = np.linspace(LOW, HIGH, 240)
LIMITS = ((LOW, HIGH), (-2.0, 4.0))
LAM = 0.02
TITLES = {"centres": "Centres", "widths": "Bumps", "weights": "Bumps times weights"}


class BumpsLab(Lab):
    """Drag the points; play to see centres, then bumps, then their sum."""

    name, heading, classes = "13-bumps", "Bumps add up", ("point",)
    question = questions.narrow_bumps
    data_controls = ("seed",)
    steering = (
        Slider("centres", "bumps", 1, 12, 1, 6),
        Slider("width", "width of a bump", 0.05, 3.0, 0.05, 0.6),
        Choice("function", "function", ("gaussian", "inverse power", "linear"), "gaussian"),
        Slider("adapt", "moves of centres and widths", 0, 30, 1, 0),
        Slider("seed", "seed", 0, 20, 1, 1),
    )
    presets = {
        "narrow": {"width": 0.1},
        "wide": {"width": 3.0},
        "one bump": {"centres": 1, "width": 1.0},
        "cones": {"function": "linear"},
        "bumps that move": {"adapt": 30},
    }

    def data(self, values):
        rng = np.random.default_rng(values["seed"])
        x = np.sort(rng.uniform(0, 6, 24)).round(2)
        y = np.sin(2 * x) + 0.3 * x + rng.normal(0, 0.25, 24)
        return np.column_stack([x, y.round(2)]), np.zeros(24, dtype=int)

    def story(self, X, y, values):
        own = {name: values[name] for name in ("centres", "width", "function", "adapt")}
        learner = RBFRegression(**own, lam=LAM)
        trace = learner.trace(X[:, :1], X[:, 1])
        curve = fit(X[:, 0], X[:, 1], limits=LIMITS, title="The sum", editable=True, name="plane")
        reach = 1.1 * max(1.0, float(np.abs(bumps(trace[-1])).max()))
        each = Chart(xlim=LIMITS[0], ylim=(-reach, reach), title=lambda step: TITLES[step.phase], name="bumps",
                     xlabel="x")  # fmt: skip
        return Story(trace, columns(curve, each.marks(_drawn), weights=(3, 2), shape=2.3, caption=_caption))


def bumps(step) -> np.ndarray:
    """(bumps, places): each as high as its weight, or 1 where there is none yet."""
    if step.weights is None:
        if step.widths is None:
            return np.zeros((0, len(GRID)))
        return np.exp(-((GRID - step.centres) ** 2) / (2 * step.widths[:, None] ** 2))
    return step.weights[1:] * step.model.basis(GRID[:, None]).T


def _drawn(step) -> list[Mark]:
    """The bumps, and their centres on the axis."""
    x = coordinates(GRID)
    lines = [Path(x, coordinates(bump), f"curve{j % 6}", 1.6, j % 6, items=Items(label=f"bump {j + 1}"))
             for j, bump in enumerate(bumps(step))]  # fmt: skip
    centres, floor = coordinates(step.centres[:, 0]), coordinates(np.zeros(len(step.centres)))
    return [*lines, Path(centres, floor, "ink", 0.0, dots=True, items=CENTRE)]


def _caption(step) -> str:
    if step.phase == "centres":
        return f"{counted(len(step.centres), 'centre')}, placed by k-means: the heights of the points play no part"
    if step.phase == "widths":
        return f"a bump of width {step.widths[0]:g} around each centre"
    if step.iteration:
        moved = f"centres and widths have moved {counted(step.iteration, 'time')}, downhill"
        return f"{moved}, weights solved anew; residual sum of squares {step.rss:.3g}"
    return f"the weights are solved by least squares; residual sum of squares {step.rss:.3g}"
