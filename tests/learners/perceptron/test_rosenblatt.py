"""The perceptron of lecture 09: the lecture's numbers, the theorem at every update, and an independent loop."""

import numpy as np
import pytest
from sklearn.linear_model import Perceptron as Theirs

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import Perceptron
from labkit.learners.perceptron.rosenblatt import RATES
from tests.golden import close, golden

AND = data.load("and").numeric("x1", "x2"), data.load("and")["y"].astype(int)
W_AND = [3.0, 2.0, 2.0]  # w* of PER-05, with b = 1
# The lecture negates class 2; the positive class of the learner is the second in sorted order, so class 1 becomes 1.
PERC6 = data.load("perc6").numeric("x1", "x2"), (data.load("perc6")["class"] == 1).astype(int)
W_PERC6 = [0.0, 1.0, 2.0]
# One update of PER-10 to PER-13: w and x as given, with a quiet example of the other class to make two classes.
ONE = np.array([[2.0, 1.0], [-2.0, -2.0]]), np.array([1, 0])
W_ONE, X_ONE, STAR_ONE = np.array([1.0, -2.0, 0.5]), np.array([-1.0, 2.0, 1.0]), np.array([0.0, 3.0, 2.0])


def signed(X, y, x0=-1.0):
    return np.column_stack([np.full(len(X), x0), X]) * (2 * y - 1)[:, None]


def separable(seed, p=2, n=40, gap=0.05, x0=-1.0):
    """Random examples that w* separates with w*'z >= gap."""
    rng = np.random.default_rng(seed)
    while True:
        w_star, X = rng.normal(size=p + 1), rng.normal(size=(4 * n, p))
        scores = np.column_stack([np.full(len(X), x0), X]) @ w_star
        keep = np.flatnonzero(np.abs(scores) > gap)[:n]
        y = (scores[keep] > 0).astype(int)
        if 0 < y.sum() < n:
            return X[keep], y, w_star


def naive(X, y, *, eta=1.0, margin=0.0, start=None, sweeps=100):
    """The slide's double loop: (row, w) of every update."""
    Z = signed(X, y)
    w, updates = np.zeros(Z.shape[1]) if start is None else np.array(start), []
    for _ in range(sweeps):
        before = len(updates)
        for i, z in enumerate(Z):
            if w @ z <= margin:
                w = w + eta * z
                updates.append((i, w))
        if len(updates) == before:
            break
    return updates


# ---------------------------------------------------------------- the lecture's numbers


def test_printed_test_never_starts_from_zero_PER_03():
    last = Perceptron(zero="correct").trace(*AND)[-1]
    assert close([last.update, *last.w.tolist()], golden("PER-03"))
    assert last.reason == "sweep 1 found no mistake"


def test_and_stays_under_the_mistake_bound_PER_05():
    last = Perceptron(separator=W_AND).trace(*AND)[-1]
    assert close(last.theorem.mistake_bound(1.0), golden("PER-05"))
    assert (last.update, last.sweep, last.theorem.gap) == (18, 9, 1.0)


def test_perceptron_on_perc6_PER_06():
    last = Perceptron().trace(*PERC6)[-1]
    assert close([last.w.tolist(), [last.update, last.sweep]], golden("PER-06"))


def test_best_rate_of_the_second_proof_gives_the_bound_of_the_first_PER_08():
    theorem = Perceptron(separator=W_PERC6).trace(*PERC6)[-1].theorem
    b, beta2, star2 = theorem.gap, theorem.reach**2, theorem.separator @ theorem.separator
    etas = np.linspace(0.001, 0.104, 100_001)
    bounds = star2 / (2 * etas * b - etas**2 * beta2)
    assert close(b / beta2, golden("PER-08"))
    assert etas[bounds.argmin()] == pytest.approx(b / beta2, abs=1e-5)
    assert bounds.min() == pytest.approx(theorem.mistake_bound(1.0))


def test_rate_only_scales_the_weights_from_zero_PER_09():
    lasts = [Perceptron(learning_rate=eta).trace(*PERC6)[-1] for eta in (0.1, 1, 7)]
    assert close([last.update for last in lasts], golden("PER-09"))
    for eta, last in zip((0.1, 1, 7), lasts, strict=True):
        np.testing.assert_allclose(last.w, eta * lasts[1].w)


def one_update(**options):
    step = Perceptron(start=W_ONE, max_sweeps=1, **options).trace(*ONE)[1]
    assert (step.event, step.example, step.score) == (UPDATE, 0, -4.5)
    return step


