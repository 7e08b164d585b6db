"""Tables of other libraries: columns are found by name. ``Frame`` stands for pandas and polars, not needed here."""

import warnings

import numpy as np
import pytest

from labkit.core import data
from labkit.core.frames import tabled
from labkit.core.table import Table
from labkit.learners import C45, CART, LDA, KMeans, LinearRegression, NaiveBayes, RandomForest

WEATHER = Table.from_dict({"sky": ["sun", "rain", "sun", "fog"], "wind": [1, 2, 3, 4]})


class Series:
    """A column, as those of pandas and polars: an array and its kind."""

    def __init__(self, values, dtype=None):
        self.values = np.asarray(values)
        self.dtype = dtype or self.values.dtype

    def __array__(self, dtype=None, copy=None):
        return self.values if dtype is None else self.values.astype(dtype)


class Frame:
    """As much of a frame of pandas or polars as both have."""

    def __init__(self, columns):
        self.lists = {name: v if isinstance(v, Series) else Series(v) for name, v in columns.items()}

    @property
    def columns(self):
        return list(self.lists)

    @property
    def shape(self):
        return len(next(iter(self.lists.values())).values), len(self.lists)

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, name):
        return self.lists[name]

    def __array__(self, dtype=None, copy=None):
        return np.column_stack([series.values for series in self.lists.values()])

    def select(self, *names):
        return Frame({name: self.lists[name] for name in names})


class Mark:
    """Neither equal nor unequal to itself, as the missing values of pandas are."""

    def __ne__(self, other):
        return self

    def __bool__(self):
        raise TypeError("neither true nor false")


def penguins():
    table = data.load("penguins").complete()
    names = [name for name, kind in table.kinds.items() if kind == "numeric"][:4]
    return Frame({name: table[name].astype(float) for name in names}), table["species"]


@pytest.mark.parametrize("kind", [LDA, CART, RandomForest, NaiveBayes])
def test_columns_in_another_order_are_put_right(kind):
    X, y = penguins()
    learner = kind().fit(X, y)
    assert learner.feature_names_in_.tolist() == X.columns and learner.feature_names_in_.dtype == object
    turned = X.select(*reversed(X.columns))
    np.testing.assert_array_equal(learner.predict(turned), learner.predict(X))
    np.testing.assert_array_equal(learner.predict_proba(turned), learner.predict_proba(X))
    assert learner.score(turned, y) == learner.score(X, y) > 0.95
    np.testing.assert_array_equal(learner.predict(np.asarray(X)), learner.predict(X))


def test_learners_of_numbers_and_of_groups_find_columns_by_name_too():
    X, _ = penguins()
    groups, line = KMeans().fit(X), LinearRegression().fit(X, np.asarray(X)[:, 0])
    turned = X.select(*reversed(X.columns))
    assert (groups.predict(turned) == groups.predict(X)).all() and groups.score(turned) == groups.score(X)
    np.testing.assert_array_equal(line.predict(turned), line.predict(X))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_of_the_libraries_themselves(library):
    """Neither is installed with labkit: this runs where a person has them."""
    make = pytest.importorskip(library).DataFrame
    X, y = penguins()
    frame = make({name: np.asarray(X[name]) for name in X.columns})
    turned = frame[X.columns[::-1]]
    for kind in (LDA, CART, NaiveBayes):
        learner = kind().fit(frame, y)
        assert learner.feature_names_in_.tolist() == X.columns
        np.testing.assert_array_equal(learner.predict(turned), learner.predict(np.asarray(X)))
    np.testing.assert_array_equal(CART().fit(frame, y).model_.predict(turned), CART().fit(X, y).predict(X))
    with pytest.raises(ValueError, match="this model knows no names of columns"):
        LDA().fit(frame, y).model_.predict(turned)
    words = make({"sky": ["sun", "rain", None, "fog"], "wind": [1, 2, 3, 4]})
    assert tabled(words)["sky"].tolist() == ["sun", "rain", None, "fog"] and tabled(words)["wind"].dtype == int


