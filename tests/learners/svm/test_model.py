"""What a support vector machine has learned, against sums over the support vectors written out."""

import math
import pickle
from itertools import pairwise

import numpy as np
import pytest
from sklearn.svm import SVC

from labkit.core import data
from labkit.core.drawable import ScoresOnGrid
from labkit.learners import SVM
from labkit.learners.linear import LinearModel
from labkit.learners.svm.kernels import RBF, Linear, PolynomialKernel, SigmoidKernel

KERNELS = [Linear(), RBF(2.0), PolynomialKernel(3, 0.5), SigmoidKernel(1.0, 0.2)]
X, Y = data.moons(60, noise=0.15, seed=1)
CASES = np.random.default_rng(4).uniform(-1, 1, (25, 2))


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_score_is_a_sum_over_the_support_vectors(kernel):
    """I-001-011, I-001-018, E-001-05: f(x) = sum of a z K + b, and the class is its sign."""
    model = SVM(kernel=kernel, C=2.0).fit(X, Y).model_
    z = np.where(Y[model.support] == 1, 1.0, -1.0)
    np.testing.assert_array_equal(model.coefficients, model.multipliers * z)
    np.testing.assert_array_equal(model.vectors, X[model.support])
    sums = [sum(c * kernel(x[None], v[None])[0, 0] for c, v in zip(model.coefficients, model.vectors, strict=True))
            for x in CASES]  # fmt: skip
    scores = model.decision_function(CASES)
    np.testing.assert_allclose(scores, np.array(sums) + model.bias, atol=1e-9)
    np.testing.assert_array_equal(model.predict(CASES), (scores > 0).astype(int))


@pytest.mark.parametrize("kernel", [RBF(2.0), PolynomialKernel(3, 0.5), SigmoidKernel(1.0, 0.2)], ids=repr)
def test_parts_of_the_support_vectors_add_up(kernel):
    """I-001-018: the bump of each."""
    model = SVM(kernel=kernel).fit(X, Y).model_
    parts = model.parts(CASES)
    assert parts.shape == (25, len(model.support))
    np.testing.assert_allclose(parts.sum(axis=1) + model.bias, model.decision_function(CASES), atol=1e-10)


@pytest.mark.parametrize(
    ("kernel", "offset"), [(RBF(2.0), 0.0), (RBF(2.0), 1e4), (PolynomialKernel(3, 0.5), 0.0), (SigmoidKernel(), 0.0)]
)
def test_grid_is_the_score_of_every_cell(kernel, offset):
    model = SVM(kernel=kernel).fit(X + offset, Y).model_
    x, y = offset + np.linspace(-1, 1, 11), offset + np.linspace(-2, 2, 7)
    cells = [[model.decision_function([[a, b]])[0] for a in x] for b in y]
    np.testing.assert_allclose(model.score_grid(x, y), cells, atol=1e-8)


def test_grid_is_of_two_features():
    assert SVM().fit(np.column_stack([X, X]), Y).model_.score_grid(np.zeros(2), np.zeros(3)) is None


def test_linear_kernel_is_a_line_with_support_vectors():
    """I-001-011."""
    model = SVM(kernel="linear").fit(X, Y).model_
    assert isinstance(model, LinearModel)
    theirs = SVC(kernel="linear").fit(X, Y)
    np.testing.assert_allclose(model.w, [*theirs.intercept_, *theirs.coef_[0]], atol=5e-3)
    normal, offset = model.hyperplane
    np.testing.assert_allclose(CASES @ normal + offset, model.decision_function(CASES))
    assert model.margin == pytest.approx(2 / np.linalg.norm(normal), rel=1e-9)
    assert not model.w.flags.writeable


def test_edges_of_the_band_are_where_the_score_is_one():
    """I-001-010, E-001-02: half a margin from the boundary."""
    model = SVM(kernel="linear", C=math.inf).fit(*data.gaussians(30, distance=7.0, seed=0)).model_
    edge = CASES - (model.distance(CASES) - model.half_margin)[:, None] * model.w[1:] / np.linalg.norm(model.w[1:])
    np.testing.assert_allclose(model.decision_function(edge), 1.0, atol=1e-9)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_model_of_every_step_survives_pickling(kernel):
    trace = SVM(kernel=kernel, solver="smo").trace(X, Y)
    for step in (trace[0], trace[len(trace) // 2], trace[-1]):
        again = pickle.loads(pickle.dumps(step))
        assert again.caption == step.caption
        np.testing.assert_array_equal(again.model.decision_function(CASES), step.model.decision_function(CASES))


def test_start_predicts_nothing_yet():
    for kernel in KERNELS:
        start = SVM(kernel=kernel).trace(X, Y)[0].model
        if isinstance(start, ScoresOnGrid):
            assert not start.score_grid(np.zeros(2), np.zeros(3)).any()


def test_steps_before_are_not_touched_by_later_ones():
    steps = SVM(solver="smo").steps(X, Y)
    kept = [(step, step.alpha.copy()) for step in steps]
    assert all(np.array_equal(step.alpha, alpha) for step, alpha in kept)
    assert all((a != b).any() for (_, a), (_, b) in pairwise(kept[:-1]))


def test_narrow_bumps_need_all_examples():
    """I-001-016: gamma large, every example is a support vector and the scores fall to the bias between them."""
    learner = SVM(gamma=1e4, C=10.0).fit(X, Y)
    assert len(learner.model_.support) == len(X)
    assert learner.decision_function([[9.0, 9.0]])[0] == pytest.approx(learner.model_.bias)
