"""What lessons of scikit-learn's MOOC do with its estimators, done with ours: only the class and its parameters change.

A script has the name of the MOOC's and makes that script's calls, on a bundled set in place of a download. It is run
twice, with our learner and with theirs, and returns numbers that must agree as nearly as two such learners can.
"""

import numpy as np
import pytest
from scipy.stats import loguniform
from sklearn import cluster as clusters
from sklearn import datasets, ensemble, linear_model, neighbors, svm, tree
from sklearn import model_selection as ms
from sklearn.compose import TransformedTargetRegressor, make_column_transformer
from sklearn.feature_selection import RFE, SelectFromModel
from sklearn.inspection import DecisionBoundaryDisplay, permutation_importance
from sklearn.metrics import ConfusionMatrixDisplay, PrecisionRecallDisplay, PredictionErrorDisplay, RocCurveDisplay
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from labkit import learners

IRIS, CANCER, DIABETES = (getattr(datasets, f"load_{name}")(return_X_y=True)
                          for name in ("iris", "breast_cancer", "diabetes"))  # fmt: skip
DRAWN = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def numerical_pipeline_introduction(model, names):
    X, X_test, y, y_test = ms.train_test_split(*CANCER, random_state=42)
    model.fit(X, y)
    right = (model.predict(X_test) == y_test).mean()
    assert right == model.score(X_test, y_test)
    return [right]


def numerical_pipeline_scaling(model, names):
    X, X_test, y, y_test = ms.train_test_split(*CANCER, random_state=42)
    pipeline = make_pipeline(StandardScaler(), model).fit(X, y)
    assert np.max(pipeline[-1].n_iter_) > 0
    return [pipeline.score(X_test, y_test), *pipeline[-1].coef_.ravel()]


def categorical_pipeline_column_transformer(model, names):
    X, y = CANCER
    columns = make_column_transformer((StandardScaler(), [0, 1, 2]), ("passthrough", [6, 7]))
    found = ms.cross_validate(make_pipeline(columns, model), X, y, cv=5)
    return [found["test_score"].mean()]


def cross_validation_train_test(model, names):
    cv = ms.ShuffleSplit(n_splits=10, test_size=0.2, random_state=0)
    found = ms.cross_validate(model, *DIABETES, cv=cv, scoring="neg_mean_absolute_error", return_train_score=True)
    return [found["test_score"].mean() / 50, found["train_score"].mean()]


def cross_validation_validation_curve(model, names):
    cv = ms.ShuffleSplit(n_splits=5, test_size=0.2, random_state=0)
    _, test = ms.validation_curve(model, *DIABETES, param_name=names["max_depth"], param_range=[1, 3, 5], cv=cv)
    return test.mean(axis=1)


def cross_validation_learning_curve(model, names):
    _, train, test = ms.learning_curve(model, *CANCER, train_sizes=[0.3, 1.0], cv=5)
    return [*train.mean(axis=1), *test.mean(axis=1)]


def cross_validation_nested(model, names):
    X, y = StandardScaler().fit_transform(CANCER[0]), CANCER[1]
    search = ms.GridSearchCV(model, {names["gamma"]: [0.003, 0.03], names["C"]: [1, 10]}, cv=3)
    return [ms.cross_val_score(search, X, y, cv=3).mean()]


def parameter_tuning_grid_search(model, names):
    pipeline = make_pipeline(StandardScaler(), model)
    last = pipeline.steps[-1][0]
    search = ms.GridSearchCV(pipeline, {f"{last}__{names['C']}": [0.01, 1.0]}, cv=5).fit(*CANCER)
    return [search.best_score_, search.score(*CANCER)]


def parameter_tuning_randomized_search(model, names):
    search = ms.RandomizedSearchCV(model, {names["min_leaf"]: [5, 20], "max_depth": [2, 4]}, n_iter=3, cv=3,
                                   random_state=0).fit(*CANCER)  # fmt: skip
    return [search.best_score_]


def parameter_tuning_parallel_plot(model, names):
    spread = {names["C"]: loguniform(1e-3, 10)}
    search = ms.RandomizedSearchCV(model, spread, n_iter=5, cv=3, random_state=0)
    search.fit(StandardScaler().fit_transform(CANCER[0]), CANCER[1])
    return [search.best_score_]


