"""The answers to the exercises of the page 21, side by side; tests run them through the page's own checks."""

import numpy as np


def my_vote_errors(votes, y):
    errors = []
    for k in range(1, len(votes) + 1):
        named = votes[:k].mean(axis=0) > 0.5
        errors.append(np.mean(named != y))
    return np.array(errors)


def my_sum_errors(start, answers, shrinkage, y):
    errors = []
    for k in range(1, len(answers) + 1):
        score = start + shrinkage * answers[:k].sum(axis=0)
        errors.append(np.mean((score > 0) != y))
    return np.array(errors)


def my_ahead_from(errors, others):
    trees = 0
    for k in reversed(range(len(errors))):
        if errors[k] >= others[k]:
            break
        trees = k + 1
    return trees
