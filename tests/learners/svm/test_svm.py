"""The support vector machine: the lecture's numbers, scikit-learn's machines, hard cases and refusals."""

import math

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits, load_iris
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import SVM, OneVsOne, OneVsRest
from labkit.learners.svm.kernels import RBF, SigmoidKernel
from tests.golden import close, golden

RNG = np.random.default_rng(2)


def table(name):
    rows = data.load(name)
    return rows.numeric("x1", "x2"), rows["y"].astype(int)


def exact(**more):
    return SVM(**{"tolerance": 1e-12, "solver": "smo"} | more)


def weights(learner):
    """w1, w2, b, as the golden values have them."""
    b, *w = learner.model_.w
    return [*w, b]


# ---------------------------------------------------------------- the lecture's numbers


def test_hard_margin_of_six_examples():
    """SVM-01, SVM-02, SVM-03, I-001-009, I-001-013, E-001-02: the multipliers are not unique, what follows is."""
    learner = exact(kernel="linear", C=math.inf).fit(*table("svm6"))
    step = learner.last_step_
    assert close(weights(learner), golden("SVM-01"))
    one = golden("SVM-02").value
    assert step.alpha.sum() == pytest.approx(sum(one[:6]), abs=1e-9) == pytest.approx(8.0, abs=1e-9)
    assert step.dual == pytest.approx(one[6], abs=1e-9)
    assert step.primal == pytest.approx(one[6], abs=1e-9)
    assert close([learner.model_.margin, learner.model_.half_margin], golden("SVM-03"))
    assert step.kkt.worst < 1e-9


@pytest.mark.parametrize(
    ("C", "ids"),
    [(0.1, ("SVM-05", "SVM-06", "SVM-07")), (1.0, ("SVM-08", "SVM-09", "SVM-10")), (10.0, ("SVM-11", "SVM-12", None))],
)
def test_soft_margin_of_six_examples(C, ids):
    """I-001-019, E-001-11: the slack of the one mistake is above 1; all add up to more than the mistakes."""
    learner = exact(kernel="linear", C=C).fit(*table("svm_soft6"))
    step, (w, alpha, slacks) = learner.last_step_, ids
    assert close(weights(learner), golden(w))
    assert close(step.alpha, golden(alpha))
    if slacks:
        assert close([step.slacks, [step.primal]], golden(slacks))
        assert close([step.slacks, [step.dual]], golden(slacks))
    assert ((step.slacks > 1) == (learner.predict(table("svm_soft6")[0]) != table("svm_soft6")[1])).all()
    assert step.slacks.sum() >= step.mistakes == 1


def test_bumps_solve_xor_with_one_multiplier():
    """SVM-15, I-001-016."""
    learner = exact(kernel=RBF(0.5), C=math.inf).fit(*table("xor_pm1"))
    for alpha in learner.last_step_.alpha:
        assert close(alpha, golden("SVM-15"))
    assert learner.model_.bias == pytest.approx(0, abs=1e-9)


def test_squares_solve_xor():
    """I-001-002, I-001-015: with (x'z + 1)^2 all multipliers are 1/8 and f = -x1 x2."""
    X, y = table("xor_pm1")
    learner = exact(kernel="polynomial", degree=2, C=math.inf).fit(X, y)
    np.testing.assert_allclose(learner.last_step_.alpha, 0.125, atol=1e-9)
    cases = RNG.uniform(-2, 2, (30, 2))
    np.testing.assert_allclose(learner.decision_function(cases), -cases[:, 0] * cases[:, 1], atol=1e-9)


# ---------------------------------------------------------------- scikit-learn's machines


def standardised(load, classes=(0, 1), columns=slice(None)):
    X, y = load(return_X_y=True)
    rows = np.isin(y, classes)
    return StandardScaler().fit_transform(X[rows][:, columns]), y[rows]


SETS = {
    "moons": data.moons(120, noise=0.2, seed=1),
    "gaussians": data.gaussians(150, seed=2),
    "cancer": standardised(load_breast_cancer),
    "iris": standardised(load_iris, (1, 2)),
    "digits": standardised(load_digits, (3, 8)),
}


