"""Exercises of the page with more of lecture 06; deck 000 "Iteratively Reweighted Least Squares (IRLS)", deck 004
"Regularization", deck 003 "LOGISTIC REGRESSION: THE LOSS FUNCTION".
"""

from __future__ import annotations

import numpy as np

from labkit.learners.logistic import squared_error
from labkit.lectures.l06_logistic_regression.exercises import cases, mu_of
from labkit.tutor.check import NotYet, exercise, numbers, same_results, slips

PARTS = ("the array of weights", "the array of responses")

# ---------------------------------------------------------------- 5: working responses


def _responses(X, t, w, *, raw=False, uphill=False, rooted=False, plain=False):
    a = X @ w
    mu = mu_of(X, w)
    s = mu * (1 - mu)
    left = (mu - t) if uphill else t - mu
    r = left / (np.sqrt(s) if rooted else s)
    return s, (r if plain else (mu if raw else a) + r)


@exercise("write my_responses(X, t, w): the weights and the working responses of all examples")
def responses(my_responses):
    """``my_responses(X, t, w)`` -> (weights, responses)."""
    mistakes = [
        *slips(
            _responses,
            raw="the response starts from the score X @ w, not from the probability",
            uphill="a flight with distress must pull the line up: t \u2212 p",
            rooted="divide by the weight p(1 \u2212 p), not by its root",
            plain="the score itself is missing: the line is fitted to score plus correction",
        ),
        (lambda X, t, w: _responses(X, t, w)[::-1], "the weights come first, then the responses"),
    ]
    same_results(my_responses, _responses, cases(), mistakes=mistakes, parts=PARTS,
                 hint="at w = 0: every weight is 1/4; what are the responses of t = 0 and t = 1?",
                 how="score + (t - p) / (p * (1 - p))")  # fmt: skip
    return "a line fitted to these numbers with these weights is Newton's next one"


# ---------------------------------------------------------------- 6: find the bug


def _penalised_given(X, t, w, lam):
    p = 1 / (1 + np.exp(-X @ w))
    return X.T @ (p - t) + lam * w


def _penalised(X, t, w, lam):
    return X.T @ (mu_of(X, w) - t) + lam * np.concatenate([[0.0], w[1:]])


def _shift_cases():
    for X, t, w in cases()[1:]:
        yield X, t, w + 0.5, 0.7


@exercise("mend gradient(X, t, w, lam): the bias w[0] is not penalised", given=_penalised_given)
def penalised(gradient):
    """``gradient(X, t, w, lam)`` -> one number for each weight."""

    def only_bias(X, t, w, lam):
        return X.T @ (mu_of(X, w) - t) + lam * np.concatenate([w[:1], np.zeros(len(w) - 1)])

    mistakes = [
        (only_bias, "the other way round: all but the bias"),
        (lambda X, t, w, lam: _penalised(X, t, w, 2 * lam), "the penalty is (lam/2) |w|\u00b2: its slope has no 2"),
        (lambda X, t, w, lam: X.T @ (mu_of(X, w) - t), "now nothing is penalised"),
        (lambda X, t, w, lam: _penalised(X, t, w, lam)[1:], "the bias has a slope too: only its penalty goes"),
    ]
    same_results(gradient, _penalised, _shift_cases(), mistakes=mistakes,
                 hint="add a number to all temperatures: which weight has to follow, and may it?",
                 how="add lam * w to all entries but the first")  # fmt: skip
    return "with a free bias it does not matter where the zero of the thermometer is"


# ---------------------------------------------------------------- 7: not convex


@exercise("find my_a and my_b: half-way between them the squared loss is above the mean of both ends")
def not_convex(my_a, my_b):
    """Two scores of one example of class 1."""
    ends = numbers([my_a, my_b])
    if ends.shape != (2,) or not np.isfinite(ends).all():
        raise NotYet(expected="two numbers", got=f"shape {ends.shape}", hint="one score each")
    losses = squared_error(ends, 1).value
    middle = float(squared_error(ends.mean(), 1).value)
    if not middle > losses.mean() + 1e-9:
        raise NotYet(expected=f"more than the mean of the ends, {losses.mean():.4f}", got=f"{middle:.4f} half-way",
                     hint="where is the loss nearly level, and where does it fall?",
                     more=["far on the wrong side it is level: both scores below 0, one of them far"])  # fmt: skip
    return f"{middle:.3f} half-way, {losses.mean():.3f} in the mean of the ends: a convex loss would be below"
