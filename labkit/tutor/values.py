"""Answers as values: whether two are the same up to rounding, and how one is shown."""

from __future__ import annotations

import numpy as np

TOLERANCE = 1e-6  # relative and absolute: a student may round, or sum in another order
MOST_NUMBERS = 60  # of a value that are shown


def close(one, other) -> bool:
    """Equal up to rounding, in value and shape; lists and tuples of anything are compared part by part. A missing
    number (nan) equals a missing one."""
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and isinstance(other, str) and str(one) == str(other)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(close(one[key], other[key]) for key in one)
    try:
        one_array, other_array = numbers(one), numbers(other)
    except (TypeError, ValueError):
        return _same_parts(one, other)
    if isinstance(one, tuple) != isinstance(other, tuple) and one_array.ndim != 1:
        return _same_parts(one, other)
    same_shape = one_array.shape == other_array.shape
    return same_shape and np.allclose(one_array, other_array, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True)


def _same_parts(one, other) -> bool:
    sized = (list, tuple, np.ndarray)
    if not (isinstance(one, sized) and isinstance(other, sized)):
        return False
    if any(isinstance(each, np.ndarray) and not each.ndim for each in (one, other)):
        return False  # a single thing has no parts
    return len(one) == len(other) and all(map(close, one, other))


def numbers(value) -> np.ndarray:
    """An answer as an array of numbers. A text that spells a number is no number: "2" + "2" is "22"."""
    if np.asarray(value).dtype.kind in "US":
        raise TypeError("expected numbers, got text")
    return np.asarray(value, dtype=float)


def shown(value) -> str:
    """A value on one line, rounded for reading."""
    return " ".join(block(value).split()) if _array(value) is not None else _of_parts(value)


def block(value) -> str:
    """A value as it is best read: a matrix has a line for each row."""
    array = _array(value)
    if array is None:
        return _of_parts(value)
    if array.dtype == bool:
        return np.array2string(array, separator=", ", formatter={"bool": str}, threshold=MOST_NUMBERS)
    formatter = {"float_kind": lambda x: f"{x + 0.0:.4g}"}
    return np.array2string(array.astype(float), separator=", ", formatter=formatter, threshold=MOST_NUMBERS)


def _array(value) -> np.ndarray | None:
    """Numbers, truth values and rectangles of them; None of anything else."""
    if isinstance(value, tuple | dict) or (isinstance(value, list) and any(isinstance(part, tuple) for part in value)):
        return None
    try:
        array = np.asarray(value)
        return array if array.dtype == bool else None if array.dtype == object else numbers(value)
    except (TypeError, ValueError):
        return None


def _of_parts(value) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))}{',' * (len(value) == 1)})"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, np.ndarray) and value.ndim:
        return shown(value.tolist())
    if isinstance(value, dict):
        return f"{{{', '.join(f'{shown(key)}: {shown(part)}' for key, part in value.items())}}}"
    return repr(value.item() if isinstance(value, np.generic) else value)
