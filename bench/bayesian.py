"""Bayesian logistic regression: its peak against scikit-learn's ridge, and what telling the stories costs.

scikit-learn has no posterior of the weights. Its penalised optimum is the peak of ours where the prior is the penalty:
C is the variance, and the bias, which has a prior too, is the weight of a column of ones.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn import linear_model as peers

from bench.measure import Comparison, Problem, record
from labkit import learners

NO_PEER = {
    learners.TangentSoftmax: "no peer: scikit-learn fits softmax regression of all classes at once",
    learners.VariationalLogistic: "no peer: scikit-learn has no variational logistic regression",
    learners.VariationalSoftmax: "no peer: scikit-learn has no variational softmax regression",
}
ALIKE = 1e-6  # relative, of the objective
VARIANCE = 1.0


def labelled(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two classes under the logistic model."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    chance = 1 / (1 + np.exp(-X @ rng.normal(size=d)))
    return X, (rng.random(n) < chance).astype(int)


def peak(d: int, n: int, seed: int) -> Problem:
    """Peak, covariance and all, against the peak alone."""
    X, y = labelled(n, d, seed)
    ones = np.column_stack([np.ones(n), X])
    ours = learners.LaplaceLogistic(prior_variance=VARIANCE, tolerance=1e-6)
    theirs = peers.LogisticRegression(C=VARIANCE, fit_intercept=False)
    log_joint = ours.log_joint(X, y)

    def same_height(ours, theirs) -> bool:
        mine, other = (float(log_joint(w)) for w in (ours.model_.posterior.mean, theirs.coef_[0]))
        return mine >= other - ALIKE * abs(other)

    def with_covariance():
        ours.fit(X, y).last_step_.model.posterior.covariance  # noqa: B018  it is derived when asked for
        return ours

    return Problem(with_covariance, lambda: theirs.fit(ones, y), same_height)


def story(learner, d: int, n: int, seed: int) -> Problem:
    return record(learner, *labelled(n, d, seed))


RIDGE = "sklearn LogisticRegression"
STORIES = {
    "laplace": learners.LaplaceLogistic(),
    "variational": learners.VariationalLogistic(max_iterations=30),
    "tangent softmax": learners.TangentSoftmax(max_iterations=20),
    "variational softmax": learners.VariationalSoftmax(max_iterations=10, predictive="plug-in"),
}
COMPARISONS = (
    Comparison("laplace fit", learners.LaplaceLogistic, 200, partial(peak, 2), RIDGE),
    Comparison("laplace fit", learners.LaplaceLogistic, 2000, partial(peak, 10), RIDGE, d=10),
    *(
        Comparison(f"{name} story", type(each), 2000, partial(story, each, 10), "labkit fit", d=10, problems=3)
        for name, each in STORIES.items()
    ),
)
