"""The one place where inputs are checked. Every message says what was expected, what came, and the repair.

Some phrases ("Reshape your data", "Unknown label type") are those that scikit-learn's ``check_estimator`` looks
for, so that the learners pass as scikit-learn estimators without labkit importing scikit-learn.
"""

from __future__ import annotations

import sys
import warnings
from numbers import Integral, Real
from reprlib import repr as shortened

import numpy as np

from labkit.core.arrays import HUGE, MOST_ZEROS, array, as_float, dense, finite, frozen, nonempty, unknown

__all__ = [
    "HUGE", "frozen", "labels", "matrix", "nonempty", "not_fitted", "number", "numbers", "option", "real_numbers",
    "same_features", "same_length", "sample_weights", "vector", "weight_rows", "weights",
]  # fmt: skip

LARGEST = sys.float_info.max


def _theirs_or(name: str, ours: type) -> type:
    """scikit-learn's own class when it is loaded (its checks test the type), else ours."""
    return getattr(sys.modules.get("sklearn.exceptions"), name, ours)


class NotFittedError(ValueError, AttributeError):
    """A learner was asked to predict before it was fitted."""


class DataConversionWarning(UserWarning):
    """An input had an unusual form and was converted."""


def not_fitted(learner) -> Exception:
    name = type(learner).__name__
    return _theirs_or("NotFittedError", NotFittedError)(
        f"expected a fitted {name}, got one that has not seen data; call {name.lower()}.fit(X, y) first"
    )


def matrix(X, *, name: str = "X", missing: bool = False, sparse: bool = True) -> np.ndarray:
    """X as a float array (examples, features) of numbers whose squares are finite; NaN only where ``missing``."""
    X = array(dense(X, name, MOST_ZEROS if sparse else 0), name)
    if X.dtype != float:
        X = as_float(X, name)
    if X.ndim == 1 and X.size == 0:
        X = X.reshape(0, 1)  # an empty list: what is wrong is that nothing is there
    if X.ndim != 2:
        raise ValueError(
            f"{name}: Expected 2D array (examples, features), got {X.ndim}D array of shape {X.shape}. "
            "Reshape your data: X.reshape(-1, 1) for one feature, X.reshape(1, -1) for one example"
        )
    nonempty(X, name)
    finite(np.nan_to_num(X, posinf=np.inf, neginf=-np.inf) if missing else X, name)
    return X


def same_length(X: np.ndarray, y: np.ndarray) -> None:
    if len(X) != len(y):
        got = f"X with {len(X)} rows and y with inconsistent length {len(y)}"
        raise ValueError(f"expected one target per example, got {got}; check how they were cut")


def vector(y, *, name: str = "y") -> np.ndarray:
    """y as a one-dimensional array; a single column is taken with a warning, as scikit-learn does."""
    if y is None:
        raise ValueError("this learner requires y to be passed, but the target y is None; pass fit(X, y)")
    y = array(y, name)
    if y.ndim == 2 and y.shape[1] == 1:
        kind = _theirs_or("DataConversionWarning", DataConversionWarning)
        warnings.warn("A column-vector y was passed when a 1d array was expected; pass y.ravel()", kind, stacklevel=4)
        y = y.ravel()
    if y.ndim != 1:
        raise ValueError(f"{name}: expected a 1d array, y should be a 1d array, got shape {y.shape}; pass one column")
    return y


