"""What the learners of this family share: priors, one score for each class, and Gaussians to look at.

Lecture 04; deck 004 "Generative Approach", "Two Class Prediction", "Maximum Likelihood Solution", "Maximum Likelihood
Solution - parameter π". Inventory: I-004-060, I-004-064, I-004-068, I-004-069, I-004-070.

    P_k = N_k / N           the prior of a class: its share of the examples, unless given             (1)

Departures from the slides: the prior of a class is categorical, that is a multinomial of one trial (E-004-29).
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.core.attributes import fitted
from labkit.core.learner import Classifier, HasProbabilities, HasScores, TrainingSet
from labkit.core.story import read
from labkit.learners.grid import ClassGrids
from labkit.learners.probability import chosen_shares, softmax


class GenerativeLearner(HasProbabilities, HasScores, Classifier):
    """A learner of the densities of all classes; abstract."""

    priors: np.ndarray | None = None

    priors_ = fitted("model_.priors", "(classes,)")

    def _check(self, data: TrainingSet) -> None:
        chosen_priors(self.priors, np.ones(len(data.classes)))


def chosen_priors(priors, counts: np.ndarray) -> np.ndarray:
    """The given ones, one for each class; None is the shares of the classes with so many examples."""
    return chosen_shares("priors", priors, counts, "class in sorted order")  # (1)


class ScoredClasses(ClassGrids):
    """Many classes: the class with the largest of ``scores(X)``, the first of equals; probabilities by the softmax."""

    __slots__ = ()

    def decision_function(self, X) -> np.ndarray:
        """One column per class; for two classes the difference, as scikit-learn has it."""
        return compared(self.scores(X))

    def predict(self, X) -> np.ndarray:
        return self.classes[self.scores(X).argmax(axis=1)]

    def predict_proba(self, X) -> np.ndarray:
        return softmax(self.scores(X))


class ScoredColumns(ScoredClasses):
    """Scores that are sums: ``_column_scores(X)``, (cases, K, columns), and the logarithms of the priors."""

    __slots__ = ()

    def _with_priors(self, scores: np.ndarray) -> np.ndarray:
        return scores + np.log(self.priors)

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray:
        """Each column is asked once for all rows or columns of the grid."""
        if through is not None:
            return super()._scores_on(x, y, through)
        longest = max(len(x), len(y))
        both = self._column_scores(np.column_stack([np.resize(x, longest), np.resize(y, longest)]))
        return compared(self._with_priors(both[None, : len(x), :, 0] + both[: len(y), None, :, 1]))


def compared(scores: np.ndarray) -> np.ndarray:
    """Scores (..., K): for two classes the difference, above 0 for the second one."""
    return scores[..., 1] - scores[..., 0] if scores.shape[-1] == 2 else scores


class OfGaussians:
    """A model whose ``gaussians`` can be read, drawn and asked for densities."""

    __slots__ = ()

    means = read("gaussians.means", "(K, d)")
    covariances = read("gaussians.covariances", "(K, d, d): K times the same where it is shared.")
    priors = read("gaussians.priors", "(K,)")

    def log_joint(self, X) -> np.ndarray:
        """(cases, K): the logarithm of every class's joint density p(x, k) = P_k N(x | mu_k, S_k)."""
        return self.gaussians.log_joint(X)

    def log_likelihood(self, X, y) -> float:
        """The sum over the examples of ln p(x_n, k_n)."""
        return complete_log_likelihood(self.log_joint(X), y, self.classes, "y")


def complete_log_likelihood(log_joint: np.ndarray, labels, classes: np.ndarray, name: str) -> float:
    """The sum of ln p(x_n, k_n), from ln p(x_n, k) (examples, K) and the class or group of each example."""
    labels = inputs.vector(labels, name=name)
    inputs.same_length(log_joint, labels)
    own = labels[:, None] == classes
    if not own.any(axis=1).all():
        other = labels[~own.any(axis=1)].tolist()[0]
        raise ValueError(
            f"{name}: expected the model's classes {classes.tolist()}, got {other!r}; leave such examples out"
        )
    return float(log_joint[own].sum())


def class_labels(classes, K: int) -> np.ndarray:
    """The labels of a model made from chosen numbers: K different ones in sorted order; None is 0, 1, ..."""
    labels = np.arange(K) if classes is None else np.array(classes)
    if labels.shape != (K,) or not np.array_equal(np.unique(labels), labels):
        raise ValueError(
            f"classes: expected {K} different labels in sorted order, got {classes!r}; sort the means along with them"
        )
    labels.setflags(write=False)
    return labels
