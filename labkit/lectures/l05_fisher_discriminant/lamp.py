"""A lamp goes round two groups of crabs, and their shadows fall on a line behind them: where do they part?

Lecture 05; deck 004 "Classification via projection", "Optimizing the projection", "Fisher's linear discriminant".
Inventory: I-004-039, I-004-041.
"""

from __future__ import annotations

import numpy as np

from labkit.lectures.l05_fisher_discriminant import questions
from labkit.lectures.l05_fisher_discriminant.common import (
    PAIR,
    LineStep,
    crabs,
    criterion_chart,
    mean_dots,
    scaled,
    shadows,
    solved,
    turned,
    wrong_of,
)
from labkit.player.controls import Button, Choice, Memory
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, rows, square
from labkit.views.scene import Points, Segments, Text, codes, coordinates

SIDE = 3.6  # the plane goes from -SIDE to SIDE, in standard deviations
WALL = 0.4  # behind the last crab
RAYS = 8  # every eighth crab has its ray drawn
TICKS = tuple((float(at), f"{at}") for at in (-2, 0, 2))
STEP = 3  # degrees between two frames
GROUPS = {  # choice -> (measurements, target, names of the classes in sorted order)
    "blue or orange": (PAIR, "species", ("blue", "orange")),
    "female or male": (("rear_width_mm", "carapace_length_mm"), "sex", ("female", "male")),
}


class LampLab(Lab):
    """Turn the lamp, commit to a direction, and see what J says of it."""

    name, heading = "05-lamp", "One shadow per crab"
    question = questions.which_side
    steering = (
        Choice("crabs", "crabs", tuple(GROUPS), "blue or orange"),
        Button("commit", "this is my lamp"),
        Memory("mine", forgets=("crabs",)),
    )
    presets = {"females and males": {"crabs": "female or male"}, "the line of the means": {"mine": "26"}}
    still = 46

    def data(self, values):
        names, target, _ = GROUPS[values["crabs"]]
        X, words = crabs(names, target)
        return scaled(X), (words == np.unique(words)[1]).astype(int)

    def press(self, values, name):
        return {"mine": f"{self.steps[self.frame].degrees:.0f}"}

    def story(self, X, y, values):
        mine = _angle(values["mine"])
        scatter = solved(X, y).scatter
        degrees = ((mine or 0) + np.arange(0, 180 + STEP, STEP)) % 180  # the last frame is the first one again
        steps = turned(scatter, degrees, np.arange(2))
        names, _, groups = GROUPS[values["crabs"]]
        marked = {} if mine is None else {f"yours, {mine}\u00b0": float(mine)}
        beside = rows(shadows(X, y, groups, lambda step: step.w),
                      criterion_chart(scatter, marked=marked, hidden=mine is None))  # fmt: skip
        told = LampPicture(X, y, mine is not None)
        return Story(steps, columns(square(told.plane(names)), beside, caption=told.caption, shape=2.1))


def _angle(text: str) -> int | None:
    if text and not (text.isdecimal() and int(text) <= 180):
        raise ValueError(f"mine: expected an angle from 0 to 180, got {text!r}; turn the lamp and commit")
    return int(text) if text else None


class LampPicture:
    """What the plane and the caption say of a step."""

    def __init__(self, X: np.ndarray, y: np.ndarray, open_: bool):
        self.X, self.y, self.open = X, y, open_
        self._kinds = codes(y)
        self._shadows = Items("example", texts=("its shadow",) * len(y))

    def plane(self, names: tuple[str, str]) -> Chart:
        across, up = (name.removesuffix("_mm").replace("_", " ") + ", scaled" for name in names)
        chart = Chart(xlim=(-SIDE, SIDE), ylim=(-SIDE, SIDE), name="plane", xlabel=across, ylabel=up,
                      title="Lamp, crabs and line", xticks=TICKS, yticks=TICKS)  # fmt: skip
        return chart.marks(self._light).points(self.X[:, 0], self.X[:, 1], kind=self.y, size=3.2).marks(mean_dots)

    def _light(self, step: LineStep):
        """Rays go at right angles to the line that catches the shadows."""
        w = step.w
        ray = np.array([w[1], -w[0]])  # away from the lamp
        wall = float((self.X @ ray).max()) + WALL
        foot = np.outer(self.X @ w, w) + wall * ray
        a, b = np.array([-1.6 * SIDE, 1.6 * SIDE])[:, None] * w + wall * ray
        some = slice(None, None, RAYS)
        yield Segments(*map(coordinates, self.X[some].T), *map(coordinates, foot[some].T), "accent", 0.6)
        yield Segments(*map(float, a), *map(float, b), "ink", 1.6)
        yield Points(*map(coordinates, foot.T), self._kinds, size=2.6, items=self._shadows)
        lamp = -(float((-self.X @ ray).max()) + WALL) * ray
        yield Text(*lamp.tolist(), "lamp", "accent", 13.0, "center", bold=True)

    def caption(self, step: LineStep) -> str:
        angle = f"line at {step.degrees:.0f}\u00b0"
        if not self.open:
            return f"{angle}: turn the lamp, stop where the shadows part best, and commit"
        return (
            f"{angle}: J = {step.J:.4f}; cut in the middle, {wrong_of(step, self.X, self.y)} of {len(self.y)} are wrong"
        )
