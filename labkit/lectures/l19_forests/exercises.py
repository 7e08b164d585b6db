"""Exercises of the main page of lecture 19; deck 000 "Ensemble Trees: Bagging" and "Random Forests Algorithm"."""

from __future__ import annotations

from math import exp

import numpy as np

from labkit.learners import LDA, RandomForest
from labkit.lectures.l19_forests.pictures import crabs
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, same_results, shown, slips

ENOUGH = 20  # crabs that may be wrong, less one
LINE, FOREST = 0.05, 0.15  # errors: of the straight line at most, of the forest at least
TRAINING, FRESH = 100, 500  # cases of the two samples that must show it


# ---------------------------------------------------------------- 1: left out


def _left_out(N, n):
    return (1 - 1 / N) ** n


@exercise("write my_left_out(N, n): the chance that n draws with replacement from N examples miss a certain one")
def left_out(my_left_out):
    """``my_left_out(N, n)`` -> a probability."""
    mistakes = [
        (lambda N, n: 1 - _left_out(N, n), "that is the chance to be in the bag"),
        (lambda N, n: _left_out(N, N), "right for n = N; here n may be less or more"),
        (lambda N, n: exp(-n / N), "that is the limit for many examples; with few it differs"),
        (lambda N, n: 1 - n / N, "what was drawn goes back into the urn, so n draws may hit fewer than n examples"),
        (lambda N, n: max(0, 1 - n / N), "what was drawn goes back into the urn, so n draws may hit fewer than n"),
        (lambda N, n: (1 / N) ** n, "that is the chance that every draw hits it"),
    ]
    cases = [(10, 10), (14, 14), (100, 100), (10, 5), (5, 12), (7, 1), (3, 0)]
    hint = "one draw misses it with which chance? the draws do not know of each other"
    how = "one draw misses it with 1 - 1/N; the chances of draws that do not know of each other multiply"
    same_results(my_left_out, _left_out, cases, mistakes=mistakes, hint=hint, how=how)
    return "about 37 of a hundred are out of bag, however many there are, if as many are drawn"


# ---------------------------------------------------------------- 2: find the bug


def _elected(votes, may):
    """Class 1 where more than half of those who may vote name it."""
    return 2 * (votes * may).sum(axis=0) > may.sum(axis=0)


def _oob_error(drawn, votes, y):
    out = drawn == 0
    heard = out.any(axis=0)
    return float(np.mean((_elected(votes, out) != y)[heard]))


def _oob_mistakes():
    def slipped(drawn, votes, y, *, everybody=False, ties=False, unheard=False):
        may = np.ones_like(votes) if everybody else drawn == 0
        wrong = (~_elected(1 - votes, may) if ties else _elected(votes, may)) != y
        return np.mean(wrong if unheard else wrong[may.any(axis=0)])

    def those_who_saw(drawn, votes, y):
        return _oob_error(drawn == 0, votes, y)

    def single(drawn, votes, y):
        return np.mean((votes != y)[drawn == 0])

    def single_by_tree(drawn, votes, y):
        own = [np.mean((vote != y)[out]) for vote, out in zip(votes, drawn == 0, strict=True) if out.any()]
        return np.mean(own)

    def unheard_right(drawn, votes, y):
        out = drawn == 0
        return np.mean((_elected(votes, out) != y) & out.any(axis=0))

    alone = "that is the error of single trees, averaged: let the trees vote on each example first"
    unheard = "an example that is in every bag has no voter: do not count it at all"
    return [
        (those_who_saw, "the other way round: who has not seen the example?"),
        (single, alone),
        (single_by_tree, alone),
        (unheard_right, unheard),
        *slips(
            slipped,
            everybody="a tree knows the examples that it was grown on by heart: it must not vote there",
            ties="equal votes go to class 0",
            unheard=unheard,
        ),
    ]


def _oob_cases():
    """The first has an example that was in every bag, and ties."""
    yield (
        np.array([[1, 0, 2, 0, 2], [2, 1, 0, 1, 1], [1, 0, 1, 3, 0]]),
        np.array([[1, 1, 0, 1, 1], [0, 1, 1, 1, 0], [1, 0, 0, 0, 1]]),
        np.array([1, 0, 0, 1, 1]),
    )
    rng = np.random.default_rng(19)
    for B, N in ((2, 8), (4, 30), (25, 40)):
        drawn = np.array([np.bincount(rng.integers(N, size=N), minlength=N) for _ in range(B)])
        y = rng.integers(2, size=N)
        knows = (drawn > 0) | (rng.random((B, N)) < 0.65)
        yield drawn, np.where(knows, y, 1 - y), y


