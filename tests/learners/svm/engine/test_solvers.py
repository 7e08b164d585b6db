"""Both solvers on the same problems, the choice between them, and how a story through the inside is told."""

import math
import tracemalloc

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from bench import logistic, trees
from labkit.core import data
from labkit.learners import SVM
from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.engine import solvers
from labkit.learners.svm.kernels import RBF, Linear, PolynomialKernel, SigmoidKernel
from labkit.learners.svm.smo import PairwiseAscent
from tests.golden import close, golden

KERNELS = (
    {"kernel": "linear"}, {"kernel": "rbf"}, {"kernel": "rbf", "gamma": 0.05}, {"kernel": "polynomial", "degree": 3},
)  # fmt: skip


def inside(**more):
    return SVM(**{"solver": "interior point"} | more)


def table(name):
    rows = data.load(name)
    return rows.numeric("x1", "x2"), rows["y"].astype(int)


def weights(step):
    """w1, w2, b"""
    return [*step.model.w[1:], step.model.w[0]]


# ---------------------------------------------------------------- the lectures' numbers


def test_hard_margin_is_exact_through_the_inside():
    """SVM-01, SVM-02, SVM-03: one of the many choices of multipliers; w, b, their sum and the objective are unique."""
    step = inside(kernel="linear", C=math.inf).fit(*table("svm6")).last_step_
    assert close(weights(step), golden("SVM-01"))
    assert close([step.margin, step.margin / 2], golden("SVM-03"))
    assert step.alpha.sum() == pytest.approx(8.0, abs=1e-9) and step.dual == pytest.approx(4.0, abs=1e-9)


@pytest.mark.parametrize(("C", "plane", "multipliers", "slacks"), [
    (0.1, "SVM-05", "SVM-06", "SVM-07"), (1.0, "SVM-08", "SVM-09", "SVM-10"), (10.0, "SVM-11", "SVM-12", None),
])  # fmt: skip
def test_soft_margin_is_exact_through_the_inside(C, plane, multipliers, slacks):
    """SVM-05 to SVM-12 to 1e-9, with the tolerance of 1e-3: the crossover solves linear equations."""
    step = inside(kernel="linear", C=C).fit(*table("svm_soft6")).last_step_
    assert close(weights(step), golden(plane)) and close(step.alpha, golden(multipliers))
    if slacks:
        assert close([step.slacks, [step.primal]], golden(slacks))


def test_xor_by_bumps_is_exact_through_the_inside():
    """SVM-15: the four multipliers are equal."""
    step = inside(gamma=0.5, C=math.inf).fit(*table("xor_pm1")).last_step_
    assert close(step.alpha[0], golden("SVM-15")) and np.ptp(step.alpha) < 1e-9 and abs(step.solution.bias) < 1e-9


# ---------------------------------------------------------------- both solvers, libsvm


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("C", [0.01, 1.0, 30.0])
def test_both_solvers_reach_the_same_value_and_bounds(kernel, C):
    """I-001-014: pair updates to 1e-7, the interior point by its crossover."""
    X, y = trees.classified(150, 2, 0)
    pairs = SVM(C=C, solver="smo", tolerance=1e-6, **kernel).fit(X, y).last_step_
    mine = inside(C=C, **kernel).fit(X, y).last_step_
    assert mine.dual == pytest.approx(pairs.dual, rel=1e-6)
    assert mine.kkt.worst <= 1e-3 and mine.violation <= 1e-3 and abs(mine.gap) <= 1e-3 * mine.primal
    assert np.array_equal(mine.alpha == 0, pairs.alpha == 0) and np.array_equal(mine.alpha == C, pairs.alpha == C)


@pytest.mark.parametrize("load", [load_breast_cancer, load_wine])
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_interior_point_agrees_with_libsvm_on_its_data(load, kernel):
    X, y = load(return_X_y=True)
    X, y = StandardScaler().fit_transform(X), (y > 0).astype(int)
    theirs = SVC(kernel=kernel, gamma=0.02, tol=1e-6).fit(X, y)
    mine = inside(kernel=kernel, gamma=0.02).fit(X, y)
    assert np.allclose(mine.decision_function(X), theirs.decision_function(X), atol=2e-3)
    assert mine.last_step_.kkt.worst <= 1e-3


@pytest.mark.parametrize("C", [1.0, 100.0])
def test_low_rank_costs_nothing_in_the_end(C):
    """2000 examples, rank about 150: the conditions are those of the kernel itself, checked on all examples."""
    X, y = logistic.classified(2000, 2, 1)
    step = inside(C=C).fit(X, y).last_step_
    K, z = RBF(1.0)(X, X), 2.0 * y - 1
    biases = z - K @ (step.alpha * z)
    up = np.where(z > 0, step.alpha < C, step.alpha > 0)
    down = np.where(z > 0, step.alpha > 0, step.alpha < C)
    assert biases[up].max() - biases[down].min() <= 1e-3
    assert step.dual >= Solution(step.problem, _libsvm(X, y, C)).dual * (1 - 1e-6)


