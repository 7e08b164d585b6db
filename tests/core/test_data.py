"""Generators keep their promises for every seed; every table of the lectures loads and says where it comes from."""

import inspect
from math import erf, sqrt

import numpy as np
import pytest
from scipy.stats import chi2, kstest
from sklearn.svm import SVC

from labkit.core import course, data, inputs

EVERY = pytest.mark.parametrize("make", data.GENERATORS.values(), ids=data.GENERATORS)


@EVERY
def test_generator_replays_by_seed(make):
    (X, y), (X2, y2), (X3, _) = make(60, seed=3), make(60, seed=3), make(60, seed=4)
    np.testing.assert_array_equal(X, X2)
    np.testing.assert_array_equal(y, y2)
    assert (X != X3).any()


@EVERY
@pytest.mark.parametrize("n", [8, 61])
def test_generator_gives_points_of_the_plane_in_classes_of_equal_size(make, n):
    X, y = make(n, seed=1)
    counts = np.bincount(y)
    assert X.shape == (n, 2)
    assert y.dtype.kind == "i"
    assert counts.sum() == n
    assert counts.max() - counts.min() <= 1
    assert np.abs(X).mean() < 1


@EVERY
def test_samples_are_one_draw_cut_apart_with_classes_of_equal_size(make):
    X, _ = make(82, seed=3)
    parts = data.samples(make, 21, 10, 51, seed=3)
    assert [len(part) for part, _ in parts] == [21, 10, 51]
    np.testing.assert_array_equal(np.unique(np.concatenate([part for part, _ in parts]), axis=0), np.unique(X, axis=0))
    assert all(np.ptp(np.bincount(y)) <= 1 for _, y in parts)


@EVERY
def test_samples_are_of_the_same_problem(make):
    """The nearest example of one knows the class of a case of the other; by another seed it would not."""
    for seed in range(5):
        (X, y), (cases, kinds) = data.samples(make, 200, 200, seed=seed)
        nearest = ((cases[:, None] - X) ** 2).sum(axis=2).argmin(axis=1)
        assert (y[nearest] == kinds).mean() > 0.7


@pytest.mark.parametrize("make", [data.curve, data.additive])
def test_samples_of_numbers_are_cut_as_they_come(make):
    X, y = make(30, seed=4)
    parts = data.samples(make, 20, 10, seed=4)
    np.testing.assert_array_equal(np.concatenate([part for part, _ in parts]), X)
    np.testing.assert_array_equal(np.concatenate([numbers for _, numbers in parts]), y)


@pytest.mark.parametrize("size", [0, 2.5, "many"])
def test_samples_refuse_a_size_that_is_none(size):
    with pytest.raises(ValueError, match="size: expected a whole number >= 1, got"):
        data.samples(data.moons, 10, size)


@EVERY
def test_generator_shuffles_its_classes(make):
    _, y = make(60)
    assert (np.diff(y) != 0).sum() > 15


@EVERY
def test_generator_leaves_the_global_random_numbers_alone(make):
    before = np.random.get_state()[1].copy()  # noqa: NPY002  reading it is the point
    make(20)
    np.testing.assert_array_equal(before, np.random.get_state()[1])  # noqa: NPY002


@EVERY
def test_generator_takes_everything_but_n_by_keyword(make):
    first, *others = inspect.signature(make).parameters.values()
    assert first.name == "n"
    assert "seed" in {p.name for p in others}
    assert all(p.kind is p.KEYWORD_ONLY and p.default is not p.empty for p in others)


@EVERY
@pytest.mark.parametrize("bad", [{"n": -1}, {"n": 1}, {"n": 2.5}, {"seed": -1}, {"seed": "today"}])
def test_generator_refuses_bad_input(make, bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))}: expected a whole number >= .*, got"):
        make(**bad)


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("separable", {"margin": 0}),
        ("separable", {"margin": 1.2}),
        ("blobs", {"classes": 1}),
        ("blobs", {"spread": -1}),
        ("moons", {"noise": -0.1}),
        ("rings", {"classes": 9}),
        ("xor", {"gap": 1}),
        ("spiral", {"turns": 0}),
        ("gaussians", {"distance": -1}),
    ],
)
def test_shape_parameter_out_of_range_is_refused(name, bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))}: expected"):
        data.GENERATORS[name](**bad)


