"""What gradient boosting has learned: a start, and trees whose scores are added to it.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting Implementation". Inventory: I-000-111, I-000-114.

    F_m(x) = F_0 + eps sum over the rounds 1..m of w(leaf of x in the round's tree)     (1)

Every step of the story is a number m beside the same trees. For K classes a round has K trees, one a class.
Scores closer than 1e-12 of eps m are equal: sums in another order, as on a grid, may round differently.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.table import Table
from labkit.learners.ensemble.engine.tree_arrays import CHUNK
from labkit.learners.ensemble.losses import Logistic, Softmax
from labkit.learners.ensemble.prefix import Ensemble, Prefix
from labkit.learners.ensemble.weighted_vote import decided, settled
from labkit.learners.grid import ClassGrids, image
from labkit.learners.tree.model import TreeModel


@dataclass(frozen=True, eq=False)
class BoostedTrees(Ensemble):
    """The trees of all rounds: tree k of round b is ``members.member(b * len(start) + k)``; its w are not shrunk."""

    start: np.ndarray  # F_0, one for every score
    shrinkage: float

    def __len__(self) -> int:
        return len(self.members) // len(self.start)


class BoostModel(Prefix):
    """The first ``members`` rounds; abstract."""

    __slots__ = ()

    @property
    def start(self) -> np.ndarray:
        """F_0."""
        return self.ensemble.start

    def member(self, b: int, score: int = 0) -> TreeModel:
        """The tree of round b (from 0), of several classes that of class ``score``. It predicts w, not yet shrunk."""
        inputs.number("b", b, least=0, below=len(self.ensemble), whole=True)
        inputs.number("score", score, least=0, below=len(self.start), whole=True)
        return self.ensemble.members.member(b * len(self.start) + score)

    # ---- predicting

    def _scores(self, X: np.ndarray | Table) -> np.ndarray:
        """F (scores, cases), a few rounds at a time."""
        cells = self.ensemble.members.attributes.cells(X)
        F, K = self.start[:, None].repeat(len(cells), axis=1), len(self.start)
        many = max(1, CHUNK // max(1, K * len(cells)))
        for b in range(0, self.members, many):
            F += self._added(cells, b, min(b + many, self.members)).sum(axis=0)
        return F  # (1)

    def _staged(self, X: np.ndarray | Table) -> np.ndarray:
        """F after 1, 2, ... rounds: (rounds, scores, cases)."""
        cells = self.ensemble.members.attributes.cells(X)
        return self.start[:, None] + self._added(cells, 0, self.members).cumsum(axis=0)  # (1)

    def _added(self, cells: np.ndarray, first: int, end: int) -> np.ndarray:
        """What these rounds add to F: (rounds, scores, cases)."""
        K, arrays = len(self.start), self.ensemble.members.arrays
        leaves = arrays.apply(cells, slice(K * first, K * end))
        return self.ensemble.shrinkage * arrays.nodes.prediction.take(leaves).reshape(end - first, K, len(cells))

    def _painted(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        """F (scores, cases) at all (x, y), those of the first y first; None where leaves are no boxes of a plane."""
        trees, K = self.ensemble.members, len(self.start)
        if not (trees.plane if through is None else trees.compares):
            return None
        rounds = (slice(k, K * self.members, K) for k in range(K))
        painted = [trees.painted(trees.arrays.nodes.prediction, x, y, some, through) for some in rounds]
        return self.start[:, None] + self.ensemble.shrinkage * np.array(painted).reshape(K, -1)


class ScoreModel(BoostModel):
    """A number: F itself."""

    __slots__ = ()

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self._scores(X)[0]

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """(rounds, cases): F after 1, 2, ... rounds."""
        return self._staged(X)[:, 0]

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        """F at all (x, y); with more than two features, on the plane through the case ``through``.

        None where some attribute is no number.
        """
        F = self._painted(x, y, through)
        return None if F is None else image(F[0], x, y)


class DecisionModel(ClassGrids, BoostModel):
    """The class that F decides for: of two the second where F > 0, of more the one with the largest; ties the first."""

    __slots__ = ()

    def decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """F: one score a case, positive for the second class; of more classes a column for each."""
        return self._settled(self._scores(X), self.members)

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.classes[decided(self.decision_function(X))]

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        """A column for each class."""
        F = self.decision_function(X)
        if F.ndim == 2:
            return Softmax.probabilities(F.T).T
        return np.column_stack([Logistic.probabilities(-F), Logistic.probabilities(F)])

    def staged_decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """F after 1, 2, ... rounds: (rounds, cases), or (rounds, cases, classes)."""
        staged = [self._settled(F, m) for m, F in enumerate(self._staged(X), start=1)]
        F = np.array(staged).reshape(self.members, len(X), len(self.start))
        return F[..., 0] if len(self.start) == 1 else F

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """The classes after 1, 2, ... rounds: (rounds, cases)."""
        F = self.staged_decision_function(X)
        return self.classes[(F > 0).astype(int) if F.ndim == 2 else F.argmax(axis=2)]

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        F = self._painted(x, y, through)
        return None if F is None else image(self._settled(F, self.members), x, y)

    def _settled(self, F: np.ndarray, members: int) -> np.ndarray:
        """Scores (scores, cases) after so many rounds, a row for each case; ties are exact."""
        return settled(F[0] if len(F) == 1 else F.T, self.ensemble.shrinkage * members)
