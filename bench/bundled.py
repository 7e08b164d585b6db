"""The learners on scikit-learn's bundled sets: cross-validated scores beside those of its own, and times on digits.

A score is the mean over five folds, the same for both sides, of standardised examples: the share that is right, or R
squared. What counts is the difference of the two, fold by fold; ours is worse than noise where it is below zero by more
than two standard errors of that difference and by more than ``SLIGHT``. One that is has its reason in ``REASONS``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, partial
from time import process_time
from typing import NamedTuple

import numpy as np
from sklearn import datasets, discriminant_analysis, ensemble, linear_model, naive_bayes, neighbors, neural_network, svm
from sklearn import tree as trees
from sklearn.base import clone
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from bench.measure import Bar, Measurement, Row
from labkit import learners

FOLDS, SLIGHT = 5, 0.005
SECONDS = 2.0  # of the processor, for a fit on digits
TWO, MANY, NUMBERS = ("breast_cancer",), ("iris", "wine", "breast_cancer", "digits"), ("diabetes",)


class Pair(NamedTuple):
    ours: object
    theirs: object
    sets: tuple[str, ...]

    @property
    def name(self) -> str:
        inner = getattr(self.ours, "learner", None)
        name = type(self.ours).__name__
        return name if inner is None else f"{name} of {type(inner).__name__}"


LOGISTIC = linear_model.LogisticRegression(max_iter=2000)
BOOSTED = dict(max_iter=100, max_depth=3, l2_regularization=1.0, min_samples_leaf=1, early_stopping=False)
PAIRS = (
    Pair(learners.LDA(), discriminant_analysis.LinearDiscriminantAnalysis(), MANY),
    Pair(learners.QDA(), discriminant_analysis.QuadraticDiscriminantAnalysis(), MANY[:2]),
    Pair(learners.FisherDiscriminant(), discriminant_analysis.LinearDiscriminantAnalysis(), MANY),
    Pair(learners.NaiveBayes(), naive_bayes.GaussianNB(), MANY),
    Pair(learners.NearestNeighbours(), neighbors.KNeighborsClassifier(), MANY),
    Pair(learners.LeastSquaresClassifier(lam=1.0), linear_model.RidgeClassifier(), MANY),
    Pair(learners.LogisticRegression(lam=1.0), LOGISTIC, TWO),
    Pair(learners.SoftmaxRegression(lam=1.0, reference=None), LOGISTIC, MANY),
    Pair(learners.TangentSoftmax(lam=1.0), LOGISTIC, MANY),
    Pair(learners.LaplaceLogistic(prior_variance=1.0), LOGISTIC, MANY),
    Pair(learners.VariationalLogistic(prior_variance=1.0), LOGISTIC, TWO),
    Pair(learners.VariationalSoftmax(prior_variance=1.0), LOGISTIC, MANY),
    Pair(learners.OneVsRest(learner=learners.LogisticRegression(lam=1.0)), OneVsRestClassifier(LOGISTIC), MANY),
    Pair(learners.Perceptron(), linear_model.Perceptron(), TWO),
    Pair(learners.PocketPerceptron(), linear_model.Perceptron(), TWO),
    Pair(learners.MulticlassPerceptron(), linear_model.Perceptron(), MANY),
    Pair(learners.LVQ(), neighbors.NearestCentroid(), MANY),
    Pair(learners.LinearProgram(), svm.LinearSVC(C=100.0, max_iter=5000), TWO),
    Pair(learners.SVM(gamma=1 / 30), svm.SVC(gamma=1 / 30), TWO),
    Pair(learners.NeuralNetwork(), neural_network.MLPClassifier((16,), "tanh", random_state=0), MANY),
    Pair(learners.CART(), trees.DecisionTreeClassifier(random_state=0), MANY),
    Pair(learners.RandomForest(), ensemble.RandomForestClassifier(random_state=0), MANY),
    Pair(learners.Bagging(), ensemble.BaggingClassifier(n_estimators=50, random_state=0), MANY),
    Pair(learners.AdaBoost(), ensemble.AdaBoostClassifier(random_state=0), MANY),
    Pair(learners.GradientBoosting(), ensemble.HistGradientBoostingClassifier(**BOOSTED), MANY),
    Pair(learners.LinearRegression(), linear_model.LinearRegression(), NUMBERS),
    Pair(learners.LinearRegression(lam=1.0), linear_model.Ridge(), NUMBERS),
    Pair(learners.RecursiveLeastSquares(ridge=1.0), linear_model.Ridge(), NUMBERS),
    Pair(learners.RegressionNeighbours(), neighbors.KNeighborsRegressor(), NUMBERS),
    Pair(learners.RegressionTree(min_leaf=5), trees.DecisionTreeRegressor(min_samples_leaf=5), NUMBERS),
    Pair(learners.RegressionForest(), ensemble.RandomForestRegressor(max_features=1 / 3, random_state=0), NUMBERS),
    Pair(learners.RegressionBagging(), ensemble.BaggingRegressor(n_estimators=50, random_state=0), NUMBERS),
    Pair(learners.RegressionBoosting(), ensemble.HistGradientBoostingRegressor(**BOOSTED), NUMBERS),
    Pair(learners.RegressionNetwork(), neural_network.MLPRegressor(
        hidden_layer_sizes=(16,), activation="tanh", max_iter=2000, random_state=0),
         NUMBERS),
    Pair(learners.RBFRegression(), linear_model.LinearRegression(), NUMBERS),
    Pair(learners.Backfitting(), linear_model.LinearRegression(), NUMBERS),
)  # fmt: skip
REASONS = {  # by set and learner
    ("breast_cancer", "SoftmaxRegression"): "w and -w share the penalty: with lam = 2 both score alike",
    ("digits", "TangentSoftmax"): "stopped early to be in time: 3000 iterations have 0.968",
    ("iris", "LaplaceLogistic"): "the prior is on the bias too, and on all classes but the last",
    ("iris", "VariationalSoftmax"): "the prior is on the bias too, and on all classes but the last",
    ("digits", "VariationalSoftmax"): "the bound is loose: Laplace's approximation of the same posterior has 0.966",
    ("wine", "MulticlassPerceptron"): "both end at some separation: one machine here, one class against the rest there",
    ("wine", "AdaBoost"): "other shuffles of the folds give 0.949 and 0.955, against 0.966 and 0.944",
}
TIMED = (
    (learners.TangentSoftmax(), LOGISTIC),
    (learners.VariationalSoftmax(), LOGISTIC),
    (learners.OneVsRest(learner=learners.VariationalLogistic()), OneVsRestClassifier(LOGISTIC)),
    (learners.LaplaceLogistic(), LOGISTIC),
    (learners.SoftmaxRegression(), LOGISTIC),
    (learners.OutputCodes(), OneVsRestClassifier(trees.DecisionTreeClassifier(random_state=0))),
    (learners.BasisClassifier(), LOGISTIC),
    (learners.GradientBoosting(), ensemble.GradientBoostingClassifier(random_state=0)),
    (learners.Bagging(), ensemble.BaggingClassifier(n_estimators=50, random_state=0)),
    (learners.RandomForest(), ensemble.RandomForestClassifier(random_state=0)),
)


def measurements() -> list[Measurement]:
    scores = [Measurement(f"bundled {name} {pair.name}", partial(compared, name, pair))
              for pair in PAIRS for name in pair.sets]  # fmt: skip
    return scores + [Measurement(f"bundled digits time {Pair(ours, theirs, ()).name}", partial(timed, ours, theirs))
                     for ours, theirs in TIMED]  # fmt: skip


@cache
def bundled(name: str) -> tuple[np.ndarray, np.ndarray]:
    return getattr(datasets, f"load_{name}")(return_X_y=True)


def compared(name: str, pair: Pair) -> list[Row]:
    X, y = bundled(name)
    folds = (KFold if name in NUMBERS else StratifiedKFold)(FOLDS, shuffle=True, random_state=0)
    ours, theirs = (_scores(each, X, y, folds) for each in (pair.ours, pair.theirs))
    apart = ours - theirs
    noise = max(SLIGHT, 2 * float(apart.std(ddof=1)) / FOLDS**0.5)
    reason = REASONS.get((name, type(pair.ours).__name__))
    note = f"{ours.mean():.3f} against {theirs.mean():.3f}" + (f"; {reason}" if reason else "")
    bar = None if reason else Bar(-noise, least=True)
    return [Row(name=f"bundled {name} {pair.name}", n=len(X), d=X.shape[1], value=float(apart.mean()), bar=bar,
                peer=f"sklearn {type(pair.theirs).__name__}", note=note)]  # fmt: skip


def timed(ours, theirs) -> list[Row]:
    X, y = bundled("digits")
    own, other = (min(_seconds(partial(clone(each).fit, X, y)) for _ in range(2)) for each in (ours, theirs))
    note = f"sklearn {type(theirs).__name__} {other:.3g} s"
    return [Row(name=f"bundled digits time {Pair(ours, theirs, ()).name}", n=len(X), d=X.shape[1], labkit_s=own,
                value=own, unit="s", bar=Bar(SECONDS), note=note)]  # fmt: skip


def _scores(learner, X: np.ndarray, y: np.ndarray, folds) -> np.ndarray:
    with warnings.catch_warnings(action="ignore"):  # perceptrons that have not converged, classes without spread
        return cross_val_score(make_pipeline(StandardScaler(), learner), X, y, cv=folds)


def _seconds(call: Callable) -> float:
    """Of the processor, for others may be at work, too; of one thread, for a second one spins while it waits."""
    with threadpool_limits(1), warnings.catch_warnings(action="ignore"):
        start = process_time()
        call()
        return process_time() - start
