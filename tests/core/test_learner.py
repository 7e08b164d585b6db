"""The manners that every learner inherits, shown on the smallest learners there can be."""

from dataclasses import dataclass

import numpy as np
import pytest

from labkit.core import params
from labkit.core.learner import Classifier, Regressor, Unsupervised
from labkit.core.story import SOLVED, START, STOP, Step
from labkit.core.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    value: object

    def predict(self, X):
        return np.full(len(X), self.value)


class Majority(Classifier):
    """Always the most frequent class; tells in two steps."""

    patience: int = params.whole(1, least=1)
    inner: Classifier | None = None

    def _story(self, data, record):
        winner = data.classes[np.bincount(data.y).argmax()]
        if record:
            yield Step(event=START, model=Constant(data.classes[0]))
        yield Step(event=STOP, model=Constant(winner), reason=f"counted with patience {self.patience}")


class Mean(Regressor):
    """Always the mean of all inputs and targets; a closed form."""

    def _check(self, data):
        pass

    def _story(self, data, record):
        yield Step(event=SOLVED, model=Constant(data.X.mean() + data.y.mean()))


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    middle: float

    def predict(self, X):
        return (X[:, 0] > self.middle).astype(int)

    def score(self, X):
        return -float(np.abs(X[:, 0] - self.middle).mean())


class Median(Unsupervised):
    """Two groups, left and right of the middle."""

    def _check(self, data):
        assert data.y is None

    def _story(self, data, record):
        yield Step(event=SOLVED, model=Halves(float(np.median(data.X[:, 0]))))


def test_learner_without_a_teacher_needs_no_y_and_ignores_one():
    X = np.array([[0.0], [1.0], [5.0], [6.0]])
    alone, taught = Median().fit(X), Median().fit(X, ["any", "length"])
    assert alone.predict(X).tolist() == taught.predict(X).tolist() == [0, 0, 1, 1]
    assert alone.score(X) == taught.score(X, y="ignored") == -2.5
    assert Median().trace(X)[-1].model.middle == next(Median().steps(X)).model.middle == 3.0
    assert not hasattr(alone, "classes_")


@dataclass(frozen=True, slots=True, eq=False)
class Echo:
    def predict(self, X):
        return X["kind"] if isinstance(X, Table) else X[:, 0]


class FirstColumn(Regressor):
    """Says the first feature, whatever it was fitted with."""

    def _check(self, data):
        pass

    def _story(self, data, record):
        yield Step(event=SOLVED, model=Echo())


class TakesTables(FirstColumn):
    """A learner of categories: a table goes in as it is."""

    def _features(self, X):
        return X


X, Y = np.arange(6.0).reshape(3, 2), np.array(["a", "b", "b"])


def test_steps_validate_at_the_call_not_at_the_first_step():
    with pytest.raises(ValueError, match="patience: expected a whole number >= 1, got 0"):
        Majority(patience=0).steps(X, Y)
    with pytest.raises(ValueError, match="inconsistent length 2"):
        Majority().steps(X, Y[:2])


def test_fit_keeps_the_last_step_only():
    learner = Majority().fit(X, Y)
    assert learner.last_step_.event == STOP
    assert learner.model_ is learner.last_step_.model
    assert learner.classes_.tolist() == ["a", "b"]
    assert learner.n_features_in_ == 2
    assert learner.predict(X).tolist() == ["b"] * 3
    assert learner.score(X, Y) == pytest.approx(2 / 3)


def test_trace_keeps_every_step():
    assert [step.event for step in Majority().trace(X, Y)] == [START, STOP]


def test_story_is_about_the_data_as_they_were_at_the_call():
    moving = X.copy()
    steps = Mean().steps(moving, [0, 0, 0])
    moving[:] = 100.0
    assert next(steps).model.value == X.mean()


def test_story_is_told_with_the_hyper_parameters_of_the_call():
    learner = Majority(patience=3)
    steps = learner.steps(X, Y)
    learner.set_params(patience=9)
    assert [step.reason for step in steps][-1] == "counted with patience 3"
    assert learner.patience == 9


def test_table_s_columns_are_found_again_by_name():
    table = Table.from_dict({"a": [1, 2, 3], "b": [4, 5, 6]})
    learner = FirstColumn().fit(table, [0, 0, 0])
    assert learner.feature_names_in_.tolist() == ["a", "b"] and learner.n_features_in_ == 2
    assert learner.predict(table.select("b", "a")).tolist() == [1, 2, 3]
    assert learner.predict(Table.from_dict({"c": ["x"], "b": [8], "a": [9]})).tolist() == [9]
    assert learner.predict([[7, 8]]).tolist() == [7]
    with pytest.raises(ValueError, match=r"FirstColumn was fitted with \('a', 'b'\), got a table without 'b'; add"):
        learner.predict(table.without("b"))


