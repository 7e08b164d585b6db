"""Why averaging helps, in three formulas.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102.

    P(out of bag) = (1 - 1/N)^N  ->  1/e                                       (1)
    Var(average of B) = rho sigma^2 + (1 - rho) sigma^2 / B                    (2)
    P(majority wrong) = sum over k > B/2 of C(B, k) e^k (1 - e)^(B - k)        (3)

symbol     name here            symbol     name here
N          examples             rho        correlation of two members
B          members              sigma^2    variance of one member
e          error of one member

(2) is what the deck means by "averaging reduces variance": more members take away the second term only, less
correlation the first. (3) supposes members that err independently, which bagged members do not.
"""

from __future__ import annotations

import math

from labkit.core import inputs


def left_out(examples: int) -> float:
    """The chance that an example is out of bag, where as many are drawn with replacement as there are."""
    inputs.number("examples", examples, least=1, whole=True)
    return (1 - 1 / examples) ** examples  # (1)


def variance_of_average(correlation: float, variance: float, members: int) -> float:
    """Of members that all have this variance, and any two of them this correlation."""
    inputs.number("members", members, least=1, whole=True)
    inputs.number("variance", variance, least=0)
    least = -1 / (members - 1) if members > 1 else -1
    inputs.number("correlation", correlation, least=least, most=1, why="no more can all disagree with each other")
    return correlation * variance + (1 - correlation) * variance / members  # (2)


def majority_error(members: int, error: float) -> float:
    """Of a majority vote between two classes by members that err independently; half of a tied vote is an error."""
    inputs.number("members", members, least=1, most=1000, whole=True)  # C(B, k) must fit into a float
    inputs.number("error", error, least=0, most=1)
    exactly = [math.comb(members, k) * error**k * (1 - error) ** (members - k) for k in range(members + 1)]
    tied = exactly[members // 2] / 2 if members % 2 == 0 else 0.0
    return math.fsum(exactly[members // 2 + 1 :]) + tied  # (3)
