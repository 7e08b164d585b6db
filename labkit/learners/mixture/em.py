"""Expectation-maximisation: share the examples out, fit as if the shares were known, and again. One loop for all.

Lecture 14; deck 002 "Iterative Methods", "Motivating Example:". Inventory: I-002-038, I-002-041.

Observed are the examples x_i, hidden is the group k that each comes from; theta are all parameters, theta_t those of
iteration t.

    f(x, k | theta) = f(k | x, theta) f(x | theta)                             complete = hidden times observed      (1)
    r_ik = f(x_i, k | theta_t) / sum over j of f(x_i, j | theta_t)             E: the responsibilities               (2)
    theta_t+1 = argmax over theta of Q(theta | theta_t)                        M                                     (3)
    Q(theta | theta_t) = sum over i, k of r_ik ln f(x_i, k | theta)            expected complete log-likelihood      (4)
    ln L(theta) = sum over i of ln (sum over k of f(x_i, k | theta))           log-likelihood of what is observed    (5)
    B(theta | theta_t) = Q(theta | theta_t) - sum over i, k of r_ik ln r_ik    below ln L(theta), equal at theta_t   (6)
    |theta_t+1 - theta_t| <= tolerance                                         the end                               (7)

E makes B touch ln L, M climbs to the top of B, and ln L is above it there: ln L never falls. ``climb`` refuses
a model whose log-likelihood does, by more than rounding. |...| in (7) is the mixture's own: see its ``distance``.

symbol   name here            symbol   name here
theta    model                r_ik     responsibilities[i, k]; R[k, i] inside the loop
ln L     log_likelihood       B        bound

Departures from the slides: EM ends at a stationary point of the likelihood, not always at its maximum; and as the
hidden groups are discrete, the slide's integral in Q is a sum (E-002-21).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from labkit.core.story import spent

E, M = "E", "M"
ROUNDING = 1e-9  # of the log-likelihood, or of an example's share in it: so much it may fall
TINY = float(np.finfo(float).tiny)  # stands for a probability of 0: its logarithm, -708, can be multiplied by 0


class Mixture(Protocol):
    """Examples, and the kind of model that EM fits to them."""

    def log_joint(self, model) -> np.ndarray:
        """(groups, examples): ln f(x_i, k | theta)."""

    def maximised(self, R: np.ndarray) -> object:
        """The model that is best for these responsibilities (groups, examples)."""

    def distance(self, one, other) -> float:
        """By how much the parameters of two models differ."""


@dataclass(frozen=True, slots=True, eq=False)
class EMState:
    """After a half of an iteration (or at the start, or at the end)."""

    model: object
    log_likelihood: float  # of this model
    iteration: int = 0
    half: str = ""  # "E" or "M"
    R: np.ndarray | None = None  # E: by this model; M: those that it was fitted to; None at the start
    reason: str = ""  # why it is the end


def climb(mixture: Mixture, model, *, tolerance: float, budget: int) -> Iterator[EMState]:
    """From a model to start with, E and M by turns until the parameters hardly change."""
    R, likelihood = expected(mixture.log_joint(model))
    yield EMState(model, likelihood)
    reason, iteration = "", 0
    while not reason:
        iteration += 1
        yield EMState(model, likelihood, iteration, E, R)
        before, shared, model = model, R, mixture.maximised(R)  # (3)
        R, higher = expected(mixture.log_joint(model))
        likelihood = _not_lower(higher, likelihood, R.shape[1])
        yield EMState(model, likelihood, iteration, M, shared)
        if mixture.distance(before, model) <= tolerance:  # (7)
            reason = f"no parameter changes by more than {tolerance:g}" if tolerance else "no parameter changes"
        elif iteration == budget:
            reason = spent(budget)
    yield EMState(model, likelihood, iteration, R=R, reason=reason)


def expected(log_joint: np.ndarray) -> tuple[np.ndarray, float]:
    """The responsibilities (groups, examples), in place, and the log-likelihood, which costs nothing more."""
    top = log_joint.max(axis=0)
    R = np.exp(np.subtract(log_joint, top, out=log_joint), out=log_joint)
    total = R.sum(axis=0)
    R /= total  # (2)
    R.setflags(write=False)
    return R, float((top + np.log(total)).sum())  # (5)


def _not_lower(now: float, before: float, examples: int) -> float:
    if not now >= before - ROUNDING * max(examples, abs(before)):
        raise ArithmeticError(
            f"log-likelihood: expected at least {before:.12g}, as an M step never lowers it, got {now:.12g}; "
            "the mixture's maximised(R) does not maximise Q, mend it"
        )
    return now


def below(responsibilities: np.ndarray, log_joint: np.ndarray) -> float:
    """B by responsibilities and log joint densities, both (examples, groups)."""
    r = responsibilities
    return float((r * (log_joint - np.log(np.maximum(r, TINY)))).sum())  # (6)


def bound(model, at, X) -> float:
    """B(theta | theta_t): the lower bound that touches the log-likelihood at the model ``at``, for another model."""
    return below(*_shares_and_logs(model, at, X))


def expected_log_likelihood(model, at, X) -> float:
    """Q(theta | theta_t)."""
    r, log_joint = _shares_and_logs(model, at, X)
    return float((r * log_joint).sum())  # (4)


def _shares_and_logs(model, at, X) -> tuple[np.ndarray, np.ndarray]:
    """(r_ik by the one model, ln f(x_i, k) by the other)."""
    r, log_joint = at.predict_proba(X), model.log_joint(X)
    if r.shape != log_joint.shape:
        raise ValueError(
            f"model: expected {r.shape[1]} groups, as the other model has, got {log_joint.shape[1]}; "
            "compare models of as many groups"
        )
    return r, log_joint
