"""k-means (I-002-024 the centres of a radial network, I-002-037 one block of parameters at a time)."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn import cluster
from sklearn.datasets import load_iris, load_wine

from labkit.core import data
from labkit.core.story import START, STOP
from labkit.learners import KMeans
from labkit.learners.mixture.k_means import ASSIGN, MOVE, plus_plus


def naive(X, centres, iterations=300):
    """Lloyd's algorithm by loops, for groups that never become empty."""
    before = None
    for _ in range(iterations):
        groups = [min(range(len(centres)), key=lambda k: float(((x - centres[k]) ** 2).sum())) for x in X]
        if groups == before:
            break
        before = groups
        centres = [np.mean([x for x, g in zip(X, groups, strict=True) if g == k], axis=0) for k in range(len(centres))]
    return np.array(centres), np.array(groups)


def blobs(n=90, seed=3):
    return data.blobs(n, spread=0.4, seed=seed)[0]


# ---------------------------------------------------------------- the answer


def test_k_means_follows_its_definition():
    X = blobs()
    start = X[:3]
    step = KMeans(start=start).fit(X).last_step_
    centres, groups = naive(X, start)
    np.testing.assert_allclose(step.centres, centres, rtol=1e-12)
    np.testing.assert_array_equal(step.groups, groups)
    np.testing.assert_array_equal(step.model.predict(X), groups)


