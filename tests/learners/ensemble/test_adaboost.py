"""AdaBoost: the ten points of the lecture, a plain version step by step, scikit-learn's, and what may go wrong."""

import dataclasses

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from labkit.core import data
from labkit.core.story import START, STOP
from labkit.core.table import Table
from labkit.learners import CART, AdaBoost, ObliqueTree, Perceptron, RegressionTree
from labkit.learners.tree.attributes import Attributes
from tests.golden import close, golden
from tests.learners.ensemble.plain_adaboost import adaboost


def ten_points():
    table = data.load("adaboost10")
    return table.numeric("x1", "x2"), table["y"]


def three_rounds():
    return AdaBoost(rounds=3).trace(*ten_points())


TIED_X = np.array([[2, 3], [0, 3], [1, 3], [1, 3], [0, 1], [3, 3]], dtype=float)
TIED_Y = np.array([0, 1, 2, 0, 0, 0])


# ---------------------------------------------------------------- the lecture's numbers


def test_epsilon_and_alpha_of_the_ten_points():
    """I-000-107, I-000-108: 0.42, 0.65, 0.92."""
    for step, epsilon, alpha in zip(
        three_rounds()[1:4], ("ADA-01", "ADA-02", "ADA-03"), ("ADA-04", "ADA-05", "ADA-06"), strict=True
    ):
        assert close(step.epsilon, golden(epsilon))
        assert close(step.alpha, golden(alpha))


def test_weights_after_the_first_round_of_the_ten_points():
    trace = three_rounds()
    assert close(trace[1].next_weights, golden("ADA-08"))
    assert close(trace[2].weights, golden("ADA-08"))


def test_score_of_the_ten_points_decides_all_of_them():
    X, y = ten_points()
    last = three_rounds()[-1]
    assert close(last.scores, golden("ADA-11"))
    assert close(last.model.decision_function(X), golden("ADA-11"))
    np.testing.assert_array_equal(last.model.predict(X), y)
    assert last.error == 0


def test_exponential_loss_of_the_ten_points():
    assert close(three_rounds()[:4].curve("loss"), golden("ADA-13"))


# ---------------------------------------------------------------- step by step


def random_examples(seed):
    """30 data sets: 2 to 5 classes, weights or none, rounded values or not, every third a table with categories."""
    rng = np.random.default_rng(seed)
    n, classes = int(rng.integers(8, 50)), 2 if seed % 2 else int(rng.integers(3, 6))
    X = rng.normal(size=(n, 3))
    y = np.append(np.arange(classes), (X[classes:] @ [2.0, 1.0, 0.0]).astype(int) % classes)
    X = X.round(1) if seed % 5 < 3 else X
    weights = rng.choice([0.5, 1.0, 3.0], size=n) if seed % 4 == 0 else None
    if seed % 3 == 0:
        words = np.array(["red", "green", "blue", "grey"])[rng.integers(4, size=n)]
        X = Table.from_dict({"a": X[:, 0].tolist(), "colour": words.tolist(), "b": X[:, 1].tolist()})
    return X, y, weights


@pytest.mark.parametrize("seed", range(30))
def test_every_round_is_that_of_the_plain_version(seed):
    X, y, weights = random_examples(seed)
    attributes = Attributes.of(X)
    rows, classes = attributes.cells(X).tolist(), y.max() + 1
    plain = adaboost(rows, attributes.categorical.tolist(), y.tolist(), classes, 15, weights)
    trace = AdaBoost(rounds=15).trace(X, y, weights)
    assert trace[-1].round == len(plain) > 0
    for step, record in zip(trace[1:-1], plain, strict=True):
        for name in ("epsilon", "alpha", "weights", "next_weights"):
            np.testing.assert_allclose(getattr(step, name), record[name], rtol=1e-7, atol=1e-12, err_msg=name)
        votes = np.array(record["votes"])
        np.testing.assert_allclose(step.scores, votes[:, 1] - votes[:, 0] if classes == 2 else votes, atol=1e-9)
        root = step.weak.tree
        assert (root.feature[0], root.threshold[0]) == (record["feature"], pytest.approx(record["value"]))


