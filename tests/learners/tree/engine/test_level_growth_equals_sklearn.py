"""Exact CART: on 100 random data sets the same tree as scikit-learn's, node by node, but for counted ties."""

from typing import NamedTuple

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from labkit.learners.tree.engine.level_growth import grow
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import LEAF

SEEDS = range(100)
PURE = 1e-9  # scikit-learn may split a node whose impurity is nothing but rounding


class Compared(NamedTuple):
    nodes: int  # of the same impurity and weight
    ties: int  # nodes where another test of the same value was chosen, and what is below cannot be compared
    whole: bool  # whether the trees are equal in every node


def random_data(seed, criterion):
    """(X, y, weights): every third X is rounded, so that many values and cuts tie; every fourth set has weights."""
    rng = np.random.default_rng(seed)
    n, d, classes = rng.integers(20, 300), rng.integers(1, 7), rng.integers(2, 6)
    X = rng.normal(size=(n, d)).astype(np.float32).astype(float)
    X = np.float32(X.round(1)).astype(float) if seed % 3 == 0 else X
    signal = X[:, 0] + X[:, -1] ** 2 + rng.normal(size=n)
    y = signal if criterion == "variance" else np.digitize(signal, np.quantile(signal, np.arange(1, classes) / classes))
    return X, y, rng.uniform(0.1, 2, n) if seed % 4 == 0 else None


def both(X, y, weights, criterion):
    kind = DecisionTreeRegressor if criterion == "variance" else DecisionTreeClassifier
    theirs = kind(criterion="squared_error" if criterion == "variance" else criterion, random_state=0)
    classes = 0 if criterion == "variance" else int(y.max()) + 1
    ours = grow(TreeExamples(X, y, classes, np.zeros(X.shape[1], dtype=bool), weights), Plan(criterion=criterion))
    return ours, theirs.fit(X, y, weights).tree_


def compared(ours, theirs, X) -> Compared:
    """Both trees walked from the root; the examples of a node go along, to see when two tests part them alike."""
    nodes = ties = 0
    waiting = [(0, 0, np.arange(len(X)))]
    while waiting:
        a, b, rows = waiting.pop()
        nodes += 1
        assert ours.weight[a] == pytest.approx(theirs.weighted_n_node_samples[b], rel=1e-9)
        assert ours.impurity[a] == pytest.approx(theirs.impurity[b], rel=1e-7, abs=1e-9)
        if ours.kind[a] == LEAF and theirs.impurity[b] < PURE:
            continue
        assert (ours.kind[a] == LEAF) == (theirs.children_left[b] < 0)
        if ours.kind[a] == LEAF:
            continue
        yes = X[rows, ours.feature[a]] <= ours.threshold[a]
        their_yes = X[rows, theirs.feature[b]] <= theirs.threshold[b]
        below, others = list(ours.children(a)), [theirs.children_left[b], theirs.children_right[b]]
        if (yes == their_yes).all() or (yes != their_yes).all():
            others = others if yes[0] == their_yes[0] else others[::-1]
            waiting += [(below[0], others[0], rows[yes]), (below[1], others[1], rows[~yes])]
        else:
            ties += 1
            mine = ours.weight[below] @ ours.impurity[below]
            assert mine == pytest.approx(theirs.weighted_n_node_samples[others] @ theirs.impurity[others], rel=1e-7)
    return Compared(nodes, ties, ties == 0 and nodes == len(ours) == theirs.node_count)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "variance"])
def test_growth_equals_scikit_learn_node_by_node_but_for_ties(criterion, record_property):
    found = [compared(*both(*data, criterion), data[0]) for data in (random_data(seed, criterion) for seed in SEEDS)]
    nodes, ties = (sum(part) for part in list(zip(*found, strict=True))[:2])
    whole = sum(each.whole for each in found)
    shown = f"{criterion}: {nodes} nodes compared, {ties} ties decided differently, {whole} of {len(SEEDS)} trees equal"
    record_property("compared", shown)
    assert nodes > 10_000 and ties < 0.03 * nodes, shown
    assert whole >= 10, shown


def test_growth_without_ties_equals_scikit_learn_in_every_test():
    """One feature and numbers of full precision: no two cuts are equally good."""
    for seed in range(20):
        X, y, weights = random_data(3 * seed + 1, "variance")
        X = X[:, :1]
        ours, theirs = both(X, y, weights, "variance")
        assert compared(ours, theirs, X).whole
        inner = theirs.feature >= 0
        np.testing.assert_allclose(np.sort(ours.threshold[ours.splits]), np.sort(theirs.threshold[inner]), rtol=1e-12)