def labels(y, *, least_classes: int = 2, most_classes: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Classes in sorted order, and every example's index into them. Any labels will do."""
    y = known_labels(y)
    if y.dtype.kind == "f" and len(broken := y[y != np.trunc(y)]):
        raise ValueError(
            f"Unknown label type: expected classes, got continuous numbers such as {broken[0]}; "
            "use a regression learner or cut the numbers into classes"
        )
    if y.dtype.kind == "O" and len({type(v) for v in y}) > 1:
        kinds = sorted({type(v).__name__ for v in y})
        raise ValueError(f"Unknown label type: expected labels of one type, got {kinds}; convert them to text")
    classes, index = _sorted_classes(y)
    classes.setflags(write=False)  # every model of the story holds them
    if len(classes) < least_classes:
        got = f"{len(classes)} class: {classes.tolist()}"
        raise ValueError(f"expected at least {least_classes} classes in y, got {got}; add examples of another class")
    if most_classes is not None and len(classes) > most_classes:
        raise ValueError(
            f"Only binary classification is supported: expected {most_classes} classes in y, got {len(classes)}; "
            "use a multi-class learner or select two classes"
        )
    return classes, index


def known_labels(y) -> np.ndarray:
    """y, where every example has a label."""
    y = vector(y)
    if y.dtype.kind == "c":
        raise ValueError("y: Complex data not supported; expected labels, pass y.real")
    if y.dtype.kind == "f":
        finite(y, "y")
    if y.dtype.kind in "OmM":
        row = next((row for row, label in enumerate(y) if unknown(label)), None)
        if row is not None:
            raise ValueError(
                f"y: expected a label for every example, got {y[row]} in row {row}; leave out examples without a label"
            )
    return y


def _sorted_classes(y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if y.dtype.kind in "biu" and len(y):
        low, high = y.min(), y.max()
        if int(high) - int(low) == 1:  # 0 and 1, False and True: no sorting needed
            return np.array([low, high]), (y == high).astype(int)
    return np.unique(y, return_inverse=True)


def numbers(y) -> np.ndarray:
    """y as finite floats, for regression."""
    y = as_float(vector(y), "y", "take a learner of classes, or pass numbers")
    finite(y, "y")
    return y


def sample_weights(value, length: int) -> np.ndarray | None:
    """Weights of the examples: not negative, not all zero. None where every example weighs the same."""
    if value is None:
        return None
    w = as_float(array(value, "sample_weight"), "sample_weight")
    w = np.full(length, float(w)) if w.ndim == 0 else w
    if w.shape != (length,):
        wanted = f"one weight for each of the {length} examples"
        raise ValueError(f"sample_weight: expected {wanted}, got shape {w.shape}; pass a 1D array of that length")
    finite(w, "sample_weight")
    if (w < 0).any():
        row = int((w < 0).argmax())
        raise ValueError(f"sample_weight: expected weights >= 0, got {w[row]:g} in row {row}; set it to 0 or more")
    if not w.any():
        raise ValueError("sample_weight: expected at least one weight above 0, got only zeros; raise some of them")
    return None if (w == 1).all() else w


def same_features(X, expected: int, learner) -> None:
    if (found := np.shape(X)[1]) != expected:
        wanted = f"{type(learner).__name__} is expecting {expected} features as input"
        raise ValueError(f"X has {found} features, but {wanted}; pass the columns that it knows")


# ---------------------------------------------------------------- hyper-parameters


def option(name: str, value, allowed: tuple, others: str = "") -> None:
    """One of a few words; ``others`` says what the caller would have taken besides."""
    if not (np.isscalar(value) and value in allowed):
        words = ", ".join([*(repr(word) for word in allowed), *([others] if others else [])])
        raise ValueError(f"{name}: expected one of {words}, got {value!r}; choose one of these")


def number(name: str, value, *, above=None, least=None, below=None, most=None, whole=False, why="") -> None:
    """A finite number within bounds: ``above`` and ``below`` exclude the bound, ``least`` and ``most`` include it.

    ``why`` gives the reason of a bound that is not plain from the name.
    """
    fits = (
        isinstance(value, Integral if whole else Real) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST
    )
    fits = fits and (above is None or value > above) and (least is None or value >= least)
    if not (fits and (below is None or value < below) and (most is None or value <= most)):
        signs = ((">", above), (">=", least), ("<", below), ("<=", most))
        bounds = " and ".join(f"{sign} {bound}" for sign, bound in signs if bound is not None)
        bounds += f" ({why})" if why else ""
        kind = "a whole number" if whole else "a number"
        raise ValueError(
            f"{name}: expected {kind} {bounds}".rstrip() + f", got {shortened(value)}; set {name} accordingly"
        )


def real_numbers(name: str, values) -> np.ndarray:
    """Several numbers as a read-only float array."""
    return frozen(as_float(array(values, name), name))


def weight_rows(name: str, value, shape: tuple[int, int]) -> np.ndarray:
    """A given weight vector for every class: a row each, one number for the constant input and one per feature."""
    W = matrix(value, name=name)
    if W.shape != shape:
        wanted = f"{shape[0]} rows (one per class) of {shape[1]} numbers (constant input first)"
        raise ValueError(f"{name}: expected {wanted}, got shape {W.shape}; pass an array of shape {shape}")
    return W


def weights(name: str, value, length: int) -> np.ndarray:
    """A given weight vector, one number for the constant input and one per feature."""
    w = real_numbers(name, value)
    if w.shape != (length,):
        wanted = f"{length} numbers (constant input first, then one per feature)"
        raise ValueError(f"{name}: expected {wanted}, got shape {w.shape}; pass an array of length {length}")
    finite(w, name)
    return w