@pytest.mark.parametrize("seed", range(12))
def test_numbers_of_a_step_are_what_their_names_say(seed):
    X, y, weights = random_examples(seed)
    trace = AdaBoost(rounds=25).trace(X, y, weights)
    shares = trace[0].weights
    for step in trace[1:]:
        np.testing.assert_allclose(step.next_weights.sum(), 1)
        predicted = step.model.predict(X)
        assert step.error == pytest.approx(shares[predicted != y].sum(), abs=1e-12)
        assert step.error <= step.bound + 1e-12
        assert step.epsilon == pytest.approx(step.weights[step.weak.predict(X) != y].sum(), abs=1e-12)
        assert (np.abs(step.margins) <= 1 + 1e-12).all()
        clear = np.abs(step.margins) > 1e-12
        np.testing.assert_array_equal((step.margins > 0)[clear], (predicted == y)[clear])
        np.testing.assert_allclose(step.scores, step.model.decision_function(X), atol=1e-9)


def test_bound_is_the_mean_exponential_loss_and_the_product_of_z():
    X, y = data.gaussians(80, seed=3)
    trace = AdaBoost(rounds=20).trace(X, y)
    z = 2 * y - 1
    for step in trace[1:-1]:
        assert step.bound == pytest.approx(np.exp(-z * step.scores).mean())
        assert step.loss == pytest.approx(np.exp(-z * step.scores).sum())
    epsilon = trace[1:-1].curve("epsilon")
    np.testing.assert_allclose(trace[1:-1].curve("bound"), np.cumprod(2 * np.sqrt(epsilon * (1 - epsilon))))


def test_z_of_every_round_is_what_its_weights_were_divided_by():
    """I-000-107: 2 sqrt(epsilon (1 - epsilon)) of two classes; (3) and (4)."""
    trace = three_rounds()
    assert trace[0].Z is None
    for step in trace[1:-1]:
        wrong = step.weak.predict(ten_points()[0]) != ten_points()[1]
        factors = np.exp(np.where(wrong, step.alpha, -step.alpha))
        np.testing.assert_allclose(step.Z, [step.weights @ factors, 2 * np.sqrt(step.epsilon * (1 - step.epsilon))])
    np.testing.assert_allclose(np.cumprod(trace[1:-1].curve("Z")), trace[1:-1].curve("bound"))
    X, y = data.blobs(90, classes=3, spread=0.6, seed=1)
    trace = AdaBoost(rounds=10).trace(X, y)
    np.testing.assert_allclose(np.cumprod(trace[1:-1].curve("Z")), trace[1:-1].curve("bound"))


def test_tied_votes_are_said():
    """Two stumps of equal weight that name different classes: the first of these is answered."""
    trace = AdaBoost(rounds=2).trace(TIED_X, TIED_Y)
    one, two = trace[1], trace[2]
    assert one.ties == 0 and "tie" not in one.caption
    assert one.alpha == pytest.approx(two.alpha)
    tied = two.model.ambiguous(TIED_X)
    assert two.ties == tied.sum() > 0
    assert two.caption.endswith(f", where {two.ties} votes tie and go to the first class")
    votes = np.array([two.model.member(b).predict(TIED_X) for b in range(2)])
    np.testing.assert_array_equal(tied, votes[0] != votes[1])
    np.testing.assert_array_equal(two.model.predict(TIED_X), votes.min(axis=0))


def test_bound_of_many_classes_is_the_mean_loss_of_right_votes_minus_all_others():
    X, y = data.blobs(90, classes=3, spread=0.4, seed=2)
    for step in AdaBoost(rounds=20).trace(X, y)[1:-1]:
        right = step.scores[np.arange(90), y]
        assert step.bound == pytest.approx(np.exp(step.scores.sum(axis=1) - 2 * right).mean())


