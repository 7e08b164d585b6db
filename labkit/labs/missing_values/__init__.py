"""Lecture 17: cases with gaps on their way down a tree, the surrogates of a split, and tests that cost something."""

from labkit.labs.missing_values.cases import MissingLab, MissingNumbersLab, MissingTennisLab
from labkit.labs.missing_values.costs import CostLab
from labkit.labs.missing_values.surrogates import SurrogateLab

__all__ = ["CostLab", "MissingLab", "MissingNumbersLab", "MissingTennisLab", "SurrogateLab"]
