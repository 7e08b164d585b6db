"""Whatever a person passes, as an array of numbers that can be computed with: 64-bit floats, finite, not too large."""

from __future__ import annotations

from numbers import Real

import numpy as np

ENCODE = (
    "leave that column out or encode its categories, or pass a Table to a learner that takes categories "
    "(trees, forests, neighbours, NaiveBayes)"
)
MOST_ZEROS = 50_000_000  # of a sparse array that is made dense unasked: 400 MB
HUGE = 1e100  # beyond it squares, and sums and products of squares, soon overflow


def frozen(values, dtype=float) -> np.ndarray:
    """A read-only copy: what a step may keep. A view would change under the reader's eyes."""
    copied = np.array(values, dtype=dtype)
    copied.setflags(write=False)
    return copied


def array(values, name: str) -> np.ndarray:
    try:
        return np.asarray(values)
    except ValueError as error:
        if "inhomogeneous" not in str(error):  # a Table says itself which column is text
            raise
        unequal = f"{name}: expected rows of equal length, got different ones; fill in what is missing"
        raise ValueError(unequal) from None


def dense(X, name: str, most: int):
    """X as it is; a sparse one, as encoders of categories make it, with its zeros written out."""
    if not hasattr(X, "toarray"):
        return X
    if np.prod(X.shape, dtype=float) > most:
        small = f" or a sparse one of at most {most:,} numbers with its zeros" if most else ""
        got = f"got a sparse one of shape {X.shape}"
        raise TypeError(f"{name}: expected a dense array{small}, {got}; choose fewer columns or pass {name}.toarray()")
    return X.toarray()


def as_float(X: np.ndarray, name: str, instead: str = ENCODE) -> np.ndarray:
    """A copy in double precision, whatever the numbers came in: others round, and soon overflow.

    ``instead`` is what to do where there is text.
    """
    _refuse_kind(X.dtype.kind, name)
    try:
        return X.astype(float)
    except OverflowError:
        raise ValueError(
            f"{name}: expected numbers up to {HUGE:g} in size, got one with more than 300 digits; "
            "measure in a larger unit"
        ) from None
    except ValueError:
        text = next((str(v) for v in X.ravel() if isinstance(v, str) and not spells_number(v)), "?")
        raise ValueError(f"{name}: expected numbers, got text such as {text!r}; {instead}") from None
    except TypeError:
        odd = next((type(v).__name__ for v in X.ravel() if not isinstance(v, str | Real)), X.dtype)
        raise TypeError(
            f"{name}: expected numbers, got {odd} values (an argument must be a string or a real number); "
            "pass one number per example and feature"
        ) from None


def _refuse_kind(kind: str, name: str) -> None:
    if kind == "c":
        raise ValueError(f"{name}: Complex data not supported; expected real numbers, pass {name}.real")
    if kind in "mM":
        raise ValueError(
            f"{name}: expected numbers, got dates or times; pass numbers made of them, such as the days since the first"
        )


def spells_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def nonempty(X, name: str = "X") -> None:
    """X, an array or a table, has an example and a feature."""
    if 0 in X.shape:
        what = f"Found array with 0 {'feature' if X.shape[0] else 'sample'}(s) (shape={X.shape})"
        repair = "column" if X.shape[0] else "row"
        raise ValueError(f"{name}: {what} while a minimum of 1 is required; pass at least one {repair}")


def finite(X: np.ndarray, name: str) -> None:
    """Neither NaN nor infinite, nor so large that squares overflow: one comparison for all three."""
    if not X.size or float(np.abs(X).max()) <= HUGE:  # false for NaN too
        return
    where = tuple(int(i) for i in np.argwhere(~(np.abs(X, dtype=float) <= HUGE))[0])
    if np.isfinite(X[where]):
        raise ValueError(
            f"{name}: expected numbers up to {HUGE:g} in size, got {X[where]:g} at {where}; "
            "their squares overflow, so measure in a larger unit"
        )
    raise ValueError(
        f"{name}: expected finite numbers, got {'NaN' if np.isnan(X[where]) else 'infinity'} at {where} "
        "(NaN or infinity cannot be learned from); remove or fill in that value"
    )


def unknown(value) -> bool:
    """None, NaN, NaT, or another library's mark, which is neither equal to itself nor not."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except TypeError:
        return True
