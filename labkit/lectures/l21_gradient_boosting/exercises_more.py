"""Exercises of the page with more of lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting and
Regularization" and "Error Correcting Output Codes".
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.lectures.l07_many_classes.learnable import learnable
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

CLASSES, MOST_BITS = 4, 6  # of the code; the exhaustive one has 7 bits
FORGIVING = 3  # least distance of two words if one wrong bit is to do no harm


# ---------------------------------------------------------------- 5: slopes


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
    how = "for z = +1 the target is 1, for z = -1 it is 0: g is p less the target, h the slope of p"
    same_results(my_slopes, _slopes, cases, mistakes=_slopes_mistakes(), hint=hint, how=how)
    return "g is what is too much of p, h what is uncertain about it"


# ---------------------------------------------------------------- 6: find the bug


def _price(w, gamma, lam):
    w = np.asarray(w, dtype=float)
    return gamma * w.size + lam * (w @ w) / 2


def _price_given(w, gamma, lam):
    return gamma * len(w) + 0.5 * (np.asarray(w, dtype=float) ** 2).sum()


@exercise("mend tree_price(w, gamma, lam): Omega of a tree with the leaf scores w", given=_price_given)
def price(tree_price):
    """``tree_price(w, gamma, lam)`` -> a number."""
    mistakes = [
        (lambda w, gamma, lam: gamma * len(w) + lam * (np.asarray(w) ** 2).sum(), "the squares count by half"),
        (lambda w, gamma, lam: lam * (gamma * len(w) + (np.asarray(w) ** 2).sum() / 2), "leaves do not pay lambda"),
        (lambda w, gamma, lam: gamma * len(w) + lam * np.abs(w).sum() / 2, "the scores are squared"),
        (lambda w, gamma, lam: gamma + lam * (np.asarray(w) ** 2).sum() / 2, "each leaf costs gamma, not each tree"),
    ]
    cases = [([2, 0.1, -1], 1.0, 1.0), ([2, 0.1, -1], 1.0, 2.0), ([0.5], 0.0, 4.0), ([1, -1, 3, 0], 0.5, 0.0)]
    hint = "double lambda: what should happen to the price of large scores, and what does happen?"
    same_results(tree_price, _price, cases, mistakes=mistakes, hint=hint, how="which of the three arguments is unused?")
    return "3 gamma + 2.505 lambda for the lecture's tree; without lambda nobody could choose how large scores may be"


# ---------------------------------------------------------------- 7: fewer trees


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
        more = [
            f"{FORGIVING} bits",
            "in the exhaustive code of 7 bits all words differ in 4: leave out one",
        ]
        raise NotYet(expected="words far enough apart", got=f"two that differ in {least} bits", hint=hint, more=more)
    return f"{code.shape[1]} trees, least distance {least}: one of them may be wrong"
