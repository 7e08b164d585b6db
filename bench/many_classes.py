"""Many classes against scikit-learn's: softmax regression, one against the rest, one against one, telling.

A time counts where ours reaches scikit-learn's objective (its default tolerance stops it a little above), or where both
give the same answers to nearly all cases.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn import linear_model as peers
from sklearn.datasets import load_digits
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from bench.measure import Comparison, Problem, fits, record
from labkit import learners

NO_PEER = {}
DIGITS_ALIKE = 0.01
ALIKE = 0.002  # of the cases may be answered differently: scikit-learn stops its tasks early


def examples(n: int, d: int, classes: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Classes drawn by the softmax of linear scores: what softmax regression assumes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, (X @ rng.normal(size=(d, classes)) + rng.gumbel(size=(n, classes))).argmax(axis=1)


# ---------------------------------------------------------------- problems


def softmax(d: int, classes: int, n: int, seed: int) -> Problem:
    """All classes penalised alike, as scikit-learn does."""
    X, y = examples(n, d, classes, seed)

    def same_objective(ours, theirs) -> bool:
        p = theirs.predict_proba(X)[np.arange(n), y]
        other = -np.log(p).sum() + 0.5 * (theirs.coef_**2).sum()
        return bool(np.isclose(ours.last_step_.loss, other, rtol=1e-5) and ours.last_step_.loss <= other)

    return fits(learners.SoftmaxRegression(lam=1.0, reference=None), peers.LogisticRegression(C=1.0), X, y,
                same_objective)  # fmt: skip


def digits(ours, theirs, n: int, seed: int) -> Problem:
    """The digits, 64 features and 10 classes; both learn them all but for a few."""
    X, y = load_digits(return_X_y=True)

    def same_answers(ours, theirs) -> bool:
        return np.mean(ours.predict(X) != theirs.predict(X)) <= DIGITS_ALIKE

    return fits(ours, theirs, X, y, same_answers)


def tasks(kind, theirs, d: int, classes: int, n: int, seed: int) -> Problem:
    """The same tasks of two classes, each by logistic regression with the same penalty."""
    X, y = examples(n, d, classes, seed)

    def same_answers(ours, theirs) -> bool:
        return np.mean(ours.predict(X) != theirs.predict(X)) <= ALIKE

    ours = kind(learner=learners.LogisticRegression(lam=1.0))
    return fits(ours, theirs(peers.LogisticRegression(C=1.0)), X, y, same_answers)


def story(d: int, classes: int, n: int, seed: int) -> Problem:
    return record(learners.SoftmaxRegression(lam=1.0), *examples(n, d, classes, seed))


# ---------------------------------------------------------------- rows

SOFTMAX, REST, ONE = learners.SoftmaxRegression, learners.OneVsRest, learners.OneVsOne
LOGISTIC = "sklearn LogisticRegression, 4 classes"
LONG = peers.LogisticRegression(C=1.0, max_iter=3000)
LINEAR = partial(digits, learners.SoftmaxRegression(lam=1.0), LONG)
QUADRATIC = partial(digits, learners.BasisClassifier(), make_pipeline(PolynomialFeatures(include_bias=False), LONG))
RESTS, ONES = partial(tasks, REST, OneVsRestClassifier), partial(tasks, ONE, OneVsOneClassifier)
COMPARISONS = (
    Comparison("softmax fit", SOFTMAX, 200, partial(softmax, 2, 4), LOGISTIC, d=2),
    Comparison("softmax fit", SOFTMAX, 2000, partial(softmax, 10, 4), LOGISTIC, limit=0.9, d=10),
    Comparison("one-vs-rest fit", REST, 2000, partial(RESTS, 10, 4), "sklearn OneVsRestClassifier", d=10, problems=3),
    Comparison("one-vs-one fit", ONE, 2000, partial(ONES, 10, 4), "sklearn OneVsOneClassifier", d=10, problems=3),
    Comparison("softmax digits", SOFTMAX, 1797, LINEAR, "sklearn LogisticRegression", d=64, problems=1),
    Comparison(
        "basis digits", learners.BasisClassifier, 1797, QUADRATIC, "sklearn PolynomialFeatures", d=64, problems=1
    ),
    Comparison("softmax story", SOFTMAX, 200, partial(story, 2, 4), "labkit fit", d=2),
    Comparison("softmax story", SOFTMAX, 2000, partial(story, 10, 4), "labkit fit", limit=1.1, d=10),
)
