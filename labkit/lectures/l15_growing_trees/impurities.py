"""Three impurities, and what a split gains under each."""

from __future__ import annotations

from labkit.learners.tree.chords import IMPURITIES, ChordStep, chord_steps, impurity
from labkit.player.player import Player, play
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import Mark, Path, Text, coordinates

TICKS = ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))


def impurity_curves(P: float = 0.25, steps: int = 30) -> Player:
    """The children of a node of share P move apart; the gap under each curve is the gain."""
    player = play(chord_steps(P, steps), columns(*map(_curve, IMPURITIES), shape=3.2), title="How impure?")
    player.frame = steps  # where the gaps are widest; playing begins again at the start
    return player


def _curve(name: str) -> Chart:
    chart = Chart(xlim=(0.0, 1.0), ylim=(0.0, 1.12), title=name, name=name, xlabel="share of the first class",
                  xticks=TICKS, yticks=TICKS)  # fmt: skip
    chart.function(lambda shares: impurity(name, shares), color="muted")
    return chart.marks(lambda step: _chord(step, name))


def _chord(step: ChordStep, name: str) -> list[Mark]:
    left, node, right = step.heights(name)
    ends = coordinates([step.P - step.d, step.P + step.d])
    gap = coordinates([step.P, step.P]), coordinates([(left + right) / 2, node])
    return [
        Path(ends, coordinates([left, right]), color="curve0", width=1.6, dots=True),
        Path(*gap, color="accent", width=3.5, dots=True),
        Text(0.03, 1.05, f"gain {step.gain(name):.3f}", color="accent", bold=True),
    ]
