"""docs/from_scikit_learn.md: classes and hyper-parameters of scikit-learn, and what they are called here.

``python tools/from_scikit_learn.py`` writes it from the tables in ``labkit/core/scikit_learn.py`` and from the
hyper-parameters of the learners and of their counterparts; ``make notebooks`` does so too.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

if __package__ in (None, ""):  # started as a script: make `labkit` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sklearn.utils import all_estimators

from labkit.core.scikit_learn import CLASSES, WORDS, ours
from labkit.learners import all_learners

PAGE = Path(__file__).resolve().parent.parent / "docs" / "from_scikit_learn.md"
HEAD = """# From scikit-learn

The learners behave as scikit-learn's do: `fit`, `predict`, `score`, `get_params`, pipelines, searches. Hyper-parameters
are given by keyword; a constructor that is given scikit-learn's word names ours. Columns of a table are found by name,
whether it is ours, of pandas or of polars. This page is made by `tools/from_scikit_learn.py`.
"""
# The lessons of scikit-learn's MOOC that fit an estimator, without exercises and solutions: those that run with other
# names of classes and hyper-parameters, which tests/test_mooc_scripts.py imitates one by one, and those that do not.
RUNNING = """
numerical_pipeline_introduction numerical_pipeline_hands_on numerical_pipeline_scaling
numerical_pipeline_cross_validation categorical_pipeline categorical_pipeline_column_transformer
categorical_pipeline_visualization cross_validation_train_test cross_validation_validation_curve
cross_validation_learning_curve parameter_tuning_manual linear_regression_in_sklearn logistic_regression
linear_models_feature_engineering_classification ensemble_random_forest ensemble_adaboost ensemble_gradient_boosting
ensemble_hist_gradient_boosting cross_validation_baseline cross_validation_stratification cross_validation_grouping
cross_validation_time cross_validation_nested metrics_classification metrics_regression feature_selection_introduction
feature_selection_limitation_model dev_features_importance clustering_kmeans clustering_supervised_metrics
clustering_transformer
"""
REFUSED = {
    "parameter_tuning_grid_search parameter_tuning_randomized_search parameter_tuning_nested":
        "`max_leaf_nodes` of boosting; here trees of boosting have a depth",
    "ensemble_hyperparameters": "`max_leaf_nodes` and `min_samples_leaf` of forests, `max_leaf_nodes` of boosting",
    "ensemble_introduction": "`min_samples_leaf` as a share; here it is a number of examples",
    "ensemble_bagging": "bagging of a pipeline; here members are learners of labkit",
    "trees_classification trees_regression trees_hyperparameters":
        "`plot_tree` draws scikit-learn's trees only; `print(tree)` shows ours",
    "linear_regression_non_linear_link": "no `SVR`",
    "linear_models_regularization": "no `RidgeCV`",
    "clustering_hdbscan": "no `HDBSCAN`",
}  # fmt: skip


def mooc() -> str:
    rows = [(", ".join(f"`{name}`" for name in names.split()), why) for names, why in REFUSED.items()]
    running = RUNNING.split()
    lessons = len(running) + sum(len(names.split()) for names in REFUSED)
    return "\n".join([
        "## scikit-learn's MOOC", "",
        f"Of the {lessons} lessons of [scikit-learn's MOOC](https://inria.github.io/scikit-learn-mooc/) that fit an",
        f"estimator (exercises are not counted) {len(running)} run with our learners where only names of classes and",
        "hyper-parameters change, as the tables above say: what has no counterpart is left out, `C` is `1 / lam`, and",
        "three classes take `SoftmaxRegression`. Encoders, scalers, dummies, splits, searches and displays stay",
        "scikit-learn's. This comes from reading the scripts, for their tables are not here. Tests make their",
        "calls on bundled sets, with our learner and with theirs, and both give nearly the same numbers:", "",
        ", ".join(f"`{name}`" for name in running), "",
        "The others do not run as a whole:", "",
        "| script | what stops it |", "|---|---|", *(f"| {names} | {why} |" for names, why in rows), "",
    ])  # fmt: skip


def hyper_parameters() -> dict[str, list[str]]:
    return {kind.__name__: [each.name for each in fields(kind) if each.init] for kind in all_learners()}


def counterparts() -> dict[str, set[str]]:
    """Learner -> the hyper-parameters of its counterparts in scikit-learn."""
    theirs, found = dict(all_estimators()), {}
    for name, (mine, _) in CLASSES.items():
        found.setdefault(mine, set()).update(inspect.signature(theirs[name].__init__).parameters)
    return found


def words() -> Iterator[tuple[str, str, str, str]]:
    """(theirs, ours, the learners of which this is said, what is different)"""
    known, theirs = hyper_parameters(), counterparts()
    for word, (candidates, note) in WORDS.items():
        if not candidates:
            yield word, "", "", note
        for name in candidates.split():
            if some := [mine for mine in theirs if word in theirs[mine] and ours(word, known[mine]) == name]:
                yield word, name, ", ".join(sorted(some)), note


def page() -> str:
    classes = [f"| `{theirs}` | `{mine}` | {note} |" for theirs, (mine, note) in CLASSES.items()]
    lines = [
        f"| `{theirs}` | {f'`{mine}`' if mine else 'none'} | {note} | {some} |"
        for theirs, mine, some, note in sorted(words(), key=lambda row: row[0].lower())
    ]
    return "\n".join([
        HEAD, "## Classes", "", "| scikit-learn | labkit | |", "|---|---|---|", *classes, "",
        "## Hyper-parameters", "", "| scikit-learn | labkit | | of |", "|---|---|---|---|", *lines, "",
        mooc(),
    ])  # fmt: skip


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print("docs/from_scikit_learn.md is written")
