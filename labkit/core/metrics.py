"""How good are the predictions? Each function takes the truth first, then the predictions."""

from __future__ import annotations

import numpy as np


def accuracy(truth, predicted) -> float:
    """The share of examples that are predicted right."""
    return float(np.mean(_pair(truth, predicted)))


def errors(truth, predicted) -> int:
    """The number of examples that are predicted wrong."""
    return int(np.sum(~_pair(truth, predicted)))


def _pair(truth, predicted) -> np.ndarray:
    truth, predicted = np.asarray(truth), np.asarray(predicted)
    _same_shape(truth, predicted)
    return truth == predicted


def confusion(truth, predicted) -> tuple[np.ndarray, np.ndarray]:
    """The classes in sorted order, and the counts: rows are the truth, columns the predictions."""
    truth, predicted = np.asarray(truth), np.asarray(predicted)
    _same_shape(truth, predicted)
    classes, index = np.unique(np.concatenate([truth, predicted]), return_inverse=True)
    k = len(classes)
    rows, columns = np.split(index, 2)
    return classes, np.bincount(rows * k + columns, minlength=k * k).reshape(k, k)


def mean_squared_error(truth, predicted) -> float:
    truth, predicted = np.asarray(truth, dtype=float), np.asarray(predicted, dtype=float)
    _same_shape(truth, predicted)
    return float(np.mean((truth - predicted) ** 2))


def r_squared(truth, predicted) -> float:
    """The share of the variance of the truth that is explained; 0 where the truth is constant and missed."""
    truth = np.asarray(truth, dtype=float)
    residual = mean_squared_error(truth, predicted)
    variance = float(np.var(truth))
    if variance == 0.0:
        return 1.0 if residual == 0.0 else 0.0
    return 1.0 - residual / variance


def log_loss(truth_index, probabilities) -> float:
    """The mean of -ln P(true class); ``truth_index`` holds column indices of ``probabilities``."""
    truth, P = np.asarray(truth_index), np.asarray(probabilities, dtype=float)
    if P.ndim != 2 or not P.shape[1]:
        raise ValueError(
            f"probabilities: expected one row per example and one column per class, got shape {P.shape}; "
            "pass what predict_proba gives"
        )
    _same_shape(truth, P[:, 0])
    if truth.dtype.kind not in "iu" or truth.min() < 0 or truth.max() >= P.shape[1]:
        raise ValueError(
            f"truth_index: expected whole numbers from 0 to {P.shape[1] - 1}, the columns of probabilities, got "
            f"{truth.min()} to {truth.max()}; pass the index of each class, not its label"
        )
    chosen = P[np.arange(len(truth)), truth]
    with np.errstate(divide="ignore"):
        return float(-np.mean(np.log(chosen)))


def _same_shape(truth: np.ndarray, predicted: np.ndarray) -> None:
    if truth.shape != predicted.shape:
        raise ValueError(
            f"expected one prediction per example, got {truth.shape} against {predicted.shape}; "
            "compare the same examples"
        )
    if truth.size == 0:
        raise ValueError("expected at least one example, got none; pass the truth and its predictions")
