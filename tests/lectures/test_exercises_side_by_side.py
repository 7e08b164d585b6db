"""The exercises of the page beside lecture 21 (I-000-115): typical wrong answers get the hint that fits."""

import numpy as np
import pytest

from labkit.learners import GradientBoosting, RandomForest
from labkit.lectures.l21_side_by_side import exercises as side_by_side


def votes(votes, y, *, tie=0):
    """Case by case and tree by tree."""
    errors = []
    for k in range(1, len(votes) + 1):
        ones = [2 * int(column[:k].sum()) for column in votes.T]
        named = [tie if one == k else int(one > k) for one in ones]
        errors.append(sum(a != b for a, b in zip(named, y, strict=True)) / len(y))
    return errors


def sums(start, answers, shrinkage, y):
    errors, score = [], np.full(len(y), float(start))
    for answer in answers:
        score = score + shrinkage * answer
        errors.append(np.mean((score > 0) != y))
    return errors


def first_below(errors, others):
    return next((k + 1 for k in range(len(errors)) if errors[k] < others[k]), 0)


WRONG = [
    (side_by_side.vote_errors, lambda v, y: (v != y).mean(axis=1), "one by one"),
    (side_by_side.vote_errors, lambda v, y: votes(v, y, tie=1), "equal votes are class 0"),
    (side_by_side.vote_errors, lambda v, y: 1 - np.array(votes(v, y)), "right ones"),
    (side_by_side.vote_errors, lambda v, y: votes(v, y)[-1], "the last number only"),
    (side_by_side.vote_errors, lambda v, y: np.array(votes(v, y)) * len(y), "a share, not"),
    (
        side_by_side.vote_errors,
        lambda v, y: [np.mean((v[:k].sum(axis=0) > len(v) / 2) != y) for k in range(1, len(v) + 1)],
        "half of k",
    ),
    (side_by_side.vote_errors, lambda v, y: np.zeros(len(v)), "among the first k rows"),
    (side_by_side.mended_sum, lambda F, f, eps, y: sums(0, f, eps, y), "where is start"),
    (side_by_side.mended_sum, lambda F, f, eps, y: sums(F, f, 1, y), "nothing is shrunk"),
    (side_by_side.mended_sum, lambda F, f, eps, y: ((F + eps * f > 0) != y).mean(axis=1), "all that came before"),
    (side_by_side.mended_sum, lambda F, f, eps, y: 1 - np.array(sums(F, f, eps, y)), "right ones"),
    (side_by_side.mended_sum, lambda F, f, eps, y: np.zeros(len(f)), "the best constant"),
    (side_by_side.hard_mails, 384, "compare each with y"),
    (side_by_side.ahead_from, first_below, "stay ahead to the end"),
    (side_by_side.ahead_from, lambda e, o: first_below(o, e), "look for the last place"),
    (side_by_side.ahead_from, lambda e, o: int(np.sum(e > o)), "look for the last place"),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


@pytest.mark.parametrize("shift, hint", [(-1, "after one tree, not after none"), (1, "look for the last place")])
def test_ahead_from_told_by_another_count_gets_its_hint(said, shift, hint):
    def counted(errors, others):
        right = side_by_side._ahead_from(errors, others)
        return right + shift if right else 0

    assert hint in said(side_by_side.ahead_from, counted)


def test_ahead_from_is_the_first_of_an_unbroken_lead():
    rng = np.random.default_rng(2)
    for _ in range(200):
        errors, others = rng.integers(0, 3, (2, 5))
        ahead = [k + 1 for k in range(5) if (errors[k:] < others[k:]).all()]
        assert side_by_side._ahead_from(errors, others) == (ahead[0] if ahead else 0)


def test_vote_errors_are_those_of_a_forest_and_sum_errors_those_of_boosting():
    """What the page claims of both exercises."""
    rng = np.random.default_rng(3)
    X, fresh = rng.normal(size=(2, 80, 3))
    y, truth = ((cases**2).sum(axis=1) > 2.4 for cases in (X, fresh))
    model = RandomForest(trees=7).fit(X, y).model_
    said = np.array([model.member(b).predict(fresh) for b in range(7)]).astype(int)
    assert np.allclose(side_by_side._vote_errors(said, truth), (model.staged_predict(fresh) != truth).mean(axis=1))
    model = GradientBoosting(rounds=7).fit(X, y).model_
    said = np.array([model.member(b).predict(fresh) for b in range(7)])
    errors = side_by_side._sum_errors(model.start[0], said, model.ensemble.shrinkage, truth)
    assert np.allclose(errors, (model.staged_predict(fresh) != truth).mean(axis=1))
