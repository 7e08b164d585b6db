"""The answers to the exercises of lesson 13; tests run them through the lesson's own checks."""

from itertools import pairwise

import numpy as np


def my_forward(x, V, w):
    z = 1 / (1 + np.exp(-np.append(1.0, x) @ np.asarray(V)))
    return np.append(1.0, z) @ np.asarray(w)


def next_weights(x, y, V, w, rate):
    sent = np.append(1.0, x)
    hidden = 1 / (1 + np.exp(-sent @ V))
    error = np.append(1.0, hidden) @ w - y
    shares = error * hidden * (1 - hidden) * w[1:]  # by the weights of the pass forward
    return V - rate * np.outer(sent, shares), w - rate * error * np.append(1.0, hidden)


my_hidden, my_lam = (32,), 1.0

# Large biases: both units say the same to all four corners, and have no slope to leave by.
my_V, my_w = [[10, -10], [1, -1], [-1, 1]], [0, 1, -1]


def my_parameters(sizes):
    return sum((senders + 1) * receivers for senders, receivers in pairwise(sizes))


def bumps(x, centres, width):
    t = np.abs(np.asarray(x)[:, None] - np.asarray(centres))
    return np.exp(-(t**2) / (2 * width**2))


# Two units for each bump, steepness 20, and the bias is -20 times the place where the unit switches.
bump_V, bump_w = [[40, 20, -20, -40], [20, 20, 20, 20]], [0, 1, -1, -1, 1]
