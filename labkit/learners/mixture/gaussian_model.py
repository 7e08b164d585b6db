"""A mixture of Gaussians: its densities, its groups, new examples from it, its ellipses.

Lecture 14; deck 002 "Motivating Example:" (the doughnut). Inventory: I-002-042.

    f(x, k) = pi_k N(x | mu_k, S_k)          component k                                             (1)
    x = c + u z                              the frame: a centre, and a unit for every column        (2)
    f(x, k) = f(z, k) / prod of u            densities in the frame and outside                      (3)

symbol   name here       symbol   name here
pi_k     weights         S_k      covariances
mu_k     means           c, u     frame.centre, frame.units

The Gaussians are kept in a frame (2) in which the examples are around 0 and about 1 wide, where numbers as 1e6 + 1e-3
lose no digits; everything that can be read is in the examples' own units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs
from labkit.learners.gaussian.densities import Gaussians
from labkit.learners.gaussian.models import compared
from labkit.learners.gaussian.spread import ellipse
from labkit.learners.grid import ClassGrids
from labkit.learners.mixture.groups import Groups, chosen_weights

COVARIANCES = ("full", "diagonal", "spherical")


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Where the examples are, and how wide."""

    centre: np.ndarray  # (d,)
    units: np.ndarray  # (d,)

    @classmethod
    def of(cls, X: np.ndarray, alike: bool = False) -> Frame:
        """Mean and standard deviation of every column, 1 where it does not vary; ``alike``: one unit for all."""
        X = np.asarray(X, dtype=float)
        Z = X - X[0]  # a constant column is now 0 exactly
        top = np.abs(Z).max(axis=0)
        top = np.where(top > 0, top, 1.0)
        Z /= top  # so that no square underflows
        units = top * Z.std(axis=0)
        if alike:
            units = np.full_like(units, np.hypot.reduce(units) / np.sqrt(len(units)))
        return cls(inputs.frozen(X[0] + top * Z.mean(axis=0)), inputs.frozen(np.where(units > 0, units, 1.0)))

    def inside(self, X) -> np.ndarray:
        return (np.asarray(X, dtype=float) - self.centre) / self.units  # (2)

    @property
    def log_volume(self) -> float:
        """Of the unit box."""
        return float(np.log(self.units).sum())


@dataclass(frozen=True, slots=True, eq=False)
class GaussianMixtureModel(ClassGrids, Groups):
    """The likeliest component."""

    gaussians: Gaussians  # in the frame
    frame: Frame
    covariance: str = "full"

    @classmethod
    def given(cls, means, covariances, weights=None) -> GaussianMixtureModel:
        """From chosen means (K, d), covariances (one for all, or K of them) and weights (None: equal)."""
        gaussians = Gaussians.given(means, covariances)
        K, d = gaussians.means.shape
        gaussians = replace(gaussians, priors=chosen_weights(weights, K))
        return cls(gaussians, Frame(inputs.frozen(np.zeros(d)), inputs.frozen(np.ones(d))))

    @property
    def weights(self) -> np.ndarray:
        """(K,)"""
        return self.gaussians.priors

    @property
    def means(self) -> np.ndarray:
        """(K, d)"""
        return self.frame.centre + self.frame.units * self.gaussians.means

    @property
    def covariances(self) -> np.ndarray:
        """(K, d, d): also of diagonal and of spherical ones."""
        return self.gaussians.covariances * np.outer(self.frame.units, self.frame.units)

    @property
    def free_parameters(self) -> int:
        """Numbers that were free to fit."""
        K, d = self.gaussians.means.shape
        spread = {"full": d * (d + 1) // 2, "diagonal": d, "spherical": 1}[self.covariance]
        return K - 1 + K * (d + spread)

    def log_joint(self, X) -> np.ndarray:
        """(cases, K): ln f(x, k)."""
        X = inputs.matrix(X)
        inputs.same_features(X, self.gaussians.means.shape[1], self)
        return self.gaussians.log_joint(self.frame.inside(X)) - self.frame.log_volume  # (3)

    def sample(self, n: int, *, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """(X, groups): new examples, and which component each is from."""
        inputs.number("n", n, least=1, whole=True)
        inputs.number("seed", seed, least=0, whole=True)
        rng = np.random.default_rng(seed)
        groups = rng.choice(len(self.weights), n, p=self.weights)
        roots = np.linalg.cholesky(self.gaussians.covariances)[groups]
        Z = self.gaussians.means[groups] + np.einsum("nij,nj->ni", roots, rng.normal(size=roots.shape[:2]))
        return self.frame.centre + self.frame.units * Z, groups

    # ---- in the plane

    def ellipses(self, radius: float = 2.0) -> list[np.ndarray]:
        """The closed curve of every component at so many standard deviations."""
        return [ellipse(mean, S, radius) for mean, S in zip(self.means, self.covariances, strict=True)]

    def density(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """(len(y), len(x)): of all components together, at every place of a grid."""
        return np.exp(self._on_grid(x, y)).sum(axis=0)

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        """The logarithm of each component's density; for two the difference."""
        return None if through is not None else compared(np.moveaxis(self._on_grid(x, y), 0, -1))

    def _on_grid(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """(K, len(y), len(x)): ln f, its quadratic form as one part of x, one of y and the product of both."""
        g, (cx, cy), (ux, uy) = self.gaussians, self.frame.centre, self.frame.units
        x, y = ((np.asarray(each, dtype=float) - c) / u for each, c, u in ((x, cx, ux), (y, cy, uy)))
        P = g.whitenings @ np.swapaxes(g.whitenings, 1, 2)  # S^-1
        x, y = x - g.means[:, :1], y - g.means[:, 1:]
        constant = np.log(g.priors) - 0.5 * g.log_dets - np.log(2 * np.pi) - self.frame.log_volume
        along = constant[:, None] - 0.5 * P[:, :1, 0] * x**2
        return along[:, None, :] - 0.5 * (P[:, 1:, 1] * y**2)[:, :, None] - (P[:, :1, 1] * y)[:, :, None] * x[:, None]
