"""Newton's equations: in any units, and where they have many solutions."""

import numpy as np
import pytest

from labkit.learners.descent.objective import once
from labkit.learners.descent.second_order import solved


@pytest.mark.parametrize("seed", range(5))
def test_solution_is_that_of_numpy_in_any_units(seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(5, 9))
    units, r = 10.0 ** rng.uniform(-30, 30, 5), rng.normal(size=5)
    H = A @ A.T
    scaled = solved(H * np.outer(units, units), r * units) * units
    np.testing.assert_allclose(scaled, np.linalg.solve(H, r), rtol=1e-8)


@pytest.mark.parametrize("unit", [1.0, 1e-6, 1e6])
def test_dependent_unknowns_have_the_shortest_solution_in_their_own_units(unit):
    """The second unknown is the first in another unit: what is to be done, both do half of it."""
    H = np.array([[4.0, 4.0 * unit, 0.0], [4.0 * unit, 4.0 * unit**2, 0.0], [0.0, 0.0, 1.0]])
    p = solved(H, np.array([8.0, 8.0 * unit, 3.0]))
    np.testing.assert_allclose(p, [1.0, 1.0 / unit, 3.0], rtol=1e-8)


@pytest.mark.parametrize("seed", range(30))
def test_answer_never_points_uphill_not_even_for_a_saddle(seed):
    rng = np.random.default_rng(seed)
    A, r = rng.normal(size=(4, 4)), rng.normal(size=4)
    assert r @ solved(A + A.T, r) >= 0


def test_once_computes_once_and_keeps():
    class Thing:
        asked = 0

        @once
        def number(self):
            """A number."""
            self.asked += 1
            return 7

    thing = Thing()
    assert (thing.number, thing.number, thing.asked) == (7, 7, 1)
    assert Thing.number.__doc__ == "A number."


def test_unknown_that_has_all_but_vanished_does_not_overflow():
    H = np.diag([1.0, 1e-310, 0.0])
    p = solved(H, np.array([2.0, 1e6, 1e3]))
    assert np.isfinite(p).all()
    assert p[0] == 2
