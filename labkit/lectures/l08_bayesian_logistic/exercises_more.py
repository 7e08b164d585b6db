"""Exercises of the page with more of lecture 08; deck 000 "Jensen + Log-normal + Variational", "Variational EM"."""

from __future__ import annotations

import numpy as np

from labkit.learners import LaplaceLogistic
from labkit.learners.bayesian.exact import exact_posterior
from labkit.tutor.check import NotYet, exercise, numbers, same_results, slips

# ---------------------------------------------------------------- 5: the M step


def _xi(m, S, x, *, variance=False, mean=False, raw=False):
    square = (0.0 if mean else x @ S @ x) + (0.0 if variance else (m @ x) ** 2)
    return square if raw else np.sqrt(square)


def _xi_cases():
    yield np.array([1.0]), np.array([[0.0]]), np.array([-2.0])
    yield np.array([0.0]), np.array([[4.0]]), np.array([1.5])
    yield np.array([1.0, 2.0]), np.array([[1.0, 0.5], [0.5, 2.0]]), np.array([1.0, -1.0])
    yield np.array([-2.4, 1.1]), np.array([[2.2, -0.8], [-0.8, 0.4]]), np.array([1.0, 2.5])


@exercise("write my_xi(m, S, x): where the parabola of the case x touches best")
def m_step(my_xi):
    """``my_xi(m, S, x)`` -> a number, at least 0."""
    mistakes = slips(
        _xi,
        variance="the mean of the score counts as well: E a^2 is its variance plus its mean squared",
        mean="the variance of the score is missing: x'S x",
        raw="that is xi squared",
    )
    same_results(my_xi, _xi, _xi_cases(), mistakes=mistakes,
                 hint="xi^2 is the mean of the squared score a = w'x, w normal",
                 how="the mean of a square is the variance, x @ S @ x, plus the mean squared, (m @ x)**2")  # fmt: skip
    return "each parabola touches at the typical size of its score"


# ---------------------------------------------------------------- 6: find the bug, the direction


def _above_given(s, lam):
    return np.log(lam) + 1 - lam * s


def _above(s, lam):
    return lam * s - np.log(lam) - 1


def _above_cases():
    yield from ((1.0, 1.0), (2.0, 0.5), (3.0, 0.2), (11.1, 0.09), (11.1, 0.2), (0.5, 3.0))


@exercise("mend ln_above(s, lam): a tangent that is never below ln s", given=_above_given)
def tangent_above(ln_above):
    """``ln_above(s, lam)`` -> a number, at least ln s."""
    mistakes = [
        (lambda s, lam: lam * s - np.log(lam) + 1, "at s = 1/lam it must be ln s exactly"),
        (lambda s, lam: lam * s + np.log(lam) - 1, "at s = 1/lam it must be ln s exactly"),
        (lambda s, lam: np.log(s), "that is ln s itself, not a tangent"),
    ]
    same_results(ln_above, _above, _above_cases(), mistakes=mistakes,
                 hint="take s = 2, lam = 1/2: it should touch ln 2, and lie above at every other lam",
                 how="what you have bounds -ln s from below; turn the inequality round")  # fmt: skip
    return "a tangent to the concave logarithm lies above it, and touches at s = 1/lam"


# ---------------------------------------------------------------- 7: find the bug, the entropy


def _cost_given(m, v, m0, v0):
    return 0.5 * (v / v0 + (m - m0) ** 2 / v0 + np.log(v0) - 1)


def _cost(m, v, m0, v0, *, halved=False, added=False, constant=False):
    log = np.log(v0) + (np.log(v) if added else -np.log(v))
    return (1.0 if halved else 0.5) * (v / v0 + (m - m0) ** 2 / v0 + log - (0 if constant else 1))


def _cost_cases():
    yield 0.0, 1.0, 0.0, 1.0
    yield 0.0, 0.01, 0.0, 1.0
    yield 1.0, 2.0, 0.5, 4.0
    yield -2.0, 0.3, 1.0, 9.0


@exercise("mend cost(m, v, m0, v0): the divergence of N(m, v) from the prior N(m0, v0)", given=_cost_given)
def divergence(cost):
    """``cost(m, v, m0, v0)`` -> a number, at least 0, and 0 for the prior itself."""
    mistakes = slips(
        _cost,
        halved="all of it is halved",
        added="a narrow belief must cost: the sign of ln v",
        constant="for the prior itself the cost is 0: something constant is missing",
    )
    same_results(cost, _cost, _cost_cases(), mistakes=mistakes,
                 hint="let v go to 0: the belief claims to know all, and what you have does not object",
                 how="ln v0 - ln v: the entropy of the belief is in it")  # fmt: skip
    return "without the entropy every narrower belief is cheaper, and it shrinks to a point"


# ---------------------------------------------------------------- 8: a counter-example

RATIO, MOST, LEAST = 3.0, 4, 0.1


@exercise("place my_x and my_z: the mean of the exact posterior is more than three times its peak")
def fooled_laplace(my_x, my_z):
    """At most four numbers and their classes, 0 or 1; one weight, no bias, prior N(0, 100)."""
    x, z = numbers(my_x), np.asarray(my_z)
    if x.ndim != 1 or z.shape != x.shape or not 2 <= len(x) <= MOST or set(z.tolist()) != {0, 1}:
        got = f"{x.size} numbers and {z.size} classes"
        raise NotYet(expected="two to four numbers, and as many classes, 0 and 1", got=got, hint="count them")
    learner = LaplaceLogistic(prior_variance=100.0, intercept=False)
    around = learner.fit(x[:, None], z).model_.posterior
    mean, peak = float(exact_posterior(learner.log_joint(x[:, None], z), around).mean[0]), float(around.mean[0])
    if abs(peak) < LEAST:
        raise NotYet(expected="a peak at 0.1 or more, or at -0.1 or less", got=f"a peak at {peak:.2f}",
                     hint="three times nothing is nothing: the cases should ask for a weight")  # fmt: skip
    if abs(mean) <= RATIO * abs(peak):
        raise NotYet(expected="a mean of more than three times the peak", got=f"mean {mean:.2f}, peak {peak:.2f}",
                     hint="the posterior must fall steeply on one side of its peak and slowly on the other",
                     more=["cases that a threshold at 0 parts leave the weight free upwards, up to the prior",
                           "the farther out these cases, the nearer the steep side to 0"])  # fmt: skip
    return f"mean {mean:.2f}, peak {peak:.2f}: a normal at the peak misses most of the posterior"
