"""Exercises of the main page of lecture 08; deck 000 "Probit Approximation of Sigmoid", "Laplace Approximation"."""

from __future__ import annotations

import numpy as np

from labkit.learners import LaplaceLogistic
from labkit.learners.bayesian.probit import moderated
from labkit.learners.probability import sigmoid
from labkit.lectures.l08_bayesian_logistic.pictures import KNOWN, WAYS, held_out
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: the average of a sigmoid


def _probability(mu, s2, *, squared=False, inverted=False, unrooted=False, score=False):
    spread = 1.0 + (8.0 / np.pi if inverted else np.pi / 8.0) * (s2**2 if squared else s2)
    a = mu / (spread if unrooted else np.sqrt(spread))
    return a if score else 1.0 / (1.0 + np.exp(-a))


def _probability_cases():
    yield 0.0, 3.0
    yield 2.0, 0.0
    yield 2.0, 8.0
    yield -1.405, 1.7212
    yield 5.0, 40.0


@exercise("write my_probability(mu, s2): the mean of a sigmoid over a normal score, by probit")
def probability(my_probability):
    """``my_probability(mu, s2)`` -> a number between 0 and 1."""
    mistakes = slips(
        _probability,
        squared="s2 is the variance already: do not square it again",
        inverted="the variance is multiplied by pi / 8, not by 8 / pi",
        unrooted="divide by the square root",
        score="this is the score: make a probability of it",
    )
    same_results(my_probability, _probability, _probability_cases(), mistakes=mistakes,
                 hint="with s2 = 0 it is the sigmoid of mu, and with a large s2 it is near a half",
                 how="divide mu by the square root of 1 + pi * s2 / 8, then take the sigmoid")  # fmt: skip
    return "the sign of mu stays, the score shrinks"


# ---------------------------------------------------------------- 2: find the bug


def _covariance_given(w, X, variance):
    p = 1 / (1 + np.exp(-X @ w))
    H = (X.T * (p * (1 - p))) @ X
    return np.linalg.inv(H)


def _covariance(w, X, variance):
    p = sigmoid(X @ w)
    return np.linalg.inv((X.T * (p * (1 - p))) @ X + np.eye(len(w)) / variance)


def _covariance_cases():
    yield np.array([0.0]), np.array([[2.0]]), 1.0
    yield np.array([1.0, -0.5]), np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]]), 4.0
    yield np.array([3.0, 3.0]), np.array([[1.0, 1.0], [2.0, 2.0]]), 9.0
    yield np.array([0.2, 0.4, -1.0]), np.array([[1.0, 2.0, 0.5], [0.3, -1.0, 2.0]]), 0.5


@exercise("mend covariance(w, X, variance): the covariance of Laplace's normal", given=_covariance_given)
def laplace_covariance(covariance):
    """``covariance(w, X, variance)`` -> a square matrix."""

    def times(w, X, variance):
        p = sigmoid(X @ w)
        return np.linalg.inv((X.T * (p * (1 - p))) @ X + variance * np.eye(len(w)))

    def after(w, X, variance):
        p = sigmoid(X @ w)
        return np.linalg.pinv((X.T * (p * (1 - p))) @ X) + variance * np.eye(len(w))

    def pseudo(w, X, variance):
        p = sigmoid(X @ w)
        return np.linalg.pinv((X.T * (p * (1 - p))) @ X)

    mistakes = [
        (times, "a wide prior says little: what is added is one divided by its variance"),
        (after, "precisions add up, not covariances: add before you invert"),
        (pseudo, "the prior is still missing; a pseudo-inverse calls unknown directions certain"),
    ]
    same_results(covariance, _covariance, _covariance_cases(), mistakes=mistakes,
                 hint="J is minus the log-likelihood minus the log prior: whose second derivatives are in H?",
                 how="add the identity divided by the prior's variance to H, before it is inverted")  # fmt: skip
    return "H is that of J, prior included; so it can be inverted whatever the cases are"


# ---------------------------------------------------------------- 3: on real data

BELOW, VARIANCES = 0.59, (0.001, 1000.0)


@exercise("choose my_way and my_variance for the heart patients: a loss below 0.59", seconds=20.0)
def heart_patients(my_way, my_variance):
    """One of the ways of the table, and the variance of the prior."""
    if my_way not in WAYS:
        raise NotYet(expected=f"one of {', '.join(WAYS)}", got=shown(my_way), hint="copy a name from the table")
    variance = float(numbers(my_variance))
    if not VARIANCES[0] <= variance <= VARIANCES[1]:
        raise NotYet(expected="a variance from 0.001 to 1000", got=shown(my_variance), hint="the table has 10")
    loss = held_out("heart", KNOWN, variance)[my_way][0]
    if loss >= BELOW:
        raise NotYet(expected=f"a mean loss below {BELOW}", got=f"{loss:.3f}",
                     hint="with 40 patients the table's prior is too generous: what does a large weight claim?",
                     more=["measurements are scaled: is a weight of 3 for one of them likely?", "below 1"])  # fmt: skip
    return f"loss {loss:.3f}; a careful prior did more than the way of averaging"


# ---------------------------------------------------------------- 4: a counter-example

SURE, UNSURE, PRIOR = 0.99, 0.6, 100.0


@exercise("place my_points, my_labels and my_case: plug-in above 99 %, the mean over all lines below 60 %")
def overconfident(my_points, my_labels, my_case):
    """Points with two coordinates, labels of two kinds, one case; no bias, prior N(0, 100 I)."""
    X, y, case = numbers(my_points), np.asarray(my_labels), numbers(my_case)
    if X.ndim != 2 or X.shape[1:] != (2,) or y.shape != X.shape[:1] or case.shape != (2,) or len(np.unique(y)) != 2:
        got = f"points of shape {X.shape}, {y.size} labels, a case of shape {case.shape}"
        raise NotYet(expected="points [x1, x2], labels of two kinds, a case [x1, x2]", got=got, hint="count them")
    model = LaplaceLogistic(prior_variance=PRIOR, intercept=False).fit(X, y).model_
    mu, s2 = (float(value[0]) for value in model.scores(case[None]))
    plug_in, mean = (float(sigmoid(abs(a))) for a in (mu, moderated(mu, s2)))
    good = [f"plug-in says {plug_in:.1%}"] * (plug_in > SURE) + [f"the mean says {mean:.1%}"] * (mean < UNSURE)
    if plug_in <= SURE or mean >= UNSURE:
        raise NotYet(expected="plug-in above 99 %, the mean below 60 %", got=f"{plug_in:.1%} and {mean:.1%}",
                     good=" and ".join(good),
                     hint="the score must be large, and its variance far larger: in which direction are lines free?",
                     more=["keep all points on the first axis; then nothing is known of w2",
                           "a large second coordinate of the case makes s2 large and leaves mu alone"])  # fmt: skip
    return f"plug-in is {plug_in:.1%} sure, the mean over all lines {mean:.1%}: walk along the border"
