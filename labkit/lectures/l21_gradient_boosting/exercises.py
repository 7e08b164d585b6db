"""Exercises of lecture 21, gradient boosting; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting
Implementation" and "Error Correcting Output Codes".
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.lectures.l07_many_classes.learnable import learnable
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

CLASSES, MOST_BITS = 4, 6  # of the code; the exhaustive one has 7 bits
FORGIVING = 3  # least distance of two words if one wrong bit is to do no harm


# ---------------------------------------------------------------- 1


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
    def last_equal(x, z, F, shrinkage):
        return F + shrinkage * _stump(-x, z - F)

    return [
        (lambda x, z, F, shrinkage: F + _stump(x, z - F), "the whole step: where is the shrinkage?"),
        (lambda x, z, F, shrinkage: F + shrinkage * _stump(x, z), "the stump is fitted to what is left over, not to z"),
        (lambda x, z, F, shrinkage: shrinkage * _stump(x, z - F), "that is what is added: what was there before?"),
        (
            lambda x, z, F, shrinkage: _stump(x, z - F),
            "that is the stump alone: add its share to what was there before",
        ),
        (lambda x, z, F, shrinkage: F - shrinkage * _stump(x, z - F), "away from z: which sign has the residual?"),
        (lambda x, z, F, shrinkage: F + shrinkage * (z - F), "that follows every point; a stump has two answers"),
        (
            lambda x, z, F, shrinkage: F + 2 * shrinkage * _stump(x, z - F),
            "twice too far: minus the gradient of *half* the squared error (E-000-33)",
        ),
        (last_equal, "of cuts that are equally good take the lowest"),
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
    same_results(my_round, _round, _round_cases(), mistakes=_round_mistakes(), hint=hint)
    return "residuals, a stump for them, a share of it added"


# ---------------------------------------------------------------- 2


def _sigmoid(F):
    return 1 / (1 + np.exp(-F))


def _slopes(z, F):
    p = _sigmoid(F)
    return p - (z > 0), p * (1 - p)


def _slopes_mistakes():
    def with_p(make):
        return lambda z, F: make(_sigmoid(F), z > 0)

    def half_scores(z, F):
        return _slopes(z, 2 * F)

    return [
        (with_p(lambda p, on: (on - p, p * (1 - p))), "g is the slope; you have minus the slope, the residual"),
        (with_p(lambda p, on: (p - (2 * on - 1), p * (1 - p))), "z is -1 or +1, a probability lies between 0 and 1"),
        (with_p(lambda p, on: (p - on, np.ones_like(p))), "h is 1 for squares only: differentiate g once more"),
        (with_p(lambda p, on: (p - on, -p * (1 - p))), "the loss is bent upwards: h is positive"),
        (with_p(lambda p, on: (p - on, p)), "differentiate p once more: its slope is not p"),
        (with_p(lambda p, on: (p, p * (1 - p))), "right for z = -1; where z = +1 the slope must be negative"),
        (lambda z, F: _slopes(z, F)[0], "that is g alone; h is asked for too: return (g, h)"),
        (
            lambda z, F: (-z * _sigmoid(z * F), _slopes(z, F)[1]),
            "a large margin should hardly pull: e^(-zF), not e^(zF)",
        ),
        (half_scores, "that is LogitBoost's F, half the log odds; here p = 1 / (1 + e^-F)"),
    ]


@exercise("write my_slopes(z, F): (g, h), first and second derivative of ln(1 + e^(-zF)) in F, with z = -1 or +1")
def slopes(my_slopes):
    """``my_slopes(z, F)`` -> (g, h), arrays."""
    six = data.load("gbm6")["z"]
    cases = [(six, np.zeros(6)), (np.array([-1.0, 1.0, -1.0, 1.0]), np.array([0.7, 0.7, -2.0, 3.0]))]
    hint = "with p = 1 / (1 + e^-F): what is p where F is large, and what should the slope be there for each class?"
    same_results(my_slopes, _slopes, cases, mistakes=_slopes_mistakes(), hint=hint)
    return "g is what is too much of p, h what is uncertain about it"


# ---------------------------------------------------------------- 3


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
        (of(lambda a, b, c, gamma: (a + b - c - gamma) / 2), "gamma stands outside the half: a leaf costs all of it"),
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
    g, h = _slopes(z, np.zeros(6))
    yield -six["y"], np.ones(6), x < 3.5, 0.0, 1.0
    yield -six["y"], np.ones(6), x < 1.5, 0.5, 2.0
    yield g, h, x < 2.5, 0.0, 1.0
    yield g, h, x > 4.5, 0.1, 0.5
    yield np.array([0.3, -0.8, 0.1]), np.array([0.2, 0.1, 0.25]), np.array([True, False, False]), 1.5, 0.2


@exercise("write my_gain(g, h, left, gamma, lam): what splitting a node gains; left is a mask of its examples")
def gain(my_gain):
    """``my_gain(g, h, left, gamma, lam)`` -> a number."""
    hint = "G and H of the left, of the right and of both; each is worth G^2 / (H + lambda)"
    same_results(my_gain, _gain, _gain_cases(), mistakes=_gain_mistakes(), hint=hint)
    return "what both children are worth beyond their parent, halved, minus the price of a leaf"


# ---------------------------------------------------------------- 4


def _leaf(z, F, lam):
    return (z - np.exp(F)).sum() / (np.exp(F).sum() + lam)


@exercise("write my_leaf(z, F, lam): the best score of a leaf with counts z and scores F, for the loss e^F - zF")
def count_leaf(my_leaf):
    """``my_leaf(z, F, lam)`` -> a number."""
    mistakes = [
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
    cases = [
        (np.array([3.0, 0.0, 1.0]), np.zeros(3), 1.0),
        (np.array([0.0, 2.0]), np.array([0.5, -1.0]), 0.0),
        (np.array([5.0, 4.0, 7.0, 2.0]), np.array([1.0, 1.2, 0.8, 1.5]), 3.0),
    ]
    hint = "differentiate e^F - zF in F for g, once more for h; then the leaf is as for every loss"
    same_results(my_leaf, _leaf, cases, mistakes=mistakes, hint=hint)
    return "two derivatives were all that was needed: this is boosting of counts"


# ---------------------------------------------------------------- 5


@exercise(f"fill my_code: {CLASSES} words of at most {MOST_BITS} bits that forgive one wrong bit, every bit different")
def fewer_trees(my_code):
    """A code of 0 and 1 whose nearest word is right although one bit is wrong."""
    code = numbers(my_code)
    if code.ndim != 2 or len(code) != CLASSES or not np.isin(code, (0, 1)).all():
        got = shown(np.unique(code)) if code.shape[:1] == (CLASSES,) and code.ndim == 2 else f"shape {code.shape}"
        expected = f"{CLASSES} rows of bits, each 0 or 1"
        raise NotYet(expected=expected, got=got, hint="a row for each class, a column for each tree")
    if code.shape[1] > MOST_BITS:
        hint = "the exhaustive code has seven; how many of them can go?"
        raise NotYet(expected=f"at most {MOST_BITS} bits", got=str(code.shape[1]), hint=hint)
    learnable(code)
    apart = (code[:, None] != code).sum(axis=2)
    least = int(apart[np.triu_indices(CLASSES, 1)].min())
    if least < FORGIVING:
        hint = "how far apart must two words be, if a word with one wrong bit is to stay nearer to its own?"
        raise NotYet(expected="words far enough apart", got=f"two that differ in {least} bits", hint=hint)
    return f"{code.shape[1]} trees, least distance {least}: one of them may be wrong"
