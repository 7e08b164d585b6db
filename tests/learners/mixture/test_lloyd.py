"""Nearest centres, exactly (I-002-024)."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import KMeans
from labkit.learners.mixture.engine.lloyd import CentreSearch
from labkit.learners.mixture.k_means import CentresModel, nearest_centre


@pytest.mark.parametrize("d", [1, 2, 7])
def test_nearest_centres_are_those_of_the_differences(d):
    rng = np.random.default_rng(d)
    X, centres = rng.integers(0, 4, (500, d)) / 7 + 1e3, rng.integers(0, 4, (9, d)) / 7 + 1e3  # many ties
    exact = ((X[:, None] - centres) ** 2).sum(axis=2)
    chosen = exact[np.arange(500), CentreSearch(X).nearest(centres)]
    np.testing.assert_allclose(chosen, exact.min(axis=1), rtol=1e-12, atol=0)
    np.testing.assert_array_equal(CentreSearch(X).nearest(centres), nearest_centre(X, centres))


def test_example_between_two_centres_joins_the_first():
    model = CentresModel(np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]]))
    np.testing.assert_array_equal(model.predict([[1.0, 0.0], [1.0, 1.0], [1.1, 1.1], [2.0, 2.0]]), [0, 0, 1, 1])


def test_cases_of_other_features_are_refused():
    with pytest.raises(ValueError, match="X has 1 features, but CentresModel is expecting 2 features"):
        CentresModel(np.zeros((3, 2))).predict([[1.0]])


def test_regions_of_the_plane_are_those_of_the_prediction():
    model = KMeans(groups=4).fit(data.blobs(90, spread=0.4, seed=3)[0]).model_
    A, b, owner = model.linear_scores
    X = np.random.default_rng(0).uniform(-3, 3, (400, 2))
    np.testing.assert_array_equal(owner[(X @ A.T + b).argmax(axis=1)], model.predict(X))


def test_many_cases_are_answered_in_pieces_alike(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 9, (300, 2)).astype(float)
    centres = np.unique(X, axis=0)[::17]
    cases = CentreSearch(X)
    whole = cases.nearest(centres)
    means = cases.means(whole, len(centres))
    monkeypatch.setattr("labkit.learners.blocks.BLOCK", 35)  # seven cases each
    np.testing.assert_array_equal(cases.nearest(centres), whole)
    np.testing.assert_allclose(cases.means(whole, len(centres)), means, rtol=1e-12)
    np.testing.assert_allclose(means, [X[whole == k].mean(axis=0) for k in range(len(centres))], rtol=1e-12)
