"""What lessons of scikit-learn's MOOC do with its estimators, done with ours: only the class and its parameters change.

A script has the name of the MOOC's and makes that script's calls, on a bundled set in place of a download. It is run
twice, with our learner and with theirs, and returns numbers that must agree as nearly as two such learners can. Of the
scripts in ``REFUSED`` it makes those calls that work; why others do not is tested at the end.
"""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn import cluster as clusters
from sklearn import datasets, ensemble, linear_model, neighbors, svm, tree
from sklearn import model_selection as ms
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor, make_column_transformer
from sklearn.feature_selection import RFE, SelectFromModel, SelectKBest, f_classif
from sklearn.impute import SimpleImputer
from sklearn.inspection import DecisionBoundaryDisplay, permutation_importance
from sklearn.kernel_approximation import Nystroem
from sklearn.metrics import ConfusionMatrixDisplay, PrecisionRecallDisplay, PredictionErrorDisplay, RocCurveDisplay
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    KBinsDiscretizer,
    OneHotEncoder,
    PolynomialFeatures,
    SplineTransformer,
    StandardScaler,
)

from labkit import learners

IRIS, CANCER, DIABETES = (getattr(datasets, f"load_{name}")(return_X_y=True)
                          for name in ("iris", "breast_cancer", "diabetes"))  # fmt: skip
SPELLED = np.where(CANCER[1] == 1, "benign", "malignant")
PLACES = np.array([[f"place {int(size) % 12}", f"kind {int(10 * rough) % 7}"] for size, rough in CANCER[0][:, :2]])
MIXED = np.column_stack([PLACES[:, 0].astype(object), CANCER[0][:, :2]])
DRAWN = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def numerical_pipeline_introduction(model, names):
    X, X_test, y, y_test = ms.train_test_split(*CANCER, random_state=42)
    model.fit(X, y)
    right = (model.predict(X_test) == y_test).mean()
    assert right == model.score(X_test, y_test)
    return [right]


def numerical_pipeline_hands_on(model, names):
    X, X_test, y, y_test = ms.train_test_split(CANCER[0][:, :4], SPELLED, random_state=42)
    return [model.fit(X, y).score(X_test, y_test)]


def numerical_pipeline_scaling(model, names):
    X, X_test, y, y_test = ms.train_test_split(*CANCER, random_state=42)
    pipeline = make_pipeline(StandardScaler(), model).fit(X, y)
    assert pipeline[-1].n_iter_[0] > 0
    return [pipeline.score(X_test, y_test), *pipeline[-1].coef_.ravel()]


def numerical_pipeline_cross_validation(model, names):
    found = ms.cross_validate(make_pipeline(StandardScaler(), model), *CANCER, cv=5)
    return found["test_score"]


def categorical_pipeline(model, names):
    found = ms.cross_validate(make_pipeline(OneHotEncoder(handle_unknown="ignore"), model), PLACES, SPELLED)
    return found["test_score"]


def categorical_pipeline_column_transformer(model, names):
    parts = [("one-hot", OneHotEncoder(handle_unknown="ignore"), [0]), ("scaler", StandardScaler(), [1, 2])]
    pipeline = make_pipeline(ColumnTransformer(parts), model)
    return ms.cross_validate(pipeline, MIXED, SPELLED, cv=5)["test_score"]


def categorical_pipeline_visualization(model, names):
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    columns = make_column_transformer((numbers, [1, 2]), (OneHotEncoder(handle_unknown="ignore"), [0]))
    pipeline = make_pipeline(columns, model).fit(MIXED, SPELLED)
    assert type(model).__name__ in pipeline._repr_html_()
    return [pipeline.score(MIXED, SPELLED)]


def cross_validation_train_test(model, names):
    cv = ms.ShuffleSplit(n_splits=10, test_size=0.2, random_state=0)
    found = ms.cross_validate(model, *DIABETES, cv=cv, scoring="neg_mean_absolute_error", return_train_score=True)
    return [found["test_score"].mean() / 50, found["train_score"].mean()]


def cross_validation_validation_curve(model, names):
    cv = ms.ShuffleSplit(n_splits=5, test_size=0.2, random_state=0)
    _, test = ms.validation_curve(model, *DIABETES, param_name=names["max_depth"], param_range=[1, 3, 5], cv=cv)
    return test.mean(axis=1)


def cross_validation_baseline(model, names):
    cv = ms.ShuffleSplit(n_splits=3, test_size=0.2, random_state=0)
    score, permuted, p = ms.permutation_test_score(model, *DIABETES, cv=cv, n_permutations=5, random_state=0,
                                                   scoring="neg_mean_absolute_error")  # fmt: skip
    assert score > permuted.max() and p == 1 / 6
    return [score / 50]