def test_reweighted_examples_make_the_last_weak_learner_a_guess():
    """After its round its weighted error is that of guessing: 1 - 1/K."""
    for classes in (2, 3):
        X, y = data.blobs(90, classes=classes, spread=0.6, seed=1)
        for step in AdaBoost(rounds=10).trace(X, y)[1:-1]:
            assert step.next_weights[step.weak.predict(X) != y].sum() == pytest.approx(1 - 1 / classes)


def test_weights_are_copies_of_examples():
    X, y = data.gaussians(40, seed=5)
    times = np.arange(40) % 3
    one = AdaBoost(rounds=8).fit(X, y, sample_weight=times)
    other = AdaBoost(rounds=8).fit(X.repeat(times, axis=0), y.repeat(times))
    np.testing.assert_allclose(one.model_.alphas, other.model_.alphas)
    np.testing.assert_allclose(one.decision_function(X), other.decision_function(X), atol=1e-9)
    assert one.last_step_.loss == pytest.approx(other.last_step_.loss)


# ---------------------------------------------------------------- any weak learner


@pytest.mark.parametrize("classes", [2, 3])
def test_rounds_of_trees_are_those_of_scikit_learn_with_the_same_trees(classes):
    X, y = data.blobs(120, classes=classes, spread=0.5, seed=4)
    trace = AdaBoost(rounds=12, weak=CART(max_depth=2)).trace(X, y)
    theirs = AdaBoostClassifier(CART(max_depth=2), n_estimators=12).fit(X, y)
    np.testing.assert_allclose(trace[1:-1].curve("epsilon"), theirs.estimator_errors_)
    np.testing.assert_allclose(2 * trace[1:-1].curve("alpha"), theirs.estimator_weights_)
    np.testing.assert_array_equal(trace[-1].model.predict(X), theirs.predict(X))


def test_ten_to_twenty_rounds_have_most_of_the_fall():  # I-000-133
    """The slide's M of 10 to 20: clean classes gain a little from more rounds, overlapping ones lose."""
    errors = {}
    for name, (X, y) in {"clean": load_breast_cancer(return_X_y=True), "overlap": data.gaussians(400, seed=0)}.items():
        halves = [np.arange(len(y)) % 2 == half for half in range(2)]
        staged = [
            (AdaBoost(rounds=100).fit(X[h], y[h]).model_.staged_predict(X[~h]) != y[~h]).mean(axis=1) for h in halves
        ]
        errors[name] = np.mean(staged, axis=0)
    clean, overlap = errors["clean"], errors["overlap"]
    assert clean[0] - clean[19] > 0.6 * (clean[0] - clean[99]) > 0
    assert clean[99] < clean[19]
    assert overlap[99] > overlap[19]


def test_training_error_is_not_worse_than_scikit_learn_s():
    ours, theirs = [], []
    for load in (load_breast_cancer, load_iris, load_wine):
        X, y = load(return_X_y=True)
        for half in range(2):
            some = np.arange(len(y)) % 2 == half
            ours.append(1 - AdaBoost(rounds=30).fit(X[some], y[some]).score(X[some], y[some]))
            peer = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=30, random_state=0)
            theirs.append(1 - peer.fit(X[some], y[some]).score(X[some], y[some]))
    assert np.mean(ours) <= np.mean(theirs) + 0.01


def test_any_learner_that_takes_weights_may_be_weak():
    X, y = data.moons(80, seed=1)
    assert AdaBoost(rounds=5, weak=ObliqueTree(max_depth=1)).fit(X, y).score(X, y) > 0.9
    table = data.load("tennis")
    X, y = table.select(*(name for name in table.names if name != "play")), table["play"]
    assert AdaBoost(rounds=5, weak=CART(max_depth=2)).fit(X, y).score(X, y) > 0.9