@pytest.mark.parametrize("margin", [0.01, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("seed", range(5))
def test_separable_has_exactly_the_margin_asked_for(margin, seed):
    """The widest margin, found by a support vector machine that forgives nothing, is the one asked for."""
    X, y = data.separable(50, margin=margin, seed=seed)
    machine = SVC(kernel="linear", C=1e9, tol=1e-9).fit(X, y)
    assert machine.score(X, y) == 1.0
    assert 1 / np.linalg.norm(machine.coef_) == pytest.approx(margin, rel=1e-4)
    assert np.abs(X).max() <= 1


def test_separable_works_for_two_examples():
    X, y = data.separable(2, margin=0.25, seed=5)
    assert sorted(y) == [0, 1]
    assert np.linalg.norm(X[0] - X[1]) == pytest.approx(0.5)


def test_blobs_and_spiral_and_rings_have_as_many_classes_as_asked():
    for make in (data.blobs, data.spiral, data.rings):
        assert np.unique(make(40, classes=5)[1]).tolist() == [0, 1, 2, 3, 4]


def test_rings_are_told_apart_by_their_radius():
    X, y = data.rings(200, classes=3, noise=0)
    radius = np.linalg.norm(X, axis=1)
    assert [len(np.unique(radius[y == k].round(9))) for k in range(3)] == [1, 1, 1]
    assert radius[y == 0].max() < radius[y == 1].min() < radius[y == 2].max() <= 0.9 + 1e-12


def test_xor_keeps_its_gap_and_its_signs():
    X, y = data.xor(200, gap=0.2)
    assert np.abs(X).min() >= 0.2
    np.testing.assert_array_equal(y == 1, X[:, 0] * X[:, 1] < 0)


def test_moons_without_noise_are_half_circles_facing_each_other():
    X, y = data.moons(200, noise=0)
    flipped = np.where(y[:, None] == 0, X, -X) + np.array([0.275, 0.14])
    np.testing.assert_allclose(np.linalg.norm(flipped, axis=1), 0.55)
    assert flipped[:, 1].min() >= 0


def test_spiral_arms_are_one_arm_turned():
    X, y = data.spiral(400, classes=2, turns=1.25, noise=0)
    radius = np.linalg.norm(X, axis=1)
    turned = np.arctan2(X[:, 1], X[:, 0]) - 2 * np.pi * (1.25 * radius + y / 2)
    np.testing.assert_allclose(np.cos(turned), 1, atol=1e-9)


@pytest.mark.parametrize("distance", [0.0, 1.0, 2.0, 3.0])
def test_gaussians_overlap_as_much_as_they_say(distance):
    X, y = data.gaussians(40_000, distance=distance, seed=2)
    towards = X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0)
    best = (X @ towards > 0).astype(int)
    expected = 0.5 * (1 + erf(-distance / 2 / sqrt(2)))
    assert np.mean(best != y) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("dimensions", [1, 2, 3, 10, 100])
def test_spheres_are_cut_at_the_median_of_chi_squared(dimensions):
    """I-000-115: what bagging, forests and boosting are compared on."""
    assert data.middle_square(dimensions) == pytest.approx(chi2.median(dimensions), rel=1e-12)
    X, y = data.spheres(101, dimensions=dimensions, seed=1)
    assert X.shape == (101, dimensions) and abs(np.bincount(y) @ [1, -1]) == 1
    np.testing.assert_array_equal(y == 1, (X**2).sum(axis=1) > chi2.median(dimensions))


def test_spheres_are_standard_normal():
    X, y = data.spheres(20_000, seed=3)
    assert kstest((X**2).sum(axis=1), chi2(10).cdf).pvalue > 0.01
    assert min(kstest(X[:, j], "norm").pvalue for j in range(10)) > 0.01
    assert np.abs(np.corrcoef(X.T, y) - np.eye(11)).max() < 0.03  # no coordinate alone tells the class by its sign


def test_spheres_replay_by_seed_and_are_cut_into_samples():
    (X, y), (X2, _), (X3, _) = (data.spheres(40, seed=seed) for seed in (3, 3, 4))
    assert np.array_equal(X, X2) and (X != X3).any() and (np.diff(y) != 0).sum() > 10
    assert [part.shape for part, _ in data.samples(data.spheres, 30, 10, dimensions=4)] == [(30, 4), (10, 4)]


def test_girolami_draws_the_clouds_of_the_picture():
    """I-000-031: 30 points of N((1, 5), I) and 30 of N((-5, 1), 2.2^2 I); here many more of each."""
    X, y = data.girolami(20_000, seed=1)
    for kind, mean, deviation in ((1, (1, 5), 1.0), (0, (-5, 1), 2.2)):
        cloud = X[y == kind]
        assert len(cloud) == 10_000
        np.testing.assert_allclose(cloud.mean(axis=0), mean, atol=0.06)
        np.testing.assert_allclose(np.cov(cloud.T), deviation**2 * np.eye(2), atol=0.15)


def test_girolami_replays_by_seed_and_seed_0_is_separable_without_a_bias():
    X, y = data.girolami()
    assert X.shape == (60, 2)
    np.testing.assert_array_equal(X, data.girolami(seed=0)[0])
    angles = np.deg2rad(np.arange(0, 360, 0.5))
    margins = (2 * y - 1)[:, None] * (X @ np.array([np.cos(angles), np.sin(angles)]))
    assert (margins > 0).all(axis=0).any()


def test_doughnut_is_a_ring_of_the_radius_and_the_noise_asked_for():
    """I-002-042: 200 points of it; here many more."""
    X, y = data.doughnut(4000, radius=2.0, noise=0.3, seed=1)
    assert not y.any() and data.doughnut()[0].shape == (200, 2)
    assert kstest((np.linalg.norm(X, axis=1) - 2.0) / 0.3, "norm").pvalue > 0.01
    assert kstest(np.arctan2(X[:, 1], X[:, 0]) / (2 * np.pi) + 0.5, "uniform").pvalue > 0.01
    np.testing.assert_array_equal(X, data.doughnut(4000, radius=2.0, noise=0.3, seed=1)[0])


def test_doughnut_looks_like_its_table():
    table, (X, _) = data.load("doughnut200").numeric("x1", "x2"), data.doughnut(4000)
    radius, drawn = (np.linalg.norm(points, axis=1) for points in (table, X))
    assert len(table) == 200
    assert [drawn.mean(), drawn.std()] == pytest.approx([radius.mean(), radius.std()], abs=0.02)


@pytest.mark.parametrize("bad", [{"radius": 0}, {"noise": -1}, {"n": 0}, {"seed": 0.5}])
def test_doughnut_refuses_bad_input(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))}: expected"):
        data.doughnut(**bad)


