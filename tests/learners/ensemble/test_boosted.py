"""The model of gradient boosting: prefixes, members, stages, and the plane."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import GradientBoosting, RegressionBoosting

X, Z = data.moons(120, noise=0.3, seed=0)
X3, Z3 = data.blobs(120, classes=3, spread=0.3, seed=0)
NAMES = np.array(["ape", "bee", "cow"])


@pytest.fixture(params=["numbers", "two classes", "three classes"])
def fitted(request):
    """(learner, X)"""
    if request.param == "numbers":
        return RegressionBoosting(rounds=12).fit(X, X[:, 0] ** 2 - X[:, 1]), X
    if request.param == "two classes":
        return GradientBoosting(rounds=12).fit(X, NAMES[Z]), X
    return GradientBoosting(rounds=12).fit(X3, NAMES[Z3]), X3


def scores(model, X):
    return model.predict(X) if model.classes is None else model.decision_function(X)


def test_stages_are_the_predictions_of_the_prefixes(fitted):
    learner, X = fitted
    model = learner.model_
    staged = model.staged_predict(X)
    F = staged if model.classes is None else model.staged_decision_function(X)
    assert staged.shape == (12, len(X))
    for k in range(1, 13):
        prefix = model.prefix(k)
        assert prefix.members == k
        np.testing.assert_allclose(F[k - 1], scores(prefix, X), atol=1e-12)
        if model.classes is not None:
            np.testing.assert_array_equal(staged[k - 1], prefix.predict(X))


def test_scores_are_the_start_and_the_shrunk_members(fitted):
    learner, X = fitted
    model = learner.model_
    F = np.array([start + 0.1 * sum(model.member(b, k).predict(X) for b in range(12))
                  for k, start in enumerate(model.start)])  # fmt: skip
    np.testing.assert_allclose(scores(model, X), F[0] if len(F) == 1 else F.T)


def test_grid_is_the_score_at_every_point_of_the_grid(fitted):
    learner, _ = fitted
    x, y = np.linspace(-1.5, 1.5, 37), np.linspace(-1, 1, 23)
    grid = np.column_stack([part.ravel() for part in np.meshgrid(x, y)])
    for members in (0, 1, 12):
        model = learner.model_.prefix(members)
        if model.classes is not None:
            np.testing.assert_array_equal(model.classes[model.class_grid(x, y)].ravel(), model.predict(grid))
        if len(model.start) == 3:
            assert model.score_grid(x, y) is None
            continue
        found = model.number_grid(x, y) if model.classes is None else model.score_grid(x, y)
        assert found.shape == (23, 37)
        np.testing.assert_allclose(found.ravel(), scores(model, grid), atol=1e-12)


def test_grid_needs_a_plane():
    rng = np.random.default_rng(0)
    model = RegressionBoosting(rounds=2).fit(rng.normal(size=(30, 3)), rng.normal(size=30)).model_
    assert model.number_grid(np.arange(3.0), np.arange(3.0)) is None


def test_grid_through_a_case_is_the_prediction_on_its_plane():
    X4, z = np.random.default_rng(0).normal(size=(90, 4)), np.arange(90) % 3
    x, y, case = np.linspace(-2, 2, 9), np.linspace(-1, 1, 7), [0.0, 0.0, 0.5, -1.0]
    grid = np.tile(case, (63, 1))
    grid[:, :2] = np.column_stack([part.ravel() for part in np.meshgrid(x, y)])
    numbers = RegressionBoosting(rounds=5).fit(X4, X4 @ [1, 2, 3, 4]).model_
    np.testing.assert_allclose(numbers.number_grid(x, y, case).ravel(), numbers.predict(grid))
    classes = GradientBoosting(rounds=5).fit(X4, NAMES[z]).model_
    np.testing.assert_array_equal(classes.classes[classes.class_grid(x, y, case)].ravel(), classes.predict(grid))
    with pytest.raises(ValueError, match=r"through: expected a case of 4 numbers, got shape \(3,\); pass all of them"):
        numbers.number_grid(x, y, case[:3])


def test_ties_of_symmetric_classes_are_the_first_class_on_the_grid_too():
    """Sums over trees round differently on a grid: without care, rounding decides."""
    rng, different = np.random.default_rng(1), 0
    for _ in range(40):
        corners = np.array([(a, b) for a in range(3) for b in range(3)], dtype=float)
        z = rng.integers(3, size=9)
        z[:3] = 0, 1, 2
        X9, Z9 = np.vstack([corners, corners, corners]), np.concatenate([z, 2 - z, z[::-1]])
        model = GradientBoosting(rounds=9, start="zero", max_depth=2).fit(X9, Z9).model_
        found = model.class_grid(np.arange(3.0), np.arange(3.0))
        at = corners[:, 1].astype(int), corners[:, 0].astype(int)
        different += np.count_nonzero(found[at] != model.predict(corners))
        np.testing.assert_array_equal(model.staged_predict(corners)[-1], model.predict(corners))
    assert different == 0


def test_models_of_numbers_have_no_probabilities_and_no_decisions():
    model = RegressionBoosting(rounds=2).fit(X, X[:, 0]).model_
    assert not hasattr(model, "predict_proba")
    assert not hasattr(model, "decision_function")


def test_rounds_that_were_not_made_are_refused(fitted):
    model = fitted[0].model_
    assert model.prefix(0).prefix(12).members == 12
    with pytest.raises(ValueError, match="members: expected a whole number >= 0 and <= 12, got 13"):
        model.prefix(13)
    with pytest.raises(ValueError, match="b: expected a whole number >= 0 and < 12, got 12"):
        model.member(12)
    with pytest.raises(ValueError, match="score: expected a whole number >= 0 and < "):
        model.member(0, len(model.start))


def test_probabilities_and_decisions_agree():
    for X_, z in ((X, Z), (X3, Z3)):
        model = GradientBoosting(rounds=12).fit(X_, NAMES[z]).model_
        proba = model.predict_proba(X_)
        np.testing.assert_allclose(proba.sum(axis=1), 1)
        np.testing.assert_array_equal(model.classes[proba.argmax(axis=1)], model.predict(X_))
    two = GradientBoosting(rounds=12).fit(X, NAMES[Z]).model_
    np.testing.assert_array_equal(two.decision_function(X) > 0, two.predict(X) == "bee")


def test_ties_are_the_first_class():
    model = GradientBoosting(rounds=1, start="zero").fit(X, NAMES[Z]).model_.prefix(0)
    assert set(model.predict(X)) == {"ape"}
