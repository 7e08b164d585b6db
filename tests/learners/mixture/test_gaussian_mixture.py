"""Gaussian mixtures: the lecture's numbers, scikit-learn from the same start, and components that go wrong."""

import tracemalloc
import warnings

import numpy as np
import pytest
from sklearn import datasets, mixture

from labkit.core import data
from labkit.learners import GaussianMixture
from labkit.learners.mixture.engine import products as engine
from labkit.learners.mixture.gaussian_model import GaussianExamples, GaussianMixtureModel
from tests.golden import close, golden

GMM10 = data.load("gmm10").numeric("x")
DOUGHNUT = data.load("doughnut200").numeric("x1", "x2")
BLOBS = data.blobs(150, spread=0.2, seed=2)[0]
THEIRS = {"full": "full", "diagonal": "diag", "spherical": "spherical"}
KINDS = pytest.mark.parametrize("covariance", THEIRS)
given = GaussianMixtureModel.given


def two_on_a_line(iterations=20):
    """The start of GMM-01."""
    start = given([[-1.0], [1.0]], [[1.0]], [0.5, 0.5])
    return GaussianMixture(components=2, start=start, tolerance=0, max_iterations=iterations).trace(GMM10)


def round_the_ring(iterations=20):
    """The start of GMM-04."""
    angle = 2 * np.pi * np.arange(5) / 5
    start = given(0.5 * np.column_stack([np.cos(angle), np.sin(angle)]), 0.2 * np.eye(2))
    return GaussianMixture(components=5, start=start, tolerance=0, max_iterations=iterations).trace(DOUGHNUT)


def peer(start, covariance, iterations):
    """scikit-learn's, from the same start, without its reg_covar."""
    K, d = start.means.shape
    precisions = np.linalg.inv(start.covariances)
    if covariance == "diagonal":
        precisions = np.diagonal(precisions, axis1=1, axis2=2)
    elif covariance == "spherical":
        precisions = d / np.trace(start.covariances, axis1=1, axis2=2)
    return mixture.GaussianMixture(
        K, covariance_type=THEIRS[covariance], tol=0, reg_covar=0, max_iter=iterations, weights_init=start.weights,
        means_init=start.means, precisions_init=precisions,
    )  # fmt: skip


def fitted_peer(start, covariance, iterations, X):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that it has not converged: it shall not
        return peer(start, covariance, iterations).fit(X)


# ---------------------------------------------------------------- the lecture's numbers


def test_log_likelihoods_on_the_line_are_the_lecture_s():
    """GMM-01."""
    L = [two_on_a_line(max(k, 1))[-1 if k else 0].log_likelihood for k in (0, 1, 2, 5, 20)]
    assert close(L, golden("GMM-01"))


def test_first_iteration_on_the_line_is_the_lecture_s():
    """GMM-02."""
    model = two_on_a_line()[2].model
    assert close([model.weights[0], *model.means[:, 0], *model.covariances[:, 0, 0]], golden("GMM-02"))


def test_five_gaussians_go_round_the_doughnut_in_twenty_iterations():
    """GMM-04, GMM-05, I-002-042."""
    trace = round_the_ring()
    assert close([trace[2 * k].log_likelihood for k in (0, 1, 5, 20)], golden("GMM-04"))
    assert close(trace[-1].model.means, golden("GMM-05"))
    assert trace[-1].iteration == 20
    spread = np.linalg.eigvalsh(trace[-1].model.covariances)
    assert (spread[:, 1] > 3 * spread[:, 0]).all(), "long along the ring, thin across it"


# ---------------------------------------------------------------- oracles


@KINDS
@pytest.mark.parametrize("name", ["iris", "wine", "blobs", "doughnut"])
def test_em_reaches_what_scikit_learn_reaches_from_the_same_start(covariance, name):
    tables = {"iris": datasets.load_iris, "wine": datasets.load_wine}
    X = tables[name]().data if name in tables else {"blobs": BLOBS, "doughnut": DOUGHNUT}[name]
    start = GaussianMixture(covariance=covariance, max_iterations=1, seed=3).trace(X)[0].model
    ours = GaussianMixture(covariance=covariance, start=start, tolerance=0, max_iterations=15).fit(X)
    theirs = fitted_peer(start, covariance, ours.last_step_.iteration, X)
    assert ours.score(X) == pytest.approx(theirs.score(X), rel=1e-9)
    np.testing.assert_allclose(ours.model_.means, theirs.means_, rtol=1e-6)
    np.testing.assert_allclose(ours.model_.weights, theirs.weights_, rtol=1e-6)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-6)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    assert ours.model_.free_parameters == theirs._n_parameters()


