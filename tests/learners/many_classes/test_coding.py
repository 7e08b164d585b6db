"""Codes: the lecture's numbers, distances by counting, and what is corrected by trying every way to be wrong."""

from itertools import combinations, product

import numpy as np
import pytest

from labkit.learners.many_classes import coding
from labkit.learners.many_classes.coding import (
    correctable,
    distances,
    exhaustive,
    least_distance,
    one_vs_one,
    one_vs_rest,
)
from tests.golden import close, golden


def corrected_by_trying(code):
    """The most wrong bits that are always corrected, whatever the bits without a part say; -1 for none at all."""
    for wrong in range(code.shape[1] + 1):
        for word in (row for row in code):
            mine = np.flatnonzero(~np.isnan(word))
            free = np.flatnonzero(np.isnan(word))
            for flipped in combinations(mine, min(wrong, len(mine))):
                for said in product((0, 1), repeat=len(free)):
                    received = word.copy()
                    received[list(flipped)] = 1 - received[list(flipped)]
                    received[free] = said
                    d = distances(code, received)[0]
                    own = next(c for c, row in enumerate(code) if row is word or np.array_equal(row, word, True))
                    if (np.delete(d, own) <= d[own]).any():
                        return wrong - 1
    return code.shape[1]


# ---------------------------------------------------------------- the lecture's numbers


@pytest.mark.parametrize(("classes", "id"), [(3, "ECO-01"), (4, "ECO-02")])
def test_exhaustive_codes_of_the_lecture(classes, id):
    """I-000-017, I-000-116, E-000-42: B bits."""
    code = exhaustive(classes)
    assert close([code.shape[1], least_distance(code), correctable(code)], golden(id))


def test_flipped_bit_is_corrected():
    code = exhaustive(4)
    assert code.tolist() == [[1] * 7, [0, 0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 0, 0, 1], [0, 1, 0, 1, 0, 1, 0]]
    received = code[2].copy()
    received[0] = 1 - received[0]
    assert close(distances(code, received)[0], golden("ECO-04"))
    assert distances(code, received).argmin() == 2


def test_numbers_of_two_class_tasks():
    tasks = [[one_vs_rest(classes).shape[1], one_vs_one(classes).shape[1]] for classes in (4, 10)]
    assert close(tasks, golden("ECO-05"))


# ---------------------------------------------------------------- by counting and trying


@pytest.mark.parametrize("classes", [2, 3, 4, 5, 6])
def test_exhaustive_code_parts_the_classes_in_every_way_once(classes):
    code = exhaustive(classes)
    assert code.shape == (classes, 2 ** (classes - 1) - 1)
    ways = {frozenset((tuple(column), tuple(1 - column))) for column in code.T}
    assert len(ways) == code.shape[1]
    assert all(0 < column.sum() < classes for column in code.T)
    assert least_distance(code) == 2 ** (classes - 2)


def test_distances_count_differing_bits():
    rng = np.random.default_rng(0)
    code, words = rng.integers(2, size=(5, 9)), rng.integers(2, size=(20, 9))
    naive = [[(word != row).sum() for row in code] for word in words]
    np.testing.assert_array_equal(distances(code, words), naive)
    assert least_distance(code) == min((code[i] != code[j]).sum() for i, j in combinations(range(5), 2))


def test_bit_without_a_part_counts_half():
    assert distances([[1, np.nan], [0, 1]], [[1, 1], [0, 0]]).tolist() == [[0.5, 1], [1.5, 1]]


SPARSE = np.array([[1, 1, 1, np.nan, 1], [0, np.nan, 1, 0, 0], [np.nan, 0, 0, 1, 1]])


@pytest.mark.parametrize(
    "code", [exhaustive(3), exhaustive(4), one_vs_rest(4), one_vs_one(3), one_vs_one(4), coding.random_code(5, 8)]
)
def test_correctable_is_what_trying_every_error_finds(code):
    assert correctable(code) == corrected_by_trying(code)


def test_correctable_is_a_promise_where_classes_lack_bits():
    assert -1 <= correctable(SPARSE) <= corrected_by_trying(SPARSE)


# ---------------------------------------------------------------- random codes


@pytest.mark.parametrize(("classes", "bits"), [(2, None), (2, 1), (3, None), (4, 7), (6, 12), (20, None), (12, 40)])
def test_random_code_has_different_columns_and_rows(classes, bits):
    code = coding.checked(coding.random_code(classes, bits, seed=3), classes)
    assert code.shape[1] == (bits or min(int(np.ceil(10 * np.log2(classes))), 2 ** (classes - 1) - 1))
    assert len({frozenset((tuple(c), tuple(1 - c))) for c in code.T}) == code.shape[1]
    np.testing.assert_array_equal(code, coding.random_code(classes, bits, seed=3))


def test_random_code_is_the_best_of_many():
    assert least_distance(coding.random_code(8, 20)) >= 6
    assert not np.array_equal(coding.random_code(8, 20, seed=0), coding.random_code(8, 20, seed=1))


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ([[1, 0], [0, 1]], r"one row of bits for each of the 3 classes, got shape \(2, 2\)"),
        ([[1, 0], [0, 1], [0, 1]], "expected different rows, got rows 1 and 2 alike; add a bit"),
        ([[1, 1], [0, 1], [0, 1]], r"expected a 0 and a 1 in every column, got none in columns \[1\]"),
        ([[1, -1], [0, 1], [1, 1]], "expected only 0, 1, and NaN for no part, got -1"),
        ("nonsense", "expected one of 'exhaustive', 'one-vs-rest', 'one-vs-one', 'random', or a matrix"),
        (7, "expected one of .*, got 7"),
        ([[1, 0], [0], [1, 1]], "expected rows of equal length, got different ones; fill in"),
        ([1, 0, 1], r"one row of bits for each of the 3 classes, got shape \(3,\)"),
        ([["a", "b"], ["c", "d"], ["e", "f"]], "expected numbers, got text"),
    ],
)
def test_codes_that_cannot_work_are_refused(code, message):
    with pytest.raises(ValueError, match=r"^code: .*" + message):
        coding.code_of(code, 3)


def test_exhaustive_code_of_many_classes_is_refused_with_another():
    assert exhaustive(10).shape == (10, 511)
    with pytest.raises(ValueError, match=r"^code: expected at most 10 classes .* got 11 .*; use code='random'"):
        coding.code_of("exhaustive", 11)


@pytest.mark.parametrize("bits", [1, 8, 2.5])
def test_random_code_of_too_few_or_too_many_bits_is_refused(bits):
    with pytest.raises(ValueError, match=r"^bits: expected a whole number >= 2 and <= 7"):
        coding.code_of("random", 4, bits)


def test_words_of_another_length_and_codes_of_one_class_are_refused():
    with pytest.raises(ValueError, match="received: expected words of 3 bits, got 2; pass one for every column"):
        coding.distances(np.eye(3), [1, 0])
    for ask in (coding.least_distance, coding.correctable):
        with pytest.raises(ValueError, match="classes: expected a whole number >= 2, got 1"):
            ask(np.ones((1, 3)))
