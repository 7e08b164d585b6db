"""Why EM climbs: a bound that touches the likelihood where the coin is. One coin is fair and known, one moves.

Lecture 14; deck 002 "Iterative Methods". Inventory: I-002-038, I-002-041.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.learners import CoinMixture
from labkit.learners.mixture import CoinModel, em
from labkit.lectures.l14_em_mixtures import questions
from labkit.lectures.l14_em_mixtures.climb import surface
from labkit.lectures.l14_em_mixtures.common import tosses
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.scene import RING, Mark, Path, Points, codes, coordinates

LOW, HIGH = 0.02, 0.98
BOTTOM, TOP = -44.0, -30.0  # of what is seen
FAIR, NEAR = 0.5, 2e-3


class BoundLab(Lab):
    """Touch, climb, touch again."""

    name, heading, clickable = "14-bound", "A bound that touches", ("bound",)
    question = questions.top_of_the_bound
    steering = (Slider("start", "coin A starts at", 0.05, 0.95, 0.01, 0.25),)
    presets = {"from the other side": {"start": 0.95}, "from the fair coin": {"start": 0.5}, "close": {"start": 0.7}}
    still = 1

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def click(self, values, at):
        return {"start": round(float(np.clip(at.x, 0.05, 0.95)), 2)}

    def story(self, X, y, values):
        trace = CoinMixture(start=(values["start"], FAIR), held=(1,), tolerance=NEAR).trace(tosses())
        return Story(trace, columns(_chart(touches(trace)), shape=2.4, caption=_caption))


def likelihood(p: np.ndarray) -> np.ndarray:
    """ln L of a coin A of these chances beside a fair one."""
    p = np.ravel(p)
    return surface(np.column_stack([p, np.full(len(p), FAIR)]))


def bound(p: np.ndarray, at: float) -> np.ndarray:
    """B of these chances, which touches ln L where coin A is ``at``: the same as ``em.bound``, for many at once."""
    heads, tails = tosses().T
    r = CoinModel.given([float(at), FAIR]).predict_proba(tosses())
    p = np.clip(np.ravel(p), 1e-9, 1 - 1e-9)[:, None]
    logs = np.log([FAIR]) + heads * np.log(p) + tails * np.log1p(-p), np.log(FAIR) * (1 + heads + tails)
    entropy = -(r * np.log(np.maximum(r, em.TINY))).sum()
    return (r[:, 0] * logs[0]).sum(axis=1) + (r[:, 1] * logs[1]).sum() + entropy


def touches(trace: Trace) -> dict:
    """Step -> where its bound touches: at the coin, or after M at the coin that there was before."""
    found = {}
    for step in trace:
        if step.half != "M":
            at = float(step.model.heads[0])
        found[step] = at
    return found


def _chart(touch: dict) -> Chart:
    chart = Chart(xlim=(LOW, HIGH), ylim=(BOTTOM, TOP), title="Log-likelihood, and the bound below it", name="bound",
                  xlabel="coin A: chance of heads", xticks=ticks(0.0, 1.0, 6))  # fmt: skip
    chart.function(likelihood, "ln L", color="ink")
    chart.model(lambda step: None if step.event == "start" else lambda p: bound(p, touch[step]), "bound", flat=False,
                color="curve0", dash=2)  # fmt: skip
    return chart.marks(lambda step: _moves(step, touch[step]))


def _moves(step, at: float) -> list[Mark]:
    """Where the coin is; after M, how it came there."""
    p, height = float(step.model.heads[0]), step.log_likelihood
    here = Points(coordinates([p]), coordinates([height]), codes([0]), codes([RING]), 7.0, items=Items("coin A"))
    if step.half != "M":
        return [here]
    ends = coordinates([at, p, p]), coordinates([float(likelihood(at)[0]), float(bound(p, at)[0]), height])
    return [Path(*ends, "accent", 2.2, arrow=True), here]


def _caption(step) -> str:
    p, L = float(step.model.heads[0]), f"ln L = {step.log_likelihood:.3f}"
    if step.event == "start":
        return f"start: coin A at {p:.2f}, coin B is fair; {L}"
    if step.event == "stop":
        return f"after {step.iteration} iterations the bound has its top where it touches: coin A {p:.3f}, {L}"
    if step.half == "E":
        return f"E, iteration {step.iteration}: the bound touches the likelihood at {p:.3f}; {L}"
    return f"M, iteration {step.iteration}: coin A goes to the top of the bound, {p:.3f}; {L}"
