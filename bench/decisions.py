"""Learners on basis functions against scikit-learn's pipelines, with the same loss reached."""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn import linear_model
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from bench.measure import Comparison, Problem, fits, record
from bench.trees import classified, examples, in_
from labkit import learners
from labkit.learners.basis.functions import Polynomial

NO_PEER = {
    learners.BayesDecision: "no peer: scikit-learn decides by no loss matrix; the time is that of the learner inside",
}
LAM = 1.0


def loss(fitted, X: np.ndarray, y: np.ndarray, w: np.ndarray) -> float:
    """Of logistic regression, with the penalty that both sides have."""
    p = fitted.predict_proba(X)[np.arange(len(y)), y]
    return float(-np.log(p).sum() + LAM / 2 * w @ w)


def of_classes(degree: int, d: int, n: int, seed: int) -> Problem:
    X, y = classified(n, d, seed)
    ours = learners.BasisClassifier(learner=learners.LogisticRegression(lam=LAM), basis=Polynomial(degree))
    theirs = _pipeline(degree, linear_model.LogisticRegression(C=1 / LAM, max_iter=10_000))

    def same_loss(ours, theirs) -> bool:
        """As low as scikit-learn's, which by default stops a little above the least."""
        mine = loss(ours, X, y, ours.model_.inner.w[1:])
        return -1e-3 < mine / loss(theirs, X, y, theirs[-1].coef_.ravel()) - 1 < 1e-6

    return fits(ours, theirs, X, y, same_loss)


def of_numbers(degree: int, d: int, n: int, seed: int) -> Problem:
    X, y = examples(n, d, seed)
    ours = learners.BasisRegression(learner=learners.LinearRegression(lam=LAM), basis=Polynomial(degree))
    theirs = _pipeline(degree, linear_model.Ridge(alpha=LAM))

    def same_answers(ours, theirs) -> bool:
        return np.allclose(ours.predict(X), theirs.predict(X), rtol=1e-6, atol=1e-8)

    return fits(ours, theirs, X, y, same_answers)


def story(n: int, seed: int) -> Problem:
    learner = learners.BasisClassifier(learner=learners.LogisticRegression(lam=LAM), basis=Polynomial(3))
    return record(learner, *classified(n, 2, seed))


def _pipeline(degree: int, last):
    return make_pipeline(PolynomialFeatures(degree, include_bias=False), last)


LOGISTIC, RIDGE = "sklearn PolynomialFeatures, LogisticRegression", "sklearn PolynomialFeatures, Ridge"
CUBIC, SQUARE = partial(of_classes, 3), partial(of_classes, 2)
COMPARISONS = (
    Comparison("basis logistic fit", learners.BasisClassifier, 2000, peer=LOGISTIC, problems=3, **in_(2, CUBIC)),
    Comparison("basis logistic fit", learners.BasisClassifier, 2000, peer=LOGISTIC, problems=3, **in_(10, SQUARE)),
    Comparison(
        "basis ridge fit", learners.BasisRegression, 2000, peer=RIDGE, problems=3, **in_(10, partial(of_numbers, 2))
    ),
    Comparison("basis logistic story", learners.BasisClassifier, 2000, story, "labkit fit", problems=3),
)
