"""Exercises of the main page of lecture 11; deck 001 "Support Vector Machines"."""

from __future__ import annotations

import numpy as np

from labkit.learners import SVM
from labkit.learners.svm.dual import HARD
from labkit.lectures.l11_support_vectors.pictures import tumours
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: the street of a line


def _street(w, b, X, z, *, half=False, unscaled=False, squared=False, any_side=False, uncut=False):
    f = X @ w + b
    nearest = (np.abs(f) if any_side else z * f).min()
    width = (1 if half else 2) * nearest
    width = width if unscaled else width / (w @ w if squared else np.linalg.norm(w))
    return width if uncut else max(0.0, width)


def _street_cases():
    X = np.array([[1.0, 1.0], [2.0, 2.0], [2.0, 0.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    z = np.array([1, 1, 1, -1, -1, -1])
    yield np.array([3.0, 4.0]), -5.0, np.array([[3.0, 4.0], [0.0, 0.0]]), np.array([1, -1])
    yield np.array([2.0, 2.0]), -3.0, X, z
    yield np.array([0.0, 1.0]), -0.5, X, z
    yield np.array([1.0, 0.7]), -1.3, X, z


@exercise("write my_street(w, b, X, z): how wide the street around the line w'x + b = 0 is")
def street_width(my_street):
    """``my_street(w, b, X, z)`` -> a number; z holds +1 and -1."""
    mistakes = slips(
        _street,
        half="from kerb to kerb it is twice as wide as from the middle to a kerb",
        unscaled="the score is no distance yet: w has a length",
        squared="divide by the length of w, not by its square",
        any_side="a point on the wrong side is no distance to be proud of: z f is negative there",
        uncut="with a point on the wrong side there is no street: 0",
    )
    how = "z * (X @ w + b) for all points; the least of them, twice, divided by the length of w; never below 0"
    same_results(my_street, _street, _street_cases(), mistakes=mistakes, how=how,
                 hint="how far is the nearest point from the line, on its own side?")  # fmt: skip
    return "the nearest point decides, and no other"


# ---------------------------------------------------------------- 2: find the bug


def _count(slacks):
    s = np.asarray(slacks)
    return int(np.count_nonzero(s > 1)), int(np.count_nonzero(s > 0) - np.count_nonzero(s > 1))


def _count_given(slacks):
    mistakes = np.sum(slacks > 0)
    inside = np.sum((slacks > 0) & (slacks <= 1))
    return mistakes, inside


@exercise("mend count(slacks): how many are mistakes, how many only inside the street", given=_count_given)
def slack_counts(count):
    """``count(slacks)`` -> (mistakes, inside)."""
    mistakes = [
        (lambda s: (int((s <= 1).sum()), _count(s)[1]), "that counts the right ones"),
        (lambda s: (_count(s)[0], int((s > 0).sum())), "inside are those on their own side only"),
        (lambda s: _count(s)[::-1], "first the mistakes, then those inside"),
        (lambda s: (int((s > 2).sum()), _count(s)[1]), "the border is nearer: where is the score 0?"),
    ]
    cases = [(np.array(each),) for each in ([0.3], [1.5], [0.0, 0.4, 0.9, 1.2, 3.0], [0.0, 0.0])]
    same_results(count, _count, cases, mistakes=mistakes, parts=("the mistakes", "the others inside"),
                 hint="a slack of 0.3 leaves a margin of 0.7: on which side of the border is that?",
                 how="at the border the score is 0: 1 - slack = 0")  # fmt: skip
    return "slack above 1 is a mistake, up to 1 only inside: so the slacks sum to more than the number of mistakes"


# ---------------------------------------------------------------- 3: on real data

MOST_WRONG, MOST_SUPPORT = 16, 55  # the machine of the page's table has 58


@exercise("choose my_C and my_gamma: fewer than 16 tumours wrong, fewer than 55 support vectors", seconds=15.0)
def small_machine(my_C, my_gamma):
    """Two numbers above 0."""
    C, gamma = (float(numbers(each)) for each in (my_C, my_gamma))
    if not (0 < C < 1e6 and 0 < gamma < 1e4):
        raise NotYet(expected="two numbers above 0, C below a million", got=f"{shown(my_C)} and {shown(my_gamma)}",
                     hint="try powers of ten")  # fmt: skip
    X, y = tumours()
    learner = SVM(gamma=gamma, C=C)
    wrong = int((held_out_answers(learner, X, y, scaled=True) != y).sum())
    support = len(learner.fit((X - X.mean(axis=0)) / X.std(axis=0), y).support_)
    if wrong >= MOST_WRONG or support >= MOST_SUPPORT:
        good = "few are wrong" if wrong < MOST_WRONG else ("few support vectors" if support < MOST_SUPPORT else "")
        raise NotYet(expected="fewer than 16 wrong and fewer than 55 support vectors", good=good,
                     got=f"{wrong} wrong and {support} support vectors",
                     hint="which of the two makes bumps wide? Which one lets fewer points into the street?",
                     more=["wide bumps: gamma below 0.1; few points inside: C above 1",
                           "begin with the radial machine of the table, and change C in steps of 3"])  # fmt: skip
    return f"{wrong} of 569 wrong with {support} support vectors; choosing by this very number flatters it a little"


# ---------------------------------------------------------------- 4: fool it

FEWEST, MOST = 8, 40


@exercise(
    "place my_points and my_labels, and a gamma, my_narrowness: no training mistake, most wrong when left out",
    seconds=15.0,
)
def fooled(my_points, my_labels, my_narrowness):
    """Points with two coordinates, as many labels of two kinds, and a number above 0."""
    X, y, gamma = numbers(my_points), np.asarray(my_labels), float(numbers(my_narrowness))
    fit = X.ndim == 2 and X.shape[1:] == (2,) and y.shape == X.shape[:1] and FEWEST <= len(X) <= MOST
    if not fit or min(np.unique(y, return_counts=True)[1]) < 2 or len(np.unique(y)) != 2:
        raise NotYet(expected="8 to 40 points [x1, x2] and labels of two kinds, each at least twice",
                     got=f"points of shape {X.shape} with {y.size} labels", hint="count them")  # fmt: skip
    if len(np.unique(X, axis=0)) < len(X):
        raise NotYet(expected="points at different places", got="some on one place", hint="move one of them a little")
    machine = SVM(gamma=gamma, C=HARD).fit(X, y)
    if (machine.predict(X) != y).any():
        raise NotYet(expected="no training mistake", got="some", hint="narrower bumps: a larger gamma")
    rows = np.arange(len(y))
    wrong = sum(SVM(gamma=gamma, C=HARD).fit(X[rows != k], y[rows != k]).predict(X[k : k + 1])[0] != y[k] for k in rows)
    if 2 * wrong <= len(y):
        raise NotYet(expected="more than half wrong when left out", got=f"{wrong} of {len(y)}",
                     good="no training mistake",
                     hint="a point that is left out is told by its neighbours: who should they be?",
                     more=["give every point neighbours of the other class, like a chess board"])  # fmt: skip
    return f"no training mistake, and {wrong} of {len(y)} wrong when left out: narrow bumps learn anything by heart"