def test_relaxation_lands_on_the_margin_PER_10():
    step = one_update(rate="relaxation", margin=0.5)
    assert close([step.eta, step.w @ X_ONE], golden("PER-10"))


def test_normalised_rule_reflects_and_keeps_the_norm_PER_11():
    step = one_update(rate="normalised")
    assert close([step.eta, step.w @ X_ONE, np.linalg.norm(W_ONE), step.norm], golden("PER-11"))


def test_normalised_rule_comes_nearer_to_the_separator_PER_12():
    step = one_update(rate="normalised", separator=STAR_ONE)
    nearer = step.distance**2 - np.sum((W_ONE - STAR_ONE) ** 2)
    true, printed = -4 * 4.5 * STAR_ONE @ X_ONE / (X_ONE @ X_ONE), -4 * 4.5 * STAR_ONE @ X_ONE
    assert close([nearer, true, printed], golden("PER-12"))


def test_optimal_rate_comes_nearest_to_the_separator_PER_13():
    step = one_update(rate="optimal", separator=STAR_ONE)
    assert close([step.eta, step.distance**2], golden("PER-13"))
    for eta in step.eta + np.array([-0.1, 0.1]):
        assert np.sum((W_ONE + eta * X_ONE - STAR_ONE) ** 2) > step.distance**2


def test_deck_004_coding_of_and_PER_14():
    last = Perceptron(x0=1.0, zero="second class").trace(*AND)[-1]
    assert close([last.w.tolist(), [last.update, last.sweep]], golden("PER-14"))


def test_story_may_end_where_the_error_is_constant():  # I-000-122
    X, y = AND[0], [0, 1, 1, 0]
    last = Perceptron(patience=3).fit(X, y).last_step_
    assert last.reason == "the error is constant: 4 mistakes, as before the last 3 sweeps" and last.sweep < 10
    assert Perceptron(max_sweeps=50).fit(X, y).last_step_.sweep == 50
    counts = []  # the mistakes after every sweep, by an independent loop
    for sweep in range(1, last.sweep + 1):
        counts.append(int((signed(X, np.array(y)) @ Perceptron(max_sweeps=sweep).fit(X, y).model_.w <= 0).sum()))
    assert len(set(counts[-4:])) == 1 and len(set(counts[-5:])) == 2 - (len(counts) < 5)


def test_patience_changes_nothing_before_it_is_out():
    X, y, _ = separable(3)
    for patience in (None, 50):
        last = Perceptron(patience=patience).fit(X, y).last_step_
        assert last.reason.endswith("found no mistake") and last.update == Perceptron().fit(X, y).last_step_.update
    assert Perceptron(patience=2, max_sweeps=30).trace(X, y)[-1].caption == (
        Perceptron(patience=2, max_sweeps=30).fit(X, y).last_step_.caption
    )


@pytest.mark.parametrize("x0", [-1.0, 1.0])
def test_model_reads_a_score_of_zero_as_its_training_did(x0):
    assert Perceptron(x0=x0, zero="second class").fit(*AND).score(*AND) == 1.0
    rng, solved = np.random.default_rng(0), 0
    for _ in range(200):  # whole numbers, so that scores of exactly 0 are common
        X = rng.integers(-3, 4, (12, 2)).astype(float)
        y = (X @ rng.integers(-2, 3, 2) > rng.integers(-2, 3)).astype(int)
        if 0 < y.sum() < len(y):
            learner = Perceptron(x0=x0, zero="second class", max_sweeps=2000).fit(X, y)
            assert learner.last_step_.reason.endswith("found no mistake") and learner.score(X, y) == 1.0
            solved += 1
    assert solved > 100


def test_weakly_separable_data_cycle_for_ever_without_the_constant_input_PER_15():  # E-004-17
    X, y = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), np.array([1, 1, 0])
    trace = Perceptron(x0=0, start=[0, 0.3, 0.2], max_sweeps=1000).trace(X, y)
    assert close(trace[-1].reason.endswith("no mistake"), golden("PER-15"))
    assert set(trace.curve(lambda step: step.w[1]).round(9)) == {0.3, -0.7}
    assert Perceptron().trace(X, y)[-1].reason.endswith("no mistake")  # the constant input saves it, E-004-18


# ---------------------------------------------------------------- ideas of the lectures without a golden row


