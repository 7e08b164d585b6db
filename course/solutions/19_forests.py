"""The answers to the exercises of lesson 19; tests run them through the lesson's own checks."""

from math import ceil, comb

import numpy as np


def my_left_out(N, n):
    return (1 - 1 / N) ** n


def my_majority_error(B, e):
    return sum(comb(B, k) * e**k * (1 - e) ** (B - k) for k in range((B + 1) // 2, B + 1))


def my_oob_error(drawn, votes, y):
    wrong = []
    for i in range(len(y)):
        heard = votes[drawn[:, i] == 0, i]
        if len(heard):
            answer = int(heard.mean() > 0.5)
            wrong.append(answer != y[i])
    return np.mean(wrong)


def my_trees_needed(rho, share):
    return ceil((1 - rho) / (rho * share))


# Two of the three are wrong on each of six cases, every pair on two of them.
my_errors = [
    [1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
    [1, 1, 0, 0, 1, 1, 0, 0, 0, 0],
    [0, 0, 1, 1, 1, 1, 0, 0, 0, 0],
]