@pytest.mark.parametrize("bad", [{"dimensions": 0}, {"dimensions": 101}, {"dimensions": 2.5}, {"n": 1}, {"seed": -1}])
def test_spheres_refuse_bad_input(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))}: expected a whole number >= .*, got"):
        data.spheres(**bad)


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("make", "truth"),
    [(data.curve, lambda X: np.sin(2 * np.pi * X[:, 0])),
     (data.additive, lambda X: X[:, 0] ** 2 + np.sin(2 * np.pi * X[:, 1]))],
)  # fmt: skip
def test_numbers_are_their_function_and_noise_of_the_size_asked_for(make, truth):
    """I-002-052: the target of the additive model."""
    X, y = make(4000, noise=0.3, seed=1)
    assert kstest(X.ravel(), "uniform").pvalue > 0.01
    assert kstest((y - truth(X)) / 0.3, "norm").pvalue > 0.01
    same, clean = make(4000, noise=0, seed=1)
    np.testing.assert_array_equal(same, X)
    np.testing.assert_allclose(clean, truth(X))


@pytest.mark.parametrize("make", [data.curve, data.additive])
def test_numbers_replay_by_seed_and_refuse_bad_input(make):
    np.testing.assert_array_equal(make(9, seed=2)[1], make(9, seed=2)[1])
    assert (make(9, seed=2)[1] != make(9, seed=3)[1]).all()
    for bad in ({"n": 0}, {"seed": -1}, {"noise": -0.1}):
        with pytest.raises(ValueError, match=f"{next(iter(bad))}: expected"):
            make(**bad)


