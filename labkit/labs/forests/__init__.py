"""Lecture 19: the bootstrap, bagging and random forests."""

from labkit.labs.forests.bootstrap import BootstrapLab
from labkit.labs.forests.forest import ForestLab
from labkit.labs.forests.importance import ImportanceLab

__all__ = ["BootstrapLab", "ForestLab", "ImportanceLab"]
