"""The readable rule and the ways to find the next mistake fast tell one story."""

from itertools import product

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import UPDATE
from labkit.learners import MulticlassPerceptron, Perceptron
from labkit.learners.perceptron import multiclass, rosenblatt
from labkit.learners.perceptron.engine.scan import Sweeper, Vector
from labkit.learners.perceptron.rosenblatt import VaryingRate
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
    examples = [(i, Vector(z), limits[i]) for i, z in looks]
    record = {
        "blocks": sweeper._blocks(order),
        "loop": sweeper._loop(looks, limits),
        "rule": sweeper._by_rule(examples),
    }
    return record | ({"plane": sweeper._loop_plane(looks, limits)} if sweeper.Z.shape[1] == 3 else {})


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("p", [1, 2, 4])
@pytest.mark.parametrize("order", [None, "random"])
def test_rule_loop_plane_loop_and_blocks_tell_the_same_story(rate, p, order):
    rng = np.random.default_rng(p)
    for _ in range(5):
        Z, limit, w = rng.normal(size=(70, p + 1)), rng.uniform(0, 0.3, 70), rng.normal(size=p + 1)
        rows = None if order is None else rng.permutation(70)
        expected = naive(Z, limit, RATES[rate](Z), w, rows)
        for name in ways(Sweeper(Z, limit, 1.0, w, Perceptron.rule), rows):
            sweeper = Sweeper(Z, limit, RATES[rate](Z), w, Perceptron.rule)
            record = found(ways(sweeper, rows)[name])
            assert [t[0] for t in record] == [e[0] for e in expected], name
            np.testing.assert_allclose([t[3] for t in record], [e[3] for e in expected], rtol=1e-9, atol=1e-12)
            np.testing.assert_allclose([t[1:3] for t in record], [e[1:3] for e in expected], rtol=1e-9, atol=1e-12)
            assert sweeper.mistakes == len(expected)
            np.testing.assert_array_equal(sweeper.w, record[-1][3])


def test_every_way_is_exact_on_whole_numbers_with_ties():
    rng = np.random.default_rng(3)
    for _ in range(20):
        Z = rng.integers(-2, 3, size=(60, 3)).astype(float)
        limit, w = np.zeros(60), np.zeros(3)
        expected = naive(Z, limit, 1.0, w, None)
        for name in ("rule", "blocks", "loop", "plane"):
            assert found(ways(Sweeper(Z, limit, 1.0, w, Perceptron.rule), None)[name]) == expected, name


def test_sweeper_scans_blocks_where_mistakes_are_rare_and_loops_where_they_are_frequent(monkeypatch):
    used = []
    for name in ("_by_rule", "_blocks", "_loop", "_loop_plane"):
        way = getattr(Sweeper, name)
        monkeypatch.setattr(Sweeper, name, lambda self, *a, way=way, name=name: used.append(name) or way(self, *a))
    few, many = np.ones((2000, 3)), np.random.default_rng(0).normal(size=(2000, 3))
    for Z in (few, many, many[:, :2], few[:200]):
        sweeper = Sweeper(Z, np.zeros(len(Z)), 1.0, np.zeros(Z.shape[1]))
        for _ in range(2):
            list(sweeper.sweep(None))
    assert used[:6] == ["_blocks", "_blocks", "_blocks", "_loop_plane", "_blocks", "_loop"]
    assert used[6:] == ["_loop_plane", "_blocks"]  # few points: the loop is over before a scan has found eight mistakes
    used.clear()
    for Z in (few, many, many[:, :2], few[:200]):
        list(Sweeper(Z, np.zeros(len(Z)), 1.0, np.zeros(Z.shape[1]), Perceptron.rule).sweep(None))
    assert used == ["_by_rule"] * 4  # to be read, whatever it costs


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


# ---------------------------------------------------------------- the learner's story

SETTINGS = [
    dict(rate="constant", learning_rate=0.3, margin=0.05),
    dict(rate="constant", zero="correct", start=0.5),
    dict(rate="constant", zero="second class", x0=1.0),
    dict(rate="optimal", margin=0.05),
    dict(rate="relaxation", margin=0.2, x0=0.0),
    dict(rate="normalised", start=1.0),
]


