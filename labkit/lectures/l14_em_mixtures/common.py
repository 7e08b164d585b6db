"""The five envelopes of lecture 14, and how they are named."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.views.charts.chart import Chart

COINS = ("coin A", "coin B")
TRUTH = tuple("BAABA")  # which coin it was


def tosses() -> np.ndarray:
    """(envelopes, 2): heads and tails."""
    return data.load("coins").numeric("heads", "tails")


def envelope_names() -> list[str]:
    return [f"{heads:.0f} heads" for heads, _ in tosses()]


def heads_bars(**options) -> Chart:
    """The chances of heads of both coins, a bar each."""
    chart = Chart(ylim=(0.0, 1.0), title="Chance of heads", name="coins", **options)
    return chart.bars(lambda step: step.model.heads, kind=(0, 1), labels=COINS)
