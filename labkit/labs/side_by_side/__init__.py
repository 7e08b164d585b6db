"""Lecture 21: bagging, a random forest and gradient boosting side by side."""

from labkit.labs.side_by_side.planes import SideBySideLab
from labkit.labs.side_by_side.spheres import SpheresLab

__all__ = ["SideBySideLab", "SpheresLab"]