# ---------------------------------------------------------------- the lectures' tables


@pytest.mark.parametrize("name", data.names())
def test_table_loads_and_says_where_it_comes_from(name):
    table = data.load(name)
    status, _, origin = data.provenance(name).partition(": ")
    assert len(table) >= 2
    assert status in {"verbatim", "reconstructed", "synthetic", "classic", "made here", "real"}
    assert origin
    assert (status == "real") == (name in data.real_names())
    assert status == "real" or not any(column.missing.any() for column in table.columns)


def test_provenance_names_no_table_that_is_not_there():
    lines = (data.TABLES / "PROVENANCE.md").read_text(encoding="utf-8").splitlines()
    rows = [line.strip("|").split("|")[0].strip() for line in lines if line.startswith("|")]
    named = {name for row in rows[2:] for name in row.split(", ")}
    assert named == set(data.names())


def test_blood_pressure_is_a_stand_in_and_has_the_regions_that_it_is_said_to_have():
    """Deck 002, the CART example: pressure by age and obesity."""
    table = data.load("blood_pressure")
    assert table.names == ("age", "obesity", "sbp") and len(table) == 160
    assert "synthetic: stands in for deck 002's CART example" in data.provenance("blood_pressure")
    age, obesity, sbp = (table[name].astype(float) for name in table.names)
    young, old, heavy = age < 30, age >= 50, obesity >= 28
    regions = [young, ~young & ~old & ~heavy, ~young & ~old & heavy, old & ~heavy, old & heavy]
    means = [sbp[region].mean() for region in regions]
    assert means == pytest.approx([126, 134, 142, 148, 162], abs=3)


def test_names_leave_the_index_of_the_course_out():
    assert "course_index" not in data.names()
    assert {"tennis", "xor", "perc6"} <= set(data.names())
    assert list(data.names()) == sorted(data.names())


def test_unknown_table_suggests_close_names():
    with pytest.raises(ValueError, match=r"expected the name of a table, got 'tenis'; did you mean 'tennis'"):
        data.load("tenis")
    with pytest.raises(ValueError, match=r"got '€€'; choose one of these. There are adaboost10, and, "):
        data.provenance("€€")


def test_data_is_the_one_door():
    public = {
        name for name, thing in vars(data).items() if getattr(thing, "__module__", "").startswith("labkit.core.data")
    }
    assert {name for name in public if not name.startswith("_")} <= set(data.__all__)
    assert all(hasattr(data, name) for name in data.__all__)


def test_known_tables_have_the_lecture_s_shape():
    tennis = data.load("tennis")
    assert len(tennis) == 14
    assert tennis.column("outlook").levels == ("overcast", "rain", "sunny")
    assert (tennis["play"] == "yes").sum() == 9
    xor = data.load("xor")
    assert xor.numeric("x1", "x2").shape == (4, 2)
    classes, index = inputs.labels(xor["y"])
    assert (classes.tolist(), index.tolist()) == ([0.0, 1.0], [0, 1, 1, 0])


def test_course_index_has_the_columns_of_the_generated_file():
    index = course.index()
    assert index.names == course.COLUMNS
    assert set(index.kinds.values()) == {"categorical"}


def test_course_index_selects_a_lecture_by_number_or_text():
    for lecture in np.unique(course.index()["lecture"]):
        rows = course.index(lecture)
        assert set(rows["lecture"]) == {lecture}
        assert repr(rows.whole) == repr(course.index(int(lecture)).whole)


def test_course_index_of_an_unknown_lecture_says_which_there_are():
    with pytest.raises(ValueError, match=r"lecture: expected one that is built \(.+\), got 99; choose"):
        course.index(99)
