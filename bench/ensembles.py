"""Ensembles against scikit-learn's, with its default threads: fitting, out-of-bag votes, painting, telling.

Chance differs on both sides, and so do details: scikit-learn's stumps minimise the Gini impurity, not the error. So two
ensembles agree when they err about equally often on new cases.
"""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
from sklearn import ensemble as peers

from bench.measure import Comparison, Problem, fits, record
from bench.trees import GRID, PREDICT, classified, examples, in_
from labkit import learners

NO_PEER = {
    learners.L2Boost: "no peer: scikit-learn's gradient boosting has no exchangeable weak learner",
    learners.LogitBoost: "no peer: scikit-learn has no LogitBoost",
    learners.OutputCodes: "no peer: scikit-learn's output codes are drawn at random; the time is that of the trees",
    learners.RegressionBagging: "as bagging of classes",
}
NEW = 2000  # cases that neither side has seen
ALIKE = 0.03  # so much two error rates may differ by chance
SQUARED_ALIKE = 0.1  # so much two squared errors, as a share


def close_errors(X: np.ndarray, y: np.ndarray, ours, theirs) -> bool:
    return abs(ours.score(X, y) - theirs.score(X, y)) < ALIKE


def close_squares(X: np.ndarray, y: np.ndarray, ours, theirs) -> bool:
    mine, other = (np.mean((each.predict(X) - y) ** 2) for each in (ours, theirs))
    return abs(mine / other - 1) < SQUARED_ALIKE


def split(made, n: int, d: int, seed: int):
    """(examples, targets, agreement on new cases)."""
    X, y = made(n + NEW, d, seed)
    agree = close_errors if y.dtype.kind == "i" else close_squares
    return X[:n], y[:n], partial(agree, X[n:], y[n:])


# ---------------------------------------------------------------- problems


def forest(trees: int, d: int, n: int, seed: int) -> Problem:
    """Growing, and the votes out of bag."""
    X, y, agree = split(classified, n, d, seed)
    ours = learners.RandomForest(trees=trees, seed=seed)
    theirs = peers.RandomForestClassifier(trees, oob_score=True, random_state=seed)

    def fit_and_ask():
        ours.fit(X, y)
        return ours, ours.oob_error_

    def theirs_fitted():
        with warnings.catch_warnings():  # that an example was in every bag
            warnings.simplefilter("ignore", UserWarning)
            return theirs.fit(X, y)

    def same(ours, theirs) -> bool:
        return agree(ours[0], theirs) and abs(ours[1] - (1 - theirs.oob_score_)) < ALIKE

    return Problem(fit_and_ask, theirs_fitted, same)


def forest_of_numbers(d: int, n: int, seed: int) -> Problem:
    X, y, agree = split(examples, n, d, seed)
    m = max(1, d // 3)
    theirs = peers.RandomForestRegressor(100, max_features=m, min_samples_split=6, random_state=seed)
    return fits(learners.RegressionForest(seed=seed), theirs, X, y, agree)


def bagging(n: int, seed: int) -> Problem:
    X, y, agree = split(classified, n, 2, seed)
    return fits(learners.Bagging(seed=seed), peers.BaggingClassifier(n_estimators=50, random_state=seed), X, y, agree)


def stumps(d: int, n: int, seed: int) -> Problem:
    X, y, agree = split(classified, n, d, seed)
    return fits(learners.AdaBoost(rounds=50), peers.AdaBoostClassifier(n_estimators=50), X, y, agree)


def boosting(rounds: int, d: int, n: int, seed: int) -> Problem:
    X, y, agree = split(classified, n, d, seed)
    ours = learners.GradientBoosting(rounds=rounds, max_depth=3)
    return fits(ours, peers.HistGradientBoostingClassifier(**_depth_3(rounds)), X, y, agree)


def boosting_of_numbers(d: int, n: int, seed: int) -> Problem:
    X, y, agree = split(examples, n, d, seed)
    ours = learners.RegressionBoosting(rounds=100, max_depth=3)
    return fits(ours, peers.HistGradientBoostingRegressor(**_depth_3(100)), X, y, agree)


def _depth_3(rounds: int) -> dict:
    return {"max_iter": rounds, "max_depth": 3, "max_leaf_nodes": None, "early_stopping": False}


def painted(n: int, seed: int) -> Problem:
    """A grid by painting the leaf boxes of all trees at once, against asking at each of its points."""
    X, y = classified(n, 2, seed)
    ours = learners.RandomForest(seed=seed).fit(X, y).model_
    theirs = peers.RandomForestClassifier(100, random_state=seed).fit(X, y)
    axis = np.linspace(-3, 3, GRID, dtype=np.float32)
    points = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)

    def same_pictures(image, answers) -> bool:
        mine = image.ravel() > 0
        return np.array_equal(mine, ours.predict(points) == 1) and np.mean(mine != answers) < ALIKE

    return Problem(lambda: ours.score_grid(axis, axis), lambda: theirs.predict(points), same_pictures)


