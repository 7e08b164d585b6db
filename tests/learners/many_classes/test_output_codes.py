"""Output codes: a naive decoder, scikit-learn's, and both ways of decoding with trees and with lines."""

import numpy as np
import pytest
from sklearn.multiclass import OneVsOneClassifier, OutputCodeClassifier
from sklearn.tree import DecisionTreeClassifier

from labkit.core import data
from labkit.core.data import load
from labkit.learners import CART, OutputCodes, Perceptron, RegressionTree
from labkit.learners.many_classes import coding

CODES = ("exhaustive", "one-vs-rest", "one-vs-one", "random")
TIES = ("first", "scores")


def blobs(classes=4, n=120, seed=1):
    X, y = data.blobs(n, classes=classes, spread=0.45, seed=seed)
    return X, np.array(["ape", "bee", "cow", "dog", "elk", "fox"])[y]


def grid():
    x, up = np.linspace(-2, 2, 21), np.linspace(-1.5, 2, 16)
    return x, up, np.column_stack([a.ravel() for a in np.meshgrid(x, up)])


# ---------------------------------------------------------------- against naive decoding


@pytest.mark.parametrize("learner", [CART(max_depth=2), Perceptron()])
@pytest.mark.parametrize("code", CODES)
def test_codes_equal_a_naive_decoder_at_every_bit(code, learner):
    """I-000-017, I-000-116: every bit trained by hand, every word compared bit by bit."""
    X, y = blobs()
    trace = OutputCodes(learner=learner, code=code).trace(X, y)
    matrix, classes = coding.code_of(code, 4), np.unique(y)
    d = np.zeros((len(X), 4))
    for b, step in enumerate(trace[1:-1]):
        labels = matrix[np.searchsorted(classes, y), b]
        part = ~np.isnan(labels)
        bit = type(learner)(**learner.get_params()).fit(X[part], labels[part].astype(int)).predict(X)
        np.testing.assert_array_equal(step.newest.predict(X), bit)
        np.testing.assert_array_equal(step.model.received(X)[:, b], bit)
        np.testing.assert_array_equal(step.column, matrix[:, b])
        d += np.where(np.isnan(matrix[:, b]), 0.5, bit[:, None] != matrix[:, b])
        np.testing.assert_allclose(step.model.distances(X), d, atol=1e-12)
        np.testing.assert_array_equal(step.model.predict(X), classes[d.argmin(axis=1)])
        assert step.error == pytest.approx(np.mean(classes[d.argmin(axis=1)] != y))
    model = trace[-1].model
    np.testing.assert_array_equal(model.staged_predict(X), [step.model.predict(X) for step in trace[1:-1]])
    assert trace[-1].distance == coding.least_distance(matrix)


def test_one_vs_one_equals_scikit_learns_where_votes_are_not_tied():
    X, y = blobs(5)
    ours = OutputCodes(code="one-vs-one").fit(X, y)
    theirs = OneVsOneClassifier(CART()).fit(X, y)
    cases = grid()[2]
    d = np.sort(ours.model_.distances(cases), axis=1)
    clear = d[:, 0] < d[:, 1]
    assert clear.mean() > 0.9
    np.testing.assert_array_equal(ours.predict(cases)[clear], theirs.predict(cases)[clear])


def test_error_is_that_of_scikit_learn_within_noise():
    X, y = blobs(6, 600)
    ours = [1 - OutputCodes(code="random", bits=15, seed=s).fit(X[:300], y[:300]).score(X[300:], y[300:])
            for s in range(3)]  # fmt: skip
    theirs = [1 - OutputCodeClassifier(DecisionTreeClassifier(random_state=s), code_size=2.5, random_state=s)
              .fit(X[:300], y[:300]).score(X[300:], y[300:]) for s in range(3)]  # fmt: skip
    assert np.mean(ours) < np.mean(theirs) + 0.03


def test_wrong_bits_are_corrected():
    """Trees that err on one bit of seven are outvoted by the other six."""
    X, y = blobs()
    model = OutputCodes().fit(X, y).model_
    bits = model.received(X)
    np.testing.assert_array_equal(coding.distances(model.code, bits), model.distances(X))
    for b in range(7):
        flipped = bits.copy()
        flipped[:, b] = 1 - flipped[:, b]
        assert (model.classes[coding.distances(model.code, flipped).argmin(axis=1)] == y).all()


# ---------------------------------------------------------------- decoding by loss


@pytest.mark.parametrize("code", CODES)
def test_loss_equals_hamming_where_members_are_always_sure(code):
    X, y = blobs()
    hamming, loss = (OutputCodes(code=code, decoding=d).fit(X, y).model_ for d in ("hamming", "loss"))
    cases = grid()[2]
    np.testing.assert_array_equal(hamming.distances(cases), loss.distances(cases))


@pytest.mark.parametrize("learner", [CART(max_depth=1), Perceptron(), CART(max_depth=2, missing="surrogates")])
def test_loss_decoding_weighs_how_sure_the_members_are(learner):
    X, y = blobs()
    model = OutputCodes(learner=learner, decoding="loss", code="one-vs-one").fit(X, y).model_
    signs, d = coding.signs(model.code), np.zeros((len(X), 4))
    for b in range(model.members):
        bit = model.member(b)
        lines = isinstance(learner, Perceptron)
        f = bit.decision_function(X) if lines else 2 * bit.predict_proba(X)[:, 1] - 1
        d += np.maximum(1 - f[:, None] * signs[:, b], 0) / 2
    np.testing.assert_allclose(model.distances(X), d, atol=1e-9)