def record(settings, order, p, seed):
    """The story and the fit of random examples; those of odd seeds have wrong labels, where the rate allows it."""
    rng = np.random.default_rng([seed, p])
    X, w_star = rng.normal(size=(60, p)), rng.normal(size=p + 1)
    w_star[0] *= 0.1  # both classes are there
    settings = {"x0": -1.0, **settings}
    scores = X @ w_star[1:] + settings["x0"] * w_star[0]
    X, y = X[np.abs(scores) > 0.1], (scores > 0).astype(int)[np.abs(scores) > 0.1]
    if settings["rate"] == "optimal":
        settings["separator"] = w_star
    elif seed % 2:
        y ^= rng.random(len(y)) < 0.15
    start = settings.pop("start", None)
    learner = Perceptron(**settings, start=start and [start] * (p + 1), order=order, max_sweeps=15, seed=seed)
    return learner.trace(X, y), learner.fit(X, y).last_step_


@pytest.mark.parametrize("rare", [True, False])
@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: "-".join(map(str, settings.values())))
def test_engine_tells_and_fits_the_story_of_the_readable_rule(settings, rare, monkeypatch):
    monkeypatch.setattr(Sweeper, "_rare", lambda self: rare)  # the scan over blocks, or the loops
    updates = 0
    for p, order, seed in product(range(1, 7), ("cyclic", "random"), range(4)):
        monkeypatch.setattr(rosenblatt, "MOST_READABLE", 60)
        read, fitted = record(settings, order, p, seed)
        monkeypatch.setattr(rosenblatt, "MOST_READABLE", 0)
        fast, _ = record(settings, order, p, seed)
        assert [step.caption for step in fast] == [step.caption for step in read], (p, order, seed)
        np.testing.assert_allclose([s.w for s in fast], [s.w for s in read], rtol=1e-12, atol=1e-12)
        for name in ("score", "eta", "eta_sum", "eta_square_sum"):
            np.testing.assert_allclose(fast.curve(name), read.curve(name), rtol=1e-10, atol=1e-11)
        assert fitted.caption == read[-1].caption
        np.testing.assert_allclose(fitted.w, read[-1].w, rtol=1e-12, atol=1e-12)
        updates += read[-1].update
    assert updates > 400


def test_told_story_goes_through_the_rule_and_a_fit_through_the_engine(monkeypatch):
    swept, rule = [], Perceptron.rule
    monkeypatch.setattr(Perceptron, "rule", staticmethod(lambda *given: swept.append(len(swept)) or rule(*given)))
    X, y = data.separable(40, seed=1)
    trace = Perceptron().trace(X, y)
    assert len(swept) == trace[-1].sweep and trace[1].event == UPDATE
    Perceptron().fit(X, y)
    monkeypatch.setattr(rosenblatt, "MOST_READABLE", 39)
    Perceptron().trace(X, y)
    assert len(swept) == trace[-1].sweep


def test_rule_reads_numpy_arrays_as_it_reads_vectors():
    Z, w, b = np.random.default_rng(2).normal(size=(30, 4)), np.zeros(4), [0.1] * 30
    arrays = Perceptron.rule(w, zip(range(30), Z, b, strict=True), lambda score, i: 0.5)
    vectors = Perceptron.rule(Vector(w), zip(range(30), map(Vector, Z), b, strict=True), lambda score, i: 0.5)
    for one, other in zip(arrays, vectors, strict=True):
        assert one[0] == other[0] and one[2] == other[2] == 0.5
        np.testing.assert_allclose([one[1], *one[3]], [other[1], *other[3]], rtol=1e-12, atol=1e-15)


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


# ---------------------------------------------------------------- many classes


@pytest.mark.parametrize("order", ["cyclic", "random"])
@pytest.mark.parametrize("vigilance", [0.0, 0.3])
def test_scan_of_many_classes_tells_and_fits_the_story_of_the_readable_rule(order, vigilance, monkeypatch):
    rng = np.random.default_rng(0)
    for classes, p in product((2, 3, 5), (1, 2, 4)):
        X, y = rng.normal(size=(60, p)), rng.integers(classes, size=60)
        learner = MulticlassPerceptron(learning_rate=0.7, vigilance=vigilance, order=order, max_sweeps=4)
        read = learner.trace(X, y)
        with monkeypatch.context() as patch:
            patch.setattr(multiclass, "MOST_READABLE", 0)
            fast = learner.trace(X, y)
        assert [step.caption for step in fast] == [step.caption for step in read]
        np.testing.assert_allclose([step.W for step in fast], [step.W for step in read], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(learner.fit(X, y).model_.W, read[-1].W, rtol=1e-12, atol=1e-12)