def story(learner, n: int, seed: int) -> Problem:
    return record(learner, *classified(n, 2, seed))


# ---------------------------------------------------------------- rows

FOREST, ADA, HIST = "sklearn RandomForestClassifier", "sklearn AdaBoostClassifier", "sklearn HistGradientBoosting"
HUNDRED, TWENTY = partial(forest, 100), partial(forest, 20)
STORIES = {"forest": learners.RandomForest, "adaboost": learners.AdaBoost, "boosting": learners.GradientBoosting}
COMPARISONS = (
    Comparison("forest fit", learners.RandomForest, 200, peer=FOREST, limit=0.15, problems=3, **in_(2, HUNDRED)),
    Comparison("forest fit", learners.RandomForest, 2000, peer=FOREST, limit=0.6, problems=3, **in_(2, HUNDRED)),
    Comparison("forest fit", learners.RandomForest, 2000, peer=FOREST, limit=1.0, problems=3, **in_(10, HUNDRED)),
    Comparison("forest fit", learners.RandomForest, 20_000, peer=FOREST, limit=1.0, problems=2, **in_(10, TWENTY)),
    Comparison("forest grid", learners.RandomForest, 2000, painted, PREDICT, limit=0.2, problems=3),
    Comparison(
        "regression forest fit",
        learners.RegressionForest,
        2000,
        peer="sklearn RandomForestRegressor",
        problems=2,
        **in_(10, forest_of_numbers),
    ),
    Comparison("bagging fit", learners.Bagging, 2000, bagging, "sklearn BaggingClassifier", problems=2),
    Comparison("adaboost fit", learners.AdaBoost, 2000, peer=ADA, limit=0.1, problems=3, **in_(2, stumps)),
    Comparison("adaboost fit", learners.AdaBoost, 2000, peer=ADA, limit=0.1, problems=3, **in_(10, stumps)),
    Comparison(
        "boosting fit",
        learners.GradientBoosting,
        2000,
        peer=HIST,
        limit=1.2,
        problems=5,
        **in_(10, partial(boosting, 100)),
    ),
    Comparison(
        "boosting fit",
        learners.GradientBoosting,
        100_000,
        peer=HIST,
        limit=2.5,
        problems=2,
        **in_(10, partial(boosting, 30)),
    ),
    Comparison(
        "boosting fit",
        learners.GradientBoosting,
        1_000_000,
        peer=HIST,
        limit=2.5,
        problems=1,
        **in_(10, partial(boosting, 30)),
    ),
    Comparison(
        "regression boosting fit",
        learners.RegressionBoosting,
        2000,
        peer=HIST,
        problems=3,
        **in_(10, boosting_of_numbers),
    ),
    *(
        Comparison(f"{name} story", each, 2000, partial(story, each()), "labkit fit", problems=3)
        for name, each in STORIES.items()
    ),
)
