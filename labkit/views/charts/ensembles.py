"""What an ensemble comes to, round by round: vote weights, margins, the gains of cuts.

Lectures 20 and 21; deck 000 "AdaBoost", "AdaBoost in Action", "Gradient Boosting Implementation".
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core.story import STOP, Step
from labkit.views.axes import ticks, value_limits
from labkit.views.charts.chart import Chart
from labkit.views.charts.places import Read, reader
from labkit.views.items import Items
from labkit.views.scene import DASHED, SOLID, Boxes, Mark, Path, Segments, Text, coordinates

LEAST = 8  # bars that there is always room for, so that a short story has slender ones
GHOSTS = 4  # earlier curves of margins shown at most
MOST = 400  # examples drawn one by one; of more, as many evenly spread ones
MARGINS, SHARES = (-1.04, 1.04), (0.0, 1.06)
FLOOR = 0.16  # of the height, below all gains, is where the examples stand


def vote_weights(alphas, at: Read, *, title="Vote weight") -> Chart:
    """A bar a member; ``at`` is how many there are so far. The newest is lit, and the title says its weight."""
    alphas, at = np.asarray(alphas, dtype=float), reader(at)
    rounds = 1 + np.arange(len(alphas))
    last = max(len(alphas), LEAST)

    def said(step: Step) -> str:
        k = min(int(at(step)), len(alphas))
        return f"{title}: {alphas[k - 1]:.2f}" if k else title

    chart = Chart(xlim=(0.4, last + 0.6), ylim=value_limits(alphas), title=said, xlabel="round", name="vote weights",
                  xticks=ticks(1, last, whole=True), at=at, cursor=False)  # fmt: skip
    items = Items("round", 1, "vote weight")
    chart.bars(lambda step: np.where(rounds < at(step), alphas, np.nan), x=rounds, items=items)
    return chart.bars(lambda step: np.where(rounds == at(step), alphas, np.nan), x=rounds, color="accent", items=items)


def cumulative_margins(margins: np.ndarray, at: Read, *, title="") -> Chart:
    """The share of examples with at most a given margin; row k of ``margins`` is after k + 1 rounds, ``at`` how many
    rounds there were. Left of zero are the mistakes: the curve's height there is the training error."""
    rows, at = np.sort(np.asarray(margins, dtype=float), axis=1), reader(at)
    errors = (rows <= 0).mean(axis=1)
    rows = rows[:, np.linspace(0, rows.shape[1] - 1, min(MOST, rows.shape[1])).round().astype(int)]
    share = coordinates((np.arange(rows.shape[1] + 1) / max(rows.shape[1], 1)).repeat(2))
    # The words stand where the curve hardly ever is: it rises from the lower left to the upper right.
    words = Text(-0.98, 0.99, "wrong", "muted", 10.0), Text(0.98, 0.05, "right", "muted", 10.0, "right")
    still = Boxes(MARGINS[0], SHARES[0], 0.0, SHARES[1], fill="grid"), *words

    @cache
    def curve(k: int, color: str, width: float) -> Path:
        """After k rounds; steps share it."""
        x, items = coordinates([MARGINS[0], *rows[k - 1].repeat(2), MARGINS[1]]), Items(label=f"share after round {k}")
        return Path(x, share, color, width, items=items)

    def now(step: Step) -> list[Mark]:
        k = min(int(at(step)), len(rows))
        if not k:
            return []
        error = Segments(0.0, 0.0, 0.0, float(errors[k - 1]), "wrong", 3.0)
        return [*(curve(j, "muted", 0.8) for j in ghosts(k)), curve(k, "accent", 2.4), error]

    chart = Chart(xlim=MARGINS, ylim=SHARES, title=title, xlabel="margin", name="margins", yticks=ticks(0, 1, 3))
    return chart.marks(lambda step: (*still, *now(step)))


def ghosts(k: int) -> list[int]:
    """The rounds before the k-th whose curves stay: 1, 2, 5, 10, 20, 50..., the latest few."""
    rounds = np.outer(10 ** np.arange(5), [1, 2, 5]).ravel()
    return rounds[rounds < k][-GHOSTS:].tolist()


def split_gains(thresholds, gains, at: Read, *, x, kind=None, gamma: float = 0.0, title="", xlabel="x",
                name="gains") -> Chart:  # fmt: skip
    """The gain of every cut of one node, gamma not taken off; ``at`` is how many were scanned. Below stand the examples
    ``x`` of the classes ``kind``. A cut pays where its gain is above gamma; one that loses hangs below zero."""
    t, gains, at, x = np.asarray(thresholds, float), np.asarray(gains, float), reader(at), np.asarray(x, float)
    low, high = float(gains.min(initial=0.0)), max(float(gains.max(initial=0.0)), 1.1 * gamma)
    tall = max(high - low, 1e-9)
    ylim = low - FLOOR * tall, high + 1.5 * FLOOR * tall  # above is room for a number
    chart = Chart(xlim=value_limits(x, zero=False, pad=0.08), ylim=ylim, title=title, xlabel=xlabel, name=name,
                  yticks=ticks(*ylim, most=6))  # fmt: skip
    chart.level(0.0, color="grid", dash=SOLID, width=1.0)
    if gamma > 0:
        chart.level(gamma, "\u03b3", color="wrong")
    chart.points(x, np.full(len(x), low - FLOOR * tall / 2), kind=kind)
    return chart.marks(lambda step: _scanned(step, t[: at(step)], gains[: at(step)], ylim, gamma))


def _scanned(step: Step, t: np.ndarray, gains: np.ndarray, ylim: tuple[float, float], gamma: float) -> list[Mark]:
    """Stems; a cursor at the latest until the scan is over; the best so far in full colour, with its gain."""
    if not len(t):
        return []
    best, line = int(gains.argmax()), 0.09 * (ylim[1] - ylim[0])
    gain, others = float(gains[best]), np.arange(len(t)) != best
    top = ylim[1] if best < len(t) - 1 else max(gain, 0.0)  # not through the number
    cursor = [] if step.event == STOP else [Segments(float(t[-1]), ylim[0], float(t[-1]), top, "accent", 1.4, DASHED)]
    items = Items(label="gain")
    stems = Segments(coordinates(t[others]), 0.0, coordinates(t[others]), coordinates(gains[others]), "curve0", 3.0,
                     items=items)  # fmt: skip
    place = max(gain, 0.0) + line
    if gamma > 0 and abs(place - gamma) < line:  # not on the line of gamma
        place = gamma + line
    number = Text(float(t[best]), place, f"{gain:.4g}", "accent", 11.0, "center", bold=True)
    return [*cursor, stems, Segments(float(t[best]), 0.0, float(t[best]), gain, "accent", 6.0, items=items), number]
