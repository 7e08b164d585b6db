"""Nearest neighbours for numbers: the lecture's means, scikit-learn, weights, the field."""

import numpy as np
import pytest
from sklearn import datasets
from sklearn.neighbors import KNeighborsRegressor

from labkit.learners import RegressionNeighbours
from tests.golden import close, golden

X, Y = np.array([[1.0], [2], [3], [5]]), np.array([1.0, 3, 4, 8])


def test_means_of_the_slide_KNN_04():
    """I-004-014, I-003-006."""
    answers = [float(RegressionNeighbours(k=k).fit(X, Y).predict([[2.6]])[0]) for k in (1, 2, 3)]
    assert close(answers, golden("KNN-04"))


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("p", [1, 2, 3, np.inf])
def test_learner_agrees_with_scikit_learn_on_diabetes(weights, p):
    rows, y = datasets.load_diabetes(return_X_y=True)
    rows = rows + np.random.default_rng(0).normal(0, 1e-4, rows.shape)  # no equal distances
    for k in (1, 7, 40):
        ours = RegressionNeighbours(k=k, p=p, weights=weights).fit(rows[:300], y[:300])
        theirs = KNeighborsRegressor(k, p=p, weights=weights).fit(rows[:300], y[:300])
        np.testing.assert_allclose(ours.predict(rows), theirs.predict(rows), rtol=1e-9)
        assert ours.score(rows[300:], y[300:]) == pytest.approx(theirs.score(rows[300:], y[300:]), rel=1e-9)


def test_examples_at_distance_zero_decide_alone():
    learner = RegressionNeighbours(k=3, weights="distance").fit([[0.0], [0], [1e-9]], [1.0, 3.0, 100.0])
    assert learner.predict([[0.0]]) == [2.0]


def test_all_neighbours_give_the_mean_of_everything():
    np.testing.assert_allclose(RegressionNeighbours(k=4).fit(X, Y).predict([[-50.0], [50.0]]), Y.mean())


def test_one_neighbour_gives_steps_that_change_half_way():
    learner = RegressionNeighbours(k=1).fit(X, Y)
    assert learner.predict([[1.49], [1.5], [1.51], [3.99], [4.01]]).tolist() == [1, 1, 3, 4, 8]


def test_field_is_what_predict_says_on_the_grid():
    rng = np.random.default_rng(0)
    plane = rng.normal(size=(50, 2))
    model = RegressionNeighbours(k=3).fit(plane, plane[:, 0]).model_
    x, y = np.linspace(-2, 2, 11), np.linspace(-1, 1, 7)
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    np.testing.assert_array_equal(model.number_grid(x, y).ravel(), model.predict(points))
    assert RegressionNeighbours(k=3).fit(X, Y).model_.number_grid(x, y) is None


def test_one_example_needs_one_neighbour():
    with pytest.raises(ValueError, match=r"^k: expected a whole number >= 1 and <= 1 \(no more .* n_samples=1\)"):
        RegressionNeighbours().fit(X[:1], Y[:1])
    assert RegressionNeighbours(k=1).fit(X[:1], Y[:1]).predict([[9.0]]) == [1.0]