def test_log_joint_is_weight_times_density():
    from scipy.stats import multivariate_normal

    model = round_the_ring()[-1].model
    for k in range(5):
        density = multivariate_normal(model.means[k], model.covariances[k]).logpdf(DOUGHNUT)
        np.testing.assert_allclose(model.log_joint(DOUGHNUT)[:, k], np.log(model.weights[k]) + density, rtol=1e-9)


def test_covariances_have_the_form_that_was_asked_for():
    diagonal, spherical = (GaussianMixture(covariance=kind).fit(BLOBS).model_.covariances for kind in
                           ("diagonal", "spherical"))  # fmt: skip
    assert not diagonal[:, 0, 1].any() and (diagonal[:, 0, 0] != diagonal[:, 1, 1]).any()
    np.testing.assert_allclose(spherical, spherical[:, :1, :1] * np.eye(2))


# ---------------------------------------------------------------- the model


def test_grid_and_density_are_those_of_the_cases_of_the_grid():
    x, y = np.linspace(-1.5, 1.5, 40), np.linspace(-1.2, 1.2, 30)
    cases = np.column_stack([np.tile(x, 30), np.repeat(y, 40)])
    many, two = round_the_ring()[-1].model, GaussianMixture(components=2).fit(DOUGHNUT).model_
    np.testing.assert_array_equal(many.class_grid(x, y).ravel(), many.predict(cases))
    np.testing.assert_array_equal(two.score_grid(x, y).ravel() > 0, two.predict(cases) == 1)
    np.testing.assert_allclose(many.density(x, y).ravel(), np.exp(many.log_density(cases)), rtol=1e-9)
    assert not GaussianMixture(components=1).fit(DOUGHNUT).model_.class_grid(x, y).any()


def test_density_adds_up_to_one():
    x = np.linspace(-4, 4, 400)
    model = round_the_ring()[-1].model
    assert model.density(x, x).sum() * (x[1] - x[0]) ** 2 == pytest.approx(1, abs=1e-6)


def test_ellipses_go_round_the_means_at_two_standard_deviations():
    model = round_the_ring()[-1].model
    for mean, S, around in zip(model.means, model.covariances, model.ellipses(), strict=True):
        away = around - mean
        np.testing.assert_allclose(np.einsum("ni,ij,nj->n", away, np.linalg.inv(S), away), 4.0)


def test_sample_has_the_shares_means_and_covariances_of_the_model():
    truth = given([[0, 0], [5, 1e3]], [np.eye(2), [[2, 1], [1, 3]]], [0.3, 0.7])
    X, groups = truth.sample(40_000, seed=1)
    assert groups.mean() == pytest.approx(0.7, abs=0.01)
    for k in (0, 1):
        np.testing.assert_allclose(X[groups == k].mean(axis=0), truth.means[k], atol=0.05)
        np.testing.assert_allclose(np.cov(X[groups == k].T), truth.covariances[k], atol=0.1)
    np.testing.assert_array_equal(X, truth.sample(40_000, seed=1)[0])
    refitted = GaussianMixture(components=2).fit(X).model_
    np.testing.assert_allclose(np.sort(refitted.weights), [0.3, 0.7], atol=0.01)


# ---------------------------------------------------------------- starts


def test_means_start_as_round_components_of_one_size():
    start = GaussianMixture(start=[[0, 0], [1, 0], [0, 1]], covariance="spherical").trace(BLOBS)[0].model
    np.testing.assert_allclose(start.means, [[0, 0], [1, 0], [0, 1]], atol=1e-12)
    nearest = ((BLOBS[:, None] - start.means) ** 2).sum(axis=2).min(axis=1)
    np.testing.assert_allclose(start.covariances, [nearest.mean() / 2 * np.eye(2)] * 3)
    np.testing.assert_allclose(start.weights, 1 / 3)


