"""Exercises of the main page of lecture 20; deck 000 "Boosting", "AdaBoost", "AdaBoost in Action"."""

from __future__ import annotations

from math import log

import numpy as np

from labkit.learners import CART, AdaBoost
from labkit.lectures.l20_adaboost.pictures import spam
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: one round


def _round(w, wrong):
    """Weights by division: w / 2 epsilon where wrong, w / 2 (1 - epsilon) where right."""
    epsilon = w[wrong].sum()
    return 0.5 * log((1 - epsilon) / epsilon), w / (2 * np.where(wrong, epsilon, 1 - epsilon))


def _slipped(w, wrong, *, raw=False, twice=False, lighter=False, still=False, counted=False, binary=False):
    epsilon = wrong.mean() if counted else w[wrong].sum()
    alpha = (1.0 if twice else 0.5) * log((1 - epsilon) / epsilon) / (log(2) if binary else 1)
    grown = w * np.exp((-alpha if lighter else alpha) * np.where(wrong, 1, 0 if still else -1))
    return alpha, grown if raw else grown / grown.sum()


def _round_mistakes():
    def negative(w, wrong):
        alpha = -_round(w, wrong)[0]
        grown = w * np.exp(alpha * np.where(wrong, 1, -1))
        return alpha, grown / grown.sum()

    def only_alpha(w, wrong):  # the right weights: e^(2 alpha) for the wrong ones, nothing for the others
        return 2 * _round(w, wrong)[0], _round(w, wrong)[1]

    twice = "the vote weight is twice too large: there is a half before the logarithm in step 2"
    return [
        (only_alpha, twice),
        (negative, "a learner that errs seldom must have a positive vote weight"),
        (lambda w, wrong: _round(w, wrong)[::-1], "the vote weight comes first, then the weights"),
        *slips(
            _slipped,
            raw="do the new weights sum to 1?",
            twice=twice,
            lighter="which examples shall become heavier?",
            still="the right ones change as well: what is their exponent?",
            counted="the error is the weight of the wrong examples, not their number",
            binary="that is a logarithm to base 2; the loss has e",
        ),
    ]


def _round_cases():
    ten = np.full(10, 0.1)
    first = np.arange(10) < 3
    yield ten, first
    yield _round(ten, first)[1], np.isin(np.arange(10), (5, 6, 8))
    yield np.array([0.4, 0.1, 0.2, 0.3]), np.array([False, True, True, False])
    yield np.array([0.05, 0.15, 0.5, 0.3]), np.array([False, False, False, True])


@exercise("write my_round(w, wrong): the vote weight of a weak learner that errs there, and the next weights")
def one_round(my_round):
    """``my_round(w, wrong)`` -> (alpha, next weights)."""
    hint = "go through steps 1 to 3 of the rule, one line for each"
    how = (
        "the weighted error is w[wrong].sum(); the sign of the exponent depends on wrong; divide by the sum at the end"
    )
    same_results(my_round, _round, _round_cases(), mistakes=_round_mistakes(), hint=hint, how=how,
                 parts=("the vote weight", "the next weights"))  # fmt: skip
    return "the wrong ones weigh one half together, so that the next learner has to do better there"


# ---------------------------------------------------------------- 2: find the bug


def _zero_one(margin):
    return np.where(np.asarray(margin) <= 0, 1.0, 0.0)


def _zero_one_given(margin):
    return 1 - np.sign(margin)


@exercise("mend zero_one(margin): 1 for a mistake, 0 else; a margin of 0 is a mistake", given=_zero_one_given)
def zero_one(zero_one):
    """``zero_one(margin)`` -> 0 or 1, for a number or an array."""
    at_zero = "nearly: what does it say of a margin of exactly 0?"
    mistakes = [
        (lambda margin: (1 - np.sign(margin)) / 2, at_zero),
        (lambda margin: np.where(np.asarray(margin) < 0, 1.0, 0.0), at_zero),
        (lambda margin: np.where(np.asarray(margin) > 0, 1.0, 0.0), "that counts the right answers"),
        (lambda margin: 1 - np.sign(margin) / 2, "that is 1.5 for a mistake"),
    ]
    cases = [(-2.0,), (0.5,), (0.0,), (np.array([-1.0, 0.0, 2.0]),)]
    hint = "try margins of -1, 0 and 1 by hand: which values should come out, and which do?"
    same_results(zero_one, _zero_one, cases, mistakes=mistakes, hint=hint, how="compare the margin with 0 directly")
    return "1 for a mistake, never above the exponential loss; with 1 - sgn a mistake would cost 2"


# ---------------------------------------------------------------- 3: on real data

MOST_ROUNDS, MOST_DEPTH, ENOUGH = 30, 3, 34


@exercise("choose my_rounds, at most 30, and my_depth, at most 3: fewer than 34 mails wrong", seconds=60)
def spam_filter(my_rounds, my_depth):
    """How many rounds, and how deep the trees are."""
    for name, value, most in (("my_rounds", my_rounds, MOST_ROUNDS), ("my_depth", my_depth, MOST_DEPTH)):
        if not isinstance(value, int) or not 1 <= value <= most:
            raise NotYet(expected=f"{name} from 1 to {most}", got=shown(value), hint="whole numbers")
    X, y = spam()
    learner = AdaBoost(rounds=my_rounds, weak=CART(max_depth=my_depth) if my_depth > 1 else None)
    wrong = int((held_out_answers(learner, X.numeric(), y) != y).sum())
    if wrong >= ENOUGH:
        hint = "few rules: let the vote go on" if my_rounds < 20 else "try members of another depth"
        raise NotYet(
            expected="fewer than 34 mails wrong", got=f"{wrong}", hint=hint, more=["deeper is not always better"]
        )
    return f"{wrong} of {len(y)} mails are wrong when each is answered by a vote that has not seen it"


# ---------------------------------------------------------------- 4: a counter-example


@exercise("place my_points and my_labels: stumps give up before round 1, a tree of depth 2 is always right")
def fooled(my_points, my_labels):
    """Points with two coordinates, and as many labels of two kinds."""
    X, y = numbers(my_points), np.asarray(my_labels)
    if X.ndim != 2 or X.shape[1:] != (2,) or y.shape != X.shape[:1] or len(X) < 4 or len(np.unique(y)) != 2:
        got = f"points of shape {X.shape} with {y.size} labels"
        raise NotYet(expected="at least four points [x1, x2], labels of two kinds", got=got, hint="count them")
    if len(AdaBoost(rounds=5).trace(X, y)) > 2:  # more than the start and the end
        question = AdaBoost(rounds=1).fit(X, y).model_.member(0).question(0)
        hint = "each side of every cut should have as many points of one class as of the other"
        raise NotYet(expected="no stump better than a coin", got=f"{question}, which is", hint=hint,
                     more=["think of the corners of a square"])  # fmt: skip
    if (CART(max_depth=2).fit(X, y).predict(X) != y).any():
        raise NotYet(expected="a tree of depth 2 that is always right", got="one that is not", good="stumps give up",
                     hint="two cuts must be enough to take the classes apart")  # fmt: skip
    return "every stump is a coin there, and two questions in a row are enough"