def cross_validation_stratification(model, names):
    pipeline = make_pipeline(StandardScaler(), model)
    ways = ms.KFold(n_splits=3), ms.KFold(n_splits=3, shuffle=True, random_state=0), ms.StratifiedKFold(n_splits=3)
    return [ms.cross_validate(pipeline, *IRIS, cv=way)["test_score"].mean() for way in ways]


def cross_validation_grouping(model, names):
    X, y = datasets.load_digits(n_class=4, return_X_y=True)
    groups = np.arange(len(y)) // 60
    pipeline = make_pipeline(StandardScaler(), model)
    return ms.cross_val_score(pipeline, X, y, groups=groups, cv=ms.GroupKFold(n_splits=3))


def cross_validation_time(model, names):
    quarters = np.arange(len(DIABETES[1])) // 100
    by_quarter = ms.cross_val_score(model, *DIABETES, groups=quarters, cv=ms.LeaveOneGroupOut())
    return [by_quarter.mean(), ms.cross_val_score(model, *DIABETES, cv=ms.TimeSeriesSplit(n_splits=4)).mean()]


def cross_validation_learning_curve(model, names):
    cv = ms.ShuffleSplit(n_splits=5, test_size=0.2, random_state=0)
    _, train, test = ms.learning_curve(model, *DIABETES, train_sizes=[0.3, 1.0], cv=cv)
    return [*train.mean(axis=1), *test.mean(axis=1)]


def cross_validation_nested(model, names):
    X, y = StandardScaler().fit_transform(CANCER[0]), CANCER[1]
    search = ms.GridSearchCV(model, {names["gamma"]: [0.003, 0.03], names["C"]: [1, 10]}, cv=3)
    return [ms.cross_val_score(search, X, y, cv=3).mean()]


def parameter_tuning_manual(model, names):
    pipeline = Pipeline([("preprocessor", StandardScaler()), ("classifier", model)])
    pipeline.set_params(**{f"classifier__{names['C']}": 1.0})
    assert pipeline.get_params()[f"classifier__{names['C']}"] == 1.0
    return ms.cross_validate(pipeline, *CANCER)["test_score"]


def parameter_tuning_grid_search(model, names):
    pipeline = make_pipeline(StandardScaler(), model)
    last = pipeline.steps[-1][0]
    search = ms.GridSearchCV(pipeline, {f"{last}__{names['C']}": [0.01, 1.0]}, cv=5).fit(*CANCER)
    return [search.best_score_, search.score(*CANCER)]


def parameter_tuning_randomized_search(model, names):
    search = ms.RandomizedSearchCV(model, {names["min_leaf"]: [5, 20], "max_depth": [2, 4]}, n_iter=3, cv=3,
                                   random_state=0).fit(*CANCER)  # fmt: skip
    return [search.best_score_]


def linear_regression_in_sklearn(model, names):
    model.fit(*DIABETES)
    return [*model.coef_ / 100, model.intercept_ / 100]


def linear_models_regularization(model, names):
    found = ms.cross_validate(make_pipeline(StandardScaler(), model), *DIABETES, cv=5, return_estimator=True)
    return np.mean([each[-1].coef_ for each in found["estimator"]], axis=0)


def linear_models_feature_engineering_classification(model, names):
    X, y = datasets.make_moons(100, noise=0.13, random_state=42)
    found = []
    for features in (KBinsDiscretizer(n_bins=5, quantile_method="averaged_inverted_cdf"), SplineTransformer(n_knots=5),
                     PolynomialFeatures(3), Nystroem(gamma=1.0, random_state=0)):  # fmt: skip
        pipeline = make_pipeline(StandardScaler(), features, model).fit(X, y)
        shown = DecisionBoundaryDisplay.from_estimator(pipeline, X, response_method="predict_proba", grid_resolution=9)
        found.append(shown.response.mean())
    return found


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
    X, y = IRIS[0][:, :2], IRIS[1].astype(str)
    first = model.fit(X, y).estimators_[0]
    assert len(model.estimator_weights_) == len(model.estimator_errors_) == len(model.estimators_)
    return [model.score(X, y), (first.predict(X) == model.predict(X)).mean()]


def ensemble_gradient_boosting(model, names):
    found = ms.cross_validate(model, *DIABETES, scoring="neg_mean_absolute_error")
    return [found["test_score"].mean() / 50]


def ensemble_hist_gradient_boosting(model, names):
    X, y = DIABETES[0][:, [0, 2, 3, 5, 6, 8]], DIABETES[1]  # those with enough different values for the bins
    cut = KBinsDiscretizer(16, encode="ordinal", strategy="quantile", quantile_method="averaged_inverted_cdf")
    return [ms.cross_val_score(way, X, y, cv=5).mean() for way in (model, make_pipeline(cut, model))]


