"""Exercises of lecture NN: one to apply, one with a bug to find, one on data, one to fool the method."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners import LinearProgram
from labkit.learners.perceptron.programming import SEPARATOR
from labkit.tutor.check import NotYet, exercise, numbers, same_results, slips


def _wrong(y, answers, *, number=False, right=False):
    """Each switch is a slip; ``slips`` makes hints of each, and of both at once."""
    found = y == answers if right else y != answers
    return np.sum(found) if number else np.mean(found)


@exercise("write my_wrong(y, answers): the share of answers that are not y")
def share_of_wrong(my_wrong):
    """``my_wrong(y, answers)`` -> a number from 0 to 1."""
    cases = [(np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0])), (np.array([1, 1]), np.array([0, 0]))]
    mistakes = slips(_wrong, number="that is how many, not which share", right="these are the right answers")
    how = "y != answers is an array of True and False; what is its mean?"
    same_results(my_wrong, _wrong, cases, mistakes=mistakes, hint="compare the arrays, then average", how=how)
    return "a share: 0 is perfect, 1 is always wrong"


def _distance(x, z):
    return np.sqrt(np.sum((x - z) ** 2))


def _given(x, z):
    return np.sum((x - z) ** 2)


@exercise("mend distance(x, z): the Euclidean distance of two points", given=_given)
def mended_distance(distance):
    """``distance(x, z)`` -> a number."""
    cases = [(np.array([0.0, 0.0]), np.array([3.0, 4.0])), (np.array([1.0, 1.0]), np.array([1.0, 0.5]))]
    mistakes = [(lambda x, z: np.sum(np.abs(x - z)), "that is how far one walks around the corner")]
    hint, how = "remember Pythagoras", "what comes after the sum of the squares?"
    same_results(distance, _distance, cases, mistakes=mistakes, hint=hint, how=how)
    return "the straight way"


@exercise("compute my_positives: how many of the six points of perc6 are in class 1")
def positives(my_positives):
    """A number."""
    expected = int(np.sum(data.load("perc6")["class"] == 1))
    if numbers(my_positives) != expected:
        hint = "lesson.data.load('perc6') is a table; its column is called class"
        raise NotYet(expected="the number of points in class 1", got=str(my_positives), hint=hint)
    return f"{expected} of them"


@exercise("find stubborn_X (4 rows of 2) and stubborn_y (4, two classes) that no line separates")
def stubborn_points(stubborn_X, stubborn_y):
    """Checked by a linear program, which proves it either way."""
    X, y = numbers(stubborn_X), np.asarray(stubborn_y)
    if X.shape != (4, 2) or len(y) != 4 or len(np.unique(X, axis=0)) < 4:
        hint = "one row and one label for each point"
        raise NotYet(expected="4 different points and 4 labels", got=f"shapes {X.shape} and {y.shape}", hint=hint)
    if LinearProgram().fit(X, y).last_step_.certificate == SEPARATOR:
        raise NotYet(expected="points that no line separates", got="a line", hint="where do the diagonals cross?")
    return "no line separates them, and there is a proof"
