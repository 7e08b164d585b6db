"""The exercises of lecture 14: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l14_em_mixtures import exercises as lecture14
from labkit.lectures.l14_em_mixtures import exercises_more as more14

COLUMNS = [[-3, -1], [-3, 0], [-3, 1], [3, -1], [3, 0], [3, 1]]
SIDES = [[-3, 0], [3, 0]]
BILL = ["bill_length_mm", "bill_depth_mm"]


def share(heads, tails, a, b):
    one, two = a**heads * (1 - a) ** tails, b**heads * (1 - b) ** tails
    return one / (one + two)


def _variance(x, r):
    return (r * (x - (r * x).sum() / r.sum()) ** 2).sum() / r.sum()


WRONG = [
    (lecture14.shares, (lambda h, n, a, b: share(h, n, a, b),), "goes with the tails"),
    (lecture14.shares, (lambda h, n, a, b: 1 - share(h, n - h, a, b),), "share of coin B"),
    (lecture14.shares, (lambda h, n, a, b: a**h * (1 - a) ** (n - h),), "divide by what both"),
    (lecture14.shares, (lambda h, n, a, b: np.round(share(h, n - h, a, b)),), "not assignments"),
    (lecture14.shares, (lambda h, n, a, b: 1 - share(h, n, a, b),), "two things"),
    (lecture14.next_coin, (lambda r, h, n: np.sum(h) / np.sum(n),), "where are the shares"),
    (lecture14.next_coin, (lambda r, h, n: np.dot(r, h) / np.sum(n),), "counted by shares as well"),
    (lecture14.two_measurements, (BILL[:1], "full"), "list of two names"),
    (lecture14.two_measurements, (BILL, "round"), "check the spelling"),
    (lecture14.two_measurements, (BILL, "diagonal"), "which shape"),
    (lecture14.fooled, (COLUMNS, SIDES, [[0, 0], [0, 0]]), "equal starts never part"),
    (lecture14.fooled, (COLUMNS, SIDES, SIDES), "no difference between them"),
    (lecture14.fooled, (COLUMNS[:3], SIDES, SIDES), "count them"),
    (more14.gaussian, (lambda x, r: (r.sum(), (r * x).sum() / r.sum(), _variance(x, r)),), "divide by how many"),
    (more14.bound, (lambda r, joint: (r * np.log(joint)).sum(),), "that is Q"),
    (more14.bound, (lambda r, joint: np.log(joint.sum(axis=1)).sum(),), "log-likelihood itself"),
    (more14.six_starts, ([[2.0, 55.0]] * 6,), "vary yours"),
    (more14.six_starts, ([[55.0, 2.0]] * 6,), "eruption first"),
]


@pytest.mark.parametrize("check, answers, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answers, hint):
    assert hint in said(check, *answers)