def test_k_means_plus_plus_starts_at_examples_by_seed():
    starts = [GaussianMixture(seed=seed).trace(BLOBS)[0].model.means for seed in (0, 0, 1)]
    distance = np.abs(BLOBS[:, None] - starts[0]).max(axis=2).min(axis=0)
    assert (distance < 1e-12).all()
    np.testing.assert_array_equal(starts[0], starts[1])
    assert (starts[0] != starts[2]).any()


def test_k_means_starts_from_its_groups():
    from labkit.learners import KMeans

    start = GaussianMixture(start="k-means", covariance="spherical").trace(BLOBS)[0].model
    centres = KMeans(seed=0).fit(BLOBS / BLOBS.std()).model_.predict(BLOBS / BLOBS.std())
    means = [BLOBS[centres == k].mean(axis=0) for k in range(3)]
    np.testing.assert_allclose(np.sort(start.means, axis=0), np.sort(means, axis=0), atol=1e-9)


def test_fit_goes_on_from_a_fitted_model():
    half = GaussianMixture(tolerance=0, max_iterations=4).fit(DOUGHNUT)
    whole = GaussianMixture(tolerance=0, max_iterations=9).fit(DOUGHNUT)
    rest = GaussianMixture(start=half.model_, tolerance=0, max_iterations=5).fit(DOUGHNUT)
    np.testing.assert_allclose(rest.model_.means, whole.model_.means, rtol=1e-9)


# ---------------------------------------------------------------- units, offsets, and two ways to calculate


@KINDS
@pytest.mark.parametrize(("offset", "unit"), [(1e6, 1.0), (0, 1e-8), (0, 1e8), (-1e6, 1e-3), (0, 1e-150), (0, 1e90)])
def test_units_and_offsets_change_nothing_but_the_units(covariance, offset, unit):
    moved = offset + unit * BLOBS
    one, other = (GaussianMixture(covariance=covariance).fit(X) for X in (BLOBS, moved))
    assert other.last_step_.iteration == one.last_step_.iteration
    np.testing.assert_array_equal(one.predict(BLOBS), other.predict(moved))
    assert other.score(moved) == pytest.approx(one.score(BLOBS) - 2 * np.log(unit), abs=1e-6)
    np.testing.assert_allclose((other.model_.means - offset) / unit, one.model_.means, atol=1e-6)


def test_single_precision_examples_are_calculated_in_double():
    short = BLOBS.astype(np.float32)
    one, other = (GaussianMixture().fit(X).model_ for X in (short, short.astype(float)))
    np.testing.assert_array_equal(one.covariances, other.covariances)


def test_columns_of_very_different_size_are_taken_as_they_are():
    scale = np.array([1e-8, 1e8])
    one, other = (GaussianMixture().fit(X) for X in (BLOBS, BLOBS * scale + [0, 1e6]))
    np.testing.assert_array_equal(one.predict(BLOBS), other.predict(BLOBS * scale + [0, 1e6]))


@KINDS
@pytest.mark.parametrize("limits", [{"LARGEST": 1, "LONGEST": 1}, {"NARROW": 1e3}], ids=["long", "narrow"])
def test_products_and_differences_come_to_the_same(covariance, limits, monkeypatch):
    """phi(x) in one product, or x - mu component by component: where memory or narrow components ask for it."""
    learner = GaussianMixture(components=5, covariance=covariance, tolerance=0, max_iterations=30)
    products = learner.fit(DOUGHNUT).model_
    for limit, value in limits.items():
        monkeypatch.setattr(engine, limit, value)
    monkeypatch.setattr(engine.LiftedExamples, "_coefficients", None)  # products are no longer possible
    differences = learner.fit(DOUGHNUT).model_
    assert products.score(DOUGHNUT) == pytest.approx(differences.score(DOUGHNUT), rel=1e-12)
    np.testing.assert_allclose(products.covariances, differences.covariances, atol=1e-10)


