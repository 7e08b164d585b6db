"""E and M for Gaussian components: a matrix product each.

Lecture 14; deck 002 "Motivating Example:" (the doughnut). Inventory: I-002-042.

    pi_k = N_k / N,   N_k = sum of r_ik                                M: shares                           (1)
    mu_k = sum of r_ik x_i / N_k                                       means                               (2)
    S_k = sum of r_ik (x_i - mu_k)(x_i - mu_k)' / N_k                  covariances "full"                  (3)
        = sum of r_ik x_i x_i' / N_k - mu_k mu_k'
    the diagonal of S_k; the mean of that diagonal, for all columns    "diagonal"; "spherical"             (4)
    S_k >= least_variance times the variance of all examples           in every direction                  (5)
    ln f(x, k) = A_k . xx' + b_k'x + c_k                               E, see ``gaussian.qda`` (2)         (6)

With phi(x) = (1, x, the different entries of xx'), N_k, (2) and (3) are one product R phi(X), and (6) is one with
phi(X), too. The examples are first brought to a frame, around 0 and about 1 wide. Where a component is so narrow that
these sums of large terms would lose digits (narrower than about 1e-3 of the examples' reach), and where phi(X) would
need too much memory, the differences x - mu_k are taken one component at a time.

(5) is what keeps the likelihood finite: on a single example, or on a line, a component would shrink for ever. A
direction with less variance is raised to the least one, which is the best S_k of all that keep to (5), so that
the log-likelihood still never falls. A column that does not vary counts as one of variance 1. A component that no
example belongs to, even by 1e-200, waits where all examples together would put it, with a weight of nothing.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.gaussian.densities import Gaussians
from labkit.learners.mixture.gaussian_model import Frame, GaussianMixtureModel

NARROW = 1e-6  # a variance of so little of the squared reach: products lose more than 1e-10
LARGEST = 2**23  # numbers in phi(X)
NOBODY = 1e-200  # what all examples together may give to a component that has died out


class Examples:
    """In their frame, and the Gaussian components that fit them best."""

    def __init__(self, X: np.ndarray, covariance: str, least_variance: float):
        self.frame = Frame.of(X, alike=covariance == "spherical")
        self.covariance, self.least_variance = covariance, least_variance
        self.Z = self.frame.inside(X)
        d = X.shape[1]
        self._least = NARROW * d * float(np.einsum("nd,nd->n", self.Z, self.Z).max())
        self._pair = np.triu_indices(d)
        self._twice = np.where(self._pair[0] == self._pair[1], 1.0, 2.0)
        few = len(X) * (1 + d + len(self._twice)) <= LARGEST
        self._phi = self._lifted() if few else None

    def _lifted(self) -> np.ndarray:
        """phi(X), an example in every column."""
        z = self.Z.T
        return np.concatenate([np.ones((1, len(self.Z))), z, z[self._pair[0]] * z[self._pair[1]]])

    # ---- what EM asks

    def log_joint(self, model: GaussianMixtureModel) -> np.ndarray:
        gaussians = model.gaussians
        if self._phi is None or self._narrow(gaussians):
            return gaussians.log_joint(self.Z).T - self.frame.log_volume
        return self._coefficients(gaussians) @ self._phi  # (6)

    def maximised(self, R: np.ndarray) -> GaussianMixtureModel:
        R = self._shared(R)
        if self._phi is None:
            return self._by_differences(R)
        moments = R @ self._phi.T
        counts = moments[:, 0]
        model = self.model(counts / len(self.Z), *self._unlifted(moments[:, 1:] / counts[:, None]))  # (1)
        return self._by_differences(R) if self._narrow(model.gaussians) else model

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
            L = np.maximum(L, self.least_variance)  # (5)
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
        return variances[:, :, None] * np.eye(S.shape[1])  # (4)

    def _narrow(self, gaussians: Gaussians) -> bool:
        """Whether a component is narrow in some direction: an entry of W, 1 over its width, is large."""
        return bool(np.square(gaussians.whitenings).max() * self._least > 1)

    def _shared(self, R: np.ndarray) -> np.ndarray:
        nobody = R.sum(axis=1) < NOBODY
        if nobody.any():
            R = R.copy()
            R[nobody] = NOBODY
        return R

    def _unlifted(self, moments: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Means and covariances from the means of x and of xx'."""
        d = self.Z.shape[1]
        means, S = moments[:, :d].copy(), np.empty((len(moments), d, d))
        rows, columns = self._pair
        S[:, rows, columns] = S[:, columns, rows] = moments[:, d:]
        S -= means[:, :, None] * means[:, None, :]  # (2), (3)
        return means, S

    def _by_differences(self, R: np.ndarray) -> GaussianMixtureModel:
        counts = R.sum(axis=1)
        means = R @ self.Z / counts[:, None]  # (2)
        S = np.empty((*means.shape, means.shape[1]))
        for k, mean in enumerate(means):
            away = self.Z - mean
            S[k] = (R[k] * away.T) @ away / counts[k]  # (3)
        return self.model(counts / len(self.Z), means, S)  # (1)

    def _coefficients(self, gaussians: Gaussians) -> np.ndarray:
        """(K, entries of phi): c_k, b_k and A_k."""
        W, d = gaussians.whitenings, self.Z.shape[1]
        P = W @ np.swapaxes(W, 1, 2)  # S^-1
        b = np.einsum("kij,kj->ki", P, gaussians.means)
        far = np.einsum("ki,ki->k", b, gaussians.means) + gaussians.log_dets + d * np.log(2 * np.pi)
        c = np.log(gaussians.priors) - 0.5 * far - self.frame.log_volume
        A = -0.5 * self._twice * P[:, self._pair[0], self._pair[1]]
        return np.concatenate([c[:, None], b, A], axis=1)
