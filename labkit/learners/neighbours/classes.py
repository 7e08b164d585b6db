"""Nearest neighbours for classes: the k nearest examples vote.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN", "K - NEAREST NEIGHBORS (K - NN)", deck 004
"KNN - K nearest neighbors", "KNN - an example". Inventory: I-003-001, I-003-006, I-004-014, I-004-017.

    N_k(x) = the k examples nearest to x               by |x - x_i|_p of ``distances``                    (1)
    y(x) = argmax_c  sum over N_k(x) of w_i [y_i = c]  w_i of ``memory``                                  (2)

symbol   name here         symbol   name here
N_k      neighbours        w_i      neighbour_weights
k        k                 sum ..   votes

Learning is remembering: all the work is done when a case is asked about. Ties: of examples at equal distance that of
the lowest row is nearer; of classes with equal votes the first is answered. The lectures leave both open, and so the
runner's question of deck 004 at k = 2 (one vote each). Its data are lost; a made-up table stands in for them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.inputs import frozen
from labkit.core.learner import Classifier, HasProbabilities, TrainingSet
from labkit.learners.grid import ClassGrids, image
from labkit.learners.neighbours.cases import remembered
from labkit.learners.neighbours.memory import NeighbourLearner, NeighbourModel, NeighbourStep, neighbour_weights
from labkit.learners.neighbours.voronoi import Voronoi, voronoi


class VoteStep(NeighbourStep):
    """A neighbour that votes for its class."""

    __slots__ = ()

    @property
    def votes(self) -> np.ndarray:
        """For each class, so far; a weighted vote counts as a share of that of the nearest neighbour."""
        if not self.neighbour:
            return np.zeros(len(self.model.classes))
        return self.model.votes(self.neighbours[None], self.distances[None, : self.neighbour])[0]

    @property
    def leaders(self) -> np.ndarray:
        """The classes with the most votes so far; the first of them is the answer."""
        votes = self.votes
        return self.model.classes[(votes > 0) & (votes == votes.max())]

    def _spoken(self) -> str:
        many = len(self.leaders)
        return str(self.answer) if many == 1 else f"{self.answer}, the first of {many} with equal votes"

    def _happened(self) -> str:
        own = self.model.classes[self.model.y[self.example]]
        votes = zip(self.model.classes, self.votes, strict=True)
        tally = ", ".join(f"{count:.4g} for {label}" for label, count in votes if count)
        return f"{self._found()} is of class {own}; votes: {tally}"


@dataclass(frozen=True, slots=True, eq=False)
class VotingModel(ClassGrids, NeighbourModel):
    """The class with the most votes among the k nearest examples (the first of equals)."""

    step = VoteStep
    score_limit = 0.5  # of votes
    classes: np.ndarray

    def _targets(self, y) -> np.ndarray:
        y = inputs.vector(y)
        own = y[:, None] == self.classes
        if not own.any(axis=1).all():
            other = y[~own.any(axis=1)].tolist()[0]
            raise ValueError(
                f"y: expected the model's classes {self.classes.tolist()}, got {other!r}; fit anew for another class"
            )
        return own.argmax(axis=1)

    def votes(self, rows: np.ndarray, distances: np.ndarray) -> np.ndarray:
        """(cases, classes): the sum of the weights of the neighbours of each class."""
        n, C = len(rows), len(self.classes)
        ballots = (np.arange(n)[:, None] * C + self.y[rows]).ravel()
        w = None if self.weights == "uniform" else neighbour_weights(distances, self.weights).ravel()
        return np.bincount(ballots, w, minlength=n * C).reshape(n, C).astype(float)

    def answers(self, rows: np.ndarray, distances: np.ndarray) -> np.ndarray:
        return self.classes[self.votes(rows, distances).argmax(axis=1)]  # (2)

    def tied(self, X) -> np.ndarray:
        """(cases,): whether several classes have the most votes, so that the answer is only the first of them."""
        votes = self.votes(*self.neighbours(X))
        return (votes == votes.max(axis=1, keepdims=True)).sum(axis=1) > 1

    def staged(self, rows: np.ndarray, distances: np.ndarray) -> np.ndarray:
        """(cases, k): the index of the class that the first one, two, ... neighbours vote for."""
        w, y = neighbour_weights(distances, self.weights), self.y[rows]
        winner, most = np.zeros(rows.shape, dtype=int), (w * (y == 0)).cumsum(axis=1)
        for c in range(1, len(self.classes)):
            votes = (w * (y == c)).cumsum(axis=1)
            winner[votes > most] = c
            np.maximum(votes, most, out=most)
        return winner

    def losses(self, staged: np.ndarray, own: np.ndarray) -> np.ndarray:
        return (staged != self.y[own, None]).astype(float)

    def predict_proba(self, X) -> np.ndarray:
        """The share of each class in the votes."""
        votes = self.votes(*self.neighbours(X))
        return votes / votes.sum(axis=1, keepdims=True)

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        """Of two classes the second one's share of the votes less 1/2, of more the votes of each."""
        found = self._on_grid(x, y, through)
        if found is None:
            return None
        votes = self.votes(*found)
        two = len(self.classes) == 2
        return image((votes[:, 1] - votes[:, 0]) / (2 * votes.sum(axis=1)) if two else votes, x, y)

    def voronoi(self, xlim: tuple[float, float], ylim: tuple[float, float]) -> Voronoi:
        """The cells of 1-NN in the plane; ``boundary(model.y)`` of them is where its answer changes."""
        if self.categorical is not None:
            raise ValueError("X: expected two columns of numbers, got categories, which have no plane; use predict")
        if self.p != 2:
            raise ValueError(
                f"p: expected 2, as the sides of other distances' cells are not straight, got {self.p!r}; "
                "pass dataclasses.replace(model, p=2), or look at field"
            )
        return voronoi(self.X, xlim, ylim)


class NearestNeighbours(NeighbourLearner, HasProbabilities, Classifier):
    """The k nearest examples vote on the class of a case.

    Parameters
    ----------
    k : how many neighbours vote.
    p : of the Minkowski distance, from 1 to ``numpy.inf``; 2 is Euclid's.
    weights : "uniform" (a vote each) or "distance" (a vote of 1 / distance; examples at distance 0 decide alone).
    search : "brute" (every example compared), "tree" (over the cases; quicker for many cases of few features) or
        "auto". The answer is the same.
    """

    def _model(self, data: TrainingSet) -> VotingModel:
        return VotingModel(*remembered(data.X), frozen(data.y, int), classes=data.classes, **self.get_params())
