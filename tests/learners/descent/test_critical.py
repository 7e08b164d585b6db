"""Critical points: the lectures' verdicts by both tests, and the finder against scipy."""

import numpy as np
import pytest
from scipy.optimize import minimize

from labkit.learners.descent.critical import (
    INCONCLUSIVE,
    MAXIMUM,
    MINIMUM,
    SADDLE,
    SLOPE,
    classify,
    critical_points,
    d_test,
    kind_by_curvatures,
)
from labkit.learners.descent.objective import PlainObjective
from labkit.learners.descent.step import downhill
from labkit.learners.descent.surfaces import Surface, quadratic, surface
from labkit.learners.logistic.objective import LogisticObjective, signed_features
from tests.golden import close, golden


@pytest.mark.parametrize(
    ("name", "id", "kind"),
    [
        ("saddle", "OPT-01", SADDLE),
        ("bowl", "OPT-02", MINIMUM),
        ("hill", "OPT-03", MAXIMUM),
        ("flat bowl", "OPT-04", INCONCLUSIVE),  # E-002-14: it is a minimum, which no second derivative shows
        ("turned saddle", "OPT-05", SADDLE),
    ],
)
def test_both_tests_say_what_the_lecture_says(name, id, kind):
    """I-002-003 and I-002-004."""
    place = classify(surface(name), [0.0, 0.0])
    assert close([place.D, place.fxx], golden(id))
    assert (place.kind, place.kind_by_D) == (kind, kind)


def test_curvatures_of_the_turned_saddle_OPT_06():
    place = classify(surface("turned saddle"), [0.0, 0.0])
    assert close(place.curvatures, golden("OPT-06"))
    np.testing.assert_allclose(place.directions * np.sqrt(2), [[1, 1], [1, -1]])


@pytest.mark.parametrize("seed", range(20))
def test_both_tests_agree_on_any_curvatures(seed):
    rng = np.random.default_rng(seed)
    turn, _ = np.linalg.qr(rng.normal(size=(2, 2)))
    for _ in range(20):
        pair = rng.choice([-1.0, 0.0, 1.0], 2) * 10.0 ** rng.uniform(-3, 3, 2) * 10.0 ** rng.uniform(-12, 12)
        H = (turn * pair) @ turn.T
        expected = SADDLE if pair[0] * pair[1] < 0 else MINIMUM if pair.min() > 0 else MAXIMUM if pair.max() < 0 else ""
        place = classify(quadratic((H + H.T) / 2), [0.0, 0.0])
        assert place.kind == place.kind_by_D == (expected or INCONCLUSIVE)


def test_more_variables_are_judged_by_their_curvatures():
    f = PlainObjective(lambda w: w[0] ** 2 - w[2] ** 2, lambda w: w, lambda w: np.diag([2.0, 0.0, -2.0]))
    place = classify(f, [0.0, 0.0, 0.0])
    assert (place.kind, place.D, place.kind_by_D) == (SADDLE, None, None)
    assert kind_by_curvatures([0.0, 1.0, 2.0]) == INCONCLUSIVE
    assert kind_by_curvatures([1e-12, 1.0]) == INCONCLUSIVE
    assert kind_by_curvatures([1e-12, 1.0], tolerance=1e-13) == MINIMUM
    assert kind_by_curvatures([1e-12, 2e-12]) == MINIMUM
    assert kind_by_curvatures([1e-12, 2e-12], unit=1.0) == INCONCLUSIVE


def test_slope_is_no_critical_point_and_arrays_are_read_only():
    place = classify(surface("bowl"), [1.0, 0.0])
    assert place.kind == place.kind_by_D == SLOPE
    with pytest.raises(ValueError, match="read-only"):
        place.w[0] = 2.0


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("saddle", [SADDLE]),
        ("bowl", [MINIMUM]),
        ("hill", [MAXIMUM]),
        ("flat bowl", [INCONCLUSIVE]),
        ("banana", [MINIMUM]),
    ],
)
def test_finder_finds_the_only_critical_point(name, kinds):
    found = critical_points(surface(name), surface(name).box)
    assert [place.kind for place in found] == kinds
    np.testing.assert_allclose(found[0].w, [1, 1] if name == "banana" else [0, 0], atol=1e-5)


def test_finder_finds_every_minimum_that_scipy_finds():
    of = surface("egg box")
    found = critical_points(of, of.box)
    minima = np.array([place.w for place in found if place.kind == MINIMUM])
    rng = np.random.default_rng(0)
    for start in rng.uniform(-9, 9, (40, 2)):
        end = minimize(lambda w: of.at(w).value, start, jac=lambda w: of.at(w).gradient, method="BFGS").x
        if np.abs(end).max() < 9:
            assert np.abs(minima - end).max(axis=1).min() < 1e-4
    values = [place.value for place in found]
    assert values == sorted(values)
    assert found[0].value == pytest.approx(0)
    assert {place.kind for place in found} == {MINIMUM, MAXIMUM, SADDLE}


def test_finder_tells_the_saddle_between_two_minima_whatever_the_unit():
    for unit in (1e-8, 1.0, 1e8):
        wells = Surface(lambda x, y, u=unit: u * ((x**2 - 1) ** 2 + y**2))
        found = critical_points(wells, wells.box, tolerance=1e-8)
        assert [place.kind for place in found] == [MINIMUM, MINIMUM, SADDLE]
        np.testing.assert_allclose([place.w for place in found], [[-1, 0], [1, 0], [0, 0]], atol=1e-6)


def test_finder_finds_some_of_a_curve_of_minima_and_the_saddle_between():
    found = critical_points(surface("squared error"), surface("squared error").box)
    kinds = [place.kind for place in found]
    assert kinds.count(SADDLE) == 1
    on_curve = np.array([place.w for place in found if place.kind == INCONCLUSIVE])
    np.testing.assert_allclose(on_curve[:, 0] * np.tanh(on_curve[:, 1]), 1.0, atol=1e-6)


def test_places_without_derivatives_are_left_out_by_the_finder():
    log, cone = Surface(lambda x, y: x - np.log(x) + y**2), Surface(lambda x, y: np.sqrt(x**2 + y**2))
    (place,) = critical_points(log, ((-1, 2), (-1, 1)))
    np.testing.assert_allclose(place.w, [1, 0], atol=1e-8)
    assert place.kind == MINIMUM
    assert critical_points(cone, ((-1, 1), (-1, 1))) == []
    assert critical_points(Surface(lambda x, y: np.log(-1 - x**2)), ((-1, 1), (-1, 1))) == []


def test_place_with_a_scale_of_its_own_is_classified_by_it():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), rng.choice([-1.0, 1.0], 40)
    objective = LogisticObjective(signed_features(X, y), np.array([0.0, 1.0, 1.0]))
    assert classify(objective, np.zeros(3)).kind == SLOPE
    assert classify(objective, downhill(objective, "newton", np.zeros(3))[-1].w).kind == MINIMUM


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: d_test(np.eye(3)), r"hessian: expected shape \(2, 2\), got \(3, 3\)"),
        (lambda: critical_points(surface("bowl"), ((0, 0), (0, 1))), "box: expected"),
        (lambda: critical_points(surface("bowl"), surface("bowl").box, per_side=0), "per_side: expected"),
        (lambda: classify(surface("bowl"), [0.0, np.inf]), "w: expected finite numbers"),
        (lambda: classify(surface("bowl"), [0.0, 0.0], tolerance=-1), "tolerance: expected"),
    ],
)
def test_bad_input_is_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()
