"""Smoothers of one feature: each against a plain loop or a library, and its rules for ties and for places unseen."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsRegressor

from labkit.learners import RegressionTree
from labkit.learners.additive.curve import Curve, LearnedSmoother
from labkit.learners.additive.smoothers import KernelSmoother, LevelMeans, NeighbourSmoother, PolynomialSmoother

SMOOTHERS = [
    NeighbourSmoother(7),
    KernelSmoother(0.1),
    LevelMeans(),
    PolynomialSmoother(3),
    LearnedSmoother(RegressionTree(max_depth=2)),
]
EVERY = pytest.mark.parametrize("smoother", SMOOTHERS, ids=repr)


def examples(n=40, seed=0, levels=None):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 3, n) if levels is None else rng.integers(0, levels, n).astype(float)
    return x, np.sin(x) + rng.normal(0, 0.3, n)


def smoothed(smoother, x, r):
    """s at the examples, with its mean."""
    curve = Curve.of(smoother.placed(x), r)
    return curve.values + curve.shift


# ---------------------------------------------------------------- what they share


@EVERY
@pytest.mark.parametrize("seed", range(3))
def test_curve_is_centred_and_answers_the_same_anywhere_as_at_the_examples(smoother, seed):
    """E-002-11, I-002-052."""
    x, r = examples(seed=seed, levels=12 if seed == 2 else None)
    curve = Curve.of(smoother.placed(x), r + 5.0)
    assert abs(curve.values.mean()) < 1e-12
    np.testing.assert_allclose(curve.predict(x), curve.values, atol=1e-12)
    np.testing.assert_array_equal(curve.predict(x[:, None]), curve.predict(x))


@pytest.mark.parametrize("smoother", SMOOTHERS[:-1], ids=repr)
def test_smoother_is_linear_in_the_residuals(smoother):
    x, r = examples()
    other = np.cos(3 * x)
    sums = smoothed(smoother, x, 2 * r - 3 * other)
    np.testing.assert_allclose(sums, 2 * smoothed(smoother, x, r) - 3 * smoothed(smoother, x, other), atol=1e-12)


@EVERY
def test_smoother_keeps_a_constant(smoother):
    x, r = examples()
    curve = Curve.of(smoother.placed(x), np.full(len(r), 0.7))
    assert curve.shift == pytest.approx(0.7)
    np.testing.assert_allclose(curve.predict(np.linspace(-3, 4, 50)), 0.0, atol=1e-12)


@EVERY
def test_smoother_does_not_mind_scale_and_offset(smoother):
    x, r = examples(levels=9)  # whole numbers: distances stay exact where digits are few
    x = x / 8
    for scale, offset in ((2.0**-27, 0.0), (2.0**27, 0.0), (1.0, 2.0**20)):
        np.testing.assert_allclose(smoothed(smoother, scale * x + offset, r), smoothed(smoother, x, r), atol=1e-9)


@EVERY
def test_equal_places_get_one_answer(smoother):
    curve = Curve.of(smoother.placed(np.full(12, 3.0)), np.arange(12.0))
    assert np.ptp(curve.values) < 1e-12 and np.ptp(curve.predict([-5.0, 3.0, 9.0])) < 1e-12


def test_smoothed_arrays_are_copies_that_cannot_be_written():
    x, r = examples()
    for smoother in SMOOTHERS[:-1]:
        curve = Curve.of(smoother.placed(x), r)
        kept = curve.predict(x).copy()
        assert not curve.values.flags.writeable and not curve.learned.flags.writeable
        np.testing.assert_array_equal(curve.predict(x), kept)
    placed = NeighbourSmoother(3).placed(x)
    curve, before = Curve.of(placed, r), r.copy()
    r[:] = 0.0
    np.testing.assert_allclose(curve.predict(x), Curve.of(placed, before).values, atol=1e-12)


def test_curve_without_a_smoother_is_flat_and_one_feature_is_asked_for():
    curve = Curve(np.zeros(3))
    assert curve.predict([1.0, 2.0]).tolist() == [0.0, 0.0]
    with pytest.raises(ValueError, match=r"x: expected places of one feature, got shape \(2, 2\); pass one column"):
        curve.predict(np.zeros((2, 2)))


# ---------------------------------------------------------------- one by one


@pytest.mark.parametrize("k", [1, 4, 40])
def test_neighbours_are_scikit_learns(k):
    """I-002-053."""
    x, r = examples()
    theirs = KNeighborsRegressor(k).fit(x[:, None], r)
    new = np.linspace(-4, 5, 77)
    curve = Curve.of(NeighbourSmoother(k).placed(x), r)
    np.testing.assert_allclose(curve.predict(new) + curve.shift, theirs.predict(new[:, None]), atol=1e-12)


def test_equally_near_neighbours_share_the_places_that_are_left():
    x, r = np.array([2.0, 0.0, 1.0, 1.0, 1.0]), np.array([1.0, 10.0, 100.0, 1000.0, 1e4])
    assert smoothed(NeighbourSmoother(2), x, r)[3] == pytest.approx(11100 / 3)  # two of three: 2/3 of each
    assert smoothed(NeighbourSmoother(4), x, r)[2] == pytest.approx((11100 + 11 / 2) / 4)  # one of two: 1/2 of each


@pytest.mark.parametrize("k", [1, 3, 7, 29, 30])
@pytest.mark.parametrize("levels", [2, 5, 40])
def test_neighbours_are_a_plain_loop_where_distances_tie(k, levels):
    """Places such as 0.1, 0.2, 0.3, whose distances are equal but for rounding."""
    x, r = examples(30, levels=levels)
    x = x / 10 + 0.3
    new = np.concatenate([x, np.arange(-4, 2 * levels + 4) / 20 + 0.3, [-1e9, 1e9]])
    loop = []
    for place in np.clip(new, x.min(), x.max()):
        away = np.round(abs(x - place), 9)
        reach = np.sort(away)[k - 1]
        nearer, equal = away < reach, away == reach
        loop.append((r[nearer].sum() + (k - nearer.sum()) * r[equal].mean()) / k)
    curve = Curve.of(NeighbourSmoother(k).placed(x), r)
    np.testing.assert_allclose(curve.predict(new) + curve.shift, loop, atol=1e-12)


def test_kernel_mean_is_a_plain_loop():
    x, r = examples()
    h = 0.1 * (x.max() - x.min())
    new = np.linspace(-3, 4, 31)
    loop = []
    for place in new:
        weights = [np.exp(-((place - each) ** 2) / (2 * h * h)) for each in x]
        loop.append(sum(w * value for w, value in zip(weights, r, strict=True)) / sum(weights))
    curve = Curve.of(KernelSmoother(0.1).placed(x), r)
    np.testing.assert_allclose(curve.predict(new) + curve.shift, loop, atol=1e-12)


def test_kernel_far_away_answers_as_the_nearest_example():
    x, r = examples()
    curve = Curve.of(KernelSmoother(0.01).placed(x), r)
    ends = curve.predict([-1e6, 1e6]) + curve.shift
    np.testing.assert_allclose(ends, r[[x.argmin(), x.argmax()]], atol=1e-12)


def test_level_means_are_means_by_level_and_the_nearest_level_answers_between():
    x, r = examples(levels=4)
    curve = Curve.of(LevelMeans().placed(x), r)
    means = [r[x == level].mean() for level in range(4)]
    asked = np.array([-3.0, 0.4, 0.5, 0.6, 2.5, 9.0])  # halfway: the lower level
    np.testing.assert_allclose(curve.predict(asked) + curve.shift, [means[k] for k in (0, 0, 0, 1, 2, 3)])


@pytest.mark.parametrize("degree", [0, 1, 3, 12])
def test_polynomial_is_numpys_fit(degree):
    x, r = examples()
    theirs = np.polynomial.Polynomial.fit(x, r, degree)
    new = np.linspace(-2.5, 3.5, 50)
    curve = Curve.of(PolynomialSmoother(degree).placed(x), r)
    np.testing.assert_allclose(curve.predict(new) + curve.shift, theirs(new), rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize(("degree", "skew"), [(3, 4), (9, 2), (20, 1), (20, 2)])
def test_polynomial_is_a_projection_however_skew_the_feature_is(degree, skew):
    """Many places close together and a few far away: there high degrees would fit rounding errors."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        x, r = np.exp(skew * rng.normal(size=100)), rng.normal(size=100)
        once = smoothed(PolynomialSmoother(degree), x, r)
        np.testing.assert_allclose(smoothed(PolynomialSmoother(degree), x, once), once, atol=1e-5)
        assert once @ (r - once) == pytest.approx(0.0, abs=1e-5)


