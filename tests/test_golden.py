"""The reader of the golden values, which every other test trusts."""

import numpy as np
import pytest

from tests.golden import Golden, all_golden, close, golden


def expecting(value, tolerance=1e-9):
    return Golden("X-01", value, tolerance, "", "")


def test_golden_reads_numbers_lists_bools_and_names():
    assert golden("COV-01").value == 0.875
    assert golden("PER-06").value == [[0, 1, 2], [2, 2]]
    assert golden("PER-15").value is False and golden("PER-15").tolerance is None
    assert golden("JMI-10").value == "t2"


def test_golden_leaves_out_the_rows_whose_data_is_not_shipped():
    assert len(all_golden()) == 372
    assert not [id for id in all_golden() if id.startswith("SAH")]


def test_golden_of_an_unknown_id_says_what_to_do():
    with pytest.raises(ValueError, match=r"expected an id of golden\.csv .* got 'PER-99'; look it up there"):
        golden("PER-99")


def test_close_accepts_arrays_within_the_tolerance():
    assert close(np.array([[0.2, 0.2], [0.44, 0.68], [0.692, 1.436]]) + 5e-10, golden("DLT-01"))
    assert close(np.float64(0.875), golden("COV-01"))
    assert close(([0, 1, 2], [2, 2]), golden("PER-06"))


@pytest.mark.parametrize("actual", [0.875 + 2e-9, float("nan"), None, True, "0.875", [0.875]])
def test_close_rejects_what_is_not_the_value(actual):
    assert not close(actual, golden("COV-01"))


def test_close_is_relative_for_values_far_below_one():
    assert close(1e-6 * (1 + 5e-9), expecting(1e-6))
    assert not close(1e-6 * (1 + 2e-8), expecting(1e-6))


def test_close_of_an_exact_value_means_equal():
    assert close(np.bool_(False), golden("PER-15"))
    assert not close(0, golden("PER-15"))
    assert close({"a": "yes"}, expecting({"a": "yes"}, None))
    assert not close([1], expecting([1, 2], None))
