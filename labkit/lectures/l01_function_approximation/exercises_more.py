"""Exercises of the page with more of lecture 01: another prior, and the distances in the other coding."""

from __future__ import annotations

import numpy as np

from labkit.learners.decisions import targets
from labkit.lectures.l01_function_approximation.pictures_more import moved
from labkit.tutor.check import exercise, same_results


@exercise("write my_moved(p, before, after): the posterior p where the prior is another one")
def new_prior(my_moved):
    """``my_moved(p, before, after)`` -> a number from 0 to 1."""

    def odds(p):
        return p / (1 - p)

    mistakes = [
        (lambda p, before, after: p * after / before, "can that be above 1? it is the odds that are multiplied"),
        (
            lambda p, before, after: odds(p) * odds(after) / odds(before),
            "these are the odds; make a probability of them",
        ),
        (lambda p, before, after: moved(p, after, before), "which prior is divided out, and which one comes in?"),
        (lambda p, before, after: p, "the prior has changed, so the posterior must"),
    ]
    cases = [(0.5, 0.5, 0.1), (0.9, 0.46, 0.01), (0.2, 0.1, 0.5), (0.7, 0.3, 0.3)]
    same_results(my_moved, moved, cases, mistakes=mistakes, hint="odds are p / (1 - p)",
                 how="multiply the odds of p by the odds of the new prior, divide by those of the old one")  # fmt: skip
    return "the same evidence, another population"


def _distance(P, k):
    return float(targets.distances(targets.regression(P, "simplex"), "simplex")[k])


def _given(P, k):
    C = len(P)
    return C / (C - 1) * (1 - P[k] + C * (P**2).sum())


@exercise("mend simplex_distance(P, k): |y - z_k|^2 where the targets are those of the simplex coding", given=_given)
def simplex_distance(simplex_distance):
    """``simplex_distance(P, k)`` -> a number; k counts from 0."""
    factor = "nearly: y - z_k is C/(C-1) times P - e_k; what becomes of that factor in a square?"
    mistakes = [
        (lambda P, k: len(P) / (len(P) - 1) * (1 - 2 * P[k] + (P**2).sum()), factor),
        (lambda P, k: 1 - 2 * P[k] + (P**2).sum(), "that is the distance in the one-hot coding"),
        (lambda P, k: np.sqrt(_distance(P, k)), "that is the distance; its square is asked for"),
    ]
    cases = [(np.array([1.0, 0.0]), 0), (np.array([0.7, 0.3]), 1), (np.array([0.5, 0.3, 0.2]), 0),
             (np.array([0.5, 0.3, 0.2]), 2)]  # fmt: skip
    same_results(simplex_distance, _distance, cases, mistakes=mistakes,
                 hint="where P is certain of class k, y is z_k itself: which distance must come out?",
                 how="compute y and z_k as vectors, subtract, sum the squares")  # fmt: skip
    return "(C / (C-1))^2 times the distance in the one-hot coding"
