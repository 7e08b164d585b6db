"""Exercises of the main page of lecture 14; deck 002 "Motivating Example:", "Iterative Methods"."""

from __future__ import annotations

import numpy as np

from labkit.learners import GaussianMixture
from labkit.lectures.l14_em_mixtures.pictures import MEASUREMENTS, STARTS, _penguins, paired
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: the E step


def _shares(heads, tosses, a, b):
    heads, tails = np.asarray(heads, dtype=float), np.asarray(tosses, dtype=float) - heads
    first, second = a**heads * (1 - a) ** tails, b**heads * (1 - b) ** tails
    return first / (first + second)


def _slipped_shares(heads, tosses, a, b, *, tails_for_tosses=False, other=False, plain=False, hard=False, once=False):
    heads, tosses = np.asarray(heads, dtype=float), np.asarray(tosses, dtype=float)
    tails = tosses if tails_for_tosses else tosses - heads
    first, second = a**heads * (1 - a) ** tails, b**heads * (1 - b) ** tails
    if once:
        first, second = a**heads, b**heads
    r = (second if other else first) / (1 if plain else first + second)
    return (r > 0.5).astype(float) if hard else r


def _share_cases():
    yield np.array([5.0]), np.array([10.0]), 0.6, 0.5
    yield np.array([5.0, 9.0, 8.0, 4.0, 7.0]), np.full(5, 10.0), 0.6, 0.5
    yield np.array([1.0, 0.0, 3.0]), np.array([2.0, 3.0, 3.0]), 0.9, 0.2


@exercise("write my_shares(heads, tosses, a, b): the share of coin A in every envelope")
def shares(my_shares):
    """``my_shares(heads, tosses, a, b)`` -> one share for each envelope."""
    mistakes = slips(
        _slipped_shares,
        tails_for_tosses="1 - a goes with the tails: how many are there?",
        other="that is the share of coin B",
        plain="those are likelihoods: divide by what both coins have together",
        hard="shares, not assignments: let the quotient stand",
        once="the tails tell something too",
    )
    same_results(my_shares, _shares, _share_cases(), mistakes=mistakes,
                 hint="how likely is this envelope with coin A, how likely with coin B?",
                 how="a ** heads times (1 - a) ** tails, the same for b; then divide by the sum of both")  # fmt: skip
    return "five heads of ten speak for the fair coin, but not loudly"


# ---------------------------------------------------------------- 2: find the bug


def _coin(share, heads, tosses):
    share, heads, tosses = map(np.asarray, (share, heads, tosses))
    return (share * heads).sum() / (share * tosses).sum()


def _coin_given(share, heads, tosses):
    share, heads, tosses = map(np.asarray, (share, heads, tosses))
    return (share * heads / tosses).sum() / share.sum()


def _coin_cases():
    yield [1.0, 0.5], [9, 2], [10, 20]
    yield [0.449, 0.805, 0.733, 0.352, 0.647], [5, 9, 8, 4, 7], [10] * 5
    yield [0.2, 0.9, 0.4], [1, 30, 0], [2, 50, 8]


@exercise("mend next_coin(share, heads, tosses): heads over tosses, by shares", given=_coin_given)
def next_coin(next_coin):
    """``next_coin(share, heads, tosses)`` -> a chance of heads."""

    def unshared(share, heads, tosses):
        return np.sum(heads) / np.sum(tosses)

    def upside_down(share, heads, tosses):
        return 1 / _coin(share, heads, tosses)

    def half_shared(share, heads, tosses):
        return (np.asarray(share) * heads).sum() / np.sum(tosses)

    mistakes = [
        (unshared, "and where are the shares?"),
        (upside_down, "heads over tosses, not tosses over heads"),
        (half_shared, "the tosses are counted by shares as well"),
    ]
    same_results(next_coin, _coin, _coin_cases(), mistakes=mistakes,
                 hint="two envelopes, 9 heads of 10 and 2 of 20: does the long one count for more?",
                 how="add up the heads by shares, add up the tosses by shares, divide at the end")  # fmt: skip
    return "a mean of quotients is not the quotient of the sums: a long envelope tells more than a short one"


# ---------------------------------------------------------------- 3: on real data

ENOUGH, SHAPES = 320, ("full", "diagonal", "spherical")


@exercise("choose my_measurements, two of the four names, and my_shape: at least 320 birds", seconds=30)
def two_measurements(my_measurements, my_shape):
    """Two names, and the form of the covariances."""
    chosen = [my_measurements] if isinstance(my_measurements, str) else list(my_measurements)
    if len(chosen) != 2 or len({*chosen} & {*MEASUREMENTS}) != 2:
        raise NotYet(expected=f"two of {', '.join(MEASUREMENTS)}", got=shown(my_measurements),
                     hint="write a list of two names")  # fmt: skip
    if my_shape not in SHAPES:
        raise NotYet(expected=f"one of {', '.join(SHAPES)}", got=shown(my_shape), hint="check the spelling")
    X, species = _penguins()
    some = X[:, [MEASUREMENTS.index(name) for name in chosen]]
    fits = [GaussianMixture(components=3, covariance=my_shape, seed=seed).fit(some) for seed in range(STARTS)]
    best = max(fits, key=lambda fit: fit.last_step_.log_likelihood)
    found = paired(best.predict(some), species)[0]
    if found < ENOUGH:
        hint = "in which two measurements do the three species lie in three places?"
        if {*chosen} == {*MEASUREMENTS[:2]}:
            hint = "these two measurements can do it: which shape have their clouds?"
        raise NotYet(expected="at least 320 birds with their species", got=f"{found}", hint=hint,
                     more=["draw two of them, as in lecture 02", "bills tell more than weight"])  # fmt: skip
    return f"{found} of 342 by two measurements, and no name was used"


# ---------------------------------------------------------------- 4: a counter-example

FEWEST, LOWER = 6, 1.0


@exercise("place my_points, good_starts and bad_starts: EM ends lower from the bad ones, by 1 at least")
def fooled(my_points, good_starts, bad_starts):
    """Points (x1, x2), and twice two starts."""
    X, good, bad = map(numbers, (my_points, good_starts, bad_starts))
    if X.ndim != 2 or X.shape[1:] != (2,) or len(X) < FEWEST:
        raise NotYet(expected="at least six points [x1, x2]", got=f"points of shape {X.shape}", hint="count them")
    for name, starts in (("good_starts", good), ("bad_starts", bad)):
        if starts.shape != (2, 2):
            raise NotYet(expected=f"{name} as two points [x1, x2]", got=f"shape {starts.shape}", hint="count them")
        if (starts[0] == starts[1]).all():
            raise NotYet(expected="two different starts", got=f"twice {starts[0].tolist()} in {name}",
                         hint="equal starts never part: that would be too easy")  # fmt: skip
    ends = [GaussianMixture(components=2, covariance="spherical", start=starts).fit(X).last_step_.log_likelihood
            for starts in (good, bad)]  # fmt: skip
    if ends[0] - ends[1] < LOWER:
        raise NotYet(expected="an end that is lower by 1 at least", got=f"{ends[0]:.2f}, then {ends[1]:.2f}",
                     hint="two clouds, and starts that see no difference between them",
                     more=["two clouds side by side; starts one above the other, half-way between"])  # fmt: skip
    return f"{ends[0]:.2f} from the good ones, {ends[1]:.2f} from the bad ones: both are places where EM rests"
