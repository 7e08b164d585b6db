"""Share five envelopes out between two coins by hand; the best coins for these shares answer at once.

Lecture 14; deck 002 "Motivating Example:". Inventory: I-002-039, I-002-040.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.mixture.coins import Trials
from labkit.lectures.l14_em_mixtures import questions
from labkit.lectures.l14_em_mixtures.common import envelope_names, heads_bars, tosses
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns

NAMES = ("one", "two", "three", "four", "five")
HEADY = (0.0, 1.0, 1.0, 0.0, 1.0)  # whoever shows seven heads or more is coin A
THEIRS = Items("envelope", 1, "share by these coins")
SETTLED = (0.1, 0.95, 0.85, 0.05, 0.6)  # nearly what EM ends with


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SharesStep(Step):
    """Shares that a person chose, the coins that fit them best, and the shares that those coins would choose."""

    shares: np.ndarray  # of coin A, one for each envelope
    wanted: np.ndarray
    log_likelihood: float

    @property
    def gap(self) -> float:
        """The largest difference between the two."""
        return float(np.abs(self.shares - self.wanted).max())

    @property
    def caption(self) -> str:
        a, b = self.model.heads
        return (
            f"coin A {a:.2f}, coin B {b:.2f}; log-likelihood {self.log_likelihood:.2f}; "
            f"your shares and theirs differ by up to {self.gap:.2f}"
        )


class SharesLab(Lab):
    """You do the one half, the machine the other."""

    name, heading, clickable = "14-shares", "Five envelopes, two coins", ("shares",)
    question = questions.sure_coins
    steering = tuple(
        Slider(name, f"envelope {k}, share of coin A", 0.0, 1.0, 0.05, HEADY[k - 1]) for k, name in enumerate(NAMES, 1)
    )
    presets = {
        "half and half": dict.fromkeys(NAMES, 0.5),
        "one envelope for coin A": dict.fromkeys(NAMES, 0.0) | {"two": 1.0},
        "nearly settled": dict(zip(NAMES, SETTLED, strict=True)),
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the envelopes are always the same

    def click(self, values, at):
        """The bar goes there."""
        k = int(np.clip(round(at.x), 0, len(NAMES) - 1))
        return {NAMES[k]: round(20 * float(np.clip(at.y, 0.0, 1.0))) / 20}

    def story(self, X, y, values):
        step = shared([values[name] for name in NAMES])
        return Story(Trace([step]), columns(_shares(), heads_bars(), weights=(3, 2), shape=2.4))


def shared(shares) -> SharesStep:
    """M for these shares of coin A, and E for the coins that it makes."""
    X, a = tosses(), np.asarray(shares, dtype=float)
    model = Trials(X).maximised(np.array([a, 1 - a]))
    return SharesStep(event=SOLVED, model=model, shares=inputs.frozen(a), wanted=model.predict_proba(X)[:, 0],
                      log_likelihood=model.log_likelihood(X))  # fmt: skip


def _shares() -> Chart:
    """Yours are bars, those that the coins would choose are dots."""
    chart = Chart(ylim=(0.0, 1.06), title="Coin A: your shares, theirs (dots)", name="shares")
    chart.bars("shares", labels=envelope_names(), color="class0", hollow=True).level(0.5)
    return chart.points(np.arange(len(NAMES)), "wanted", size=6.5, items=THEIRS)
