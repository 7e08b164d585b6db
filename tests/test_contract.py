"""What every learner promises, whatever it learns: held over ``all_learners()``.

What lives in ``labkit.core``, such as the checks of the data, is held for one learner of each kind: ``KINDS``.
"""

import dataclasses
import importlib
import inspect
import pickle
import pkgutil
import re
import sys
import warnings
from functools import cache
from unittest import SkipTest

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.utils.estimator_checks import estimator_checks_generator

import labkit.learners
from labkit.core import data, drawable
from labkit.core.learner import (
    Classifier,
    HasProbabilities,
    HasScores,
    Learner,
    Regressor,
    TakesWeights,
    Unsupervised,
)
from labkit.core.story import SOLVED, START, STOP
from labkit.core.table import Table
from labkit.learners import (
    C45,
    LDA,
    Adaline,
    Bagging,
    GaussianMixture,
    KMeans,
    LeastMeanSquares,
    LinearRegression,
    LogisticRegression,
    NearestNeighbours,
    Perceptron,
    RecursiveLeastSquares,
    RegressionTree,
    all_learners,
)
from tests.core.test_frames import Frame

LEARNERS = pytest.mark.parametrize("kind", all_learners(), ids=lambda kind: kind.__name__)
# Two classes and more, numbers and groups; scores, probabilities, weights; tables with missing values.
KINDS = (Perceptron, LogisticRegression, LDA, NearestNeighbours, C45, LinearRegression, RegressionTree, KMeans)
# Where nobody watches they take many examples at once: the same weights but for rounding.
IN_BLOCKS = (Adaline, LeastMeanSquares, RecursiveLeastSquares)
# Of scikit-learn's checks those of a learner itself; all others ask what labkit.core does.
ON_ALL = {
    "check_classifiers_classes",
    "check_classifiers_train",
    "check_decision_proba_consistency",
    "check_dict_unchanged",
    "check_dont_overwrite_parameters",
    "check_estimators_dtypes",
    "check_estimators_overwrite_params",
    "check_estimators_pickle",
    "check_fit2d_1feature",
    "check_fit2d_1sample",
    "check_fit_idempotent",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_no_attributes_set_in_init",
    "check_non_transformer_estimators_n_iter",
    "check_parameters_default_constructible",
    "check_positive_only_tag_during_fit",
    "check_regressors_int",
    "check_regressors_train",
    "check_sample_weight_equivalence_on_dense_data",
}
# Skipped by scikit-learn itself: they need pandas or an array library that labkit does not use.
EXPECTED_SKIPS = {
    "check_array_api_input",
    "check_classifier_data_not_an_array",
    "check_regressor_data_not_an_array",
    "check_sample_weights_pandas_series",
}


def examples(kind, n=60):
    """Data that this kind of learner takes: two overlapping classes, three blobs, or noisy numbers.

    Without a teacher y is ignored: three blobs, moved to where nothing is negative, and which is whose.
    """
    if issubclass(kind, Unsupervised):
        X, y = data.blobs(n, spread=0.15, seed=1)
        return X - X.min(axis=0), y
    if issubclass(kind, Regressor):
        rng = np.random.default_rng(0)
        X = rng.uniform(-1, 1, (n, 2))
        return X, X @ [1.0, -2.0] + 0.5 + rng.normal(0, 0.1, n)
    X, y = data.gaussians(n, seed=1) if kind.two_classes else data.blobs(n, spread=0.25, seed=1)
    return X, np.array(["ape", "bee", "cow"])[y]


@cache
def told(kind):
    """The story of the examples, told once for all tests that only read it."""
    return kind().trace(*examples(kind))


@cache
def fitted(kind):
    return kind().fit(*examples(kind))


def parameters(kind):
    return {name: p.default for name, p in inspect.signature(kind).parameters.items()}


# ---------------------------------------------------------------- scikit-learn's manners


def sklearn_checks():
    with warnings.catch_warnings():  # it says that learners do not inherit from its BaseEstimator: they need not
        warnings.filterwarnings("ignore", message=".*does not inherit from `sklearn.base.BaseEstimator`")
        for kind in all_learners():
            for learner, check in estimator_checks_generator(kind()):
                name = getattr(check, "func", check).__name__
                if kind not in KINDS and name not in ON_ALL:
                    continue
                given = getattr(check, "keywords", {})
                suffix = "".join(f"-{value}" for value in given.values())
                yield pytest.param(learner, check, name, id=f"{kind.__name__}-{name}{suffix}")


