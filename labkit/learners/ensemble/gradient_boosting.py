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
of the Hessian), half the squared error for numbers (E-000-33). lambda belongs into Omega (E-000-34).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, Estimates, Regressor, TrainingSet, Weighs
from labkit.core.story import START, STOP, UPDATE
from labkit.core.table import Table
from labkit.learners.ensemble.boosting_rounds import STARTS, BoostingRounds
from labkit.learners.ensemble.boosting_story import BoostStep
from labkit.learners.ensemble.losses import Logistic, Loss, Softmax, Squared
from labkit.learners.ensemble.sapling import NEGATIVE
from labkit.learners.tree.attributes import complete

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


class Boosting(Weighs):
    """What boosting of classes and of numbers share."""

    def __init__(
        self,
        *,
        rounds=100,
        shrinkage=0.1,
        max_depth=3,
        gamma=0.0,
        lam=1.0,
        min_leaf=1,
        min_hessian=0.0,
        bins=256,
        rows=1.0,
        columns=1.0,
        negative="stop",
        start="prior",
        patience=None,
        validation=0.1,
        seed=0,
    ):
        self.rounds = rounds
        self.shrinkage = shrinkage
        self.max_depth = max_depth
        self.gamma = gamma
        self.lam = lam
        self.min_leaf = min_leaf
        self.min_hessian = min_hessian
        self.bins = bins
        self.rows = rows
        self.columns = columns
        self.negative = negative
        self.start = start
        self.patience = patience
        self.validation = validation
        self.seed = seed

    @abstractmethod
    def _loss(self, data: TrainingSet) -> Loss:
        """What is gone down."""

    def _features(self, X):
        return complete(X) if isinstance(X, Table) else inputs.matrix(X)

    def _check(self, data: TrainingSet) -> None:
        for name in ("rounds", "max_depth", "min_leaf"):
            inputs.number(name, getattr(self, name), least=1, whole=True)
        for name in ("shrinkage", "rows", "columns"):
            inputs.number(name, getattr(self, name), above=0, most=1)
        for name in ("gamma", "lam", "min_hessian"):
            inputs.number(name, getattr(self, name), least=0)
        if self.bins is not None:
            inputs.number("bins", self.bins, least=2, whole=True)
        inputs.option("negative", self.negative, NEGATIVE)
        inputs.option("start", self.start, STARTS)
        inputs.number("seed", self.seed, least=0, whole=True)
        inputs.number("validation", self.validation, above=0, below=1)
        self._check_shares(len(data.y))

    def _check_shares(self, n: int) -> None:
        """There must be an example left to learn from, and one to be held out."""
        if self.patience is not None:
            inputs.number("patience", self.patience, least=1, whole=True)
            held_out = int(self.validation * n)
            if not held_out:
                raise ValueError(
                    f"validation: expected a share of the {n} examples that holds at least one, "
                    f"got {self.validation:g}; raise it, or set patience=None"
                )
            n -= held_out
        if not int(self.rows * n):
            raise ValueError(
                f"rows: expected a share of the {n} examples that holds at least one, got {self.rows:g}; raise it"
            )

    def _story(self, data: TrainingSet, told: bool) -> Iterator[BoostStep]:
        rounds = BoostingRounds(self, data, self._loss(data), told)
        model = rounds.run()
        for m in range(rounds.rounds + 1) if told else ():
            event, equation = (UPDATE, 4) if m else (START, 1)
            yield BoostStep(event=event, equation=equation, model=model.prefix(m), round=m, **rounds.told_of(m))
        told_of = rounds.told_of(rounds.best)
        yield BoostStep(event=STOP, reason=rounds.reason, model=model, round=rounds.rounds, **told_of)


class GradientBoosting(Boosting, Decides, Estimates, Classifier):
    __doc__ = "Boosted trees for classes: the logistic loss of two, the softmax loss of more." + PARAMETERS

    def _loss(self, data: TrainingSet) -> Loss:
        return Logistic() if len(data.classes) == 2 else Softmax(len(data.classes))


class RegressionBoosting(Boosting, Regressor):
    __doc__ = "Boosted trees for numbers: half the squared error." + PARAMETERS

    def _loss(self, data: TrainingSet) -> Loss:
        return Squared()
