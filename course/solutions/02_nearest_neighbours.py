"""The answers to the exercises of lesson 02; tests run them through the lesson's own checks."""

import numpy as np


def vote(labels, k):
    voters = list(labels[:k])
    return max(voters, key=voters.count)  # of equals the first that is met


def loo_error(X, y):
    wrong = 0
    for i in range(len(X)):
        distances = np.linalg.norm(X - X[i], axis=1)
        distances[i] = np.inf
        wrong += y[distances.argmin()] != y[i]
    return wrong / len(X)


my_features, my_k = [0, 1, 3], 3

# Pairs of friends, a pair of each class close together, and the same again far away.
my_points = [[0, 0], [0, 1], [3, 0], [3, 1], [100, 0], [100, 1], [103, 0], [103, 1]]
my_labels = ["a", "a", "b", "b", "a", "a", "b", "b"]
