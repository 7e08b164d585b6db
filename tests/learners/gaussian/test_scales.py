"""Examples of any size: no NaN and no warning down to 1e-300, and the same answers where squares are numbers; and what
is said of more columns than a covariance can have."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from labkit.learners import LDA, QDA, ExponentialFamily, FisherDiscriminant, GaussianMixture, NaiveBayes

LEARNERS = [QDA(), LDA(), NaiveBayes(), ExponentialFamily(), GaussianMixture(components=2),
            GaussianMixture(components=2, covariance="spherical")]  # fmt: skip
SCALES = [1e-77, 1e-100, 1e-150, 1e-155, 1e-160, 1e-200, 1e-300]


def examples(what, scale):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), np.arange(40) % 2
    X[y == 1] += 3
    rows, columns = {
        "all": (slice(None), slice(None)),
        "one column": (slice(None), 0),
        "one class": (y == 0, slice(None)),
        "some rows": (slice(5), slice(None)),
        "all but one": (slice(1, None), slice(None)),
    }[what]
    X[rows, columns] *= scale
    return X, y


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize("what", ["all", "one column", "one class", "some rows", "all but one"])
@pytest.mark.parametrize("scale", SCALES)
def test_tiny_examples_give_finite_answers_near_and_far(learner, what, scale):
    X, y = examples(what, scale)
    fitted = learner.fit(X, y)
    for cases in (X, examples("all", 1.0)[0], 1e60 * examples("all", 1.0)[0]):
        P = fitted.predict_proba(cases)
        assert np.isfinite(P).all() and np.allclose(P.sum(axis=1), 1)
        assert np.isfinite(fitted.model_.log_joint(cases)).all()
    assert fitted.last_step_.caption
    for x in (np.linspace(-1, 4, 5), scale * np.linspace(-1, 4, 5)):
        for ask in ("class_grid", "density"):
            if hasattr(fitted.model_, ask):
                assert np.isfinite(getattr(fitted.model_, ask)(x, x)).all()
    if isinstance(learner, QDA):
        assert all(np.isfinite(part).all() for part in fitted.model_.coefficients)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize("scale", [1e-100, 1e-140, 1e90])
def test_unit_of_the_examples_changes_no_probability(learner, scale):
    X, y = load_iris(return_X_y=True)
    plain, tiny = learner.fit(X, y).predict_proba(X), learner.fit(scale * X, y).predict_proba(scale * X)
    np.testing.assert_allclose(tiny, plain, atol=1e-9)


def test_gaussian_column_narrower_than_its_distance_has_digits_for_is_widened_and_named():
    x, y = np.array([0.0, 1e-100, 2e-100, 1.0, 1.1, 1.2]), [0, 0, 0, 1, 1, 1]
    fitted = ExponentialFamily().fit(x[:, None], y)
    assert fitted.last_step_.replaced == ((0, 0),) and "so replaced: x1 of class 0" in fitted.last_step_.caption
    assert fitted.score(x[:, None], y) == 1


@pytest.mark.parametrize("learner", [LDA(), QDA(), FisherDiscriminant(), GaussianMixture(components=2)], ids=repr)
def test_more_columns_than_covariances_have_room_for_are_refused_with_a_way_out(learner):
    X, y = np.zeros((4, 100_000), dtype=np.float32), [0, 0, 1, 1]
    X[:, 0] = range(4)
    with pytest.raises(
        ValueError, match=r"X: expected at most 8192 columns for 2 covariance matrices.* got 100000; pass"
    ):
        learner.steps(X, y)


def test_the_way_out_of_too_many_columns_works():
    rng = np.random.default_rng(0)
    y = np.arange(100) % 2
    X = rng.normal(size=(100, 9000)) + np.outer(y, rng.normal(size=9000))
    Z = X - X.mean(axis=0)
    V = np.linalg.svd(Z, full_matrices=False)[2]
    assert LDA().fit(Z[:60] @ V[:20].T, y[:60]).score(Z[60:] @ V[:20].T, y[60:]) > 0.9
