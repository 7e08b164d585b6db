"""Data to learn from: seeded generators in the plane, the lectures' small tables and twelve real ones.

``load("penguins")`` gives a table, ``about("penguins")`` says what it is and whose; ``names()`` lists all.

Every generator takes the number of examples and, by keyword, a seed and what shapes the data. It returns ``(X, y)``.
Those among the ``GENERATORS`` of the plane give points, about within [-1, 1] x [-1, 1], and classes 0, 1, ... of equal
size (up to one), in random order. Of ``doughnut``, ``curve`` and ``additive`` another seed is another draw of the same
problem.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, gamma

import numpy as np

from labkit.core import inputs
from labkit.core.datasets import TABLES, About, about, load, names, provenance, real_names

__all__ = [
    "GENERATORS", "TABLES", "About", "Points", "about", "additive", "blobs", "curve", "doughnut", "gaussians",
    "girolami", "load", "middle_square", "moons", "names", "provenance", "real_names", "rings", "samples",
    "separable", "spheres", "spiral", "wave", "xor",
]  # fmt: skip

Points = tuple[np.ndarray, np.ndarray]

SERIES_TERMS = 300  # more than enough for a hundred dimensions


def separable(n: int = 100, *, margin: float = 0.1, seed: int = 0) -> Points:
    """Two classes that a line separates with exactly this margin: the largest distance that any line can keep to
    all examples. A pair of examples on opposite sides of the line, facing each other, makes it exact.
    """
    # Above 0.9 so little of the square is left that points are hard to find; at 0 the pair would be one point.
    inputs.number("margin", margin, above=0, most=0.9)
    rng, y = _start(n, 2, seed)
    angle = rng.uniform(0, 2 * np.pi)
    normal, along = _direction(angle), _direction(angle + np.pi / 2)
    offset, shift = rng.uniform(-0.3, 0.3, 2) * (1 - margin)  # keeps the pair inside the square
    X = np.empty((n, 2))
    for side, sign in ((0, -1), (1, 1)):
        rows = np.flatnonzero(y == side)
        X[rows] = _beyond(rng, sign * normal, sign * offset + margin, len(rows))
        X[rows[0]] = (offset + sign * margin) * normal + shift * along
    return X, y


def blobs(n: int = 150, *, classes: int = 3, spread: float = 0.1, seed: int = 0) -> Points:
    """Round normal clouds, their centres evenly on a circle of radius 0.65; a few points may lie further out."""
    inputs.number("classes", classes, least=2, most=8, whole=True)
    inputs.number("spread", spread, above=0)
    rng, y = _start(n, classes, seed)
    centres = 0.65 * _direction(rng.uniform(0, 2 * np.pi) + 2 * np.pi * y / classes)
    return centres + rng.normal(0, spread, (n, 2)), y


def moons(n: int = 200, *, noise: float = 0.06, seed: int = 0) -> Points:
    """Two half circles that reach into each other, with normal noise."""
    inputs.number("noise", noise, least=0)
    rng, y = _start(n, 2, seed)
    arc = 0.55 * _direction(rng.uniform(0, np.pi, n))
    flip = np.where(y == 0, 1.0, -1.0)[:, None]
    return flip * (arc - [0.275, 0.14]) + rng.normal(0, noise, (n, 2)), y


def rings(n: int = 200, *, classes: int = 2, noise: float = 0.05, seed: int = 0) -> Points:
    """Rings around the origin, the first class innermost, with normal noise in the radius."""
    inputs.number("classes", classes, least=2, most=8, whole=True)
    inputs.number("noise", noise, least=0)
    rng, y = _start(n, classes, seed)
    radius = 0.9 * (y + 0.5) / (classes - 0.5) + rng.normal(0, noise, n)
    return radius[:, None] * _direction(rng.uniform(0, 2 * np.pi, n)), y


def xor(n: int = 200, *, gap: float = 0.1, seed: int = 0) -> Points:
    """The four quadrants; class 1 where the signs of the two coordinates differ. No point within ``gap`` of an axis."""
    inputs.number("gap", gap, least=0, below=1)
    rng, y = _start(n, 2, seed)
    first = rng.choice([-1.0, 1.0], n)
    second = np.where(y == 1, -first, first)
    return np.column_stack([first, second]) * rng.uniform(gap, 1, (n, 2)), y


def spiral(n: int = 200, *, classes: int = 2, turns: float = 1.25, noise: float = 0.02, seed: int = 0) -> Points:
    """Spiral arms from the middle outwards, one per class, with normal noise."""
    inputs.number("classes", classes, least=2, most=8, whole=True)
    inputs.number("turns", turns, above=0)
    inputs.number("noise", noise, least=0)
    rng, y = _start(n, classes, seed)
    radius = np.sqrt(rng.uniform(0.01, 0.9, n))  # the root spreads the points evenly over the area
    arm = _direction(2 * np.pi * (turns * radius + y / classes))
    return radius[:, None] * arm + rng.normal(0, noise, (n, 2)), y


def gaussians(n: int = 200, *, distance: float = 2.0, spread: float = 0.3, seed: int = 0) -> Points:
    """Two overlapping normal classes, their means ``distance`` standard deviations apart.

    The best rule, the line half-way between the means, still errs on the share Phi(-distance / 2) of all cases.
    The standard deviation is ``spread``, so some points lie outside the square.
    """
    inputs.number("distance", distance, least=0)
    inputs.number("spread", spread, above=0)
    rng, y = _start(n, 2, seed)
    towards = _direction(rng.uniform(0, 2 * np.pi))
    means = (y - 0.5)[:, None] * distance * towards
    return spread * (means + rng.normal(0, 1, (n, 2))), y


GENERATORS = {make.__name__: make for make in (blobs, gaussians, moons, rings, separable, spiral, xor)}


def spheres(n: int = 1000, *, dimensions: int = 10, seed: int = 0) -> Points:
    """Nested spheres (Hastie): standard normal points in many dimensions; class 1 lies outside the sphere that holds
    half of all. What decides is the sum of the squares of the coordinates: ``middle_square`` is where.
    """
    middle = middle_square(dimensions)
    rng, y = _start(n, 2, seed)
    X = rng.normal(size=(n, dimensions))
    while (wrong := np.flatnonzero(((X**2).sum(axis=1) > middle) != y)).size:  # each is drawn until it is of its class
        X[wrong] = rng.normal(size=(len(wrong), dimensions))
    return X, y


def doughnut(n: int = 200, *, radius: float = 1.0, noise: float = 0.15, seed: int = 0) -> Points:
    """Points all around a circle, with normal noise in the radius: what lecture 14 fits a mixture to. One class, 0."""
    inputs.number("radius", radius, above=0)
    inputs.number("noise", noise, least=0)
    rng, y = _start(n, 1, seed)
    away = radius + rng.normal(0, noise, n)
    return away[:, None] * _direction(rng.uniform(0, 2 * np.pi, n)), y


def girolami(n: int = 60, *, seed: int = 0) -> Points:
    """The two clouds of Murphy's picture of Bayesian logistic regression (PMTK's logregLaplaceGirolamiDemo).

    Class 1 is normal around (1, 5) with standard deviation 1, class 0 around (-5, 1) with 2.2. Of 60 points,
    two draws in three (seed 0 is one) are separated by a line through the origin: weights without prior then run away.
    """
    rng, y = _start(n, 2, seed)
    mean = np.where(y[:, None] == 1, [1.0, 5.0], [-5.0, 1.0])
    return mean + np.where(y == 1, 1.0, 2.2)[:, None] * rng.normal(size=(n, 2)), y


def wave(x) -> np.ndarray:
    """sin(2 pi x): one period between 0 and 1."""
    return np.sin(2 * np.pi * np.asarray(x, dtype=float))


def curve(n: int = 40, *, noise: float = 0.2, seed: int = 0) -> Points:
    """Numbers along one feature, evenly drawn from 0 to 1: its ``wave`` with normal noise."""
    X, rest = _numbers(n, 1, noise, seed)
    return X, wave(X[:, 0]) + rest


def additive(n: int = 100, *, noise: float = 0.1, seed: int = 0) -> Points:
    """Numbers over the unit square, drawn evenly: x1^2 + sin(2 pi x2), the target of deck 002, with normal noise."""
    X, rest = _numbers(n, 2, noise, seed)
    return X, X[:, 0] ** 2 + wave(X[:, 1]) + rest


def middle_square(dimensions: int) -> float:
    """The median of the sum of so many squared standard normal numbers (of chi-squared): 9.342 for ten."""
    inputs.number("dimensions", dimensions, least=1, most=100, whole=True)
    low, high = 0.0, float(dimensions)  # the mean is above the median
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if _chi_squared(middle, dimensions) < 0.5 else (low, middle)
    return middle


def _chi_squared(square: float, dimensions: int) -> float:
    """The chance of a smaller sum of squares: the series of the incomplete gamma function."""
    a, x = dimensions / 2, square / 2
    term = x**a * exp(-x) / gamma(a + 1)
    terms = term * np.cumprod(x / (a + np.arange(1, SERIES_TERMS)))
    return term + float(terms.sum())


def samples(make: Callable[..., Points], *sizes: int, **shape) -> list[Points]:
    """Samples of one problem, say to train and to test on: one draw, cut apart, each with classes of equal size.

    Another seed will not do for the second sample: it may turn the whole picture, and then it is another problem.
    """
    for size in sizes:
        inputs.number("size", size, least=1, whole=True)
    X, y = make(sum(sizes), **shape)
    kinds = y if y.dtype.kind == "i" else np.zeros(len(y), dtype=int)  # numbers have no classes to share out
    place = np.empty(len(y))  # inside its class
    for kind in range(kinds.max() + 1):
        place[kinds == kind] = np.arange(np.count_nonzero(kinds == kind))
    one_of_each = np.lexsort((kinds, place))  # again and again
    parts = np.split(one_of_each, np.cumsum(sizes)[:-1])
    return [(X[rows], y[rows]) for rows in map(np.sort, parts)]


def _numbers(n: int, features: int, noise: float, seed: int) -> Points:
    """Examples in the unit cube, and the noise of each; without noise they are at the same places."""
    inputs.number("noise", noise, least=0)
    rng, _ = _start(n, 1, seed)
    return rng.uniform(0, 1, (n, features)), noise * rng.normal(size=n)


def _start(n: int, classes: int, seed: int) -> tuple[np.random.Generator, np.ndarray]:
    """The generator of this seed, and the classes in random order."""
    inputs.number("n", n, least=classes, whole=True)
    inputs.number("seed", seed, least=0, whole=True)
    rng = np.random.default_rng(seed)
    return rng, rng.permutation(np.arange(n) % classes)


def _direction(angle) -> np.ndarray:
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def _beyond(rng: np.random.Generator, normal: np.ndarray, least: float, n: int) -> np.ndarray:
    """n points of the square, evenly spread where normal'x >= least."""
    found = np.empty((0, 2))
    while len(found) < n:
        points = rng.uniform(-1, 1, (4 * n, 2))
        found = np.concatenate([found, points[points @ normal >= least]])
    return found[:n]