def test_every_kind_of_learner_is_among_the_few():
    tags = [kind().__sklearn_tags__() for kind in KINDS]
    bases = {Classifier, Regressor, Unsupervised, HasScores, HasProbabilities, TakesWeights}
    assert all(any(issubclass(kind, base) for kind in KINDS) for base in bases)
    assert {getattr(kind, "two_classes", False) for kind in KINDS} == {False, True}
    assert {tag.input_tags.allow_nan for tag in tags} == {False, True}


def test_checks_on_all_learners_are_those_of_scikit_learn():
    assert {param.values[2] for param in SKLEARN_CHECKS} >= ON_ALL


SKLEARN_CHECKS = list(sklearn_checks())


@pytest.mark.parametrize(("learner", "check", "name"), SKLEARN_CHECKS)
def test_learner_passes_scikit_learn_check(learner, check, name):
    try:
        check(learner)
    except SkipTest as reason:
        assert name in EXPECTED_SKIPS, f"{name} was skipped: {reason}"
        pytest.skip(str(reason))


@pytest.mark.parametrize("kind", [*KINDS, Bagging, GaussianMixture], ids=lambda kind: kind.__name__)
def test_learner_works_in_a_pipeline_and_in_searches(kind):
    X, y = examples(kind)
    positive = kind().__sklearn_tags__().input_tags.positive_only
    pipeline = make_pipeline(MinMaxScaler(clip=True) if positive else StandardScaler(), kind())
    assert pipeline.fit(X, y).predict(X).shape == y.shape
    assert np.isfinite(cross_val_score(pipeline, X, y, cv=3, error_score="raise")).all()
    name, default = next(iter(parameters(kind).items()), (None, None))
    grid = {} if name is None else {name: [default]}
    search = GridSearchCV(kind(), grid, cv=3, error_score="raise").fit(X, y)
    assert np.isfinite(search.best_score_)


@LEARNERS
def test_learner_learns_something(kind):
    X, y = examples(kind)
    learner = fitted(kind)
    if issubclass(kind, Unsupervised):  # most of a group are of one kind
        groups = learner.predict(X)
        alike = sum(np.bincount(y[groups == group]).max() for group in np.unique(groups))
        assert alike / len(y) > 1 / 3 + 0.2
        return
    chance = 0.0 if issubclass(kind, Regressor) else 1 / len(np.unique(y))
    assert learner.score(X, y) > chance + 0.2


@LEARNERS
def test_params_survive_get_set_clone_and_pickle(kind):
    X, _ = examples(kind)
    learner = fitted(kind)
    params = learner.get_params()
    assert set(params) == set(parameters(kind))
    copies = [clone(learner), kind().set_params(**params), pickle.loads(pickle.dumps(learner))]
    assert [repr(copy) for copy in copies] == [repr(learner)] * 3
    np.testing.assert_array_equal(copies[-1].predict(X), learner.predict(X))


@LEARNERS
def test_hyper_parameters_are_given_by_keyword_and_kept_as_they_are(kind):
    signature = inspect.signature(kind).parameters.values()
    assert all(p.kind is p.KEYWORD_ONLY and p.default is not p.empty for p in signature)
    learner = kind()
    assert learner.get_params() == parameters(kind)


# ---------------------------------------------------------------- the story


def contents(thing, path="step", seen=frozenset()):
    """Every (path, value) inside a step: arrays and plain values, through dataclasses and containers."""
    if id(thing) in seen:
        return
    seen = seen | {id(thing)}
    if dataclasses.is_dataclass(thing):
        inside = [(f".{field.name}", getattr(thing, field.name)) for field in dataclasses.fields(thing)]
    elif isinstance(thing, dict):
        inside = [(f"[{key!r}]", value) for key, value in thing.items()]
    elif isinstance(thing, list | tuple):
        inside = [(f"[{k}]", value) for k, value in enumerate(thing)]
    else:
        yield path, thing
        return
    for name, value in inside:
        yield from contents(value, path + name, seen)


def snapshot(step):
    """A deep copy of what a step holds now, with its caption."""
    plain = {path: value.copy() if isinstance(value, np.ndarray) else value for path, value in contents(step)}
    return plain | {"caption": step.caption}


def assert_same(one, other, *, rounding=0.0):
    assert one.keys() == other.keys()
    for path, value in one.items():
        assert type(value) is type(other[path]), path
        if rounding and isinstance(value, np.ndarray) and value.dtype == float:
            np.testing.assert_allclose(value, other[path], rtol=rounding, atol=rounding, err_msg=path)
        elif isinstance(value, np.ndarray | np.generic | float | int | str | None):
            np.testing.assert_array_equal(value, other[path], err_msg=path)


