"""Softmax class by class: the likelihood only rises, and ends where Newton's method does."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.preprocessing import StandardScaler

from labkit.core import data
from labkit.core.data import load
from labkit.learners import SoftmaxRegression, TangentSoftmax
from labkit.learners.logistic.tangent import Tangents
from tests.golden import close, golden


@pytest.fixture(scope="module")
def softmax12():
    table = load("softmax12")
    return table.numeric("x1", "x2"), table["k"]


@pytest.fixture(scope="module")
def trace(softmax12):
    return TangentSoftmax(tolerance=1e-10, max_iterations=400).trace(*softmax12)


def test_likelihood_after_each_round_has_the_lecture_s_values(trace):
    """I-000-021, E-000-05: the corrected sign makes it climb."""
    rounds = [step.log_likelihood for step in trace if step.fitted is None]
    assert close([rounds[k] for k in (0, 1, 2, 5, 20)], golden("SMX-06"))
    assert -trace[-1].log_likelihood == pytest.approx(golden("SMX-02").value, rel=1e-10)


def test_bound_climbs_below_the_likelihood_and_touches_it_when_tightened(trace):
    bound, likelihood = trace.curve("bound"), trace.curve("log_likelihood")
    assert (np.diff(bound) >= -1e-10).all()
    assert (bound <= likelihood + 1e-10).all()
    touching = [step.fitted is None for step in trace]
    np.testing.assert_allclose(bound[touching], likelihood[touching], rtol=1e-12)
    assert (likelihood - bound)[1:20][~np.array(touching)[1:20]].min() > 1e-6
    assert (np.diff(likelihood[touching]) >= -1e-10).all()


def test_each_class_moves_by_itself(trace, softmax12):
    for before, after in pairwise(trace[:21]):
        still = np.arange(3) != (-1 if after.fitted is None else after.fitted)
        np.testing.assert_array_equal(after.model.W[still], before.model.W[still])
    np.testing.assert_allclose(trace[3].slopes, trace[3].model.predict_proba(softmax12[0])[:, -1])


def test_class_fit_solves_its_own_problem(trace, softmax12):
    """The gradient of (4) is 0 for the class that has just fitted."""
    step, X = trace[1], np.column_stack([np.ones(len(softmax12[0])), softmax12[0]])
    z = softmax12[1] == step.model.classes[0]
    np.testing.assert_allclose((z - step.slopes * np.exp(X @ step.model.W[0])) @ X, 0, atol=1e-7)


@pytest.mark.parametrize("lam", [0.1, 1.0])
def test_end_is_that_of_softmax_regression(softmax12, lam):
    ours = TangentSoftmax(lam=lam, tolerance=1e-9).fit(*softmax12)
    newton = SoftmaxRegression(lam=lam, tolerance=1e-10).fit(*softmax12)
    np.testing.assert_allclose(ours.model_.W, newton.model_.W, atol=1e-6)
    assert -ours.last_step_.log_likelihood == pytest.approx(newton.last_step_.loss, rel=1e-9)


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_end_is_that_of_softmax_regression_on_real_examples(load):
    X, y = load(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    ours = TangentSoftmax(lam=1.0, tolerance=1e-7, max_iterations=3000).fit(X, y)
    newton = SoftmaxRegression(lam=1.0, tolerance=1e-10).fit(X, y)
    assert -ours.last_step_.log_likelihood == pytest.approx(newton.last_step_.loss, rel=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_likelihood_rises_on_many_problems(seed):
    X, y = data.blobs(45, classes=2 + seed % 4, spread=(0.1, 0.4)[seed % 2], seed=seed)
    trace = TangentSoftmax(lam=(0.0, 0.5)[seed // 4], max_iterations=40, intercept=bool(seed % 3)).trace(X, y)
    assert (np.diff(trace.curve("bound")) >= -1e-9).all()
    assert trace[-1].log_likelihood > trace[0].log_likelihood


def test_class_of_one_far_out_ends_at_finite_weights():
    """Its own problem has no largest value without a penalty."""
    X, y = np.array([[0.0], [1.0], [2.0], [9.0]]), [0, 1, 0, 2]
    for labels in (y, [1, 2, 1, 0]):
        model = TangentSoftmax(max_iterations=30).fit(X, labels).model_
        assert np.isfinite(model.W).all()
        assert model.predict([[9.0]])[0] == labels[3]


def test_two_examples_end_at_finite_weights():
    """The first class's own problem sends its weight out until its Hessian is too small for numbers."""
    model = TangentSoftmax().fit([[0.0], [1.0]], [0, 1]).model_
    assert np.isfinite(model.W).all()
    assert model.predict([[0.0], [1.0]]).tolist() == [0, 1]


