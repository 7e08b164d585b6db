"""Information between tests and classes: the lectures' tables, the binary test case, and dense sums."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners.tree import criteria
from labkit.learners.tree.information import (
    UNKNOWN,
    binary_information,
    cmim,
    conditional_entropy,
    independent_tests,
    information,
    jmi,
    joint_entropy,
    mutual_information,
    path_merit,
)
from tests.golden import close, golden

T12 = data.load("t1t2")
T1, T2, Z, TIMES = T12["t1"], T12["t2"], T12["z"], T12["count"]
P = np.array([0.5, 0.3, 0.2])
MU = {"t1": np.array([0.9, 0.2, 0.5]), "t2": np.array([0.3, 0.7, 0.1]), "t3": np.array([0.5, 0.5, 0.8])}


def naive(t, z, s=None, weights=None):
    """I(t;z|s) as an average of gains over the outcomes of s."""
    weights = np.ones(len(t)) if weights is None else weights
    s = np.zeros(len(t)) if s is None else s
    total = 0.0
    for outcome in np.unique(s):
        split = [[weights[(s == outcome) & (t == a) & (z == c)].sum() for c in np.unique(z)] for a in np.unique(t)]
        total += weights[s == outcome].sum() / weights.sum() * criteria.gain(np.array(split))
    return total


def columns(seed, n=60, levels=(3, 2, 4)):
    rng = np.random.default_rng(seed)
    return [rng.integers(0, k, n) for k in levels], rng.random(n)


# ---------------------------------------------------------------- the lectures' numbers


def test_information_of_the_example_is_the_lectures_but_for_t2():
    """E-000-25: t2 has 0.396 bits."""
    assert close(joint_entropy(Z, weights=TIMES), golden("T12-01"))
    assert close(conditional_entropy(Z, T1, TIMES), golden("T12-02"))
    assert close(mutual_information(T1, Z, weights=TIMES), golden("T12-03"))
    assert close(mutual_information(T2, Z, weights=TIMES), golden("T12-04"))
    assert close(joint_entropy(T1, weights=TIMES), golden("T12-05"))
    assert close(conditional_entropy(T1, Z, TIMES), golden("T12-06"))
    assert close(mutual_information(T2, Z, T1, weights=TIMES), golden("T12-09"))
    assert close(mutual_information(T1, Z, T2, weights=TIMES), golden("T12-11"))


def test_table_of_the_example_has_the_lectures_shares():
    def share(rows, among):
        return TIMES[rows & among].sum() / TIMES[among].sum()

    yes, all_ = T1 == "T", TIMES > 0
    shares = [share(yes, all_), share(T2 == "T", all_), share(yes, Z == "+"), share(yes, Z == "-")]
    assert close(shares, golden("T12-07"))


@pytest.mark.parametrize(("id", "attribute"), [("TEN-49", "temperature"), ("TEN-51", "wind")])
def test_both_path_merits_after_one_test_are_its_conditional_information(id, attribute):
    tennis = data.load("tennis")
    asked, play, path = _codes(tennis[attribute]), _codes(tennis["play"]), [_codes(tennis["outlook"])]
    for criterion in ("jmi", "cmim"):
        assert close(path_merit(criterion, asked, path, play), golden(id))


def _codes(words):
    return np.unique(words, return_inverse=True)[1]


@pytest.mark.parametrize(("id", "test"), [("JMI-02", "t2"), ("JMI-03", "t3")])
def test_information_of_a_binary_test_is_the_lectures(id, test):
    assert close(information(independent_tests(P, MU[test], MU["t1"]).sum(axis=2)), golden(id))


@pytest.mark.parametrize(
    ("id", "test", "given"),
    [
        ("JMI-04", "t2", "t1"),
        ("JMI-05", "t3", "t1"),
        ("JMI-07", "t3", "t2"),
        ("JMI-08", "t1", "t3"),
        ("JMI-09", "t2", "t3"),
    ],
)
def test_binary_information_weights_the_posteriors(id, test, given):
    """E-000-26."""
    assert close(binary_information(P, MU[test], MU[given]), golden(id))
    assert close(information(independent_tests(P, MU[test], MU[given])), golden(id))


def test_binary_information_as_printed_exceeds_the_entropy_of_the_class():
    """E-000-26: without the weights q, and with a minus, it cannot be an information."""
    joint = independent_tests(P, MU["t2"], MU["t1"])
    printed = criteria.entropy(joint.sum(axis=0)).sum() + criteria.entropy(joint.swapaxes(0, 1)).sum()
    assert printed == pytest.approx(6.60, abs=0.005)
    assert printed > criteria.entropy(P)


def test_jmi_sums_and_cmim_takes_the_least():
    after_t1 = {test: binary_information(P, MU[test], MU["t1"]) for test in ("t2", "t3")}
    assert max(after_t1, key=lambda test: jmi([after_t1[test]])) == golden("JMI-10").value
    along = [binary_information(P, MU["t3"], MU[given]) for given in ("t1", "t2")]
    assert close([jmi(along), cmim(along)], golden("JMI-11"))


# ---------------------------------------------------------------- against slow sums


@pytest.mark.parametrize("seed", range(10))
def test_mutual_information_is_the_average_gain_over_what_is_given(seed):
    (t, z, s), weights = columns(seed)
    assert mutual_information(t, z) == pytest.approx(naive(t, z))
    assert mutual_information(t, z, weights=weights) == pytest.approx(naive(t, z, None, weights))
    assert mutual_information(t, z, s, weights=weights) == pytest.approx(naive(t, z, s, weights))


@pytest.mark.parametrize("seed", range(10))
def test_information_of_a_distribution_equals_that_of_its_columns(seed):
    (t, z, s), weights = columns(seed)
    joint = np.zeros((3, 2, 4))
    np.add.at(joint, (t, z, s), weights / weights.sum())
    assert information(joint) == pytest.approx(mutual_information(t, z, s, weights=weights))
    assert information(joint.sum(axis=2)) == pytest.approx(mutual_information(t, z, weights=weights))


@pytest.mark.parametrize("seed", range(10))
def test_information_obeys_the_chain_rule(seed):
    """Why JMI needs only I(t;z|s): I({s,t};z) = I(s;z) + I(t;z|s)."""
    (t, z, s), _ = columns(seed)
    together = 10 * s + t
    assert mutual_information(together, z) == pytest.approx(mutual_information(s, z) + mutual_information(t, z, s))


def test_mutual_information_is_symmetric_and_never_negative():
    for seed in range(10):
        (t, z, s), _ = columns(seed)
        assert mutual_information(t, z, s) == pytest.approx(mutual_information(z, t, s))
    assert mutual_information(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])) == 0.0


def test_joint_entropy_of_thousands_of_categories_needs_no_dense_table():
    n = 6000
    ids = np.arange(n)
    assert joint_entropy(ids, ids[::-1], ids % 2) == pytest.approx(np.log2(n))


# ---------------------------------------------------------------- along a path


def test_path_merit_at_the_root_is_the_information_gain():
    (t, z, _), weights = columns(0)
    for criterion in ("jmi", "cmim"):
        assert path_merit(criterion, t, [], z, weights) == pytest.approx(naive(t, z, None, weights))


def test_path_merit_sums_or_takes_the_least_over_the_path():
    (t, z, s), weights = columns(1)
    path = [s, s % 2]
    terms = [naive(t, z, given, weights) for given in path]
    assert path_merit("jmi", t, path, z, weights) == pytest.approx(sum(terms))
    assert path_merit("cmim", t, path, z, weights) == pytest.approx(min(terms))
    assert abs(terms[0] - terms[1]) > 1e-3


def test_path_merit_of_a_test_already_asked_is_zero():
    (t, z, _), _ = columns(2)
    assert path_merit("jmi", t, [t], z) == pytest.approx(0.0, abs=1e-12)


def test_path_merit_leaves_out_unknown_outcomes_and_counts_by_the_share():
    (t, z, s), weights = columns(3)
    hidden, lost = t.copy(), s.copy()
    hidden[:10], lost[5:20] = UNKNOWN, UNKNOWN
    known = np.arange(len(t)) >= 20
    share = weights[known].sum() / weights.sum()
    expected = share * naive(t[known], z[known], s[known], weights[known])
    assert path_merit("cmim", hidden, [lost], z, weights) == pytest.approx(expected)
    assert path_merit("cmim", np.full(len(t), UNKNOWN), [], z) == 0.0


def test_path_merit_of_another_criterion_is_refused():
    with pytest.raises(ValueError, match="criterion: expected"):
        path_merit("entropy", np.zeros(2), [], np.zeros(2))


def test_information_takes_lists_and_refuses_nonsense():
    P, t2, t1 = [0.5, 0.5], [0.9, 0.2], [0.6, 0.3]
    assert binary_information(P, t2, t1) == pytest.approx(information(independent_tests(P, t2, t1)))
    assert information([[0.5, 0.0], [0.0, 0.5]]) == 1.0
    assert mutual_information(["a", "a", "b", "b"], [0, 0, 1, 1]) == 1.0 == joint_entropy([0, 1])
    with pytest.raises(ValueError, match="P: expected probabilities that add up to 1, got"):
        binary_information([0.5, 1.0], t2, t1)
    with pytest.raises(ValueError, match="mu_t: expected 2 probabilities, one for each class, got"):
        binary_information(P, [0.5], t1)
    with pytest.raises(ValueError, match="mu_s: expected 2 probabilities, one for each class, got"):
        binary_information(P, t2, [0.5, 1.5])
