"""E and M for Gaussian components as one matrix product each.

Lecture 14; deck 002 "Motivating Example:" (the doughnut). Inventory: I-002-042.

    S_k = sum of r_ik x_i x_i' / N_k - mu_k mu_k'                      (6) of ``gaussian_model``           (1)
    ln f(x, k) = A_k . xx' + b_k'x + c_k                               see ``gaussian.qda`` (2)            (2)

With phi(x) = (1, x, the different entries of xx'), N_k, mu_k and (1) are one product R phi(X), and (2) is one with
phi(X), too. Where a component is so narrow that these sums of large terms would lose digits (narrower than about 1e-3
of the examples' reach), and where phi(x) is long, ``gaussian_model`` does it by differences. A phi(X) of more than
``LARGEST`` numbers is not kept but made anew, a block of examples at a time: that fits into the cache, so cost stays
linear.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from labkit.learners.blocks import blocks
from labkit.learners.gaussian.densities import Gaussians
from labkit.learners.mixture.gaussian_model import GaussianExamples, GaussianMixtureModel, occupied

NARROW = 1e-6  # a variance of so little of the squared reach: products lose more than 1e-10
LARGEST = 2**20  # numbers in phi(X), kept
LONGEST = 2**10  # numbers in phi(x): of 43 features


class LiftedExamples(GaussianExamples):
    """With phi(X), an example in every column: kept, or made block by block."""

    def __init__(self, X: np.ndarray, covariance: str, least_variance: float):
        super().__init__(X, covariance, least_variance)
        n, d = X.shape
        self._narrowest = NARROW * d * float(np.einsum("nd,nd->n", self.Z, self.Z).max())
        self._pair = np.triu_indices(d)
        self._width = 1 + d + len(self._pair[0])
        whole = n * self._width <= LARGEST
        self._blocks = [slice(0, n)] if whole else blocks(n, self._width)
        self._phi = self._lifted(slice(0, n)) if whole else None
        self._long = not whole and self._width > LONGEST

    def _lifted(self, some: slice) -> np.ndarray:
        z, (rows, columns) = np.ascontiguousarray(self.Z[some].T), self._pair
        return np.concatenate([np.ones((1, z.shape[1])), z, z[rows] * z[columns]])

    def _parts(self) -> Iterator[tuple[slice, np.ndarray]]:
        for some in self._blocks:
            yield some, self._lifted(some) if self._phi is None else self._phi

    def log_joint(self, model: GaussianMixtureModel) -> np.ndarray:
        if self._long or self._narrow(model.gaussians):
            return super().log_joint(model)
        coefficients = self._coefficients(model.gaussians)
        found = np.empty((len(coefficients), len(self.Z)))
        for some, phi in self._parts():
            found[:, some] = coefficients @ phi  # (2)
        return found

    def maximised(self, R: np.ndarray) -> GaussianMixtureModel:
        if self._long:
            return super().maximised(R)
        R = occupied(R)
        moments = sum(R[:, some] @ phi.T for some, phi in self._parts())
        counts = moments[:, 0]
        model = self.model(counts / len(self.Z), *self._unlifted(moments[:, 1:] / counts[:, None]))
        return super().maximised(R) if self._narrow(model.gaussians) else model

    def _narrow(self, gaussians: Gaussians) -> bool:
        """Whether a component is narrow in some direction: an entry of W, 1 over its width, is large."""
        return bool(np.square(gaussians.whitenings).max() * self._narrowest > 1)

    def _unlifted(self, moments: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Means and covariances from the means of x and of xx'."""
        d = self.Z.shape[1]
        means, S = moments[:, :d].copy(), np.empty((len(moments), d, d))
        rows, columns = self._pair
        S[:, rows, columns] = S[:, columns, rows] = moments[:, d:]
        S -= means[:, :, None] * means[:, None, :]  # (1)
        return means, S

    def _coefficients(self, gaussians: Gaussians) -> np.ndarray:
        """(K, entries of phi): c_k, b_k and A_k."""
        W, d = gaussians.whitenings, self.Z.shape[1]
        P = W @ np.swapaxes(W, 1, 2)  # S^-1
        b = np.einsum("kij,kj->ki", P, gaussians.means)
        far = np.einsum("ki,ki->k", b, gaussians.means) + gaussians.log_dets + d * np.log(2 * np.pi)
        c = np.log(gaussians.priors) - 0.5 * far - self.frame.log_volume
        rows, columns = self._pair
        A = np.where(rows == columns, -0.5, -1.0) * P[:, rows, columns]
        return np.concatenate([c[:, None], b, A], axis=1)
