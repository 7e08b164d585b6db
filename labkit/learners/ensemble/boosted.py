"""What gradient boosting has learned (a start, and trees whose scores are added to it), and what a round tells.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting Implementation". Inventory: I-000-111, I-000-114.

    F_m(x) = F_0 + eps sum over the rounds 1..m of w(leaf of x in the round's tree)     (1)

Every step of the story is a number m beside the same trees. For K classes a round has K trees, one a class. Of a round
only the scores before and after it are kept; gradients, second derivatives and losses follow from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from labkit.core import inputs
from labkit.core.story import CountedStep
from labkit.core.table import Table
from labkit.learners.ensemble.losses import ScoreLoss, Softmax
from labkit.learners.ensemble.prefix import Ensemble, Prefix, SumOfNumbers, SumOfScores
from labkit.learners.tree.model import TreeModel


@dataclass(frozen=True, eq=False)
class BoostedTrees(Ensemble):
    """The trees of all rounds: tree k of round b is ``members.member(b * len(start) + k)``; its w are not shrunk."""

    start: np.ndarray  # F_0, one for every score
    shrinkage: float
    loss: ScoreLoss


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

    def _term(self, c: int, answers: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.ensemble.shrinkage * answers  # (1)

    def _adding(self, c: int) -> slice:
        return slice(c, len(self.start) * self.members, len(self.start))


class ScoreModel(BoostModel, SumOfNumbers):
    """A number: F itself."""

    __slots__ = ()


class DecisionModel(BoostModel, SumOfScores):
    """The class that F decides for."""

    __slots__ = ()

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        """A column for each class."""
        F = self.decision_function(X)
        if F.ndim == 2:
            return Softmax.probabilities(F.T).T
        probabilities = self.ensemble.loss.probabilities
        return np.column_stack([probabilities(-F), probabilities(F)])

    def _size(self, members: np.ndarray | int) -> np.ndarray | float:
        return self.ensemble.shrinkage * members


@dataclass(frozen=True, slots=True, eq=False)
class BoostTask:
    """What the loss is measured on, for all steps of a story."""

    loss: ScoreLoss
    z: np.ndarray  # numbers or class indices
    weights: np.ndarray | None  # None: all 1
    held_out: np.ndarray | None  # a mask; None: nothing

    def mean_loss(self, F: np.ndarray, *, held_out: bool = False) -> float:
        """Of the examples that are learned from, or of those held out."""
        some = slice(None) if self.held_out is None else self.held_out == held_out
        values = self.loss.value(self.z, F[0] if len(F) == 1 else F)[some]
        return float(np.average(values, weights=None if self.weights is None else self.weights[some]))

    def prior(self) -> np.ndarray:
        """The constant scores with the least loss on the examples that are learned from."""
        some = slice(None) if self.held_out is None else ~self.held_out
        return self.loss.start(self.z[some], None if self.weights is None else self.weights[some])


@dataclass(frozen=True, slots=True, eq=False)
class BoostRound:
    """One round: the scores before and after it, (scores, examples), and which examples it learned from."""

    before: np.ndarray
    after: np.ndarray
    taken: np.ndarray | None  # a mask; None: all
    leaves: int = 0  # of its trees


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BoostStep(CountedStep):
    """One round. What can be computed from the scores is not stored."""

    noun = "round"
    round: int  # rounds so far; after an early stop ``model`` has fewer
    task: BoostTask = field(repr=False)
    numbers: BoostRound = field(repr=False)

    @property
    def scores(self) -> np.ndarray:
        """F of every example after the round: (examples,), or (examples, classes)."""
        return _by_example(self.numbers.after)

    @property
    def gradient(self) -> np.ndarray:
        """g of every example before the round, whatever it weighs, in the shape of the scores."""
        return _by_example(self._slopes()[0])

    @property
    def hessian(self) -> np.ndarray:
        """h of every example before the round, likewise."""
        g, h = self._slopes()
        return _by_example(np.ones_like(g) if h is None else h)

    def _slopes(self) -> tuple[np.ndarray, np.ndarray | None]:
        return self.task.loss.slopes(self.task.z, self.numbers.before)

    @property
    def loss(self) -> float:
        """Mean loss of the examples that are learned from."""
        return self.task.mean_loss(self.numbers.after)

    @property
    def validation_loss(self) -> float | None:
        """Mean loss of the examples held out for early stopping; None where there are none."""
        return None if self.task.held_out is None else self.task.mean_loss(self.numbers.after, held_out=True)

    @property
    def tree(self) -> TreeModel | None:
        """This round's tree, of several classes the first's; None at the start."""
        return self.model.member(self.model.members - 1) if self.model.members else None

    @property
    def leaves(self) -> int:
        """Of this round's trees."""
        return self.numbers.leaves

    def _begins(self) -> str:
        F = ", ".join(f"{start:.4g}" for start in self.model.start)
        return f"every example gets the score {F}; loss {self.loss:.4g}"

    def _happened(self) -> str:
        K = len(self.model.start)
        what = f"a tree of {_leaves(self.leaves)}" if K == 1 else f"{K} trees of {_leaves(self.leaves)} together"
        held_out = "" if self.validation_loss is None else f", {self.validation_loss:.4g} on held-out examples"
        return f"{what} goes down the loss to {self.loss:.4g}{held_out}".replace("together goes", "together go")


def _by_example(values: np.ndarray) -> np.ndarray:
    values = values[0] if len(values) == 1 else values.T
    values.setflags(write=False)
    return values


def _leaves(count: int) -> str:
    return "1 leaf" if count == 1 else f"{count} leaves"
