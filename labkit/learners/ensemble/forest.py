"""Random forests: bagged trees that look at a few attributes at a time.

Lecture 19; deck 000 "Ensemble Trees: Random Forests" and "Random Forests Algorithm". Inventory: I-000-103, I-000-104.

    for b = 1 to B
        draw N of the N examples with replacement                                           (1)
        grow a tree on them: at each node choose among m of the p columns, drawn anew       (2)
        until a node has n_min draws or fewer, or is pure                                   (3)
    answer by the majority of the trees, or by their mean                                   (``bag``)

               m                               n_min
    classes    floor(sqrt p)                   1
               floor(log2 p) + 1
    numbers    floor(p / 3)                    5            at least 1 everywhere

symbol     name here      symbol     name here
B          trees          m          m
p          columns        n_min      n_min

Two trees of one forest resemble each other the less, the fewer columns they choose among: m is a knob between the
strength of a tree and the correlation of two (``averaging``). With m = "all" the forest is bagging.

A categorical attribute counts as one yes-or-no column for each of its categories. Columns that do not vary in a node
are not drawn. A sample that has one class only becomes a tree that is a leaf. Ties: the lowest column, then the lowest
threshold, then the first class.

Departure from the slides: Breiman's second choice of m is floor(log2 p) + 1, and all are whole (E-000-37).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Real

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Estimates, Learner, Regressor, TrainingSet
from labkit.core.table import Table
from labkit.learners.ensemble import importance, lockstep
from labkit.learners.ensemble.bag import AveragingModel, Bag, BagModel, BagStep, VotingModel, bag_steps, draws
from labkit.learners.ensemble.columns import Columns
from labkit.learners.ensemble.grove import Grove
from labkit.learners.ensemble.members import Trees
from labkit.learners.tree.attributes import Attributes, complete
from labkit.learners.tree.plan import Plan

RULES = {"sqrt": np.sqrt, "log2": np.log2, "third": lambda p: np.asarray(p) / 3, "all": np.asarray}


def columns_drawn(m: str | int, p: int) -> int:
    """How many of p columns a rule, or a number, chooses among at every node."""
    if isinstance(m, str) or not isinstance(m, Real):
        inputs.option("m", m, tuple(RULES), "or a whole number")
        return max(1, int(RULES[m](p)) + (m == "log2"))
    inputs.number("m", m, least=1, most=p, whole=True, why=f"there are {p} columns")
    return int(m)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ForestStep(BagStep):
    """One tree more (or the start, or the end)."""

    noun = "tree"

    @property
    def tree(self) -> int:
        """Trees so far."""
        return self.member


class _Forest(Learner):
    """What both kinds share; abstract."""

    _MODEL: type[BagModel]

    def _features(self, X) -> np.ndarray | Table:
        return complete(X) if isinstance(X, Table) else inputs.matrix(X)

    def _check(self, data: TrainingSet) -> None:
        inputs.number("trees", self.trees, least=1, whole=True, why="an ensemble needs a member")
        inputs.number("n_min", self.n_min, least=1, whole=True)
        if self.max_depth is not None:
            inputs.number("max_depth", self.max_depth, least=1, whole=True)
        inputs.number("seed", self.seed, least=0, whole=True)
        attributes = Attributes.of(data.X)
        columns_drawn(self.m, len(Columns.of(attributes, attributes.cells(data.X))))

    def _story(self, data: TrainingSet, told: bool) -> Iterator[ForestStep]:
        attributes = Attributes.of(data.X)
        cells = attributes.cells(data.X)
        drawn = draws(len(cells), self.trees, self.seed)  # (1)
        grove = self._grown(attributes, cells, data, drawn)
        members = Trees(grove, attributes, data.classes, "gain")
        bag = Bag(members, data, drawn, _ballots(grove, cells, drawn, data.classes is not None))
        return bag_steps(self._MODEL(bag, self.trees), told, ForestStep)

    def _grown(self, attributes: Attributes, cells: np.ndarray, data: TrainingSet, drawn: np.ndarray) -> Grove:
        columns, classes = Columns.of(attributes, cells), 0 if data.classes is None else len(data.classes)
        plan = Plan("gini" if classes else "variance", max_depth=self.max_depth, min_split=self.n_min + 1)  # (3)
        m = columns_drawn(self.m, len(columns))  # (2)
        return lockstep.grow(columns, data.y, classes, plan, drawn, m, self.seed)

    # ---- after fitting

    @property
    def oob_error_(self) -> float:
        """Of the whole forest, on examples out of bag."""
        self._fitted()
        return float(self.model_.bag.oob_error[-1])

    def importance(self, kind: str = "impurity", *, seed: int = 0) -> np.ndarray:
        """Of every attribute, by "impurity" or by "permutation" (whose shuffles follow the seed)."""
        self._fitted()
        inputs.option("kind", kind, ("impurity", "permutation"))
        if kind == "impurity":
            return importance.by_impurity(self.model_)
        return importance.by_permutation(self.model_, seed=seed)

    def _fitted(self) -> None:
        if not hasattr(self, "model_"):
            raise inputs.not_fitted(self)


def _ballots(grove: Grove, cells: np.ndarray, drawn: np.ndarray, classes: bool) -> np.ndarray:
    """(trees, examples): what each tree answers about the examples that it has not seen."""
    trees, rows = np.nonzero(drawn == 0)
    answers = grove.nodes.prediction[grove.descend(cells, rows, grove.roots[trees])]
    ballots = np.full(drawn.shape, -1 if classes else np.nan, dtype=np.int32 if classes else float)
    ballots[trees, rows] = answers
    ballots.setflags(write=False)
    return ballots


class RandomForest(Estimates, _Forest, Classifier):
    """A forest for classes; attributes may be numbers and categories, none of them missing.

    Parameters
    ----------
    trees : how many.
    m : columns to choose among at each node: "sqrt", "log2", "third", "all" (bagging), or a number.
    n_min : a node of so many draws or fewer stays a leaf.
    max_depth : tests on the longest path; None is no limit.
    seed : of the samples and of the columns drawn. The first trees are the same, however many follow.
    """

    _MODEL = VotingModel

    def __init__(self, *, trees=100, m="sqrt", n_min=1, max_depth=None, seed=0):
        self.trees = trees
        self.m = m
        self.n_min = n_min
        self.max_depth = max_depth
        self.seed = seed


class RegressionForest(_Forest, Regressor):
    """A forest for numbers; attributes may be numbers and categories, none of them missing.

    Parameters
    ----------
    trees : how many.
    m : columns to choose among at each node: "third", "sqrt", "log2", "all" (bagging), or a number.
    n_min : a node of so many draws or fewer stays a leaf.
    max_depth : tests on the longest path; None is no limit.
    seed : of the samples and of the columns drawn. The first trees are the same, however many follow.
    """

    _MODEL = AveragingModel

    def __init__(self, *, trees=100, m="third", n_min=5, max_depth=None, seed=0):
        self.trees = trees
        self.m = m
        self.n_min = n_min
        self.max_depth = max_depth
        self.seed = seed
