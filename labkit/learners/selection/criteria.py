"""Information criteria: how well a model fits its own examples, less a price for every parameter.

Lecture 22; deck 004 "Information Criteria based methods". Inventory: I-004-003, I-004-004, I-004-005.

    AIC  = 2k - 2 ln L                                                                                    (1)
    BIC  = k ln n - 2 ln L                                                                                (2)
    AICc = AIC + 2k(k + 1) / (n - k - 1)              for few examples; AIC as n grows                    (3)
    ln n > 2                                          from n > e^2 = 7.39: only then is BIC the stricter  (4)
    v = n (1 - 1 / (ln n - 1))                        held out, cross-validation chooses as BIC does      (5)

Less is better. (3) grows without end as k nears n - 1: with n <= k + 1 it is infinite, and such a model is not chosen.
The likelihood L of the examples under a trained learner is

    classes        ln L = sum of ln P(y | x)                                    "y given x"               (6)
    densities      ln L = sum of ln p(x, y)                                     "x and y"                 (7)
    numbers        ln L = -(n/2) [ln (2 pi RSS / n) + 1]                        "y given x"               (8)
    no teacher     ln L = sum of ln p(x)                                        "x"                       (9)

A learner of densities (LDA, QDA, NaiveBayes, ExponentialFamily) maximises (7), not (6). Likelihoods of different things
cannot be compared: a logistic regression and an LDA by their log loss on new cases, not by AIC. (8) is that of Gaussian
noise with the most likely variance, RSS / n. Numbers that are all hit have an infinite likelihood; with as many
coefficients as examples that is no merit, nothing is left to tell the variance from: ln L is NaN, as are its criteria.

symbol   name here         symbol   name here
L        log_likelihood    k        k, the free parameters
n, N     n                 RSS      rss, the sum of the squared errors

k of numbers is that of the coefficients and 1 for the variance (E-004-05: the deck leaves it open, and writes N for
n). Of a penalised fit, the coefficients count by the effective degrees of freedom (see ``freedom``); dependent features
count once. A tree counts what its leaves answer, not its tests, which were chosen too: its criteria are too hopeful.
Neighbours for numbers count N / k. A step says ``degrees_of_freedom``, or a model ``free_parameters``; learners that
say neither (votes, ensembles) have no criterion.

Departures from the slides: the table has AIC "prone to high bias and low variance"; it is low bias and high variance,
AIC chooses too much (E-004-02, see ``overfitting``). BIC is not equivalent to K-fold cross-validation: AIC is to
leaving one out (Stone 1977), and BIC to leaving v out with (5), ever more of all examples (Shao 1997; E-004-03). BIC's
penalty is the stronger only by (4), and AIC is after good predictions, BIC after the true model (E-004-04).
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from math import exp, inf, log, nan, pi

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Learner, Regressor
from labkit.learners.selection import fitting
from labkit.learners.selection.fitting import Baseline

CRITERIA = ("aic", "aicc", "bic")
BIC_STRICTER_ABOVE = exp(2)  # (4)
TARGETS, BOTH, EXAMPLES = "y given x", "x and y", "x"
ROUNDING = 8 * float(np.finfo(float).eps)  # a residual of this share of y is none


def penalty(criterion: str, k: float, n: int) -> float:
    """What k parameters cost with n examples."""
    inputs.option("criterion", criterion, CRITERIA)
    inputs.number("k", k, least=0)
    inputs.number("n", n, least=1)
    if criterion == "bic":
        return k * log(n)  # (2)
    return 2 * k + (correction(k, n) if criterion == "aicc" else 0.0)  # (1), (3)


def correction(k: float, n: int) -> float:
    """What AICc adds to AIC."""
    return 2 * k * (k + 1) / (n - k - 1) if n > k + 1 else inf  # (3)


def aic(log_likelihood: float, k: float) -> float:
    inputs.number("k", k, least=0)
    return 2 * k - 2 * log_likelihood  # (1)


def bic(log_likelihood: float, k: float, n: int) -> float:
    return penalty("bic", k, n) - 2 * log_likelihood  # (2)


def aicc(log_likelihood: float, k: float, n: int) -> float:
    added = penalty("aicc", k, n)
    return added - 2 * log_likelihood if added < inf else inf  # (3)


def evidence(values) -> np.ndarray:
    """Values of one criterion as weights of the models: e^(-difference / 2), adding up to 1; one of NaN has 0."""
    values = inputs.real_numbers("values", values)
    ranked = np.nan_to_num(values, nan=inf, posinf=inf, neginf=-inputs.HUGE)  # -inf, all is hit, beats all others
    if values.ndim != 1 or ranked.min(initial=inf) == inf:
        raise ValueError(f"values: expected some numbers of one criterion, got {values}; pass those of the models")
    w = np.exp(-0.5 * (ranked - ranked.min()))
    return inputs.frozen(w / w.sum())


def shao(n: float) -> float:
    """How many of n examples to hold out for cross-validation to choose as BIC does."""
    inputs.number("n", n, above=BIC_STRICTER_ABOVE, why="e^2: below it the number is negative")
    return n * (1 - 1 / (log(n) - 1))  # (5)


@dataclass(frozen=True, slots=True)
class Criteria:
    """Of n examples under a model with k free parameters."""

    log_likelihood: float
    k: float
    n: int
    of: str  # what it is the likelihood of: "y given x", "x and y" or "x"

    @property
    def aic(self) -> float:
        return aic(self.log_likelihood, self.k)

    @property
    def aicc(self) -> float:
        return aicc(self.log_likelihood, self.k, self.n)

    @property
    def bic(self) -> float:
        return bic(self.log_likelihood, self.k, self.n)


def criteria(learner: Learner, X, y=None) -> Criteria:
    """Of a learner trained on these examples."""
    X, y = fitting.checked(learner, X, y)
    return likelihood(copy(learner).fit(X, y), X, y)


def of_baseline(baseline: Baseline, y: np.ndarray) -> Criteria:
    """Of y alone, without any feature: the shares of the classes, or the mean and the variance."""
    n = len(y)
    if baseline.classes is None:
        return Criteria(gaussian(n * float(np.var(y)), n), 2, n, TARGETS)
    counts = np.unique(y, return_counts=True)[1]
    return Criteria(float(counts @ np.log(counts / n)), len(counts) - 1, n, TARGETS)


def likelihood(learner: Learner, X, y=None) -> Criteria:
    """Of a trained learner, on the examples that it was trained on."""
    if isinstance(learner, Learner) and not hasattr(learner, "model_"):
        raise inputs.not_fitted(learner)
    if not has_likelihood(learner):
        raise ValueError(
            f"learner: expected one with a likelihood and a number of free parameters, such as LinearRegression, "
            f"LogisticRegression, LDA or a tree, got {type(learner).__name__}; judge it by cross-validation"
        )
    X, y = fitting.checked(learner, X, y)
    X, k = learner._examples(X), _counted(learner)
    if isinstance(learner, Regressor):
        return Criteria(_of_numbers(learner, X, y, k), k + 1, len(y), TARGETS)
    if isinstance(learner, Classifier):
        return Criteria(_of_classes(learner, X, y), k, len(y), BOTH if _joint(learner) else TARGETS)
    return Criteria(float(learner.model_.log_density(X).sum()), k, len(X), EXAMPLES)  # (9)


def has_likelihood(learner: Learner) -> bool:
    """Whether the criteria can be asked of a trained learner."""
    if not isinstance(learner, Learner) or _counted(learner) is None:
        return False
    if isinstance(learner, Classifier):
        return _joint(learner) or hasattr(learner, "predict_proba")
    return isinstance(learner, Regressor) or hasattr(learner.model_, "log_density")


def gaussian(rss: float, n: int) -> float:
    """Of n residuals with this sum of squares; infinite where all are 0."""
    return -0.5 * n * (log(2 * pi * rss / n) + 1) if rss > 0 else inf  # (8)


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
        return float(learner.model_.log_joint(X)[own].sum())  # (7)
    with np.errstate(divide="ignore"):  # a probability of 0 is minus infinity
        return float(np.log(learner.predict_proba(X)[own]).sum())  # (6)
