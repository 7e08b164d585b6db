"""Cover's capacity: random labels, the linear program's answer, and the curve that the counts approach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from labkit.core.story import Trace
from labkit.learners.perceptron.capacity import CapacityStep, capacity_steps, normal_approximation
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Telling
from labkit.views.scene import Scene
from labkit.views.shares import Shares, Theory

MOST_SIZES = 20  # numbers of points tried; more would crowd the picture and cost time


class CapacityLab(Lab):
    """The share of random labellings that a hyperplane separates, trial by trial, against theory."""

    name = "10-capacity"
    heading = "Capacity"
    steering = (
        Slider("p", "dimensions p", 1, 10, 1, 4, live=False),
        Slider("trials", "trials", 10, 300, 10, 100, live=False),
        Slider("seed", "seed", 0, 50, 1, 0, live=False),
    )

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the experiment draws its own points

    def tell(self, X, y, values):
        p, trials = values["p"], values["trials"]
        sizes = np.unique(np.linspace(2, 4 * (p + 1), MOST_SIZES).round().astype(int))
        trace = Trace(self._reported(capacity_steps(p, sizes.tolist(), trials=trials, seed=values["seed"]), trials))
        exact = trace[0].exact
        theories = [Theory(exact, "exact"), _approximation(sizes, p, exact, True),
                    _approximation(sizes, p, exact, False)]  # fmt: skip
        shares = Shares(
            sizes, theories, lambda step: (step.share, step.tried), box=(60, 34, 880, 346), xlabel="points N",
            title=f"How often a hyperplane in {p} dimensions separates N randomly labelled points",
            mark=(2 * (p + 1), f"capacity 2(p + 1) = {2 * (p + 1)}"),
        )  # fmt: skip
        return Telling(trace, lambda step: Scene((shares(step),), step.caption))

    def _reported(self, steps: Iterable[CapacityStep], trials: int) -> Iterator[CapacityStep]:
        for step in steps:
            self.progress(step.tried, trials)
            yield step


def _approximation(sizes: np.ndarray, p: int, exact: np.ndarray, corrected: bool) -> Theory:
    values = np.array([normal_approximation(int(n), p, corrected=corrected) for n in sizes])
    off = np.abs(values - exact).max()
    name, color = ("normal, corrected", "class0") if corrected else ("normal, the slide's", "wrong")
    return Theory(values, f"{name}: off by {off:.3f} at most", color, dash=True)
