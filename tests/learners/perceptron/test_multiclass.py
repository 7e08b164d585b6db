"""The multi-class perceptron of lecture 10: the lecture's numbers, Kesler's construction, a naive loop."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP
from labkit.learners import MulticlassPerceptron, Perceptron
from labkit.learners.perceptron.multiclass import challengers, kesler_row, smallest_lead
from tests.golden import close, golden

PM3 = data.load("pm3").numeric("x1", "x2"), data.load("pm3")["k"].astype(int)


def separable(seed, classes=3, p=2, n=45, lead=0.1):
    """Random examples whose best class is ahead of the second by more than ``lead``, by some W*."""
    rng = np.random.default_rng(seed)
    while True:
        W, X = rng.normal(size=(classes, p + 1)), rng.normal(size=(8 * n, p))
        scores = np.column_stack([np.full(len(X), -1.0), X]) @ W.T
        top = np.sort(scores, axis=1)
        keep = np.flatnonzero(top[:, -1] - top[:, -2] > lead)[:n]
        y = scores[keep].argmax(axis=1)
        if len(np.unique(y)) == classes:
            return X[keep], y, W


def naive(X, y, *, eta=1.0, vigilance=0.0, sweeps=100):
    """The slide's loop, one example at a time: (row, challenger, W) of every update."""
    Xa, C = np.column_stack([np.full(len(X), -1.0), X]), y.max() + 1
    W, updates = np.zeros((C, Xa.shape[1])), []
    for _ in range(sweeps):
        before = len(updates)
        for i, (x, j) in enumerate(zip(Xa, y, strict=True)):
            scores = [float(w @ x) for w in W]
            c = max((k for k in range(C) if k != j), key=lambda k: (scores[k], -k))
            if not scores[j] > scores[c] + vigilance:
                W = W.copy()
                W[j] += eta * x
                W[c] -= eta * x
                updates.append((i, c, W))
        if len(updates) == before:
            break
    return updates


@pytest.mark.parametrize(("id", "vigilance"), [("PER-16", 0.0), ("PER-17", 5.0)])
def test_multiclass_perceptron_on_pm3(id, vigilance):
    last = MulticlassPerceptron(vigilance=vigilance).trace(*PM3)[-1]
    assert close([last.W.tolist(), [last.update, last.sweep]], golden(id))


def test_sum_of_the_rows_never_changes_PER_18():
    for step in MulticlassPerceptron(vigilance=5.0).trace(*PM3):
        assert close(step.W.sum(axis=0), golden("PER-18"))
    start = np.arange(9.0).reshape(3, 3)
    for step in MulticlassPerceptron(start=start, learning_rate=0.3).trace(*PM3):
        np.testing.assert_allclose(step.W.sum(axis=0), start.sum(axis=0))


@pytest.mark.parametrize("seed", range(6))
def test_story_is_that_of_the_naive_loop(seed):
    X, y, _ = separable(seed, classes=2 + seed % 3, p=1 + seed % 2 * 2 if seed % 3 == 0 else 2)
    vigilance = [0.0, 0.5][seed % 2]
    expected = naive(X, y, eta=0.7, vigilance=vigilance)
    updates = MulticlassPerceptron(learning_rate=0.7, vigilance=vigilance).trace(X, y)[1:-1]
    assert [(step.example, step.challenger) for step in updates] == [(row, c) for row, c, _ in expected]
    np.testing.assert_allclose([step.W for step in updates], [W for *_, W in expected], atol=1e-9)


def test_kesler_row_turns_two_scores_into_one():  # E-000-17: C (p + 1) entries, not p + 1
    rng = np.random.default_rng(0)
    W, x = rng.normal(size=(4, 3)), rng.normal(size=3)
    for j, k in ((0, 1), (3, 1), (2, 0)):
        row = kesler_row(x, j, k, 4)
        assert row.shape == (12,)
        assert W.ravel() @ row == pytest.approx(W[j] @ x - W[k] @ x)


@pytest.mark.parametrize(("j", "k"), [(1, 1), (0, 3), (-1, 0)])
def test_kesler_row_refuses_classes_that_are_not_two(j, k):
    with pytest.raises(ValueError, match=rf"two different classes j and k from 0 to 2, got {j} and {k}"):
        kesler_row(np.ones(3), j, k, 3)


def test_updates_are_those_of_one_perceptron_on_kesler_rows():  # I-000-056
    X, y, _ = separable(1, classes=4)
    Xa, q = np.column_stack([np.full(len(X), -1.0), X]), np.zeros(12)
    trace = MulticlassPerceptron().trace(X, y)
    for step in trace[1:-1]:
        row = kesler_row(Xa[step.example], step.target, step.challenger, 4)
        assert q @ row <= 0 and step.lead == pytest.approx(q @ row)  # it was a mistake of the one perceptron
        q = q + row
        np.testing.assert_allclose(step.W.ravel(), q, atol=1e-9)
    for x, j in zip(Xa, y, strict=True):
        assert all(q @ kesler_row(x, j, k, 4) > 0 for k in range(4) if k != j)


