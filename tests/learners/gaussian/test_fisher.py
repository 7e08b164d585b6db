"""Fisher's discriminant and its scatter: the lecture's numbers, scipy's eigenproblem, scikit-learn."""

import numpy as np
import pytest
from scipy.linalg import eigh
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from labkit.core.data import load
from labkit.learners.gaussian.fisher import FisherDiscriminant, FisherModel
from labkit.learners.gaussian.lda import LDA
from tests.golden import close, golden


def lda10():
    table = load("lda10")
    return table.numeric("x1", "x2"), table["y"].astype(int)


def lda3():
    table = load("lda3")
    return table.numeric("x1", "x2"), table["k"].astype(int)


def solved(X, y, **parameters):
    return FisherDiscriminant(**parameters).trace(X, y)[-1]


# ---------------------------------------------------------------- two classes


def test_scatter_matrices_LDA_02():  # I-004-042
    scatter = solved(*lda10()).scatter
    assert close([*scatter.each.tolist(), scatter.within.tolist()], golden("LDA-02"))


def test_direction_is_the_whitened_mean_difference_LDA_03_LDA_04():
    w = solved(*lda10()).directions[:, 0]
    assert close(w, golden("LDA-03"))
    assert close(-w / np.linalg.norm(w), golden("LDA-04"))


def test_mean_difference_alone_is_worse_LDA_06():
    step = solved(*lda10())
    simple = step.scatter.means[0] - step.scatter.means[1]
    assert close(float(step.scatter.criterion(simple)), golden("LDA-06"))
    assert step.criterion > step.scatter.criterion(simple)
    assert step.criterion == pytest.approx(float(step.scatter.criterion(step.directions[:, 0])))


def test_criterion_is_that_of_the_projections_E_004_11_E_004_13():
    X, y = lda10()
    step, w = solved(X, y), np.array([0.3, -1.2])
    f1, f2 = X[y == 1] @ w, X[y == 2] @ w
    ratio = (f1.mean() - f2.mean()) ** 2 / (((f1 - f1.mean()) ** 2).sum() + ((f2 - f2.mean()) ** 2).sum())
    assert float(step.scatter.criterion(w)) == pytest.approx(ratio)
    backwards = step.scatter.means[1] - step.scatter.means[0]
    projected = float(backwards @ (step.scatter.means[0] - step.scatter.means[1]))
    assert (abs(projected), projected) == pytest.approx((45.16, -45.16))


def test_projected_means_are_the_means_projected_I_004_040():
    X, y = lda10()
    step = solved(X, y)
    f = step.model.project(X)[:, 0]
    means = [f[y == k].mean() for k in (1, 2)]
    np.testing.assert_allclose(means, step.model.project(step.scatter.means)[:, 0])
    m1, m2 = step.scatter.means
    assert abs(means[0] - means[1]) == pytest.approx(abs(step.directions[:, 0] @ (m1 - m2)))


def test_first_class_is_beyond_the_threshold_LDA_07_E_004_10():
    X, y = lda10()
    model = solved(X, y).model
    f = model.project(X)[:, 0]
    assert close([f[y == 1].min(), f[y == 2].max(), model.threshold], golden("LDA-07"))
    printed = np.where(f <= model.threshold, 1, 2)
    assert (printed == y).sum() == 0
    assert (model.predict(X) == y).sum() == 10


def test_two_formulas_of_the_scatter_between_differ_by_a_factor_E_004_15():
    step = solved(*lda10())
    np.testing.assert_allclose(step.scatter.between, 2.5 * step.scatter.between_means)
    assert step.eigenvalues[0] == pytest.approx(2.5 * step.criterion)
    assert np.linalg.matrix_rank(step.scatter.between_means) == 1  # I-004-043: a segment between the means


def test_solution_fulfils_the_slides_condition_I_004_044():
    step = solved(*lda10())
    w, S_B, S_w = step.directions[:, 0], step.scatter.between_means, step.scatter.within
    np.testing.assert_allclose((w @ S_B @ w) * (S_w @ w), (w @ S_w @ w) * (S_B @ w))


def test_no_angle_has_a_larger_criterion_I_004_041():  # I-004-039
    step = solved(*lda10())
    theta = np.linspace(0, np.pi, 721)
    J = step.scatter.criterion_at(theta)
    assert J.max() <= step.criterion * (1 + 1e-12)
    w = step.directions[:, 0]
    assert theta[J.argmax()] == pytest.approx(np.arctan2(w[1], w[0]) % np.pi, abs=np.pi / 720)
    assert step.scatter.criterion_at(0.7) == pytest.approx(step.scatter.criterion([np.cos(0.7), np.sin(0.7)]))


