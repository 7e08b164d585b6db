"""Exercises of the page beside lecture 21; deck 000 "Bagging vs. Random Forests vs. Gradient Boosting"."""

from __future__ import annotations

import numpy as np

from labkit.tutor.check import exercise, same_results

TREES, CASES = 6, 12


# ---------------------------------------------------------------- 1


def _so_far(votes):
    return np.cumsum(votes, axis=0) / np.arange(1, len(votes) + 1)[:, None]


def _vote_errors(votes, y):
    return np.mean((_so_far(votes) > 0.5) != y, axis=1)


@exercise("write my_vote_errors(votes, y): the share of wrong majorities after one tree, after two, ...")
def vote_errors(my_vote_errors):
    """``my_vote_errors(votes, y)`` -> as many shares as there are rows of votes."""
    mistakes = [
        (lambda votes, y: np.mean(votes != y, axis=1), "these are the trees one by one; let the first k vote together"),
        (lambda votes, y: np.mean((_so_far(votes) >= 0.5) != y, axis=1), "equal votes are class 0"),
        (lambda votes, y: np.mean((_so_far(votes) > 0.5) == y, axis=1), "that is the share of right ones"),
        (lambda votes, y: _vote_errors(votes, y)[-1], "that is the last number only; one is wanted after every tree"),
        (lambda votes, y: np.sum((_so_far(votes) > 0.5) != y, axis=1), "a share, not a number of cases"),
        (
            lambda votes, y: np.mean((np.cumsum(votes, axis=0) > len(votes) / 2) != y, axis=1),
            "after k trees a majority is more than half of k",
        ),
    ]
    hint = "after k trees: who names class 1 how often among the first k rows? is that more than half of k?"
    same_results(my_vote_errors, _vote_errors, _votes(), mistakes=mistakes, hint=hint)
    return "what staged_predict does for a forest, in one pass over the trees"


def _votes():
    rng = np.random.default_rng(0)
    return [(rng.integers(0, 2, (TREES, cases)), rng.integers(0, 2, cases)) for cases in (CASES, CASES, 5)]


# ---------------------------------------------------------------- 2


def _sums(start, answers, shrinkage):
    return start + shrinkage * np.cumsum(answers, axis=0)


def _sum_errors(start, answers, shrinkage, y):
    return np.mean((_sums(start, answers, shrinkage) > 0) != y, axis=1)


def _sum_mistakes():
    def signs_voted(start, answers, shrinkage, y):
        return _vote_errors((answers > 0).astype(int), y)

    def last_only(start, answers, shrinkage, y):
        return _sum_errors(start, answers, shrinkage, y)[-1]

    return [
        (lambda F, f, eps, y: _sum_errors(0, f, eps, y), "before any tree the score is not 0: where is start?"),
        (lambda F, f, eps, y: _sum_errors(F, f, 1, y), "the trees are shrunk before they are added, the start is not"),
        (lambda F, f, eps, y: np.mean((F + eps * f > 0) != y, axis=1), "each tree is added to all that came before it"),
        (signs_voted, "these are votes; boosting adds up the numbers themselves, large ones count more"),
        (last_only, "that is the last number only; one is wanted after every tree"),
        (lambda F, f, eps, y: 1 - _sum_errors(F, f, eps, y), "that is the share of right ones"),
    ]


@exercise("write my_sum_errors(start, answers, shrinkage, y): the share of wrong signs after one tree, after two, ...")
def sum_errors(my_sum_errors):
    """``my_sum_errors(start, answers, shrinkage, y)`` -> as many shares as there are rows of answers."""
    hint = "exercise 1 with another line in the middle: what is added up here, and where does the sum begin?"
    same_results(my_sum_errors, _sum_errors, _answers(), mistakes=_sum_mistakes(), hint=hint)
    return "one line apart from the votes, and the trees may be small because each repairs the sum so far"


def _answers():
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, (3, CASES))
    starts, shares = (0.4, -0.6, 0.0), (0.5, 0.3, 0.1)
    return [(F, rng.normal(size=(TREES, CASES)), eps, y) for F, eps, y in zip(starts, shares, labels, strict=True)]


# ---------------------------------------------------------------- 3


def _ahead_from(errors, others):
    behind = np.flatnonzero(np.asarray(errors) >= others)
    first = int(behind[-1]) + 2 if len(behind) else 1
    return first if first <= len(errors) else 0


def _first_ahead(errors, others):
    ahead = np.flatnonzero(np.less(errors, others))
    return int(ahead[0]) + 1 if len(ahead) else 0


@exercise("write my_ahead_from(errors, others): from how many trees on errors stays below others; 0 if it does not")
def ahead_from(my_ahead_from):
    """``my_ahead_from(errors, others)`` -> a number of trees; the first entry is after one tree."""
    mistakes = [
        (_first_ahead, "curves cross more than once; it has to stay ahead to the end"),
        (lambda e, o: max(_first_ahead(e, o) - 1, 0), "curves cross more than once; it has to stay ahead to the end"),
        (lambda e, o: max(_ahead_from(e, o) - 1, 0), "the first entry is after one tree, not after none"),
        (lambda e, o: _ahead_from(o, e), "whose error is to be the smaller one?"),
        (lambda e, o: _ahead_from(np.asarray(e) - 1e-9, o), "as good as the other is not below it"),
        (lambda e, o: _ahead_from(e, o) or len(e) + 1, "and if it is behind at the end?"),
    ]
    hint = "look for the last place where it is not below the other; what comes after that?"
    same_results(my_ahead_from, _ahead_from, _races(), mistakes=mistakes, hint=hint)
    return "the number of trees from which on the slower starter is worth the wait"


def _races():
    other = np.array([0.3, 0.25, 0.2, 0.2, 0.2])
    mine = ([0.4, 0.2, 0.3, 0.15, 0.1], [0.2, 0.2, 0.1, 0.1, 0.1], [0.4, 0.3, 0.1, 0.2, 0.1], [0.1, 0.1, 0.1, 0.1, 0.3])
    return [(np.array(errors), other) for errors in mine]
