"""How good are the predictions? Each function takes the truth first, then the predictions."""

from __future__ import annotations

import numpy as np


def accuracy(truth, predicted) -> float:
    """The share of examples that are predicted right."""
    truth, predicted = np.asarray(truth), np.asarray(predicted)
    _same_shape(truth, predicted)
    _same_kind(truth, predicted)
    return float(np.mean(truth == predicted))


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


def _same_shape(truth: np.ndarray, predicted: np.ndarray) -> None:
    if truth.shape != predicted.shape:
        raise ValueError(
            f"expected one prediction per example, got {truth.shape} against {predicted.shape}; "
            "compare the same examples"
        )
    if truth.size == 0:
        raise ValueError("expected at least one example, got none; pass the truth and its predictions")


def _same_kind(truth: np.ndarray, predicted: np.ndarray) -> None:
    """Text is never equal to a number: then every prediction would be wrong."""
    first = [labels.ravel()[:1].tolist()[0] for labels in (truth, predicted)]  # as Python writes it
    kinds = ["text" if isinstance(label, str) else "numbers" for label in first]
    if kinds[0] != kinds[1]:
        raise ValueError(
            f"expected labels as they are predicted, {kinds[1]} such as {first[1]!r}, got {kinds[0]} such as "
            f"{first[0]!r}; pass the labels that the learner was fitted with"
        )
