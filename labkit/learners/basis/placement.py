"""Where the functions of a basis are: how many along each feature, and how wide.

Lecture 06; deck 004 "Basis Functions" (which leaves mu_j and s_j to the reader). Inventory: I-004-082.

    grid          mu_j = low + (high - low) j / (m - 1),  j = 0 .. m-1           evenly from end to end  (1)
    quantiles     mu_j = the value that (j + 1/2) / m of the examples are below  as many cases to each   (2)
    s = (mu_last - mu_first) / (m' - 1)     the mean gap of the m' different places                      (3)

With one place alone (m = 1: the middle, or the median) s is half the range of the feature, or 1 if it is constant.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs

PLACES = ("grid", "quantiles")


def axis(values: np.ndarray, m: int, place: str) -> tuple[np.ndarray, float]:
    """(mu, s): the different places along one feature, ascending, and their width."""
    low, high = float(values.min()), float(values.max())
    if place == "quantiles":
        mu = np.quantile(values, (np.arange(m) + 0.5) / m)  # (2)
    else:
        mu = np.linspace(low, high, m) if m > 1 else np.array([low + (high - low) / 2])  # (1)
    mu = np.unique(mu)
    if len(mu) > 1:
        return mu, float(mu[-1] - mu[0]) / (len(mu) - 1)  # (3)
    return mu, (high - low) / 2 or 1.0


def widths(width, centres: int) -> np.ndarray:
    """The width of each given centre, checked."""
    if width is None:
        raise ValueError("width: expected a number > 0 where centres are given, got None; say how wide they are")
    s = inputs.real_numbers("width", width)
    if s.shape not in ((), (centres,)):
        raise ValueError(
            f"width: expected one number or one for each of {centres} centres, got shape {s.shape}; give one"
        )
    if not ((s > 0) & (s < np.inf)).all():
        raise ValueError(f"width: expected numbers > 0, got {s.tolist()}; raise them")
    return np.broadcast_to(s, centres)


def check(centres, width, place) -> None:
    """Refuse what cannot be placed on any examples."""
    inputs.option("place", place, PLACES)
    if not isinstance(centres, list | tuple) and np.ndim(centres) == 0:
        inputs.number("centres", centres, least=1, whole=True)
        if width is not None:
            inputs.number("width", width, above=0)
        return
    mu = inputs.real_numbers("centres", centres)
    if mu.ndim > 2 or not mu.size or not np.isfinite(mu).all():
        raise ValueError(
            f"centres: expected how many, or finite numbers of shape (centres,) or (centres, features), "
            f"got shape {mu.shape}; pass one row for each"
        )
    widths(width, len(mu))
