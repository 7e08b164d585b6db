"""What neighbours for classes and for numbers have in common: a memory of examples, and how much each counts.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN", deck 004 "KNN - K nearest neighbors".
Inventory: I-003-001, I-003-006, I-004-014.

    N_k(x) = the k examples nearest to x                                                                  (1)
    y(x) = what they say together, a vote in ``classes`` or a mean in ``numbers``, with the weights       (2)
    w_i = 1                      "uniform", the rule of the lecture                                       (3)
    w_i = d_1 / d_i              "distance": as 1 / d_i, in units of the nearest one's                    (4)

symbol   name here               symbol   name here
N_k      neighbours              w_i      neighbour_weights
d_i      distances, nearest first

Where a neighbour is at distance 0, (4) is 1 for it and for all others at distance 0, and 0 for the rest: an example
that equals the case decides, several of them together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.core.learner import TrainingSet
from labkit.core.story import SOLVED, Step, counted
from labkit.learners.grid import points
from labkit.learners.neighbours.distances import checked_p
from labkit.learners.neighbours.leave_one_out import LeaveOneOut, leave_one_out
from labkit.learners.neighbours.search import SEARCHES, Found, nearest
from labkit.learners.neighbours.steps import NeighbourStep, answering

WEIGHTS = ("uniform", "distance")


def neighbour_weights(distances: np.ndarray, kind: str) -> np.ndarray:
    """(cases, k), for neighbours nearest first; the nearest has weight 1."""
    if kind == "uniform":
        return np.ones(distances.shape)  # (3)
    apart = distances > 0
    return np.where(apart, distances[:, :1] / np.where(apart, distances, 1.0), 1.0)  # (4)


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """The examples and how neighbours among them are asked; ``dataclasses.replace(model, k=3)`` asks otherwise.

    A kind of memory says what neighbours (rows and distances, both (cases, k), nearest first) answer: ``answers`` of
    all k, ``staged`` of the first one, two, ...; and ``losses`` of such stages for the examples of these rows.
    """

    told: ClassVar[type[NeighbourStep]]

    X: np.ndarray
    y: np.ndarray  # class indices, or numbers
    k: int
    p: float
    weights: str
    search: str

    def neighbours(self, X, k: int | None = None) -> Found:
        """(rows, distances) of the k nearest examples of every case, nearest first, of equals the lowest row.

        An example that is asked about is its own neighbour.
        """
        k = self.k if k is None else k
        checked_k(k, len(self.X))
        return nearest(self.X, self._cases(X), k, self.p, self.search)

    def predict(self, X) -> np.ndarray:
        rows, distances = self.neighbours(X)  # (1)
        return self.answers(rows, distances)  # (2)

    def neighbour_steps(self, x) -> Iterator[NeighbourStep]:
        """The story of how one case is answered."""
        cases = self._cases(np.atleast_2d(x))
        if len(cases) != 1:
            raise ValueError(f"x: expected one case, got {len(cases)}; ask about one after another")
        rows, distances = nearest(self.X, cases, self.k, self.p, self.search)
        found = inputs.frozen(cases[0]), inputs.frozen(rows[0], int), inputs.frozen(distances[0])
        return answering(self.told, self, *found)

    def leave_one_out(self, most: int | None = None) -> LeaveOneOut:
        """The errors of k = 1, 2, ..., ``most`` (None: all examples but one), each example asked of all others."""
        return leave_one_out(self, most)

    def _cases(self, X) -> np.ndarray:
        X = np.asarray(X, dtype=float)
        if X.ndim != 2 or X.shape[1] != self.X.shape[1]:
            raise ValueError(
                f"X: expected cases of {self.X.shape[1]} features, got shape {X.shape}; pass the features of X"
            )
        return X

    def _on_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> Found | None:
        """The neighbours of all (x, y), row by row; None where the examples are not of the plane."""
        cases = points(x, y, through)
        return nearest(self.X, cases, self.k, self.p, self.search) if cases.shape[1] == self.X.shape[1] else None


def checked_k(k, examples: int, name: str = "k") -> None:
    why = f"no more neighbours than examples, n_samples={examples}"
    inputs.number(name, k, least=1, most=examples, whole=True, why=why)


class Remembers:
    """For learners that only store their examples: hyper-parameters, checks, and what is asked of the memory."""

    def __init__(self, *, k=5, p=2, weights="uniform", search="auto"):
        self.k = k
        self.p = p
        self.weights = weights
        self.search = search

    def _memory(self, data: TrainingSet) -> Memory:
        raise NotImplementedError

    def _check(self, data: TrainingSet) -> None:
        checked_k(self.k, len(data.y))
        self._check_distances()

    def _check_distances(self) -> None:
        checked_p(self.p)
        inputs.option("weights", self.weights, WEIGHTS)
        inputs.option("search", self.search, SEARCHES)

    def _story(self, data: TrainingSet, told: bool) -> Iterator[Step]:
        n = len(data.y)
        reason = f"{counted(n, 'example')} remembered; nothing is computed before a case is asked about"
        yield Step(event=SOLVED, model=self._memory(data), reason=reason)

    def neighbours(self, X, k: int | None = None) -> Found:
        """(rows, distances) of the k nearest examples of every case, nearest first."""
        X = self._examples(X)
        return self.model_.neighbours(X, k)

    def neighbour_steps(self, x) -> Iterator[NeighbourStep]:
        """The story of how one case is answered."""
        X = self._examples(np.atleast_2d(x))
        return self.model_.neighbour_steps(X)

    def leave_one_out(self, X, y, most: int | None = None) -> LeaveOneOut:
        """The errors of k = 1, 2, ..., ``most`` (None: all examples but one); the learner's own k does not matter."""
        data = self._training_set(X, y)
        self._check_distances()
        return self._memory(data).leave_one_out(most)
