"""What the models of this family share: one score for each class, and Gaussians to look at.

Lecture 04; deck 004 "Two Class Prediction", "Maximum Likelihood Solution". Inventory: I-004-064, I-004-068, I-004-069.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.grid import ClassGrids
from labkit.learners.probability import softmax


class Scored(ClassGrids):
    """Many classes: the class with the largest of ``scores(X)``, the first of equals; probabilities by the softmax."""

    __slots__ = ()

    def decision_function(self, X) -> np.ndarray:
        """One column per class; for two classes the difference, as scikit-learn has it."""
        return compared(self.scores(X))

    def predict(self, X) -> np.ndarray:
        return self.classes[self.scores(X).argmax(axis=1)]

    def predict_proba(self, X) -> np.ndarray:
        return softmax(self.scores(X))


def compared(scores: np.ndarray) -> np.ndarray:
    """Scores (..., K): for two classes the difference, above 0 for the second one."""
    return scores[..., 1] - scores[..., 0] if scores.shape[-1] == 2 else scores


class OfGaussians:
    """A model whose ``gaussians`` can be read, drawn and asked for densities."""

    __slots__ = ()

    @property
    def means(self) -> np.ndarray:
        """(K, d)"""
        return self.gaussians.means

    @property
    def covariances(self) -> np.ndarray:
        """(K, d, d): as the model uses them, K times the same where it is shared."""
        return self.gaussians.covariances

    @property
    def priors(self) -> np.ndarray:
        """(K,)"""
        return self.gaussians.priors

    def log_joint(self, X) -> np.ndarray:
        """(cases, K): the logarithm of every class's joint density p(x, k) = P_k N(x | mu_k, S_k)."""
        return self.gaussians.log_joint(X)

    def log_likelihood(self, X, y) -> float:
        """The sum over the examples of ln p(x_n, k_n)."""
        y = inputs.vector(y)
        inputs.same_length(X, y)
        own = y[:, None] == self.classes
        if not own.any(axis=1).all():
            other = y[~own.any(axis=1)].tolist()[0]
            raise ValueError(
                f"y: expected the model's classes {self.classes.tolist()}, got {other!r}; leave such examples out"
            )
        return float(self.log_joint(X)[own].sum())


def class_labels(classes, K: int) -> np.ndarray:
    """The labels of a model made from chosen numbers: K different ones in sorted order; None is 0, 1, ..."""
    labels = np.arange(K) if classes is None else np.array(classes)
    if labels.shape != (K,) or not np.array_equal(np.unique(labels), labels):
        raise ValueError(
            f"classes: expected {K} different labels in sorted order, got {classes!r}; sort the means along with them"
        )
    labels.setflags(write=False)
    return labels
