"""scikit-learn's words for hyper-parameters, and ours: ``random_state`` is ``seed`` here.

A constructor that is given their word names ours, and ``docs/from_scikit_learn.md`` is made of the same tables. Of
several words of ours the first that a learner has is meant.
"""

from __future__ import annotations

from difflib import get_close_matches

# theirs -> ours, and what is different about the value
WORDS: dict[str, tuple[str, str]] = {
    "random_state": ("seed", "a whole number"),
    "n_estimators": ("trees rounds members", ""),
    "estimator": ("learner weak", ""),
    "base_estimator": ("learner weak", ""),
    "learning_rate_init": ("solver", "an optimiser with its rate, such as `Adam(rate=0.01)`"),
    "eta0": ("learning_rate", ""),
    "learning_rate": ("shrinkage learning_rate", "in boosting `shrinkage`"),
    "max_features": ("m columns", "`m` of a forest is a number, or a rule by name"),
    "max_leaf_nodes": ("max_leaves", ""),
    "min_samples_split": ("min_split n_min", "`n_min` of a forest: a node with so few is a leaf, so one less"),
    "min_samples_leaf": ("min_leaf", ""),
    "min_impurity_decrease": ("min_gain", "not weighed by the share of the examples in the node"),
    "ccp_alpha": ("alpha", ""),
    "subsample": ("rows", ""),
    "colsample_bytree": ("columns", ""),
    "max_bins": ("bins", ""),
    "n_iter_no_change": ("patience", ""),
    "validation_fraction": ("validation", ""),
    "l2_regularization": ("lam", ""),
    "C": ("lam", "the price of the weights, 1 / C"),
    "alpha": ("lam laplace smoothing", "naive Bayes: `laplace`"),
    "reg_lambda": ("lam", ""),
    "fit_intercept": ("intercept", ""),
    "max_iter": ("max_iterations max_sweeps max_epochs rounds max_updates max_pivots", ""),
    "tol": ("tolerance", ""),
    "n_neighbors": ("k", ""),
    "algorithm": ("search rule solver", ""),
    "n_clusters": ("groups", ""),
    "n_components": ("components dimensions", ""),
    "init": ("start", ""),
    "weights_init": ("start", ""),
    "means_init": ("start", ""),
    "coef_init": ("start", ""),
    "warm_start": ("start", "the weights themselves, such as `model_.w`"),
    "covariance_type": ("covariance", ""),
    "reg_covar": ("least_variance", "relative to the variance of the data"),
    "priors": ("priors", ""),
    "class_prior": ("priors", ""),
    "hidden_layer_sizes": ("hidden", ""),
    "early_stopping": ("validation", "a share above 0"),
    "coef0": ("offset", ""),
    "code_size": ("bits", "a number of columns"),
    "shuffle": ("order", '"random" or "cyclic"'),
}
