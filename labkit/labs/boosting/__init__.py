"""Lecture 21: boosting by residuals and gradients, what a split gains, shrinkage, and output codes."""

from labkit.labs.boosting.codes import CodesLab
from labkit.labs.boosting.gain import GainLab
from labkit.labs.boosting.plane import PlaneBoostLab
from labkit.labs.boosting.residuals import ResidualLab
from labkit.labs.boosting.shrinkage import ShrinkageLab

__all__ = ["CodesLab", "GainLab", "PlaneBoostLab", "ResidualLab", "ShrinkageLab"]
