"""How many numbers a penalised fit is free to choose: its effective degrees of freedom.

Lectures 03, 06 and 22; deck 003 "RIDGE REGRESSION: EFFECT OF REGULARIZATION", deck 004 "Information Criteria based
methods". Inventory: I-003-014, I-004-003.

A loss with the Hessian H and a penalty w'Aw / 2 has its least where both pull alike. What the examples alone would say
along a direction is shrunk by h / (h + a); the shares that are left add up to

    df = trace of (H + A)^-1 H                                                                            (1)

Without a penalty that is the rank of H: weights that cannot be told apart count once.

symbol   name here
A        penalty: the diagonal, as a vector
"""

from __future__ import annotations

import numpy as np


def effective(H: np.ndarray, penalty: np.ndarray) -> float:
    """df; in which units the weights are measured does not matter."""
    unit = np.sqrt(np.diagonal(H) + penalty)
    unit = np.where(unit > 0, unit, 1.0)
    H = H / np.outer(unit, unit)
    both = H + np.diag(penalty / unit**2)
    return float(np.trace(np.linalg.pinv(both, hermitian=True) @ H))  # (1)


def rank(features: np.ndarray, lengths: np.ndarray) -> int:
    """Of features (features, examples): how many weights can be told apart, each feature in units of its length."""
    return int(np.linalg.matrix_rank(features / lengths[:, None])) if len(features) else 0
