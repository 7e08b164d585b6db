"""The linear program against scipy's, its dual and its certificates, and the slide's standard form."""

import numpy as np
import pytest
from scipy.optimize import linprog

from labkit.core.data import load
from labkit.learners.perceptron import simplex
from labkit.learners.perceptron.programming import LinearProgram, has_separator, separable, standard_form
from labkit.learners.perceptron.rosenblatt import Perceptron
from tests.golden import close, golden


def examples(name):
    table = load(name)
    data = table.numeric()
    return data[:, :-1], data[:, -1].astype(int)


def random_problem(seed):
    """Separable or not, with ties: grid points, duplicates, dependent columns, large offsets."""
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(4, 61)), int(rng.integers(1, 6))
    X = rng.normal(size=(n, p)) if seed % 2 else rng.integers(-2, 3, size=(n, p)).astype(float)
    w = rng.normal(size=p)
    y = (X @ w + rng.normal(size=n) * rng.choice([0.0, 0.3, 3.0]) > rng.choice([0.0, 0.5])).astype(int)
    y[:2] = 0, 1
    if seed % 3 == 0:
        X = np.vstack([X, X[: n // 2]])  # duplicates, some of them with the other label
        y = np.concatenate([y, rng.integers(0, 2, n // 2)]) if seed % 6 else np.concatenate([y, y[: n // 2]])
    if seed % 5 == 0:
        X = np.column_stack([X, X[:, 0] - 1.0, np.full(len(X), 2.0)])  # rank deficient
    if seed % 7 == 0:
        X = X * 10.0 ** rng.integers(-3, 4, size=X.shape[1]) + 5.0
    return X, y


def slides_optimum(Z, b):
    c, A, b, _ = standard_form(Z, b)
    result = linprog(c, A_ub=-A, b_ub=-b, bounds=(0, None), method="highs")
    assert result.status == 0
    return result.fun


@pytest.mark.parametrize("id, name", [("LP-01", "and"), ("LP-02", "xor"), ("LP-04", "perc6"), ("LP-05", "logit8")])
def test_program_reaches_the_lectures_optimum(id, name):
    last = LinearProgram().trace(*examples(name))[-1]
    assert close([last.primal, last.dual], golden(id))
    assert last.certificate == ("separator" if golden(id).value == [0, 0] else "balance")


@pytest.mark.parametrize("seed", range(200))
def test_program_equals_scipy_and_its_certificate_holds(seed):
    last = LinearProgram().fit(*random_problem(seed)).last_step_
    Z, b, w, multipliers = last.Z, last.b, last.w, last.multipliers
    optimum = slides_optimum(Z, b)
    assert last.primal == pytest.approx(optimum, abs=1e-7)
    assert last.dual == pytest.approx(optimum, abs=1e-7)
    if optimum < 1e-7:
        assert last.certificate == "separator" and (Z @ w >= b - 1e-7).all() and not multipliers.any()
    else:
        assert last.certificate == "balance" and (multipliers >= 0).all() and multipliers.sum() > 0.1
        assert np.abs(multipliers @ Z).max() <= 1e-9 * (multipliers @ np.abs(Z)).max()
    assert has_separator(Z) is (last.certificate == "separator")


def test_random_problems_are_of_both_kinds():
    kinds = [LinearProgram().fit(*random_problem(seed)).last_step_.certificate for seed in range(200)]
    assert kinds.count("separator") > 40 and kinds.count("balance") > 40


@pytest.mark.parametrize("name", ["and", "xor", "logit8"])
def test_every_pivot_brackets_the_optimum(name):
    trace = LinearProgram().trace(*examples(name))
    optimum = trace[-1].primal
    assert (trace.curve("primal") >= optimum - 1e-12).all()
    assert (trace.curve("dual") <= optimum + 1e-12).all()
    assert (np.diff(trace.curve("dual")) >= -1e-12).all()
    assert (trace.curve(lambda step: np.abs(step.multipliers @ step.Z).max()) <= 1e-12).all()


def test_standard_form_is_the_slides_and_starts_feasible_I_000_043():
    X, y = examples("xor")
    start = next(LinearProgram().steps(X, y))
    Z, b = start.Z, start.b
    c, A, b, first = standard_form(Z, b)
    assert A.shape == (4, 4 + 3 + 3)
    assert (A @ first >= b).all() and (first >= 0).all() and c @ first == 4
    # The story starts there too: u = b, w = 0.
    assert (start.slacks == first[:4]).all() and not start.w.any() and start.primal == c @ first


@pytest.mark.parametrize("seed", range(8))
def test_a_margin_for_each_example_has_the_least_total_slack_too(seed):  # I-000-121
    X, y = random_problem(seed)
    b = np.random.default_rng(seed).uniform(0.2, 5.0, len(y))
    last = LinearProgram(margin=b).fit(X, y).last_step_
    c, A, rhs, _ = standard_form(last.Z, b)
    peer = linprog(c, A_ub=-A, b_ub=-rhs, method="highs")
    assert last.primal == pytest.approx(peer.fun, abs=1e-6) and last.dual == pytest.approx(peer.fun, abs=1e-6)
    np.testing.assert_array_equal(last.b, b)


def test_equal_margins_are_one_margin():
    X, y = examples("perc6")
    one, many = (LinearProgram(margin=margin).fit(X, y).model_.w for margin in (2.0, [2.0] * len(y)))
    np.testing.assert_array_equal(one, many)


def test_example_of_a_larger_margin_is_farther_from_the_boundary():
    X, y = np.array([[-1.0], [1.0]]), [0, 1]
    last = LinearProgram(margin=[1.0, 3.0]).fit(X, y).last_step_
    np.testing.assert_allclose(last.Z @ last.w, [1.0, 3.0])
    assert last.primal == 0.0


@pytest.mark.parametrize(
    ("margin", "message"),
    [
        ([1.0, 2.0], r"margin: expected one number, or one for each of the 6 examples, got 2; pass"),
        ([1.0, 0.0, 1, 1, 1, 1], r"margin: expected numbers > 0, one for each example, got 0; pass"),
        ([1.0, np.nan, 1, 1, 1, 1], r"margin: expected numbers > 0, .* got nan; pass"),
        ([[1.0] * 6], r"margin: expected numbers > 0, .* got shape \(1, 6\); pass"),
    ],
)
def test_margins_that_do_not_fit_are_refused_at_the_call(margin, message):
    with pytest.raises(ValueError, match=message):
        LinearProgram(margin=margin).steps(*examples("perc6"))


def test_margin_scales_the_solution_only():
    X, y = examples("logit8")
    one, three = LinearProgram().fit(X, y).last_step_, LinearProgram(margin=3.0).fit(X, y).last_step_
    assert three.w == pytest.approx(3 * one.w) and three.dual == pytest.approx(3 * one.dual)
    assert (one.multipliers == three.multipliers).all()


def test_separator_serves_the_perceptrons_optimal_rate():
    X, y = examples("and")
    w = LinearProgram().fit(X, y).model_.w
    trace = Perceptron(rate="optimal", separator=w).trace(X, y)
    assert trace[-1].model.predict(X).tolist() == y.tolist()
    assert (np.diff(trace.curve("distance")) <= 1e-12).all()


def test_steps_name_who_enters_and_leaves():
    trace = LinearProgram().trace(*examples("logit8"))
    assert trace[0].caption == "start: no weights, every slack is the margin; the least total slack is between 0 and 8"
    assert trace[1].caption.startswith("pivot 1: example 0 is put on the margin; ")
    assert trace[3].caption.startswith("pivot 3: example 5 is put on the margin instead of example 2; ")
    assert trace[-1].caption == (
        "stop after 7 pivots: not separable: 6 examples balance at the origin, least total slack 4.8"
    )
    assert [step.equation for step in trace[1:-1]] == [2] * 7


def test_a_flipped_bound_is_told():
    flips = [s for seed in range(1, 20) for s in LinearProgram().trace(*random_problem(seed)) if s.leaving is not None]
    flips = [step for step in flips if step.leaving == step.example]
    assert flips and all(step.multipliers[step.example] in (0, 1) for step in flips)
    assert "the multiplier of example" in flips[0].caption


def test_spent_budget_says_so_and_keeps_both_bounds():
    X, y = random_problem(1)
    last = LinearProgram(max_pivots=2).fit(X, y).last_step_
    assert last.reason == "the budget of 2 pivots is spent" or last.certificate
    assert last.dual <= last.primal


def test_blands_rule_alone_reaches_the_same_optimum(monkeypatch):
    monkeypatch.setattr(simplex, "MOST_IDLE_PIVOTS", -1)
    for seed in range(0, 40, 3):
        last = LinearProgram().fit(*random_problem(seed)).last_step_
        assert last.dual == pytest.approx(slides_optimum(last.Z, last.b), abs=1e-7)


FAR = [[1e9], [1e9 + 1], [1e9 + 2]]
TINY = [[1e-160], [2e-160], [3e-160]]
BOTH = [[1e9, 1e-160], [1e9, 3e-160], [1e9 + 1, 1e-160], [1e9 + 1, 3e-160]]


@pytest.mark.parametrize("x0", [-1.0, 1.0])
@pytest.mark.parametrize(
    ("X", "y", "answer"),
    [(FAR[:2], [0, 1], True), (FAR, [0, 1, 1], True), (FAR, [0, 1, 0], False), (TINY, [0, 0, 1], True),
     (TINY, [0, 1, 0], False), (BOTH, [0, 1, 1, 1], True), (BOTH, [0, 1, 1, 0], False)],
)  # fmt: skip
def test_far_and_tiny_features_are_answered_rightly(X, y, answer, x0):
    program = LinearProgram(x0=x0).fit(X, y)
    assert program.last_step_.certificate == ("separator" if answer else "balance")
    assert separable(X, y) is answer
    assert (program.predict(X) == y).all() or not answer


@pytest.mark.parametrize("gap", [1e-10, 1e-13, 1e-17])
def test_gap_in_the_rounding_is_undecided_not_disproved(gap):
    X, y = [[0.0], [gap], [1.0]], [0, 1, 1]  # separable
    last = LinearProgram().fit(X, y).last_step_
    assert last.certificate == "" and last.reason.startswith("undecided: rounding hides")
    with pytest.raises(ValueError, match=r"X: expected .* got .*rounding hides it; move"):
        separable(X, y)


def test_weights_that_rounding_spoils_are_no_certificate_though_the_answer_is_known():
    X, y = [[1e16], [1e16 + 2]], [0, 1]  # no number near 1e16 lies between the two
    assert LinearProgram().fit(X, y).last_step_.certificate == ""
    assert separable(X, y)


def test_separable_takes_any_labels_and_a_single_class():
    X, y = examples("xor")
    assert not separable(X, y)
    assert separable(X, ["a", "b", "b", "b"])
    assert separable(X, [1, 1, 1, 1])
    assert not separable([[0.0], [0.0]], [0, 1])  # the same point in both classes
    with pytest.raises(ValueError, match="Only binary classification"):
        separable(X, [0, 1, 2, 0])


@pytest.mark.parametrize("wrong", [{"margin": 0}, {"margin": -1}, {"x0": 2}, {"max_pivots": 0}, {"margin": np.inf}])
def test_program_refuses_unusable_hyper_parameters(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected .* got .*;"):
        LinearProgram(**wrong).steps(*examples("and"))
