"""Lecture 16: trees cut back, and rules cut short."""

from labkit.labs.pruning.rules import RulesLab
from labkit.labs.pruning.sequence import PruningLab

__all__ = ["PruningLab", "RulesLab"]
