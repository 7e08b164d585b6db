"""Optimisers that see a noisy gradient: that of a few examples at a time, or one with noise added.

Lecture 12; deck 002 "Sequential (on-line) least squares minimization", "Theoretical basis for on-line learning",
"Practical issues for on-line learning". Inventory: I-002-028, I-002-035, I-002-036.

g is the mean gradient of the examples S of one batch:

    w <- w - eta_k g + alpha (w - w_before)                  stochastic gradient; with alpha > 0, momentum   (1)
    m <- beta1 m + (1 - beta1) g                             Adam: the mean of the last gradients            (2)
    v <- beta2 v + (1 - beta2) g^2                           and of their squares, each weight its own       (3)
    w <- w - eta_k m^ / (sqrt v^ + epsilon)                  m^ = m / (1 - beta1^k),  v^ = v / (1 - beta2^k) (4)
    w <- w - eta_k (g + noise)                               Robbins and Monro: stochastic approximation     (5)
    w <- w - eta_k (w - x_k)                                 (5) on (w - x)^2 / 2, a sample each             (6)
    eta s^2 / (l (2 - eta l))                                the variance that a constant rate eta keeps for
                                                             ever, at curvature l and noise s                (7)

m^ and v^ undo that m and v begin as 0 (Kingma and Ba 2015). One update looks at one batch S; an epoch is one pass over
all examples, in a new random order each time, its last batch being what is left. With eta_k = 1 / k (6) is the mean of
the samples so far. What eta_k must do is in ``schedules``: a constant rate finds the neighbourhood and stays restless
in it by (7), one that falls too fast stops on the way.

symbol   name here                       symbol          name here
eta_k    rate times schedule(k)          beta1, beta2    beta1, beta2
S        rows, as many as ``batch``      alpha           momentum
s        noise, its standard deviation in every weight

Departures from the slides: an epoch is a full pass, a batch a part of the examples for one update (E-002-17); what is
found, with probability 1, is a stationary point, which is the minimum where the risk is convex (E-002-06).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Checked
from labkit.learners.descent.line_search import tried
from labkit.learners.descent.moves import Move, Moves
from labkit.learners.descent.objective import Objective, Point
from labkit.learners.descent.schedules import Schedule, factor, scheduled
from labkit.learners.least_squares.objective import SquaredLoss


class Scheduled(Checked):
    """For optimisers with a ``schedule``."""

    __slots__ = ()
    blind = True  # to the gradient of all examples

    def __post_init__(self):
        super().__post_init__()
        scheduled(self.schedule)


@dataclass(frozen=True, slots=True)
class StochasticGradient(Scheduled):
    """A move for every ``batch`` examples of a new random order, epoch after epoch.

    ``schedule`` makes the rate of move k "constant", rate / k ("1/k"), rate / sqrt k ("1/sqrt k"), or rate times any
    function of k. ``shuffled`` False keeps the order of the rows.
    """

    rate: float = params.number(0.1, above=0)
    batch: int = params.whole(1, least=1)
    momentum: float = params.number(0.0, least=0, below=1)
    schedule: Schedule = "constant"
    shuffled: bool = params.switch(True)
    seed: int = params.seed()

    def moves(self, objective: Objective, start: Point) -> Moves:
        velocity = np.zeros_like(start.w)

        def move(g: np.ndarray, eta: float, k: int) -> np.ndarray:
            nonlocal velocity
            velocity = self.momentum * velocity - eta * g  # (1)
            return velocity

        return _updates(self, objective, start, move, equation=1)


@dataclass(frozen=True, slots=True)
class Adam(Scheduled):
    """A move for every ``batch`` examples, of about the size ``rate`` in every weight, however steep it is there.

    ``schedule`` and ``shuffled`` as for StochasticGradient.
    """

    rate: float = params.number(0.001, above=0)
    batch: int = params.whole(32, least=1)
    beta1: float = params.number(0.9, least=0, below=1)
    beta2: float = params.number(0.999, least=0, below=1)
    epsilon: float = params.number(1e-8, above=0)
    schedule: Schedule = "constant"
    shuffled: bool = params.switch(True)
    seed: int = params.seed()

    def moves(self, objective: Objective, start: Point) -> Moves:
        m, v = np.zeros_like(start.w), np.zeros_like(start.w)

        def move(g: np.ndarray, eta: float, k: int) -> np.ndarray:
            m[:] = self.beta1 * m + (1 - self.beta1) * g  # (2)
            v[:] = self.beta2 * v + (1 - self.beta2) * g * g  # (3)
            spread = np.sqrt(v) / sqrt(1 - self.beta2**k) + self.epsilon
            return m / spread * (-eta / (1 - self.beta1**k))  # (4)

        return _updates(self, objective, start, move, equation=4)


@dataclass(frozen=True, slots=True)
class StochasticApproximation(Scheduled):
    """Against a gradient that is seen with normal noise; ``schedule`` as for StochasticGradient."""

    rate: float = params.number(1.0, above=0)
    schedule: Schedule = "1/k"
    noise: float = params.number(1.0, least=0)
    seed: int = params.seed()

    def moves(self, objective: Objective, start: Point) -> Moves:
        rng, gamma, point, k = np.random.default_rng(self.seed), scheduled(self.schedule), start, 0
        while True:
            k += 1
            eta = self.rate * factor(gamma, k)
            p = -(point.gradient + self.noise * rng.standard_normal(start.w.shape))
            arrived = tried(objective, point.w + eta * p)  # (5)
            if not np.abs(arrived.w).max() < inputs.HUGE or not np.isfinite(arrived.gradient).all():
                return _diverged(k)
            point = arrived
            yield Move(point, p, eta, equation=5)


def batches(examples: int, batch: int, *, shuffled: bool, seed: int) -> Iterator[np.ndarray]:
    """The rows of one batch after the other, for ever."""
    rng = np.random.default_rng(seed)
    while True:
        order = rng.permutation(examples) if shuffled else np.arange(examples)
        order.setflags(write=False)
        yield from (order[first : first + batch] for first in range(0, examples, batch))


def _updates(
    optimiser: StochasticGradient | Adam, objective: Objective, start: Point,
    move: Callable[[np.ndarray, float, int], np.ndarray], *, equation: int,
) -> Moves:  # fmt: skip
    """A move for every batch; ``move`` turns its gradient, the rate and k into the change of w.

    The whole objective is only asked where the reader of the move asks it.
    """
    if not hasattr(objective, "part"):
        raise ValueError(
            "solver: expected one that needs no examples, as this function is no sum over some, "
            f"got {type(optimiser).__name__}; take GradientDescent"
        )
    w, gamma = start.w, scheduled(optimiser.schedule)
    rows_of = batches(objective.examples, optimiser.batch, shuffled=optimiser.shuffled, seed=optimiser.seed)
    for k, rows in enumerate(rows_of, start=1):
        eta = optimiser.rate * factor(gamma, k)
        with np.errstate(over="ignore", invalid="ignore"):  # too far out is an answer, see below
            change = move(objective.part(rows).at(w).gradient, eta, k)
            arrived = w + change
        if not np.abs(arrived).max() < inputs.HUGE:
            return _diverged(k)
        w = arrived
        yield Move(objective.at(w), change, eta, rows=rows, equation=equation)


def _diverged(k: int) -> str:
    return f"diverged at iteration {k}, the weights from before are kept; take a smaller rate"


def sample_mean(samples) -> SquaredLoss:
    """The objective of (6): walked by ``StochasticGradient(rate=1.0, schedule="1/k", shuffled=False)``."""
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
    return rate * noise**2 / (curvature * (2 - rate * curvature))  # (7)
