"""The labs of lecture 06: what their pictures claim, and what they refuse."""

from itertools import pairwise

import numpy as np
import pytest

from labkit.lectures.l06_logistic_regression import (
    BasesLab,
    GapLab,
    PathsLab,
    RaceLab,
    ReweightedLab,
    SigmoidLab,
    SurfacesLab,
)
from labkit.lectures.l06_logistic_regression.curve import HANDLES, by_handles
from labkit.lectures.l06_logistic_regression.flights import flights, heights, probability
from labkit.lectures.l06_logistic_regression.gap import drawn
from labkit.lectures.l06_logistic_regression.race import UNITS, least, valley, way
from labkit.player import token
from labkit.views.scene import Boxes, Path, Points, Segments


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def with_points(lab, rows):
    lab.restore(token.encode({"lab": lab.name, "values": lab.values, "frame": 0, "points": rows}))


# ---------------------------------------------------------------- the curve: I-003-041, I-000-011


def test_curve_goes_through_its_handles():
    for cold, warm in ((0.6, 0.4), (0.99, 0.01), (0.2, 0.7)):
        lab = SigmoidLab(cold=cold, warm=warm)
        np.testing.assert_allclose(probability(lab.steps[0].model, HANDLES), [cold, warm])
    assert by_handles(0.5, 0.5).tolist() == [0.0, 0.0]


def test_bar_of_a_flight_is_what_the_curve_gives_to_what_happened():
    lab, (x, t) = SigmoidLab(), flights()
    mu = probability(lab.steps[0].model, x)
    bars = next(bars for bars in marks(lab.scenes[0], "bars", Boxes) if bars.kind is not None)
    np.testing.assert_allclose(bars.y1, np.where(t == 1, mu, 1 - mu), rtol=1e-6)
    for k in (0, 1):
        stems = marks(lab.scenes[0], "plane", Segments, color=f"class{k}")[0]
        np.testing.assert_allclose(np.abs(stems.y1 - stems.y0), bars.y1[t == k], rtol=1e-5)
    falling = marks(lab.scenes[0], "product", Path)[0]
    np.testing.assert_allclose(falling.y, np.cumprod(bars.y1), rtol=1e-4)


def test_click_moves_the_nearer_handle_and_takes_the_curve_back_from_newton():
    lab = SigmoidLab(who="Newton, from there")
    lab.click_at("plane", 50.0, 0.873)
    assert (lab.values["cold"], lab.values["warm"], lab.values["who"]) == (0.87, 0.4, "by hand")
    lab.click_at("plane", 80.0, -0.05)
    assert lab.values["warm"] == 0.01 and len(lab.scenes) == 1


def test_newton_goes_on_from_the_handles_and_never_lowers_the_product():
    lab = SigmoidLab(who="Newton, from there")
    products = [step.products[-1] for step in lab.steps]
    assert products == sorted(products)
    np.testing.assert_allclose(lab.steps[0].model.w, by_handles(0.6, 0.4))


def test_flights_at_one_temperature_do_not_cover_each_other():
    x, t = flights()
    assert len({*zip(x.tolist(), heights(x, t).tolist(), strict=True)}) == len(x)


# ---------------------------------------------------------------- reweighted least squares: I-000-014


def test_areas_of_the_responses_are_the_weights():
    lab = ReweightedLab()
    for step, scene in zip(lab.steps, lab.scenes, strict=True):
        points = marks(scene, "scores", Points)[0]
        np.testing.assert_allclose(points.size**2 / points.size[0] ** 2, step.weights / step.weights[0], atol=0.01)
        lines = [path for path in marks(scene, "scores", Path) if len(path.x) == 2]
        assert [line.color for line in lines] == ["muted", "accent"]


def test_next_line_of_a_fit_is_the_line_of_the_fit_after_it():
    steps = ReweightedLab().steps
    for before, after in pairwise(steps):
        assert before.following is after.model


# ---------------------------------------------------------------- the race: I-003-045..048


def test_race_shows_everyone_where_so_many_evaluations_lead():
    lab = RaceLab()
    for frame in (0, 8, 30):
        heads = [path for path in marks(lab.scenes[frame], "map", Path) if path.dots][1::2]
        curves = [path for path in marks(lab.scenes[frame], "loss", Path) if path.items and path.items.label][:4]
        for mark, curve, name in zip(heads, curves, ("gradient", "momentum", "Newton", "BFGS"), strict=True):
            told = way(UNITS[1], name)
            np.testing.assert_allclose([mark.x[0], mark.y[0]], told.places[told.after(frame)], atol=1e-6)
            assert (curve.items.label, curve.color) == (name, mark.color), "one colour is one runner in both panels"


