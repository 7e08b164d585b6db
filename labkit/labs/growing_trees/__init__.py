"""Lecture 15: choose the splits yourself, and watch a tree and its regions grow."""

from labkit.labs.growing_trees.growth import GrowthLab
from labkit.labs.growing_trees.split import PointSplitLab, SplitLab

__all__ = ["GrowthLab", "PointSplitLab", "SplitLab"]
