"""Exact derivatives of any formula: a number that carries its slopes and its bends along.

Lecture 12; deck 002 "LECTURE SET 5 Nonlinear Optimization Strategies", "Second Derivative Test for Saddle Points".
Inventory: I-002-003, I-002-004.

With s the gradient of u and B its Hessian, and t and C those of v:

    h(u)       gradient h'(u) s                     Hessian h'(u) B + h''(u) s s'                    (1)
    u + v      gradient s + t                       Hessian B + C                                    (2)
    u v        gradient v s + u t                   Hessian v B + u C + s t' + t s'                  (3)

A formula written for numbers or arrays (+ - * / ** and NumPy's exp, log, sin, cos, tanh, sqrt, square, abs) is called
with jets instead: nothing is approximated, and nobody derives by hand. At its kink abs has the slope 0. Where a formula
has no value or no derivative there is an infinity or NaN, and no warning.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin


class Jet(NDArrayOperatorsMixin):
    """A number with its ``gradient`` and ``hessian`` with respect to the variables."""

    __slots__ = ("gradient", "hessian", "value")

    def __init__(self, value: float, gradient: np.ndarray, hessian: np.ndarray):
        self.value, self.gradient, self.hessian = value, gradient, hessian

    @np.errstate(all="ignore")
    def __array_ufunc__(self, ufunc, method, *given, **options):
        if "out" in options:
            raise ValueError(
                "formula: expected new numbers as s = s + x makes, got a change in place; write no += or out="
            )
        if method != "__call__" or options or ufunc not in RULES:
            names = ", ".join(sorted(known.__name__ for known in RULES))
            raise ValueError(f"formula: expected functions of these: {names}, got {ufunc.__name__}; write it with them")
        return RULES[ufunc](*(each if isinstance(each, Jet) else constant(each, len(self.gradient)) for each in given))

    def __float__(self) -> float:
        raise ValueError(
            "formula: expected NumPy's functions, got one for plain numbers alone, such as math.sin; "
            "write np.sin, np.exp, ..."
        )


def variables(w: np.ndarray) -> tuple[Jet, ...]:
    """The numbers of w, each one's slope 1 along itself."""
    flat, along = np.zeros((len(w), len(w))), np.eye(len(w))
    return tuple(Jet(float(value), slope, flat) for value, slope in zip(w, along, strict=True))


def constant(value: float, size: int) -> Jet:
    if not np.isrealobj(value) or np.ndim(value):
        raise ValueError(f"formula: expected real numbers beside the variables, got {value!r}; write every term out")
    return Jet(float(value), np.zeros(size), np.zeros((size, size)))


def _chained(u: Jet, value: float, slope: float, bend: float) -> Jet:
    """h(u) from h, h' and h'' there."""
    return Jet(value, slope * u.gradient, slope * u.hessian + bend * np.outer(u.gradient, u.gradient))  # (1)


def _sum(u: Jet, v: Jet) -> Jet:
    return Jet(u.value + v.value, u.gradient + v.gradient, u.hessian + v.hessian)  # (2)


def _product(u: Jet, v: Jet) -> Jet:
    crossed = np.outer(u.gradient, v.gradient)
    hessian = v.value * u.hessian + u.value * v.hessian + crossed + crossed.T
    return Jet(u.value * v.value, v.value * u.gradient + u.value * v.gradient, hessian)  # (3)


def _power(u: Jet, v: Jet) -> Jet:
    if v.gradient.any() or v.hessian.any():
        return _function(np.exp)(_product(v, _function(np.log)(u)))
    n = v.value
    slope = n * _raised(u.value, n - 1) if n else 0.0
    bend = n * (n - 1) * _raised(u.value, n - 2) if n * (n - 1) else 0.0
    return _chained(u, _raised(u.value, n), slope, bend)


def _raised(base: float, n: float) -> float:
    return float(np.float_power(base, n))  # 0^-1 is infinite, a root of a number below 0 is NaN


def _log(u: float) -> tuple[float, float, float]:
    slope = _raised(u, -1) if u >= 0 else np.nan
    return np.log(u), slope, -slope * slope


def _tanh(u: float) -> tuple[float, float, float]:
    t = np.tanh(u)
    return t, 1 - t * t, -2 * t * (1 - t * t)


FUNCTIONS: dict[np.ufunc, Callable[[float], tuple[float, float, float]]] = {  # h, h' and h''
    np.positive: lambda u: (u, 1.0, 0.0),
    np.negative: lambda u: (-u, -1.0, 0.0),
    np.absolute: lambda u: (abs(u), float(np.sign(u)), 0.0),
    np.square: lambda u: (u * u, 2 * u, 2.0),
    np.exp: lambda u: (np.exp(u), np.exp(u), np.exp(u)),
    np.log: _log,
    np.sin: lambda u: (np.sin(u), np.cos(u), -np.sin(u)),
    np.cos: lambda u: (np.cos(u), -np.sin(u), -np.cos(u)),
    np.tanh: _tanh,
}


def _function(ufunc: np.ufunc) -> Callable[[Jet], Jet]:
    return lambda u: _chained(u, *(float(each) for each in FUNCTIONS[ufunc](u.value)))


RULES: dict[np.ufunc, Callable[..., Jet]] = {
    **{ufunc: _function(ufunc) for ufunc in FUNCTIONS},
    np.add: _sum,
    np.subtract: lambda u, v: _sum(u, _product(v, constant(-1.0, len(v.gradient)))),
    np.multiply: _product,
    np.divide: lambda u, v: _product(u, _power(v, constant(-1.0, len(v.gradient)))),
    np.power: _power,
    np.sqrt: lambda u: _power(u, constant(0.5, len(u.gradient))),
}
