"""Gradient boosting: every round a tree goes down the loss, to second order.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting and Regularization", "Gradient Boosting
Implementation", "Error Correcting Output Codes" (L_K-boosted trees).
Inventory: I-000-110, I-000-111, I-000-112, I-000-113, I-000-114, I-000-117.

    F_0 = the constant with the least loss                                          (1)
    g = dL/dF, h = d2L/dF2                    at F_{m-1}, for every example         (2)
    f = the tree with the least sum of g f + h f^2 / 2, plus Omega(f)               (3)   (``second_order``)
    F_m = F_{m-1} + eps f                                                           (4)

symbol    name here        symbol    name here
eps       shrinkage        m         round
gamma     gamma            z         y, as class indices or numbers
lambda    lam              L         loss

The loss is logistic for two classes, softmax for more (a tree for each class and round: L_K boosting with the diagonal
of the Hessian), half the squared error for numbers (E-000-33). lambda belongs into Omega (E-000-34). A round learns
from the examples it takes: all, or a share drawn without replacement, never those held out for early stopping; the
scores of all examples move.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from math import ceil

import numpy as np

from labkit.core import inputs, params
from labkit.core.inputs import frozen
from labkit.core.learner import Classifier, HasProbabilities, HasScores, Learner, Regressor, TakesWeights, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.core.table import Table
from labkit.learners.ensemble.boosted import (
    BoostedTrees,
    BoostModel,
    BoostRound,
    BoostStep,
    BoostTask,
    DecisionModel,
    ScoreModel,
)
from labkit.learners.ensemble.engine.boost_tree import NEGATIVE, BoostTree, TreeGrower, TreeLimits, joined
from labkit.learners.ensemble.engine.histograms import Bins
from labkit.learners.ensemble.losses import Logistic, ScoreLoss, Softmax, Squared
from labkit.learners.ensemble.members import TreeMembers
from labkit.learners.tree.attributes import Attributes, complete
from labkit.learners.tree.engine.columns import Columns

STARTS = ("prior", "zero")
ROUNDING = 8 * np.finfo(float).eps  # of a gradient, relative to the largest target

PARAMETERS = """

    Attributes may be numbers and categories, none of them missing.

    Parameters
    ----------
    rounds : how many trees are added (for more than two classes: how many times one for each class).
    shrinkage : the share of a tree that is added.
    max_depth : tests on the longest path of a tree.
    gamma : the price of a leaf.
    lam : the price of large leaf scores.
    min_leaf : examples that every child needs.
    min_hessian : sum of second derivatives that every child needs.
    bins : values that are told apart in each column; None: all.
    rows : the share of the examples that a round learns from, drawn without replacement.
    columns : the share of the columns that a tree may ask about (a category is a column); at least one.
    negative : what becomes of splits that do not gain: "stop" (they are not made) or "prune" (taken back at the end).
    start : the first score: "prior" (the constant with the least loss) or "zero".
    patience : stop after so many rounds without a fall of the loss on held-out examples, and go back to where it was
        least, be it the start; None: never.
    validation : the share of the examples that is held out where there is a patience.
    seed : of all that is drawn.
    """


class TreeBoosting(TakesWeights, Learner):
    """What boosting of classes and of numbers share; abstract."""

    rounds: int = params.whole(100, least=1)
    shrinkage: float = params.number(0.1, above=0, most=1)
    max_depth: int = params.whole(3, least=1)
    gamma: float = params.number(0.0, least=0)
    lam: float = params.number(1.0, least=0)
    min_leaf: int = params.whole(1, least=1)
    min_hessian: float = params.number(0.0, least=0)
    bins: int | None = params.whole(256, least=2, nothing=True)
    rows: float = params.number(1.0, above=0, most=1)
    columns: float = params.number(1.0, above=0, most=1)
    negative: str = params.option("stop", NEGATIVE)
    start: str = params.option("prior", STARTS)
    patience: int | None = params.whole(None, least=1, nothing=True)
    validation: float = params.number(0.1, above=0, below=1)
    seed: int = params.seed()

    @abstractmethod
    def _loss(self, data: TrainingSet) -> ScoreLoss:
        """What is gone down."""

    def _features(self, X) -> np.ndarray | Table:
        return complete(X) if isinstance(X, Table) else inputs.matrix(X)

    def _check(self, data: TrainingSet) -> None:
        """There must be an example left to learn from, and one to be held out."""
        n = len(data.y)
        if self.patience is not None:
            n -= _share("validation", self.validation, n, ", or set patience=None")
        _share("rows", self.rows, n)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[BoostStep]:
        run = BoostingRun(self, data, self._loss(data))
        rounds = run.rounds(record)
        model, last = run.model(), run.done

        def step(event: str, model: BoostModel, m: int, round: BoostRound, **more) -> BoostStep:
            return BoostStep(event=event, model=model, round=m, task=run.task, numbers=round, **more)

        for m in range(last + 1) if record else ():
            event, equation = (UPDATE, 4) if m else (START, 1)
            yield step(event, model.prefix(m), m, rounds[m], equation=equation)
        yield step(STOP, model, last, rounds[run.best], reason=run.reason)


def _share(name: str, share: float, n: int, repair: str = "") -> int:
    """How many of n examples a share is; at least one."""
    if not int(share * n):
        expected = f"{name}: expected a share of the {n} examples that holds at least one"
        raise ValueError(f"{expected}, got {share:g}; raise it{repair}")
    return int(share * n)


class GradientBoosting(TreeBoosting, HasScores, HasProbabilities, Classifier):
    __doc__ = "Boosted trees for classes: the logistic loss of two, the softmax loss of more." + PARAMETERS

    def _loss(self, data: TrainingSet) -> ScoreLoss:
        return Logistic() if len(data.classes) == 2 else Softmax(len(data.classes))


class RegressionBoosting(TreeBoosting, Regressor):
    __doc__ = "Boosted trees for numbers: half the squared error." + PARAMETERS

    def _loss(self, data: TrainingSet) -> ScoreLoss:
        return Squared()


class BoostingRun:
    """All rounds of a learner (its hyper-parameters) on some examples; ``best`` is the one that the model ends with."""

    def __init__(self, learner: TreeBoosting, data: TrainingSet, loss: ScoreLoss):
        self.learner, self.classes = learner, data.classes
        self.rng = np.random.default_rng(learner.seed)
        self.attributes = Attributes.of(data.X)
        self.columns = Columns.of(self.attributes.categorical, self.attributes.cells(data.X))
        weights = None if data.weights is None else frozen(data.weights)
        self.task = BoostTask(loss, frozen(data.y, data.y.dtype), weights, self._held_out(len(data.y)))
        self.start = self.task.prior() if learner.start == "prior" else np.zeros(loss.scores)  # (1)
        self.grower = TreeGrower(Bins.of(self.columns.values, learner.bins), self._limits(), weights)
        self.trees: list[BoostTree] = []
        self.done, self.best, self.reason = 0, 0, f"all {learner.rounds} rounds are done"

    def rounds(self, record: bool) -> dict[int, BoostRound]:
        """Go through the rounds; all of them by number, or those at the end and at the best where nobody listens."""
        F, patience = frozen(self.start[:, None].repeat(len(self.task.z), axis=1)), self.learner.patience
        rounds = {0: BoostRound(F, F, None)}
        least = self._judged(0, F)
        for m in range(1, self.learner.rounds + 1):
            rounds[m] = self._round(rounds[m - 1].after)
            self.done = m
            if (loss := self._judged(m, rounds[m].after)) < least:
                least, self.best = loss, m
            if not record:
                rounds = {k: rounds[k] for k in {self.best, m}}
            if patience is not None and m - self.best >= patience:
                since = f"round {self.best}" if self.best else "the start"
                self.reason = f"the held-out loss has not fallen since {since}"
                break
        return rounds

    def _judged(self, m: int, F: np.ndarray) -> float:
        """What the best round has least of: the loss on held-out examples; where none are, the last is the best."""
        return -m if self.task.held_out is None else self.task.mean_loss(F, held_out=True)

    def _round(self, F: np.ndarray) -> BoostRound:
        taken, w = self._taken(), self.task.weights
        g, h = self.task.loss.slopes(self.task.z, F)  # (2)
        if w is not None:
            g, h = g * w, np.broadcast_to(w, g.shape) if h is None else h * w
        after = F.copy()
        for k in range(len(F)):
            tree, leaf = self.grower.grow(g[k], None if h is None else h[k], taken, self._asked())  # (3)
            after[k] += self.learner.shrinkage * tree.scores(self.learner.lam).take(leaf)  # (4)
            self.trees.append(tree)
        after.setflags(write=False)
        return BoostRound(F, after, taken)

    def model(self) -> BoostModel:
        """Of the best round."""
        arrays, *_ = joined(self.trees, self.grower, self.columns)
        kind = ScoreModel if self.classes is None else DecisionModel
        members = TreeMembers(arrays, self.attributes, None)
        return kind(BoostedTrees(members, self.classes, frozen(self.start), self.learner.shrinkage), self.best)

    def _held_out(self, n: int) -> np.ndarray | None:
        return None if self.learner.patience is None else self._drawn(np.arange(n), n, self.learner.validation)

    def _taken(self) -> np.ndarray | None:
        """The examples of a round, as a mask; None: all."""
        held_out, n = self.task.held_out, len(self.task.z)
        if self.learner.rows == 1:
            return None if held_out is None else frozen(~held_out, bool)
        pool = np.arange(n) if held_out is None else np.flatnonzero(~held_out)
        return self._drawn(pool, n, self.learner.rows)

    def _drawn(self, pool: np.ndarray, n: int, share: float) -> np.ndarray:
        """A mask of n examples: this share of the ``pool``."""
        mask = np.zeros(n, dtype=bool)
        mask[self.rng.permutation(pool)[: int(share * len(pool))]] = True
        return frozen(mask, bool)

    def _asked(self) -> np.ndarray | None:
        """The columns that a tree may ask about; None: all."""
        if self.learner.columns == 1:
            return None
        many = ceil(self.learner.columns * len(self.columns))
        return np.sort(self.rng.permutation(len(self.columns))[:many])

    def _limits(self) -> TreeLimits:
        names = ("max_depth", "min_leaf", "min_hessian", "gamma", "lam", "negative")
        size = 1.0 if self.classes is not None else float(np.abs(self.task.z).max())
        heavy = len(self.task.z) if self.task.weights is None else float(self.task.weights.sum())
        rounding = heavy * (ROUNDING * size) ** 2
        return TreeLimits(**{name: getattr(self.learner, name) for name in names}, rounding=rounding)
