"""Forests and boosting where values are missing: what is usual in training is filled in, then and later."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_wine
from sklearn.impute import SimpleImputer

from labkit.core.table import Table
from labkit.learners import GradientBoosting, RandomForest, RegressionBoosting, RegressionForest

CLASSES = [RandomForest(trees=10), GradientBoosting(rounds=5)]
NUMBERS = [RegressionForest(trees=10), RegressionBoosting(rounds=5, patience=3)]


def gaps(X, share=0.2, seed=0):
    return np.where(np.random.default_rng(seed).random(X.shape) < share, np.nan, X)


@pytest.mark.parametrize("fill", ["mean", "median"])
@pytest.mark.parametrize("learner", CLASSES + NUMBERS, ids=lambda each: type(each).__name__)
def test_filling_in_is_what_sklearns_imputer_does_before(learner, fill):
    """I-000-098."""
    load = load_wine if learner in CLASSES else load_diabetes
    X, y = load(return_X_y=True)
    X, new = gaps(X), gaps(X, 0.5, seed=1)
    imputer = SimpleImputer(strategy=fill).fit(X)
    own, before = type(learner)(**learner.get_params()).set_params(missing="fill", fill=fill), learner
    own.fit(X, y), before.fit(imputer.transform(X), y)
    np.testing.assert_array_equal(own.predict(new), before.predict(imputer.transform(new)))
    np.testing.assert_array_equal(own.model_.predict(new), own.predict(new))
    np.testing.assert_array_equal(own.feature_importances_, before.feature_importances_)


@pytest.mark.parametrize("learner", CLASSES + NUMBERS, ids=lambda each: type(each).__name__)
def test_categories_are_filled_in_with_the_most_frequent(learner):
    table = Table.from_dict({"a": ["x", "x", "x", None, "y", "y"], "b": [1.0, None, 1.0, 2.0, 3.0, 3.0]})
    learner = type(learner)(missing="fill")
    learner.fit(table, [0, 0, 0, 0, 1, 1])
    asked = Table.from_dict({"a": [None, "x", "z"], "b": [1.0, 1.0, 1.0]})
    assert len(set(learner.predict(asked).tolist())) == 1


@pytest.mark.parametrize("learner", CLASSES + NUMBERS, ids=lambda each: type(each).__name__)
def test_they_are_refused_unless_asked_for(learner):
    with pytest.raises(ValueError, match=r"column 'a': expected no missing values, got one in row 0; .* set missing"):
        learner.fit(Table.from_dict({"a": [None, 1.0]}), [0, 1])
    with pytest.raises(ValueError, match="missing: expected one of 'refuse', 'fill', got 'surrogates'"):
        type(learner)(missing="surrogates").fit([[0.0], [1.0]], [0, 1])
