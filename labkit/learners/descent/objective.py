"""What an optimiser goes down: a function of w that is asked at one point after the other.

Value, gradient and Hessian at a point share most of their work, so a point computes what is asked for, once, and
nothing before: an optimiser that looks at a few examples passes many points whose value nobody reads.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from labkit.core.params import Params


class once:
    """A property that is computed when it is first asked for, and kept.

    As functools.cached_property, without the lock that it takes until Python 3.12 and that costs more than a short sum.
    """

    def __init__(self, compute):
        self._compute, self.__doc__ = compute, compute.__doc__

    def __set_name__(self, owner, name: str):
        self._name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._compute(instance)
        return value


class Checked:
    """For dataclasses whose fields are declared as in ``core.params``: they are checked when one is made."""

    __slots__ = ()
    __post_init__ = Params._check_params


class Point:
    """A place w, with what the function is like there."""

    w: np.ndarray
    value: float
    gradient: np.ndarray
    hessian: np.ndarray

    def __init__(self, objective: Objective, w: np.ndarray):
        self._objective, self.w = objective, w


class Objective(Protocol):
    """A function to be made small. One that never bends downwards may say ``convex = True``, which saves looking."""

    smoothness: float | None  # no curvature is above it; None if there is no such bound. Rates below 2 / it converge.
    scale: np.ndarray | float  # how large an entry of the gradient counts as 1: the unit of ``tolerance``. A point may
    # have a ``scale`` of its own, which then counts: how large the entry would be there if its terms did not cancel

    def at(self, w: np.ndarray) -> Point:
        """The function at w."""


def scale_at(objective: Objective, point: Point) -> np.ndarray | float:
    """The scale that counts at a point."""
    own = getattr(point, "scale", None)
    return objective.scale if own is None else own


class Sampled(Objective, Protocol):
    """An objective over examples; a few of them estimate it."""

    examples: int

    def part(self, rows: np.ndarray) -> Objective:
        """The objective per example, as these examples show it: an unbiased estimate of objective / examples."""


class PlainPoint(Point):
    """A point of a ``PlainObjective``."""

    @once
    def value(self) -> float:
        return float(self._objective.f(self.w))

    @once
    def gradient(self) -> np.ndarray:
        return np.asarray(self._objective.df(self.w), dtype=float)

    @once
    def hessian(self) -> np.ndarray:
        if self._objective.ddf is None:
            raise ValueError(
                "ddf: expected a function for the Hessian, which this solver asks for, got None; "
                "pass one, or choose a solver that looks at gradients alone"
            )
        return np.asarray(self._objective.ddf(self.w), dtype=float)


class PlainObjective:
    """An objective made of three functions: the value, its gradient and, for second-order methods, its Hessian."""

    def __init__(self, f, df, ddf=None, *, smoothness: float | None = None):
        self.f, self.df, self.ddf, self.smoothness, self.scale = f, df, ddf, smoothness, 1.0

    def at(self, w: np.ndarray) -> PlainPoint:
        return PlainPoint(self, np.asarray(w, dtype=float))

    def values(self, W) -> np.ndarray:
        """At many places, (..., weights): for a picture of the function."""
        return np.apply_along_axis(self.f, -1, np.asarray(W, dtype=float))
