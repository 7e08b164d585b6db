"""Exercises of the page with more of lecture 07; deck 000 "Multiple Class Case-2", "Multi-class Case"."""

from __future__ import annotations

import numpy as np

from labkit.learners.many_classes import coding
from labkit.lectures.l07_many_classes.learnable import learnable
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

CLASSES, MOST_BITS = 5, 6  # of the code to be written; the exhaustive one has 15 bits
FORGIVING = 3  # least distance of two words if one wrong bit is to do no harm


# ---------------------------------------------------------------- 5: a block


def _block(X, mu, k, j):
    return (X * (mu[:, k] * ((k == j) - mu[:, j]))[:, None]).T @ X


def _block_cases():
    thirds = np.full((3, 3), 1 / 3)
    X = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    yield X[:1], thirds[:1], 0, 0
    yield X, thirds, 0, 1
    mu = np.array([[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4]])
    yield X, mu, 1, 1
    yield X, mu, 2, 0
    yield X[:2], mu[:2], 0, 0


@exercise("write my_block(X, mu, k, j): the block of the Hessian for the weights of the classes k and j")
def block(my_block):
    """``my_block(X, mu, k, j)`` -> (d, d); X has an example a row, mu a class a column."""

    def weighed(weights):
        return lambda X, mu, k, j: (X * weights(mu, k, j)[:, None]).T @ X

    mistakes = [
        (weighed(lambda mu, k, j: mu[:, k] * (1 - mu[:, j])), "1 only where k and j are the same class"),
        (weighed(lambda mu, k, j: mu[:, k] * mu[:, j]), "different classes pull against each other: which sign?"),
        (weighed(lambda mu, k, j: -mu[:, k] * mu[:, j]), "right off the diagonal; a class with itself has mu (1 - mu)"),
        (weighed(lambda mu, k, j: mu[:, k] * (mu[:, j] - (k == j))), "the loss is bent upwards: turn the sign"),
        (lambda X, mu, k, j: _block(X, mu, k, j) / len(X), "a sum over the examples, not a mean"),
    ]
    same_results(my_block, _block, _block_cases(), mistakes=mistakes, how="(X * weights[:, None]).T @ X",
                 hint="each example adds its x x' with a weight: mu_k (1 - mu_k), or -mu_k mu_j")  # fmt: skip
    return "the blocks of a row sum to zero over all classes: if all scores rise together, nothing bends"


# ---------------------------------------------------------------- 6: find the bug


def _forgiven_given(d):
    return d // 2


def _forgiven(d):
    return (d - 1) // 2


@exercise("mend forgiven(d): how many wrong bits never do harm if the nearest words differ in d", given=_forgiven_given)
def forgiven(forgiven):
    """``forgiven(d)`` -> a whole number."""
    mistakes = [
        (lambda d: d - 1, "so many wrong bits are noticed, but not mended"),
        (lambda d: (d - 1) / 2, "there is no half of a wrong bit: down"),
        (lambda d: (d + 1) // 2, "that is one too many, or more"),
    ]
    same_results(forgiven, _forgiven, [(d,) for d in (1, 2, 3, 4, 7, 8)], mistakes=mistakes,
                 how="take one off before you halve",
                 hint="d = 4, two wrong bits: how far is the message from either word?")  # fmt: skip
    return "less than half of the distance: at exactly one half two words are equally near"


# ---------------------------------------------------------------- 7: a code


@exercise("write my_code: five words of at most six bits, which forgive a wrong bit; every bit a question of its own")
def short_code(my_code):
    """Five rows of 0 and 1."""
    code = numbers(my_code)
    if code.ndim != 2 or len(code) != CLASSES or not np.isin(code, (0, 1)).all():
        got = f"shape {code.shape}" if np.isin(code, (0, 1)).all() else shown(np.setdiff1d(code, (0, 1)))
        raise NotYet(expected="five rows of 0 and 1, all of one length", got=got, hint="one row for each class")
    if code.shape[1] > MOST_BITS:
        raise NotYet(expected="at most six bits", got=f"{code.shape[1]}", hint="one classifier is trained for each bit")
    least = coding.least_distance(code)
    if least < FORGIVING:
        apart = coding.distances(code, code) + len(code[0]) * np.eye(CLASSES)
        i, j = np.unravel_index(apart.argmin(), apart.shape)
        got = f"rows {i + 1} and {j + 1} that differ in {least:g}"
        raise NotYet(expected="any two rows to differ in at least 3 bits", got=got,
                     hint="begin with 000000; every other word needs at least three ones",
                     more=["111000 and 000111 differ in all six: which words lie between?"])  # fmt: skip
    learnable(code)
    return f"{code.shape[1]} classifiers forgive one that is wrong; the exhaustive code has 15 and forgives three"
