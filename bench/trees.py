"""Trees against scikit-learn's: growing, painting, pruning, telling; and the memory that growing takes.

Both sides get the same numbers, which float32 holds exactly: scikit-learn grows and asks in float32. Ties may be
decided differently, so trees agree when they fit the examples equally well with about as many leaves.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from sklearn import tree as peers

from bench.measure import Bar, Comparison, Measurement, Problem, Row, fits, record
from labkit import learners
from labkit.learners.tree.cost_complexity import pruning_path
from labkit.learners.tree.engine.grid import paint

NO_PEER = {
    learners.C45: "no peer: scikit-learn has no gain ratio and no branch for each category",
    learners.ID3: "no peer: scikit-learn has no branch for each category",
    learners.ObliqueTree: "no peer: scikit-learn has no oblique tests",
}
GRID = 200
TOP = 10  # the largest alphas: those below depend on how ties were decided far down the tree
ALIKE = 0.03  # so much two trees may differ by their ties: scikit-learn's own differ by 0.02 of the grid


def examples(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A curved border under noise: (X, x1 + x2^2 + noise); the classes are above 0.5 and below."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)).astype(np.float32).astype(float)
    return X, X[:, 0] + X[:, 1] ** 2 + rng.normal(0, 0.5, n)


def classified(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    X, value = examples(n, d, seed)
    return X, (value > 0.5).astype(int)


# ---------------------------------------------------------------- problems


def growing(criterion: str, d: int, n: int, seed: int) -> Problem:
    X, y = classified(n, d, seed)
    ours, theirs = learners.DecisionTree(criterion=criterion), peers.DecisionTreeClassifier(criterion=criterion)
    return fits(ours, theirs, X, y, partial(alike, X, y))


def alike(X: np.ndarray, y: np.ndarray, ours, theirs) -> bool:
    """The same first test, every training example right, and as many leaves but for a few ties."""
    mine, other = ours.model_.tree, theirs.tree_
    first = mine.feature[0] == other.feature[0] and np.isclose(mine.threshold[0], other.threshold[0])
    right = ours.score(X, y) == theirs.score(X, y) == 1.0
    return bool(first and right and np.isclose(len(mine.leaves), other.n_leaves, rtol=ALIKE))


def numbers(d: int, n: int, seed: int) -> Problem:
    X, y = examples(n, d, seed)

    def same_answers(ours, theirs) -> bool:
        return np.allclose(ours.predict(X), theirs.predict(X)) and len(ours.model_.tree) == theirs.tree_.node_count

    return fits(learners.RegressionTree(), peers.DecisionTreeRegressor(), X, y, same_answers)


def painted(n: int, seed: int) -> Problem:
    """A grid by painting leaf boxes, against asking at each of its points."""
    X, y = classified(n, 2, seed)
    ours, theirs = learners.CART().fit(X, y).model_, peers.DecisionTreeClassifier().fit(X, y)
    axis = np.linspace(-3, 3, GRID, dtype=np.float32)
    points = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)

    def same_pictures(image, answers) -> bool:
        return np.array_equal(image.ravel(), ours.predict(points)) and np.mean(image.ravel() != answers) < ALIKE

    return Problem(lambda: paint(ours.tree, ours.split, axis, axis), lambda: theirs.predict(points), same_pictures)


def pruning(d: int, n: int, seed: int) -> Problem:
    """From the examples to all alphas: both sides grow a tree first."""
    X, y = classified(n, d, seed)
    ours, theirs = learners.CART(), peers.DecisionTreeClassifier()

    def same_alphas(ours, theirs) -> bool:
        return np.allclose(ours.alphas[-TOP:], theirs.ccp_alphas[-TOP:], rtol=1e-6)

    return Problem(
        lambda: pruning_path(ours.fit(X, y).model_.tree, risk="impurity"),
        lambda: theirs.cost_complexity_pruning_path(X, y),
        same_alphas,
    )


def story(d: int, n: int, seed: int) -> Problem:
    return record(learners.CART(), *classified(n, d, seed))


# ---------------------------------------------------------------- memory

MEMORY = 100_000, 10
ROOT = Path(__file__).resolve().parent.parent
# The peak that getrusage tells is no use: it starts with that of the process which started this one.
PEAK = """
from bench.trees import classified, learners, peers