def linear_regression_in_sklearn(model, names):
    model.fit(*DIABETES)
    return [*model.coef_ / 100, model.intercept_ / 100]


def linear_models_regularization(model, names):
    found = ms.cross_validate(make_pipeline(StandardScaler(), model), *DIABETES, cv=5, return_estimator=True)
    return np.mean([each[-1].coef_ for each in found["estimator"]], axis=0)


def logistic_regression(model, names):
    X, y = CANCER[0][:, :2], CANCER[1]
    pipeline = make_pipeline(StandardScaler(), model).fit(X, y)
    shown = DecisionBoundaryDisplay.from_estimator(pipeline, X, response_method="predict", grid_resolution=40)
    return [shown.response.mean(), *pipeline[-1].coef_[0]]


def trees_classification(model, names):
    X, y = IRIS[0][:, 2:], IRIS[1]
    model.fit(X, y)
    DecisionBoundaryDisplay.from_estimator(model, X, response_method="predict", grid_resolution=20)
    return [*model.predict_proba([[5.0, 1.0]])[0], model.score(X, y)]


def trees_regression(model, names):
    return model.fit(*DIABETES).predict(DIABETES[0][:20]) / 100


def ensemble_bagging(model, names):
    return [ms.cross_val_score(model, *CANCER, cv=5).mean()]


def ensemble_random_forest(model, names):
    model.fit(*CANCER)
    assert len(model.estimators_) == 50
    return [ms.cross_val_score(model, *CANCER, cv=3).mean(), model.feature_importances_.sum()]


def ensemble_adaboost(model, names):
    X, y = CANCER[0][:, [7, 20]], CANCER[1]
    first = model.fit(X, y).estimators_[0]
    assert len(model.estimator_weights_) == len(model.estimator_errors_) == len(model.estimators_)
    return [model.score(X, y), (first.predict(X) == model.predict(X)).mean()]


def ensemble_hist_gradient_boosting(model, names):
    return [ms.cross_val_score(model, *DIABETES, cv=5).mean()]


def feature_selection_introduction(model, names):
    kept = SelectFromModel(model).fit(*CANCER)
    return [ms.cross_val_score(make_pipeline(kept, model), *CANCER, cv=3).mean()]


def feature_selection_ex_01(model, names):
    X = StandardScaler().fit_transform(CANCER[0])
    return RFE(model, n_features_to_select=3).fit(X, CANCER[1]).ranking_


def dev_features_importance(model, names):
    X, y = DIABETES
    found = permutation_importance(model.fit(X, y), X, y, n_repeats=3, random_state=0)
    return found.importances_mean


def metrics_classification(model, names):
    X, X_test, y, y_test = ms.train_test_split(*CANCER, random_state=0)
    model.fit(X, y)
    roc = RocCurveDisplay.from_estimator(model, X_test, y_test)
    precision = PrecisionRecallDisplay.from_estimator(model, X_test, y_test)
    table = ConfusionMatrixDisplay.from_estimator(model, X_test, y_test).confusion_matrix
    return [roc.roc_auc, precision.average_precision, *table.ravel() / len(y_test)]


def metrics_regression(model, names):
    target = TransformedTargetRegressor(model, func=np.log, inverse_func=np.exp).fit(*DIABETES)
    shown = PredictionErrorDisplay.from_estimator(target, *DIABETES)
    return [np.mean(shown.y_pred) / 100, target.score(*DIABETES)]


def clustering_kmeans(model, names):
    X = IRIS[0]
    groups = model.fit_predict(X)
    assert np.array_equal(groups, model.labels_) and model.cluster_centers_.shape == (3, 4)
    return [model.inertia_ / 100]


