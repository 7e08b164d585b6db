"""Every claim of the pages of lecture 12."""

import numpy as np
import pytest

from labkit.learners.descent import Alternating, acceptance, downhill, partial_sums, quadratic, surface
from labkit.lectures import l12_optimisation as lesson
from labkit.lectures.l12_optimisation import pictures, pictures_more
from labkit.lectures.l12_optimisation.ground import RIPPLES, lowest
from tests.golden import close, golden


def column(table, name):
    return [str(value) for value in table[name]]


def preset(kind, name):
    return kind(**kind.presets[name])


# ---------------------------------------------------------------- the main page


def test_tiny_network_has_two_valleys_and_level_ground_between():
    of = surface("squared error")
    assert of.at(np.array([1.0, 3.0])).value < 1e-4 and of.at(np.array([-1.0, -3.0])).value < 1e-4
    middle = of.at(np.zeros(2))
    assert middle.value == 1 and not np.abs(middle.gradient).any()


def test_machines_in_fog_stop_in_a_hollow_that_is_not_the_bottom():
    from labkit.lectures.l12_optimisation.fog import machine_ways

    ends = {name: way.losses.min() for name, way in machine_ways("first").items()}
    assert min(ends.values()) > lowest("first") + 0.1


def test_two_tests_say_the_same():
    """OPT-01 to OPT-06."""
    table = pictures.two_tests()
    found = dict(
        zip(column(table, "f(x, y)"), zip(column(table, "D"), column(table, "f_xx"), strict=True), strict=True)
    )
    wanted = {"xy": "OPT-01", "x² + y² + xy": "OPT-02", "\u2212x² \u2212 y²": "OPT-03", "x⁴ + y⁴": "OPT-04",
              "x² + y² \u2212 3xy": "OPT-05"}  # fmt: skip
    for formula, id in wanted.items():
        assert close([float(each) for each in found[formula]], golden(id))
    assert column(table, "the origin is") == ["saddle", "minimum", "saddle", "maximum", "inconclusive"]
    assert column(table, "curvatures")[0] == "-1, 5" and close([-1, 5], golden("OPT-06"))


def test_whole_newton_ends_on_the_pass_the_others_in_a_well():
    whole, turned, gradient = (step.w for step in lesson.NewtonLab().steps[-1].steps)
    assert np.abs(whole).max() < 1e-3
    np.testing.assert_allclose([turned, gradient], [[1, 0], [1, 0]], atol=0.05)


def test_tasks_with_newton():
    near = preset(lesson.NewtonLab, "near a well")
    moves = [next(k for k, m in enumerate(near.steps) if m.steps[i].loss < 1e-3) for i in (0, 2)]
    assert moves[0] <= 5 < 8 <= moves[1]
    assert abs(lesson.NewtonLab(x=0.9, y=0.9).steps[-1].steps[0].w[0] - 1) < 0.01
    left, right = (lesson.NewtonLab(x=x).steps[-1].steps[2].w[0] for x in (0.0, 0.05))
    assert left < -0.5 and right > 0.5


def test_annealing_wins_on_ripples_and_restarts_on_the_egg_box():
    assert lesson.LuckLab().steps[0].deep == (1, 14)
    assert preset(lesson.LuckLab, "egg box").steps[0].deep == (13, 9)
    x = np.linspace(-9, 9, 601)
    Z = RIPPLES.number_grid(x, x)
    inner = Z[1:-1, 1:-1]
    wells = (inner < Z[:-2, 1:-1]) & (inner < Z[2:, 1:-1]) & (inner < Z[1:-1, :-2]) & (inner < Z[1:-1, 2:])
    assert wells.sum() > 100


def test_ten_starts_miss_a_fifth_with_a_tenth():
    """OPT-11."""
    table = pictures.misses()
    assert column(table, "all of them miss it") == ["0.800", "0.328", "0.107", "0.012", "0.001"]
    assert column(table, "starts")[-1] == "31" and close(0.8**10, golden("OPT-11"))


def test_steps_that_fall_too_fast_stop_short_and_1_over_k_arrives():
    """RM-01."""
    short = lesson.ScheduleLab().steps[-1]
    assert short.w > 2 and "stop short" in short.verdict and short.sums[0] < 1
    arrives = preset(lesson.ScheduleLab, "1 over k").steps[-1]
    assert abs(arrives.w) < 1 and arrives.verdict == "they reach any goal and come to rest"
    assert "never rest" in preset(lesson.ScheduleLab, "constant").steps[-1].verdict
    sums = [curve[-1] for curve in partial_sums("1/k", 1000)]
    assert close([*sums, np.pi**2 / 6], golden("RM-01"))


def test_running_mean_is_the_mean():
    """RM-02."""
    table = pictures.running_mean()
    assert column(table, "new w") == ["2", "3", "5", "5"] and close(5, golden("RM-02"))


def test_digits_from_thirty_starts():
    ends = pictures.ends()
    assert ends.shape == (30, 2) and [len(each) for each in pictures._digits()] == [451, 450]
    assert column(pictures.digit_groups(), "fresh images") == ["1211", "734", "700", "681"]
    assert round(1 - ends[0, 1] / ends[15, 1], 2) == 0.03
    assert len(np.unique(ends[:, 0].round(2))) > 25, "hardly two are alike"
    assert 2 <= (ends[:, 0] < 633).sum() <= 4, "about one in ten"


# ---------------------------------------------------------------- the page with more


def test_half_way_between_two_bottoms_is_high():
    assert column(pictures_more.half_way(), "loss") == ["0.00002", "1.00000", "0.00002"]


def test_a_rise_is_taken_seldom_when_it_is_cold():
    table = pictures_more.acceptances()
    assert column(table, "a rise of 0.5") == ["0.607", "0.189", "0.007", "0.000"]
    assert acceptance(-1.0, 0.01) == 1


def test_powers_between_keep_both_conditions():
    table = pictures_more.conditions_kept()
    assert column(table, "both") == ["no", "no", "yes", "yes", "no", "no"]


@pytest.mark.parametrize("rho", [0.5, 0.9])
def test_two_turns_take_the_height_down_by_the_fourth_power(rho):
    trace = downhill(quadratic([[1.0, -rho], [-rho, 1.0]]), Alternating(((0,), (1,))), (-1.5, -1.8), max_iterations=8)
    loss = trace.curve("loss")
    assert loss[5] / loss[3] == pytest.approx(rho**4, rel=1e-3)
    assert round(0.9**4, 2) == 0.66
    assert len(preset(lesson.TurnsLab, "not linked").steps) < 6 < 12 < len(lesson.TurnsLab().steps)
