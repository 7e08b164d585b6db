"""Exercises of the closing page."""

from __future__ import annotations

import numpy as np

from labkit.learners import LDA, NearestNeighbours
from labkit.learners.selection import validated
from labkit.tutor.check import NotYet, exercise, numbers, same_results, slips

# ---------------------------------------------------------------- 1: the baseline


def _baseline_error(y, answers):
    """How much of the baseline's error is left."""
    y, answers = np.asarray(y), np.asarray(answers)
    _, counts = np.unique(y, return_counts=True)
    return float(np.mean(answers != y) / (1 - counts.max() / len(y)))


def _slipped(y, answers, *, plain=False, right=False, rare=False):
    y, answers = np.asarray(y), np.asarray(answers)
    _, counts = np.unique(y, return_counts=True)
    share = (counts.min() if rare else counts.max()) / len(y)
    wrong = np.mean(answers == y) if right else np.mean(answers != y)
    return float(wrong if plain else wrong / (1 - share))


@exercise("write my_share_left(y, answers): the error, divided by that of always naming the commonest class")
def share_left(my_share_left):
    """``my_share_left(y, answers)`` -> a number: 0 is perfect, 1 no better than nothing learned."""
    mistakes = slips(
        _slipped,
        plain="that is the error itself: what would be wrong without learning?",
        right="that counts right answers",
        rare="the commonest class, not the rarest",
    )
    cases = [(np.array(["a", "a", "b"]), np.array(["a", "b", "b"])), (np.array([1, 1, 1, 0]), np.array([1, 1, 1, 1])),
             (np.array([0, 1, 2, 2, 2]), np.array([0, 1, 2, 2, 0]))]  # fmt: skip
    same_results(my_share_left, _baseline_error, cases, mistakes=mistakes,
                 hint="two shares: of wrong answers, and of cases that are not of the commonest class",
                 how="np.unique(y, return_counts=True) counts the classes")  # fmt: skip
    return "an error of 5 % may be very good or worthless: now one sees which"


# ---------------------------------------------------------------- 2: find the bug


def _in_one_scale(train, test):
    centre, spread = train.mean(axis=0), train.std(axis=0)
    return (train - centre) / spread, (test - centre) / spread


def _in_one_scale_given(train, test):
    return (train - train.mean(axis=0)) / train.std(axis=0), (test - test.mean(axis=0)) / test.std(axis=0)


def _with_all(train, test):
    """Wrong: the rows held out have a say."""
    every = np.concatenate([train, test])
    return tuple((each - every.mean(axis=0)) / every.std(axis=0) for each in (train, test))


@exercise("mend in_one_scale(train, test): both scaled alike, by what the training rows say", given=_in_one_scale_given)
def in_one_scale(in_one_scale):
    """``in_one_scale(train, test)`` -> two arrays."""
    mistakes = [
        (_with_all, "now the rows held out have a say in the scale"),
        (lambda train, test: (_in_one_scale(train, test)[0], test), "the rows held out must be scaled too"),
    ]
    rng = np.random.default_rng(23)
    cases = [(np.array([[0.0], [2.0]]), np.array([[4.0]])), (rng.normal(3, 2, (6, 2)), rng.normal(5, 1, (3, 2)))]
    same_results(in_one_scale, _in_one_scale, cases, mistakes=mistakes,
                 hint="a single case held out: what is its mean, and where does it land?",
                 how="compute mean and deviation of the training rows once, use them twice")  # fmt: skip
    return "a case of 10 must mean the same in training and in testing"


# ---------------------------------------------------------------- 3: a home for the line

LEAST, LEAD = 30, 0.1


@exercise("choose my_X (two columns) and my_y (two classes): LDA beats one neighbour by ten per cent")
def home_of_the_line(my_X, my_y):
    """At least thirty cases."""
    X, y = numbers(my_X), np.asarray(my_y)
    if X.ndim != 2 or X.shape[1] != 2 or y.shape != (len(X),) or len(X) < LEAST or len(np.unique(y)) != 2:
        got = f"X of shape {X.shape}, y of shape {y.shape}"
        raise NotYet(expected=f"at least {LEAST} rows of two numbers, and as many labels of two classes", got=got,
                     hint="make them with np.random.default_rng(0)")  # fmt: skip
    line, near = (validated(each, X, y, score="error") for each in (LDA(), NearestNeighbours(k=1)))
    if near - line < LEAD:
        raise NotYet(expected="LDA ahead by 10 % at least", got=f"LDA {line:.0%} wrong, one neighbour {near:.0%}",
                     hint="let the classes overlap, with a straight border between their means",
                     more=["one neighbour repeats every stray: give it many"])  # fmt: skip
    return f"{line:.0%} against {near:.0%}: where classes overlap, a stiff learner wins"