LOGISTIC = linear_model.LogisticRegression(tol=1e-10, max_iter=10_000)  # to its end
SCRIPTS = (  # the script, our learner and the names of its parameters, scikit-learn's and theirs, how near they must be
    (numerical_pipeline_introduction, learners.NearestNeighbours(k=5), {}, neighbors.KNeighborsClassifier(), {}, 1e-9),
    (numerical_pipeline_scaling, learners.LogisticRegression(lam=1.0), {}, LOGISTIC, {}, 1e-2),
    (categorical_pipeline_column_transformer, learners.LogisticRegression(lam=1.0), {},
     LOGISTIC, {}, 1e-2),
    (cross_validation_train_test, learners.RegressionTree(), {}, tree.DecisionTreeRegressor(random_state=0), {}, 0.1),
    (cross_validation_validation_curve, learners.RegressionTree(), {"max_depth": "max_depth"},
     tree.DecisionTreeRegressor(random_state=0), {"max_depth": "max_depth"}, 0.03),
    (cross_validation_learning_curve, learners.NaiveBayes(), {}, neighbors.NearestCentroid(), {}, 0.1),
    (cross_validation_nested, learners.SVM(), {"gamma": "gamma", "C": "C"},
     svm.SVC(), {"gamma": "gamma", "C": "C"}, 1e-9),
    (parameter_tuning_grid_search, learners.LogisticRegression(), {"C": "lam"},
     LOGISTIC, {"C": "C"}, 0.01),
    (parameter_tuning_randomized_search, learners.CART(), {"min_leaf": "min_leaf"},
     tree.DecisionTreeClassifier(random_state=0), {"min_leaf": "min_samples_leaf"}, 0.02),
    (parameter_tuning_parallel_plot, learners.SVM(gamma=0.03), {"C": "C"}, svm.SVC(gamma=0.03), {"C": "C"}, 1e-9),
    (linear_regression_in_sklearn, learners.LinearRegression(), {}, linear_model.LinearRegression(), {}, 1e-8),
    (linear_models_regularization, learners.LinearRegression(lam=1.0), {}, linear_model.Ridge(), {}, 1e-8),
    (logistic_regression, learners.LogisticRegression(lam=1.0), {}, LOGISTIC, {}, 1e-3),
    (trees_classification, learners.CART(max_depth=2), {},
     tree.DecisionTreeClassifier(max_depth=2, random_state=0), {}, 1e-9),
    (trees_regression, learners.RegressionTree(max_depth=3), {},
     tree.DecisionTreeRegressor(max_depth=3, random_state=0), {}, 1e-9),
    (ensemble_bagging, learners.Bagging(members=30), {},
     ensemble.BaggingClassifier(n_estimators=30, random_state=0), {}, 0.02),
    (ensemble_random_forest, learners.RandomForest(trees=50), {},
     ensemble.RandomForestClassifier(n_estimators=50, random_state=0), {}, 0.02),
    (ensemble_adaboost, learners.AdaBoost(rounds=20), {}, ensemble.AdaBoostClassifier(n_estimators=20, random_state=0),
     {}, 0.03),
    (ensemble_hist_gradient_boosting, learners.RegressionBoosting(), {},
     ensemble.HistGradientBoostingRegressor(max_iter=100, max_depth=3, min_samples_leaf=1, l2_regularization=1.0), {},
     0.02),
    (feature_selection_introduction, learners.RandomForest(trees=50), {},
     ensemble.RandomForestClassifier(n_estimators=50, random_state=0), {}, 0.03),
    (feature_selection_ex_01, learners.LogisticRegression(lam=1.0), {}, LOGISTIC, {}, 1e-9),
    (dev_features_importance, learners.LinearRegression(), {}, linear_model.LinearRegression(), {}, 1e-9),
    (metrics_classification, learners.CART(max_depth=4), {},
     tree.DecisionTreeClassifier(max_depth=4, random_state=0), {}, 0.06),
    (metrics_regression, learners.LinearRegression(), {}, linear_model.LinearRegression(), {}, 1e-8),
    (clustering_kmeans, learners.KMeans(groups=3, seed=1), {}, clusters.KMeans(3, n_init=10, random_state=0), {}, 1e-3),
)  # fmt: skip


@DRAWN
@pytest.mark.parametrize("case", SCRIPTS, ids=[case[0].__name__ for case in SCRIPTS])
def test_script_runs_with_other_names_alone(case):
    script, ours, our_names, theirs, their_names, near = case
    np.testing.assert_allclose(script(ours, our_names), script(theirs, their_names), atol=near, rtol=0)