def test_threshold_slides_the_border_along_w_I_004_037():
    X, y = lda10()
    f = solved(X, y).model.project(X)[:, 0]
    for t in (f.min() - 1, -3.0, f.max() + 1):
        np.testing.assert_array_equal(solved(X, y, threshold=t).model.predict(X), np.where(f >= t, 1, 2))


def test_two_classes_of_equal_size_are_parted_as_by_lda():
    X, y = load_iris(return_X_y=True)
    X, y = X[50:], y[50:]
    grid = np.random.default_rng(0).uniform(X.min(axis=0), X.max(axis=0), (500, 4))
    np.testing.assert_array_equal(FisherDiscriminant().fit(X, y).predict(grid), LDA().fit(X, y).predict(grid))


# ---------------------------------------------------------------- many classes


def test_scatter_of_many_classes_adds_up_to_the_total_LDA_08_E_004_14():
    X, y = lda3()
    scatter = solved(X, y).scatter
    assert close([scatter.within.tolist(), scatter.between.tolist()], golden("LDA-08"))
    centred = X - X.mean(axis=0)
    np.testing.assert_allclose(scatter.within + scatter.between, centred.T @ centred)


def test_eigenvalues_of_many_classes_LDA_09():
    assert close(solved(*lda3()).eigenvalues, golden("LDA-09"))


@pytest.mark.parametrize("table", [load_iris, load_wine])
def test_directions_solve_the_generalised_eigenproblem_E_004_16(table):
    X, y = table(return_X_y=True)
    step = solved(X, y)
    S_B, S_w, V = step.scatter.between, step.scatter.within, step.directions
    every = eigh(S_B, S_w, eigvals_only=True)[::-1]
    assert step.eigenvalues == pytest.approx(every[:2], rel=1e-6)
    assert np.abs(every[2:]).max() < 1e-8  # at most K - 1 are not zero
    np.testing.assert_allclose(S_B @ V, S_w @ V * step.eigenvalues, rtol=1e-5, atol=1e-6 * np.abs(S_B).max())
    np.testing.assert_allclose(V.T @ S_w @ V, np.eye(2), atol=1e-8)


def test_projection_is_that_of_scikit_learn_up_to_scale_and_sign_I_004_046():
    X, y = load_wine(return_X_y=True)
    ours = solved(X, y).model.project(X)
    theirs = LinearDiscriminantAnalysis(solver="eigen").fit(X, y).transform(X)
    for k in range(2):
        assert abs(np.corrcoef(ours[:, k], theirs[:, k])[0, 1]) == pytest.approx(1.0, abs=1e-9)


def test_nearest_projected_mean_decides():
    X, y = load_wine(return_X_y=True)
    model = solved(X, y).model
    far = ((model.project(X)[:, None] - model.projected) ** 2).sum(axis=2)
    np.testing.assert_array_equal(model.predict(X), far.argmin(axis=1))
    assert (model.predict(X) == y).mean() > 0.97


def test_fewer_dimensions_keep_the_best_directions():
    X, y = load_digits(return_X_y=True)
    every = solved(X, y)
    two = solved(X, y, dimensions=2)
    assert every.directions.shape == (64, 9)
    np.testing.assert_array_equal(two.directions, every.directions[:, :2])
    np.testing.assert_array_equal(two.eigenvalues, every.eigenvalues[:2])
    assert (two.model.predict(X) == y).mean() < (every.model.predict(X) == y).mean()


def test_eigenvectors_point_the_same_way_every_time():
    V = solved(*lda3()).directions
    assert (V[np.abs(V).argmax(axis=0), [0, 1]] > 0).all()


# ---------------------------------------------------------------- hard cases


def test_singular_scatter_is_said_and_changes_nothing():
    X, y = load_iris(return_X_y=True)
    wide = np.column_stack([X, X[:, 0], np.full(len(X), 0.1)])
    step = solved(wide, y)
    assert "2 directions have no spread" in step.caption
    np.testing.assert_array_equal(step.model.predict(wide), solved(X, y).model.predict(X))
    assert step.eigenvalues == pytest.approx(solved(X, y).eigenvalues, rel=1e-6)


def test_classes_without_any_scatter_inside_have_an_infinite_criterion():
    step = solved(np.array([[0.0, 1.0], [0.0, 1.0], [2.0, 1.0], [2.0, 1.0]]), [0, 0, 1, 1])
    assert step.scatter.criterion([1.0, 0.0]) == np.inf
    assert np.isnan(step.scatter.criterion([0.0, 1.0]))
    assert step.model.predict([[0.9, 5.0], [1.1, 5.0]]).tolist() == [0, 1]


