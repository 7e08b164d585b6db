"""A few cuts along a line: yours, those of greedy growing, and the best there are.

Lecture 18; deck 002 "Growing CART", "Pitfalls of greedy optimization". Inventory: I-002-045, I-002-049.

    greedy     the best single cut, then again and again the cut that takes most off the error                 (1)
    best       best(k, j) = least over i of best(k - 1, i) + squares of examples i to j about their mean       (2)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data, inputs
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners import RegressionTree
from labkit.lectures.l18_regression_trees import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.layout import columns
from labkit.views.scene import DASHED, Mark, Segments

EXAMPLES, MOST = 36, 4
RAMP, WAVE, STAIRS = "a ramp", "a wave", "three steps"
SHAPES = {
    RAMP: lambda x: 2 * x - 1,
    WAVE: data.wave,
    STAIRS: lambda x: np.select([x < 0.3, x < 0.65], [-0.8, 0.9], 0.1),
}
NOISE = 0.04
LIMITS = ((0.0, 1.0), (-1.25, 1.25))
YOURS, GREEDY, BEST = WHO = ("yours", "greedy", "best")
COUNTS = tuple(map(str, range(1, MOST + 1)))
BEGIN = np.arange(1, MOST + 1) / 5  # where your cuts are at first


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """A number for each piece between cuts."""

    cuts: np.ndarray
    means: np.ndarray

    def predict(self, X) -> np.ndarray:
        return self.means[np.searchsorted(self.cuts, np.asarray(X)[:, 0])]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CutsStep(Step):
    """The staircase that is shown, and the mean squared error of all three."""

    who: str
    errors: tuple[float, float, float]

    @property
    def caption(self) -> str:
        places = ", ".join(f"{cut:.2f}" for cut in self.model.cuts)
        return f"{self.who}: cuts at {places}; mean squared error {self.errors[WHO.index(self.who)]:.3f}"


class CutsLab(Lab):
    """Place the cuts yourself, then look at the tree's."""

    name, heading, clickable = "18-cuts", "Where would you cut?", ("plane",)
    question = questions.greedy_or_best
    steering = (
        Choice("data", "data", tuple(SHAPES), RAMP),
        Choice("cuts", "cuts", COUNTS, "2"),
        Choice("show", "show", WHO, YOURS),
        *(Slider(f"cut{k}", f"cut {k}", 0.02, 0.98, 0.02, float(at),
                 only=("cuts", COUNTS[k - 1 :]) if k > 1 else None) for k, at in enumerate(BEGIN, start=1)),
    )  # fmt: skip
    presets = {
        "greedy, two cuts": {"show": GREEDY},
        "best, two cuts": {"show": BEST},
        "a wave": {"data": WAVE, "cuts": "3"},
        "three steps": {"data": STAIRS},
    }

    def data(self, values):
        x = (np.arange(EXAMPLES) + 0.5) / EXAMPLES
        noise = np.random.default_rng(1).normal(0, NOISE, EXAMPLES)
        return np.column_stack([x, SHAPES[values["data"]](x) + noise]), np.zeros(EXAMPLES, dtype=int)

    def click(self, values, at):
        """The nearest of your cuts goes there."""
        mine = [values[f"cut{k}"] for k in range(1, int(values["cuts"]) + 1)]
        nearest = 1 + int(np.abs(np.array(mine) - at.x).argmin())
        return {"show": YOURS, f"cut{nearest}": round(float(np.clip(at.x, 0.02, 0.98)) * 50) / 50}

    def story(self, X, y, values):
        x, z, many = *X.T, int(values["cuts"])
        mine = [values[f"cut{k}"] for k in range(1, many + 1)]
        found = dict(zip(WHO, (pieces(x, z, mine), greedy(x, z, many), best(x, z, many)), strict=True))
        errors = tuple(float(np.mean((z - each.predict(X[:, :1])) ** 2)) for each in found.values())
        step = CutsStep(event=SOLVED, model=found[values["show"]], who=values["show"], errors=errors)
        plane = fit(x, z, limits=LIMITS, title=f"{many} cuts: {values['show']}", name="plane").marks(_cuts)
        bars = Chart(title="Mean squared error", ylim=(0.0, 1.15 * max(errors)), name="errors")
        return Story(Trace([step]), columns(plane, bars.bars("errors", labels=WHO), weights=(3, 2)))


def pieces(x: np.ndarray, y: np.ndarray, cuts) -> Pieces:
    """The means between these cuts; a cut that parts nothing is dropped."""
    places = np.searchsorted(x, np.sort(cuts))
    kept = np.unique(places[(places > 0) & (places < len(x))])
    means = np.array([part.mean() for part in np.split(y, kept)])
    return Pieces(inputs.frozen((x[kept - 1] + x[kept]) / 2), inputs.frozen(means))


def greedy(x: np.ndarray, y: np.ndarray, many: int) -> Pieces:
    tree = RegressionTree(max_leaves=many + 1, order="best").fit(x[:, None], y).model_.tree  # (1)
    return pieces(x, y, tree.threshold[tree.splits])


def best(x: np.ndarray, y: np.ndarray, many: int) -> Pieces:
    """Of all ways to cut so often, by dynamic programming."""
    n = len(y)
    sums, squares = (np.append(0.0, np.cumsum(values)) for values in (y, y**2))
    sizes = np.subtract.outer(np.arange(n + 1), np.arange(n + 1)).T  # [i, j] examples from i up to j
    inside = np.where(
        sizes > 0, squares - squares[:, None] - (sums - sums[:, None]) ** 2 / np.maximum(sizes, 1), np.inf
    )
    least, last = inside[0], []
    for _ in range(many):
        totals = least[:, None] + inside  # (2)
        last.append(totals.argmin(axis=0))
        least = totals.min(axis=0)
    cuts, end = [], n
    for before in reversed(last):
        end = int(before[end])
        cuts.append((x[end - 1] + x[end]) / 2)
    return pieces(x, y, cuts)


def _cuts(step: CutsStep) -> list[Mark]:
    (_, _), (low, high) = LIMITS
    return [Segments(float(cut), low, float(cut), high, "accent", 1.6, DASHED) for cut in step.model.cuts]
