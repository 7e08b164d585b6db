"""Lecture 20: AdaBoost round by round, and the losses that boosting goes down."""

from labkit.labs.adaboost.losses import LossLab
from labkit.labs.adaboost.rounds import AdaBoostLab

__all__ = ["AdaBoostLab", "LossLab"]
