"""What a network goes down: the losses of its examples, and a penalty.

Lecture 13; deck 002 "Backpropagation Training of MLP Networks". Inventory: I-002-031, I-002-033, I-002-036.

    J(w) = sum of L + (lam / 2) sum of V_ij^2, i > 0        biases are not penalised                 (1)
    gradient = sum of z_i delta_j + lam V_ij                of L by ``passes``                       (2)
    H = sum of D' B D + lam                                 D: da/dw, B: how L bends along a         (3)

(3) leaves out how the outputs a bend with w (Gauss and Newton): it has no negative eigenvalue and needs slopes alone,
which is what Levenberg and Marquardt's method was made for. A few examples (``part``) show (1) divided by N.

symbol   name here                                 symbol   name here
L        losses, of ``activations``                    t        targets: (examples, outputs)
N        examples                                  x        rows of X, the constant 1 first
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.blocks import blocks
from labkit.learners.descent.objective import Objective, Point, once
from labkit.learners.network.activations import Activation, Output
from labkit.learners.network.passes import backward, forward, gradients
from labkit.learners.network.shape import Shape


@dataclass(frozen=True, slots=True)
class Architecture:
    """The layers' sizes, what their units do, and what the outputs mean: all but the weights."""

    shape: Shape
    activation: Activation
    output: Output


class NetworkPoint(Point):
    """(1) at w. One pass forward serves the value, the gradient and the Hessian."""

    @once
    def layers(self) -> list[np.ndarray]:
        return self.objective.network.shape.layers(self.w)

    @once
    def values(self) -> list[np.ndarray]:
        """What every layer sends on, see ``passes.forward``."""
        with np.errstate(over="ignore", invalid="ignore"):  # of weights that have nearly diverged
            return forward(self.layers, self.objective.X.T, self.objective.network.activation)

    def _losses(self) -> np.ndarray:
        return self.objective.network.output.losses(self.values[-1], self.objective.targets.T)

    @property
    def loss(self) -> float:
        """The mean loss of an example, without the penalty."""
        with np.errstate(over="ignore", invalid="ignore"):
            return float(self._losses().mean())

    @property
    def mistakes(self) -> int | None:
        """Examples that are given another class; None for numbers."""
        return self.objective.network.output.mistakes(self.values[-1], self.objective.targets.T)

    @once
    def value(self) -> float:
        objective = self.objective
        return objective.share * float(self._losses().sum()) + 0.5 * float(objective.lams @ self.w**2)  # (1)

    @once
    def deltas(self) -> list[np.ndarray]:
        """Of every unit, see ``passes.backward``."""
        objective = self.objective
        delta = objective.network.output.values(self.values[-1]) - objective.targets.T
        delta *= objective.share
        return backward(self.layers, self.values, delta, objective.network.activation)

    @once
    def gradient(self) -> np.ndarray:
        slopes = np.empty_like(self.w)
        gradients(self.values, self.deltas, self.objective.network.shape.layers(slopes))
        slopes += self.objective.lams * self.w  # (2)
        return slopes

    @property
    def slope(self) -> float:
        """The length of the gradient, for each example."""
        with np.errstate(over="ignore", invalid="ignore"):
            return float(np.linalg.norm(self.gradient)) / self.objective.examples

    @once
    def hessian(self) -> np.ndarray:
        objective, outputs = self.objective, len(self.values[-1])
        H = np.diag(objective.lams)
        for columns in blocks(objective.examples, outputs * len(self.w)):
            some = [z[:, columns] for z in self.values]
            D = self._jacobian(some)
            BD = np.einsum("kln,lnp->knp", objective.share * objective.network.output.bends(some[-1]), D)
            H += D.reshape(-1, len(self.w)).T @ BD.reshape(-1, len(self.w))  # (3)
        return H

    def _jacobian(self, values: list[np.ndarray]) -> np.ndarray:
        """D of a few examples: (outputs, examples, weights)."""
        outputs, n = values[-1].shape
        rows = []
        for k in range(outputs):
            delta = np.zeros((outputs, n))
            delta[k] = 1.0  # as if a_k were the loss
            deltas = backward(self.layers, values, delta, self.objective.network.activation)
            slopes = [z.T[:, :, None] * d.T[:, None] for z, d in zip(values, deltas, strict=False)]
            rows.append(np.concatenate([slope.reshape(n, -1) for slope in slopes], axis=1))
        return np.array(rows)


class NetworkObjective(Objective):
    """(1) for examples that are the rows of X (the constant 1 first), with the rows of ``targets``."""

    point = NetworkPoint

    def __init__(self, network: Architecture, X: np.ndarray, targets: np.ndarray, lams: np.ndarray, share: float = 1.0):
        self.network, self.X, self.targets, self.examples = network, X, targets, len(X)
        self.lams, self.share = lams, share  # lam of every weight, and what every example counts

    @property
    def scale(self) -> float:
        """An entry of the gradient is compared with 1 for each example."""
        return float(self.examples)

    def part(self, rows: np.ndarray) -> NetworkObjective:
        """The objective per example, as these examples show it."""
        X, targets = self.X.take(rows, axis=0), self.targets.take(rows, axis=0)  # quicker than X[rows]
        return NetworkObjective(self.network, X, targets, self.lams / self.examples, 1 / len(rows))
