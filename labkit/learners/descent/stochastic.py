"""Optimisers that look at a few examples at a time: the mean gradient g of the examples S.

Lecture 12; deck 002 "Sequential (on-line) least squares minimization", "Theoretical basis for on-line learning",
"Practical issues for on-line learning". Inventory: I-002-028, I-002-035, I-002-036.

    w <- w - eta_k g + alpha (w - w_before)                  stochastic gradient; with alpha > 0, momentum   (1)
    m <- beta1 m + (1 - beta1) g                             Adam: the mean of the last gradients            (2)
    v <- beta2 v + (1 - beta2) g^2                           and of their squares, each weight its own       (3)
    w <- w - eta_k m^ / (sqrt v^ + epsilon)                  m^ = m / (1 - beta1^k),  v^ = v / (1 - beta2^k) (4)

m^ and v^ undo that m and v begin as 0 (Kingma and Ba 2015). One update looks at one batch S; an epoch is one pass over
all examples, in a new random order each time, its last batch being what is left.

symbol   name here                       symbol          name here
eta_k    rate times schedule(k)          beta1, beta2    beta1, beta2
S        rows, as many as ``batch``      alpha           momentum

Departures from the slides: an epoch is a full pass, a batch a part of the examples for one update (E-002-17); what is
found is a stationary point (E-002-06).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.learners.descent.moves import Move, Moves
from labkit.learners.descent.objective import Point, Sampled
from labkit.learners.descent.schedules import Schedule, factor, scheduled


@dataclass(frozen=True, slots=True)
class StochasticGradient:
    """A move for every ``batch`` examples of a new random order, epoch after epoch.

    ``schedule`` makes the rate of move k "constant", rate / k ("1/k"), rate / sqrt k ("1/sqrt k"), or rate times any
    function of k. ``shuffled`` False keeps the order of the rows.
    """

    blind: ClassVar[bool] = True  # to the gradient of all examples
    rate: float = 0.1
    batch: int = 1
    momentum: float = 0.0
    schedule: Schedule = "constant"
    shuffled: bool = True
    seed: int = 0

    def __post_init__(self):
        _check(self)
        inputs.number("momentum", self.momentum, least=0, below=1)

    def moves(self, objective: Sampled, start: Point) -> Moves:
        velocity = np.zeros_like(start.w)

        def move(g: np.ndarray, eta: float, k: int) -> np.ndarray:
            nonlocal velocity
            velocity = self.momentum * velocity - eta * g  # (1)
            return velocity

        return _updates(self, objective, start, move, equation=1)


@dataclass(frozen=True, slots=True)
class Adam:
    """A move for every ``batch`` examples, of about the size ``rate`` in every weight, however steep it is there.

    ``schedule`` and ``shuffled`` as for StochasticGradient.
    """

    blind: ClassVar[bool] = True  # to the gradient of all examples
    rate: float = 0.001
    batch: int = 32
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8
    schedule: Schedule = "constant"
    shuffled: bool = True
    seed: int = 0

    def __post_init__(self):
        _check(self)
        inputs.number("beta1", self.beta1, least=0, below=1)
        inputs.number("beta2", self.beta2, least=0, below=1)
        inputs.number("epsilon", self.epsilon, above=0)

    def moves(self, objective: Sampled, start: Point) -> Moves:
        m, v = np.zeros_like(start.w), np.zeros_like(start.w)

        def move(g: np.ndarray, eta: float, k: int) -> np.ndarray:
            m[:] = self.beta1 * m + (1 - self.beta1) * g  # (2)
            v[:] = self.beta2 * v + (1 - self.beta2) * g * g  # (3)
            spread = np.sqrt(v) / sqrt(1 - self.beta2**k) + self.epsilon
            return m / spread * (-eta / (1 - self.beta1**k))  # (4)

        return _updates(self, objective, start, move, equation=4)


def batches(examples: int, batch: int, *, shuffled: bool, seed: int) -> Iterator[np.ndarray]:
    """The rows of one batch after the other, for ever."""
    rng = np.random.default_rng(seed)
    while True:
        order = rng.permutation(examples) if shuffled else np.arange(examples)
        order.setflags(write=False)
        yield from (order[first : first + batch] for first in range(0, examples, batch))


def _updates(
    optimiser: StochasticGradient | Adam,
    objective: Sampled,
    start: Point,
    move: Callable[[np.ndarray, float, int], np.ndarray],
    *,
    equation: int,
) -> Moves:
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
            return f"diverged at iteration {k}, the weights from before are kept; take a smaller rate"
        w = arrived
        yield Move(objective.at(w), change, eta, rows=rows, equation=equation)


def _check(optimiser: StochasticGradient | Adam) -> None:
    inputs.number("rate", optimiser.rate, above=0)
    inputs.number("batch", optimiser.batch, least=1, whole=True)
    scheduled(optimiser.schedule)
    inputs.option("shuffled", optimiser.shuffled, (True, False))
    inputs.number("seed", optimiser.seed, least=0, whole=True)