def test_classes_with_equal_means_all_go_to_the_first():
    step = solved(np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]]), ["a", "a", "b", "b"])
    assert step.criterion == 0.0
    assert step.model.predict([[3.0, 4.0]]).tolist() == ["a"]


def test_constant_column_far_from_the_origin_separates_nothing():
    """The mean of equal means is not quite theirs if it is computed as a sum."""
    x, y = np.random.default_rng(2).normal(size=71), np.repeat([0, 1, 2, 3], [9, 13, 39, 10])
    for far in (1e8, 1e11 + 12345.678, -1e15):
        step = solved(np.column_stack([x, np.full(71, far)]), y)
        assert step.eigenvalues == pytest.approx(solved(x[:, None], y).eigenvalues)
        np.testing.assert_array_equal(step.scatter.mean[1], far)


def test_means_on_a_line_have_one_direction_E_004_16():
    X = np.random.default_rng(3).normal(size=(60, 3))
    y = np.arange(60) % 3
    X -= np.array([X[y == k].mean(axis=0) for k in range(3)])[y]
    X += np.outer(y, [1.0, 2.0, 0.0])
    step = solved(X, y)
    assert step.directions.shape == (3, 1)
    assert solved(X, y, dimensions=2).directions.shape == (3, 2)  # as many as asked for
    np.testing.assert_array_equal(step.model.predict(X), solved(X, y, dimensions=2).model.predict(X))


def test_criterion_is_never_made_of_rounding():
    x = np.array([0.0, 1.0, 2.3, 5.0, 6.1, 7.0])
    scatter = solved(np.column_stack([x, 2 * x / 3]), [0, 0, 0, 1, 1, 1]).scatter
    across = np.outer([1.0, 1e-8, 1e8], [2.0, -3.0])
    assert np.isnan(scatter.criterion(across)).all()  # neither the classes nor their means differ there
    assert (scatter.criterion_at(np.linspace(0.0, 2.0, 50)) > 0).all()


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_decisions_do_not_depend_on_units(scale):
    X, y = load_iris(return_X_y=True)
    moved = X * [1, scale, 1, 1 / scale] + 1e4
    np.testing.assert_array_equal(solved(moved, y).model.predict(moved), solved(X, y).model.predict(X))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"dimensions": 3}, r"dimensions: expected a whole number >= 1 and <= 2 \(3 classes and 2 columns"),
        ({"dimensions": 0}, "dimensions: expected"),
        ({"threshold": 1.0}, "threshold: expected None for 3 classes"),
    ],
)
def test_impossible_projections_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        FisherDiscriminant(**parameters).steps(*lda3())


@pytest.mark.parametrize("w", [[0.0, 0.0], [1.0], [1.0, np.nan], [[1.0, 0.0], [0.0, 0.0]]])
def test_direction_without_length_is_refused(w):
    with pytest.raises(ValueError, match="w: expected 2 numbers, not all zero"):
        solved(*lda10()).scatter.criterion(w)


def test_scatter_says_where_a_formula_does_not_apply():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="expected two classes, got 3"):
        _ = solved(X, y).scatter.between_means
    with pytest.raises(ValueError, match="theta: expected two columns, got 4"):
        solved(X, y).scatter.criterion_at(0.5)


# ---------------------------------------------------------------- any direction


def test_scatter_along_a_direction_is_that_of_the_projections_I_004_039():
    X, y = lda3()
    scatter = solved(X, y).scatter
    w = np.array([0.6, 0.8])
    means, scatters = scatter.projected(w)
    own = [X[y == k] @ w for k in np.unique(y)]
    np.testing.assert_allclose(means, [f.mean() for f in own])
    np.testing.assert_allclose(scatters, [((f - f.mean()) ** 2).sum() for f in own])
    with pytest.raises(ValueError, match="w: expected 2 numbers, not all zero"):
        scatter.projected([0.0, 0.0])


def test_criterion_is_the_gap_of_the_projected_means_over_their_scatters_I_004_041():
    scatter = solved(*lda10()).scatter
    (m1, m2), scatters = scatter.projected([0.6, 0.8])
    assert scatter.criterion([0.6, 0.8]) == pytest.approx((m1 - m2) ** 2 / scatters.sum())


def test_model_of_the_best_direction_given_is_the_solution():
    X, y = lda10()
    model = solved(X, y).model
    given = FisherModel.given(model.directions[:, 0], model.threshold, model.classes)
    np.testing.assert_array_equal(given.w, model.w)
    np.testing.assert_array_equal(given.predict(X), model.predict(X))
    turned = FisherModel.given([1.0, 0.0], 3.0)
    assert turned.predict([[3.0, 9.0], [2.9, 9.0]]).tolist() == [0, 1]  # the first where w'x >= t