@pytest.mark.parametrize("solver", ["auto", "smo"])
@pytest.mark.parametrize("C", [0.05, 1.0, 30.0])
@pytest.mark.parametrize(("kernel", "gamma"), [("linear", 1.0), ("rbf", 0.1), ("polynomial", 0.05)])
@pytest.mark.parametrize("name", SETS)
def test_objective_is_that_of_scikit_learn(name, kernel, gamma, C, solver):
    X, y = SETS[name]
    ours = SVM(kernel=kernel, gamma=gamma, C=C, solver=solver, tolerance=1e-6).fit(X, y)
    kinds = {"linear": "linear", "rbf": "rbf", "polynomial": "poly"}
    theirs = SVC(kernel=kinds[kernel], gamma=gamma, coef0=1.0, degree=2, C=C, tol=1e-6).fit(X, y)
    step = ours.last_step_
    square = theirs.dual_coef_ @ (theirs.decision_function(theirs.support_vectors_) - theirs.intercept_)
    dual = np.abs(theirs.dual_coef_).sum() - 0.5 * square[0]
    assert step.dual == pytest.approx(dual, rel=1e-5)
    assert -1e-9 * dual <= step.gap <= 1e-3 * dual
    assert step.kkt.worst < 1e-4
    far = np.abs(ours.decision_function(X)) > 1e-2
    assert (ours.predict(X) == theirs.predict(X))[far].all()


def test_default_tolerance_ends_near_the_solution():
    X, y = SETS["moons"]
    loose, tight = SVM(gamma=2.0).fit(X, y).last_step_, SVM(gamma=2.0, tolerance=1e-10).fit(X, y).last_step_
    assert loose.dual == pytest.approx(tight.dual, rel=1e-4)
    assert loose.iteration < tight.iteration


@pytest.mark.parametrize("many", [OneVsOne, OneVsRest])
def test_many_classes_by_tasks_of_two(many):
    X, y = load_iris(return_X_y=True)
    learner = many(learner=SVM(kernel="rbf", gamma=0.3, C=5.0)).fit(X, y)
    theirs = SVC(gamma=0.3, C=5.0).fit(X, y)
    assert learner.score(X, y) > 0.96
    assert (learner.predict(X) == theirs.predict(X)).mean() > 0.98


# ---------------------------------------------------------------- the margin


def test_band_is_empty_and_touched_on_both_sides():
    """I-001-009, I-001-010, I-001-011: nothing is inside, each edge is touched, the half margin is the distance."""
    X, y = data.separable(80, margin=0.15, seed=3)
    model = exact(kernel="linear", C=math.inf).fit(X, y).model_
    distance = model.distance(X) * (2 * y - 1)
    for side in (0, 1):
        assert distance[y == side].min() == pytest.approx(model.half_margin, rel=1e-6)
    assert model.half_margin == pytest.approx(0.15, rel=1e-6)


def test_other_lines_have_a_smaller_margin():
    """I-001-009: rotated and shifted, every line comes nearer to an example."""
    X, y = data.separable(60, margin=0.1, seed=4)
    model = exact(kernel="linear", C=math.inf).fit(X, y).model_
    angle = np.arctan2(model.w[2], model.w[1]) + np.linspace(-0.5, 0.5, 41)
    heights = X @ np.array([np.cos(angle), np.sin(angle)])
    best = (heights[y == 1].min(axis=0) - heights[y == 0].max(axis=0)) / 2
    assert best.max() == pytest.approx(model.half_margin, rel=1e-6)
    assert best.argmax() == 20


