"""The ways to find the next mistake tell one story."""

import numpy as np
import pytest

from labkit.learners.perceptron.scan import Sweeper, VaryingRate, orders
from tests.golden import close, golden

RATES = {
    "constant": lambda Z: 0.7,
    "relaxation": lambda Z: VaryingRate(Z, np.full(len(Z), 0.5)),
    "normalised": lambda Z: VaryingRate(Z, np.zeros(len(Z)), 2.0),
}


def naive(Z, limit, rate, w, order):
    """The rule as the slide has it."""
    mistakes = []
    for i in range(len(Z)) if order is None else order:
        score = sum(float(a) * float(b) for a, b in zip(w, Z[i], strict=True))
        if score <= limit[i]:
            eta = rate(score, int(i)) if callable(rate) else rate
            w = w + eta * Z[i]
            mistakes.append((int(i), score, eta, w.tolist()))
    return mistakes


def found(sweep):
    return [(int(row), score, eta, list(w)) for row, score, eta, w in sweep]


def ways(sweeper, order):
    """Every way to sweep from the sweeper's weights, by name."""
    rows = range(len(sweeper.Z)) if order is None else order.tolist()
    looks, limits = [(i, sweeper.Z[i].tolist()) for i in rows], sweeper.limit.tolist()
    told = {"blocks": sweeper._blocks(order), "loop": sweeper._loop(looks, limits)}
    return told | ({"plane": sweeper._loop_plane(looks, limits)} if sweeper.Z.shape[1] == 3 else {})


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("p", [1, 2, 4])
@pytest.mark.parametrize("order", [None, "random"])
def test_loop_plane_loop_and_blocks_tell_the_same_story(rate, p, order):
    rng = np.random.default_rng(p)
    for _ in range(5):
        Z, limit, w = rng.normal(size=(70, p + 1)), rng.uniform(0, 0.3, 70), rng.normal(size=p + 1)
        rows = None if order is None else rng.permutation(70)
        expected = naive(Z, limit, RATES[rate](Z), w, rows)
        for name in ways(Sweeper(Z, limit, 1.0, w), rows):
            sweeper = Sweeper(Z, limit, RATES[rate](Z), w)
            told = found(ways(sweeper, rows)[name])
            assert [t[0] for t in told] == [e[0] for e in expected], name
            np.testing.assert_allclose([t[3] for t in told], [e[3] for e in expected], rtol=1e-9, atol=1e-12)
            np.testing.assert_allclose([t[1:3] for t in told], [e[1:3] for e in expected], rtol=1e-9, atol=1e-12)
            assert sweeper.mistakes == len(expected)
            np.testing.assert_array_equal(sweeper.w, told[-1][3])


def test_every_way_is_exact_on_whole_numbers_with_ties():
    rng = np.random.default_rng(3)
    for _ in range(20):
        Z = rng.integers(-2, 3, size=(60, 3)).astype(float)
        limit, w = np.zeros(60), np.zeros(3)
        expected = naive(Z, limit, 1.0, w, None)
        for name in ("blocks", "loop", "plane"):
            assert found(ways(Sweeper(Z, limit, 1.0, w), None)[name]) == expected, name


def test_sweeper_scans_blocks_where_mistakes_are_rare_and_loops_where_they_are_frequent(monkeypatch):
    used = []
    for name in ("_blocks", "_loop", "_loop_plane"):
        way = getattr(Sweeper, name)
        monkeypatch.setattr(Sweeper, name, lambda self, *a, way=way, name=name: used.append(name) or way(self, *a))
    few, many = np.ones((2000, 3)), np.random.default_rng(0).normal(size=(2000, 3))
    for Z in (few, many, many[:, :2], few[:200]):
        sweeper = Sweeper(Z, np.zeros(len(Z)), 1.0, np.zeros(Z.shape[1]))
        for _ in range(2):
            list(sweeper.sweep(None))
    assert used[:6] == ["_blocks", "_blocks", "_blocks", "_loop_plane", "_blocks", "_loop"]
    assert used[6:] == ["_loop_plane", "_blocks"]  # few points: the loop is over before a scan has found eight mistakes


def test_sweeper_leaves_the_given_weights_alone():
    Z, w = np.random.default_rng(0).normal(size=(50, 3)), np.zeros(3)
    sweeper = Sweeper(Z, np.zeros(50), 1.0, w)
    for _ in range(3):
        list(sweeper.sweep(None))
    assert not w.any() and sweeper.w.any()


def test_varying_rate_takes_the_score_to_its_target_and_keeps_both_sums():
    rng = np.random.default_rng(1)
    Z, w, target = rng.normal(size=(8, 3)), rng.normal(size=3), rng.normal(size=8)
    rate, etas = VaryingRate(Z, target), []
    for row, z in enumerate(Z):
        etas.append(rate(float(w @ z), row))
        assert (w + etas[-1] * z) @ z == pytest.approx(target[row])
    assert (rate.total, rate.squares) == (pytest.approx(sum(etas)), pytest.approx(sum(e * e for e in etas)))


def test_orders_are_the_rows_or_permutations_that_a_seed_repeats():
    assert next(orders("cyclic", 5, 0)) is None
    first, again = (orders("random", 9, 4) for _ in range(2))
    a, b = next(first), next(first)
    assert sorted(a) == list(range(9)) and (a != b).any()
    np.testing.assert_array_equal(next(again), a)


# ---------------------------------------------------------------- without the constant input, which the learner has


def no_bias_cycle(sweeps):
    """C1 = {(1,0), (-1,0)}, C2 = {(0,1)} negated, from (0.3, 0.2), by the slide's loop: is there a clean sweep?"""
    w, firsts = [0.3, 0.2], []
    for _ in range(sweeps):
        clean = True
        for z in ((1, 0), (-1, 0), (0, -1)):
            if w[0] * z[0] + w[1] * z[1] <= 0:
                w, clean = [w[0] + z[0], w[1] + z[1]], False
                firsts.append(w[0])
        if clean:
            return True, firsts
    return False, firsts


def test_weakly_separable_data_cycle_for_ever_by_the_plain_loop_PER_15():  # E-004-17
    converged, firsts = no_bias_cycle(1000)
    assert close(converged, golden("PER-15"))
    assert {round(a, 9) for a in firsts} == {0.3, -0.7}


def test_weakly_separable_data_cycle_for_ever_by_the_sweeper_PER_15():  # E-004-17
    Z = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, -1.0]])
    assert (Z @ [0.0, -1.0] >= 0).all()  # a weak separator exists, which is all that the slide asks for
    sweeper, firsts = Sweeper(Z, np.zeros(3), 1.0, np.array([0.3, 0.2])), []
    converged = False
    for _ in range(1000):
        firsts += [w[0] for *_, w in sweeper.sweep(None)]
        converged = converged or sweeper.mistakes == 0
    assert close(converged, golden("PER-15"))
    np.testing.assert_allclose(firsts, no_bias_cycle(1000)[1], atol=1e-9)


def test_the_reflection_stalls_on_the_boundary_E_000_16():
    Z, w = np.eye(2), np.array([1.0, 0.0])  # the second example scores exactly 0 and stays there
    sweeper = Sweeper(Z, np.zeros(2), VaryingRate(Z, np.zeros(2), 2.0), w)
    for _ in range(50):
        assert [(row, eta) for row, _, eta, _ in sweeper.sweep(None)] == [(1, 0.0)]
    np.testing.assert_array_equal(sweeper.w, w)
