"""Why some impurities see a split and one may not: three curves, and the chord of a split under each.

Lecture 15; deck 000 "Criteria for Splitting Tests - 1" to "- 3" and "Impurity, Gini Index and Entropy".
Inventory: I-000-076, I-000-077, I-000-078, I-000-079.

A node of two classes, the first with share P, is split into two children of equal weight with shares P - d and P + d.
What they hold on average lies on the chord between them, right below the node:

    gain = I(P) - [I(P - d) + I(P + d)] / 2                       (1)

It is positive wherever the curve is bent (entropy, Gini), and zero where it is straight (E-000-41).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step
from labkit.learners.tree import criteria
from labkit.player.widget import Player, play
from labkit.views.scene import Panel, Path, Scene, Text, coordinates

IMPURITIES = {
    "entropy": criteria.entropy,
    "Gini": criteria.gini,
    "misclassification": criteria.misclassification,
}
HEIGHT = 300.0
BOXES = (48, 32, 262, 226), (364, 32, 262, 226), (680, 32, 262, 226)
SHARES = np.linspace(0.0, 1.0, 101)
TICKS = ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SplitStep(Step):
    """A node of share P and its children at P - d and P + d."""

    P: float
    d: float

    def heights(self, name: str) -> tuple[float, float, float]:
        """The impurity of the first child, of the node and of the second child."""
        shares = np.array([self.P - self.d, self.P, self.P + self.d])
        return tuple(IMPURITIES[name](np.array([shares, 1 - shares])).tolist())

    def gain(self, name: str) -> float:
        left, node, right = self.heights(name)
        return max(node - (left + right) / 2, 0.0)  # (1), without rounding below zero

    @property
    def caption(self) -> str:
        gains = ", ".join(f"{name} {self.gain(name):.3f}" for name in IMPURITIES)
        return f"{self.P:.2g} into {self.P - self.d + 0.0:.2f} and {self.P + self.d:.2f} gains: {gains}"


def impurities(P: float = 0.25, steps: int = 30) -> Player:
    """The children of a node of share P move apart; the gap under each curve is the gain."""
    inputs.number("P", P, above=0, below=1)
    inputs.number("steps", steps, least=2, whole=True)
    apart = np.linspace(0.0, min(P, 1 - P), steps + 1).tolist()
    events = [START, *[UPDATE] * (steps - 1), STOP]
    story = [SplitStep(event=event, model=None, P=P, d=d) for event, d in zip(events, apart, strict=True)]
    curves = {name: coordinates(of(np.array([SHARES, 1 - SHARES]))) for name, of in IMPURITIES.items()}
    shares = coordinates(SHARES)

    def panel(step: SplitStep, name: str, box) -> Panel:
        marks = (Path(shares, curves[name], color="muted", width=2.0), *_chord(step, name))
        return Panel(box, (0.0, 1.0), (0.0, 1.08), marks, name=name, title=name, xticks=TICKS, yticks=TICKS,
                     xlabel="share of the first class")  # fmt: skip

    def scene(step: SplitStep) -> Scene:
        panels = tuple(panel(step, name, box) for name, box in zip(IMPURITIES, BOXES, strict=True))
        return Scene(panels, step.caption, height=HEIGHT)

    player = play(story, scene, title="How impure?")
    player.frame = steps  # where the gaps are widest; playing begins again at the start
    return player


def _chord(step: SplitStep, name: str) -> list[Path | Text]:
    left, node, right = step.heights(name)
    ends = coordinates([step.P - step.d, step.P + step.d])
    gap = coordinates([step.P, step.P]), coordinates([(left + right) / 2, node])
    return [
        Path(ends, coordinates([left, right]), color="class0", width=1.6, dots=True),
        Path(*gap, color="accent", width=3.5, dots=True),
        Text(0.03, 1.01, f"gain {step.gain(name):.3f}", color="accent", bold=True),
    ]