@pytest.mark.parametrize("load", [load_iris, load_wine])
@pytest.mark.parametrize("k", [2, 3, 6])
def test_k_means_ends_where_scikit_learn_does(load, k):
    X = load().data
    start = X[:: len(X) // k][:k]
    ours, theirs = KMeans(groups=k, start=start).fit(X), cluster.KMeans(k, init=start, n_init=1, tol=0).fit(X)
    np.testing.assert_allclose(ours.last_step_.inertia, theirs.inertia_, rtol=1e-9)
    np.testing.assert_array_equal(ours.predict(X), theirs.labels_)
    np.testing.assert_allclose(ours.score(X), theirs.score(X), rtol=1e-9)


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_groups_do_not_depend_on_the_unit_or_the_place(scale, offset):
    X = np.round(blobs() * 2**10) / 2**10  # whole multiples survive the offset without rounding
    base = KMeans(seed=4).fit(X).last_step_
    moved = KMeans(seed=4).fit((X + offset) * scale).last_step_
    np.testing.assert_array_equal(base.groups, moved.groups)
    np.testing.assert_allclose(moved.centres / scale - offset, base.centres, atol=1e-8)


def test_one_far_outlier_does_not_blur_the_rest():
    """A product of matrices has lost the digits that tell these groups apart; the differences have not."""
    X = np.array([[0.0], [1e-9], [5e-9], [6e-9], [1.0]])
    step = KMeans(start=[[0.0], [6e-9], [1.0]]).fit(X).last_step_
    np.testing.assert_array_equal(step.groups, [0, 0, 1, 1, 2])


# ---------------------------------------------------------------- the story


@pytest.mark.parametrize("seed", range(5))
def test_inertia_never_rises(seed):
    X = np.random.default_rng(seed).normal(size=(200, 3))
    trace = KMeans(groups=7, seed=seed).trace(X)
    falls = np.diff(trace.curve("inertia"))
    assert len(trace) > 5
    assert (falls <= 1e-9).all()
    by_hand = [((X - step.centres[step.groups]) ** 2).sum() for step in trace[1:]]
    np.testing.assert_allclose(trace.curve("inertia")[1:], by_hand, rtol=1e-12)


def test_story_assigns_and_moves_in_turn():
    X = blobs()
    trace = KMeans(groups=3, seed=1).trace(X)
    assert trace[0].event == START
    assert trace[0].groups is None
    assert trace[-1].event == STOP
    assert [step.phase for step in trace[1:-1]] == [ASSIGN, MOVE] * (len(trace[1:-1]) // 2)
    assert [step.equation for step in trace[1:3]] == [2, 3]
    for before, after in pairwise(trace[1:-1]):
        if after.phase == MOVE:
            means = [X[after.groups == k].mean(axis=0) for k in range(3)]
            np.testing.assert_allclose(after.centres, means, rtol=1e-12)
        else:
            np.testing.assert_array_equal(after.groups, after.model.predict(X))
            assert after.changed == np.count_nonzero(after.groups != before.groups)
    assert trace[1].sizes.sum() == len(X)


def test_captions_say_what_happened():
    X = np.array([[0.0], [1.0], [10.0], [11.0]])
    trace = KMeans(groups=2, start=[[0.0], [1.0]]).trace(X)
    assert [step.caption for step in trace] == [
        "start: 2 centres are placed, no example has a group",
        "iteration 1: 4 examples joined the nearest centre, inertia 181",
        "iteration 1: the centres moved to the means of their groups, inertia 60.67",
        "iteration 2: 1 example changed groups, inertia 21.56",
        "iteration 2: the centres moved to the means of their groups, inertia 1",
        "stop after 3 iterations: no example changes its group any more; inertia 1",
    ]


def test_budget_ends_the_story():
    X = np.random.default_rng(0).normal(size=(300, 2))
    ends = [KMeans(groups=6, max_iterations=k).trace(X)[-1].caption for k in (1, 2)]
    assert ends[0] == "stop after 1 iteration: the budget of 1 iteration is spent; inertia 203.7"
    assert ends[1] == "stop after 2 iterations: the budget of 2 iterations is spent; inertia 185.9"
    assert KMeans(groups=1).trace(X)[0].caption == "start: 1 centre is placed, no example has a group"


# ---------------------------------------------------------------- the start


def test_plus_plus_draws_by_the_squared_distance():
    X = np.array([[0.0], [1.0], [3.0]])
    rng = np.random.default_rng(0)
    pairs = [tuple(plus_plus(X, 2, rng).ravel()) for _ in range(6000)]
    shares = {pair: pairs.count(pair) / 6000 for pair in set(pairs)}
    expected = {(0, 1): 1 / 10, (0, 3): 9 / 10, (1, 0): 1 / 5, (1, 3): 4 / 5, (3, 0): 9 / 13, (3, 1): 4 / 13}
    assert set(shares) == set(expected)
    for pair, probability in expected.items():
        assert shares[pair] == pytest.approx(probability / 3, abs=0.02)


def test_plus_plus_never_takes_an_example_twice():
    X = np.repeat(np.arange(5.0), 20)[:, None] * 1e-200  # squares of these would vanish
    for seed in range(20):
        centres = plus_plus(X, 5, np.random.default_rng(seed))
        np.testing.assert_array_equal(np.sort(centres.ravel()), np.arange(5.0) * 1e-200)


def test_plus_plus_draws_examples_that_hardly_differ_when_no_others_are_left():
    """Beside 1 the square of 1e-200 is nothing; the examples are different all the same."""
    X = np.array([[0.0], [1e-200], [1.0], [1.0]])
    for seed in range(20):
        centres = plus_plus(X, 3, np.random.default_rng(seed))
        np.testing.assert_array_equal(np.sort(centres.ravel()), [0.0, 1e-200, 1.0])


def test_plus_plus_measures_in_the_units_that_are_said():
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1e6]])
    pairs = [plus_plus(X, 2, np.random.default_rng(seed), np.array([1.0, 1e9])) for seed in range(60)]
    from_zero = [second.tolist() for first, second in pairs if not first.any()]
    assert from_zero == [[1.0, 0.0]] * len(from_zero) and len(from_zero) > 9, "1e6 is a thousandth there"


def test_far_starts_beat_chance():
    """Twenty-five tight groups: drawn by distance, the centres are in more of them."""
    rng = np.random.default_rng(0)
    corners = np.array([(a, b) for a in range(5) for b in range(5)], dtype=float)
    X = np.repeat(corners, 8, axis=0) + rng.normal(0, 0.05, (200, 2))
    drawn = [KMeans(groups=25, seed=seed).fit(X).last_step_.inertia for seed in range(10)]
    chance = [KMeans(groups=25, start=rng.permutation(X)[:25]).fit(X).last_step_.inertia for _ in range(10)]
    assert np.median(drawn) < 0.5 * np.median(chance)


