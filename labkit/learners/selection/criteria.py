"""Information criteria: how well a model fits its own examples, less a price for every parameter.

Lecture 22; deck 004 "Information Criteria based methods". Inventory: I-004-003, I-004-004, I-004-005.

    AIC  = 2k - 2 ln L                                                                                    (1)
    BIC  = k ln n - 2 ln L                                                                                (2)
    AICc = AIC + 2k(k + 1) / (n - k - 1)              for few examples; AIC as n grows                    (3)
    ln n > 2                                          from n > e^2 = 7.39: only then is BIC the stricter  (4)
    v = n (1 - 1 / (ln n - 1))                        held out, cross-validation chooses as BIC does      (5)

Less is better. (3) grows without end as k nears n - 1: with n <= k + 1 it is infinite, and such a model is not chosen.

symbol   name here         symbol   name here
L        log_likelihood    k        free parameters: ``likelihood`` says of what
n        examples: the deck writes N in (2) and n in its legend, which are the same (E-004-05)

Departures from the slides: the table has AIC "prone to high bias and low variance"; it is low bias and high variance,
AIC chooses too much (E-004-02, see ``overfitting``). BIC is not equivalent to K-fold cross-validation: AIC is to
leaving one out (Stone 1977), and BIC to leaving v out with (5), ever more of all examples (Shao 1997; E-004-03). BIC's
penalty is the stronger only by (4), and AIC is after good predictions, BIC after the true model (E-004-04).
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from math import exp, inf, log

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Learner
from labkit.learners.selection import fitting
from labkit.learners.selection.fitting import Baseline
from labkit.learners.selection.likelihood import TARGETS, Likelihood, gaussian, likelihood

CRITERIA = ("aic", "aicc", "bic")
CROSSING = exp(2)  # (4)


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


@dataclass(frozen=True, slots=True)
class Criteria(Likelihood):
    """All three of one trained learner."""

    @classmethod
    def of_trained(cls, learner: Learner, X, y=None) -> Criteria:
        """``X`` and ``y`` are what it was trained on."""
        found = likelihood(learner, X, y)
        return cls(found.log_likelihood, found.k, found.n, found.of)

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
    return Criteria.of_trained(copy(learner).fit(X, y), X, y)


def of_baseline(baseline: Baseline, y: np.ndarray) -> Criteria:
    """Of y alone, without any feature: the shares of the classes, or the mean and the variance."""
    n = len(y)
    if baseline.classes is None:
        return Criteria(gaussian(n * float(np.var(y)), n), 2, n, TARGETS)
    counts = np.unique(y, return_counts=True)[1]
    return Criteria(float(counts @ np.log(counts / n)), len(counts) - 1, n, TARGETS)


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
    inputs.number("n", n, above=CROSSING, why="e^2: below it the number is negative")
    return n * (1 - 1 / (log(n) - 1))  # (5)
