"""LVQ of lecture 10: the lecture's numbers, gradients, naive loops of both rules."""

from itertools import pairwise

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP
from labkit.learners import LVQ
from labkit.learners.perceptron import fuzzy
from labkit.learners.perceptron.lvq import MOST_RANGES_AWAY, PrototypeModel, lvq_step
from tests.golden import close, golden


def overlapping(seed=0, classes=3, n=150):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 2)), rng.integers(0, classes, n)


def naive(X, y, P, owner, *, rule, eta, sweeps):
    """Both rules as written, one example at a time: (example, prototypes) of every move."""
    P, record = [np.array(w, dtype=float) for w in P], []
    for sweep in range(sweeps):
        rate, before = eta * (1 - sweep / sweeps), len(record)
        for n, (x, true) in enumerate(zip(X, y, strict=True)):
            away = [float(np.sum((x - w) ** 2)) for w in P]
            k = away.index(min(away))
            if rule == "winner":
                P[k] = P[k] + rate * (x - P[k]) * (1 if owner[k] == true else -1)
            elif owner[k] != true:
                j = min((i for i in range(len(P)) if owner[i] == true), key=lambda i: (away[i], i))
                P[j], P[k] = P[j] + rate * (x - P[j]), P[k] - rate * (x - P[k])
            else:
                continue
            record.append((n, np.array(P)))
        if len(record) == before:
            break
    return record


def test_one_step_LVQ_01():
    w_j, w_k = lvq_step(np.array([1.0, 1.0]), np.array([3.0, 2.0]), np.array([0.0, 1.0]), 0.2)
    assert close([w_j.tolist(), w_k.tolist()], golden("LVQ-01"))


def test_learner_takes_the_step_of_LVQ_01():
    X, y = np.array([[3.0, 2.0], [0.0, 1.0], [1.0, 1.0]]), np.array(["j", "k", "j"])
    rows = {(3.0, 2.0), (0.0, 1.0)}
    for seed in range(30):  # one of the seeds starts from the prototypes of the slide's example
        trace = LVQ(start="examples", learning_rate=0.2, seed=seed).trace(X, y)
        if {tuple(w) for w in trace[0].prototypes} == rows:
            break
    assert (trace[1].example, trace[1].approached, trace[1].retreated) == (2, 0, 1)
    assert close(trace[1].prototypes, golden("LVQ-01"))


def test_score_gradient_points_to_the_example_E_000_20():
    x, w, h = np.array([1.0, 1.0]), np.array([3.0, 2.0]), 1e-6

    def score(v):
        return PrototypeModel(v[None], np.array([0]), np.array([0])).scores(x[None])[0, 0]

    gradient = [(score(w + h * e) - score(w - h * e)) / (2 * h) for e in np.eye(2)]
    np.testing.assert_allclose(gradient, x - w, atol=1e-8)  # the printed sign is the other one
    approached, _ = lvq_step(x, w, w, 0.1)
    np.testing.assert_allclose(approached - w, 0.1 * np.array(gradient), atol=1e-8)


def test_one_prototype_per_class_gives_a_bisector_E_000_21():
    X, y = data.moons(80, seed=1)
    learner = LVQ(rule="winner").fit(X, y)
    a, b = learner.model_.prototypes
    normal, offset = b - a, 0.5 * (a @ a - b @ b)
    np.testing.assert_allclose(learner.decision_function(X), X @ normal + offset)


def test_several_prototypes_bend_the_boundary_E_000_21():
    X, y = data.rings(200, seed=1)
    straight, bent = (LVQ(rule="winner", prototypes=m, seed=1).fit(X, y).score(X, y) for m in (1, 8))
    assert straight < 0.8 < 0.95 < bent


@pytest.mark.parametrize("rule", ["both", "winner"])
@pytest.mark.parametrize("prototypes", [1, 3])
def test_story_is_that_of_the_naive_loop(rule, prototypes):
    X, y = data.blobs(60, classes=3, spread=0.35, seed=2)
    trace = LVQ(rule=rule, prototypes=prototypes, max_sweeps=4, learning_rate=0.3).trace(X, y)
    owner = np.repeat(np.arange(3), prototypes)
    expected = naive(X, y, trace[0].prototypes, owner, rule=rule, eta=0.3, sweeps=4)
    assert [step.example for step in trace[1:-1]] == [n for n, _ in expected]
    np.testing.assert_allclose([step.prototypes for step in trace[1:-1]], [P for _, P in expected], atol=1e-9)


@pytest.mark.parametrize("penalty", ["logistic", "linear"])
def test_fuzzy_rule_goes_down_the_gradient_of_the_penalty(penalty):  # I-000-123
    """One example at a time, w <- w - eta dg/dw by differences: deck 000's update for y = -|x - w|^2 / 2."""
    X, y = overlapping(n=25)
    learner = LVQ(rule="fuzzy", penalty=penalty, xi=2.0, xi_decay=1.0, learning_rate=0.1, max_sweeps=1)
    trace, h = learner.trace(X, y), 1e-6
    assert len(trace) > 10
    for before, step in pairwise(trace[:-1]):
        x, true = X[step.example], y[step.example]

        def g(P, x=x, true=true):
            scores = -0.5 * ((x - P) ** 2).sum(axis=1)
            return fuzzy.penalty(np.delete(scores, true).max() - scores[true], 2.0, penalty)[0]

        P = before.prototypes
        bumps = np.eye(P.size).reshape(-1, *P.shape) * h
        gradient = np.array([(g(P + b) - g(P - b)) / (2 * h) for b in bumps]).reshape(P.shape)
        np.testing.assert_allclose(step.prototypes, P - step.eta * gradient, atol=1e-7)


