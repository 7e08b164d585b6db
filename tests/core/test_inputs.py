"""Every message of bad input says what was expected, what came, and the repair."""

import numpy as np
import pytest
from scipy import sparse

from labkit.core import inputs
from labkit.core.table import Table


def test_frozen_is_a_read_only_copy():
    values = np.array([1.0, 2.0])
    kept = inputs.frozen(values)
    values[0] = 9.0
    assert kept[0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        kept[0] = 9.0


@pytest.mark.parametrize(
    "X",
    [
        [[1, 2], [3, 4]],
        *(np.array([[1.5]], dtype=kind) for kind in (np.float16, np.float32, np.longdouble)),
        np.array([["1", "2"]]),
        np.array([[True]]),
    ],
)
def test_matrix_takes_whatever_holds_numbers(X):
    checked = inputs.matrix(X)
    assert checked.dtype == float
    np.testing.assert_array_equal(checked, np.asarray(X).astype(float))


def test_matrix_takes_a_table_of_numeric_columns():
    np.testing.assert_array_equal(inputs.matrix(Table.from_dict({"a": [1, 2], "b": [3, 4]})), [[1, 3], [2, 4]])


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([], r"X: Found array with 0 sample\(s\).*; pass at least one row"),
        (np.empty((0, 2)), r"X: Found array with 0 sample\(s\)"),
        (np.empty((3, 0)), r"X: Found array with 0 feature\(s\).*; pass at least one column"),
        (np.array([["2024-01-01", "NaT"]], dtype="datetime64[D]"), "X: expected numbers, got dates or times; pass num"),
        (np.array([[3]], dtype="timedelta64[D]"), "X: expected numbers, got dates or times"),
        ([[10**400]], r"X: expected numbers up to 1e\+100 in size, got one with more than 300 digits; measure"),
        ([1, 2, 3], r"X: Expected 2D array .*, got 1D array of shape \(3,\).*Reshape your data"),
        (5, "X: Expected 2D array .*, got 0D array"),
        (np.zeros((2, 2, 2)), "X: Expected 2D array .*, got 3D array"),
        ([[1, 2], [3]], "X: expected rows of equal length, got different ones; fill in"),
        ([["1", "red"]], "X: expected numbers, got text such as 'red'; leave that column out or encode"),
        ([[1.0, np.nan]], r"X: expected finite numbers, got NaN at \(0, 1\).*; remove or fill in"),
        ([[1.0, None]], r"got NaN at \(0, 1\)"),
        ([[np.inf, -np.inf]], r"X: expected finite numbers, got infinity at \(0, 0\)"),
        ([[1j]], "X: Complex data not supported; expected real numbers"),
        (Table.from_dict({"x": [1, 2], "colour": ["red", None]}), "column 'colour': expected numbers, got text"),
    ],
)
def test_matrix_refuses_with_one_clear_message(X, message):
    with pytest.raises(ValueError, match=message):
        inputs.matrix(X)


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix, sparse.coo_array])
def test_matrix_writes_out_the_zeros_of_a_sparse_array(kind):
    assert inputs.matrix(kind([[0.0, 2.0], [1.0, 0.0]])).tolist() == [[0.0, 2.0], [1.0, 0.0]]


def test_matrix_refuses_a_sparse_array_that_would_not_fit():
    wide = sparse.csr_array((1_000_000, 100_000))
    with pytest.raises(TypeError, match=r"of at most 50,000,000 numbers .* of shape \(1000000, 100000\); choose fewer"):
        inputs.matrix(wide, name="X")
    with pytest.raises(TypeError, match=r"expected a dense array, got a sparse one .* pass X.toarray"):
        inputs.matrix(sparse.csr_array([[0.0, 1.0]]), sparse=False)


def test_matrix_refuses_objects_that_are_no_numbers():
    with pytest.raises(TypeError, match=r"X: expected numbers, got dict values .*; pass one number per example"):
        inputs.matrix(np.array([[{}]], dtype=object))


@pytest.mark.parametrize("size", [1e101, -1e308])
def test_numbers_whose_squares_overflow_are_refused(size):
    with pytest.raises(
        ValueError, match=r"X: expected numbers up to 1e\+100 in size, got .* at \(1, 0\); their squares"
    ):
        inputs.matrix([[1.0], [size]])
    with pytest.raises(ValueError, match=r"y: expected numbers up to 1e\+100"):
        inputs.numbers([size])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_large_numbers_pass_and_infinity_does_not_whatever_the_precision(dtype):
    assert inputs.matrix(np.full((2, 2), min(float(np.finfo(dtype).max), inputs.HUGE), dtype=dtype)).shape == (2, 2)
    for odd, name in ((np.nan, "NaN"), (np.inf, "infinity")):
        with pytest.raises(ValueError, match=rf"got {name} at \(0, 1\)"):
            inputs.matrix(np.array([[1, odd]], dtype=dtype))