def feature_selection_introduction(model, names):
    pipeline = make_pipeline(SelectKBest(score_func=f_classif, k=2), model)
    found = ms.cross_validate(pipeline, *CANCER, return_estimator=True)
    return [found["test_score"].mean(), *np.argsort(found["estimator"][0][0].scores_)[-2:]]


def feature_selection_limitation_model(model, names):
    kept = SelectFromModel(model)
    return [ms.cross_val_score(make_pipeline(kept, model), *CANCER, cv=3).mean()]


def feature_selection_ex_01(model, names):
    X = StandardScaler().fit_transform(CANCER[0])
    return RFE(model, n_features_to_select=3).fit(X, CANCER[1]).ranking_


def dev_features_importance(model, names):
    X, y = DIABETES
    found = permutation_importance(model.fit(X, y), X, y, n_repeats=3, random_state=0)
    return found.importances_mean


def metrics_classification(model, names):
    X, X_test, y, y_test = ms.train_test_split(CANCER[0][:, :4], SPELLED, random_state=0)
    model.fit(X, y)
    roc = RocCurveDisplay.from_estimator(model, X_test, y_test, pos_label="malignant")
    precision = PrecisionRecallDisplay.from_estimator(model, X_test, y_test, pos_label="malignant")
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


def clustering_supervised_metrics(model, names):
    X, y = IRIS[0], IRIS[1].astype(str)
    found, how = [], {"param_name": names["groups"], "param_range": [2, 3], "cv": ms.ShuffleSplit(3, random_state=0)}
    for scoring in ("v_measure_score", "adjusted_rand_score"):
        shown = ms.ValidationCurveDisplay.from_estimator(model, X, y, scoring=scoring, **how)
        found.extend(shown.test_scores.mean(axis=1))
    return found


def clustering_transformer(model, names):
    columns = make_column_transformer((model, [2, 3]), remainder="passthrough")
    pipeline = make_pipeline(columns, StandardScaler(), linear_model.Ridge(alpha=1e-6))
    search = ms.GridSearchCV(pipeline, {f"columntransformer__kmeans__{names['groups']}": [2, 3]}, cv=3).fit(*DIABETES)
    return [search.best_score_]


