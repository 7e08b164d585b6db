"""Where features are far more than examples: the same problem with as many weights as there are examples.

Lectures 06 and 07; deck 000 "Maximum Likelihood Estimation of Weights". Inventory: I-000-011, I-000-018.

    X' = Q R,  Q'Q = I                  an example x is Q times a column r of R                         (1)
    w = Q v,   w'x = v'r,  |w| = |v|    the same scores and the same penalty                            (2)

What of w stands upright on all examples changes no score and only lengthens w: the best weights have none of it, and no
gradient has, so that a way down from 0 never leaves the span of the examples. The moves of v are those of w.

symbol   name here
r        rows of X, which are as long as there are examples
"""

from __future__ import annotations

import numpy as np

from labkit.core.inputs import frozen

FEW_FEATURES, FAR_MORE = (
    200,
    2,
)  # up to so many features, or up to so many times the examples, all is done as it is read


def spanned(X: np.ndarray) -> Span | None:
    """The span of the rows of X; None unless the features are far more."""
    n, d = X.shape
    return Span(X) if d > max(FEW_FEATURES, FAR_MORE * n) else None


class Span:
    """The examples in coordinates of their span."""

    def __init__(self, X: np.ndarray):
        self._Q, R = np.linalg.qr(X.T)  # (1)
        self.X = frozen(R.T)

    def full(self, v: np.ndarray, bias: bool = True) -> np.ndarray:
        """w for the weights v of one class or of several in one vector; with a ``bias`` that of each class is first."""
        rows = v.reshape(-1, self.X.shape[1] + bias)
        w = np.concatenate([rows[:, : int(bias)], rows[:, int(bias) :] @ self._Q.T], axis=1).ravel()  # (2)
        w.setflags(write=False)
        return w

    def step_fields(self, fields: dict, bias: bool = True) -> dict:
        """What a step says of a move of v, step_fields of the same move of w."""
        moved = {name: fields[name] for name in ("w", "gradient", "direction")}
        return fields | {name: None if v is None else self.full(v, bias) for name, v in moved.items()}