def test_threshold_unit_fires_at_acute_angles_I_000_041():
    model = Perceptron().fit(*AND).model_
    x = np.column_stack([np.full(4, -1.0), AND[0]])
    cosine = x @ model.w / (np.linalg.norm(x, axis=1) * np.linalg.norm(model.w))
    np.testing.assert_array_equal(model.predict(AND[0]) == 1, np.degrees(np.arccos(cosine)) < 90)


@pytest.mark.parametrize(("gate", "fires"), [("and", [0, 0, 0, 1]), ("or", [0, 1, 1, 1]), ("nand", [1, 1, 1, 0])])
def test_perceptron_learns_the_gates_I_002_020(gate, fires):
    learner = Perceptron().fit(AND[0], fires)
    np.testing.assert_array_equal(learner.predict(AND[0]), fires)


def test_no_perceptron_learns_exclusive_or_I_002_020():
    last = Perceptron(max_sweeps=50).fit(AND[0], [0, 1, 1, 0]).last_step_
    assert last.reason == "the budget of 50 sweeps is spent"


def test_letters_are_told_apart_in_random_order_I_004_049():
    a = np.array([[0, 1, 1, 1, 0], [0, 0, 0, 0, 1], [0, 1, 1, 1, 1], [1, 0, 0, 0, 1], [0, 1, 1, 1, 1]])
    b = np.array([[1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 1, 1, 1, 0], [1, 0, 0, 0, 1], [1, 1, 1, 1, 0]])
    flips = np.vstack([np.zeros((1, 25)), np.eye(25)])  # each letter, and with every single pixel wrong
    X = np.vstack([np.abs(a.ravel() - flips), np.abs(b.ravel() - flips)])
    y = np.repeat(["a", "b"], len(flips))
    for seed in range(5):
        learner = Perceptron(order="random", seed=seed).fit(X, y)
        assert learner.score(X, y) == 1.0 and "no mistake" in learner.last_step_.reason


@pytest.mark.parametrize("x0", [-1.0, 1.0])
def test_threshold_is_the_weight_of_the_constant_input_I_004_050(x0):
    X, y, _ = separable(4)
    model = Perceptron(x0=x0, max_sweeps=1000).fit(X, y).model_
    threshold = -x0 * model.w[0]
    np.testing.assert_array_equal(model.predict(X) == 1, X @ model.w[1:] > threshold)
    np.testing.assert_array_equal(model.predict(X), y)


# ---------------------------------------------------------------- an independent loop, and scikit-learn


@pytest.mark.parametrize("seed", range(8))
def test_story_is_that_of_the_naive_loop(seed):
    X, y, _ = separable(seed, p=1 + seed % 4)
    rng = np.random.default_rng(seed)
    options = {"margin": [0.0, 0.3][seed % 2], "start": rng.normal(size=X.shape[1] + 1)}
    expected = naive(X, y, eta=0.7, **options)
    updates = Perceptron(learning_rate=0.7, **options).trace(X, y)[1:-1]
    assert [step.example for step in updates] == [row for row, _ in expected]
    np.testing.assert_allclose([step.w for step in updates], [w for _, w in expected], atol=1e-9)


def test_rule_without_negation_is_the_same_rule():  # w + eta (z - g) x with g = H(w'x), I-000-046
    X, y, _ = separable(9)
    Xa, w, record = np.column_stack([np.full(len(X), -1.0), X]), np.zeros(3), []
    for _ in range(100):
        for x, z in zip(Xa, y, strict=True):
            g = int(w @ x >= 0)
            w = w + (z - g) * x
            record += [w] if z != g else []
    ours = Perceptron(zero="second class").trace(X, y)[1:-1]
    np.testing.assert_allclose([step.w for step in ours], record)


def test_scikit_learn_takes_the_same_path():
    X, y, _ = separable(2)
    theirs = Theirs(shuffle=False, tol=None, max_iter=100).fit(X, y)
    model = Perceptron(x0=1.0, zero="mistake").fit(X, y).model_
    np.testing.assert_allclose(model.w, [theirs.intercept_[0], *theirs.coef_[0]])


def test_story_starts_at_the_start_and_ends_with_a_reason():
    trace = Perceptron(start=[1.0, 2.0, 3.0]).trace(*AND)
    assert (trace[0].event, trace[-1].event) == (START, STOP)
    np.testing.assert_array_equal(trace[0].w, [1, 2, 3])
    assert trace[1].caption == "update 1: example 1 was on the wrong side"
    assert {step.equation for step in trace[1:-1]} == {2}
    assert trace[-1].caption == f"stop after {len(trace) - 2} updates: sweep {trace[-1].sweep} found no mistake"