def test_example_outside_the_margin_changes_nothing():
    """I-001-010: moved or left out, as long as it stays outside; a support vector does."""
    X, y = data.separable(50, margin=0.1, seed=5)
    model = exact(kernel="linear", C=math.inf).fit(X, y).model_
    kept = np.isin(np.arange(50), model.support)
    np.testing.assert_allclose(exact(kernel="linear", C=math.inf).fit(X[kept], y[kept]).model_.w, model.w, atol=1e-7)
    moved = X.copy()
    moved[~kept] += 0.3 * np.sign(model.decision_function(X))[~kept, None] * model.w[1:] / np.linalg.norm(model.w[1:])
    np.testing.assert_allclose(exact(kernel="linear", C=math.inf).fit(moved, y).model_.w, model.w, atol=1e-7)
    without = np.delete(np.arange(50), model.support[0])
    assert exact(kernel="linear", C=math.inf).fit(X[without], y[without]).model_.margin > model.margin * (1 + 1e-6)


def test_large_cost_is_the_hard_margin_where_there_is_one():
    X, y = data.separable(40, margin=0.2, seed=6)
    hard = exact(C=math.inf, gamma=2.0).fit(X, y)
    soft = exact(C=1e6, gamma=2.0).fit(X, y)
    np.testing.assert_allclose(soft.decision_function(X), hard.decision_function(X), atol=1e-7)


def test_smaller_cost_is_a_wider_margin():
    X, y = data.gaussians(100, seed=7)
    margins = [SVM(kernel="linear", C=C).fit(X, y).model_.margin for C in (0.01, 0.1, 1, 10)]
    assert margins == sorted(margins, reverse=True)


# ---------------------------------------------------------------- the story


def test_story_of_pairs_climbs_to_the_solution():
    """I-001-014: the dual rises with every pair, both conditions of the multipliers hold all the way."""
    X, y = data.moons(60, noise=0.2, seed=1)
    trace = SVM(gamma=2.0, C=5.0, solver="smo").trace(X, y)
    assert [trace[0].event, trace[1].event, trace[-1].event] == [START, UPDATE, STOP]
    dual = trace.curve("dual")
    assert (np.diff(dual) >= -1e-12).all()
    assert dual[0] == 0 < dual[-1]
    for step in trace:
        assert step.kkt.box == 0
        assert step.kkt.balance < 1e-12
    assert trace.curve("gap")[-1] < 0.01 * dual[-1]
    assert trace[-1].iteration == len(trace) - 2
    np.testing.assert_array_equal(trace[-1].alpha, trace[-2].alpha)


def test_captions_say_which_pair_moved():
    trace = SVM(kernel="linear", solver="smo").trace(*table("svm_soft6"))
    assert trace[0].caption == "start: all multipliers are 0"
    pair = trace[1].pair
    assert trace[1].caption == (
        f"iteration 1: examples {pair.rows[0]} and {pair.rows[1]} disagreed on the bias by 2; "
        f"their multipliers go from 0 to {pair.after[0]:.4g} and 0 to {pair.after[1]:.4g}"
        + (", stopped by a bound" if pair.clipped else "")
    )
    assert trace[-1].caption.endswith(
        "no two examples disagree on the bias by more than 0.001; 4 support vectors, margin 2.122, 1 mistake"
    )


def test_budget_that_is_spent_is_said():
    X, y = data.gaussians(60, seed=1)
    step = SVM(max_iterations=3, solver="smo").fit(X, y).last_step_
    assert step.caption == (
        "stop after 3 iterations: the budget of 3 iterations is spent; 6 support vectors, margin 9.192, 16 mistakes"
    )
    assert step.violation > 1e-3


# ---------------------------------------------------------------- kernels that are no inner products


def test_sigmoid_kernel_ends_at_a_stationary_point_and_says_so():
    """I-001-017, E-001-04."""
    X, y = data.gaussians(80, seed=4)
    kernel = SigmoidKernel(2.0, -1.0)
    trace = SVM(kernel=kernel, C=2.0, solver="smo").trace(X, y)
    assert trace[-1].problem.smallest_eigenvalue < 0
    assert not trace[-1].problem.concave
    assert "not positive semidefinite (eigenvalue -" in trace[0].caption
    assert trace[-1].reason.endswith("no more than a stationary point, as the kernel is not positive semidefinite")
    assert trace[-1].kkt.worst < 2e-3
    assert (np.diff(trace.curve("dual")) >= -1e-12).all()
    spent = SVM(kernel=kernel, C=2.0, max_iterations=2).fit(X, y).last_step_
    assert spent.reason == "the budget of 2 iterations is spent", "not even a stationary point"
    theirs = SVC(kernel="sigmoid", gamma=2.0, coef0=-1.0, C=2.0).fit(X, y)
    assert abs(trace[-1].model.predict(X) == theirs.predict(X)).mean() > 0.9


