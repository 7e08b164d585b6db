"""Nearest neighbours for numbers: the mean of the k nearest examples.

Lecture 02; deck 004 "KNN - K nearest neighbors", deck 003 "K - NN BEHAVIOR FOR REGRESSION".
Inventory: I-004-014, I-003-006.

    N_k(x) = the k examples nearest to x                             by |x - x_i|_p of ``distances``      (1)
    y(x) = sum over N_k(x) of w_i y_i / sum over N_k(x) of w_i       w_i of ``memory``                    (2)

symbol   name here         symbol   name here
N_k      neighbours        w_i      neighbour_weights

With w_i = 1, (2) is the lecture's (1/k) sum y_i. Ties: of examples at equal distance that of the lowest row is nearer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.inputs import frozen
from labkit.core.learner import Regressor, TrainingSet
from labkit.learners.grid import image
from labkit.learners.neighbours.cases import remembered
from labkit.learners.neighbours.memory import NeighbourLearner, NeighbourModel, NeighbourStep, neighbour_weights


class MeanStep(NeighbourStep):
    """A neighbour whose number joins the mean."""

    __slots__ = ()

    def _spoken(self) -> str:
        return f"{self.answer:.4g}"

    def _happened(self) -> str:
        return f"{self._found()} has {self.model.y[self.example]:.4g}; the mean is {self._spoken()}"


@dataclass(frozen=True, slots=True, eq=False)
class AveragingModel(NeighbourModel):
    """The (weighted) mean of the numbers of the k nearest examples."""

    step = MeanStep

    def _targets(self, y) -> np.ndarray:
        return inputs.numbers(y)

    def answers(self, rows: np.ndarray, distances: np.ndarray) -> np.ndarray:
        return self.staged(rows, distances)[:, -1]

    def staged(self, rows: np.ndarray, distances: np.ndarray) -> np.ndarray:
        """(cases, k): the mean of the first one, two, ... neighbours."""
        w = neighbour_weights(distances, self.weights)
        return (w * self.y[rows]).cumsum(axis=1) / w.cumsum(axis=1)  # (2)

    def losses(self, staged: np.ndarray, own: np.ndarray) -> np.ndarray:
        return (staged - self.y[own, None]) ** 2

    @property
    def free_parameters(self) -> float:
        """As if every k examples had a number of their own: N / k (with "distance" each example has)."""
        return len(self.X) / (self.k if self.weights == "uniform" else 1)

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        """The means at all (x, y)."""
        found = self._on_grid(x, y, through)
        return None if found is None else image(self.answers(*found), x, y)


class RegressionNeighbours(NeighbourLearner, Regressor):
    """The mean of the k nearest examples.

    Parameters
    ----------
    k : how many neighbours are averaged.
    weights : "uniform" (the plain mean) or "distance" (weights of 1 / distance; examples at distance 0 decide alone).
    p, search : as for ``NearestNeighbours``.
    """

    def _model(self, data: TrainingSet) -> AveragingModel:
        return AveragingModel(*remembered(data.X), frozen(data.y), **self.get_params())
