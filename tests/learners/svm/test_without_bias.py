"""A support vector machine without a bias: a library, the conditions of the optimum, and the figures on the model."""

import math
from itertools import islice, pairwise

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.svm import LinearSVC

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import SVM
from labkit.learners.svm.kernels import RBF, Linear, PolynomialKernel

X, Y = data.gaussians(60, distance=2.0, seed=3)


def free(**more):
    return SVM(**{"kernel": "linear", "intercept": False, "tolerance": 1e-9} | more)


@pytest.mark.parametrize("C", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("offset", [0.0, 2.0])
def test_linear_one_is_the_library_s(C, offset):
    theirs = LinearSVC(loss="hinge", C=C, fit_intercept=False, tol=1e-10, max_iter=1_000_000).fit(X + offset, Y)
    model = free(C=C).fit(X + offset, Y).model_
    np.testing.assert_allclose(model.w, [0.0, *theirs.coef_[0]], atol=1e-4)
    assert model.bias == 0 and model.decision_function([[0.0, 0.0]])[0] == 0


@pytest.mark.parametrize("kernel", [Linear(), RBF(2.0), PolynomialKernel(2)], ids=repr)
def test_multipliers_are_the_best_of_the_box(kernel):
    C = 2.0
    step = free(kernel=kernel, C=C).fit(X, Y).last_step_
    z = 2.0 * Y - 1
    Q = kernel(X, X) * np.outer(z, z)
    best = minimize(lambda a: a @ Q @ a / 2 - a.sum(), np.full(60, 0.1), jac=lambda a: Q @ a - 1, bounds=[(0, C)] * 60,
                    method="L-BFGS-B", options={"maxiter": 20_000, "ftol": 1e-15, "gtol": 1e-10})  # fmt: skip
    assert step.dual == pytest.approx(-best.fun, rel=1e-6)
    assert step.gap < 1e-6 and step.kkt.worst < 1e-6 and step.violation <= 1e-9


def test_every_update_moves_one_multiplier_and_gains():
    trace = free(kernel="rbf").trace(X, Y)
    assert [step.event for step in trace[:2]] == [START, UPDATE] and trace[-1].event == STOP
    duals = trace.curve("dual")
    assert (np.diff(duals) >= -1e-12).all()
    for before, step in islice(pairwise(trace), 20):
        moved = np.flatnonzero(before.alpha != step.alpha)
        assert moved.tolist() == [step.example] and step.equation == 5
    assert "wanted a bias of -1 but there is none; its multiplier goes from 0 to 1" in trace[1].caption
    assert trace[-1].hull_points is None and "no example wants a bias of more than 1e-09" in trace[-1].caption


def test_hard_margin_through_the_origin_or_a_refusal():
    Z, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0], [-3.0, 0.5]], [1, 1, 0, 0]
    model = free(C=math.inf).fit(Z, y).model_
    assert (model.predict(Z) == y).all() and min(abs(model.decision_function(Z))) == pytest.approx(1.0)
    away = np.array([[1.0, 1.0], [2.0, 2.0]])
    assert SVM(kernel="linear", C=math.inf).fit(away, [0, 1]).score(away, [0, 1]) == 1
    with pytest.raises(ValueError, match="C: expected a finite number where no hyperplane"):
        free(C=math.inf).steps(away, [0, 1])


def test_interior_point_is_refused():
    with pytest.raises(ValueError, match='solver: expected "auto" or "smo" without an intercept'):
        free(solver="interior point").steps(X, Y)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("intercept", [True, False])
def test_figures_of_the_lecture_are_on_the_model(kernel, intercept):
    """I-001-010: margin, half of it, and |w|^2."""
    fitted = SVM(kernel=kernel, intercept=intercept).fit(X, Y)
    model = fitted.model_
    K = model.kernel(model._moved(model.vectors), model._moved(model.vectors))
    assert model.square == pytest.approx(model.coefficients @ K @ model.coefficients)
    assert model.margin == pytest.approx(2 / math.sqrt(model.square)) == pytest.approx(2 * model.half_margin)
    assert fitted.last_step_.square == model.square
    if kernel == "linear":
        assert model.square == pytest.approx(model.w[1:] @ model.w[1:])
