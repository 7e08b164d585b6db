"""Weights in which rounding does no harm: in them, examples and prior together are equally long in all directions.

Lecture 08; deck 000 "Laplace (Gaussian) Approximation of Posterior". Inventory: I-000-029.

    [X; K] = Q T,  Q'Q = I           the examples on top of the prior, whose precision S0^-1 is K'K           (1)
    v = T w,  q = T'^-1 x            w'x = v'q: the same model, prior and posterior; the q are rows of Q      (2)
    S0^-1 + sum of c x x'            is the precision of a posterior of w, with a weight c of each example    (3)
    Q0'Q0 + sum of c q q'            the same in v, where Q0 = K T^-1 is the prior's part of Q                (4)

Where a feature's mean is a million times its spread, or one feature is a multiple of another, the large part of (3)
leaves no digits to the small one, which alone tells the weights apart. In (4) neither is large, and T is found without
squares: scores are right to about 1e-15 times the largest feature times the prior's deviation.

symbol   name here     symbol   name here
q        rows of X     T^-1     basis: w = basis v
"""

from __future__ import annotations

import numpy as np

from labkit.core.inputs import frozen
from labkit.learners.bayesian.normal import Normal
from labkit.learners.descent.moves import Move
from labkit.learners.least_squares.engine.blocked_qr import triangle


class Whitening:
    """The weights v of a class, and of ``count`` classes one after the other.

    ``X`` and ``prior`` are what examples and prior of one class are for them.
    """

    def __init__(self, X: np.ndarray, prior: Normal, count: int = 1):
        K = np.linalg.inv(prior.root)
        T = triangle(np.concatenate([X, K]))  # (1)
        basis = np.linalg.inv(T)
        self.X, Q0 = frozen(X @ basis), K @ basis  # (2)
        self.prior = Normal(frozen(T @ prior.mean), frozen(Q0.T @ Q0), float(np.linalg.norm(Q0, -2)) ** 2)
        self.T, self.basis = (frozen(np.kron(np.eye(count), one)) for one in (T, basis))

    def back(self, q: Normal) -> Normal:
        """The normal distribution of w for that of v, of all classes or of one."""
        basis = self.basis[: len(q.mean), : len(q.mean)]
        return Normal(frozen(basis @ q.mean), q.inner, q.least, basis)

    def step_arrays(self, move: Move) -> dict[str, np.ndarray | None]:
        """What a step says of a move in v, said of the same move in w."""
        along = None if move.direction is None else frozen(self.basis @ move.direction)
        return {"gradient": frozen(self.T.T @ move.point.gradient), "direction": along}
