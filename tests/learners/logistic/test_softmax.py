"""Softmax regression: the lecture's numbers, scikit-learn's optima, what a reference class is and is not."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn import datasets
from sklearn import linear_model as peers
from sklearn.preprocessing import StandardScaler

from labkit.core import data
from labkit.learners import LogisticRegression, SoftmaxRegression
from labkit.learners.descent.first_order import GradientDescent
from labkit.learners.descent.stochastic import StochasticGradient
from labkit.learners.logistic.separable import PARTLY
from labkit.learners.logistic.softmax import SoftmaxModel
from tests.golden import close, golden

REFERENCES = ("last", "first", None)
WHOLE = ("gradient", "momentum", "line search", "conjugate gradient", "newton", "levenberg-marquardt", "bfgs")


def twelve():
    table = data.load("softmax12")
    return np.column_stack([table["x1"], table["x2"]]), table["k"]


def blobs(spread=0.45, n=90):
    return data.blobs(n, spread=spread, seed=1)


def standard(name):
    found = getattr(datasets, f"load_{name}")()
    return StandardScaler().fit_transform(found.data), found.target


def penalised(model, X, y, lam, W=None):
    """The objective by hand; without W with the penalty on all rows of the model."""
    p = model.predict_proba(X)[np.arange(len(y)), np.searchsorted(model.classes, y)]
    W = model.W if W is None else W
    return -np.log(p).sum() + lam / 2 * (W[:, 1:] ** 2).sum()


# ---------------------------------------------------------------- the lecture's numbers


def test_start_has_the_gradient_and_the_hessian_of_the_lecture():
    """I-000-018, I-000-019: at W = 0 all classes are equally likely."""
    start = SoftmaxRegression().trace(*twelve())[0]
    assert close([start.gradient, [start.loss]], golden("SMX-04"))
    assert close([start.blocks[0, 0, 0, 0], start.blocks[0, 1, 0, 0]], golden("SMX-05"))
    np.testing.assert_allclose(start.probabilities, 1 / 3)


def test_maximum_likelihood_of_the_lecture():
    learner = SoftmaxRegression().fit(*twelve())
    assert close(learner.last_step_.loss, golden("SMX-02"))
    np.testing.assert_array_equal(learner.model_.W[2], 0.0)


def test_map_of_the_lecture_with_a_penalised_bias():
    """E-000-03: no deck leaves the bias out, so it is a column of ones here."""
    X, y = twelve()
    learner = SoftmaxRegression(lam=0.1, intercept=False).fit(np.column_stack([np.ones(12), X]), y)
    assert close(learner.model_.W[:2, 1:], golden("SMX-03"))
    np.testing.assert_array_equal(learner.model_.W[:, 0], 0.0)


# ---------------------------------------------------------------- only differences matter


@pytest.mark.parametrize("reference", REFERENCES)
def test_reference_changes_the_weights_and_not_the_probabilities(reference):
    """I-000-010."""
    X, y = twelve()
    learner, last = SoftmaxRegression(reference=reference).fit(X, y), SoftmaxRegression().fit(X, y)
    np.testing.assert_allclose(learner.predict_proba(X), last.predict_proba(X), atol=1e-7)
    W = learner.model_.W
    np.testing.assert_allclose(W.sum(axis=0) if reference is None else W[{"last": 2, "first": 0}[reference]], 0,
                               atol=1e-12)  # fmt: skip
    np.testing.assert_allclose(W - W[2], last.model_.W, atol=1e-5)


def test_shift_of_all_weights_changes_nothing_that_is_seen():
    """I-000-010: a vector added to all w_k."""
    X, y = twelve()
    model = SoftmaxRegression().fit(X, y).model_
    other = model.shifted([3.0, -1.0, 2.0])
    np.testing.assert_allclose(other.W - model.W, [[3, -1, 2]] * 3)
    np.testing.assert_allclose(other.predict_proba(X), model.predict_proba(X), atol=1e-12)
    np.testing.assert_array_equal(other.predict(X), model.predict(X))
    with pytest.raises(ValueError, match="v: expected 3 numbers"):
        model.shifted([1.0, 2.0])


def test_penalty_makes_the_choice_of_the_reference_matter():
    """Each reference is the best of its own problem, and the symmetric one has the least penalty of all."""
    X, y = blobs()
    models = {r: SoftmaxRegression(lam=1.0, reference=r).fit(X, y).model_ for r in REFERENCES}
    assert np.abs(models["last"].predict_proba(X) - models["first"].predict_proba(X)).max() > 0.01
    losses = {r: penalised(model, X, y, 1.0) for r, model in models.items()}
    assert losses[None] < min(losses["last"], losses["first"])


@pytest.mark.parametrize("lam", [0.0, 0.5])
def test_two_classes_are_logistic_regression(lam):
    X, y = data.gaussians(80, seed=1)
    ours, two = SoftmaxRegression(lam=lam, reference="first").fit(X, y), LogisticRegression(lam=lam).fit(X, y)
    np.testing.assert_allclose(ours.model_.W[1], two.model_.w, rtol=1e-6)
    np.testing.assert_allclose(ours.decision_function(X), two.decision_function(X), rtol=1e-6, atol=1e-9)
    symmetric = SoftmaxRegression(lam=2 * lam, reference=None).fit(X, y)  # |w|^2 is 2 |w / 2|^2
    np.testing.assert_allclose(symmetric.predict_proba(X), two.predict_proba(X), atol=1e-7)


# ---------------------------------------------------------------- against scikit-learn


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits"])
@pytest.mark.parametrize("lam", [1.0, 0.01])
def test_symmetric_optimum_is_scikit_learns(name, lam):
    X, y = standard(name)
    if name == "digits":
        X, y = X[:200, 2:12], y[:200]
    ours = SoftmaxRegression(lam=lam, reference=None).fit(X, y)
    theirs = peers.LogisticRegression(C=1 / lam, tol=1e-10, max_iter=10_000).fit(X, y)
    if name == "breast_cancer":  # for two classes scikit-learn has one vector w, we have w / 2 and -w / 2
        ours = SoftmaxRegression(lam=lam).fit(X, y)
    p = theirs.predict_proba(X)[np.arange(len(y)), y]
    best = -np.log(p).sum() + lam / 2 * (theirs.coef_**2).sum()
    assert ours.last_step_.loss == pytest.approx(best, rel=1e-6)
    assert ours.last_step_.loss == pytest.approx(penalised(ours.model_, X, y, lam), rel=1e-9)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-3)


def test_maximum_likelihood_is_scikit_learns_without_a_penalty():
    X, y = blobs()
    theirs = peers.LogisticRegression(C=np.inf, tol=1e-10, max_iter=10_000).fit(X, y)
    best = -np.log(theirs.predict_proba(X)[np.arange(len(y)), y]).sum()
    for reference in REFERENCES:
        assert SoftmaxRegression(reference=reference).fit(X, y).last_step_.loss == pytest.approx(best, rel=1e-6)


# ---------------------------------------------------------------- solvers and the story


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("solver", WHOLE)
def test_every_solver_ends_at_the_same_place(solver, reference):
    X, y = blobs()
    budget = {"max_iterations": 20_000}
    learner = SoftmaxRegression(lam=1.0, solver=solver, reference=reference, **budget).fit(X, y)
    best = SoftmaxRegression(lam=1.0, reference=reference).fit(X, y).last_step_
    assert "vanished" in learner.last_step_.reason
    np.testing.assert_allclose(learner.model_.W, best.model.W, atol=1e-5)


def test_few_examples_at_a_time_come_near():
    X, y = blobs()
    solver = StochasticGradient(rate=0.5, batch=10, schedule="1/sqrt k")
    last = SoftmaxRegression(lam=1.0, solver=solver, max_iterations=3000).fit(X, y).last_step_
    best = SoftmaxRegression(lam=1.0).fit(X, y).last_step_
    assert best.loss < last.loss < 1.05 * best.loss


def test_story_goes_down_and_its_numbers_are_those_of_its_weights():
    X, y = blobs()
    trace = SoftmaxRegression(lam=0.5).trace(X, y)
    assert all(a.loss >= b.loss for a, b in pairwise(trace))
    for step in trace:
        np.testing.assert_allclose(step.probabilities, step.model.predict_proba(X), atol=1e-12)
        assert step.mistakes == np.count_nonzero(step.model.predict(X) != y)
        assert step.loss == pytest.approx(penalised(step.model, X, y, 0.5), rel=1e-10)
        assert step.hessian.shape == (6, 6)
        np.testing.assert_array_equal(step.blocks[0, 1], step.hessian[:3, 3:])
    assert trace[0].caption.startswith("start: loss 98.8751, 60 mistakes, slope ")
    assert trace[1].caption.startswith("iteration 1: loss ")
    stop = f"stop after {len(trace) - 2} iterations: the gradient has vanished (below 1e-08); loss "
    assert trace[-1].caption == f"{stop}{trace[-1].loss:.6g}, {trace[-1].mistakes} mistakes"


def test_slow_learner_spends_its_budget():
    last = SoftmaxRegression(solver=GradientDescent(rate=1e-4), max_iterations=20).fit(*blobs()).last_step_
    assert last.caption == "stop after 20 iterations: the budget of 20 iterations is spent; loss 97.2629, 14 mistakes"


@pytest.mark.parametrize("reference", REFERENCES)
def test_start_is_kept_up_to_what_does_not_matter(reference):
    X, y = blobs()
    W = np.array([[1.0, 2, 3], [0, -1, 1], [2, 0, 1]])
    first = SoftmaxRegression(start=W, reference=reference).trace(X, y)[0]
    np.testing.assert_allclose(first.probabilities, SoftmaxModel(W, np.arange(3)).predict_proba(X))
    differences = first.model.W - W
    np.testing.assert_allclose(differences, differences[[0]].repeat(3, axis=0), atol=1e-12)


def test_weight_two_is_the_same_example_twice():
    X, y = blobs()
    weights = np.arange(len(y)) % 3
    weighted = SoftmaxRegression(lam=1.0).fit(X, y, sample_weight=weights)
    repeated = SoftmaxRegression(lam=1.0).fit(X.repeat(weights, axis=0), y.repeat(weights))
    np.testing.assert_allclose(weighted.model_.W, repeated.model_.W, rtol=1e-6)


# ---------------------------------------------------------------- the model


def test_border_of_two_classes_is_where_they_are_equally_likely():
    """I-004-031, E-004-08: every class has a vector of its own, and (w_k - w_j)'x + (w_k0 - w_j0) = 0."""
    X, y = blobs()
    model = SoftmaxRegression(lam=0.1).fit(X, y).model_
    for k, j in ((0, 1), (2, 0)):
        normal, offset = model.border(k, j)
        foot = -offset * normal / (normal @ normal)
        p = model.predict_proba(np.array([foot, foot + 0.1 * normal]))
        assert p[0, k] == pytest.approx(p[0, j])
        assert p[1, k] > p[1, j]