def _libsvm(X, y, C):
    found = SVC(gamma=1.0, C=C).fit(X, y)
    alpha = np.zeros(len(y))
    alpha[found.support_] = np.abs(found.dual_coef_[0])
    return alpha


def test_pair_updates_finish_where_the_low_rank_was_too_coarse(monkeypatch):
    monkeypatch.setattr(solvers, "FINE", 1e6)
    monkeypatch.setattr(solvers, "COARSEST", 0.3)
    X, y = logistic.classified(300, 2, 0)
    step = inside(C=10.0).fit(X, y).last_step_
    assert step.violation <= 1e-3 and "disagree" in step.reason
    assert step.dual == pytest.approx(SVM(C=10.0, solver="smo").fit(X, y).last_step_.dual, rel=1e-4)


def test_pair_updates_can_start_anywhere():
    problem = Problem(RBF(1.0), *_signed(trees.classified(60, 2, 0)), 1.0)
    first = PairwiseAscent(problem, 1e-3)
    for _ in range(20):
        first.update()
    second = PairwiseAscent(problem, 1e-3, Solution(problem, np.abs(first.s)))
    assert np.allclose(second.up, first.up) and np.allclose(second.down, first.down)
    assert second.update()[:2] == first.update()[:2]


def _signed(examples):
    return examples[0], 2.0 * examples[1] - 1


# ---------------------------------------------------------------- degenerate data


@pytest.mark.parametrize("kernel", KERNELS)
def test_interior_point_takes_degenerate_data(kernel):
    """Equal examples of both classes, few distinct values, a constant column, one example of a class, n < d."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), rng.integers(0, 2, 40)
    one = (np.arange(40) == 7).astype(int)
    wide = rng.normal(size=(10, 30)), np.arange(10) % 2
    cases = [
        (np.repeat(X, 3, axis=0), rng.integers(0, 2, 120)), (np.round(X), y), (np.c_[X, np.ones(40)], y),
        (np.ones((9, 2)), (np.arange(9) < 3).astype(int)), (X, one), (X + 1e6, y), wide,
    ]  # fmt: skip
    if kernel["kernel"] == "polynomial":
        del cases[5]  # (1e6)^6 and 1 are out of each other's range
    for X, y in cases:
        step = inside(**kernel).fit(X, y).last_step_
        assert step.kkt.worst <= 1e-3, (kernel, X.shape)
        assert step.primal == pytest.approx(step.dual, rel=1e-3)


@pytest.mark.parametrize("kernel", KERNELS)
def test_interior_point_ends_where_its_equations_become_singular(kernel):
    """All examples in one place, and a large C."""
    X, y = np.full((80, 3), 0.5), np.arange(80) % 3 > 0
    step = inside(C=1e6, **kernel).fit(X, y).last_step_
    assert step.kkt.worst <= 1e-3 and step.dual == pytest.approx(2 * 27e6, rel=1e-3)


def test_example_classes_that_no_line_tells_apart_need_no_crossover(monkeypatch):
    """w = 0, a whole class on its margin: as many free multipliers as examples, and equations as large."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(600, 2))
    y = (X**2).sum(axis=1) + rng.normal(size=600) > 1.6
    near = solvers.crossover
    monkeypatch.setattr(solvers, "crossover", lambda solution, tolerance, most: near(solution, tolerance, most))
    step = inside(kernel="linear", C=0.04).fit(X, y).last_step_
    assert step.kkt.worst <= 1e-3 and step.margin > 1e3


def test_dear_slack_takes_few_iterations():
    """Features in a small unit, C = 1: pair updates would spend their budget."""
    X, y = trees.classified(60, 2, 0)
    step = SVM(kernel="linear").fit(1e4 * X, y).last_step_
    assert step.iteration < 40 and step.kkt.worst < 1e-3


def test_slack_too_dear_for_doubles_is_said():
    """C max K is 1e19: no sum of multipliers that doubles can hold is w. The repair is in the reason."""
    X, y = trees.classified(60, 2, 0)
    step = inside(kernel="linear", max_iterations=1000).fit(1e9 * X, y).last_step_
    assert step.violation > 1e-3 and "scale the features, or lower C" in step.reason


# ---------------------------------------------------------------- the choice


