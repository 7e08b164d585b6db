"""What gradient boosting has learned: a start, and trees whose scores are added to it.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting Implementation". Inventory: I-000-111, I-000-114.

    F_m(x) = F_0 + eps sum over the rounds 1..m of w(leaf of x in the round's tree)     (1)

Every moment of the story is a number m beside the one shared grove. For K classes a round has K trees, one a class.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.table import Table
from labkit.learners.ensemble.grove import CHUNK, Grove
from labkit.learners.ensemble.losses import Logistic, Softmax
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.model import TreeModel


@dataclass(frozen=True, slots=True, eq=False)
class Boosted:
    """What all moments share. Tree k of round b is ``grove.tree(b * len(start) + k)``; its w are not shrunk."""

    grove: Grove
    G: np.ndarray  # of the examples at every node of the grove
    H: np.ndarray
    start: np.ndarray  # F_0, one for every score
    shrinkage: float
    attributes: Attributes
    classes: np.ndarray | None  # None where numbers are predicted


@dataclass(frozen=True, slots=True, eq=False)
class BoostModel:
    """The first ``members`` rounds."""

    boosted: Boosted
    members: int

    @property
    def classes(self) -> np.ndarray | None:
        return self.boosted.classes

    @property
    def attributes(self) -> Attributes:
        return self.boosted.attributes

    @property
    def start(self) -> np.ndarray:
        return self.boosted.start

    @property
    def shrinkage(self) -> float:
        return self.boosted.shrinkage

    def prefix(self, members: int) -> BoostModel:
        """The model after so many rounds."""
        return BoostModel(self.boosted, members)

    def member(self, b: int, score: int = 0) -> TreeModel:
        """The tree of round b (from 0), of several classes that of class ``score``. It predicts w, not yet shrunk."""
        tree = self.boosted.grove.tree(self._place(b, score))
        return TreeModel.whole(tree, self.attributes, None)

    def sums(self, b: int, score: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """(G, H) of the nodes of ``member(b, score)``."""
        mine = self.boosted.grove.owner == self._place(b, score)
        return self.boosted.G[mine], self.boosted.H[mine]

    def _place(self, b: int, score: int) -> int:
        return b * len(self.start) + score

    # ---- predicting

    def decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """F: one score a case, positive for the second class; of more classes a column for each."""
        F = self._scores(self.attributes.cells(X))
        return F[0] if len(F) == 1 else F.T

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self._decided(self._scores(self.attributes.cells(X)))

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        """A column for each class."""
        F = self._scores(self.attributes.cells(X))
        if len(F) > 1:
            return Softmax.probabilities(F).T
        p = Logistic.probabilities(F[0])
        return np.column_stack([1 - p, p])

    def staged_decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """F after 1, 2, ... rounds: (rounds, cases), or (rounds, cases, classes)."""
        F = self._staged(self.attributes.cells(X))
        return F[:, 0] if F.shape[1] == 1 else F.transpose(0, 2, 1)

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """The predictions after 1, 2, ... rounds: (rounds, cases)."""
        return self._decided(self._staged(self.attributes.cells(X)).swapaxes(0, 1))

    def _decided(self, F: np.ndarray) -> np.ndarray:
        """Of scores (scores, ...); ties are the first class."""
        if self.classes is None:
            return F[0]
        return self.classes[F.argmax(axis=0) if len(F) > 1 else (F[0] > 0).astype(int)]

    def _scores(self, cells: np.ndarray) -> np.ndarray:
        """F (scores, cases), a few rounds at a time."""
        F, K = self.start[:, None].repeat(len(cells), axis=1), len(self.start)
        many = max(1, CHUNK // max(1, K * len(cells)))
        for b in range(0, self.members, many):
            F += self._added(cells, b, min(b + many, self.members)).sum(axis=0)
        return F  # (1)

    def _staged(self, cells: np.ndarray) -> np.ndarray:
        return self.start[:, None] + self._added(cells, 0, self.members).cumsum(axis=0)  # (1)

    def _added(self, cells: np.ndarray, first: int, end: int) -> np.ndarray:
        """What these rounds add to F: (rounds, scores, cases)."""
        K, grove = len(self.start), self.boosted.grove
        leaves = grove.apply(cells, slice(K * first, K * end))
        return self.shrinkage * grove.nodes.prediction.take(leaves).reshape(end - first, K, len(cells))

    def field(self, x: np.ndarray, y: np.ndarray) -> np.ndarray | None:
        """F at all (x, y), a row for every y; the index of the predicted class where there are more than two.

        None where attributes are other than two numbers.
        """
        if len(self.attributes) != 2 or self.attributes.categorical.any():
            return None
        K, grove = len(self.start), self.boosted.grove
        rounds = (slice(k, K * self.members, K) for k in range(K))
        painted = [grove.painted(grove.nodes.prediction, x, y, trees) for trees in rounds]
        F = self.start[:, None, None] + self.shrinkage * np.array(painted)
        return F[0] if K == 1 else F.argmax(axis=0)