def test_names_of_an_earlier_fit_are_forgotten():
    table = Table.from_dict({"a": [1, 2, 3], "b": [4, 5, 6]})
    learner = FirstColumn().fit(table, [0, 0, 0]).fit(X, [0, 0, 0])
    assert not hasattr(learner, "feature_names_in_")
    assert learner.predict(table.select("b", "a")).tolist() == [4, 5, 6]


def test_learner_may_take_a_table_as_it_is():
    table = Table.from_dict({"kind": ["dog", None, "cat"], "age": [1, 2, None]})
    learner = TakesTables().fit(table, [0, 0, 0])
    assert learner.n_features_in_ == 2
    assert learner.predict(table.select("age", "kind"))[:1].tolist() == ["dog"]
    assert len(learner.trace(table, [0, 0, 0])) == 1


def test_signs_are_plus_one_for_the_second_class():
    assert Majority()._checked(X, Y).signs.tolist() == [-1.0, 1.0, 1.0]


def test_numbers_of_any_precision_are_computed_with_in_double():
    seen = []

    class Looks(Mean):
        def _check(self, data):
            seen.append((data.X.dtype, data.y.dtype))

    for kind in (np.float16, np.float32, int):
        Looks().fit(X.astype(kind), np.arange(3).astype(kind))
    assert set(seen) == {(np.dtype(float), np.dtype(float))}


def test_nothing_to_predict_is_refused():
    table = Table.from_dict({"kind": ["dog", None, "cat"], "age": [1, 2, None]})
    for learner, empty in ((Mean().fit(X, [1, 2, 3]), X[:0]), (TakesTables().fit(table, [0, 0, 0]), table[:0])):
        with pytest.raises(ValueError, match=r"X: Found array with 0 sample\(s\) .*; pass at least one row"):
            learner.predict(empty)


@pytest.mark.parametrize(
    ("truth", "message"),
    [
        ([0.0, np.nan, 1.0], r"y: expected finite numbers, got NaN at \(1,\)"),
        ([None, "a", "b"], "y: expected a label for every example, got None in row 0"),
        ([0, 1, 1], "expected labels as they are predicted, text such as 'b', got numbers such as 0; pass the labels"),
    ],
)
def test_score_refuses_what_cannot_be_right(truth, message):
    with pytest.raises(ValueError, match=message):
        Majority().fit(X, Y).score(X, truth)


def test_score_of_numbers_refuses_gaps():
    with pytest.raises(ValueError, match=r"y: expected finite numbers, got NaN at \(2,\)"):
        Mean().fit(X, [1, 2, 3]).score(X, [1, 2, np.nan])


def test_unfitted_learner_says_how_to_fit():
    with pytest.raises(ValueError, match=r"expected a fitted Majority, got .*; call majority.fit\(X, y\) first"):
        Majority().predict(X)


def test_predict_refuses_other_features_than_were_fitted():
    with pytest.raises(ValueError, match="X has 1 features, but Majority is expecting 2 features"):
        Majority().fit(X, Y).predict(X[:, :1])


def test_empty_data_are_named_before_missing_classes():
    with pytest.raises(ValueError, match="X: Found array with 0 sample"):
        Majority().fit([], [])


def test_params_go_out_and_in_by_name():
    learner = Majority(inner=Majority())
    assert learner.get_params(deep=False) == {"patience": 1, "inner": learner.inner}
    assert learner.set_params(patience=3, inner__patience=4) is learner
    assert learner.get_params()["inner__patience"] == 4
    with pytest.raises(ValueError, match=r"Invalid parameter 'patients' .* one of \['patience', 'inner'\]"):
        learner.set_params(patients=3)


def test_repr_shows_what_differs_from_the_defaults():
    assert repr(Majority()) == "Majority()"
    assert repr(Majority(patience=2)) == "Majority(patience=2)"


def test_regressor_scores_by_r_squared():
    assert Mean().fit(X, [1, 2, 3]).score(X, [7.0, 7.0, 7.0]) == 0.0
    assert not hasattr(Mean().fit(X, [1, 2, 3]), "classes_")
