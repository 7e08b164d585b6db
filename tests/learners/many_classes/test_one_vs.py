"""One against the rest and one against one: naive votes, scikit-learn's answers, and where they are ambiguous."""

from itertools import combinations

import numpy as np
import pytest
from sklearn import linear_model as peers
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier

from labkit.core import data
from labkit.learners import CART, LogisticRegression, OneVsOne, OneVsRest, OutputCodes, Perceptron, RegressionTree
from labkit.learners.many_classes.output_codes import duels
from tests.golden import close, golden

LEARNERS = [LogisticRegression(lam=1.0), CART(max_depth=2), Perceptron(max_sweeps=5)]
NAMES = np.array(["ape", "bee", "cow", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay"])


def blobs(classes=4, n=120, seed=1):
    """Off the regular polygon, so that the lines of three classes do not meet in one point."""
    X, y = data.blobs(n, classes=classes, spread=0.45, seed=seed)
    X[y == 0] *= 1.8
    X[y == 1] += 0.5, -0.6
    return X, NAMES[y]


def grid():
    x, up = np.linspace(-2, 2, 41), np.linspace(-1.5, 2, 36)
    return x, up, np.column_stack([a.ravel() for a in np.meshgrid(x, up)])


def scores_of(model, X):
    """(cases, tasks): what the members say, however they say it."""
    f = []
    for b in range(model.members):
        member = model.member(b)
        scored = hasattr(member, "decision_function")
        f.append(member.decision_function(X) if scored else 2 * member.predict_proba(X)[:, 1] - 1)
    return np.column_stack(f)


# ---------------------------------------------------------------- the lecture's numbers and the errata


def test_numbers_of_tasks_are_the_lecture_s():
    """I-000-016."""
    tasks = []
    for classes in (4, 10):
        X, y = np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % classes
        tasks.append([learner(learner=CART()).fit(X, y).model_.members for learner in (OneVsRest, OneVsOne)])
    assert close(tasks, golden("ECO-05"))


def test_one_task_fewer_leaves_the_last_class_what_nobody_claims():
    """I-004-029, E-004-07: K - 1 classifiers in deck 004, K in deck 000."""
    X, y = blobs()
    cases = grid()[2]
    model = OneVsRest(last_task=False, learner=LogisticRegression(lam=1.0)).fit(X, y).model_
    claims = model.received(cases)
    assert claims.shape[1] == 3
    nobody, one = claims.sum(axis=1) == 0, claims.sum(axis=1) == 1
    assert 0 < nobody.sum() < len(cases)
    assert set(model.predict(cases)[nobody]) == {"dog"}
    np.testing.assert_array_equal(model.predict(cases)[one], model.classes[claims[one].argmax(axis=1)])
    np.testing.assert_array_equal(model.ambiguous(cases), ~nobody & ~one)
    whole = OneVsRest(learner=LogisticRegression(lam=1.0)).fit(X, y).model_
    np.testing.assert_array_equal(whole.received(cases)[:, :3], claims)


# ---------------------------------------------------------------- naive votes


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_one_vs_rest_is_decided_by_claims_then_by_scores(learner):
    """I-000-016, I-004-029: the naive rule, task by task."""
    X, y = blobs()
    cases = grid()[2]
    model = OneVsRest(learner=learner).fit(X, y).model_
    claims = np.column_stack([type(learner)(**learner.get_params()).fit(X, (y == k).astype(int)).predict(cases)
                              for k in model.classes])  # fmt: skip
    np.testing.assert_array_equal(model.received(cases), claims)
    alone = claims.sum(axis=1) == 1
    np.testing.assert_array_equal(model.ambiguous(cases), ~alone)
    assert 0 < alone.sum() < len(cases)
    scores = np.where(claims == claims.max(axis=1, keepdims=True), scores_of(model, cases), -np.inf)
    np.testing.assert_array_equal(model.predict(cases), model.classes[scores.round(9).argmax(axis=1)])
    first = OneVsRest(learner=learner, ties="first").fit(X, y).model_
    np.testing.assert_array_equal(first.predict(cases), model.classes[claims.argmax(axis=1)])
    np.testing.assert_array_equal(first.ambiguous(cases), ~alone)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_one_vs_one_is_decided_by_votes_then_by_summed_scores(learner):
    """I-000-016, I-004-030: every two classes on their own examples."""
    X, y = blobs()
    cases = grid()[2]
    model = OneVsOne(learner=learner).fit(X, y).model_
    votes, sums, won = np.zeros((len(cases), 4), int), np.zeros((len(cases), 4)), np.zeros((len(cases), 4, 4), int)
    for b, (i, j) in enumerate(combinations(range(4), 2)):
        two = np.isin(y, model.classes[[i, j]])
        bit = type(learner)(**learner.get_params()).fit(X[two], (y[two] == model.classes[i]).astype(int))
        one, f = bit.predict(cases), scores_of(model, cases)[:, b]
        votes[:, i] += one
        votes[:, j] += 1 - one
        won[:, i, j], won[:, j, i] = one, 1 - one
        sums[:, i] += f
        sums[:, j] -= f
    np.testing.assert_array_equal(model.votes(cases), votes)
    np.testing.assert_array_equal(duels(model, cases), won)
    most = votes == votes.max(axis=1, keepdims=True)
    np.testing.assert_array_equal(model.ambiguous(cases), most.sum(axis=1) > 1)
    best = np.where(most, sums.round(9), -np.inf).argmax(axis=1)
    np.testing.assert_array_equal(model.predict(cases), model.classes[best])
    first = OneVsOne(learner=learner, ties="first").fit(X, y)
    np.testing.assert_array_equal(first.predict(cases), model.classes[votes.argmax(axis=1)])


def test_votes_of_any_code_count_the_members_that_agree():
    X, y = blobs()
    model = OutputCodes().fit(X, y).model_
    agree = (model.received(X)[:, None] == model.code).sum(axis=2)
    np.testing.assert_array_equal(model.votes(X), agree)
    np.testing.assert_array_equal(model.votes(X), model.members - model.distances(X))


# ---------------------------------------------------------------- against scikit-learn


@pytest.mark.parametrize(("ours", "theirs"), [(OneVsRest, OneVsRestClassifier), (OneVsOne, OneVsOneClassifier)])
@pytest.mark.parametrize("classes", [3, 5])
def test_answers_are_scikit_learns_everywhere(ours, theirs, classes):
    """In the ambiguous regions too: there the (summed) scores decide on both sides."""
    X, y = blobs(classes, 200)
    cases = np.stack(np.meshgrid(*2 * [np.linspace(-2, 2, 401)]), axis=-1).reshape(-1, 2)
    mine = ours(learner=LogisticRegression(lam=1.0)).fit(X, y)
    other = theirs(peers.LogisticRegression(C=1.0, tol=1e-10, solver="newton-cholesky")).fit(X, y)
    assert mine.model_.ambiguous(cases).any()
    np.testing.assert_array_equal(mine.predict(cases), other.predict(cases))


# ---------------------------------------------------------------- the plane


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize("kind", [OneVsRest, OneVsOne])
def test_classes_on_a_grid_are_those_of_its_points(kind, learner):
    X, y = blobs()
    x, up, cases = grid()
    for step in kind(learner=learner).trace(X, y):
        np.testing.assert_array_equal(
            step.model.classes[step.model.class_grid(x, up).ravel()], step.model.predict(cases)
        )
    wide = kind(learner=learner).fit(np.column_stack([X, X]), y).model_
    assert wide.class_grid(x, up) is None


def test_ambiguity_does_not_depend_on_the_decoding():
    X, y = blobs()
    cases, lines = grid()[2], LogisticRegression(lam=1.0)
    hamming, loss = (OutputCodes(code="one-vs-rest", learner=lines, decoding=d).fit(X, y).model_
                     for d in ("hamming", "loss"))  # fmt: skip
    np.testing.assert_array_equal(hamming.ambiguous(cases), loss.ambiguous(cases))


def test_three_lines_leave_a_triangle_to_nobody():
    """Around the middle of three classes none claims; ties go to the nearest line, or all to the first class."""
    X, y = data.blobs(150, classes=3, spread=0.15, seed=1)
    middle = X.mean(axis=0, keepdims=True)
    model = OneVsRest(learner=LogisticRegression(lam=1.0)).fit(X, y).model_
    np.testing.assert_array_equal(model.received(middle), [[0, 0, 0]])
    assert model.ambiguous(middle).all()
    np.testing.assert_array_equal(model.votes(middle), [[2, 2, 2]])
    assert not model.ambiguous(X[[np.flatnonzero(y == k)[0] for k in range(3)]]).any()


# ---------------------------------------------------------------- the story, two classes, bad input


def test_story_tells_task_by_task():
    X, y = blobs(3)
    trace = OneVsOne().trace(X, y)
    assert [step.task for step in trace] == [0, 1, 2, 3, 3]
    assert trace[0].caption == "start: 3 tasks for 3 classes, none of them learned"
    assert trace[1].caption.startswith("task 1: ape against bee; training error ")
    assert trace[-1].caption.startswith("stop after 3 tasks: all tasks are learned; training error ")
    assert OneVsRest().trace(X, y)[2].caption.startswith("task 2: bee against ape, cow; training error ")
    assert trace[0].model.ambiguous(X).all()


@pytest.mark.parametrize("options", [{}, {"last_task": False}, {"ties": "first"}])
def test_two_classes_are_one_task(options):
    X, y = blobs(2)
    plain = LogisticRegression(lam=1.0).fit(X, y)
    learner = OneVsRest(learner=LogisticRegression(lam=1.0), **options).fit(X, y)
    np.testing.assert_array_equal(learner.predict(X), plain.predict(X))
    np.testing.assert_array_equal(learner.decision_function(X) > 0, learner.predict(X) == "bee")
    np.testing.assert_array_equal(OneVsOne(learner=plain).fit(X, y).predict(X), plain.predict(X))


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_scores_of_any_size_break_ties(scale):
    """The score of a perceptron has the size of its examples."""
    X, y = blobs()
    cases = grid()[2]
    small = OneVsOne(learner=Perceptron(max_sweeps=5)).fit(X, y).model_
    large = OneVsOne(learner=Perceptron(max_sweeps=5)).fit(X * scale, y).model_
    for model, points in ((small, cases), (large, cases * scale)):
        votes = model.votes(points)
        most = votes == votes.max(axis=1, keepdims=True)
        sums = np.column_stack([(scores_of(model, points) * np.nan_to_num(2 * word - 1)).sum(axis=1)
                                for word in model.code])  # fmt: skip
        best = np.where(most, sums, -np.inf).argmax(axis=1)
        np.testing.assert_array_equal(model.predict(points), model.classes[best])


def test_bad_input_is_refused_with_the_repair():
    X, y = blobs()
    for kind, options, message in (
        (OneVsRest, {"learner": RegressionTree()}, r"^learner: expected a learner of classes such as LogisticReg"),
        (OneVsOne, {"learner": CART}, r"^learner: .* got the class CART; make one"),
        (OneVsOne, {"ties": "last"}, r"^ties: expected one of 'first', 'scores', got 'last'"),
        (OneVsRest, {"last_task": 2}, r"^last_task: expected one of True, False, got 2"),
        (OneVsRest, {"learner": LogisticRegression(lam=-1)}, r"^lam: expected"),
        (OutputCodes, {"code": [[1, 0], [0, 1], [1, 1], [0, 1]]}, r"^code: expected different rows, got rows 1 and 3"),
    ):
        with pytest.raises(ValueError, match=message):
            kind(**options).steps(X, y)
