"""What the tests of logistic regression share: the lecture's data, overlapping classes, and a plain objective."""

import numpy as np

from labkit.core.data import load


def lecture(name="logit8"):
    table = load(name)
    return table["x"][:, None], table["y"]


def overlapping(n=80, d=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) + rng.normal(size=d)
    return X, (X @ rng.normal(size=d) + rng.logistic(size=n) > 0).astype(int)


def plain_loss(w, X, y, lam=0.0, kind="l2"):
    """The penalised cross-entropy by its definition; w has the bias first, y is 0 or 1."""
    a = X @ w[1:] + w[0]
    loss = np.sum(y * np.logaddexp(0, -a) + (1 - y) * np.logaddexp(0, a))
    return loss + (lam * np.abs(w[1:]).sum() if kind == "l1" else lam / 2 * w[1:] @ w[1:])
