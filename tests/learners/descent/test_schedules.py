"""Falling rates, and which of them Robbins and Monro allow (I-002-035)."""

import math

import numpy as np
import pytest

from labkit.learners.descent.schedules import Decay, Power, partial_sums, satisfies, scheduled
from labkit.learners.descent.stochastic import Adam, StochasticGradient
from tests.golden import close, golden


def test_sums_of_one_over_k_RM_01():
    sums, squares = partial_sums("1/k", 1000)
    assert close([sums[-1], squares[-1], math.pi**2 / 6], golden("RM-01"))
    assert squares[-1] < math.pi**2 / 6 < squares[-1] + 1 / 1000
    assert not sums.flags.writeable


@pytest.mark.parametrize(
    ("schedule", "vanishes", "reaches", "settles"),
    [
        ("constant", False, True, False),
        ("1/k", True, True, True),
        ("1/sqrt k", True, True, False),
        (Power(0.75), True, True, True),
        (Power(2.0), True, False, True),
        (Decay(0.5), True, False, True),
        (Decay(0.9, every=100), True, False, True),
        (Decay(1.0), False, True, False),
        (lambda k: 5 / (k + 100), True, True, True),
        (lambda k: 0.1 + 1 / k, False, True, False),
        (lambda k: 1 / math.log(k + 1), True, True, False),
        (lambda k: 1 / (k * math.log(k + 1)), True, None, True),  # infinite, but no sum of numbers shows it
        (lambda k: 1 / (k * math.log(k + 1) ** 2), True, None, True),  # finite
        (lambda k: 0.0, True, False, True),
    ],
)
def test_conditions_are_those_that_analysis_gives(schedule, vanishes, reaches, settles):
    found = satisfies(schedule)
    assert (found.vanishes, found.reaches, found.settles) == (vanishes, reaches, settles)
    assert found.all_hold is (vanishes is reaches is settles is True)


def test_schedules_give_the_factors_that_they_say():
    assert [scheduled("1/k")(k) for k in (1, 2, 4)] == [1.0, 0.5, 0.25]
    assert [scheduled("1/sqrt k")(k) for k in (1, 4)] == [1.0, 0.5]
    assert [Decay(0.5, every=2)(k) for k in (1, 2, 3, 4, 5)] == [1, 1, 0.5, 0.5, 0.25]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: satisfies("fast"), "schedule: expected one of 'constant', '1/k', '1/sqrt k', a function of k"),
        (lambda: Power(-1), "exponent: expected a number >= 0"),
        (lambda: Decay(0.0), "factor: expected a number > 0 and <= 1"),
        (lambda: Decay(0.5, every=0), "every: expected a whole number >= 1"),
        (lambda: partial_sums("1/k", 0), "many: expected a whole number >= 1"),
        (lambda: partial_sums(lambda k: 2 - k, 5), "schedule: expected a number >= 0 .*, got -1.0 for k = 3"),
        (lambda: satisfies(lambda k: math.nan), "schedule: expected a number >= 0 for every k, got nan"),
        (lambda: Adam(schedule=3), "schedule: expected one of"),
        (lambda: StochasticGradient(schedule=None), "schedule: expected one of"),
    ],
)
def test_bad_schedules_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_partial_sums_are_those_of_numpy():
    k = np.arange(1, 50)
    for got, want in zip(partial_sums(Power(0.6), 49), (k**-0.6, k**-1.2), strict=True):
        np.testing.assert_allclose(got, np.cumsum(want))
