"""The plain search is a naive loop, ties included; the engine agrees with it to the last digit; scikit-learn too."""

import numpy as np
import pytest
from sklearn import datasets
from sklearn.neighbors import NearestNeighbors

from labkit.learners.neighbours.engine import brute, case_tree
from labkit.learners.neighbours.search import SEARCHES, nearest, plain


def naive(X, cases, k, p):
    """A loop over everything; parts are added from the first feature to the last."""
    rows, distances = [], []
    for x in cases:
        away = []
        for z in X:
            parts = [abs(a - b) for a, b in zip(x.tolist(), z.tolist(), strict=True)]
            away.append(max(parts) if p == np.inf else sum(part**p for part in parts))
        order = sorted(range(len(X)), key=lambda n: (away[n], n))[:k]
        rows.append(order)
        distances.append([away[n] if p in (1, np.inf) else away[n] ** (1 / p) for n in order])
    return np.array(rows), np.array(distances)


def rough(n, d, seed=0):
    """Whole numbers: many equal distances, many equal points."""
    return np.random.default_rng(seed).integers(4, size=(n, d)).astype(float)


def smooth(n, d, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def far_off(n, d, seed=0):
    """Close together, far from the origin: squares would cancel."""
    return 1e8 + 1e-3 * smooth(n, d, seed)


def lopsided(n, d, seed=0):
    """One place far away, the rest almost the same."""
    X = 1e-9 * smooth(n, d, seed)
    X[n // 2] = 1e6
    return X


MADE = pytest.mark.parametrize("made", [rough, smooth, far_off, lopsided], ids=lambda made: made.__name__)


def both_brute(X, cases, k, p, monkeypatch):
    """Brute force by differences and, for p = 2, by the product."""
    found = []
    for features in (10**9, 1):
        monkeypatch.setattr(brute, "PRODUCT_FEATURES", features)
        monkeypatch.setattr(brute, "PRODUCT_CASES", 1)
        found.append(nearest(X, cases, k, p, "brute"))
    return found


@MADE
@pytest.mark.parametrize("p", [1, 2, 3, np.inf])
@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_searches_agree_with_each_other_and_with_a_loop(made, p, d, monkeypatch):
    X, cases = made(60, d, 0), np.concatenate([made(40, d, 1), made(60, d, 0)[:10]])
    for k in (1, 4, 60):
        found = [plain(X, cases, k, p), *both_brute(X, cases, k, p, monkeypatch), nearest(X, cases, k, p, "tree")]
        for rows, distances in found[1:]:
            np.testing.assert_array_equal(rows, found[0][0])
            np.testing.assert_array_equal(distances, found[0][1])
        rows, distances = naive(X, cases, k, p)
        np.testing.assert_allclose(found[0][1], distances, rtol=1e-9)
        if p != 3:  # roots of cubes are rounded otherwise than cubes are
            np.testing.assert_array_equal(found[0][0], rows)


@pytest.mark.parametrize("load", ["iris", "wine", "breast_cancer", "digits", "diabetes"])
@pytest.mark.parametrize("p", [1, 2, np.inf])
def test_distances_are_those_of_scikit_learn(load, p):
    X = getattr(datasets, f"load_{load}")().data[:400]
    theirs, _ = NearestNeighbors(n_neighbors=7, algorithm="kd_tree", p=p).fit(X).kneighbors(X)
    for how in ("brute", "tree"):
        np.testing.assert_allclose(nearest(X, X, 7, p, how)[1], theirs, rtol=1e-12, atol=1e-12)


def test_equal_distances_are_those_of_the_lowest_row():
    X = np.array([[0.0, 1], [1, 0], [0, -1], [-1, 0], [0, 1]])
    for how in SEARCHES:
        rows, distances = nearest(X, np.zeros((1, 2)), 5, 2, how)
        assert rows.tolist() == [[0, 1, 2, 3, 4]]
        assert distances.tolist() == [[1.0] * 5]


def test_product_alone_would_be_wrong_where_points_are_close():
    """Why the proposals of the product are computed anew."""
    X = far_off(50, 5)
    product = (X**2).sum(axis=1) - 2 * X @ X[0] + X[0] @ X[0]
    exact = ((X - X[0]) ** 2).sum(axis=1)
    assert np.argsort(product)[:3].tolist() != np.argsort(exact)[:3].tolist()
    rows, _ = nearest(X, np.tile(X[0], (10, 1)), 3, 2, "brute")
    assert rows[0].tolist() == np.argsort(exact)[:3].tolist()


@pytest.mark.parametrize("piece", [1, 100, 1 << 30])
def test_pieces_do_not_change_the_neighbours(piece, monkeypatch):
    X, cases = rough(80, 2), np.concatenate([rough(30, 2, 1), smooth(500, 2, 2)])
    expected = nearest(X, cases, 5, 2, "brute")
    monkeypatch.setattr(brute, "PIECE", piece)
    monkeypatch.setattr(case_tree, "PIECE", piece)
    for how in ("brute", "tree"):
        for ours, theirs in zip(nearest(X, cases, 5, 2, how), expected, strict=True):
            np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("n", [0, 1, 15, 16, 17, 63, 64, 65, 1025])
def test_tree_takes_any_number_of_cases(n):
    X, cases = smooth(40, 2), smooth(n, 2, 1)
    rows, distances = nearest(X, cases, 3, 2, "tree")
    assert rows.shape == distances.shape == (n, 3)
    np.testing.assert_array_equal(rows, nearest(X, cases, 3, 2, "brute")[0])


def test_tree_compares_only_a_few_pairs():
    """What it is for: of 4 million pairs it looks at a small part."""
    X, cases = smooth(1000, 2), smooth(4000, 2, 1)
    looked_at = 0

    class Counting(case_tree.CaseTree):
        def _compare(self, leaves, examples):
            nonlocal looked_at
            looked_at += examples.size * case_tree.LEAF_CASES
            super()._compare(leaves, examples)

    found = Counting(cases, X, 5, 2).nearest()
    np.testing.assert_array_equal(found[0], nearest(X, cases, 5, 2, "brute")[0])
    assert looked_at < 0.2 * len(X) * len(cases)


@pytest.mark.parametrize("d", [1, 2, 5, 70])
def test_curve_goes_through_every_case_and_keeps_close_ones_together(d):
    cases = np.random.default_rng(0).uniform(size=(512, d))
    order = case_tree.curve_order(cases)
    assert sorted(order) == list(range(512))
    steps = np.abs(np.diff(cases[order], axis=0)).sum(axis=1).mean()
    assert steps < np.abs(np.diff(cases, axis=0)).sum(axis=1).mean()


def test_auto_takes_the_tree_for_many_cases_of_few_features(monkeypatch):
    asked = []
    monkeypatch.setattr(case_tree.CaseTree, "nearest", lambda tree: asked.append(tree.examples))
    nearest(smooth(1000, 2), smooth(2000, 2), 5)
    assert asked == [1000]
    nearest(smooth(1000, 2), smooth(10, 2), 5)  # few cases
    nearest(smooth(1000, 8), smooth(2000, 8), 5)  # many features
    nearest(smooth(1000, 2), smooth(2000, 2), 500)  # almost all are neighbours
    assert len(asked) == 1


@pytest.mark.parametrize("few", [0, 1e9], ids=["one by one", "sorted"])
@pytest.mark.parametrize("values", [3, 50, 10**6])
@pytest.mark.parametrize("k", [1, 4, 30])
def test_smallest_are_those_of_a_stable_sort(few, values, k, monkeypatch):
    monkeypatch.setattr(brute, "SORTED_LENGTH", few)
    table = np.random.default_rng(0).integers(values, size=(40, 30)).astype(float)
    places, found = brute.smallest(table.copy(), k)
    expected = np.argsort(table, axis=1, kind="stable")[:, :k]
    np.testing.assert_array_equal(places, expected)
    np.testing.assert_array_equal(found, np.take_along_axis(table, expected, axis=1))
