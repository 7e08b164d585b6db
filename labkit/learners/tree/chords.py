"""Why some impurities see a split and one may not: the chord of a split under the curve of an impurity.

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
from labkit.core.story import START, STOP, UPDATE, Step, Trace
from labkit.learners.tree import criteria

IMPURITIES = {
    "entropy": criteria.entropy,
    "Gini": criteria.gini,
    "misclassification": criteria.misclassification,
}


def impurity(name: str, shares: np.ndarray) -> np.ndarray:
    """Of nodes whose first of two classes has these shares."""
    return IMPURITIES[name](np.array([shares, 1 - np.asarray(shares)]))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ChordStep(Step):
    """A node of share P and its children at P - d and P + d."""

    P: float
    d: float

    def heights(self, name: str) -> tuple[float, float, float]:
        """The impurity of the first child, of the node and of the second child."""
        return tuple(impurity(name, np.array([self.P - self.d, self.P, self.P + self.d])).tolist())

    def gain(self, name: str) -> float:
        left, node, right = self.heights(name)
        return max(node - (left + right) / 2, 0.0)  # (1), without rounding below zero

    @property
    def caption(self) -> str:
        gains = ", ".join(f"{name} {self.gain(name):.3f}" for name in IMPURITIES)
        return f"{self.P:.2g} into {self.P - self.d + 0.0:.2f} and {self.P + self.d:.2f} gains: {gains}"


def chord_steps(P: float, steps: int = 30) -> Trace:
    """The children of a node of share P move apart until one is pure."""
    inputs.number("P", P, above=0, below=1)
    inputs.number("steps", steps, least=2, whole=True)
    apart = np.linspace(0.0, min(P, 1 - P), steps + 1).tolist()
    events = [START, *[UPDATE] * (steps - 1), STOP]
    return Trace(ChordStep(event=event, model=None, P=P, d=d) for event, d in zip(events, apart, strict=True))
