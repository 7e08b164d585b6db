"""The answers to the exercises of lesson 22; tests run them through the lesson's own checks."""

import numpy as np

from labkit.lectures import l22_model_selection as lesson


def my_aicc(log_likelihood, k, n):
    if n <= k + 1:
        return float("inf")
    return 2 * k - 2 * log_likelihood + 2 * k * (k + 1) / (n - k - 1)


def held_out_share(X, y, parts, keep):
    hits = []
    for train, test in parts:
        known, labels = X[train], y[train]
        columns = lesson.best_columns(known, labels, keep)  # was before the loop, with all labels in view
        hits.extend(lesson.answers(known[:, columns], labels, X[test][:, columns]) == y[test])
    return sum(hits) / len(y)


my_columns = ["weight_lb", "model_year"]

my_X = [[0, 0], [1, 1], [0, 1], [1, 0]] * 3  # the corners of a square, three cases in each
my_y = [0, 0, 1, 1] * 3


def my_bic(rss, n, coefficients):
    return n * (np.log(2 * np.pi * rss / n) + 1) + (coefficients + 1) * np.log(n)


def left_out_error(y, answers, leverages):
    return np.mean(((y - answers) / (1 - leverages)) ** 2)


my_labels = ["a", "b"] * 3  # whichever is left out, the other class has the majority
