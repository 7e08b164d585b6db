"""Leave one out for all k at once: the lecture's numbers, and learners refitted without each example."""

import numpy as np
import pytest
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.neighbors import KNeighborsRegressor

from labkit.core import data
from labkit.learners import NearestNeighbours, RegressionNeighbours
from labkit.learners.neighbours import leave_one_out as module
from tests.golden import close, golden


def refitted(learner, X, y, loss):
    """Without each example in turn, for every k."""
    errors = np.zeros(len(X) - 1)
    for n in range(len(X)):
        rest = np.arange(len(X)) != n
        for k in range(1, len(X)):
            answer = learner.set_params(k=k).fit(X[rest], y[rest]).predict(X[n : n + 1])[0]
            errors[k - 1] += loss(y[n], answer)
    return errors


def test_errors_of_every_second_k_KNN_07():
    """I-003-006: at k = 9 all others vote, and one's own class is always the smaller one."""
    table = data.load("lda10")
    X, y = np.asarray(table.select("x1", "x2")), np.array(table["y"])
    found = NearestNeighbours().leave_one_out(X, y)
    assert close(found.errors[[0, 2, 4, 6, 8]], golden("KNN-07"))
    assert found.k.tolist() == list(range(1, 10))
    assert found.best_k == 1
    assert found.rates[8] == 1.0


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("p", [1, 2])
def test_errors_are_those_of_learners_refitted_without_each_example(weights, p):
    X, y = data.blobs(18, spread=0.6, seed=3)
    X = np.round(X, 1)  # some distances are equal
    X[5], X[9] = X[4], X[4]  # and some examples
    learner = NearestNeighbours(p=p, weights=weights)
    found = learner.leave_one_out(X, y)
    np.testing.assert_array_equal(found.errors, refitted(learner, X, y, lambda a, b: a != b))
    numbers = RegressionNeighbours(p=p, weights=weights)
    y = X[:, 0] - X[:, 1] ** 2
    squares = refitted(numbers, X, y, lambda a, b: (a - b) ** 2)
    np.testing.assert_allclose(numbers.leave_one_out(X, y).errors, squares, rtol=1e-9)


def test_squared_errors_agree_with_scikit_learn():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 3))
    y = X @ [1.0, 2.0, 3.0]
    errors = RegressionNeighbours().leave_one_out(X, y, most=6).errors
    for k in (1, 4, 6):
        answers = cross_val_predict(KNeighborsRegressor(k), X, y, cv=LeaveOneOut())
        assert errors[k - 1] == pytest.approx(np.sum((answers - y) ** 2), rel=1e-9)


def test_few_k_are_the_first_of_all_and_pieces_do_not_matter(monkeypatch):
    X, y = data.gaussians(70, seed=2)
    model = NearestNeighbours().fit(X, y).model_
    whole = module.leave_one_out(model).errors
    assert len(whole) == 69
    np.testing.assert_array_equal(module.leave_one_out(model, 10).errors, whole[:10])
    monkeypatch.setattr("labkit.learners.blocks.BLOCK", 100)
    np.testing.assert_array_equal(module.leave_one_out(model).errors, whole)


def test_example_equal_to_many_others_is_still_left_out():
    X, y = np.zeros((6, 1)), np.array([0, 1, 1, 1, 1, 0])
    assert NearestNeighbours().leave_one_out(X, y, most=1).errors.tolist() == [5.0]  # all others ask row 0


def test_best_k_is_the_smallest_of_equals():
    assert module.LeaveOneOut(np.array([3.0, 1.0, 2.0, 1.0]), 5).best_k == 2


def test_bad_demands_are_refused():
    X, y = data.moons(10, seed=1)
    with pytest.raises(ValueError, match=r"^most: expected a whole number >= 1 and <= 9 .*, got 10"):
        NearestNeighbours().leave_one_out(X, y, most=10)
    with pytest.raises(ValueError, match=r"^p: expected"):
        NearestNeighbours(p=0).leave_one_out(X, y)
    with pytest.raises(ValueError, match="at least 2 examples, got 1"):
        RegressionNeighbours(k=1).leave_one_out([[0.0]], [1.0])