LOGISTIC = linear_model.LogisticRegression(tol=1e-10, max_iter=10_000)  # to its end
PENALISED = learners.LogisticRegression(lam=1.0)
SOFTMAX = learners.SoftmaxRegression(lam=1.0, reference=None)
SCRIPTS = (  # the script, our learner and the names of its parameters, scikit-learn's and theirs, how near they must be
    (numerical_pipeline_introduction, learners.NearestNeighbours(k=5), {}, neighbors.KNeighborsClassifier(), {}, 1e-9),
    (numerical_pipeline_hands_on, PENALISED, {}, LOGISTIC, {}, 1e-9),
    (numerical_pipeline_scaling, PENALISED, {}, LOGISTIC, {}, 1e-2),
    (numerical_pipeline_cross_validation, PENALISED, {}, LOGISTIC, {}, 1e-9),
    (categorical_pipeline, PENALISED, {}, LOGISTIC, {}, 1e-9),
    (categorical_pipeline_column_transformer, PENALISED, {}, LOGISTIC, {}, 1e-9),
    (categorical_pipeline_visualization, PENALISED, {}, LOGISTIC, {}, 1e-9),
    (cross_validation_train_test, learners.RegressionTree(), {}, tree.DecisionTreeRegressor(random_state=0), {}, 0.1),
    (cross_validation_validation_curve, learners.RegressionTree(), {"max_depth": "max_depth"},
     tree.DecisionTreeRegressor(random_state=0), {"max_depth": "max_depth"}, 0.03),
    (cross_validation_learning_curve, learners.RegressionTree(max_depth=3), {},
     tree.DecisionTreeRegressor(max_depth=3, random_state=0), {}, 0.02),
    (cross_validation_nested, learners.SVM(), {"gamma": "gamma", "C": "C"},
     svm.SVC(), {"gamma": "gamma", "C": "C"}, 1e-9),
    (cross_validation_baseline, learners.RegressionTree(max_depth=3), {},
     tree.DecisionTreeRegressor(max_depth=3, random_state=0), {}, 0.03),
    (cross_validation_stratification, SOFTMAX, {}, LOGISTIC, {}, 0.03),
    (cross_validation_grouping, SOFTMAX, {}, LOGISTIC, {}, 0.03),
    (cross_validation_time, learners.RegressionTree(max_depth=2), {},
     tree.DecisionTreeRegressor(max_depth=2, random_state=0), {}, 1e-9),
    (parameter_tuning_manual, learners.LogisticRegression(), {"C": "lam"}, LOGISTIC, {"C": "C"}, 1e-9),
    (parameter_tuning_grid_search, learners.LogisticRegression(), {"C": "lam"},
     LOGISTIC, {"C": "C"}, 0.01),
    (parameter_tuning_randomized_search, learners.CART(), {"min_leaf": "min_leaf"},
     tree.DecisionTreeClassifier(random_state=0), {"min_leaf": "min_samples_leaf"}, 0.02),
    (linear_regression_in_sklearn, learners.LinearRegression(), {}, linear_model.LinearRegression(), {}, 1e-8),
    (linear_models_regularization, learners.LinearRegression(lam=1.0), {}, linear_model.Ridge(), {}, 1e-8),
    (linear_models_feature_engineering_classification, PENALISED, {}, LOGISTIC, {}, 1e-3),
    (logistic_regression, learners.LogisticRegression(lam=1.0), {}, LOGISTIC, {}, 1e-3),
    (trees_classification, learners.CART(max_depth=2), {},
     tree.DecisionTreeClassifier(max_depth=2, random_state=0), {}, 1e-9),
    (trees_regression, learners.RegressionTree(max_depth=3), {},
     tree.DecisionTreeRegressor(max_depth=3, random_state=0), {}, 1e-9),
    (ensemble_bagging, learners.Bagging(members=30), {},
     ensemble.BaggingClassifier(n_estimators=30, random_state=0), {}, 0.02),
    (ensemble_random_forest, learners.RandomForest(trees=50), {},
     ensemble.RandomForestClassifier(n_estimators=50, random_state=0), {}, 0.02),
    (ensemble_adaboost, learners.AdaBoost(weak=learners.CART(max_depth=3), rounds=3), {},
     ensemble.AdaBoostClassifier(tree.DecisionTreeClassifier(max_depth=3, random_state=0), n_estimators=3), {}, 0.06),
    (ensemble_gradient_boosting, learners.RegressionBoosting(), {},
     ensemble.GradientBoostingRegressor(random_state=0), {}, 0.03),
    (ensemble_hist_gradient_boosting, learners.RegressionBoosting(), {},
     ensemble.HistGradientBoostingRegressor(max_iter=100, max_depth=3, min_samples_leaf=1, l2_regularization=1.0), {},
     0.02),
    (feature_selection_introduction, learners.RandomForest(trees=50), {},
     ensemble.RandomForestClassifier(n_estimators=50, random_state=0), {}, 0.03),
    (feature_selection_limitation_model, learners.RandomForest(trees=50), {},
     ensemble.RandomForestClassifier(n_estimators=50, random_state=0), {}, 0.03),
    (feature_selection_ex_01, learners.LogisticRegression(lam=1.0), {}, LOGISTIC, {}, 1e-9),
    (dev_features_importance, learners.LinearRegression(), {}, linear_model.LinearRegression(), {}, 1e-9),
    (metrics_classification, PENALISED, {}, LOGISTIC, {}, 1e-3),
    (metrics_regression, learners.LinearRegression(), {}, linear_model.LinearRegression(), {}, 1e-8),
    (clustering_kmeans, learners.KMeans(groups=3, seed=1), {}, clusters.KMeans(3, n_init=10, random_state=0), {}, 1e-3),
    (clustering_supervised_metrics, learners.KMeans(seed=1), {"groups": "groups"},
     clusters.KMeans(n_init=5, random_state=0), {"groups": "n_clusters"}, 0.06),
    (clustering_transformer, learners.KMeans(seed=1), {"groups": "groups"},
     clusters.KMeans(n_init=5, random_state=0), {"groups": "n_clusters"}, 0.02),
)  # fmt: skip


@pytest.fixture(autouse=True)
def drawings_are_closed():
    yield
    plt.close("all")


@DRAWN
@pytest.mark.parametrize("case", SCRIPTS, ids=[case[0].__name__ for case in SCRIPTS])
def test_script_runs_with_other_names_alone(case):
    script, ours, our_names, theirs, their_names, near = case
    np.testing.assert_allclose(script(ours, our_names), script(theirs, their_names), atol=near, rtol=0)


@pytest.mark.parametrize(
    "call",
    [
        lambda: learners.GradientBoosting(max_leaves=4),
        lambda: learners.RegressionForest(max_leaves=10),
        lambda: learners.RegressionForest(min_leaf=5),
        lambda: learners.RegressionTree(min_leaf=0.05).fit(*DIABETES),
        lambda: learners.RegressionBagging(learner=make_pipeline(learners.LinearRegression())).fit(*DIABETES),
        lambda: tree.plot_tree(learners.CART(max_depth=1).fit(*IRIS)),
    ],
)
def test_calls_for_which_scripts_are_refused_are_refused(call):
    with pytest.raises((TypeError, ValueError)):
        call()
