"""Exercises of the main page of lecture 12; deck 002 "Second Derivative Test for Saddle Points", "Theoretical basis
for on-line learning"."""

from __future__ import annotations

import numpy as np

from labkit.learners.descent import MINIMUM, SADDLE, Surface, classify
from labkit.lectures.l12_optimisation.pictures import GROUPS, _digits
from labkit.tutor.check import NotYet, exercise, same_results, shown, slips

# ---------------------------------------------------------------- 1: the D test


def _kind(fxx, fyy, fxy):
    D = fxx * fyy - fxy**2
    if D == 0:
        return "inconclusive"
    return "saddle" if D < 0 else "minimum" if fxx > 0 else "maximum"


def _slipped_kind(fxx, fyy, fxy, *, sign=False, plain=False, turned=False, decided=False):
    D = fxx * fyy - (fxy if plain else fxy**2)
    D = -D if sign else D
    if D == 0 and not decided:
        return "inconclusive"
    names = ("maximum", "minimum") if turned else ("minimum", "maximum")
    return "saddle" if D < 0 else names[0] if fxx > 0 else names[1]


@exercise('write my_kind(fxx, fyy, fxy): "minimum", "maximum", "saddle" or "inconclusive"')
def kind(my_kind):
    """``my_kind(fxx, fyy, fxy)`` -> a word."""
    mistakes = slips(
        _slipped_kind,
        sign="which sign of D makes a saddle? try xy, where D is -1",
        plain="D = fxx fyy - fxy squared",
        turned="with fxx > 0 the ground bends upwards along x: what is it then?",
        decided="where D is 0 the test does not decide",
    )
    cases = [(2, 2, 1), (0, 0, 1), (-2, -2, 0), (2, 2, -3), (0, 0, 0), (1, 4, 2), (1, 9, 2)]
    same_results(my_kind, _kind, cases, mistakes=mistakes, hint="first D: is it negative, zero, or positive?",
                 how="D below 0: saddle; D equal to 0: inconclusive; else look at the sign of fxx")  # fmt: skip
    return "D is the product of the two curvatures: negative if one is up and one is down"


# ---------------------------------------------------------------- 2: find the bug


def _acceptance(rise, temperature):
    return 1.0 if rise <= 0 else float(np.exp(-rise / temperature))


def _acceptance_given(rise, temperature):
    return float(np.exp(-abs(rise) / temperature))


@exercise("mend acceptance(rise, temperature): 1 for a fall, e^(-rise/temperature) for a rise", given=_acceptance_given)
def acceptance(acceptance):
    """``acceptance(rise, temperature)`` -> a probability."""
    mistakes = [
        (lambda rise, temperature: float(np.exp(-rise / temperature)), "a probability is never above 1"),
        (lambda rise, temperature: 1.0 if rise <= 0 else float(np.exp(rise / temperature)), "high rises are rare"),
        (lambda rise, temperature: 1.0 if rise <= 0 else float(np.exp(-rise * temperature)),
         "hot: nearly everything is taken; cold: hardly a rise"),
        (lambda rise, temperature: 1.0 if rise <= 0 else 0.0, "that is plain descent: when would it leave a well?"),
    ]  # fmt: skip
    cases = [(0.5, 1.0), (-0.5, 1.0), (0.0, 0.3), (0.1, 0.01), (2.0, 10.0), (-3.0, 0.1)]
    same_results(acceptance, _acceptance, cases, mistakes=mistakes,
                 hint="a proposal that is lower: how often should it be taken, and how often is it?",
                 how="treat falls first: return 1 where rise is at most 0")  # fmt: skip
    return "down always, up sometimes: that is all there is to annealing"


# ---------------------------------------------------------------- 3: on real data

NEEDED = 633.0


@exercise("choose my_seed: ten groups of digits, a mean squared distance below 633", seconds=20)
def good_start(my_seed):
    """The seed of the start of k-means."""
    from labkit.learners import KMeans

    if isinstance(my_seed, bool) or not isinstance(my_seed, int | np.integer) or my_seed < 0:
        raise NotYet(expected="a whole number from 0", got=shown(my_seed), hint="seeds are 0, 1, 2, ...")
    known, _ = _digits()
    found = -KMeans(groups=GROUPS, seed=int(my_seed)).fit(known).model_.score(known) / len(known)
    if found >= NEEDED:
        raise NotYet(expected=f"below {NEEDED:.0f}", got=f"{found:.1f}", hint="another start, another end: try more",
                     more=["write a loop over seeds, and keep the one that ends lowest"])  # fmt: skip
    return f"{found:.1f}: one of the lower valleys; nobody knows whether it is the lowest"


# ---------------------------------------------------------------- 4: a counter-example


@exercise("write my_surface(x, y): level at 0, rising along both axes, and no minimum there")
def no_minimum(my_surface):
    """``my_surface(x, y)`` -> a height; with NumPy's functions only."""
    place = classify(Surface(my_surface), np.zeros(2))
    if np.abs(place.gradient).max() > 1e-9:
        raise NotYet(expected="a slope of zero at (0, 0)", got=f"{np.round(place.gradient, 3).tolist()}",
                     hint="leave out what is linear in x or y")  # fmt: skip
    H = place.hessian
    if not (H[0, 0] > 0 and H[1, 1] > 0):
        raise NotYet(expected="curvatures above 0 along x and along y", got=f"{H[0, 0]:g} and {H[1, 1]:g}",
                     good="it is level at the origin", hint="x\u00b2 and y\u00b2 belong in it with a plus")  # fmt: skip
    if place.kind == MINIMUM:
        raise NotYet(expected="no minimum", got="a minimum", good="it is level, and rises along both axes",
                     hint="what happens along the diagonal?", more=["add a strong product of x and y"])  # fmt: skip
    if place.kind != SADDLE:
        raise NotYet(expected="a saddle", got=place.kind, hint="make the product of x and y stronger")
    return f"curvatures {place.curvatures[0]:.3g} and {place.curvatures[1]:.3g}: up along the axes, down between them"