def test_beyond_the_examples_the_edge_answers_and_polynomials_go_on():
    x, r = examples()
    far = x.max() + np.array([0.0, 3.0, 300.0])
    for smoother in (NeighbourSmoother(5), LevelMeans()):
        assert np.ptp(Curve.of(smoother.placed(x), r).predict(far)) < 1e-12
    kernel, line = (Curve.of(smoother.placed(x), r) for smoother in (KernelSmoother(0.2), PolynomialSmoother(1)))
    assert kernel.predict(far[2:]) + kernel.shift == pytest.approx(r[x.argmax()])
    rise = np.diff(line.predict(far))
    assert rise[1] == pytest.approx(99 * rise[0])


def test_polynomial_of_few_different_places_goes_through_their_means():
    x, r = examples(levels=3)
    np.testing.assert_allclose(smoothed(PolynomialSmoother(9), x, r), smoothed(LevelMeans(), x, r), atol=1e-12)


@pytest.mark.parametrize("smoother", [LevelMeans(), PolynomialSmoother(4)], ids=repr)
def test_projection_smooths_what_is_smooth_no_further_and_others_do(smoother):
    x, r = examples(levels=7)
    once = smoothed(smoother, x, r)
    np.testing.assert_allclose(smoothed(smoother, x, once), once, atol=1e-12)
    for other in (NeighbourSmoother(7), KernelSmoother(0.1)):
        once = smoothed(other, x, r)
        assert np.abs(smoothed(other, x, once) - once).max() > 1e-3


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: NeighbourSmoother(0), "k: expected a whole number >= 1, got 0"),
        (lambda: NeighbourSmoother(2.0), "k: expected a whole number"),
        (lambda: KernelSmoother(0.0), "width: expected a number > 0, got 0.0"),
        (lambda: PolynomialSmoother(-1), "degree: expected a whole number >= 0 and <= 20, got -1"),
        (
            lambda: NeighbourSmoother(7).check(np.zeros(3)),
            "k of the smoother: expected a whole number >= 1 and <= 3 .no more neighbours",
        ),
        (lambda: KernelSmoother().check(np.zeros(5000)), "smoother: expected at most 4096 examples .* got 5000"),
    ],
)
def test_smoother_refuses_what_cannot_work(make, message):
    with pytest.raises(ValueError, match=message):
        make()
