"""What the page with more of lecture 01 shows beside its lab."""

from __future__ import annotations

import numpy as np

from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners.decisions import risk, targets
from labkit.lectures.l01_function_approximation.heart import held_out_posteriors, patients
from labkit.lectures.l01_function_approximation.pictures import CASE
from labkit.player.player import Player, play
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

P = 0.3  # of class 1, where three losses are compared
ANSWERS = np.linspace(0.01, 0.99, 197)
LOSSES = {  # expected, for the answer y
    "squared": lambda y: P * (1 - y) ** 2 + (1 - P) * y**2,
    "absolute": lambda y: P * (1 - y) + (1 - P) * y,
    "log": lambda y: -P * np.log(y) - (1 - P) * np.log(1 - y),
}
CLINIC = 0.46  # share of ill people there
PRIORS = (CLINIC, 0.2, 0.05, 0.01)
PRICES = np.linspace(0.02, 0.5, 97)
BINS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0))


def _still(chart: Chart, title: str, caption: str) -> Player:
    return play([Step(event=SOLVED, model=None)], columns(chart, shape=2.8, caption=lambda step: caption), title=title)


def two_codings() -> Table:
    """The lecture's case in both codings."""
    y = targets.regression(CASE, "simplex")
    return Table.from_dict({
        "class": ["1", "2", "3"],
        "P": [f"{p:g}" for p in CASE],
        "distance, one-hot": [f"{d:.2f}" for d in targets.distances(CASE)],
        "y, simplex": [f"{value:.2f}" for value in y],
        "distance, simplex": [f"{d:.3f}" for d in targets.distances(y, "simplex")],
    })  # fmt: skip


def three_losses() -> Player:
    """What an answer y is expected to cost, by three losses, where class 1 has probability 0.3."""
    chart = Chart(xlim=(0.0, 1.0), ylim=(0.0, 1.3), xlabel="answer y", title="Expected loss where P = 0.3")
    for name, loss in LOSSES.items():
        chart.function(lambda y, loss=loss: loss(np.clip(y, ANSWERS[0], ANSWERS[-1])), name)
    best = {name: float(ANSWERS[loss(ANSWERS).argmin()]) for name, loss in LOSSES.items()}
    chart.points(list(best.values()), [LOSSES[name](np.array(y)) for name, y in best.items()], size=6.0)
    return _still(
        chart, "Three losses", "squared and log loss are least at y = 0.3, the absolute loss at the end, y = 0"
    )


def other_priors() -> Table:
    """What a posterior of 0.5 and one of 0.9 at the clinic become elsewhere."""
    return Table.from_dict({
        "share of ill people": [f"{prior:g}" for prior in PRIORS],
        **{f"clinic says {p:g}": [f"{moved(p, CLINIC, prior):.2f}" for prior in PRIORS] for p in (0.5, 0.9)},
    })  # fmt: skip


def moved(p: float, before: float, after: float) -> float:
    """The posterior p under another prior: its odds are multiplied by how the odds of the prior changed."""
    odds = p / (1 - p) * (after / (1 - after)) / (before / (1 - before))
    return odds / (1 + odds)


def calibration() -> Table:
    """Of the patients with about the same posterior, how many are ill?"""
    p, ill = held_out_posteriors()[:, 1], patients()[1]
    inside = [(p >= low) & (p < high) for low, high in BINS]
    return Table.from_dict({
        "posterior": [f"{low:g} to {high:g}" for low, high in BINS],
        "patients": [int(rows.sum()) for rows in inside],
        "their mean posterior": [f"{p[rows].mean():.2f}" for rows in inside],
        "share of ill": [f"{ill[rows].mean():.2f}" for rows in inside],
    })  # fmt: skip


def answered() -> tuple[np.ndarray, np.ndarray]:
    """(share of patients that are answered, share of mistakes among these), for falling prices of asking."""
    P, ill = held_out_posteriors(), patients()[1]
    found = [risk.decisions(P, None, price) for price in PRICES]
    kept = [decisions != risk.REJECTED for decisions in found]
    wrong = [float(np.mean(d[k] != ill[k])) for d, k in zip(found, kept, strict=True)]
    return np.array([k.mean() for k in kept]), np.array(wrong)


def reject_curve() -> Player:
    """Fewer answers, fewer mistakes."""
    share, wrong = answered()
    share, first = np.unique(share, return_index=True)
    chart = Chart(share, xlim=(0.0, 1.0), ylim=(0.0, 0.25), xlabel="share of patients who get an answer",
                  title="Share of mistakes among the answers", cursor=False)  # fmt: skip
    chart.line(wrong[first], whole=True)
    caption = f"all answered: {wrong[-1]:.0%} wrong; the surest half: {_at_half(share, wrong[first]):.0%}"
    return _still(chart, "Who is asked about?", caption)


def _at_half(share: np.ndarray, wrong: np.ndarray) -> float:
    return float(wrong[np.abs(share - 0.5).argmin()])
