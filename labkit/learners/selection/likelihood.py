"""The likelihood of a trained learner, and how many free parameters it was fitted with.

Lecture 22; deck 004 "Information Criteria based methods". Inventory: I-004-003, I-004-004, I-004-005.

    classes        ln L = sum of ln P(y | x)                                    "y given x"                 (1)
    densities      ln L = sum of ln p(x, y)                                     "x and y"                   (2)
    numbers        ln L = -(n/2) [ln (2 pi RSS / n) + 1]                        "y given x"                 (3)
    no teacher     ln L = sum of ln p(x)                                        "x"                         (4)

A learner of densities (LDA, QDA, NaiveBayes, ExponentialFamily) maximises (2), so (2) is what its parameters are held
against; (1) of such a learner is not a maximum. Likelihoods of different things cannot be compared: a logistic
regression and an LDA by their log loss on new cases, not by AIC. (3) is that of Gaussian noise with the most likely
variance, RSS / n.

symbol   name here         symbol   name here
L        log_likelihood    k        free_parameters
n, N     n                 RSS      the sum of the squared errors

k of numbers is that of the coefficients and 1 for the variance (E-004-05: the deck leaves it open, and writes N for
n). Of a penalised fit, the coefficients count by the effective degrees of freedom (see ``freedom``); dependent features
count once. A tree counts what its leaves answer, not its tests, which were chosen too: its criteria are too hopeful.
Neighbours for numbers count N / k. A step says ``degrees_of_freedom``, or a model ``free_parameters``; learners that
say neither (votes, ensembles) have no criterion.

Numbers that are all hit have an infinite likelihood. With as many coefficients as examples that is no merit: nothing is
left to tell the variance from, ln L is NaN, and so are its criteria.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, nan, pi

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Learner, Regressor
from labkit.learners.selection.fitting import checked

TARGETS, BOTH, EXAMPLES = "y given x", "x and y", "x"
ROUNDING = 8 * float(np.finfo(float).eps)  # a residual of this share of y is none


@dataclass(frozen=True, slots=True)
class Likelihood:
    """Of n examples under a model with k free parameters."""

    log_likelihood: float
    k: float
    n: int
    of: str  # what it is the likelihood of: "y given x", "x and y" or "x"


def likelihood(learner: Learner, X, y=None) -> Likelihood:
    """Of the examples that a learner was trained on."""
    if isinstance(learner, Learner) and not hasattr(learner, "model_"):
        raise inputs.not_fitted(learner)
    if not has_likelihood(learner):
        raise ValueError(
            f"learner: expected one with a likelihood and a number of free parameters, such as LinearRegression, "
            f"LogisticRegression, LDA or a tree, got {type(learner).__name__}; judge it by cross-validation"
        )
    X, y = checked(learner, X, y)
    X, k = learner._examples(X), _counted(learner)
    if isinstance(learner, Regressor):
        return Likelihood(_of_numbers(learner, X, y, k), k + 1, len(y), TARGETS)
    if isinstance(learner, Classifier):
        return Likelihood(_of_classes(learner, X, y), k, len(y), BOTH if _joint(learner) else TARGETS)
    return Likelihood(float(learner.model_.log_density(X).sum()), k, len(X), EXAMPLES)  # (4)


def has_likelihood(learner: Learner) -> bool:
    """Whether the criteria can be asked of a trained learner."""
    if not isinstance(learner, Learner) or _counted(learner) is None:
        return False
    if isinstance(learner, Classifier):
        return _joint(learner) or hasattr(learner, "predict_proba")
    return isinstance(learner, Regressor) or hasattr(learner.model_, "log_density")


def gaussian(rss: float, n: int) -> float:
    """Of n residuals with this sum of squares; infinite where all are 0."""
    return -0.5 * n * (log(2 * pi * rss / n) + 1) if rss > 0 else inf  # (3)


def _counted(learner: Learner) -> float | None:
    """k of a trained learner, of numbers without the variance; priors that were given are not free."""
    k = getattr(learner.last_step_, "degrees_of_freedom", None)
    k = getattr(learner.model_, "free_parameters", None) if k is None else k
    priors = getattr(learner, "priors", None)
    return k if k is None or priors is None else k - (len(priors) - 1)


def _joint(learner: Learner) -> bool:
    return hasattr(learner.model_, "log_joint")


def _of_numbers(learner: Regressor, X, y: np.ndarray, coefficients: float) -> float:
    if coefficients >= len(y):
        return nan
    residuals = y - learner.predict(X)
    rss = float(residuals @ residuals)
    return gaussian(rss if rss > len(y) * (ROUNDING * np.abs(y).max()) ** 2 else 0.0, len(y))


def _of_classes(learner: Classifier, X, y: np.ndarray) -> float:
    own = y[:, None] == learner.classes_
    if not own.any(axis=1).all():
        raise ValueError("y: expected the classes that the learner was trained on, got others; pass its own examples")
    if _joint(learner):
        return float(learner.model_.log_joint(X)[own].sum())  # (2)
    with np.errstate(divide="ignore"):  # a probability of 0 is minus infinity
        return float(np.log(learner.predict_proba(X)[own]).sum())  # (1)
