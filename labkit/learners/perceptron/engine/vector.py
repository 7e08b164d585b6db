"""A few numbers that add and multiply as a NumPy array does, several times as fast while they are few."""

from __future__ import annotations

from operator import add, mul


class Vector(list):
    """``w @ z``, ``eta * z`` and ``w + z`` in Python floats."""

    __slots__ = ()

    def __matmul__(self, other: list) -> float:
        if len(self) == 3:  # written out for the plane and its constant input: labs are there
            (a, b, c), (p, q, r) = self, other
            return a * p + b * q + c * r
        return sum(map(mul, self, other))

    def __add__(self, other: list) -> Vector:
        return Vector(map(add, self, other))

    def __rmul__(self, number: float) -> Vector:
        return Vector([number * value for value in self])


def moved(w: list, eta: float, z: list) -> list:
    """w + eta z in one go."""
    return [a + eta * b for a, b in zip(w, z, strict=True)]