@KINDS
def test_blocks_of_examples_come_to_the_same_as_all_at_once(covariance, monkeypatch):
    learner = GaussianMixture(components=5, covariance=covariance, tolerance=0, max_iterations=30)
    whole = learner.fit(DOUGHNUT).model_
    monkeypatch.setattr(engine, "LARGEST", 1)
    monkeypatch.setattr(engine, "blocks", lambda n, width: [slice(0, 7), slice(7, 150), slice(150, n)])
    parts = learner.fit(DOUGHNUT).model_
    np.testing.assert_allclose(parts.means, whole.means, atol=1e-10)
    np.testing.assert_allclose(parts.covariances, whole.covariances, atol=1e-10)


@pytest.mark.parametrize("start", ["given", "k-means++"])
def test_many_examples_take_no_more_memory_than_twice_their_own(start):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60_000, 10)) + 2 * rng.integers(0, 2, (60_000, 1))
    learner = GaussianMixture(start=given(X[:3], np.eye(10)) if start == "given" else start, max_iterations=2)
    learner.fit(X[:100])
    tracemalloc.start()
    learner.fit(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2.1 * X.nbytes


def test_narrow_components_are_calculated_by_differences():
    """A thread of width 1e-5 in data of width 1: products would have lost its digits."""
    rng = np.random.default_rng(0)
    cloud = rng.normal([6, 0], 1, (100, 2))
    thread = np.column_stack([1e-5 * rng.normal(size=100), rng.normal(size=100)])
    X = np.vstack([cloud, thread])
    step = GaussianMixture(components=2, start="k-means", least_variance=1e-12).fit(X).last_step_
    own = np.cov(thread.T, bias=True)
    k = int(step.model.covariances[:, 0, 0].argmin())
    np.testing.assert_allclose(step.model.covariances[k], own, rtol=1e-5, atol=1e-12)
    assert step.collapsed == ()


# ---------------------------------------------------------------- components that go wrong


def test_component_on_one_example_collapses_and_is_held_and_named():
    X = np.vstack([BLOBS, [[9.0, 9.0]]])
    start = given([[0, 0], [9, 9]], [np.eye(2), 0.01 * np.eye(2)])
    trace = GaussianMixture(components=2, start=start).trace(X)
    assert trace[0].collapsed == () and trace[-1].collapsed == (1,)
    assert "component 1 collapsed, held at the least variance" in trace[-1].caption
    np.testing.assert_allclose(trace[-1].model.covariances[1], np.diag(1e-6 * X.var(axis=0)), rtol=1e-6)
    assert (np.diff(trace.curve("log_likelihood")) >= -1e-9).all()


def test_held_covariance_is_the_best_of_all_that_are_wide_enough():
    """Of random covariances with no variance below the least, none has a larger Q; so the likelihood never falls."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2)) @ [[1.0, 1.0], [0.0, 0.05]]
    examples = GaussianExamples(X, "full", 0.2)
    held = examples.maximised(np.ones((1, 40)))
    assert np.linalg.eigvalsh(held.gaussians.covariances).min() == pytest.approx(0.2)
    best = held.log_likelihood(X)
    for _ in range(300):
        root = rng.normal(size=(2, 2))
        L, V = np.linalg.eigh(held.gaussians.covariances[0] + rng.uniform(0, 0.3) * (root + root.T))
        S = (V * np.maximum(L, 0.2)) @ V.T
        other = examples.model(np.ones(1), held.gaussians.means.copy(), S[None])
        assert other.log_likelihood(X) <= best + 1e-9


def test_component_that_nobody_belongs_to_waits_and_is_named():
    start = given([[0, 0], [1e4, 1e4]], 0.01 * np.eye(2))
    step = GaussianMixture(components=2, start=start).fit(BLOBS).last_step_
    assert step.deserted == (1,)
    assert step.reason.endswith("no example is left for component 1")
    np.testing.assert_allclose(step.model.covariances[0], np.cov(BLOBS.T, bias=True), rtol=1e-9)
    assert (step.model.predict(BLOBS) == 0).all()


@KINDS
@pytest.mark.parametrize("start", ["k-means++", "k-means"])
@pytest.mark.parametrize("what", ["duplicates", "constant", "collinear", "fewer than columns", "one each", "one column",
                                  "outlier", "whole numbers"])  # fmt: skip
def test_degenerate_examples_still_climb(what, start, covariance):
    rng = np.random.default_rng(0)
    X = {
        "duplicates": np.repeat(rng.normal(size=(4, 2)), 20, axis=0),
        "constant": np.column_stack([rng.normal(size=50), np.full(50, 1e6)]),
        "collinear": np.outer(rng.normal(size=60), [1.0, 2.0, 3.0]),
        "fewer than columns": rng.normal(size=(6, 12)),
        "one each": rng.normal(size=(3, 2)),
        "one column": rng.normal(size=(40, 1)),
        "outlier": np.vstack([rng.normal(size=(1000, 2)), [[1e6, 1e6]]]),
        "whole numbers": rng.integers(0, 5, (60, 2)),
    }[what]
    trace = GaussianMixture(start=start, covariance=covariance, max_iterations=40).trace(X)
    L = trace.curve("log_likelihood")
    assert (np.diff(L) >= -1e-9 * np.abs(L[1:]).clip(min=len(X))).all()
    assert trace[-1].model.log_likelihood(X) == pytest.approx(L[-1], rel=1e-9, abs=1e-7)
    if what in ("duplicates", "one each"):
        assert trace[-1].collapsed


@pytest.mark.parametrize(
    ("hyper", "message"),
    [
        (
            {"components": 151},
            r"components: expected at most as many as there are examples \(n_samples = 150\), got 151",
        ),
        ({"components": 0}, "components: expected a whole number >= 1"),
        ({"covariance": "round"}, "covariance: expected one of 'full', 'diagonal', 'spherical', got 'round'"),
        ({"least_variance": 0.0}, "least_variance: expected a number >= 1e-12 and < 1"),
        ({"start": [[0.0, 1.0]]}, r"start: expected 3 means of 2 features, got shape \(1, 2\)"),
        ({"start": np.full((3, 2), np.nan)}, "start: expected finite numbers"),
        ({"start": given([[0.0]], [[1.0]])}, r"start: expected 3 means of 2 features, got shape \(1, 1\)"),
        ({"tolerance": -1}, "tolerance: expected a number >= 0"),
    ],
)
def test_what_cannot_be_is_refused(hyper, message):
    with pytest.raises(ValueError, match=message):
        GaussianMixture(**hyper).fit(BLOBS)


@pytest.mark.parametrize("start", ["k-means++", "k-means"])
def test_examples_that_differ_by_less_than_the_frame_can_see_are_different(start):
    """Measured from the mean of all, 0 and 1e-20 are one place."""
    X = np.array([[0.0], [1e-20], [1.0], [3.0]])
    trace = GaussianMixture(components=4, start=start, max_iterations=5).trace(X)
    assert (np.diff(trace.curve("log_likelihood")) >= -1e-9).all()


def test_cases_of_other_features_are_refused():
    model = GaussianMixture().fit(BLOBS).model_
    with pytest.raises(ValueError, match="X has 1 features, but GaussianMixtureModel is expecting 2 features"):
        model.predict(BLOBS[:, :1])
    with pytest.raises(ValueError, match="X: Expected 2D array"):
        model.log_density(BLOBS[0])


def test_more_components_than_different_examples_are_refused():
    with pytest.raises(ValueError, match="components: expected at most as many as there are different examples, 2"):
        GaussianMixture().fit(np.repeat([[0.0, 1.0], [2.0, 3.0]], 10, axis=0))


def test_given_numbers_are_checked():
    with pytest.raises(ValueError, match="covariances: expected symmetric positive definite"):
        given([[0, 0]], [[1, 2], [2, 1]])
    with pytest.raises(ValueError, match="weights: expected 2 probabilities above 0 that add up to 1"):
        given([[0, 0], [1, 1]], np.eye(2), [0.5, 0.6])


def test_captions_say_the_shares():
    trace = two_on_a_line()
    assert trace[0].caption == "start: the components have the shares 0.500, 0.500; log-likelihood -29.8447"
    assert trace[2].caption == (
        "iteration 1: M step, the components have the shares 0.494, 0.506; log-likelihood -20.5522"
    )