@LEARNERS
def test_story_replays_identically_and_stays_as_it_was_told(kind):
    """As it streams, and as another learner of the same seed kept it in a trace: always the same."""
    X, y = examples(kind)
    record = [snapshot(step) for step in kind().steps(X, y)]
    kept = [snapshot(step) for step in told(kind)]
    assert len(record) == len(kept)
    for first, second in zip(record, kept, strict=True):
        assert_same(first, second)


@LEARNERS
def test_story_has_a_start_and_says_why_it_stopped(kind):
    trace = told(kind)
    if len(trace) == 1:
        assert trace[0].event == SOLVED
    else:
        assert trace[0].event == START
        assert trace[-1].event == STOP
        assert trace[-1].reason
    assert all(step.caption and "\n" not in step.caption for step in trace)


@LEARNERS
def test_fit_keeps_what_the_last_step_says(kind):
    X, _ = examples(kind)
    learner, last = fitted(kind), told(kind)[-1]
    rounding = 1e-10 if kind in IN_BLOCKS else 0.0
    assert_same(snapshot(learner.last_step_), snapshot(last), rounding=rounding)
    for method in ("predict", "decision_function", "predict_proba"):
        if hasattr(learner, method):
            found, told_by_last = getattr(learner, method)(X), getattr(last.model, method)(X)
            if rounding and found.dtype == float:
                np.testing.assert_allclose(found, told_by_last, rtol=rounding, atol=rounding)
            else:
                np.testing.assert_array_equal(found, told_by_last)


@LEARNERS
def test_no_model_takes_columns_in_another_order(kind):
    """A learner finds columns by their names; its model does so too, or knows no names and refuses the table."""
    X, y = examples(kind)
    table, frame = Table.from_dict({"a": X[:, 0], "b": X[:, 1]}), Frame({"a": X[:, 0], "b": X[:, 1]})
    learner = kind().fit(table, y)
    for named in (table, frame):
        turned = named.select("b", "a")
        for method in ("predict", "decision_function", "predict_proba"):
            if not hasattr(learner, method):
                continue
            try:
                found = getattr(learner.model_, method)(turned)
            except ValueError as refusal:
                assert "X: expected an array, for this model knows no names of columns" in str(refusal)
            else:
                np.testing.assert_array_equal(found, getattr(learner, method)(turned))


