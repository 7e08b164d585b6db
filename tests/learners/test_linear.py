"""The geometry of a linear boundary."""

import numpy as np
import pytest

from labkit.learners.linear import LinearModel
from tests.golden import close, golden

CLASSES = np.array([0, 1])


def model(w, x0=1.0):
    return LinearModel(np.array(w, dtype=float), CLASSES, x0)


def test_distance_foot_and_origin_GEO_01_E_004_33():
    line, x = model([-5, 3, 4]), np.array([[3.0, 2.0]])
    found = [line.decision_function(x)[0], line.distance(x)[0], line.foot(x)[0].tolist(), line.distance([[0, 0]])[0]]
    assert close(found, golden("GEO-01"))


def test_w_stands_upright_on_the_boundary_I_004_027():
    line = model([0.7, 1.0, -2.0, 0.5])
    on = line.foot(np.random.default_rng(0).normal(size=(30, 3)))
    np.testing.assert_allclose(line.decision_function(on), 0.0, atol=1e-12)
    np.testing.assert_allclose((on[1:] - on[:-1]) @ line.w[1:], 0.0, atol=1e-12)


def test_foot_is_the_nearest_point_of_the_boundary_I_004_028():  # I-004-026
    line, rng = model([0.7, 1.0, -2.0]), np.random.default_rng(1)
    X = rng.normal(size=(10, 2))
    others = line.foot(rng.normal(0, 5, size=(2000, 2)))
    nearest = np.linalg.norm(X[:, None] - others, axis=2).min(axis=1)
    assert (nearest >= np.abs(line.distance(X)) - 1e-12).all()
    np.testing.assert_allclose(np.linalg.norm(X - line.foot(X), axis=1), np.abs(line.distance(X)))


def test_w_points_to_the_positive_side_whatever_the_constant_input_E_004_36():
    X = np.random.default_rng(2).normal(size=(20, 2))
    line, same = model([0.7, 1.0, -2.0]), model([-0.7, 1.0, -2.0], x0=-1.0)
    beyond = line.foot(X) + 0.1 * line.w[1:]
    assert (line.predict(beyond) == 1).all()
    np.testing.assert_allclose(same.distance(X), line.distance(X))
    np.testing.assert_allclose(model([70, 100, -200]).distance(X), line.distance(X))


def test_model_without_a_boundary_has_no_distances():
    for method in (model([1, 0, 0]).distance, model([1, 0, 0]).foot):
        with pytest.raises(ValueError, match="w: expected weights of the features that are not all zero"):
            method([[1.0, 2.0]])


@pytest.mark.parametrize("tie", [0, 1])
def test_score_of_zero_is_the_class_of_the_tie_for_pictures_too(tie):
    line = LinearModel(np.array([-1.0, 1.0, 1.0]), CLASSES, 1.0, tie)
    X = np.array([[0.5, 0.5], [0.0, 0.0], [1.0, 1.0]])  # on the boundary, below and above
    assert line.predict(X).tolist() == [tie, 0, 1]
    A, b, owner = line.linear_scores
    assert owner[(X @ A.T + b).argmax(axis=1)].tolist() == [tie, 0, 1]