def test_caption_tells_the_boundary_from_the_margin():
    captions = [step.caption for step in Perceptron(margin=0.5, learning_rate=0.1).trace(*AND)]
    assert captions[1] == "update 1: example 0 was on the boundary"
    assert any("inside the margin" in caption for caption in captions)


# ---------------------------------------------------------------- the theorem, at every update


def theorem_cases():
    for rate in RATES:
        for margin in {"constant": (0.0, 0.4), "relaxation": (0.04, 1.0), "optimal": (0.0, 0.04)}.get(rate, (0.0,)):
            for start in ("zero", "random"):
                yield pytest.param(rate, margin, start, id=f"{rate}-{margin}-{start}")


@pytest.mark.parametrize(("rate", "margin", "start"), list(theorem_cases()))
def test_theorem_bounds_hold_at_every_update(rate, margin, start):
    for seed in range(12):
        X, y, w_star = separable(seed, p=1 + seed % 5)
        w0 = None if start == "zero" else np.random.default_rng(100 + seed).normal(size=len(w_star))
        trace = Perceptron(rate=rate, margin=margin, start=w0, separator=w_star, learning_rate=[0.1, 1, 5][seed % 3],
                           order=["cyclic", "random"][seed % 2], max_sweeps=20_000).trace(X, y)  # fmt: skip
        slack = 1e-9 * (1 + trace.curve("norm").max())
        assert (trace.curve("alignment") >= trace.curve("alignment_bound") - slack).all()
        assert (trace.curve("norm") <= trace.curve("norm_bound") + slack).all()
        assert not (np.abs(trace.curve("cosine")) > 1 + 1e-9).any()
        if rate == "constant":
            assert trace[-1].update <= trace[-1].theorem.mistake_bound([0.1, 1, 5][seed % 3])
        elif margin <= trace[-1].theorem.gap:  # w* itself is where the relaxation rule wants to go
            assert (np.diff(trace.curve("distance")) <= slack).all()
        if rate != "normalised":  # which may stall
            assert "no mistake" in trace[-1].reason


def test_mistake_bound_from_zero_is_the_printed_formula():
    X, y, w_star = separable(1)
    Z = signed(X, y)
    for eta, b in ((1.0, 0.0), (0.3, 0.2)):
        theorem = Perceptron(separator=w_star, margin=b).trace(X, y)[0].theorem
        beta2, gap = (Z * Z).sum(axis=1).max(), (Z @ w_star).min()
        assert theorem.mistake_bound(eta) == pytest.approx(w_star @ w_star * (beta2 + 2 * b / eta) / gap**2)


def test_mistake_bound_from_any_start_is_where_the_two_bounds_cross():
    X, y, w_star = separable(1)
    for start in (w_star, -w_star, np.array([2.0, -1.0, 0.5])):
        theorem = Perceptron(separator=w_star, start=start, margin=0.1).trace(X, y)[0].theorem
        n = theorem.mistake_bound(0.5)
        low = w_star @ start + theorem.gap * 0.5 * n
        high = start @ start + theorem.reach**2 * 0.25 * n + 2 * 0.1 * 0.5 * n
        assert low == pytest.approx(np.linalg.norm(w_star) * np.sqrt(high))


def test_theorem_is_silent_without_a_separator():
    step = Perceptron().trace(*AND)[3]
    assert (step.theorem, step.alignment, step.alignment_bound, step.norm_bound, step.cosine, step.distance) == (
        None,
    ) * 6


# ---------------------------------------------------------------- where each rate lands


def landing(rate, step, z, b, w_star, eta):
    return {
        "constant": step.score + eta * (z @ z),
        "optimal": w_star @ z,
        "relaxation": b,
        "normalised": -step.score,
    }[rate]


@pytest.mark.parametrize("rate", RATES)
def test_every_rate_lands_where_it_should(rate):
    for seed in range(6):
        X, y, w_star = separable(seed, p=1 + seed % 3)
        Z, b = signed(X, y), 0.25 if rate == "relaxation" else 0.0
        learner = Perceptron(rate=rate, learning_rate=0.3, margin=b, separator=w_star, max_sweeps=200)
        for step in learner.trace(X, y)[1:-1]:
            z = Z[step.example]
            assert step.w @ z == pytest.approx(landing(rate, step, z, b, w_star, 0.3), abs=1e-9)
            assert rate != "normalised" or step.norm == pytest.approx(1.0)


