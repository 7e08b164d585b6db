"""Cover's capacity: how many labellings of N points can one hyperplane separate, and how likely is a random one?

Lecture 10; deck 000 "Capacity Questions". Inventory: I-000-062, I-000-063.

For N points in general position in p dimensions, and a hyperplane with a constant,

    C(N, p) = 2 sum_{i=0..p} binom(N - 1, i)         of the 2^N dichotomies are separable   (1)
    P(N, p) = C(N, p) / 2^N                          1 up to N = p + 1, 1/2 at N = 2 (p + 1)   (2)
    P ~ Phi((2p + 2 - N) / sqrt(N - 1))              the binomial's normal limit, corrected   (3)
    P ~ Phi((2p - N) / sqrt(N))                      as printed                               (4)

The experiment labels random points by coin tosses, asks the linear program, and counts.

Departures from the slides: capacity is 2 (p + 1), not about 2p, and (3) is to be used for (4) (E-000-22): at N = 20,
p = 9 the truth is 1/2, (3) gives 1/2, (4) gives 0.327.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step
from labkit.learners.linear import augmented
from labkit.learners.perceptron.programming import has_separator
from labkit.learners.probability import normal_cdf

MOST_POINTS = 16  # count_separable tries 2^(N - 1) dichotomies


def separable_dichotomies(n: int, p: int) -> int:
    """C(N, p), exactly."""
    _check_size(n, p)
    return 2 * sum(comb(n - 1, i) for i in range(min(p, n - 1) + 1))  # (1)


def separable_probability(n: int, p: int) -> float:
    """P(N, p): exact until the one rounding to a float."""
    return float(Fraction(separable_dichotomies(n, p), 2**n))  # (2)


def normal_approximation(n: int, p: int, *, corrected: bool = True) -> float:
    """P(N, p) by the normal distribution; ``corrected=False`` is the slide's."""
    _check_size(n, p)
    if corrected:
        return 1.0 if n == 1 else float(normal_cdf((2 * p + 2 - n) / sqrt(n - 1)))  # (3)
    return float(normal_cdf((2 * p - n) / sqrt(n)))  # (4)


def count_separable(X) -> int:
    """How many of the 2^N dichotomies of these very points are separable, each asked of the linear program."""
    X = inputs.matrix(X)
    if len(X) > MOST_POINTS:
        raise ValueError(
            f"X: expected at most {MOST_POINTS} points, got {len(X)}; the dichotomies double with each one, "
            "use capacity_steps to sample them"
        )
    Xa = augmented(X, -1.0)
    # A dichotomy and its opposite are separable together: the first point's side may be fixed.
    sides = (np.array((1.0, *rest)) for rest in product((-1.0, 1.0), repeat=len(X) - 1))
    return 2 * sum(has_separator(Xa * signs[:, None]) for signs in sides)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CapacityStep(Step):
    """One more random dichotomy for each N. An experiment has no model."""

    p: int
    tried: int  # dichotomies so far, for each N
    sizes: np.ndarray  # the N
    separable: np.ndarray  # how many of them were separable
    exact: np.ndarray  # P(N, p)

    @property
    def share(self) -> np.ndarray:
        """separable / tried; 0 before the first try."""
        return self.separable / max(self.tried, 1)

    @property
    def caption(self) -> str:
        if self.event == START:
            return "start: nothing has been tried"
        far = f"the shares are within {np.abs(self.share - self.exact).max():.3f} of the exact curve"
        return f"{'stop' if self.event == STOP else 'trial'} {self.tried}: {far}"


def capacity_steps(p: int, sizes: Sequence[int], *, trials: int = 100, seed: int = 0) -> Iterator[CapacityStep]:
    """The experiment as a story: each step tosses labels for N new Gaussian points, for every N of ``sizes``."""
    if not len(sizes):
        raise ValueError("sizes: expected at least one number of points, got none; pass for example [4, 6, 8]")
    for n in sizes:
        _check_size(n, p)
    inputs.number("trials", trials, least=1, whole=True)
    inputs.number("seed", seed, least=0, whole=True)
    return _experiment(p, sizes, trials, seed)


def _experiment(p: int, sizes: Sequence[int], trials: int, seed: int) -> Iterator[CapacityStep]:
    rng = np.random.default_rng(seed)
    numbers = inputs.frozen(sizes, int)
    exact = inputs.frozen([separable_probability(int(n), p) for n in sizes])
    counts = np.zeros(len(sizes), int)

    def step(event, tried, **more):
        return CapacityStep(event=event, model=None, p=p, tried=tried, sizes=numbers,
                            separable=inputs.frozen(counts, int), exact=exact, **more)  # fmt: skip

    yield step(START, 0)
    for trial in range(1, trials + 1):
        for i, n in enumerate(sizes):
            signs = rng.choice((-1.0, 1.0), size=(n, 1))
            counts[i] += has_separator(augmented(rng.normal(size=(n, p)), -1.0) * signs)
        yield step(UPDATE, trial, equation=2)
    yield step(STOP, trials, reason=f"all {trials} trials are done")


def _check_size(n: int, p: int) -> None:
    inputs.number("N", n, least=1, whole=True)
    inputs.number("p", p, least=0, whole=True)
