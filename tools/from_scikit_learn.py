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
IMITATED = [
    "numerical_pipeline_introduction",
    "numerical_pipeline_scaling",
    "categorical_pipeline_column_transformer",
    "cross_validation_train_test",
    "cross_validation_validation_curve",
    "cross_validation_learning_curve",
    "cross_validation_nested",
    "parameter_tuning_grid_search",
    "parameter_tuning_randomized_search",
    "parameter_tuning_parallel_plot",
    "linear_regression_in_sklearn",
    "linear_models_regularization",
    "logistic_regression",
    "trees_classification",
    "trees_regression",
    "ensemble_bagging",
    "ensemble_random_forest",
    "ensemble_adaboost",
    "ensemble_hist_gradient_boosting",
    "feature_selection_introduction",
    "feature_selection_ex_01",
    "dev_features_importance",
    "metrics_classification",
    "metrics_regression",
    "clustering_kmeans",
]
MOOC = f"""## scikit-learn's MOOC

Tests imitate {len(IMITATED)} scripts of [scikit-learn's MOOC](https://inria.github.io/scikit-learn-mooc/). They make
the script's calls with our learner and with theirs, on a bundled set; only the class and its parameters are renamed,
and both give nearly the same numbers. The scripts themselves need pandas and tables of their own: how many of the 40
that fit an estimator run as they are is not tested. Imitated are

{", ".join(f"`{name}`" for name in IMITATED)}
"""


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
        MOOC,
    ])  # fmt: skip


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print("docs/from_scikit_learn.md is written")