@pytest.mark.parametrize(
    ("weak", "message"),
    [
        (Perceptron(), r"^weak: expected a learner of classes that takes weights .* got Perceptron\(\); "),
        (RegressionTree(), r"^weak: expected a learner of classes .* got RegressionTree\(\); "),
        (CART, r"^weak: expected a learner of classes .* got the class CART; make one, CART\(\)"),
        (CART(max_depth=-1), "^max_depth: expected"),
    ],
)
def test_unusable_weak_learners_are_refused(weak, message):
    with pytest.raises(ValueError, match=message):
        AdaBoost(weak=weak).steps(*ten_points())


# ---------------------------------------------------------------- where the formulas end


@pytest.mark.parametrize("rounds", [0, -1, 2.5])
def test_no_rounds_are_refused(rounds):
    with pytest.raises(ValueError, match=r"^rounds: expected a whole number >= 1, got"):
        AdaBoost(rounds=rounds).fit(*ten_points())


def test_weak_learner_at_chance_ends_the_story():
    X, y = data.load("xor").numeric("x1", "x2"), data.load("xor")["y"]
    start, stop = AdaBoost().trace(X, y)
    assert (start.event, stop.event, stop.round) == (START, STOP, 0)
    assert "no better than chance" in stop.caption
    np.testing.assert_array_equal(stop.model.predict(X), np.full(4, np.sort(y)[0]))


def test_without_members_the_heaviest_class_is_answered():
    """Equal rows: nothing can be cut."""
    X, y = np.ones((5, 2)), np.array(["a", "b", "b", "c", "b"])
    stop = AdaBoost().trace(X, y)[-1]
    assert "no attribute has two different values" in stop.reason
    np.testing.assert_array_equal(stop.model.predict(X), ["b"] * 5)
    assert stop.error == pytest.approx(0.4)
    two = AdaBoost().fit(X[:3], y[:3])
    np.testing.assert_array_equal(two.predict(X), ["b"] * 5)
    assert (two.decision_function(X) > 0).all()
    assert two.model_.staged_predict(X).shape == (0, 5)


def test_later_weak_learner_at_chance_takes_no_part():
    """A tree that may not split answers the heavier class: once that is of help, then it is a guess."""
    X, y = np.arange(10.0)[:, None], np.where(np.arange(10) < 7, 1, -1)
    last = AdaBoost(weak=CART(min_leaf=10)).trace(X, y)[-1]
    assert (last.round, last.model.members, len(last.model.alphas)) == (1, 1, 1)
    assert "no better than chance (epsilon = 0.5)" in last.reason
    np.testing.assert_array_equal(last.model.predict(X), np.ones(10))


class Contrary(CART):
    """Learns the other class."""

    def _story(self, data, record):
        return super()._story(dataclasses.replace(data, y=1 - data.y), record)


def test_weak_learner_worse_than_chance_takes_no_part():
    X, y = np.arange(10.0)[:, None], np.where(np.arange(10) < 7, "b", "a")
    last = AdaBoost(weak=Contrary()).trace(X, y)[-1]
    assert (last.round, last.weak) == (0, None)
    assert "no better than chance (epsilon = 1)" in last.reason
    np.testing.assert_array_equal(last.model.predict(X), ["b"] * 10)
    np.testing.assert_array_equal(last.model.decision_function(X) > 0, True)


def test_perfect_weak_learner_decides_alone_and_ends_the_story():
    X, y = data.separable(30, seed=0)
    trace = AdaBoost(weak=CART()).trace(X, y)
    assert (trace[-1].round, trace[-1].epsilon, trace[-1].alpha, trace[-1].error) == (1, 0.0, 1.0, 0.0)
    assert "makes no mistake" in trace[-1].reason
    np.testing.assert_array_equal(trace[-1].next_weights, trace[-1].weights)
    assert trace[-1].bound == pytest.approx(np.exp(-1))


