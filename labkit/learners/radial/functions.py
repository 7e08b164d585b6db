"""Radial basis functions: what they say of x depends on its distance from a centre alone.

Lecture 13; deck 002 "Radial basis function", "RBF Networks". Inventory: I-002-023, I-002-024.

    t = |x - v_j|                             the distance from the centre v_j                        (1)
    g(t) = exp(-t^2 / (2 a^2))                "gaussian": a bump                                      (2)
    g(t) = (1 + t^2 / b^2)^(-beta)            "inverse power": a bump with long tails                 (3)
    g(t) = t                                  "linear": a cone, up from the centre                    (4)

symbol   name here     symbol   name here     symbol   name here
v_j      centres[j]    a, b     widths[j]     beta     power

(2) is the bump of ``basis.functions``.

Departures from the slides: t is the distance, not g's other name (E-002-05). (3) is the slide's (t^2 + b^2)^(-2) with
any power (E-002-05; 1/2 is the inverse multiquadric), times b^(2 beta): it is 1 at its centre in whatever unit x is
measured, and the weights take up the constant.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.basis.functions import Bumps
from labkit.learners.grid import points
from labkit.learners.neighbours.distances import between

FUNCTIONS = ("gaussian", "inverse power", "linear")


@dataclass(frozen=True, slots=True, eq=False)
class RadialFunctions:
    """Functions around centres (m, features), with a width each: X in, one column for each function out."""

    function: str
    centres: np.ndarray
    widths: np.ndarray | None = None  # (m,); "linear" needs none
    power: float = 2.0

    def __call__(self, X) -> np.ndarray:
        X = inputs.matrix(X)
        inputs.same_features(X, self.centres.shape[1], self)
        if self.function == "gaussian":
            return self._bumps(X)  # (2)
        t2 = between(self.centres, X, 2).T  # (1), squared
        return np.sqrt(t2, out=t2) if self.function == "linear" else self._tailed(t2)  # (4)

    def on_grid(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """As for all ``points`` of the grid."""
        return self._bumps.on_grid(x, y) if self.function == "gaussian" else self(points(x, y))

    @property
    def _bumps(self) -> Bumps:
        return Bumps(self.centres, np.broadcast_to(self.widths[:, None], self.centres.shape))

    def _tailed(self, t2: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):  # infinitely far away: 0
            t2 /= self.widths**2
            t2 += 1.0
            return t2**-self.power  # (3)