def test_other_names_are_refused():
    X, y = penguins()
    learner = LDA().fit(X, y)
    other = Frame({f"other_{name}": X[name].values for name in X.columns})
    with pytest.raises(ValueError, match=r"X: expected the columns that LDA was fitted with \('.*got a table without"):
        learner.predict(other)
    wide = Frame({f"c{j}": np.arange(4.0) ** j for j in range(15)})
    many = LinearRegression(lam=1.0).fit(wide, np.arange(4))
    with pytest.raises(ValueError, match=r"'c9' and 5 more.*without 'c1', 'c2'.* and 4 more; add"):
        many.predict(wide.select("c0"))


def test_names_that_are_only_numbers_are_no_names():
    X = Frame({0: [1.0, 2.0, 4.0], 1: [3.0, 4.0, 1.0]})
    assert tabled(X) is X
    assert not hasattr(LinearRegression().fit(X, [1, 2, 3]), "feature_names_in_")


def test_names_must_be_text_and_different():
    with pytest.raises(TypeError, match="X: expected names of columns that are all text, got 7 among them"):
        tabled(Frame({"a": [1], 7: [2]}))
    twice = Frame({"a": [1]})
    twice.__class__ = type("Twice", (Frame,), {"columns": ["a", "a"]})
    with pytest.raises(ValueError, match="X: expected columns of different names, got 'a' more than once; rename"):
        tabled(twice)


def test_columns_keep_their_kinds():
    frame = Frame({
        "whole": [1, 2, 3],
        "flag": [True, False, True],
        "gap": Series(np.array([True, None, False], dtype=object), "boolean"),
        "word": np.array(["a", np.nan, "b"], dtype=object),
        "grade": Series([2.0, np.nan, 1.0], "category"),
        "count": Series(np.array([5, Mark(), 7], dtype=object), "Int64"),
    })  # fmt: skip
    table = tabled(frame)
    assert table["whole"].dtype == int and table["flag"].tolist() == [1, 0, 1]
    np.testing.assert_array_equal(table["gap"], [1, np.nan, 0])
    np.testing.assert_array_equal(table["count"], [5, np.nan, 7])
    assert table["word"].tolist() == ["a", None, "b"] and table["grade"].tolist() == ["2", None, "1"]


@pytest.mark.parametrize("kind", [CART, C45, NaiveBayes, RandomForest])
def test_text_columns_go_where_categories_do(kind):
    frame, play = Frame({"sky": WEATHER["sky"], "wind": WEATHER["wind"]}), ["yes", "no", "yes", "no"]
    learner = kind().fit(frame, play)
    np.testing.assert_array_equal(learner.predict(frame), kind().fit(WEATHER, play).predict(WEATHER))
    assert learner.predict(frame.select("wind", "sky")).tolist() == learner.predict(frame).tolist()


def test_learner_of_numbers_says_where_categories_go():
    frame = Frame({"sky": WEATHER["sky"], "wind": WEATHER["wind"]})
    message = "column 'sky': expected numbers, got text such as 'fog'.*takes categories .trees, forests, neighbours, "
    with pytest.raises(ValueError, match=message + "NaiveBayes.*or encode"):
        LDA().fit(frame, [0, 1, 0, 1])


def test_functions_that_choose_features_name_them():
    from labkit.learners.selection import forward

    X, y = penguins()
    assert forward(LDA(), X, y, folds=5, most=1).order[0] in X.columns


def test_dates_are_no_numbers_in_a_frame():
    frame = Frame({"day": np.array(["2024-01-01", "NaT"], dtype="datetime64[D]")})
    with pytest.raises(ValueError, match="column 'day': expected numbers or text, got dates; pass a number"):
        LinearRegression().fit(frame, [1, 2])


def test_frames_of_a_library_if_it_is_there():
    for name in ("pandas", "polars"):
        library = pytest.importorskip(name)
        frame = library.DataFrame({"sky": ["sun", "rain", None, "fog"], "wind": [1, 2, 3, 4], "wet": [True, False] * 2})
        table = tabled(frame)
        assert table.kinds == {"sky": "categorical", "wind": "numeric", "wet": "numeric"}
        assert table["sky"].tolist() == ["sun", "rain", None, "fog"] and table["wind"].tolist() == [1, 2, 3, 4]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert C45().fit(frame, [0, 1, 0, 1]).score(frame[["wet", "wind", "sky"]], [0, 1, 0, 1]) == 1