def kilobytes(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name + ":"))

X, y = classified({n}, {d}, seed=0)
{learner}.fit(X[:100], y[:100])  # loads what it needs
before = kilobytes("VmRSS")
{learner}.fit(X, y)
print(kilobytes("VmHWM") - before)
"""


def measurements() -> list[Measurement]:
    return [Measurement("tree memory", memory)]


def memory() -> list[Row]:
    """How much a fit takes at its peak beyond its examples, each side in a fresh process."""
    n, d = MEMORY
    row = partial(Row, name="tree memory", n=n, d=d, peer="sklearn DecisionTreeClassifier")
    if not sys.platform.startswith("linux"):
        return [row(note="left out: the peak is read from Linux's /proc", left_out=True)]
    ours, theirs = peak("learners.CART()", n, d), peak("peers.DecisionTreeClassifier()", n, d)
    note = f"{ours / 1024:.0f} MB against {theirs / 1024:.0f} MB"
    return [row(value=ours / theirs, unit="x", bar=Bar(3), note=note)]


def peak(learner: str, n: int, d: int) -> float:
    """Kilobytes that fitting this learner takes."""
    start = [sys.executable, "-c", PEAK.format(n=n, d=d, learner=learner)]
    return float(subprocess.run(start, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


# ---------------------------------------------------------------- rows


def in_(d: int, problem: Callable) -> dict:
    """A problem of d features."""
    return {"problem": partial(problem, d), "d": d}


CLASSIFIER, REGRESSOR = "sklearn DecisionTreeClassifier", "sklearn DecisionTreeRegressor"
PATH, PREDICT = "sklearn cost_complexity_pruning_path", "sklearn predict at 200x200 points"
GINI, ENTROPY = partial(growing, "gini"), partial(growing, "entropy")
TREE, NUMBERS = learners.DecisionTree, learners.RegressionTree
COMPARISONS = (
    Comparison("tree fit", TREE, 2000, peer=CLASSIFIER, limit=1.3, **in_(2, GINI)),
    Comparison("tree fit", TREE, 2000, peer=CLASSIFIER, limit=0.5, **in_(10, GINI)),
    Comparison("tree fit", TREE, 20_000, peer=CLASSIFIER, limit=0.4, problems=3, **in_(10, GINI)),
    Comparison("tree fit", TREE, 100_000, peer=CLASSIFIER, limit=0.4, problems=2, **in_(10, GINI)),
    Comparison("tree fit", TREE, 1_000_000, peer=CLASSIFIER, limit=0.4, problems=1, **in_(10, GINI)),
    Comparison("tree fit entropy", TREE, 2000, peer=CLASSIFIER, **in_(10, ENTROPY)),
    Comparison("tree grid", learners.CART, 2000, painted, PREDICT, limit=1.3),
    Comparison("tree pruning path", learners.CART, 2000, peer=PATH, **in_(2, pruning)),
    Comparison("tree pruning path", learners.CART, 2000, peer=PATH, limit=1.0, **in_(10, pruning)),
    Comparison("tree story", learners.CART, 2000, peer="labkit fit", limit=1.1, **in_(2, story)),
    Comparison("tree story", learners.CART, 2000, peer="labkit fit", limit=1.1, **in_(10, story)),
    Comparison("regression tree fit", NUMBERS, 2000, peer=REGRESSOR, **in_(2, numbers)),
    Comparison("regression tree fit", NUMBERS, 2000, peer=REGRESSOR, **in_(10, numbers)),
)
