"""scikit-learn's words for hyper-parameters lead to ours: in the message of a constructor, and on a page."""

import inspect

import pytest
import sklearn
from sklearn.utils import all_estimators

import labkit.learners
from labkit.core.scikit_learn import CLASSES, WORDS, ours
from labkit.learners import (
    CART,
    SVM,
    GradientBoosting,
    KMeans,
    LogisticRegression,
    NaiveBayes,
    NearestNeighbours,
    RandomForest,
)
from tests.test_mooc_scripts import SCRIPTS
from tools import from_scikit_learn


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        (
            RandomForest,
            {"n_estimators": 10},
            "RandomForest: expected keywords out of .*trees, m, .*; write trees for sc",
        ),
        (RandomForest, {"random_state": 0}, "write seed for scikit-learn's random_state"),
        (GradientBoosting, {"n_estimators": 10}, "write rounds for scikit-learn's n_estimators"),
        (LogisticRegression, {"C": 10}, r"write lam for scikit-learn's C \(1 / C\)"),
        (CART, {"random_state": 0}, "leave random_state out, it has no counterpart here"),
        (CART, {"n_jobs": 2}, "got 'n_jobs'; leave it out"),
        (RandomForest, {"criterion": "gini"}, "got 'criterion'; leave it out: only a single tree has one"),
        (RandomForest, {"bootstrap": False}, "got 'bootstrap'; leave it out: .* always draw with replacement"),
        (NearestNeighbours, {"metric": "manhattan"}, r"write p for scikit-learn's metric \(`p=1` is manhattan"),
        (KMeans, {"n_init": 10}, "got 'n_init'; leave it out: fit with several seeds"),
        (LogisticRegression, {"multi_class": "ovr"}, "leave it out: `SoftmaxRegression` takes many classes"),
        (GradientBoosting, {"learning_rat": 0.1}, "write shrinkage for scikit-learn's learning_rate"),
        (KMeans, {"group": 2}, "did you mean 'groups'"),
        (SVM, {"penguin": 2}, "expected keywords out of kernel, C, .*, got 'penguin'; check the spelling"),
    ],
)
def test_unknown_keyword_is_refused_with_the_known_ones_and_ours(kind, given, message):
    with pytest.raises(TypeError, match=message):
        kind(**given)
    with pytest.raises(ValueError, match=f"Invalid parameter .*{message.rpartition(';')[2]}"):
        kind().set_params(**given)


def test_value_without_a_keyword_is_refused():
    with pytest.raises(TypeError, match=r"SVM: expected hyper-parameters by keyword \(kernel, C, .*, got 2.0 without"):
        SVM(2.0)


def test_signature_names_the_hyper_parameters():
    assert list(inspect.signature(NaiveBayes).parameters) == ["priors", "laplace"]
    assert SVM(C=2.0).C == 2.0  # our own word, which is also theirs


def test_words_are_scikit_learn_s_and_lead_to_hyper_parameters():
    theirs = {name for _, kind in all_estimators() for name in inspect.signature(kind.__init__).parameters}
    assert set(WORDS) <= theirs, sklearn.__version__
    known = from_scikit_learn.hyper_parameters()
    for word, (candidates, _) in WORDS.items():
        found = {ours(word, names) for names in known.values()} - {None}
        assert found == set(candidates.split()), f"{word}: no learner has {set(candidates.split()) - found}"


def test_scripts_of_the_mooc_that_run_are_imitated_and_the_others_are_not_counted():
    imitated, running = {case[0].__name__ for case in SCRIPTS}, set(from_scikit_learn.RUNNING.split())
    refused = {name for names in from_scikit_learn.REFUSED for name in names.split()}
    assert running <= imitated and not refused & running
    assert imitated - running <= refused | {"feature_selection_ex_01"}  # an exercise
    assert not {"SVR", "RidgeCV", "HDBSCAN"} & set(CLASSES)


def test_classes_are_there_on_both_sides():
    theirs = {name for name, _ in all_estimators()}
    assert set(CLASSES) <= theirs and {mine for mine, _ in CLASSES.values()} <= set(labkit.learners.__all__)


def test_page_is_what_the_tables_give():
    assert from_scikit_learn.PAGE.read_text() == from_scikit_learn.page(), "run python tools/from_scikit_learn.py"
    assert "| `n_estimators` | `trees` |" in from_scikit_learn.page()
