"""Chance that belongs to a place: the same tree grows in a forest of ten and of a thousand.

All trees of a forest grow in step, so one stream of random numbers would hand each node whatever comes next, and a tree
would depend on how many grow beside it. Here a number is mixed from what it is for: seed, tree, depth, node (splitmix64
of Steele, Lea and Flood 2014: each output bit depends on every input bit, and an array is mixed in a few operations).
"""

from __future__ import annotations

import numpy as np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def mixed(*parts) -> np.ndarray:
    """64 random bits for each combination of whole numbers; the parts are arrays of one shape, or numbers."""
    bits = np.zeros(1, dtype=np.uint64)
    for part in parts:
        bits = bits + np.asarray(part).astype(np.uint64) + GOLDEN
        bits = (bits ^ (bits >> np.uint64(30))) * FIRST
        bits = (bits ^ (bits >> np.uint64(27))) * SECOND
        bits = bits ^ (bits >> np.uint64(31))
    return bits
