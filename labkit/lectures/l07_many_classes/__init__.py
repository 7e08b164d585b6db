"""Lecture 07: many classes."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(__name__, {".codes": "CodesLab"})
