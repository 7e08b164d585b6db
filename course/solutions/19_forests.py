"""The answers to the exercises of lesson 19; tests run them through the lesson's own checks."""

from math import ceil, comb, floor, log2

import numpy as np


def my_left_out(N, n):
    return (1 - 1 / N) ** n


def oob_error(drawn, votes, y):
    out = drawn == 0
    heard = out.any(axis=0)
    answers = 2 * (votes * out).sum(axis=0) > out.sum(axis=0)
    return np.mean((answers != y)[heard])


def my_columns(X):
    pairs = [(i, j) for i in range(5) for j in range(i)]
    return np.column_stack([X[:, i] / X[:, j] for i, j in pairs])


def my_cases(n, seed):
    # Pairs of neighbours on the two sides of the diagonal: any upright cut has both classes on each side.
    rng = np.random.default_rng(seed)
    along, side = rng.uniform(-1, 1, n), rng.choice([-1, 1], n)
    away = side * rng.uniform(0.01, 0.05, n)
    X, y = np.column_stack([along + away, along - away]), side
    return X, y


def my_majority_error(B, e):
    return sum(comb(B, k) * e**k * (1 - e) ** (B - k) for k in range((B + 1) // 2, B + 1))


def my_trees_needed(rho, share):
    return ceil((1 - rho) / (rho * share))


def columns(p):
    return floor(log2(p)) + 1


# Two of the three are wrong on each of six cases, every pair on two of them.
my_errors = [
    [1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
    [1, 1, 0, 0, 1, 1, 0, 0, 0, 0],
    [0, 0, 1, 1, 1, 1, 0, 0, 0, 0],
]
