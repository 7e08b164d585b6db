"""Exercises of the page with more of lecture 13; deck 002 "Multilayer Perceptron (MLP) network", "RBF Networks"."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from labkit.learners.network import by_hand
from labkit.tutor.check import NotYet, exercise, numbers, same_results, slips

# ---------------------------------------------------------------- 5: how many weights


def _parameters(sizes):
    return sum((1 + senders) * receivers for senders, receivers in pairwise(sizes))


def _slipped_parameters(sizes, *, no_bias=False, bias_once=False, units=False):
    pairs = list(pairwise(sizes))
    if units:
        return sum(sizes)
    if no_bias:
        return sum(a * b for a, b in pairs)
    return sum(a * b + 1 for a, b in pairs) if bias_once else _parameters(sizes)


@exercise("write my_parameters(sizes): how many weights a network has, biases included")
def parameters(my_parameters):
    """``my_parameters(sizes)`` -> a whole number."""
    mistakes = slips(
        _slipped_parameters,
        no_bias="and the biases? every unit but the inputs has one",
        bias_once="every unit has a bias of its own, not every layer",
        units="that is how many units there are; count the edges",
    )
    same_results(my_parameters, _parameters, [([2, 2, 1],), ([784, 16, 10],), ([4, 1],), ([3, 5, 5, 2],)],
                 mistakes=mistakes, hint="from 2 inputs and the constant to 2 units: how many edges?",
                 how="for each pair of neighbouring layers: (senders + 1) times receivers")  # fmt: skip
    return "784, 16, 10 makes 12,730: most of them between the pixels and the first layer"


# ---------------------------------------------------------------- 6: find the bug


def _bumps(x, centres, width):
    t = np.abs(np.asarray(x)[:, None] - np.asarray(centres))
    return np.exp(-(t**2) / (2 * width**2))


def _bumps_given(x, centres, width):
    t = np.abs(np.asarray(x)[:, None] - np.asarray(centres))
    return np.exp(-t / (2 * width**2))


def _slipped_bumps(x, centres, width, *, grows=False, plain=False, one=False, root=False):
    t2 = (np.asarray(x)[:, None] - np.asarray(centres)) ** 2
    if grows:
        return np.exp(t2 / (2 * width**2))
    if root:
        return np.exp(-np.sqrt(t2) / (2 * width))
    return np.exp(-t2 / (2 * width if plain else width**2 if one else 2 * width**2))


def _bump_cases():
    yield [0.0, 1.0], [0.0], 1.0
    yield [0.0, 0.5, 3.0], [0.0, 2.0], 0.5
    yield [-1.0, 4.0], [1.0, 0.0, 5.0], 2.0


@exercise("mend bumps(x, centres, width): one bump around each centre", given=_bumps_given)
def bumps(bumps):
    """``bumps(x, centres, width)`` -> (cases, centres)."""
    mistakes = slips(
        _slipped_bumps,
        grows="a bump falls away from its centre: look at the sign",
        plain="the width is squared as well: distance and width have one unit",
        one="2 times the squared width",
        root="both are squared: the distance and the width",
    )
    same_results(bumps, _bumps, _bump_cases(), mistakes=mistakes,
                 hint="draw it: does it come to a point at its centre? a bump is round there",
                 how="a Gaussian has the squared distance over twice the squared width")  # fmt: skip
    return "round at the top: the exponent is a square"


# ---------------------------------------------------------------- 7: build

NEAR, MOST_UNITS = 0.1, 6
PLACES = {1.0: (-2.0, -1.0), -1.0: (1.0, 2.0)}  # the height, and from where to where
EDGE = 0.25


def _wanted() -> tuple[np.ndarray, np.ndarray]:
    """Places, and what the network should say there; near the edges it may say anything."""
    x = np.linspace(-5, 5, 801)
    y, asked = np.zeros_like(x), np.ones(len(x), dtype=bool)
    for height, (low, high) in PLACES.items():
        y[(x >= low) & (x <= high)] = height
        for edge in (low, high):
            asked &= np.abs(x - edge) > EDGE
    return x[asked], y[asked]


@exercise("place bump_V (2 x m) and bump_w (m + 1): 1 between -2 and -1, -1 between 1 and 2, 0 elsewhere")
def two_bumps(bump_V, bump_w):
    """The weights of m sigmoid units, biases first."""
    V, w = numbers(bump_V), numbers(bump_w)
    if V.ndim != 2 or len(V) != 2 or w.shape != (1 + V.shape[1],):
        raise NotYet(expected="bump_V with 2 rows, biases first, and bump_w with one number more than it has columns",
                     got=f"shapes {V.shape} and {w.shape}", hint="a column of bump_V for each unit")  # fmt: skip
    if V.shape[1] > MOST_UNITS:
        raise NotYet(expected="at most 6 units", got=f"{V.shape[1]}", hint="two for each bump are enough")
    x, wanted = _wanted()
    said = by_hand([V, w[:, None]]).predict(x[:, None])
    off = np.abs(said - wanted)
    if off.max() > NEAR:
        k = int(off.argmax())
        raise NotYet(expected=f"{wanted[k]:g} at x = {x[k]:.2f}", got=f"{said[k]:.2f}",
                     good=f"{(off <= NEAR).mean():.0%} of the places are right",
                     hint="one unit switches on where a bump begins, another where it ends",
                     more=["steepness 20: the bias is \u221220 times the place of the switch",
                           "the weight of the second is minus that of the first"])  # fmt: skip
    return "and so on, bump by bump: enough sigmoids come near any curve"
