"""The answers to the exercises of the closing page; tests run them through the page's own checks."""

import numpy as np


def my_share_left(y, answers):
    y, answers = np.asarray(y), np.asarray(answers)
    _, counts = np.unique(y, return_counts=True)
    nothing_learned = 1 - counts.max() / len(y)
    return np.mean(answers != y) / nothing_learned


def in_one_scale(train, test):
    centre, spread = train.mean(axis=0), train.std(axis=0)
    return (train - centre) / spread, (test - centre) / spread


_rng = np.random.default_rng(0)
my_y = np.arange(200) % 2
my_X = _rng.normal(size=(200, 2)) + 0.5 * my_y[:, None]  # two clouds that overlap