@pytest.mark.parametrize("units", UNITS)
def test_valley_is_lowest_at_the_cross_and_in_the_picture(units):
    place, loss = least(units)
    point = valley(units).at(place)
    assert point.value == pytest.approx(loss) and np.abs(point.gradient).max() < 1e-6
    panel = RaceLab(units=units).scenes[0].panel("map")
    assert panel.xlim[0] < place[0] < panel.xlim[1] and panel.ylim[0] < place[1] < panel.ylim[1]


def test_least_loss_is_the_same_in_all_units():
    assert len({round(least(units)[1], 8) for units in UNITS}) == 1


# ---------------------------------------------------------------- the gap: I-003-044, I-004-080


@pytest.mark.parametrize("gap", [-0.4, 0.0, 0.2, 0.6])
def test_gap_is_as_wide_as_it_says(gap):
    X, y = drawn(gap)
    assert X[y == 1, 0].min() - X[y == 0, 0].max() == pytest.approx(gap)


@pytest.mark.parametrize("kind", [GapLab, BasesLab])
def test_lab_refuses_one_class_alone_in_one_sentence_and_keeps_its_state(kind):
    lab = kind()
    before = lab.payload, lab.values
    with pytest.raises(ValueError, match="expected at least 2 classes in y, got 1 class: ") as refused:
        with_points(lab, [[0, 0, 0], [1, 1, 0]])
    assert "\n" not in str(refused.value)
    assert (lab.payload, lab.values) == before


def test_gap_says_of_classes_that_touch_that_they_are_partly_separable():
    lab = GapLab()
    with_points(lab, [[-0.5, 0, 0], [0, 0.2, 0], [0, 0.2, 1], [0.5, 0.5, 1], [-0.6, 0.4, 0], [0.6, -0.3, 1]])
    assert "partly separable" in lab.scenes[-1].caption
    lab.set(lam="0.1")
    assert "separable" not in lab.scenes[-1].caption


def test_gap_tells_points_on_one_place_of_both_classes():
    lab = GapLab(lam="1")
    with_points(lab, [[0.2, 0.1, 0], [0.2, 0.1, 1]])
    assert np.isfinite(lab.steps[-1].w).all()


def test_dashed_lines_of_nine_tenths_close_in_as_the_weights_grow():
    lab = GapLab()
    gaps = []
    for frame in (2, 6, 12):
        w = lab.steps[frame].w
        gaps.append(2 * np.log(9) / np.linalg.norm(w[1:]))
        dashed = marks(lab.scenes[frame], "plane", Path, dash=1)
        scores = [np.array([line.x, line.y]).T @ w[1:] + w[0] for line in dashed]
        np.testing.assert_allclose(sorted(score[0] for score in scores), [-np.log(9), np.log(9)], rtol=1e-3)
    assert gaps == sorted(gaps, reverse=True)


# ---------------------------------------------------------------- two losses: I-003-043


def test_click_on_a_surface_is_a_new_start_of_both():
    lab = SurfacesLab()
    lab.click_at("squared", -2.06, 3.9)
    assert (lab.values["w0"], lab.values["w1"]) == (-2.0, 4.0)
    for k in (0, 1):
        assert lab.steps[0].ways[k].places[0].tolist() == [-2.0, 4.0]
    lab.click_at("entropy", 4.0, 9.0)
    assert lab.values["w1"] == 8.0


def test_no_loss_ever_rises_with_its_safe_step():
    for start in ({}, {"w0": -8.0, "w1": 8.0}, {"w0": 0.0, "w1": 0.0}):
        for each in SurfacesLab(**start).steps[0].ways:
            assert (np.diff(each.losses) <= 1e-9).all()


# ---------------------------------------------------------------- paths and bases: I-000-012, I-004-082


def test_paths_draw_six_names_and_all_others():
    lab = PathsLab()
    panel = lab.scenes[10].panel("weights")
    assert len(panel.ends) == 6
    assert len(marks(lab.scenes[10], "weights", Path)) == 57


def test_l1_path_never_gains_a_length_as_lambda_grows():
    sizes = [float(np.abs(step.w[1:]).sum()) for step in PathsLab().steps]
    assert sizes == sorted(sizes)


def test_bases_grow_as_they_say():
    counts = {name: [len(step.w) - 1 for step in BasesLab(basis=name).steps] for name in ("products", "bumps", "rises")}
    assert counts["products"] == [2, 5, 9, 14, 20, 27]
    assert counts["bumps"] == [1, 4, 9, 16, 25, 36] and counts["rises"] == [2, 4, 6, 8, 10, 12]


def test_bases_follow_a_dragged_point():
    lab = BasesLab()
    before = lab.steps[2].w.copy()
    lab.move(0, 0.9, -0.9)
    assert not np.allclose(before, lab.steps[2].w)
