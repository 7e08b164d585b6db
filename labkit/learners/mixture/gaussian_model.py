"""A mixture of Gaussians: its densities, new examples from it, its ellipses; and E and M, which fit it to examples.

Lecture 14; deck 002 "Motivating Example:" (the doughnut). Inventory: I-002-042.

    f(x, k) = pi_k N(x | mu_k, S_k)                                    component k                         (1)
    x = c + u z                                                        the frame: a centre, and units      (2)
    f(x, k) = f(z, k) / prod of u                                      densities in it and outside: E      (3)
    pi_k = N_k / N,   N_k = sum of r_ik                                M: shares                           (4)
    mu_k = sum of r_ik x_i / N_k                                       means                               (5)
    S_k = sum of r_ik (x_i - mu_k)(x_i - mu_k)' / N_k                  covariances "full"                  (6)
    the diagonal of S_k; the mean of that diagonal, for all columns    "diagonal"; "spherical"             (7)
    S_k >= least_variance times the variance of all examples           in every direction                  (8)

symbol   name here       symbol   name here
pi_k     weights         S_k      covariances
mu_k     means           c, u     frame.centre, frame.units

The Gaussians are kept in a frame (2) in which the examples are around 0 and about 1 wide, where numbers as 1e6 + 1e-3
lose no digits; everything that can be read is in the examples' own units. ``engine.products`` does E and M sooner.

(8) is what keeps the likelihood finite: on a single example, or on a line, a component would shrink for ever. A
direction with less variance is raised to the least one, which is the best S_k of all that keep to (8), so that
the log-likelihood still never falls. A column that does not vary counts as one of variance 1. A component that no
example belongs to, even by 1e-200, waits where all examples together would put it, with a weight of nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs
from labkit.core.frames import cases, unnamed
from labkit.core.story import read
from labkit.learners.blocks import blocks, in_blocks
from labkit.learners.gaussian.densities import Gaussians
from labkit.learners.gaussian.models import compared
from labkit.learners.gaussian.spread import ellipse
from labkit.learners.grid import ClassGrids
from labkit.learners.mixture.groups import MixtureModel, chosen_weights

COVARIANCES = ("full", "diagonal", "spherical")
FARTHEST = 1e140  # in the frame, so that squares stay finite
HIGHEST = 700.0  # logarithm of a density: what is higher is not a finite number
LEAST_COUNT = 1e-200  # what all examples together may give to a component that has died out


@dataclass(frozen=True, slots=True, eq=False)
class StandardFrame:
    """Where the examples are, and how wide."""

    centre: np.ndarray  # (d,)
    units: np.ndarray  # (d,)

    @classmethod
    def of(cls, X: np.ndarray, alike: bool = False) -> StandardFrame:
        """Mean and standard deviation of every column, 1 where it does not vary; ``alike``: one unit for all."""
        X = np.asarray(X, dtype=float)
        Z = X - X[0]  # a constant column is now 0 exactly
        top = np.maximum(Z.max(axis=0), -Z.min(axis=0))
        top = np.where(top > 0, top, 1.0)
        Z /= top  # so that no square underflows
        mean = Z.mean(axis=0)
        Z -= mean
        units = top * np.sqrt(np.einsum("nd,nd->d", Z, Z) / len(Z))
        if alike:
            units = np.full_like(units, np.hypot.reduce(units) / np.sqrt(len(units)))
        return cls(inputs.frozen(X[0] + top * mean), inputs.frozen(np.where(units > 0, units, 1.0)))

    def inside(self, X) -> np.ndarray:
        with np.errstate(over="ignore"):
            Z = cases(X) - self.centre
            Z /= self.units  # (2)
        return np.clip(Z, -FARTHEST, FARTHEST, out=Z)

    @property
    def log_volume(self) -> float:
        """Of the unit box."""
        return float(np.log(self.units).sum())


@dataclass(frozen=True, slots=True, eq=False)
class GaussianMixtureModel(ClassGrids, MixtureModel):
    """The likeliest component."""

    gaussians: Gaussians  # in the frame
    frame: StandardFrame
    covariance: str = "full"

    @classmethod
    def given(cls, means, covariances, weights=None) -> GaussianMixtureModel:
        """From chosen means (K, d), covariances (one for all, or K of them) and weights (None: equal)."""
        gaussians = Gaussians.given(means, covariances)
        K, d = gaussians.means.shape
        gaussians = replace(gaussians, priors=chosen_weights(weights, K))
        return cls(gaussians, StandardFrame(inputs.frozen(np.zeros(d)), inputs.frozen(np.ones(d))))

    weights = read("gaussians.priors", "(K,)")

    @property
    def means(self) -> np.ndarray:
        """(K, d)"""
        return self.frame.centre + self.frame.units * self.gaussians.means

    @property
    def covariances(self) -> np.ndarray:
        """(K, d, d): also of diagonal and of spherical ones."""
        return self.gaussians.covariances * np.outer(self.frame.units, self.frame.units)

    @property
    def covariances_by_kind(self) -> np.ndarray:
        """(K, d, d) of full ones, (K, d) of diagonal and (K,) of spherical ones."""
        S = self.covariances
        if self.covariance == "full":
            return S
        variances = np.diagonal(S, axis1=1, axis2=2)
        return variances if self.covariance == "diagonal" else variances[:, 0]

    @property
    def free_parameters(self) -> int:
        """Numbers that were free to fit."""
        K, d = self.gaussians.means.shape
        spread = {"full": d * (d + 1) // 2, "diagonal": d, "spherical": 1}[self.covariance]
        return K - 1 + K * (d + spread)

    def log_joint(self, X) -> np.ndarray:
        """(cases, K): ln f(x, k)."""
        X = inputs.matrix(unnamed(X))
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
        return np.exp(np.minimum(self._on_grid(x, y), HIGHEST)).sum(axis=0)

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        """The logarithm of each component's density; for two the difference."""
        return None if through is not None else compared(np.moveaxis(self._on_grid(x, y), 0, -1))

    def _on_grid(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """(K, len(y), len(x)): ln f, its quadratic form as one part of x, one of y and the product of both."""
        g, (cx, cy), (ux, uy) = self.gaussians, self.frame.centre, self.frame.units
        x, y = (StandardFrame(c, u).inside(each) for each, c, u in ((x, cx, ux), (y, cy, uy)))
        P = g.whitenings @ np.swapaxes(g.whitenings, 1, 2)  # S^-1
        x, y = x - g.means[:, :1], y - g.means[:, 1:]
        constant = np.log(g.priors) - 0.5 * g.log_dets - np.log(2 * np.pi) - self.frame.log_volume
        along = constant[:, None] - 0.5 * P[:, :1, 0] * x**2
        return along[:, None, :] - 0.5 * (P[:, 1:, 1] * y**2)[:, :, None] - (P[:, :1, 1] * y)[:, :, None] * x[:, None]


class GaussianExamples:
    """Examples in their frame, and the Gaussian components that fit them best."""

    def __init__(self, X: np.ndarray, covariance: str, least_variance: float):
        self.frame = StandardFrame.of(X, alike=covariance == "spherical")
        self.covariance, self.least_variance = covariance, least_variance
        self.Z = self.frame.inside(X)
        self.Z.setflags(write=False)

    # ---- what EM asks

    def log_joint(self, model: GaussianMixtureModel) -> np.ndarray:
        d = self.Z.shape[1]
        return (in_blocks(model.gaussians.log_joint, self.Z, d) - self.frame.log_volume).T  # (3)

    def maximised(self, R: np.ndarray) -> GaussianMixtureModel:
        R = occupied(R)
        counts = R.sum(axis=1)
        means = R @ self.Z / counts[:, None]  # (5)
        S = np.zeros((*means.shape, means.shape[1]))
        for some in blocks(*self.Z.shape):
            for k, mean in enumerate(means):
                away = self.Z[some] - mean
                S[k] += (R[k, some] * away.T) @ away
        S /= counts[:, None, None]  # (6)
        return self.model(counts / len(self.Z), means, S)  # (4)

    def distance(self, one: GaussianMixtureModel, other: GaussianMixtureModel) -> float:
        """The largest change of a weight, a mean or a covariance, in units of the examples' spread."""
        a, b = one.gaussians, other.gaussians
        moved = max(np.abs(a.means - b.means).max(), np.abs(a.covariances - b.covariances).max())
        return float(max(moved, np.abs(a.priors - b.priors).max()))

    # ----

    def model(self, weights: np.ndarray, means: np.ndarray, S: np.ndarray) -> GaussianMixtureModel:
        """Of numbers in the frame; covariances are brought to the form that was asked for, and kept from collapsing."""
        S = self._formed(S)
        L, V = np.linalg.eigh(S)
        if L.min() < self.least_variance:
            L = np.maximum(L, self.least_variance)  # (8)
            S = (V * L[:, None, :]) @ np.swapaxes(V, 1, 2)
        W = V / np.sqrt(L)[:, None, :]
        parts = means, S, weights, W, np.log(L).sum(axis=1)
        for part in parts:
            part.setflags(write=False)
        return GaussianMixtureModel(Gaussians(*parts), self.frame, self.covariance)

    def _formed(self, S: np.ndarray) -> np.ndarray:
        if self.covariance == "full":
            return S
        variances = np.diagonal(S, axis1=1, axis2=2)
        if self.covariance == "spherical":
            variances = np.broadcast_to(variances.mean(axis=1, keepdims=True), variances.shape)
        return variances[:, :, None] * np.eye(S.shape[1])  # (7)


def occupied(R: np.ndarray) -> np.ndarray:
    """Responsibilities (components, examples) that leave no component without any example."""
    empty = R.sum(axis=1) < LEAST_COUNT
    return np.where(empty[:, None], LEAST_COUNT, R) if empty.any() else R
