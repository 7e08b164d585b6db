"""The answers to the exercises of the page 21, side by side; tests run them through the page's own checks."""

import numpy as np

from labkit.lectures import l21_side_by_side as lesson


def my_vote_errors(votes, y):
    errors = []
    for k in range(1, len(votes) + 1):
        named = votes[:k].mean(axis=0) > 0.5
        errors.append(np.mean(named != y))
    return np.array(errors)


def sum_errors(start, answers, shrinkage, y):
    scores = start + shrinkage * np.cumsum(answers, axis=0)
    return np.mean((scores > 0) != y, axis=1)


_, _classes = lesson.table_of("spam")
_bagging, _forest, _boosting = lesson.answers("spam").values()
my_hard_mails = int(np.sum((_bagging != _classes) & (_forest != _classes) & (_boosting != _classes)))


def my_ahead_from(errors, others):
    trees = 0
    for k in reversed(range(len(errors))):
        if errors[k] >= others[k]:
            break
        trees = k + 1
    return trees