def _oob_given(drawn, votes, y):
    ones = votes.mean(axis=0)
    answers = (ones > 0.5).astype(int)
    return np.mean(answers != y)


@exercise(
    "mend oob_error(drawn, votes, y): only trees that have not drawn an example vote on it; equal votes are class 0",
    given=_oob_given,
)
def out_of_bag(oob_error):
    """``oob_error(drawn, votes, y)`` -> a share; drawn and votes are (trees, examples), classes are 0 and 1."""
    hint = "for each example: which trees have not drawn it, what do most of them say, is that wrong?"
    more = "count the votes of the trees with drawn == 0, and compare with half of how many these are"
    same_results(oob_error, _oob_error, _oob_cases(), mistakes=_oob_mistakes(), hint=hint, how=more)
    return "each example is judged by the trees that have not seen it, and by no other"


# ---------------------------------------------------------------- 3: on real data


@exercise("write my_columns(X): columns for a forest that gets fewer than 20 of 200 crabs wrong", seconds=60)
def crab_columns(my_columns):
    """``my_columns(X)`` -> (crabs, columns); X has the five lengths of each crab."""
    X, y = crabs()
    made = np.asarray(my_columns(X.copy()))
    if made.ndim != 2 or len(made) != len(X) or made.dtype.kind not in "if" or not np.isfinite(made).all():
        expected = "a row of finite numbers for each of the 200 crabs"
        raise NotYet(expected=expected, got=f"{shown(made.dtype)} of shape {made.shape}", hint="np.column_stack helps")
    apart = np.concatenate([np.asarray(my_columns(part.copy())) for part in (X[:90], X[90:])])
    if not np.allclose(apart, made):
        hint = "a crab's columns may depend on that crab alone: the answers must not leak in from others"
        raise NotYet(expected="the same columns when other crabs are away", got="others", hint=hint)
    wrong = int((held_out_answers(RandomForest(), made, y) != y).sum())
    if wrong >= ENOUGH:
        hint = "all five lengths grow with the crab: which numbers say its shape, whatever its size?"
        raise NotYet(expected="fewer than 20 crabs wrong", got=f"{wrong}", hint=hint,
                     more=["divide one length by another"])  # fmt: skip
    return (
        f"{wrong} of 200 crabs are wrong, where the five lengths alone give 43: the columns decide what a cut can say"
    )


# ---------------------------------------------------------------- 4: fool it


@exercise(f"write my_cases(n, seed): a line errs on at most {LINE:.0%} of them, a forest on at least {FOREST:.0%}",
          seconds=60)  # fmt: skip
def forest_loses(my_cases):
    """``my_cases(n, seed)`` -> X of n rows, and n labels of two kinds; another seed gives other cases."""
    (X, y), (fresh, truth) = (_cases(my_cases, n, seed) for n, seed in ((TRAINING, 1), (FRESH, 2)))
    if X.shape[1] != fresh.shape[1] or np.array_equal(X, fresh[:TRAINING]):
        raise NotYet(expected="other cases of the same kind for another seed", got="the same, or another kind",
                     hint="draw them with np.random.default_rng(seed)")  # fmt: skip
    line, forest = (float(np.mean(each.fit(X, y).predict(fresh) != truth)) for each in (LDA(), RandomForest()))
    if line > LINE:
        hint = "draw points on both sides of a slanted line, and label them by their side"
        raise NotYet(expected=f"a line (LDA) with at most {LINE:.0%} errors", got=f"{line:.1%}", hint=hint)
    if forest < FOREST:
        hint = "a forest builds a slanted border of steps, so make steps costly: points close to a long border"
        raise NotYet(expected=f"a forest with at least {FOREST:.0%} errors", got=f"{forest:.1%}", hint=hint,
                     good=f"the line errs on {line:.1%}", more=["a narrow strip along a diagonal"])  # fmt: skip
    return f"the line errs on {line:.1%}, the forest on {forest:.1%}: many trees do not replace the right shape"


def _cases(my_cases, n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    X, y = (np.asarray(part) for part in my_cases(n, seed))
    if X.ndim != 2 or X.shape[0] != n or y.shape != (n,) or len(np.unique(y)) != 2:
        got = f"X of shape {X.shape}, {len(np.unique(y))} kinds of labels"
        raise NotYet(expected=f"X with {n} rows and as many labels of two kinds", got=got, hint="return X, y")
    return X.astype(float), y
