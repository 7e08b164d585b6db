"""Logistic regression from above: a ceiling over the likelihood that comes down, with a certificate.

Lecture 08; deck 000 "Variational Bounds for the Logistic Function" (the exponential bound, which is to serve
primal-dual methods). Inventory: I-000-136. One multiplier at a time as by H.-F. Yu, F.-L. Huang, C.-J. Lin, "Dual
coordinate descent methods for logistic regression and maximum entropy models", 2011.

s is +1 for an example of the second class, else -1; x has its constant input +1 in front, m = s w'x is the margin,
g the sigmoid, H(l) = - l ln l - (1 - l) ln(1 - l).

    F(w) = sum of ln g(m) - (lam / 2) |w|^2                       what is to be as large as possible        (1)
    ln g(m) <= l m - H(l), for every l from 0 to 1                the exponential bound                     (2)
    v = sum of l s x                                                                                        (3)
    D(l) = |v|^2 / (2 lam) - sum of H(l)                          the highest that (2) allows in (1)        (4)
    w = v / lam                                                   where it is reached                       (5)
    F(w) <= max F <= D(l)                                         the gap says how far it still is          (6)
    l = g(-m)                                                     where one l makes D lowest                (7)

(4) is no bound of a bound: at its lowest, the gap is 0. In (7) m depends on l itself, for w does. The equation
a + m + |x|^2 / lam (g(a) - l) = 0 in a = ln(l / (1 - l)) has one root, which Newton's method finds between two places
that enclose it. The bias has the penalty of the other weights.

symbol   name here       symbol   name here
l        multipliers     D - F    gap
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasProbabilities, HasScores, TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep, counted
from labkit.learners.linear import HasCoefficients, HasWeights, signed
from labkit.learners.logistic.regression import LogisticModel
from labkit.learners.probability import sigmoid, softplus

NEWTON_STEPS, EXACT = 60, 1e-12  # of (7), for one multiplier


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DualLogisticStep(HasWeights, CountedStep):
    """Every multiplier has been set once more (or the start, or the end)."""

    noun = "sweep"
    sweep: int  # sweeps so far
    multipliers: np.ndarray  # of all examples
    floor: float  # F(w), which can be had
    ceiling: float  # D(l), which nothing is above

    @property
    def gap(self) -> float:
        return self.ceiling - self.floor

    def _begins(self) -> str:
        return self._figures()

    def _happened(self) -> str:
        return self._figures()

    def _figures(self) -> str:
        return f"the highest is between {self.floor:.6g} and {self.ceiling:.6g}"


class DualLogistic(HasCoefficients, HasScores, HasProbabilities, Classifier):
    """Penalised logistic regression by its dual; the second class in sorted order is the positive one.

    Parameters
    ----------
    lam : > 0, weight of the penalty on all weights, the bias included.
    tolerance : the story ends where the gap is at most this for each example.
    max_sweeps : the budget.
    """

    two_classes = True

    lam: float = params.number(1.0, above=0)
    tolerance: float = params.number(1e-6, above=0)
    max_sweeps: int = params.number(200, least=1, whole=True)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[DualLogisticStep]:
        Z = signed(data.X, 1.0, np.where(data.y > 0, 1.0, -1.0))
        logits, sweep = np.zeros(len(Z)), 0
        w = Z.T @ sigmoid(logits) / self.lam  # (3), (5)

        def step(event, **more):
            floor, ceiling = bounds(w, logits, Z, self.lam)
            return DualLogisticStep(event=event, model=LogisticModel(inputs.frozen(w), data.classes), sweep=sweep,
                                    multipliers=inputs.frozen(sigmoid(logits)), floor=floor, ceiling=ceiling,
                                    **more)  # fmt: skip

        if record:
            yield step(START)
        while not (reason := self._reason(sweep, w, logits, Z)):
            w, sweep = self._swept(w, logits, Z), sweep + 1
            if record:
                yield step(UPDATE, equation=7)
        yield step(STOP, reason=reason)

    def _swept(self, w: np.ndarray, logits: np.ndarray, Z: np.ndarray) -> np.ndarray:
        """Sets every multiplier in turn; the weights that belong to them then."""
        for n, z in enumerate(Z):
            old = float(logits[n])
            logits[n] = lowest(float(z @ w), float(z @ z) / self.lam, old)
            w = w + (_sigmoid(logits[n]) - _sigmoid(old)) / self.lam * z  # (5)
        return Z.T @ sigmoid(logits) / self.lam  # anew, so that roundings do not add up

    def _reason(self, sweep: int, w: np.ndarray, logits: np.ndarray, Z: np.ndarray) -> str:
        floor, ceiling = bounds(w, logits, Z, self.lam)
        if ceiling - floor <= self.tolerance * len(Z):
            return "floor and ceiling meet"
        return f"the budget of {counted(self.max_sweeps, 'sweep')} is spent" if sweep == self.max_sweeps else ""


def lowest(m: float, q: float, old: float) -> float:
    """ln(l / (1 - l)) of the l of (7), from that of the ``old`` one: m is the margin with it, q = |x|^2 / lam."""
    had = _sigmoid(old)
    low, high = -m - q * (1 - had), -m + q * had  # g is between 0 and 1
    a = min(max(old, low), high)
    for _ in range(NEWTON_STEPS):
        g = _sigmoid(a)
        error = a + m + q * (g - had)
        low, high = (a, high) if error < 0 else (low, a)
        move = error / (1 + q * g * (1 - g))
        if abs(move) <= EXACT * max(1.0, abs(a)):
            break
        a = a - move if low < a - move < high else 0.5 * (low + high)
    return a


def bounds(w: np.ndarray, logits: np.ndarray, Z: np.ndarray, lam: float) -> tuple[float, float]:
    """(F, D): (1) and (4), where w belongs to the multipliers g(logits)."""
    penalty = 0.5 * lam * float(w @ w)
    entropy = softplus(logits) - logits * sigmoid(logits)  # H(g(a))
    return -float(softplus(-(Z @ w)).sum()) - penalty, penalty - float(entropy.sum())


def _sigmoid(a: float) -> float:
    return 1 / (1 + exp(-a)) if a >= 0 else exp(a) / (1 + exp(a))
