"""Examples and forests that several tests grow."""

import numpy as np


def noisy(seed, *, n=150, d=3, classes=2, whole=False):
    """(X, y): a curved border under noise; ``whole`` makes many values equal."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    score = X[:, 0] + X[:, -1] ** 2 + rng.normal(0, 0.6, n)
    cuts = np.quantile(score, np.arange(1, classes) / classes)
    return (np.round(2 * X) if whole else X), np.searchsorted(cuts, score)


def numbers(seed, *, n=150, d=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, X[:, 0] + np.sin(2 * X[:, 1]) + rng.normal(0, 0.3, n)


def plane(low=-2.5, high=2.5, cells=40):
    """(axis, all points of the grid), rows of equal y first."""
    axis = np.linspace(low, high, cells)
    return axis, np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