@pytest.mark.parametrize(
    ("y", "classes", "index"),
    [
        (["b", "a", "b"], ["a", "b"], [1, 0, 1]),
        ([1, -1, 1], [-1, 1], [1, 0, 1]),
        ([2.0, 1.0], [1.0, 2.0], [1, 0]),
        ([True, False], [False, True], [1, 0]),
    ],
)
def test_labels_are_any_values_in_sorted_order(y, classes, index):
    found, rows = inputs.labels(y)
    assert (found.tolist(), rows.tolist()) == (classes, index)
    assert not found.flags.writeable


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (None, "requires y to be passed, but the target y is None; pass fit"),
        ([1, 1, 1], r"expected at least 2 classes in y, got 1 class: \[1\]; add examples of another class"),
        ([0.5, 1.5], "Unknown label type: expected classes, got continuous numbers such as 0.5; use a regression"),
        ([0.0, np.nan], r"y: expected finite numbers, got NaN at \(1,\)"),
        (np.array(["a", None], dtype=object), "y: expected a label for every example, got None in row 1; leave out"),
        ([None, None], "y: expected a label for every example, got None in row 0; leave out examples without"),
        (np.array(["a", np.nan], dtype=object), "got nan in row 1"),
        (np.array(["2024-01-01", "NaT"], dtype="datetime64[D]"), "got NaT in row 1"),
        (np.array(["a", 1], dtype=object), r"expected labels of one type, got \['int', 'str'\]; convert them to text"),
        ([1j, 2], "y: Complex data not supported; expected labels, pass y.real"),
        ([[0, 1], [1, 0]], r"y: expected a 1d array, .*got shape \(2, 2\); pass one column"),
        ([[0, 1], [1]], "y: expected rows of equal length"),
    ],
)
def test_labels_refuse_with_one_clear_message(y, message):
    with pytest.raises(ValueError, match=message):
        inputs.labels(y)


def test_labels_refuse_a_third_class_where_two_are_meant():
    with pytest.raises(ValueError, match=r"expected 2 classes in y, got 3; use a multi-class learner"):
        inputs.labels([0, 1, 2], most_classes=2)


def test_column_vector_is_taken_with_a_warning():
    with pytest.warns(UserWarning, match=r"column-vector y was passed.*; pass y.ravel\(\)"):
        assert inputs.vector([[1], [2]]).tolist() == [1, 2]


def test_numbers_are_floats_whatever_they_came_as():
    assert inputs.numbers([1, 2]).dtype == float
    assert inputs.numbers(np.array(["1.5"])).tolist() == [1.5]
    with pytest.raises(ValueError, match="y: expected numbers, got text such as 'red'"):
        inputs.numbers(["red"])
    with pytest.raises(ValueError, match=r"y: expected finite numbers, got infinity at \(1,\)"):
        inputs.numbers([0, np.inf])
    with pytest.raises(ValueError, match=r"y: Complex data not supported; expected real numbers, pass y.real"):
        inputs.numbers([1j, 2])
    with pytest.raises(
        ValueError, match="y: expected numbers, got text such as 'dog'; take a learner of classes, or pass"
    ):
        inputs.numbers(["dog", "cat"])
    with pytest.raises(ValueError, match="y: expected numbers, got dates or times"):
        inputs.numbers(np.array(["NaT"], dtype="datetime64[D]"))
    with pytest.raises(ValueError, match=r"y: expected numbers up to 1e\+100 .* more than 300 digits"):
        inputs.numbers([10**400, 1])


def test_different_lengths_are_refused():
    with pytest.raises(ValueError, match="one target per example, got X with 3 rows and y with inconsistent length 2"):
        inputs.same_length(np.zeros((3, 1)), np.zeros(2))


@pytest.mark.parametrize("value", ["weekly", 3, None, np.array(["cyclic", "random"]), ["cyclic"]])
def test_option_names_the_words_it_knows(value):
    with pytest.raises(ValueError, match=r"order: expected one of 'cyclic', 'random', got .*; choose one of these"):
        inputs.option("order", value, ("cyclic", "random"))


def test_option_compares_numbers_by_value():
    inputs.option("x0", -1.0, (-1, 1))
    inputs.option("x0", np.float64(1), (-1, 1))


@pytest.mark.parametrize(
    ("value", "bounds", "message"),
    [
        (-1, {"least": 1, "whole": True}, "expected a whole number >= 1, got -1; set max_sweeps accordingly"),
        (1.5, {"least": 1, "whole": True}, "expected a whole number >= 1, got 1.5"),
        (True, {"least": 1, "whole": True}, "got True"),
        ("ten", {"above": 0}, "expected a number > 0, got 'ten'"),
        (None, {"above": 0}, "got None"),
        (np.nan, {"above": 0}, "got nan"),
        (np.inf, {"above": 0}, "got inf"),
        (10**400, {"above": 0}, r"got 10+\.\.\.0+; set"),
        (0, {"above": 0, "below": 1}, "expected a number > 0 and < 1, got 0"),
        (2, {"least": 0, "most": 1}, "expected a number >= 0 and <= 1, got 2"),
    ],
)
def test_number_says_its_bounds(value, bounds, message):
    with pytest.raises(ValueError, match=f"max_sweeps: .*{message}"):
        inputs.number("max_sweeps", value, **bounds)


def test_number_says_why_it_has_a_bound():
    with pytest.raises(
        ValueError, match=r"^margin: expected a number > 0 \(it lands there\), got 0; set margin accordingly"
    ):
        inputs.number("margin", 0, above=0, why="it lands there")


@pytest.mark.parametrize("value", [1, np.int64(1), np.float64(1.0)])
def test_number_takes_numpy_numbers(value):
    inputs.number("margin", value, least=1, most=1)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1, 2], r"start: expected 3 numbers \(constant input first.*got shape \(2,\); pass an array of length 3"),
        ("zero", "start: expected numbers, got text such as 'zero'"),
        ([1, 2, np.nan], r"start: expected finite numbers, got NaN at \(2,\)"),
    ],
)
def test_weights_say_their_layout(value, message):
    with pytest.raises(ValueError, match=message):
        inputs.weights("start", value, 3)