@pytest.mark.parametrize("far", [1e4, 1e8])
def test_end_does_not_depend_on_where_the_features_have_their_0(far):
    X, y = data.blobs(45, spread=0.4, seed=3)
    here, there = (TangentSoftmax(lam=1.0).fit(X + shift, y) for shift in (0.0, far))
    np.testing.assert_allclose(there.predict_proba(X + far), here.predict_proba(X), atol=1e-6)
    assert there.last_step_.log_likelihood == pytest.approx(here.last_step_.log_likelihood, rel=1e-6)


def test_constant_feature_has_no_say():
    """Measured from its rounded mean it would be a feature of roundings, whose weight nothing holds."""
    X, y = data.blobs(30, spread=0.4, seed=3)
    plain, more = (TangentSoftmax(max_iterations=20).trace(Z, y) for Z in (X, np.insert(X, 2, 0.1, axis=1)))
    np.testing.assert_allclose(more.curve("bound"), plain.curve("bound"), rtol=1e-9)


def test_separable_classes_are_said():
    """E-000-11: without a penalty there are no best weights."""
    X, y = data.blobs(45, spread=0.1, seed=1)
    assert "separable" in TangentSoftmax(max_iterations=20).fit(X, y).last_step_.reason
    assert "separable" not in TangentSoftmax(lam=1.0, max_iterations=20).fit(X, y).last_step_.reason


def test_captions_say_who_moved(softmax12):
    trace = TangentSoftmax(max_iterations=1).trace(*softmax12)
    assert trace[1].caption.startswith("iteration 1: class 1 fits by itself; log-likelihood")
    assert trace[3].caption.startswith("iteration 1: the tangents touch; log-likelihood -9.95222, bound -9.95222")
    assert trace[-1].caption == (
        "stop after 1 iteration: the budget of 1 iteration is spent; log-likelihood -9.95222, bound -9.95222"
    )


def test_story_ends_where_it_is_seen_that_the_classes_are_separable():
    X, y = data.blobs(45, spread=0.1, seed=1)
    last = TangentSoftmax().fit(X, y).last_step_
    assert last.reason.startswith("the classes are separable") and last.iteration == 16
    overlap = TangentSoftmax(tolerance=0.0, max_iterations=40).fit(*data.blobs(45, spread=0.4, seed=3)).last_step_
    assert overlap.reason == "the budget of 40 iterations is spent"


def test_constant_features_are_no_reason_to_take_every_class_in_full(monkeypatch):
    """They made every Hessian singular: no class had an inverse to move by."""
    X, y = data.blobs(60, spread=0.4, seed=3)
    in_full, newton = [], Tangents.newton
    monkeypatch.setattr(Tangents, "newton", lambda self, *at: in_full.append(1) or newton(self, *at))
    last = TangentSoftmax(lam=1.0, max_iterations=60, tolerance=0.0).fit(np.insert(X, 1, 5.0, axis=1), y).last_step_
    assert len(in_full) < 0.3 * 2 * last.iteration
    assert (last.model.W[:, 2] == 0).all()
