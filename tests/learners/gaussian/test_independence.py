"""Independent, and independent given a third (I-004-055)."""

import numpy as np
import pytest

from labkit.core.data import load
from labkit.learners.gaussian.independence import dependence, independent
from labkit.learners.tree.information import mutual_information


def two_coins_and_a_bell():
    """Two fair coins; C rings when they show the same side."""
    P = np.zeros((2, 2, 2))
    for a in (0, 1):
        for b in (0, 1):
            P[a, b, int(a == b)] = 0.25
    return P


def test_independence_and_independence_given_a_third_are_different_things_I_004_055():
    P = two_coins_and_a_bell()
    assert dependence(P.sum(axis=2)) == pytest.approx(0.0, abs=1e-12)
    assert dependence(P) == pytest.approx(1.0)  # the bell makes each coin tell the other
    common = np.einsum("c,ac,bc->abc", [0.5, 0.5], [[0.9, 0.1], [0.1, 0.9]], [[0.9, 0.1], [0.1, 0.9]])
    assert dependence(common) == pytest.approx(0.0, abs=1e-12)
    assert dependence(common.sum(axis=2)) > 0.1  # a common cause makes them alike


def test_independent_table_keeps_what_each_says_about_the_third():
    P = np.random.default_rng(0).dirichlet(np.ones(12)).reshape(2, 3, 2)
    Q = independent(P)
    assert dependence(Q) == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(Q.sum(axis=0), P.sum(axis=0))
    np.testing.assert_allclose(Q.sum(axis=1), P.sum(axis=1))


def test_dependence_is_the_mutual_information_of_the_trees():
    table = load("t1t2_expanded")
    t1, t2, z = (np.unique(table[name], return_inverse=True)[1] for name in ("t1", "t2", "z"))
    P = np.zeros((2, 2, 2))
    np.add.at(P, (t1, t2, z), 1 / len(z))
    assert dependence(P) == pytest.approx(mutual_information(t1, t2, z))
    assert dependence(P.sum(axis=2)) == pytest.approx(mutual_information(t1, t2))


@pytest.mark.parametrize("table", [[0.5, 0.5], [[1, 2], [3, 4]], [[1.5, -0.5]], [[np.nan, 1.0]]])
def test_dependence_refuses_what_are_no_joint_probabilities(table):
    with pytest.raises(ValueError, match=r"table: expected probabilities that add up to 1.* got .*divide counts"):
        dependence(table)