def test_fuzzy_rule_ends_where_no_example_is_near_the_boundary():
    X, y = data.blobs(60, classes=3, spread=0.05, seed=0)
    last = LVQ(rule="fuzzy", penalty="linear", xi=0.1).trace(X, y)[-1]
    assert last.update == 0 and last.reason == "sweep 1 moved no prototype"


def test_fuzzy_rule_is_as_good_as_the_slides_on_classes_that_overlap():
    X, y = data.gaussians(200, seed=3)
    scores = {rule: LVQ(rule=rule, learning_rate=0.05).fit(X, y).score(X, y) for rule in ("both", "fuzzy")}
    assert scores["fuzzy"] >= scores["both"] - 0.01


def test_both_moves_only_on_a_mistake_and_stops_without_one():
    X, y = data.blobs(60, classes=3, spread=0.05, seed=0)
    trace = LVQ().trace(X, y)
    assert [step.event for step in trace] == [START, STOP]  # the means are good enough
    assert trace[-1].reason == "sweep 1 found no mistake"


def test_winner_moves_at_every_example_while_eta_lasts():
    X, y = data.blobs(30, classes=3, spread=0.05, seed=0)
    trace = LVQ(rule="winner", max_sweeps=5, learning_rate=0.2).trace(X, y)
    assert trace[-1].update == 150 and trace[-1].reason == "the budget of 5 sweeps is spent"
    np.testing.assert_allclose([trace[1 + 30 * s].eta for s in range(5)], 0.2 * (1 - np.arange(5) / 5))


def test_start_is_the_means_or_examples_of_each_class():
    X, y = overlapping()
    means = np.array([X[y == k].mean(axis=0) for k in range(3)])
    np.testing.assert_allclose(LVQ().trace(X, y)[0].prototypes, means)
    parts = LVQ(prototypes=4).trace(X, y)[0]
    assert len(np.unique(parts.prototypes, axis=0)) == 12
    for w, k in zip(
        LVQ(prototypes=4, start="examples", seed=3).trace(X, y)[0].prototypes, parts.model.owner, strict=True
    ):
        assert (X[y == k] == w).all(axis=1).any()


def test_runaway_prototypes_are_stopped_where_three_classes_overlap():
    X, y = overlapping()
    trace = LVQ(rule="winner", learning_rate=1.0).trace(X, y)
    assert trace[-1].reason == f"a prototype ran away: it is more than {MOST_RANGES_AWAY} data ranges from the data"
    assert trace[-1].update < len(X) and np.isfinite(trace[-1].prototypes).all()


@pytest.mark.parametrize("learning_rate", [0.1, 0.5, 1.0])
def test_rule_both_does_not_run_away(learning_rate):
    X, y = overlapping()
    step = LVQ(learning_rate=learning_rate).fit(X, y).last_step_
    assert step.reason == "the budget of 30 sweeps is spent"
    assert np.abs(step.prototypes).max() < np.abs(X).max()


@pytest.mark.parametrize("rule", ["both", "winner"])
def test_equal_points_stay_where_they_are_and_do_not_run_away(rule):
    X, y = np.full((21, 2), 0.1), np.arange(21) % 3  # the plain mean of seven times 0.1 is not 0.1
    trace = LVQ(rule=rule).trace(X, y)
    assert trace[-1].reason == "the budget of 30 sweeps is spent"
    assert (trace[-1].prototypes == 0.1).all()


def test_model_predicts_the_nearest_and_the_first_of_equals():
    model = PrototypeModel(np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]]), np.array([0, 1, 1]), np.array(["a", "b"]))
    X = np.array([[1.0, 0.0], [1.1, 0.0], [2.0, 1.9], [-1.0, 0.0]])
    np.testing.assert_array_equal(model.predict(X), ["a", "b", "b", "a"])
    np.testing.assert_allclose(model.decision_function(X), [0.0, 0.2, 3.8, -4.0])
    three = PrototypeModel(model.prototypes, np.arange(3), np.arange(3))
    np.testing.assert_array_equal(three.decision_function(X).argmax(axis=1), three.predict(X))


def test_captions_say_who_moved():
    X, y = overlapping()
    both, winner = LVQ().trace(X, y)[1], LVQ(rule="winner").trace(X, y)
    names = f"the prototype of class {both.approached} approached and "
    assert both.caption == (
        f"update 1: {names}the prototype of class {both.retreated} retreated from example {both.example}"
    )
    several = [step.caption for step in LVQ(prototypes=3).trace(X, y)[1:-1]]
    assert all("prototype 1 of" in c or "prototype 2 of" in c or "prototype 3 of" in c for c in several)
    assert {step.equation for step in winner[1:-1]} == {3, 4}
    assert "approached example" in next(step for step in winner if step.equation == 3).caption


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rule": "all"}, "rule: expected one of 'both', 'winner', 'fuzzy', got 'all'"),
        ({"prototypes": 0}, "prototypes: expected a whole number >= 1, got 0"),
        ({"prototypes": 11}, "prototypes: expected a whole number >= 1 and <= 10, got 11"),
        ({"start": "zero"}, "start: expected one of 'means', 'examples', got 'zero'"),
        ({"learning_rate": 1.5}, "learning_rate: expected a number > 0 and <= 1, got 1.5"),
        ({"order": "up"}, "order: expected one of"),
        ({"max_sweeps": 0}, "max_sweeps: expected a whole number >= 1, got 0"),
        ({"seed": -1}, "seed: expected a whole number >= 0, got -1"),
    ],
)
def test_bad_hyper_parameters_are_refused_at_the_call(options, message):
    with pytest.raises(ValueError, match=message):
        LVQ(**options).steps(*data.blobs(30, classes=3))