def test_likeliest_class_is_predicted_the_first_of_equals():
    X, y = blobs()
    model = SoftmaxRegression().trace(X, y)[-1].model
    np.testing.assert_array_equal(model.predict(X), model.predict_proba(X).argmax(axis=1))
    assert set(SoftmaxRegression().trace(X, y)[0].model.predict(X)) == {0}


# ---------------------------------------------------------------- data without a best answer, and odd ones


@pytest.mark.parametrize("reference", REFERENCES)
def test_separable_classes_are_said_and_the_weights_stay_finite(reference):
    X, y = blobs(0.05)
    learner = SoftmaxRegression(reference=reference).fit(X, y)
    assert "the classes are separable, so no finite weights are the best" in learner.last_step_.reason
    assert learner.score(X, y) == 1.0
    assert learner.last_step_.loss < 1e-4
    assert np.abs(learner.model_.W).max() < 1e4
    penalty = SoftmaxRegression(lam=1.0, reference=reference).fit(X, y).last_step_
    assert "separable" not in penalty.reason
    assert "vanished" in penalty.reason


@pytest.mark.parametrize("solver", ["newton", "gradient", "bfgs"])
def test_class_that_stands_apart_is_said(solver):
    """Two classes overlap, the third is far away: its weights have no best length."""
    X, y = blobs()
    X = X + 4.0 * (y == 2)[:, None]
    last = SoftmaxRegression(solver=solver, max_iterations=3000).fit(X, y).last_step_
    assert last.reason.startswith(PARTLY)
    assert 0 < last.mistakes < 30


