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

from labkit.core.inputs import frozen
from labkit.core.learner import Regressor, TrainingSet
from labkit.learners.grid import image
from labkit.learners.neighbours.memory import Memory, Remembers, neighbour_weights
from labkit.learners.neighbours.steps import MeanStep


@dataclass(frozen=True, slots=True, eq=False)
class AveragingMemory(Memory):
    """The (weighted) mean of the numbers of the k nearest examples."""

    told = MeanStep

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


class RegressionNeighbours(Remembers, Regressor):
    """The mean of the k nearest examples.

    Parameters
    ----------
    k : how many neighbours are averaged.
    p : of the Minkowski distance, from 1 to ``numpy.inf``; 2 is Euclid's.
    weights : "uniform" (the plain mean) or "distance" (weights of 1 / distance; examples at distance 0 decide alone).
    search : "brute" (every example compared), "tree" (over the cases; quicker for many cases of few features) or
        "auto". The answer is the same.
    """

    def _memory(self, data: TrainingSet) -> AveragingMemory:
        return AveragingMemory(frozen(data.X), frozen(data.y), **self.get_params())