class Maturing(CART):
    """A stump while all weights are equal, then a whole tree."""

    def _story(self, data, record):
        return CART(max_depth=1 if np.ptp(data.weights) == 0 else None)._story(data, record)


def test_perfect_weak_learner_outvotes_all_before_it():
    X, y = ten_points()
    last = AdaBoost(weak=Maturing()).trace(X, y)[-1]
    assert (last.round, last.epsilon, last.error) == (2, 0.0, 0.0)
    assert last.alpha == 1 + last.model.alphas[0]
    np.testing.assert_array_equal(last.model.predict(X), last.weak.predict(X))


@pytest.mark.parametrize("weak", [None, CART(max_depth=1)])
def test_weights_too_small_for_numbers_leave_their_examples_out(weak):
    X, y = np.arange(6.0)[:, None], np.array([0, 0, 1, 1, 0, 0])
    w = np.array([1e90, 1e90, 1e90, 1e90, 1e-300, 1e-300])
    last = AdaBoost(weak=weak).trace(X, y, w)[-1]
    np.testing.assert_array_equal(last.weights[4:], [0, 0])
    assert (last.round, last.epsilon) == (1, 0.0)
    assert last.error == 0


def test_say_of_the_smallest_error_is_a_number():
    """Where 1 / epsilon is none."""
    X, y = np.arange(4.0)[:, None], np.array([0, 1, 0, 1])
    first = AdaBoost(rounds=3).trace(X, y, [1, 1, 1e-310, 1])[1]
    assert 0 < first.epsilon < 1e-309
    assert first.alpha == pytest.approx(-0.5 * np.log(1e-310 / 3))
    np.testing.assert_allclose(first.next_weights, [1 / 6, 1 / 6, 1 / 2, 1 / 6])


def test_one_class_left_by_weights_too_small_ends_the_story():
    X, y = np.arange(4.0)[:, None], np.array([0, 0, 1, 1])
    last = AdaBoost(weak=CART()).trace(X, y, [1e90, 1e90, 1e-300, 1e-300])[-1]
    assert (last.event, last.round) == (STOP, 0)
    assert "only one class is left" in last.reason
    np.testing.assert_array_equal(last.model.predict(X), [0, 0, 0, 0])


def test_very_long_runs_stay_finite():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 2)), np.arange(20) % 2
    trace = AdaBoost(rounds=5000).trace(X, y)
    assert trace[-1].round == 5000
    for step in (trace[2500], trace[-1]):
        assert np.isfinite(step.next_weights).all()
        assert np.isfinite(step.scores).all()
        assert step.next_weights.sum() == pytest.approx(1)
        assert 0 <= step.bound < 1
    assert trace[-1].margins.min() > 0


def test_bound_of_many_classes_stays_a_number():
    """Labels by chance: hardly better than a guess, and with ten classes Z is above 1 in every round."""
    rng = np.random.default_rng(0)
    last = AdaBoost(rounds=3000).fit(rng.normal(size=(40, 2)), np.arange(40) % 10).last_step_
    assert 1 < last.bound < np.inf
    assert np.isfinite(last.next_weights).all()


def test_missing_values_are_refused():
    X = Table.from_dict({"a": [1.0, None, 2.0]})
    with pytest.raises(ValueError, match="column 'a': expected no missing values, got one in row 1"):
        AdaBoost().fit(X, [0, 1, 1])


def test_captions_say_what_the_round_did():
    trace = three_rounds()
    assert trace[0].caption == "start: 10 examples, no weak learner yet"
    said = "round 1: x1 \u2264 2.5 errs on 0.3 of the weight, so its vote weight is 0.424; training error 0.3"
    assert trace[1].caption == said
    assert trace[-1].caption == "stop after 3 rounds: all 3 rounds are done"
    assert "the weak learner errs on" in AdaBoost(rounds=1, weak=CART(max_depth=2)).trace(*ten_points())[1].caption