def test_interior_point_refuses_a_problem_that_is_not_concave():
    X, y = data.gaussians(40, seed=4)
    with pytest.raises(ValueError, match='solver: expected "smo" for a kernel that is not positive semidefinite'):
        SVM(kernel="sigmoid", solver="interior point").fit(X, y)


def test_sigmoid_kernel_that_happens_to_be_positive_is_not_accused():
    trace = SVM(kernel=lambda a, b: a @ b.T).trace(*table("svm_soft6"))
    assert trace[0].caption == "start: all multipliers are 0"
    assert "stationary" not in trace[-1].reason


# ---------------------------------------------------------------- refusals and degenerate data


@pytest.mark.parametrize("bad", [0, -1.0, math.nan, -math.inf, "large", None, [1.0]])
def test_cost_that_is_not_positive_is_refused(bad):
    with pytest.raises(ValueError, match=r"C: expected a number > 0 \(math.inf is the hard margin\)"):
        SVM(C=bad).fit(*table("svm6"))


@pytest.mark.parametrize("bad", [0, -1.0, math.inf])
def test_gamma_that_is_not_positive_is_refused(bad):
    with pytest.raises(ValueError, match="gamma: expected a number > 0"):
        SVM(gamma=bad).fit(*table("svm6"))


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
@pytest.mark.parametrize("offset", [0.0, 1e6])
@pytest.mark.parametrize(("C", "make"), [(1.0, data.gaussians), (math.inf, data.separable)])
def test_units_and_origin_do_not_matter(scale, offset, C, make):
    """A linear machine on moved and stretched examples is the same machine, if C is stretched as well."""
    X, y = make(40, seed=8)
    X = np.round(X * 2**10) / 2**10
    plain = exact(kernel="linear", C=C, tolerance=1e-9).fit(X, y).decision_function(X)
    other = scale * (X + offset)
    moved = exact(kernel="linear", C=C / scale**2, tolerance=1e-9).fit(other, y).decision_function(other)
    np.testing.assert_allclose(moved, plain, atol=1e-5)
    bumps = exact(C=C, tolerance=1e-9, gamma=3.0).fit(X, y).decision_function(X)
    moved = exact(C=C, tolerance=1e-9, gamma=3.0 / scale**2).fit(other, y).decision_function(other)
    np.testing.assert_allclose(moved, bumps, atol=1e-5)


def degenerate():
    X, y = data.gaussians(30, seed=9)
    yield "duplicates", np.repeat(X[:5], 6, axis=0), np.arange(30) % 2
    yield "constant column", np.column_stack([X, np.full(30, 3.0)]), y
    yield "all constant", np.ones((30, 2)), y
    yield "all zero", np.zeros((30, 2)), y
    yield "collinear", np.column_stack([X[:, 0], 2 * X[:, 0]]), y
    yield "one feature", X[:, :1], y
    yield "one example per class", X[:2], np.array([0, 1])
    yield "more features than examples", RNG.normal(size=(10, 50)), np.arange(10) % 2
    yield "one of a class", X, np.arange(30) == 4


@pytest.mark.parametrize(("X", "y"), [pytest.param(X, y, id=name) for name, X, y in degenerate()])
@pytest.mark.parametrize("kernel", ["linear", "rbf", "polynomial", "sigmoid"])
def test_degenerate_data_are_learned_to_their_conditions(kernel, X, y):
    for solver in ("auto", "smo"):
        learner = SVM(kernel=kernel, solver=solver).fit(X, y)
        assert learner.last_step_.kkt.worst < 1e-2
        assert np.isfinite(learner.decision_function(X)).all()