@LEARNERS
def test_every_step_predicts_classes_or_numbers(kind):
    X, y = examples(kind)
    trace = told(kind)
    for step in trace[:: max(1, len(trace) // 20)]:
        predicted = step.model.predict(X)
        assert predicted.shape == y.shape
        assert set(predicted) <= set(y) if issubclass(kind, Classifier) else np.isfinite(predicted).all()


@LEARNERS
def test_what_a_model_offers_a_view_is_what_it_predicts(kind):
    X, _ = examples(kind)
    x, up = np.linspace(X[:, 0].min(), X[:, 0].max(), 9), np.linspace(X[:, 1].min(), X[:, 1].max(), 7)
    cases = np.column_stack([np.tile(x, len(up)), np.repeat(up, len(x))])
    model = fitted(kind).model_
    said = model.predict(cases)
    for index in _offered_classes(model, x, up, cases):
        np.testing.assert_array_equal(model.classes[index.ravel()], said)
    numbers = model.number_grid(x, up) if isinstance(model, drawable.NumbersOnGrid) else None
    if numbers is not None:
        np.testing.assert_allclose(numbers.ravel(), said, rtol=1e-9, atol=1e-9)


def _offered_classes(model, x, y, cases):
    """The index of the class at the cases, which are the grid of x and y: by every way that the model offers."""
    if isinstance(model, drawable.HasLinearRegions):
        A, b, owner = model.linear_scores
        yield owner[(cases @ A.T + b).argmax(axis=1)]
    if isinstance(model, drawable.ScoresOnGrid):
        score = model.score_grid(x, y)
        assert (score is None) == (len(model.classes) != 2)
        if score is not None:
            yield (score > 0).astype(int)
    if isinstance(model, drawable.ClassesOnGrid) and (index := model.class_grid(x, y)) is not None:
        assert index.shape == (len(y), len(x))
        yield index


@LEARNERS
def test_arrays_in_steps_are_read_only_and_nobody_else_s(kind):
    X, y = examples(kind)
    for step in kind().steps(X, y):
        for path, value in contents(step):
            if isinstance(value, np.ndarray):
                assert not value.flags.writeable, f"{path} can be written"
                assert not np.shares_memory(value, X), f"{path} is a view of X"


@LEARNERS
def test_steps_are_frozen_and_slotted(kind):
    step = next(kind().steps(*examples(kind)))
    assert type(step).__dataclass_params__.frozen
    assert not type(step).__dataclass_params__.eq
    assert not hasattr(step, "__dict__")


@LEARNERS
def test_numbers_of_a_step_can_be_read_at_every_step(kind):
    trace = told(kind)
    names = [n for n, _ in inspect.getmembers(type(trace[0]), lambda member: isinstance(member, property))]
    for step in (trace[0], trace[len(trace) // 2], trace[-1]):
        for name in names:
            getattr(step, name)


@LEARNERS
def test_learner_leaves_the_data_and_the_global_random_numbers_alone(kind):
    X, y = examples(kind)
    before = X.copy(), y.copy(), np.random.get_state()[1].copy()  # noqa: NPY002  reading it is the point
    kind().fit(X, y)
    for was, now in zip(before, (X, y, np.random.get_state()[1]), strict=True):  # noqa: NPY002
        np.testing.assert_array_equal(was, now)


# ---------------------------------------------------------------- bad input, refused at the call


def bad_data(kind):
    X, y = examples(kind)
    hole = X.copy()
    hole[3, 1] = np.nan
    cases = {
        "empty": (X[:0], y[:0], "Found array with 0 sample"),
        "NaN": (hole, y, r"X: expected finite numbers, got NaN at \(3, 1\)"),
        "flat X": (X[:, 0], y, "Expected 2D array"),
        "text": (np.where(X > 0, "red", "blue"), y, "X: expected numbers, got text such as"),
    }
    if not issubclass(kind, Unsupervised):
        cases["short y"] = (X, y[:-1], "inconsistent length 59")
        cases["wide y"] = (X, np.column_stack([y, y]), "y should be a 1d array")
        cases["no y"] = (X, None, "y is None")
    if kind().__sklearn_tags__().input_tags.allow_nan:
        del cases["NaN"]
    if issubclass(kind, Classifier):
        cases["one class"] = (X, np.full(len(X), "ape"), "at least 2 classes in y, got 1 class")
        cases["continuous y"] = (X, X[:, 0], "Unknown label type")
    if issubclass(kind, Classifier) and kind.two_classes:
        cases["three classes"] = (X, np.arange(len(X)) % 3, "expected 2 classes in y, got 3")
    return cases


BAD_DATA = [(kind, what) for kind in KINDS for what in bad_data(kind)]


@pytest.mark.parametrize(("kind", "what"), BAD_DATA, ids=lambda part: getattr(part, "__name__", part))
@pytest.mark.parametrize("verb", ["steps", "trace", "fit"])
def test_bad_data_are_refused_at_the_call(kind, what, verb):
    X, y, message = bad_data(kind)[what]
    with pytest.raises(ValueError, match=message):
        getattr(kind(), verb)(X, y)


def bad_parameters(kind):
    """For every hyper-parameter what it cannot be: an unknown option, a thing, a negative or a broken budget."""
    for name, default in parameters(kind).items():
        for bad in ["nonsense", object(), *([-1, 0.5] if name.startswith(("max_", "seed")) else [])]:
            yield name, bad, default


@LEARNERS
def test_bad_hyper_parameter_is_refused_at_the_call_by_its_name(kind):
    X, y = examples(kind)
    for name, bad, default in bad_parameters(kind):
        with pytest.raises((ValueError, TypeError), match=rf"^{name}\b.*expected") as refusal:
            kind(**{name: bad}).steps(X, y)
        if isinstance(default, str):
            assert repr(default) in str(refusal.value), f"the options of {name} are not named"


# ---------------------------------------------------------------- what is public is listed and documented


def test_all_learners_are_public_in_alphabetical_order():
    names = [kind.__name__ for kind in all_learners()]
    assert names == sorted(names)
    assert set(names) <= set(labkit.learners.__all__)
    assert all(hasattr(labkit.learners, name) for name in labkit.learners.__all__)


def test_no_learner_is_forgotten():
    found = set()
    for module in pkgutil.walk_packages(labkit.learners.__path__, "labkit.learners."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, Learner) and not inspect.isabstract(kind):
                found.add(kind)
    assert found == set(all_learners())


@LEARNERS
def test_every_hyper_parameter_is_documented(kind):
    missing = [
        name for name in parameters(kind) if not re.search(rf"^ +(\w+, )*{name}(, \w+)* : \S", kind.__doc__, re.M)
    ]
    assert not missing, f"{kind.__name__}'s docstring has no line for {missing}"


@LEARNERS
def test_module_names_its_lecture_and_inventory(kind):
    text = sys.modules[kind.__module__].__doc__
    assert re.search(r"\bLectures? \d\d", text), "which lecture?"
    assert re.search(r"Inventory: I-\d{3}-\d{3}", text), "which items of the inventory?"
