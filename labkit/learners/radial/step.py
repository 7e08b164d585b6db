"""The steps of a radial basis network: centres placed, widths set, weights solved.

Lecture 13; deck 002 "RBF Networks". Inventory: I-002-024.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import START, STOP, Step, counted
from labkit.learners.mixture.k_means import KMeansStep

CENTRES, WIDTHS, WEIGHTS = "centres", "widths", "weights"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RadialStep(Step):
    """One part of the network is settled, or a step of k-means on the way. Without weights the model is a constant."""

    phase: str  # "centres", "widths" or "weights": what was found last
    centres: np.ndarray  # (m, features)
    widths: np.ndarray | None = None  # (m,)
    weights: np.ndarray | None = None  # (m + 1, outputs): of the constant first, then of each function
    placing: KMeansStep | None = None  # the step of k-means, where it places the centres
    rss: float  # the sum of the squared errors over all outputs
    mistakes: int | None = None  # of examples with classes, as the model stands
    degrees_of_freedom: float | None = None  # of the weights of an output; places and widths were not fitted to y

    @property
    def placed(self) -> int:
        """How many centres there are."""
        return len(self.centres)

    @property
    def caption(self) -> str:
        if self.phase == WIDTHS:
            low, high = f"{self.widths.min():.3g}", f"{self.widths.max():.3g}"
            return f"widths: all {low}" if low == high else f"widths: from {low} to {high}"
        if self.event == STOP:
            wrong = "" if self.mistakes is None else f", {counted(self.mistakes, 'mistake')}"
            return f"stop: {self.reason}, residual sum of squares {self.rss:.4g}{wrong}"
        if self.event == START or self.placing is None:
            return f"start: {self.placed} centre{' is' if self.placed == 1 else 's are'} placed, no weight is solved"
        return f"centres: {self.placing.caption}"
