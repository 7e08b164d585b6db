"""Exercises of the page beside lecture 21; deck 000 "Bagging vs. Random Forests vs. Gradient Boosting"."""

from __future__ import annotations

import numpy as np

from labkit.lectures.l21_side_by_side.pictures import answers, table_of
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

TREES, CASES = 6, 12


# ---------------------------------------------------------------- 1


def _so_far(votes):
    return np.cumsum(votes, axis=0) / np.arange(1, len(votes) + 1)[:, None]


def _vote_errors(votes, y):
    return np.mean((_so_far(votes) > 0.5) != y, axis=1)


def _vote_mistakes():
    def slipped(votes, y, *, ties=False, right=False, number=False):
        named = _so_far(votes) >= 0.5 if ties else _so_far(votes) > 0.5
        found = named == y if right else named != y
        return found.sum(axis=1) if number else found.mean(axis=1)

    return [
        (lambda votes, y: np.mean(votes != y, axis=1), "these are the trees one by one; let the first k vote together"),
        (lambda votes, y: _vote_errors(votes, y)[-1], "that is the last number only; one is wanted after every tree"),
        (
            lambda votes, y: np.mean((np.cumsum(votes, axis=0) > len(votes) / 2) != y, axis=1),
            "after k trees a majority is more than half of k",
        ),
        *slips(
            slipped,
            ties="equal votes are class 0",
            right="that is the share of right ones",
            number="a share, not a number of cases",
        ),
    ]


@exercise("write my_vote_errors(votes, y): the share of wrong majorities after one tree, after two, ...")
def vote_errors(my_vote_errors):
    """``my_vote_errors(votes, y)`` -> as many shares as there are rows of votes."""
    hint = "after k trees: who names class 1 how often among the first k rows? is that more than half of k?"
    how = "np.cumsum(votes, axis=0) has the votes for class 1 after every tree; compare row k with half of k"
    same_results(my_vote_errors, _vote_errors, _votes(), mistakes=_vote_mistakes(), hint=hint, how=how)
    return "what staged_predict does for a forest, in one pass over the trees"


def _votes():
    rng = np.random.default_rng(0)
    return [(rng.integers(0, 2, (TREES, cases)), rng.integers(0, 2, cases)) for cases in (CASES, CASES, 5)]


# ---------------------------------------------------------------- 2


def _sums(start, answers, shrinkage):
    return start + shrinkage * np.cumsum(answers, axis=0)


def _sum_errors(start, answers, shrinkage, y):
    return np.mean((_sums(start, answers, shrinkage) > 0) != y, axis=1)


def _sum_errors_given(start, answers, shrinkage, y):
    scores = shrinkage * (start + np.cumsum(answers, axis=0))
    return np.mean((scores > 0) != y, axis=1)


@exercise("mend sum_errors(start, answers, shrinkage, y): only the trees are shrunk", given=_sum_errors_given)
def mended_sum(sum_errors):
    """``sum_errors(start, answers, shrinkage, y)`` -> as many shares as there are rows of answers."""
    mistakes = [
        (lambda F, f, eps, y: _sum_errors(0, f, eps, y), "before any tree the score is not 0: where is start?"),
        (lambda F, f, eps, y: _sum_errors(F, f, 1, y), "now nothing is shrunk; the trees should be"),
        (lambda F, f, eps, y: np.mean((F + eps * f > 0) != y, axis=1), "each tree is added to all that came before it"),
        (lambda F, f, eps, y: 1 - _sum_errors(F, f, eps, y), "that is the share of right ones"),
    ]
    hint = "the start is the best constant; which part of the sum should be made smaller?"
    same_results(sum_errors, _sum_errors, _answers(), mistakes=mistakes, hint=hint, how="look at the brackets")
    return "the start counts in full, and each tree repairs a little of what is left"


def _answers():
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, (3, CASES))
    starts, shares = (0.4, -0.6, 0.0), (0.5, 0.3, 0.1)
    return [(F, rng.normal(size=(TREES, CASES)), eps, y) for F, eps, y in zip(starts, shares, labels, strict=True)]


# ---------------------------------------------------------------- 3: on real data


@exercise("compute my_hard_mails: how many mails all three ensembles get wrong", seconds=60)
def hard_mails(my_hard_mails):
    """A whole number."""
    _, y = table_of("spam")
    wrong = np.array([says != y for says in answers("spam").values()])
    hard, got = int(wrong.all(axis=0).sum()), numbers(my_hard_mails)
    if got.shape != () or got != hard:
        some = int(wrong.any(axis=0).sum())
        hint = (
            "at least one of the three is not all three" if got.shape == () and got == some else "compare each with y"
        )
        raise NotYet(expected="the mails that all three get wrong", got=shown(my_hard_mails), hint=hint,
                     more=["lesson.answers('spam') has an array for each; & joins two conditions"])  # fmt: skip
    return f"{hard} mails are hard for all three: no way of adding up trees helps there"


# ---------------------------------------------------------------- 4


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
    how = "np.flatnonzero finds the places where errors are not below others; the last one decides"
    same_results(my_ahead_from, _ahead_from, _races(), mistakes=mistakes, hint=hint, how=how)
    return "the number of trees from which on the slower starter is worth the wait"


def _races():
    other = np.array([0.3, 0.25, 0.2, 0.2, 0.2])
    mine = ([0.4, 0.2, 0.3, 0.15, 0.1], [0.2, 0.2, 0.1, 0.1, 0.1], [0.4, 0.3, 0.1, 0.2, 0.1], [0.1, 0.1, 0.1, 0.1, 0.3])
    return [(np.array(errors), other) for errors in mine]