def test_normalised_rule_stalls_and_says_so_E_000_16():
    X, y = np.array([[1.0], [-1.0]]), np.array([1, 0])  # z = (-1, 1) and (1, 1): at right angles
    last = Perceptron(rate="normalised").trace(X, y)[-1]
    assert last.reason.startswith("stalled: every mistake lies on the boundary")
    assert (last.sweep, last.update) == (1, 1)
    assert Perceptron(rate="normalised", start=[-0.1, 1.0]).fit(X, y).score(X, y) == 1.0


def test_normalised_rule_stalls_on_the_example_of_the_errata_E_000_16():
    X, y = np.array([[1.0, 0.0], [0.0, -1.0]]), np.array([1, 0])  # z = (1, 0) and (0, 1) without the constant input
    assert Perceptron(rate="normalised", x0=0).trace(X, y)[-1].reason.startswith("stalled")


@pytest.mark.parametrize("rate", ["normalised", "relaxation", "constant"])
def test_an_example_at_the_origin_without_the_constant_input_is_never_right(rate):
    X, y = np.array([[0.0], [1.0], [-1.0]]), np.array([1, 1, 0])
    last = Perceptron(rate=rate, margin=0.5 * (rate == "relaxation"), x0=0, max_sweeps=5).trace(X, y)[-1]
    assert "no mistake" not in last.reason and np.isfinite(last.w).all()


def test_normalised_rule_that_goes_back_and_forth_is_not_a_stall():
    X, y = np.array([[1.0], [1.0]]), np.array([0, 1])  # one point, both classes
    last = Perceptron(rate="normalised", start=[0.0, 1.0], max_sweeps=7).trace(X, y)[-1]
    assert (last.reason, last.update) == ("the budget of 7 sweeps is spent", 14)


# ---------------------------------------------------------------- bad input, refused at the call


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"learning_rate": 0}, r"learning_rate: expected a number > 0, got 0"),
        ({"rate": "fast"}, r"rate: expected one of 'constant', .* got 'fast'"),
        ({"margin": -1}, r"margin: expected a number >= 0, got -1"),
        ({"order": "sorted"}, r"order: expected one of 'cyclic', 'random', got 'sorted'"),
        ({"zero": "maybe"}, r"zero: expected one of"),
        ({"x0": 2}, r"x0: expected one of -1, 0, 1, got 2"),
        ({"max_sweeps": -3}, r"max_sweeps: expected a whole number >= 1, got -3"),
        ({"patience": 0}, r"patience: expected a whole number >= 1, got 0"),
        ({"seed": -1}, r"seed: expected a whole number >= 0, got -1"),
        ({"rate": "relaxation"}, r"margin: expected a number > 0 \(the relaxation .*\), got 0.0; set margin"),
        ({"rate": "normalised", "margin": 0.5}, r"margin: .* <= 0 \(the normalised .*\), got 0.5"),
        ({"rate": "optimal"}, r"separator: optimal rate expected w\*, got None; pass"),
        ({"rate": "optimal", "separator": W_AND, "margin": 1}, r"margin: .* < 1.0 \(the optimal .*\), got 1"),
        ({"start": [1, 2]}, r"start: expected 3 numbers .* got shape \(2,\)"),
        ({"rate": "normalised", "start": [0, 0, 0]}, r"start: the normalised rule expected weights other than zero"),
        ({"separator": [0, 1, 1]}, r"separator: expected w\*'z > 0 for every example, got .* for example"),
    ],
)
def test_bad_hyper_parameters_are_refused_at_the_call(options, message):
    with pytest.raises(ValueError, match=message):
        Perceptron(**options).steps(*AND)


def test_more_than_two_classes_are_refused():
    with pytest.raises(ValueError, match="expected 2 classes in y, got 3"):
        Perceptron().steps(AND[0], [0, 1, 2, 0])


def test_learning_rate_only_scales_the_weights_unless_there_is_a_margin():
    X, y, _ = separable(6)

    def story(**options):
        trace = Perceptron(**options).trace(X, y)
        return [step.example for step in trace], trace[-1].w

    (examples, w), (same, scaled) = story(), story(learning_rate=0.25)
    assert examples == same and np.allclose(scaled, 0.25 * w)
    assert story(margin=1.0)[0] != story(margin=1.0, learning_rate=0.25)[0]