# ---------------------------------------------------------------- empty groups, duplicates, bad input


def test_empty_group_takes_the_farthest_example():
    X = np.array([[0.0], [1.0], [2.0], [9.0]])
    trace = KMeans(groups=3, start=[[1.0], [50.0], [60.0]]).trace(X)
    first = trace[1]
    assert first.filled == ((1, 3), (2, 0))  # 9 is farthest; then 0 and 2 are as far, and 0 is the first
    np.testing.assert_array_equal(first.groups, [2, 0, 0, 1])
    assert first.caption.endswith("empty group 1 took example 3, empty group 2 took example 0, inertia 1")
    assert (np.diff(trace.curve("inertia")) <= 0).all()
    assert (trace[-1].sizes > 0).all()


def test_empty_group_leaves_no_other_group_empty():
    """The farthest example is the only one of its group."""
    X = np.array([[0.0], [0.5], [10.0]])
    first = KMeans(groups=3, start=[[0.0], [7.0], [70.0]]).trace(X)[1]
    assert first.filled == ((2, 1),)
    np.testing.assert_array_equal(first.sizes, [1, 1, 1])


def test_equal_first_centres_part():
    X = blobs()
    step = KMeans(groups=3, start=np.repeat(X[:1], 3, axis=0)).fit(X).last_step_
    assert (step.sizes > 0).all()
    assert len(np.unique(step.centres, axis=0)) == 3


@pytest.mark.parametrize("far", [1.0, 1e6, 1e12])
def test_groups_of_one_place_leave_no_inertia_however_far_another_example_is(far):
    """A mean calculated beside 1e12 has lost the digits of the small ones."""
    X = np.append(np.repeat(np.random.default_rng(0).normal(size=(9, 3)), 3, axis=0), [[far, far, -far]], axis=0)
    trace = KMeans(groups=10, start=np.unique(X, axis=0)).trace(X)
    assert set(trace.curve("inertia")) == {0.0}
    np.testing.assert_array_equal(trace[-1].centres, np.unique(X, axis=0))


def test_as_many_groups_as_different_examples_leaves_no_inertia():
    X = np.repeat([[0.0, 1.0], [2.0, 1.0], [5.0, 3.0]], [4, 1, 7], axis=0)
    step = KMeans(groups=3).fit(X).last_step_
    assert step.inertia == 0
    assert sorted(step.sizes) == [1, 4, 7]


@pytest.mark.parametrize("start", ["k-means++", np.arange(8.0).reshape(4, 2)])
def test_more_groups_than_different_examples_are_refused(start):
    X = np.repeat([[0.0, 1.0], [2.0, 1.0], [5.0, 3.0]], 50, axis=0)
    with pytest.raises(ValueError, match=r"^groups: expected at most .*different examples, 3 .* got 4; lower groups"):
        KMeans(groups=4, start=start).steps(X)
    with pytest.raises(ValueError, match=r"^k: expected at most .* 3 .* got 4; lower k"):
        plus_plus(X, 4, np.random.default_rng(0))


@pytest.mark.parametrize("start", [np.zeros((2, 2)), np.zeros((3, 1))])
def test_start_of_another_shape_is_refused(start):
    with pytest.raises(ValueError, match=r"^start: expected 3 centres of 2 features, got shape"):
        KMeans(groups=3, start=start).steps(blobs())


def test_distances_to_the_centres_are_scikit_learn_s():
    X = load_iris().data
    ours, theirs = KMeans(start=X[:3]).fit(X), cluster.KMeans(3, init=X[:3], n_init=1, tol=0).fit(X)
    np.testing.assert_allclose(ours.transform(X[:20]), theirs.transform(X[:20]))
    np.testing.assert_allclose(KMeans(start=X[:3]).fit_transform(X), ours.transform(X))
