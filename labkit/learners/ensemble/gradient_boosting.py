"""Gradient boosting: every round a tree goes down the loss, to second order.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting and Regularization", "Gradient Boosting
Implementation", "Error Correcting Output Codes" (L_K-boosted trees).
Inventory: I-000-110, I-000-111, I-000-112, I-000-113, I-000-114, I-000-117, I-000-134.

    F_0 = the constant with the least loss                                          (1)
    g = dL/dF, h = d2L/dF2                    at F_{m-1}, for every example         (2)
    f = the tree with the least sum of g f + h f^2 / 2, plus Omega(f)               (3)   (``second_order``)
    F_m = F_{m-1} + eps f                                                           (4)

symbol    name here        symbol    name here
eps       shrinkage        m         round
gamma     gamma            z         y, as class indices or numbers
lambda    lam              L         loss

The loss is logistic for two classes, softmax for more (a tree for each class and round: L_K boosting with the diagonal
of the Hessian), half the squared error for numbers (E-000-33). Any other will do (Friedman 1999): the exponential loss
of two classes, absolute errors and Huber's loss of numbers, whose leaves answer by medians (``robust``).

lambda belongs into Omega (E-000-34). A round learns from the examples it takes: all, or a share drawn without
replacement, never those held out for early stopping; the scores of all examples move.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

import numpy as np

from labkit.core import params
from labkit.core.learner import Classifier, HasProbabilities, HasScores, Learner, Regressor, TakesWeights, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.learners.ensemble import importance
from labkit.learners.ensemble.boosted import BoostRound, BoostStep
from labkit.learners.ensemble.boosting_run import BoostingRun
from labkit.learners.ensemble.fitted import KnowsRounds, fitted_model
from labkit.learners.ensemble.losses import Exponential, Logistic, ScoreLoss, Softmax, Squared
from labkit.learners.ensemble.robust import Absolute, Huber
from labkit.learners.ensemble.score_tree import NEGATIVE
from labkit.learners.tree.missing import TakesGaps

STARTS = ("prior", "zero")

PARAMETERS = """

    Attributes may be numbers and categories.

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
    missing : "refuse" values that are missing, or "fill" in the usual one of training, in later cases too.
    fill : the usual number, "mean" or "median"; the usual category is the most frequent one.
    seed : of all that is drawn.
    """


class TreeBoosting(KnowsRounds, TakesGaps, TakesWeights, Learner):
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

    @property
    def estimators_(self) -> np.ndarray:
        """The models of the trees: a row for every round, a column for every score."""
        model = fitted_model(self)
        trees = np.empty((model.members, len(model.start)), dtype=object)
        for b, k in np.ndindex(trees.shape):
            trees[b, k] = model.member(b, k)
        return trees

    def _falls(self) -> np.ndarray:
        """What the splits take off the structure score: a sum over examples, and so not weighed by them again."""
        return importance.falls(fitted_model(self), self.n_features_in_, weighed=False)

    @abstractmethod
    def _loss(self, data: TrainingSet) -> ScoreLoss:
        """What is gone down."""

    def _check(self, data: TrainingSet) -> None:
        """There must be an example left to learn from, and one to be held out."""
        n = len(data.y)
        if self.patience is not None:
            n -= _share("validation", self.validation, n, ", or set patience=None")
        _share("rows", self.rows, n)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[BoostStep]:
        run = BoostingRun(self, data, self._loss(data))
        model = run.model()

        def step(event: str, members: int, round: BoostRound, **more) -> BoostStep:
            shown = {"model": model.prefix(members), "round": run.done, "task": run.task, "numbers": round}
            return BoostStep(event=event, **shown, **more)

        for round in run.rounds():
            if record:
                event, equation = (UPDATE, 4) if run.done else (START, 1)
                yield step(event, run.done, round, equation=equation)
        model.ensemble.trained.end()
        yield step(STOP, run.best, run.kept, reason=run.reason)


def _share(name: str, share: float, n: int, repair: str = "") -> int:
    """How many of n examples a share is; at least one."""
    if not int(share * n):
        expected = f"{name}: expected a share of the {n} examples that holds at least one"
        raise ValueError(f"{expected}, got {share:g}; raise it{repair}")
    return int(share * n)


class GradientBoosting(TreeBoosting, HasScores, HasProbabilities, Classifier):
    __doc__ = (
        "Boosted trees for classes: the logistic loss of two, the softmax loss of more."
        + PARAMETERS
        + """loss : "logistic" (of more than two classes softmax), or AdaBoost's "exponential" of two classes.
    """
    )

    loss: str = params.option("logistic", ("logistic", "exponential"))

    def _check(self, data: TrainingSet) -> None:
        super()._check(data)
        if self.loss == "exponential" and len(data.classes) > 2:
            raise ValueError(f"loss: expected 'logistic' for {len(data.classes)} classes, got 'exponential'; change it")

    def _loss(self, data: TrainingSet) -> ScoreLoss:
        if self.loss == "exponential":
            return Exponential()
        return Logistic() if len(data.classes) == 2 else Softmax(len(data.classes))


class RegressionBoosting(TreeBoosting, Regressor):
    __doc__ = (
        "Boosted trees for numbers: half the squared error, or a loss that outliers move less."
        + PARAMETERS
        + """loss : "squared" (half of it), "absolute", or "huber" (squared for the nearest 90 % at the start, absolute
        beyond).
    """
    )

    loss: str = params.option("squared", ("squared", "absolute", "huber"))

    def _loss(self, data: TrainingSet) -> ScoreLoss:
        if self.loss == "huber":
            return Huber.of(data.y, data.weights)
        return Absolute() if self.loss == "absolute" else Squared()
