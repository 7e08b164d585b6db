"""Adaline: Widrow and Hoff's linear unit learns the classes as numbers, by the delta rule.

Lecture 10; deck 000 "Non-parametric Learning of Discriminant Weights". Inventory: I-000-037.

With the target t = +1 for the second class and -1 for the first, and x with its constant input in front,

    w <- w + eta (t - w'x) x        for every example, right or wrong: (1) and (2) of ``least_squares.delta_rule``
    w'x > 0                         the second class

Where the perceptron stops at the last mistake, this rule settles near least squares, and a separable problem may keep
its mistakes.
"""

from __future__ import annotations

from labkit.core.learner import Classifier, HasScores
from labkit.learners.least_squares.delta_rule import DeltaRule


class Adaline(DeltaRule, HasScores, Classifier):
    """Adaline for two classes; the second class in sorted order is the positive one.

    Parameters
    ----------
    learning_rate : eta. Safe below 2 / |x|^2 of the longest example, its constant input included.
    start : w(0), constant input first. None is zero.
    tolerance : a sweep that changes no weight by more than this is the last one.
    x0 : the constant input, -1 or +1.
    order, max_sweeps, seed : "cyclic" or "random" sweeps, their budget, and the seed of random ones.
    """

    two_classes = True
