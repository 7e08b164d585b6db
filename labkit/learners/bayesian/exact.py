"""Integrals over one or two numbers by sums on an even grid: the truth that the approximations are measured with.

Lecture 08; deck 000 "Laplace (Gaussian) Approximation of Posterior", "Probit Approximation of Sigmoid - 1".
Inventory: I-000-029, I-000-033.

    E f(a) = integral of f(a) N(a; mean, variance) da                                        (1)
    ln p(D) = ln of the integral of e^(ln p(w, D)) dw                 evidence               (2)
    w = mean + R u                                                    u on a square grid     (3)

An even sum of a smooth function that vanishes at both ends is as exact as the numbers are once the grid is finer than
what it shows. By (3) a grid in u fits the posterior however long and narrow it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core.inputs import frozen
from labkit.learners.bayesian.normal import Normal

REACH = 9.0  # standard deviations: a normal density is 1e-18 of its peak there
COARSEST = 0.5  # the sigmoid bends within pi: sums this fine are exact to the last digit
MOST_PLACES = 20_000  # places of a sum in one dimension
SPACING = 0.15  # of the grid in u
NEGLIGIBLE = 40.0  # e^-40: what lies outside the grid is less than this share of the peak


def normal_mean(f: Callable[[np.ndarray], np.ndarray], mean, variance) -> np.ndarray:
    """(1) for every mean and variance; f is smooth on the scale of 1, as the sigmoid is."""
    mean, deviation = np.broadcast_arrays(np.asarray(mean, dtype=float), np.sqrt(variances(variance)))
    widest = float(deviation.max(initial=0.0))
    places = min(MOST_PLACES, int(2 * REACH * max(2.0, widest / COARSEST)) | 1)  # odd: the middle is one of them
    u = np.linspace(-REACH, REACH, places)
    weight = np.exp(-0.5 * u**2)
    return f(mean[..., None] + deviation[..., None] * u) @ (weight / weight.sum())  # (1)


def variances(values) -> np.ndarray:
    values = np.asarray(values, dtype=float)
    if not (values >= 0).all():
        wrong = values[~(values >= 0)].flat[0]
        raise ValueError(f"variance: expected numbers at least 0, got {wrong:g}; pass squares of standard deviations")
    return values


@dataclass(frozen=True, slots=True, eq=False)
class ExactPosterior:
    """What the posterior of one or two weights is like."""

    log_evidence: float
    mean: np.ndarray
    covariance: np.ndarray


def exact_posterior(log_joint: Callable[[np.ndarray], np.ndarray], around: Normal) -> ExactPosterior:
    """(2) and the first moments; ``around`` is an approximation to start from, as Laplace's."""
    d, R = len(around.mean), around.root
    if d > 2:
        raise ValueError(f"around: expected one or two weights, got {d}; a grid over more would take too long")

    def height(u: np.ndarray) -> np.ndarray:
        return log_joint(around.mean + u @ R.T)  # (3)

    axes = [np.arange(low, high + SPACING, SPACING) for low, high in _bounds(height, d)]
    u = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, d)
    heights = height(u)
    top = float(heights.max())
    mass = np.exp(heights - top)
    log_evidence = top + np.log(mass.sum() * SPACING**d) + 0.5 * around.log_determinant  # (2), dw = |R| du
    share = mass / mass.sum()
    mean = share @ u
    spread = ((u - mean) * share[:, None]).T @ (u - mean)
    return ExactPosterior(float(log_evidence), frozen(around.mean + R @ mean), frozen(R @ spread @ R.T))


def _bounds(height: Callable, d: int) -> np.ndarray:
    """(low, high) along every axis: widened until nothing is left beyond."""
    bounds = np.tile([-REACH, REACH], (d, 1))
    floor = float(height(np.zeros((1, d)))[0]) - NEGLIGIBLE
    for _ in range(40):
        open_sides = [place for place in np.ndindex(d, 2) if height(_face(bounds, *place)).max() > floor]
        if not open_sides:
            break
        for place in open_sides:
            bounds[place] *= 1.3
    return bounds


def _face(bounds: np.ndarray, axis: int, side: int) -> np.ndarray:
    """Places all over one face of the box."""
    axes = [bounds[k, side : side + 1] if k == axis else np.linspace(*bounds[k], 200) for k in range(len(bounds))]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(bounds))
