"""scikit-learn's words for hyper-parameters, and ours: ``random_state`` is ``seed`` here.

A constructor that is given their word names ours, and ``docs/from_scikit_learn.md`` is made of the same tables. Of
several words of ours the first that a learner has is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

# theirs -> ours, and what is different about the value
WORDS: dict[str, tuple[str, str]] = {
    "random_state": ("seed", "a whole number"),
    "n_estimators": ("trees rounds members", ""),
    "estimator": ("learner weak", ""),
    "eta0": ("learning_rate", ""),
    "learning_rate": ("shrinkage", ""),
    "max_features": ("m", "a number, or a rule by name"),
    "max_leaf_nodes": ("max_leaves", ""),
    "min_samples_split": ("min_split n_min", "in a forest one less: a node of `n_min` is a leaf"),
    "min_samples_leaf": ("min_leaf", ""),
    "min_impurity_decrease": ("min_gain", "not weighed by the share of the examples in the node"),
    "ccp_alpha": ("alpha", ""),
    "subsample": ("rows", ""),
    "max_bins": ("bins", ""),
    "n_iter_no_change": ("patience", ""),
    "validation_fraction": ("validation", ""),
    "l2_regularization": ("lam", ""),
    "C": ("lam", "1 / C"),
    "alpha": ("lam laplace", "in boosting, where it is a quantile: nothing"),
    "fit_intercept": ("intercept", ""),
    "max_iter": ("max_iterations max_sweeps max_epochs rounds max_updates max_pivots", ""),
    "tol": ("tolerance", ""),
    "n_neighbors": ("k", ""),
    "n_clusters": ("groups", ""),
    "n_components": ("components dimensions", ""),
    "init": ("start", ""),
    "covariance_type": ("covariance", ""),
    "reg_covar": ("least_variance", "relative to the variance of the data"),
    "class_prior": ("priors", ""),
    "hidden_layer_sizes": ("hidden", ""),
    "early_stopping": ("validation", "a share above 0"),
    "coef0": ("offset", ""),
    "code_size": ("bits", "a number of columns"),
    "metric": ("p", "`p=1` is manhattan, `p=2` euclidean"),
    "class_weight": ("", "pass `sample_weight` to `fit`"),
    "oob_score": ("", "`oob_error_` is always there"),
    "criterion": ("", "leave it out: only a single tree has one, of the same name"),
    "max_samples": ("", "leave it out: as many examples are drawn as there are"),
    "bootstrap": ("", "leave it out: bagging and forests always draw with replacement"),
    "n_init": ("", "leave it out: fit with several seeds and keep the best `score`"),
    "penalty": ("", "leave it out: `lam` weighs the squared weights"),
    "l1_ratio": ("", "leave it out: `lam` weighs the squared weights"),
    "multi_class": ("", "leave it out: `SoftmaxRegression` takes many classes, `OneVsRest` makes tasks of two"),
    "reg_param": ("", "leave it out: variances have a floor"),
    "splitter": ("", "leave it out: the best split is taken"),
    "probability": ("", "leave it out: `decision_function` has the scores"),
    "n_jobs": ("", "leave it out"),
    "verbose": ("", "`trace(X, y)` has the whole story"),
}

CLASSES: dict[str, tuple[str, str]] = {
    "AdaBoostClassifier": ("AdaBoost", ""),
    "BaggingClassifier": ("Bagging", ""),
    "BaggingRegressor": ("RegressionBagging", ""),
    "BernoulliNB": ("ExponentialFamily", '`family="bernoulli"`'),
    "CategoricalNB": ("NaiveBayes", "a table, categories as text"),
    "DecisionTreeClassifier": ("CART", "with `ID3`, `C45`, all kinds of `DecisionTree`"),
    "DecisionTreeRegressor": ("RegressionTree", ""),
    "GaussianMixture": ("GaussianMixture", ""),
    "GaussianNB": ("NaiveBayes", ""),
    "GradientBoostingClassifier": ("GradientBoosting", ""),
    "GradientBoostingRegressor": ("RegressionBoosting", ""),
    "HistGradientBoostingClassifier": ("GradientBoosting", ""),
    "HistGradientBoostingRegressor": ("RegressionBoosting", ""),
    "KMeans": ("KMeans", ""),
    "KNeighborsClassifier": ("NearestNeighbours", ""),
    "KNeighborsRegressor": ("RegressionNeighbours", ""),
    "LinearDiscriminantAnalysis": ("LDA", "to project: `FisherDiscriminant`"),
    "LinearRegression": ("LinearRegression", ""),
    "LogisticRegression": (
        "LogisticRegression",
        "more than two classes: `SoftmaxRegression`; `lam=1` is theirs",
    ),
    "MLPClassifier": ("NeuralNetwork", ""),
    "MLPRegressor": ("RegressionNetwork", ""),
    "OneVsOneClassifier": ("OneVsOne", ""),
    "OneVsRestClassifier": ("OneVsRest", ""),
    "OutputCodeClassifier": ("OutputCodes", ""),
    "Perceptron": ("Perceptron", "more than two classes: `MulticlassPerceptron`"),
    "QuadraticDiscriminantAnalysis": ("QDA", ""),
    "QuantileRegressor": ("LeastModulus", "with `quantile=0.5, alpha=0`"),
    "RandomForestClassifier": ("RandomForest", ""),
    "RandomForestRegressor": ("RegressionForest", ""),
    "Ridge": ("LinearRegression", "`lam` above 0"),
    "RidgeClassifier": ("LeastSquaresClassifier", ""),
    "SGDRegressor": ("LeastMeanSquares", ""),
    "SVC": ("SVM", "more than two classes: `OneVsOne(learner=SVM())`"),
}


def ours(word: str, known: Sequence[str]) -> str | None:
    """What a learner with these hyper-parameters calls scikit-learn's word; None where it has no such thing."""
    if word in known:
        return None
    return next((name for name in WORDS.get(word, ("", ""))[0].split() if name in known), None)


def repair(word: str, known: Sequence[str]) -> str:
    """What to write in place of a word that is not among the known ones."""
    theirs, note = WORDS.get(word, (None, ""))
    if name := ours(word, known):
        return f"write {name} for scikit-learn's {word}" + (f" ({note})" if note else "")
    if theirs is not None:
        return note if not theirs else f"leave {word} out, it has no counterpart here"
    near = get_close_matches(word, [*known, *WORDS], n=1)
    if near and near[0] not in known:
        return repair(near[0], known)
    return f"did you mean {near[0]!r}?" if near else "check the spelling"