def test_updates_stay_under_the_mistake_bound_of_kesler_rows():
    for seed in range(6):
        X, y, W_star = separable(seed)
        Xa = np.column_stack([np.full(len(X), -1.0), X])
        rows = [kesler_row(x, j, k, 3) for x, j in zip(Xa, y, strict=True) for k in range(3) if k != j]
        gap, reach2 = min(W_star.ravel() @ row for row in rows), max(row @ row for row in rows)
        last = MulticlassPerceptron(order="random", seed=seed, max_sweeps=10_000).fit(X, y).last_step_
        assert "no mistake" in last.reason
        assert last.update <= (W_star**2).sum() * reach2 / gap**2


def test_two_classes_move_as_the_plain_perceptron_does():
    X, y, _ = separable(5, classes=2)
    ours, plain = MulticlassPerceptron(learning_rate=0.5).trace(X, y), Perceptron().trace(X, y)
    assert [step.example for step in ours] == [step.example for step in plain]
    np.testing.assert_allclose([s.W[1] - s.W[0] for s in ours], [s.w for s in plain], atol=1e-9)


def test_vigilance_keeps_the_classes_apart():  # I-000-055
    X, y, _ = separable(2)
    for vigilance in (0.0, 1.0, 4.0):
        learner = MulticlassPerceptron(vigilance=vigilance, max_sweeps=10_000).fit(X, y)
        scores = learner.decision_function(X)
        rivals = scores[np.arange(len(y)), challengers(scores, y)]
        assert (scores[np.arange(len(y)), y] > rivals + vigilance).all()


def test_update_is_the_gradient_of_the_two_scores():  # I-000-057
    X, y, _ = separable(3)
    trace = MulticlassPerceptron(learning_rate=0.2).trace(X, y)
    before = trace[0]
    for step in trace[1:-1]:
        x, change = np.r_[-1.0, X[step.example]], step.W - before.W
        np.testing.assert_allclose(change[step.target], 0.2 * x)
        np.testing.assert_allclose(change[step.challenger], -0.2 * x)
        np.testing.assert_allclose(step.scores, before.W @ x)
        assert not np.delete(change, [step.target, step.challenger], axis=0).any()
        before = step


def test_challenger_is_the_first_of_equals():
    np.testing.assert_array_equal(challengers(np.zeros((3, 3)), np.array([0, 1, 2])), [1, 0, 0])


def test_story_names_classes_and_reasons():
    X, y = PM3[0], np.array(["red", "red", "green", "green", "blue", "blue"])
    trace = MulticlassPerceptron(vigilance=1.0).trace(X, y)
    assert (trace[0].event, trace[-1].event) == (START, STOP)
    assert trace[1].caption == "update 1: example 0 of class red was level with class blue"
    assert trace[-1].reason == f"sweep {trace[-1].sweep} found no mistake"
    assert MulticlassPerceptron(max_sweeps=3).fit(np.zeros((3, 2)), [0, 1, 2]).last_step_.reason == (
        "the budget of 3 sweeps is spent"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"learning_rate": -1}, "learning_rate: expected a number > 0, got -1"),
        ({"vigilance": -0.1}, "vigilance: expected a number >= 0, got -0.1"),
        ({"order": "up"}, "order: expected one of 'cyclic', 'random', got 'up'"),
        ({"x0": 0}, "x0: expected one of -1, 1, got 0"),
        ({"max_sweeps": 0}, "max_sweeps: expected a whole number >= 1, got 0"),
        ({"seed": 0.5}, "seed: expected a whole number >= 0, got 0.5"),
        ({"start": np.zeros((2, 3))}, r"start: expected 3 rows .* of 3 numbers .* got shape \(2, 3\)"),
    ],
)
def test_bad_hyper_parameters_are_refused_at_the_call(options, message):
    with pytest.raises(ValueError, match=message):
        MulticlassPerceptron(**options).steps(*PM3)


def test_smallest_lead_is_over_the_strongest_rival():
    assert smallest_lead(np.array([[3.0, 1.0, 2.5], [0.0, 4.0, 1.0]]), np.array([0, 1])) == 0.5


def test_smallest_lead_above_the_vigilance_ends_the_story():
    X, y, _ = separable(4)
    steps = MulticlassPerceptron(vigilance=0.3, max_sweeps=500).trace(X, y)
    leads = steps[:-1].curve(lambda step: smallest_lead(step.model.scores(X), y))
    assert "no mistake" in steps[-1].reason and leads[-1] > 0.3 and (leads[:-1] <= 0.3).any()
