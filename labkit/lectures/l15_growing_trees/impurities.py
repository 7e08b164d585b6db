"""Three impurities, and what a split gains under each: the gap between a bent curve and its chord.

Lecture 15; deck 000 "Criteria for Splitting Tests - 1" to "- 3", deck 001 "Alternative Splitting Criteria".
Inventory: I-000-076, I-000-077, I-000-078, I-001-029.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.tree.chords import IMPURITIES, ChordStep, chord_steps, impurity
from labkit.lectures.l15_growing_trees import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import Mark, Path, Text, coordinates

TICKS = ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))
STEPS = 30  # until one child is pure


class ImpurityLab(Lab):
    """Two children of equal size move apart; who sees it?"""

    name, heading = "15-impurities", "Two children move apart"
    question = questions.who_is_blind
    steering = (Slider("share", "share of class A in the node", 0.1, 0.9, 0.05, 0.25),)
    presets = {"an even node": {"share": 0.5}, "across one half": {"share": 0.4}, "a rare class": {"share": 0.1}}
    still = STEPS  # where the gaps are widest

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # only the share matters

    def story(self, X, y, values):
        return Story(chord_steps(values["share"], STEPS), columns(*map(_curve, IMPURITIES), shape=3.2))


def _curve(name: str) -> Chart:
    chart = Chart(xlim=(0.0, 1.0), ylim=(0.0, 1.12), title=name, name=name, xlabel="share of class A",
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
