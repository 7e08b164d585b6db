"""Exercises of the page with more of lecture 17; deck 000 "Handling Missing Attribute Values - 1" and "- 2", deck 003
"DECISION TREE EXTENSIONS".
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.tutor.check import exercise, same_results

# ---------------------------------------------------------------- 5: scoring with gaps


def _entropy(counts):
    p = np.asarray(counts) / np.sum(counts)
    return -float(np.sum(p * np.log2(np.where(p > 0, p, 1.0))))


def _gain_of(factor="known", before="known", after="known"):
    """C4.5's gain; wrong where one of its three parts is taken of "all" examples."""

    def gain(children, unknown):
        known = children.sum(axis=0)
        counts = {"known": known, "all": known + unknown}
        left = sum(child.sum() / counts[after].sum() * _entropy(child) for child in children)
        return counts[factor].sum() / counts["all"].sum() * (_entropy(counts[before]) - left)

    return gain


def _scored_cases():
    yield np.array([[3.0, 0], [3, 2], [2, 3]]), np.array([1.0, 0])  # the weather table without one outlook
    yield np.array([[4.0, 1], [1, 6]]), np.array([3.0, 1])
    yield np.array([[2.0, 2, 1], [5, 1, 0]]), np.array([0.0, 2, 2])
    yield np.array([[6.0, 2], [1, 3]]), np.array([0.0, 0])


@exercise("write my_gain(children, unknown): C4.5's gain in bits, from class counts per branch and of the unknown")
def known_gain(my_gain):
    """``my_gain(children, unknown)`` -> a number; children: a row of class counts for each branch."""
    mistakes = [
        (_gain_of(factor="all"), "the examples whose value is unknown have gained nothing: what of them?"),
        (_gain_of(before="all"), "the entropy before the test, too, is that of the known examples"),
        (_gain_of(factor="all", before="all"), "the test is scored on the known examples, before as well as after"),
        (_gain_of("all", "all", "all"), "the shares of the branches must add up to 1: shares of which examples?"),
        (_gain_of(after="all"), "the shares of the branches must add up to 1: shares of which examples?"),
    ]
    hint = "entropy before minus weighted entropy after, all of known examples (0 log2 0 is 0), times the share known"
    how = "known = children.sum(axis=0); the entropy of known less the weighted ones, times known.sum() over all"
    same_results(my_gain, _gain_of(), _scored_cases(), mistakes=mistakes, hint=hint, how=how)
    return "an attribute that is often unknown has to be so much the better"


# ---------------------------------------------------------------- 6: a good stand-in


def _straight(left, other):
    least = min(left.mean(), 1 - left.mean())
    return (least - np.mean(left != other)) / least


def _association(left, other):
    return max(_straight(left, other), _straight(left, ~other))


def _answered_cases():
    tennis = data.load("tennis")
    yield tennis["humidity"] == "high", tennis["temperature"] != "cool"
    rng = np.random.default_rng(17)
    for size, noise in ((0.3, 0.1), (0.7, 0.2), (0.3, 0.9), (0.7, 0.95)):
        left = rng.random(20) < size
        yield left, left ^ (rng.random(20) < noise)


@exercise("write my_association(left, other): lambda of a surrogate, straight or flipped, whichever is better")
def association(my_association):
    """``my_association(left, other)`` -> lambda; what the test and its surrogate say of each example, True is left."""

    def over(base):
        return lambda left, other: 1 - min(np.mean(left != other), np.mean(left == other)) / base(left.mean())

    mistakes = [
        (_straight, "a test that is nearly always wrong makes a fine surrogate: ask for its opposite"),
        (over(lambda p: 1.0), "that is the agreement; how much of it has the blind rule, which needs no surrogate?"),
        (over(lambda p: max(p, 1 - p)), "the blind rule sends all to the larger branch: how often is it wrong?"),
        (over(lambda p: p), "left need not be the smaller branch"),
        (over(lambda p: 1 - p), "left need not be the larger branch"),
    ]
    hint = "the share of disagreements saved, out of the blind rule's min(p_L, p_R)"
    how = "m = min(p, 1 - p) with p = left.mean(); (m - share that differs) / m, for other and for ~other"
    same_results(my_association, _association, _answered_cases(), mistakes=mistakes, hint=hint, how=how)
    return "1 for a copy, 0 for no help, whatever the sizes of the branches"


# ---------------------------------------------------------------- 7: the highest price


def _price(gain, rival_gain, rival_cost):
    return rival_cost * gain**2 / rival_gain**2


@exercise("write my_price(gain, rival_gain, rival_cost): the cost at which both tests have Tan and Schlimmer's merit")
def break_even(my_price):
    """``my_price(gain, rival_gain, rival_cost)`` -> the cost of the test with ``gain``."""
    mistakes = [
        (lambda gain, rival_gain, rival_cost: rival_cost * gain / rival_gain, "the gain enters squared"),
        (
            lambda gain, rival_gain, rival_cost: rival_cost * rival_gain**2 / gain**2,
            "the better test may cost more than its rival, not less",
        ),
        (lambda gain, rival_gain, rival_cost: gain**2 / rival_gain**2, "a dear rival allows you a higher price"),
        (
            lambda gain, rival_gain, rival_cost: (2**gain - 1) / (2**rival_gain - 1) * (rival_cost + 1) - 1,
            "that is the price by Nunez's rule",
        ),
    ]
    cases = [(0.24675, 0.15184, 1.0), (0.24675, 0.04813, 2.0), (0.2, 0.4, 3.0), (0.5, 0.25, 0.5)]
    hint = "write gain^2 / cost for both tests, set them equal, solve for the cost"
    how = "gain**2 / cost = rival_gain**2 / rival_cost: multiply by both costs"
    same_results(my_price, _price, cases, mistakes=mistakes, hint=hint, how=how)
    return "twice the gain is worth four times the price"
