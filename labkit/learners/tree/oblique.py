"""Trees whose tests are weighted sums of the features: w'x <= t.

Lecture 15; deck 000 "Defining “Attribute Tests” - 2", "Method for Constructing Trees" and "Criteria for Splitting
Tests - 5"; deck 001 "Decision Trees"; deck 003 "DECISION TREE EXTENSIONS".
Inventory: I-000-074, I-000-075, I-000-086, I-001-023, I-003-036.

A staircase of axis-parallel tests can only approach a slanted boundary; one test w'x <= t is the boundary. At a node

    w  from a linear classifier of the examples here                                              (1)
    z = w'x                                         one more column beside x_1 ... x_d            (2)
    the best cut x_f <= t of all these columns by the criterion                                   (3)

so an oblique test has to beat the best axis-parallel one; of equals the axis-parallel test is taken, it is simpler.
In (2) values closer than rounding can tell apart are made equal: points on a line w'x = c are not to be cut apart.

For (1), with examples x of weight v (together 1), standardised within the node, and a side s of -1 or +1 for each:

    w = S^-1 (m+ - m-)                              Fisher; S is the scatter within the two sides    (4)
    w <- w + sum of v s x over the mistakes         perceptron, a whole sweep at once                (5)
    mistakes(w) < mistakes(pocket) => pocket <- w   and its pocket, mistakes counted by weight       (6)
    w = argmin sum of v ln(1 + exp(-s w'x)) + lam/2 |w|^2                       the logistic model   (7)

(4) and (7) carry a small ridge, so that constant columns, collinear ones and separable examples do no harm. All three
see only weighted sums: the order of the examples does not matter, and weight 2 is the same example twice.

Many classes make two sides so: the two classes whose means are farthest apart, measured by the scatter within the
classes, lead them (the first of equals), and every other class joins the nearer of the two. Where all means are the
same, the first class stands against the rest.                                                                      (8)

Any other learner of two classes may take the place of (1): its score of x is then one more column, and a test s(x) <= t
of it cuts the plane as the learner's border runs; where that is a hyperplane, it gives w. It learns the two sides (8)
from the examples of the node as they are, not standardised; where it refuses them, the node has axis-parallel tests
alone (at the root the refusal is passed on).

Departures from the slides: the deck names the discriminant and "a classifier" as ways to a direction and leaves the
threshold to them; here the criterion chooses it (3), since Fisher's direction does not come with one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasProbabilities, TakesWeights, TrainingSet
from labkit.core.table import Table
from labkit.learners.linear import augmented
from labkit.learners.logistic.regression import LogisticRegression
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.criteria import CRITERIA, merit_name
from labkit.learners.tree.engine import level_growth
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.growth import GrowthStep, growth_steps
from labkit.learners.tree.learned import LearnedScore, score
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.outline import ShowsTree
from labkit.learners.tree.plan import GrowthLimits, Plan, TreeExamples
from labkit.learners.tree.tree import LEARNED, LINEAR, Tree

FINEST = 1e-9  # of the range of w'x: what is closer is equal
DIRECTIONS = ("lda", "perceptron", "logistic")
RIDGE = 1e-6  # beside variances of 1
LOGISTIC_RIDGE = 1e-3  # keeps the logistic weights of separable examples finite
MAX_SWEEPS = 100  # of the perceptron
DIGITS = 9  # to which distances and weights are compared: less than rounding can spoil


class ObliqueTree(ShowsTree, TakesWeights, HasProbabilities, GrowthLimits, Classifier):
    """A decision tree of axis-parallel and oblique tests, for numeric features.

    Parameters
    ----------
    criterion : what chooses among cuts, such as "entropy" or "gini".
    direction : where w comes from: "lda" (Fisher), "perceptron" (with its pocket) or "logistic"; or any learner of two
        classes, whose score is tested.
    max_depth : tests on the longest path; None is no limit.
    min_split : examples that a node needs to be split.
    min_leaf : examples that every child needs.
    min_gain : what a split must take off the impurity of its node, at least.
    """

    criterion: str = params.option("entropy", CRITERIA)
    direction: str | Classifier = params.option("lda", DIRECTIONS, "a learner of two classes", unless=Classifier)

    def _features(self, X) -> np.ndarray | Table:
        numbers = inputs.matrix(X)  # refuses categories and missing values, which have no weighted sum
        return X if isinstance(X, Table) else numbers

    def _check(self, data: TrainingSet) -> None:
        if data.weights is not None and not isinstance(self.direction, str | TakesWeights):
            wanted = "a learner that takes weights"
            raise ValueError(f"direction: expected {wanted}, got {self.direction!r}; choose another")

    def _story(self, data: TrainingSet, record: bool) -> Iterator[GrowthStep]:
        attributes = Attributes.of(data.X)
        tree = grow(TreeExamples.of(attributes, data), self._plan(self.criterion), self.direction)
        return growth_steps(TreeModel.whole(tree, attributes, data.classes, merit=merit_name(self.criterion)), record)


def grow(examples: TreeExamples, plan: Plan, kind: str | Classifier) -> Tree:
    """One node after the other, breadth first: each is a tree of one test at most, grown on columns and projection."""
    root = level_growth.grow(examples, replace(plan, max_depth=0))
    builder, waiting = Builder(_contents(root, slice(1))), deque([(0, 0, np.arange(len(examples)))])
    while waiting:
        node, depth, rows = waiting.popleft()
        if depth == plan.max_depth or (examples.y[rows] == examples.y[rows[0]]).all():
            continue
        w = _test_weights(examples.take(rows), kind, root=node == 0)
        stump, no = _stump(examples.take(rows), plan, w)
        if len(stump) == 1:
            continue
        test = stump.kind[0], stump.feature[0]
        if test[1] == examples.cells.shape[1]:
            test = LEARNED if isinstance(w, LearnedScore) else LINEAR, builder.direction(w)
        splits = Splits(*(np.array([part]) for part in (node, *test, stump.threshold[0], stump.gain[0], 2)))
        first = int(builder.split(splits, _contents(stump, slice(1, None)))[0])
        waiting += (first, depth + 1, rows[~no]), (first + 1, depth + 1, rows[no])
    return builder.tree(examples.cells.shape[1])


def _test_weights(examples: TreeExamples, kind: str | Classifier, root: bool) -> np.ndarray | LearnedScore:
    """The direction, or the learner's score, that a test of these examples may use."""
    X, y, v = examples.cells, examples.y, examples.all_weights
    if isinstance(kind, str):
        return direction(kind, X, y, v)  # (1)
    try:
        return score(kind, X, sides(_standardised(X, v / v.sum())[0], y, v / v.sum()), examples.weights)
    except ValueError:
        if root:
            raise
        return np.zeros(X.shape[1])  # tells nothing apart


