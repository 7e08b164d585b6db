"""Stochastic approximation: down a function of which only noisy gradients are seen.

Lecture 12; deck 002 "Theoretical basis for on-line learning". Inventory: I-002-035.

    w <- w - gamma_k (g + noise)                             Robbins and Monro                        (1)
    w <- w - gamma_k (w - x_k)                               (1) on (w - x)^2 / 2, a sample each      (2)
    eta s^2 / (l (2 - eta l))                                the variance that a constant rate eta keeps
                                                             for ever, at curvature l and noise s     (3)

With gamma_k = 1 / k (2) is the mean of the samples so far. What gamma must do is in ``schedules``: a constant rate
finds the neighbourhood and stays restless in it by (3), one that falls too fast stops on the way. The examples of a
training set are such a noise too: see ``stochastic``.

symbol    name here                  symbol    name here
gamma_k   rate times schedule(k)     s         noise, its standard deviation in every weight

Departures from the slides: what is found, with probability 1, is a stationary point, which is the minimum where the
risk is convex (E-002-06).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.learners.descent.line_search import tried
from labkit.learners.descent.moves import Move, Moves
from labkit.learners.descent.objective import Objective, Point
from labkit.learners.descent.schedules import Schedule, factor, scheduled
from labkit.learners.least_squares.objective import SquaredLoss


@dataclass(frozen=True, slots=True)
class StochasticApproximation:
    """Against a gradient that is seen with normal noise; ``schedule`` as for StochasticGradient."""

    rate: float = 1.0
    schedule: Schedule = "1/k"
    noise: float = 1.0
    seed: int = 0

    blind: ClassVar[bool] = True

    def __post_init__(self):
        inputs.number("rate", self.rate, above=0)
        scheduled(self.schedule)
        inputs.number("noise", self.noise, least=0)
        inputs.number("seed", self.seed, least=0, whole=True)

    def moves(self, objective: Objective, start: Point) -> Moves:
        rng, gamma, point, k = np.random.default_rng(self.seed), scheduled(self.schedule), start, 0
        while True:
            k += 1
            eta = self.rate * factor(gamma, k)
            p = -(point.gradient + self.noise * rng.standard_normal(start.w.shape))
            arrived = tried(objective, point.w + eta * p)  # (1)
            if not np.abs(arrived.w).max() < inputs.HUGE or not np.isfinite(arrived.gradient).all():
                return f"diverged at iteration {k}, the weights from before are kept; take a smaller rate"
            point = arrived
            yield Move(point, p, eta, equation=1)


def sample_mean(samples) -> SquaredLoss:
    """The objective of (2): walked by ``StochasticGradient(rate=1.0, schedule="1/k", shuffled=False)``."""
    x = inputs.real_numbers("samples", samples)
    if x.ndim != 1 or not len(x):
        raise ValueError(f"samples: expected a list of numbers, got shape {x.shape}; pass at least one")
    return SquaredLoss(np.ones((len(x), 1)), x, np.zeros(1))


def variance_floor(rate: float, noise: float, curvature: float) -> float:
    """The variance about the minimum that a constant rate never goes below; infinite where the rate diverges."""
    inputs.number("rate", rate, above=0)
    inputs.number("noise", noise, least=0)
    inputs.number("curvature", curvature, above=0)
    if rate * curvature >= 2:
        return np.inf
    return rate * noise**2 / (curvature * (2 - rate * curvature))  # (3)