def test_overlapping_classes_are_not_called_separable():
    for seed in range(20):
        X, y = data.blobs(60, spread=0.6, seed=seed)
        reason = SoftmaxRegression().fit(X, y).last_step_.reason
        assert reason == "the gradient has vanished (below 1e-08)"


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("unit", [[1e-8, 1e-8], [1.0, 1e-8], [1e8, 1e8], [1.0, 1e8]])
def test_unit_of_a_feature_does_not_matter(unit, reference):
    X, y = blobs()
    plain = SoftmaxRegression(reference=reference).fit(X, y)
    scaled = SoftmaxRegression(reference=reference).fit(X * unit, y)
    assert scaled.last_step_.iteration == plain.last_step_.iteration
    np.testing.assert_allclose(scaled.predict_proba(X * unit), plain.predict_proba(X), atol=1e-6)


@pytest.mark.parametrize("reference", REFERENCES)
def test_features_far_from_zero_are_no_obstacle(reference):
    X, y = blobs()
    plain = SoftmaxRegression(reference=reference).fit(X, y)
    far = SoftmaxRegression(reference=reference).fit(X + 1e5, y)
    assert far.last_step_.iteration < 40
    np.testing.assert_allclose(far.model_.W[:, 1:], plain.model_.W[:, 1:], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("reference", REFERENCES)
def test_columns_that_say_nothing_new_change_nothing(reference):
    X, y = blobs()
    plain = SoftmaxRegression(reference=reference).fit(X, y)
    for more in (np.full(90, 3.0), np.zeros(90), X[:, 0], X.sum(axis=1)):
        wide = np.column_stack([X, more])
        learner = SoftmaxRegression(reference=reference).fit(wide, y)
        assert learner.last_step_.loss == pytest.approx(plain.last_step_.loss, rel=1e-9)
        np.testing.assert_allclose(learner.predict_proba(wide), plain.predict_proba(X), atol=1e-6)


def test_class_with_one_member_is_learned():
    X, y = blobs()
    y[0] = 7
    learner = SoftmaxRegression(lam=0.1).fit(X, y)
    assert learner.predict_proba(X)[:, 3].sum() == pytest.approx(1.0)  # what maximum likelihood promises of the bias


def test_bad_input_is_refused_with_the_repair():
    X, y = blobs()
    for options, message in (
        ({"lam": -1.0}, r"^lam: expected a number >= 0, got -1.0"),
        ({"reference": 3}, r"^reference: expected one of 'last', 'first', None, got 3"),
        ({"solver": "guess"}, r"^solver: expected one of 'gradient'"),
        ({"start": np.zeros((2, 3))}, r"^start: expected 3 rows \(one per class\) of 3 numbers .* got shape \(2, 3\)"),
        ({"tolerance": -1}, r"^tolerance: expected a number >= 0"),
        ({"max_iterations": 0}, r"^max_iterations: expected a whole number >= 1"),
        ({"intercept": "no"}, r"^intercept: expected one of False, True"),
    ):
        with pytest.raises(ValueError, match=message):
            SoftmaxRegression(**options).steps(X, y)
