"""Exercises of the main page of lecture 21; deck 000 "Gradient Boosting Algorithm" and "... Implementation"."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners import RegressionBoosting
from labkit.lectures.shared.concrete import r_squared
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, same_results, shown, slips

# ---------------------------------------------------------------- 1: one round


def _stump(x, r):
    """The answers of the least-squares stump for r; of equals the lowest cut."""
    values = np.unique(x)
    best, least = None, np.inf
    for t in (values[:-1] + values[1:]) / 2:
        f = np.where(x <= t, r[x <= t].mean(), r[x > t].mean())
        error = ((r - f) ** 2).sum()
        if error < least - 1e-9:
            best, least = f, error
    return best


def _round(x, z, F, shrinkage):
    return F + shrinkage * _stump(x, z - F)


def _round_mistakes():
    def slipped(x, z, F, shrinkage, *, whole=False, targets=False, alone=False, away=False, last=False):
        step = (1 if whole else shrinkage) * _stump(-x if last else x, z if targets else z - F)
        return (0 if alone else F) + (-step if away else step)

    return [
        (
            lambda x, z, F, shrinkage: _stump(x, z - F),
            "that is the stump alone: add its share to what was there before",
        ),
        (lambda x, z, F, shrinkage: F + shrinkage * (z - F), "that follows every point; a stump has two answers"),
        (
            lambda x, z, F, shrinkage: F + 2 * shrinkage * _stump(x, z - F),
            "twice too far: the residual is z - F, once",
        ),
        *slips(
            slipped,
            whole="the whole step: where is the shrinkage?",
            targets="the stump is fitted to what is left over, not to z",
            alone="that is what is added: what was there before?",
            away="away from z: which sign has the residual?",
            last="of cuts that are equally good take the lowest",
        ),
    ]


def _round_cases():
    """The six points after no round, one and two; then equal values of x."""
    six = data.load("gbm6")
    x, z = six["x"], six["y"]
    F = np.full(6, z.mean())
    for shrinkage in (1.0, 1.0, 0.1):
        yield x, z, F, shrinkage
        F = _round(x, z, F, shrinkage)
    yield np.array([2.0, 1.0, 1.0, 3.0, 2.0]), np.array([4.0, 0.0, 1.0, 6.0, 5.0]), np.zeros(5), 0.5


@exercise("write my_round(x, z, F, shrinkage): the predictions after one more round of L2 boosting with a stump")
def one_round(my_round):
    """``my_round(x, z, F, shrinkage)`` -> the new F of every example; x may hold equal values."""
    hint = "residuals first; then for each cut the mean of each side; then a share of the best stump on top of F"
    how = "cut in the gaps between the different values of x, and keep the cut that leaves the least squared error"
    same_results(my_round, _round, _round_cases(), mistakes=_round_mistakes(), hint=hint, how=how)
    return "residuals, a stump for them, a share of it added"


# ---------------------------------------------------------------- 2: find the bug


def _worth(g, h, lam):
    return g.sum() ** 2 / (h.sum() + lam)


def _gain(g, h, left, gamma, lam):
    sides = _worth(g[left], h[left], lam) + _worth(g[~left], h[~left], lam)
    return (sides - _worth(g, h, lam)) / 2 - gamma


def _gain_mistakes():
    def of(parts):
        def mistaken(g, h, left, gamma, lam):
            one, two, whole = (_worth(g[side], h[side], lam) for side in (left, ~left, slice(None)))
            return parts(one, two, whole, gamma)

        return mistaken

    def scores(g, h, left, gamma, lam):
        one, two, whole = (g[side].sum() / (h[side].sum() + lam) for side in (left, ~left, slice(None)))
        return (one + two - whole) / 2 - gamma

    def means(g, h, left, gamma, lam):
        one, two, whole = (
            g[side].mean() ** 2 / (h[side].mean() + lam) if g[side].size else 0.0 for side in (left, ~left, slice(None))
        )
        return (one + two - whole) / 2 - gamma

    def squares(g, h, left, gamma, lam):
        one, two, whole = ((g[side] ** 2).sum() / (h[side].sum() + lam) for side in (left, ~left, slice(None)))
        return (one + two - whole) / 2 - gamma

    def unpriced(g, h, left, gamma, lam):
        return _gain(g, h, left, gamma, 0.0)

    return [
        (of(lambda a, b, c, gamma: a + b - c - gamma), "the parabola's least value has a half"),
        (of(lambda a, b, c, gamma: (a + b - c) / 2), "one leaf becomes two: who pays for the new one?"),
        (of(lambda a, b, c, gamma: (a + b - c) / 2 - 2 * gamma), "two leaves come, but one goes"),
        (of(lambda a, b, c, gamma: (a + b) / 2 - gamma), "compared with what? the node was worth something unsplit"),
        (of(lambda a, b, c, gamma: (c - a - b) / 2 + gamma), "that is the loss after minus before: a gain is positive"),
        (scores, "those are the scores; the worth of a leaf has G squared"),
        (means, "sums of g and h, not means: large leaves count more"),
        (squares, "square the sum, do not sum the squares: g of different signs cancel in a leaf"),
        (unpriced, "where is lambda?"),
    ]


def _gain_cases():
    six = data.load("gbm6")
    x, z = six["x"], six["z"]
    g, h = 0.5 - (z > 0), np.full(6, 0.25)  # of the log loss at scores of 0
    yield -six["y"], np.ones(6), x < 3.5, 0.0, 1.0
    yield -six["y"], np.ones(6), x < 1.5, 0.5, 2.0
    yield g, h, x < 2.5, 0.0, 1.0
    yield g, h, x > 4.5, 0.1, 0.5
    yield np.array([0.3, -0.8, 0.1]), np.array([0.2, 0.1, 0.25]), np.array([True, False, False]), 1.5, 0.2


def _gain_given(g, h, left, gamma, lam):
    def worth(side):
        return np.sum(g[side]) ** 2 / (np.sum(h[side]) + lam)

    return 0.5 * (worth(left) + worth(~left) - worth(left | ~left) - gamma)


@exercise(
    "mend cut_gain(g, h, left, gamma, lam): what one cut takes off the loss, its new leaf paid", given=_gain_given
)
def gain(cut_gain):
    """``cut_gain(g, h, left, gamma, lam)`` -> a number."""
    hint = "take a cut by hand, first with gamma 0, then with gamma 1: how much less should it gain?"
    how = "compare with the equation of the gain term by term: what is halved there, and what is not?"
    same_results(cut_gain, _gain, _gain_cases(), mistakes=_gain_mistakes(), hint=hint, how=how)
    return "a cut makes one leaf more, and pays for it once and in full"


# ---------------------------------------------------------------- 3: on real data

MOST_ROUNDS, MOST_DEPTH, ENOUGH = 60, 6, 0.87


def cars():
    """Six numbers of 392 cars, and their miles per gallon; the horsepower of six more is not known."""
    table = data.load("auto_mpg")
    X, miles = table.without("mpg", "origin", "name").numeric(), table["mpg"]
    known = ~np.isnan(X).any(axis=1)
    return X[known], miles[known]


@exercise("choose my_rounds (at most 60), my_depth (at most 6), my_shrinkage: R squared above 0.87", seconds=60)
def miles(my_rounds, my_depth, my_shrinkage):
    """How many trees, how deep, and the share of each that is added."""
    for name, value, most in (("my_rounds", my_rounds, MOST_ROUNDS), ("my_depth", my_depth, MOST_DEPTH)):
        if not isinstance(value, int) or not 1 <= value <= most:
            raise NotYet(expected=f"{name} from 1 to {most}", got=shown(value), hint="whole numbers")
    if not isinstance(my_shrinkage, int | float) or not 0 < my_shrinkage <= 1:
        raise NotYet(expected="my_shrinkage above 0, at most 1", got=shown(my_shrinkage), hint="a share of each tree")
    X, y = cars()
    learner = RegressionBoosting(rounds=my_rounds, max_depth=my_depth, shrinkage=float(my_shrinkage))
    found = r_squared(held_out_answers(learner, X, y), y)
    if found <= ENOUGH:
        hint = _miles_hint(my_rounds, my_shrinkage)
        more = ["change one of the three at a time", "for the depth: which attributes should act together?"]
        raise NotYet(expected="R squared above 0.87", got=f"{found:.3f}", hint=hint, more=more)
    return f"R squared {found:.3f} on cars that the trees have not seen"


def _miles_hint(rounds: int, shrinkage: float) -> str:
    if shrinkage > 0.5:
        return "large steps: what did they do in the race?"
    if rounds * shrinkage < 3:
        return "so few steps of this size hardly leave the start: more rounds, or larger steps"
    return "the steps are fine; try trees of another depth"


# ---------------------------------------------------------------- 4: a loss of your own


def _leaf(z, F, lam):
    return (z - np.exp(F)).sum() / (np.exp(F).sum() + lam)


def _count_mistakes():
    return [
        (lambda z, F, lam: -_leaf(z, F, lam), "the wrong way: too small a prediction must rise"),
        (lambda z, F, lam: (z - np.exp(F)).sum() / (len(z) + lam), "h is 1 for squares; here differentiate e^F twice"),
        (lambda z, F, lam: (z - F).sum() / (len(z) + lam), "those are the residuals of squares; F is a logarithm here"),
        (lambda z, F, lam: _leaf(z, F, 0.0), "where is lambda?"),
        (
            lambda z, F, lam: (z - np.exp(F)).sum() / (np.exp(F) + lam).sum(),
            "lambda counts once for a leaf, not for each of its examples: sum g and h, do not average them",
        ),
        (
            lambda z, F, lam: ((z - np.exp(F)) / (np.exp(F) + lam)).mean(),
            "that is each example's own step, averaged; first sum g and h",
        ),
        (
            lambda z, F, lam: float(np.log(max(z.sum(), 1e-300) / np.exp(F).sum())),
            "the exact best score without lambda; asked is the step to second order",
        ),
    ]


@exercise("write my_leaf(z, F, lam): the best score of a leaf with counts z and scores F, for the loss e^F - zF")
def count_leaf(my_leaf):
    """``my_leaf(z, F, lam)`` -> a number."""
    cases = [
        (np.array([3.0, 0.0, 1.0]), np.zeros(3), 1.0),
        (np.array([0.0, 2.0]), np.array([0.5, -1.0]), 0.0),
        (np.array([5.0, 4.0, 7.0, 2.0]), np.array([1.0, 1.2, 0.8, 1.5]), 3.0),
    ]
    hint = "differentiate e^F - zF in F for g, once more for h; then the leaf is as for every loss"
    how = "g is e^F - z; what is h? sum both over the leaf, and put the sums into the equation of a leaf's score"
    same_results(my_leaf, _leaf, cases, mistakes=_count_mistakes(), hint=hint, how=how)
    return "two derivatives were all that was needed: this is boosting of counts"