@pytest.mark.parametrize(("learner", "n", "chosen"), [
    (SVM(), 200, False), (SVM(C=100.0), 200, True), (SVM(gamma=1000.0, C=100.0), 200, False),
    (SVM(gamma=0.05), 3200, True), (SVM(kernel="linear"), 20, False), (SVM(kernel="linear"), 200, True),
    (SVM(kernel="linear", C=1e5), 90, True),
    (SVM(kernel="polynomial"), 300, True), (SVM(kernel="sigmoid", C=100.0), 200, False),
    (SVM(kernel=lambda A, B: A @ B.T, C=100.0), 200, False), (SVM(C=math.inf, gamma=0.5), 20, False),
])  # fmt: skip
def test_auto_takes_the_interior_point_for_many_examples_or_dear_slack(learner, n, chosen):
    X, y = trees.classified(n, 2, 0)
    problem = Problem(learner._kernel(), X, 2.0 * y - 1, learner.C)
    start = next(solvers.solve(problem, "auto", tolerance=1e-3, budget=1, record=True))
    assert start.alpha.any() == chosen, "pair updates begin with multipliers of 0"


@pytest.mark.parametrize(("learner", "n", "d"), [
    (SVM(kernel="linear", C=1e6), 10, 2), (SVM(kernel="linear", C=1e6), 40, 3),
    (SVM(kernel="polynomial", degree=2, C=1e6), 30, 1),
])  # fmt: skip
def test_auto_goes_inside_where_pair_updates_come_to_no_end(learner, n, d):
    """Classes of pure chance: pair updates would take thousands, or spend the budget. Told and untold alike."""
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(n, d)), np.arange(n) % 2
    trace = learner.trace(X, y)
    assert trace[0].alpha.any() and trace[-1].iteration == len(trace) - 2 < 50
    assert trace[-1].kkt.worst <= 1e-3
    assert np.array_equal(learner.fit(X, y).last_step_.alpha, trace[-1].alpha)


def test_auto_stays_with_pair_updates_where_the_rank_is_high(monkeypatch):
    monkeypatch.setattr(solvers, "PATIENCE", 0.1)
    monkeypatch.setattr(solvers, "MOST_WORK", 100)
    trace = SVM(C=5.0).trace(*trees.classified(80, 2, 0))
    assert not trace[0].alpha.any() and trace[-1].iteration > 8 and trace[-1].kkt.worst <= 1e-3


def test_interior_point_needs_room(monkeypatch):
    monkeypatch.setattr(solvers, "MOST_NUMBERS", 1000)
    X, y = trees.classified(100, 2, 0)
    with pytest.raises(ValueError, match=r'rank above 10, got .interior point.*take "smo" or fewer'):
        inside(gamma=10.0).fit(X, y)


def test_kernel_that_is_not_positive_semidefinite_is_refused():
    X, y = trees.classified(50, 2, 0)
    with pytest.raises(ValueError, match='solver: expected "smo"'):
        inside(kernel=SigmoidKernel(1.0, -1.0)).fit(X, y)


def test_many_examples_never_meet_all_others():
    """20,000 examples: a kernel matrix would take 3.2 gigabytes."""
    X, y = logistic.classified(20_000, 3, 0)
    tracemalloc.start()
    inside(kernel="linear").fit(X, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * X.nbytes


# ---------------------------------------------------------------- the story


@pytest.mark.parametrize("kernel", [Linear(), RBF(1.0), PolynomialKernel(2)])
def test_story_through_the_inside_narrows_the_gap(kernel):
    """Every iterate is a model of its own with all multipliers inside the box; the last one is the solution."""
    X, y = trees.classified(150, 2, 0)
    trace = inside(kernel=kernel).trace(X, y)
    assert [step.iteration for step in trace[:-1]] == list(range(len(trace) - 1))
    assert all(((step.alpha > 0) & (step.alpha < 1)).all() for step in trace[:-1])
    assert (
        trace[0].event == "start" and {step.event for step in trace[1:-1]} == {"update"} and trace[-1].event == "stop"
    )
    assert trace[-1].iteration == trace[-2].iteration and 0 < len(trace[-1].model.support) < 150
    assert abs(trace[-1].gap) < trace[-2].gap < trace[2].gap
    assert "gap" in trace[3].caption
    assert all(step.model.predict(X).shape == (150,) for step in trace)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_bias_of_an_iterate_is_that_of_its_margins(kernel):
    """In the space of the kernel, though the iteration may have worked in another."""
    X, y = trees.classified(150, 2, 0)
    X = X + 50.0
    near = inside(kernel=kernel).trace(X, y)[-2]
    assert near.gap < 0.1 * near.primal and near.model.predict(X).tolist().count(1) > 10
    last = inside(kernel=kernel).fit(X, y)
    assert np.abs(near.model.decision_function(X) - last.decision_function(X)).max() < 0.5


def test_last_step_is_what_fit_keeps():
    X, y = trees.classified(150, 2, 0)
    learner = inside(C=10.0)
    last, kept = learner.trace(X, y)[-1], learner.fit(X, y).last_step_
    assert np.array_equal(last.alpha, kept.alpha) and last.caption == kept.caption


def test_spent_budget_is_said():
    X, y = trees.classified(150, 2, 0)
    step = inside(max_iterations=2).fit(X, y).last_step_
    assert step.caption.startswith(
        "stop after 2 iterations: the budget of 2 iterations is spent; 150 support vectors, "
    )
