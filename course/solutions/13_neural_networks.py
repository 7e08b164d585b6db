"""The answers to the exercises of lesson 13; tests run them through the lesson's own checks."""

import numpy as np


def my_wrong(y, answers):
    return np.mean(np.asarray(y) != np.asarray(answers))


def distance(x, z):
    return np.linalg.norm(np.subtract(x, z))


my_positives = 3

stubborn_X = [[0, 0], [1, 1], [0, 1], [1, 0]]
stubborn_y = [0, 0, 1, 1]