@pytest.mark.parametrize("code", CODES)
def test_scores_decide_only_between_classes_that_are_equally_near(code):
    """The errors of the story are those of its predictions, ties broken at every bit."""
    X, y = blobs()
    first, scores = (OutputCodes(learner=CART(max_depth=1), code=code, ties=t).trace(X, y) for t in TIES)
    cases = grid()[2]
    for one, other in zip(first, scores, strict=True):
        np.testing.assert_array_equal(one.model.distances(cases), other.model.distances(cases))
        changed = one.model.predict(cases) != other.model.predict(cases)
        assert not (changed & ~one.model.ambiguous(cases)).any()
        assert other.error == pytest.approx(np.mean(other.model.predict(X) != y))
    loss = (OutputCodes(code=code, decoding="loss", ties=t).fit(X, y).predict(cases) for t in TIES)
    np.testing.assert_array_equal(*loss)


# ---------------------------------------------------------------- story, plane, tables


def test_first_bits_decide_by_the_first_columns():
    X, y = blobs()
    trace = OutputCodes().trace(X, y)
    assert all(step.model.ensemble is trace[0].model.ensemble for step in trace)
    assert [step.model.members for step in trace] == [*range(8), 7]
    assert set(trace[0].model.predict(X)) == {"ape"}
    assert trace[0].caption == "start: words of 7 bits for 4 classes, none of them learned"
    assert trace[1].caption.startswith("bit 1: ape against bee, cow, dog; training error ")
    assert trace[-1].caption.startswith("stop after 7 bits: all bits are learned")
    assert trace[0].column is trace[0].newest is None
    assert trace[0].model.staged_predict(X).shape == (0, len(X))


@pytest.mark.parametrize(("decoding", "ties"), [("hamming", "first"), ("hamming", "scores"), ("loss", "first")])
@pytest.mark.parametrize("learner", [CART(max_depth=2), Perceptron()])
@pytest.mark.parametrize("classes", [2, 4])
def test_grid_is_what_is_predicted_there(classes, learner, decoding, ties):
    X, y = blobs(classes)
    x, up, cases = grid()
    for step in OutputCodes(learner=learner, decoding=decoding, ties=ties, code="one-vs-rest").trace(X, y):
        score, indices = step.model.score_grid(x, up), step.model.class_grid(x, up).ravel()
        if classes == 2:
            np.testing.assert_allclose(score.ravel(), step.model.decision_function(cases), atol=1e-8)
        np.testing.assert_array_equal(step.model.classes[indices], step.model.predict(cases))
    assert OutputCodes(learner=learner).fit(np.column_stack([X, X]), y).model_.class_grid(x, up) is None


@pytest.mark.parametrize("code", CODES)
def test_two_classes_are_coded_too(code):
    X, y = blobs(2)
    learner = OutputCodes(code=code).fit(X, y)
    np.testing.assert_array_equal(learner.predict(X), CART().fit(X, y).predict(X))
    np.testing.assert_array_equal(learner.decision_function(X) > 0, learner.predict(X) == "bee")


@pytest.mark.parametrize(("classes", "bits"), [(2, 1), (3, 3), (6, 31), (7, 29), (10, 34), (26, 48)])
def test_a_few_dozen_bits_are_taken_where_no_code_is_named(classes, bits):
    """The exhaustive code doubles with every class: 511 bits of ten."""
    y = np.arange(3 * classes) % classes
    model = OutputCodes(learner=CART(max_depth=1)).fit(np.random.default_rng(0).normal(size=(len(y), 2)), y).model_
    name = "exhaustive" if classes <= 6 else "random"
    np.testing.assert_array_equal(model.code, coding.code_of(name, classes))
    assert model.code.shape == (classes, bits)


def test_given_matrix_is_used():
    X, y = blobs(3)
    matrix = [[1, 1, np.nan], [0, np.nan, 1], [np.nan, 0, 0]]
    mine, named = OutputCodes(code=matrix).fit(X, y), OutputCodes(code="one-vs-one").fit(X, y)
    np.testing.assert_array_equal(mine.model_.code, named.model_.code)
    np.testing.assert_array_equal(mine.predict(X), named.predict(X))


def test_tables_with_categories_are_coded():
    tennis = load("tennis")
    X, y = tennis.without("day", "outlook"), tennis["outlook"]
    learner = OutputCodes(learner=CART(max_depth=3)).fit(X, y)
    assert learner.score(X, y) > 0.6
    assert learner.model_.received(X).shape == (14, 3)


# ---------------------------------------------------------------- bad input


def test_bad_input_is_refused_with_the_repair():
    X, y = blobs(4)
    for options, message in (
        ({"learner": CART}, r"^learner: expected a learner of classes such as CART\(\), got the class CART; make one"),
        ({"learner": RegressionTree()}, r"^learner: expected a learner of classes"),
        ({"learner": CART(max_depth=0)}, r"^max_depth: expected"),
        ({"code": np.eye(3)}, r"^code: expected one row of bits for each of the 4 classes"),
        ({"code": "random", "bits": 1}, r"^bits: expected a whole number >= 2 and <= 7"),
        ({"decoding": "distance"}, r"^decoding: expected one of 'hamming', 'loss'"),
        ({"ties": "last"}, r"^ties: expected one of 'first', 'scores'"),
    ):
        with pytest.raises(ValueError, match=message):
            OutputCodes(**options).steps(X, y)
