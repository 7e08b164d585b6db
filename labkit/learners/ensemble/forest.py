"""Random forests: bagged trees that look at a few attributes at a time.

Lecture 19; deck 000 "Ensemble Trees: Random Forests" and "Random Forests Algorithm". Inventory: I-000-103, I-000-104,
I-000-132, I-003-052.

    for b = 1 to B
        draw N of the N examples with replacement                                           (1)
        grow a tree on them: at each node choose among m of the p variables, drawn anew     (2)
        until a node has n_min draws or fewer, or is pure                                   (3)
    answer by the majority of the trees, or by their mean                                   (``bagging``)

               m                               n_min
    classes    floor(sqrt p)                   1
               floor(log2 p) + 1
    numbers    floor(p / 3)                    5            at least 1 everywhere

symbol     name here      symbol     name here
B          trees          m          m
p          attributes     n_min      n_min

Two trees of one forest resemble each other the less, the fewer variables they choose among: m is a knob between the
strength of a tree and the correlation of two (``bootstrap``). With m = "all" the forest is bagging.

A categorical attribute is one variable; where it is drawn, each of its categories may be asked for. Variables that do
not vary in a node are not drawn. A sample that has one class only becomes a tree that is a leaf. Ties: the lowest
column, then the lowest threshold, then the first class.

Deck 003 draws the attributes once for a tree: ``columns`` is their share, beside or instead (m = "all") of (2).

Departure from the slides: Breiman's second choice of m is floor(log2 p) + 1, and all are whole (E-000-37).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Real

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasProbabilities, Learner, Regressor, TrainingSet
from labkit.learners.ensemble import importance
from labkit.learners.ensemble.bagging import Bag, BagAverage, BagStep, BagVote, draws
from labkit.learners.ensemble.engine import forest_growth
from labkit.learners.ensemble.engine.tree_arrays import TreeArrays
from labkit.learners.ensemble.fitted import KnowsOutOfBag, fitted_model
from labkit.learners.ensemble.members import TreeMembers
from labkit.learners.ensemble.prefix import prefix_steps
from labkit.learners.tree.engine.columns import Columns
from labkit.learners.tree.missing import TakesGaps
from labkit.learners.tree.plan import Plan

RULES = {"sqrt": np.sqrt, "log2": np.log2, "third": lambda p: np.asarray(p) / 3, "all": np.asarray}


def columns_drawn(m: str | int, p: int) -> int:
    """How many of p attributes a rule, or a number, chooses among at every node."""
    if isinstance(m, str) or not isinstance(m, Real):
        inputs.option("m", m, tuple(RULES), "or a whole number")
        return max(1, int(RULES[m](p)) + (m == "log2"))
    inputs.number("m", m, least=1, most=p, whole=True, why=f"there are {p} attributes")
    return int(m)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ForestStep(BagStep):
    """One tree more (or the start, or the end)."""

    noun = "tree"
    tree = BagStep.count


class _Forest(KnowsOutOfBag, TakesGaps, Learner):
    """What both kinds share; abstract."""

    trees: int = params.number(100, least=1, whole=True, why="an ensemble needs a member")
    m: str | int = "sqrt"
    columns: float = params.number(1.0, above=0, most=1)
    n_min: int = params.whole(1, least=1)
    max_depth: int | None = params.whole(None, least=1, nothing=True)
    seed: int = params.seed()

    def _check(self, data: TrainingSet) -> None:
        columns_drawn(self.m, np.shape(data.X)[1])

    def _story(self, data: TrainingSet, record: bool) -> Iterator[ForestStep]:
        attributes = self._attributes(data.X)
        cells = attributes.cells(data.X)
        columns, classes = Columns.of(attributes.categorical, cells), 0 if data.classes is None else len(data.classes)
        drawn = draws(len(cells), self.trees, self.seed)  # (1)
        m = columns_drawn(self.m, len(attributes))  # (2)
        plan = Plan("gini" if classes else "variance", max_depth=self.max_depth, min_split=self.n_min + 1)  # (3)
        trees = forest_growth.grow(columns, data.y, classes, plan, drawn, m, self.seed, self.columns)
        members = TreeMembers(trees, attributes, data.classes)
        bag = Bag(members, data.classes, data, drawn, _ballots(trees, cells, drawn, bool(classes)))
        model = self.model(bag, self.trees)
        return prefix_steps(ForestStep, model, record, equation=1, reason=f"all {self.trees} trees are grown")

    def importance(self, kind: str = "impurity", *, seed: int = 0) -> np.ndarray:
        """Of every attribute, by "impurity" or by "permutation" (whose shuffles follow the seed)."""
        model = fitted_model(self)
        inputs.option("kind", kind, ("impurity", "permutation"))
        if kind == "impurity":
            return importance.staged_by_impurity(model)[-1]
        return importance.staged_by_permutation(model, seed=seed)[-1]


def _ballots(arrays: TreeArrays, cells: np.ndarray, drawn: np.ndarray, classes: bool) -> np.ndarray:
    """(trees, examples): what each tree answers about the examples that it has not seen."""
    trees, rows = np.nonzero(drawn == 0)
    answers = arrays.nodes.prediction[arrays.descend(cells, rows, arrays.roots[trees])]
    ballots = np.full(drawn.shape, -1 if classes else np.nan, dtype=np.int32 if classes else float)
    ballots[trees, rows] = answers
    ballots.setflags(write=False)
    return ballots


PARAMETERS = """; attributes may be numbers and categories.

    Parameters
    ----------
    trees : how many.
    m : attributes to choose among at each node: "sqrt", "log2", "third", "all" (bagging), or a number.
    columns : the share of the attributes that a whole tree may ask about, drawn for each tree; at least one.
    n_min : a node of so many draws or fewer stays a leaf.
    max_depth : tests on the longest path; None is no limit.
    missing : "refuse" values that are missing, or "fill" in the usual one of training, in later cases too.
    fill : the usual number, "mean" or "median"; the usual category is the most frequent one.
    seed : of the samples and of the columns drawn. The first trees are the same, however many follow.
    """


class RandomForest(HasProbabilities, _Forest, Classifier):
    __doc__ = "A forest for classes" + PARAMETERS

    model = BagVote


class RegressionForest(_Forest, Regressor):
    __doc__ = "A forest for numbers" + PARAMETERS

    model = BagAverage

    m: str | int = "third"
    n_min: int = params.whole(5, least=1)