def _stump(examples: TreeExamples, plan: Plan, w: np.ndarray | LearnedScore) -> tuple[Tree, np.ndarray]:
    """The best single test of these examples, and who answers no."""
    X = examples.cells
    columns = np.column_stack([X, _rounded(w(X) if isinstance(w, LearnedScore) else X @ w)])  # (2)
    wider = replace(examples, cells=columns, categorical=np.append(examples.categorical, False))
    stump = level_growth.grow(wider, replace(plan, max_depth=1))  # (3): of equals the lowest column, so not the last
    return stump, columns[:, stump.feature[0]] > stump.threshold[0]


def _rounded(z: np.ndarray) -> np.ndarray:
    if not (unit := FINEST * np.ptp(z)):
        return z
    unit = 2.0 ** np.floor(np.log2(unit))  # a power of two: whole numbers stay whole
    return np.round(z / unit) * unit


def _contents(stump: Tree, nodes: slice) -> Contents:
    return Contents(stump.weight[nodes], stump.counts[nodes], stump.impurity[nodes], stump.prediction[nodes])


# ---------------------------------------------------------------- where w comes from


def direction(kind: str, X: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """w for the examples of one node, its largest entry +-1; zero where no direction tells the two sides apart."""
    v = weights / weights.sum()
    Z, scale = _standardised(X, v)
    find = {"lda": fisher, "perceptron": pocket, "logistic": logistic}[kind]
    w = _largest_one(find(Z, sides(Z, y, v), v))
    return _largest_one(np.round(w, DIGITS) / scale)  # rounded while all features have one unit


def _standardised(X: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean 0 and variance 1 in every column, and what it was divided by."""
    mean = v @ X
    scale = np.sqrt(v @ (X - mean) ** 2)
    scale[scale <= RIDGE * np.abs(X).max(axis=0)] = np.inf  # a constant column has no say
    return (X - mean) / scale, scale


def sides(X: np.ndarray, y: np.ndarray, v: np.ndarray) -> np.ndarray:
    """-1 or +1 for every example: its class on one of two sides."""
    _, y = np.unique(y, return_inverse=True)
    if y.max() == 1:
        return 2.0 * y - 1.0
    means = _means(X, y, v)
    within = np.linalg.cholesky(_scatter(X - means[y], v))
    M = np.linalg.solve(within, means.T).T
    distances = np.round(((M[:, None] - M) ** 2).sum(axis=2), DIGITS)
    first, second = np.unravel_index(distances.argmax(), distances.shape)
    if first == second:  # all means are the same
        return np.where(y > 0, 1.0, -1.0)
    return np.where(distances[first] <= distances[second], -1.0, 1.0)[y]  # (8)


def fisher(X: np.ndarray, s: np.ndarray, v: np.ndarray) -> np.ndarray:
    side = (s > 0).astype(int)
    means = _means(X, side, v)
    return np.linalg.solve(_scatter(X - means[side], v), means[1] - means[0])  # (4)


def pocket(X: np.ndarray, s: np.ndarray, v: np.ndarray) -> np.ndarray:
    Z = s[:, None] * augmented(X, 1.0)
    w = best = np.zeros(Z.shape[1])
    fewest = np.inf
    for _ in range(MAX_SWEEPS):
        wrong = Z @ w <= 0
        mistakes = v[wrong].sum()
        if mistakes < fewest - 10.0**-DIGITS:
            best, fewest = w, mistakes  # (6)
        if not wrong.any():
            break
        w = w + v[wrong] @ Z[wrong]  # (5)
    return best[1:]


def logistic(X: np.ndarray, s: np.ndarray, v: np.ndarray) -> np.ndarray:
    learner = LogisticRegression(lam=LOGISTIC_RIDGE, intercept=False, tolerance=1e-12)  # the bias is penalised, too
    return learner.fit(augmented(X, 1.0), s, sample_weight=v).model_.w[2:]  # (7)


def _largest_one(w: np.ndarray) -> np.ndarray:
    return w / (np.abs(w).max() or 1.0)


def _means(X: np.ndarray, group: np.ndarray, v: np.ndarray) -> np.ndarray:
    """One row per group."""
    members = np.eye(group.max() + 1)[group] * v[:, None]
    return members.T @ X / members.sum(axis=0)[:, None]


def _scatter(deviations: np.ndarray, v: np.ndarray) -> np.ndarray:
    return (deviations.T * v) @ deviations + RIDGE * np.eye(deviations.shape[1])
