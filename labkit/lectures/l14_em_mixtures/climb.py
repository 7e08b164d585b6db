"""EM with two coins, half a step at a time, on the surface that it climbs.

Lecture 14; deck 002 "Motivating Example:", "Iterative Methods". Inventory: I-002-038, I-002-040.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.learners import CoinMixture
from labkit.lectures.l14_em_mixtures import questions
from labkit.lectures.l14_em_mixtures.common import COINS, envelope_names, tosses
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, square

LOW, HIGH, STEP = 0.05, 0.95, 0.01
NEAR = 1e-4  # where the story ends
LEVELS = (-40.0, -36.0, -34.0, -33.0, -32.5, -32.05, -31.75, -31.62)


class ClimbLab(Lab):
    """E shares the envelopes out, M moves the coins."""

    name, heading, clickable = "14-climb", "Two coins climb", ("landscape",)
    question = questions.alike
    steering = (
        Slider("a", "coin A starts at", LOW, HIGH, STEP, 0.6),
        Slider("b", "coin B starts at", LOW, HIGH, STEP, 0.6),
    )
    presets = {
        "a little different": {"b": 0.59},
        "0.6 and 0.5": {"b": 0.5},
        "exchanged": {"a": 0.5},
        "far apart": {"a": 0.1, "b": 0.9},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def click(self, values, at):
        """Start there."""
        a, b = (round(float(np.clip(p, LOW, HIGH)), 2) for p in (at.x, at.y))
        return {"a": a, "b": b}

    def story(self, X, y, values):
        trace = CoinMixture(start=(values["a"], values["b"]), tolerance=NEAR).trace(tosses())
        return Story(trace, columns(square(_landscape(trace)), _shares(), shape=2.0))


def surface(points: np.ndarray) -> np.ndarray:
    """The log-likelihood of pairs of chances."""
    heads, tails = tosses().T
    p = np.clip(np.asarray(points), 1e-9, 1 - 1e-9)[..., None]
    each = heads * np.log(p) + tails * np.log1p(-p)  # (..., 2, envelopes)
    return (np.logaddexp(each[..., 0, :], each[..., 1, :]) - np.log(2)).sum(axis=-1)


def _landscape(trace: Trace) -> Landscape:
    """The way is made of the coins after every M."""
    way = np.array([step.model.heads for step in trace if step.half != "E"])
    return Landscape(surface, ((0.0, 1.0), (0.0, 1.0)), ways={"EM": way}, at=_moves, levels=LEVELS,
                     title="Log-likelihood", xlabel=f"{COINS[0]}: chance of heads",
                     ylabel=f"{COINS[1]}: chance of heads")  # fmt: skip


def _moves(step) -> int:
    """How often the coins have moved; the stop is one more place, where nothing moves."""
    return step.iteration - (step.half == "E") + (step.event == "stop")


def _shares() -> Chart:
    """What E says of each envelope."""

    def share(step) -> np.ndarray:
        return np.full(len(tosses()), np.nan) if step.responsibilities is None else step.responsibilities[:, 0]

    chart = Chart(ylim=(0.0, 1.06), title="E: share of coin A", name="shares")
    return chart.bars(share, labels=envelope_names(), color="class0").level(0.5, "half")
