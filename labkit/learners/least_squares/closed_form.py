"""Least squares in one go: a handful of rows ask the same as all the examples, and their singular values answer.

Lecture 03; deck 003 "LEAST SQUARES LINEAR REGRESSION", "RIDGE REGRESSION: REGULARIZED LEAST SQUARES".
Inventory: I-003-012, I-003-014.

X and Y have their means subtracted where there is an intercept: it is never penalised, so that the best one is

    b = mean of y - w' mean of x                                                            (1)

and the slopes w solve the normal equations, for every lam >= 0 and every column y of Y,

    (X'X + lam I) w = X'y                                                                   (2)

Any matrices A and C with A'A = X'X and A'C = X'Y have the same solutions. Two ways to get short ones:

    [X Y] = Q [A C]                            "qr": Q'Q = I, and [A C] is a triangle       (3)
    X'X = V L V',  A = sqrt(L) V'              "normal": a square root                      (4)
    C = sqrt(L)^-1 V' X'Y                                                                   (5)

(3) keeps all digits; (4) is quicker, and squares what is ill-conditioned: it has half of them. Then, in either way,

    A = U S V'                                                                              (6)
    w = V (S^2 + lam I)^-1 S U'C                                                            (7)

symbol   name here                           symbol   name here
X, Y     the columns of ``M``                S        singular_values
b        the first entry of the weights      U'C      projections: of the targets on each direction

Where lam = 0 and columns depend on each other (fewer examples than weights, duplicates, constants) there are many
solutions: the one with the shortest slopes is taken, and ``rank`` is below the number of features. Columns are
dependent when, each brought to length 1, a singular value is below rounding, which is coarser for a column far from 0:
its mean has no more digits. A column that varies by no more than that is a constant, and its slope 0.

Where rounding of the longest column hides the shortest one, (6) is of no use. Then the columns are brought to length 1
here too, and the shortest slopes are those in these units:

    the rows of A, and sqrt(lam) I below them, ask (2) without any product                  (8)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.least_squares.engine.blocked_qr import triangle

SOLVERS = ("qr", "normal")
EPS = float(np.finfo(float).eps)
COARSEST_ROUNDING = 1e-8  # no column hides more of the others than this, however far it is from 0
CLEARLY_ABOVE = 1e3  # times the rounding: a singular value below it has lost the digits that count


@dataclass(frozen=True, slots=True, eq=False)
class Solutions:
    """Of one set of examples, for every lam."""

    A: np.ndarray
    C: np.ndarray
    mean: np.ndarray  # of the columns of X, then of Y; zeros without an intercept
    singular_values: np.ndarray  # of A, and so of X: the largest first
    rank: int  # so many of them are above rounding
    directions: np.ndarray  # V, these only
    projections: np.ndarray  # U'C, these only
    unpenalised: np.ndarray  # the slopes for lam = 0, if they are unique or not ``clear``
    tolerance: float  # of A with columns of length 1: a smaller singular value is rounding

    def slopes(self, lam: float) -> np.ndarray:
        """One column per target."""
        if lam == 0 and (self.unique or not self.clear):
            return self.unpenalised
        if not self.clear:
            return _in_units(self.A, self.C, lam, self.tolerance)[0]
        s = self.singular_values[: self.rank, None]
        return self.directions @ (self.projections * (s / (s**2 + lam) if lam else 1 / s))  # (7)

    @property
    def clear(self) -> bool:
        """Whether the units of the columns are near enough for (6) to see all of them."""
        s = self.singular_values[: self.rank]
        return not len(s) or bool(s[-1] > CLEARLY_ABOVE * self.tolerance * s[0])

    @property
    def unique(self) -> bool:
        """Whether the columns of X are independent, so that lam = 0 has one solution."""
        return self.rank == self.A.shape[1]

    def ambiguity(self, lam: float) -> str:
        """What the reader should know where there are many solutions."""
        if lam > 0 or self.unique:
            return ""
        few, all_ = self.rank, self.A.shape[1]
        units = "" if self.clear else ", each in the unit of its feature"
        return f"the features have rank {few} of {all_}, so many slopes fit alike: the shortest are taken{units}"

    def weights(self, lam: float) -> np.ndarray:
        """One column per target: the bias first, then the slopes."""
        slopes, d = self.slopes(lam), self.A.shape[1]
        bias = self.mean[d:] - self.mean[:d] @ slopes  # (1)
        return np.concatenate([bias[None], slopes])

    def rss(self, lam: float) -> np.ndarray:
        """The sum of the squared errors of each target. Of "qr" only: a square root forgets what X does not reach."""
        return ((self.A @ self.slopes(lam) - self.C) ** 2).sum(axis=0)


def solutions(X: np.ndarray, Y: np.ndarray, solver: str = "qr", intercept: bool = True) -> Solutions:
    """For X (examples, features) and Y (examples, targets)."""
    N, d = X.shape
    M = np.empty((N, d + Y.shape[1]))
    M[:, :d], M[:, d:] = X, Y
    mean = _centre(M) if intercept else np.zeros(M.shape[1])
    away, lengths = N * EPS * np.abs(mean[:d]), np.sqrt(np.einsum("ij,ij->j", M, M)[:d])
    if (away > N**0.5 * EPS * lengths).any():  # a mean beyond the spread: its rounding is still in the column
        mean += _centre(M)
    constant = lengths <= N**0.5 * away
    M[:, :d][:, constant] = 0.0
    rounding = EPS * max(N, d)
    A, C = np.split(triangle(M), [d], axis=1) if solver == "qr" else _square_root(M, d, rounding)
    coarser = float(np.linalg.norm(away[~constant] / lengths[~constant]))
    tolerance = (rounding if solver == "qr" else rounding**0.5) + min(4 * coarser, COARSEST_ROUNDING)
    unpenalised, rank = _in_units(A, C, 0.0, tolerance)
    U, s, Vt = np.linalg.svd(A, full_matrices=False)  # (6)
    return Solutions(A, C, mean, s, rank, Vt[:rank].T, U[:, :rank].T @ C, unpenalised, tolerance)


def _centre(M: np.ndarray) -> np.ndarray:
    """Subtracts the means of the columns from them, and returns them."""
    mean = np.ones(len(M)) @ M / len(M)  # a product is quicker than M.mean(axis=0)
    M -= mean
    return mean


def _in_units(A: np.ndarray, C: np.ndarray, lam: float, tolerance: float) -> tuple[np.ndarray, int]:
    """(slopes, rank), with every column 1 long: many solutions have their shortest in these units."""
    if lam:
        below = np.sqrt(lam) * np.eye(A.shape[1])
        A, C = np.concatenate([A, below]), np.concatenate([C, np.zeros((len(below), C.shape[1]))])  # (8)
    unit = _lengths(A)
    W, _, rank, _ = np.linalg.lstsq(A / unit, C, rcond=tolerance)
    return W / unit[:, None], int(rank)


def _square_root(M: np.ndarray, d: int, tolerance: float) -> tuple[np.ndarray, np.ndarray]:
    """In units that make every column 1 long, so that rounding spares the short ones."""
    X, Y = M[:, :d], M[:, d:]
    unit = _lengths(X)
    values, V = np.linalg.eigh((X.T @ X) / np.outer(unit, unit))  # (4)
    kept = values > tolerance * values[-1]
    root, V = np.sqrt(values[kept, None]), V[:, kept]
    return root * V.T * unit, V.T @ (X.T @ Y / unit[:, None]) / root  # (4), (5)


def _lengths(X: np.ndarray) -> np.ndarray:
    """Of the columns; 1 for a column of zeros."""
    lengths = np.linalg.norm(X, axis=0)
    return np.where(lengths > 0, lengths, 1.0)
