"""The labs of lecture 01: what their pictures claim."""

import numpy as np
import pytest

from labkit.learners.decisions import risk, targets
from labkit.lectures.l01_function_approximation import CostsLab, CurveLab, ScreeningLab, SimplexLab
from labkit.lectures.l01_function_approximation.costs import GRID, MEANS, SPREAD
from labkit.lectures.l01_function_approximation.curve import CURVES, WORLDS, drawn, people
from labkit.lectures.l01_function_approximation.curve import GRID as VALUES
from labkit.views.diagrams.simplex import corners_of
from labkit.views.scene import Boxes, Path, Points, Segments, Text
from tests.golden import close, golden
from tests.lectures.drive import assert_message


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


# ---------------------------------------------------------------- screening


@pytest.mark.parametrize("values", [{}, {"tests": 2}, {"ill": 1, "finds": 100}, {"clears": 100}, {"ill": 460}])
def test_screening_lab_shows_as_many_people_as_it_says(values):
    lab = ScreeningLab(**values)
    (step,), (scene,) = lab.steps, lab.scenes
    for panel, counts in (("people", step.people), ("positive", step.positive)):
        kind = marks(scene, panel, Points)[0].kind
        assert ((kind == 0).sum(), (kind == 1).sum()) == counts
    assert sum(step.people) == 1000


@pytest.mark.parametrize("values", [{}, {"tests": 3}, {"clears": 99, "finds": 70}, {"ill": 500}])
def test_screening_lab_posterior_is_that_of_counting(values):
    lab = ScreeningLab(**values)
    v = lab.values
    right = v["ill"] * (v["finds"] / 100) ** v["tests"]
    false = (1000 - v["ill"]) * (1 - v["clears"] / 100) ** v["tests"]
    assert lab.steps[0].posterior == pytest.approx(right / (right + false))


def test_screening_lab_without_false_alarms_is_certain():
    assert "8 of them are ill: the probability is about 45" in ScreeningLab(tests=2).summary
    assert "the probability is 100 %" in ScreeningLab(clears=100).summary


def test_what_is_covered_has_no_number_in_its_title():
    lab = ScreeningLab()
    for name in lab.question.covers:
        assert not any(letter.isdigit() for letter in lab.scenes[0].panel(name).title)


# ---------------------------------------------------------------- the curve: I-000-003, I-000-004


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("curve", CURVES)
def test_no_curve_beats_the_posterior_over_all_cases(world, curve):
    for seed in range(5):
        for step in CurveLab(world=world, curve=curve, seed=seed).steps:
            assert step.everyone >= step.least


@pytest.mark.parametrize("world", WORLDS)
def test_losses_over_all_cases_are_those_of_many_people(world):
    lab = CurveLab(world=world, curve="shares of the ill")
    x, z = people(world, 200_000, 9)
    assert np.mean((drawn(lab.examples[0], x) - z) ** 2) == pytest.approx(lab.steps[-1].everyone, abs=0.003)
    assert np.mean((WORLDS[world](x) - z) ** 2) == pytest.approx(lab.steps[0].least, abs=0.003)


def test_handles_on_the_posterior_lose_the_least():
    lab = CurveLab()
    for index, (x, _) in enumerate(lab.examples[0]):
        lab.move(index, x, float(WORLDS["high values are ill"](x)))
    step = lab.steps[0]
    assert step.everyone - step.least < 0.001
    path = marks(lab.scenes[0], "plane", Path, color="accent")[0]
    assert np.abs(np.interp(VALUES, path.x, path.y) - WORLDS["high values are ill"](VALUES)).max() < 0.05


def test_curve_through_every_point_loses_nothing_on_them():
    assert CurveLab(curve="through every point").steps[0].shown == 0


def test_handles_may_pass_each_other_and_be_pulled_away():
    lab = CurveLab()
    lab.move(0, 9.9, 0.9)
    lab.move(1, 3.0, 500.0)
    assert lab.steps[0].everyone > 100
    with pytest.raises(ValueError, match="expected a number >= -1000 and <= 1000, got 5000"):
        lab.move(1, 3.0, 5000.0)
    assert lab.examples[0][1].tolist() == [3.0, 500.0]


def test_stroke_is_the_curve_and_leaves_the_handles_beside_it():
    lab = CurveLab()
    x = np.linspace(2.0, 8.0, 150)
    lab.draw(x, WORLDS["high values are ill"](x))
    X = lab.examples[0]
    assert np.allclose(drawn(X, x), WORLDS["high values are ill"](x), atol=0.01)
    assert X[X[:, 0] < 2, 1].tolist() == [0.5] * 2 and X[X[:, 0] > 8, 1].tolist() == [0.5] * 2
    assert lab.steps[-1].everyone < CurveLab().steps[-1].everyone
    lab.undo()
    assert len(lab.examples[0]) == 9


def test_stroke_that_goes_back_counts_as_it_was_drawn_last():
    lab = CurveLab()
    lab.draw([1.0, 5.0, 9.0, 5.0, 1.0], [0.1, 0.1, 0.1, 0.8, 0.8])
    assert np.allclose(drawn(lab.examples[0], np.array([2.0, 5.0])), 0.8)
    lab.draw([4.0], [0.3])
    assert drawn(lab.examples[0], np.array([4.0])) == pytest.approx(0.3)


@pytest.mark.parametrize("stroke", [([], []), ([1.0], [1.0, 2.0]), ([1.0] * 3000, [1.0] * 3000), (["a"], [1.0])])
def test_stroke_of_another_shape_is_refused_in_a_sentence(stroke):
    lab = CurveLab()
    with pytest.raises(ValueError) as refusal:
        lab.draw(*stroke)
    assert_message(refusal.value)
    assert len(lab.examples[0]) == 9
    with pytest.raises(ValueError, match="expected a lab that is drawn in, got another"):
        ScreeningLab().draw([1.0], [1.0])


def test_best_curve_is_told_handle_by_handle_and_each_gains():
    lab = CurveLab(curve="shares of the ill")
    lost = [step.shown for step in lab.steps]
    assert len(lost) == 10 and lab.steps[0].handles[:, 1].tolist() == [0.5] * 9
    assert lost[-1] < 0.6 * lost[0] and np.array_equal(lab.steps[-1].handles, lab.examples[0])


def test_posterior_is_shown_only_when_asked_for():
    hidden, shown = (CurveLab(posterior=switch).scenes[0] for switch in (False, True))
    assert len(marks(shown, "plane", Path)) == len(marks(hidden, "plane", Path)) + 1


# ---------------------------------------------------------------- costs: I-000-005, I-000-006


@pytest.mark.parametrize("miss", [1, 3, 10, 20])
def test_threshold_of_the_costs_lab_is_one_over_one_plus_the_cost(miss):
    step = CostsLab(miss=miss).steps[-1]
    assert [each.miss for each in CostsLab(miss=miss).steps] == list(range(1, miss + 1))
    assert step.threshold == pytest.approx(1 / (1 + miss))
    edges = marks(CostsLab(miss=miss).scenes[-1], "densities", Segments, color="ink")[0].x0
    assert len(edges) == 1 and edges[0] == pytest.approx(step.border, abs=0.02)


@pytest.mark.parametrize("values", [{"miss": 10}, {"ill": 5}, {"ill": 90, "miss": 3}])
def test_no_other_border_costs_less(values):
    lab = CostsLab(**values)
    priors = np.array([100 - lab.values["ill"], lab.values["ill"]]) / 100
    density = np.exp(-(((GRID[:, None] - MEANS) / SPREAD) ** 2) / 2) * priors
    density /= density.sum()

    def cost(border):
        treated = border < GRID
        return density[treated, 0].sum() + lab.values["miss"] * density[~treated, 1].sum()

    costs = [cost(border) for border in GRID]
    assert lab.steps[-1].cost == pytest.approx(min(costs), abs=2e-3)
    assert GRID[np.argmin(costs)] == pytest.approx(lab.steps[-1].border, abs=0.02)


def test_cheap_question_is_asked_between_the_two_decisions():
    lab = CostsLab(miss=10, price=0.2)
    decisions = [decision for decision, _, _ in lab.steps[-1].regions]
    assert decisions == [0, risk.REJECTED, 1]
    assert len(marks(lab.scenes[-1], "densities", Boxes)) == 3
    assert lab.steps[-1].cost < CostsLab(miss=10).steps[-1].cost


def test_question_that_costs_as_much_as_a_mistake_is_never_asked():
    assert risk.REJECTED not in CostsLab(miss=20, price=1.0).steps[-1].decisions


def test_border_stays_in_the_picture_at_every_extreme():
    for ill in (1, 99):
        for miss in (1, 20):
            assert GRID[0] + 1 < CostsLab(ill=ill, miss=miss).steps[-1].border < GRID[-1] - 1


# ---------------------------------------------------------------- the triangle: I-000-001, I-000-002, I-000-005


def test_simplex_lab_opens_with_the_lectures_case():
    one_hot, other = SimplexLab().steps[0].codings
    assert close(one_hot.distances, golden("COD-01"))
    assert close(other.y, golden("COD-02")) and close(other.distances, golden("COD-03"))


@pytest.mark.parametrize("k", [0, 1])
def test_nearest_target_is_the_most_probable_class(k):
    for shares in ((50, 30, 20), (1, 2, 97), (40, 41, 19), (0, 0, 1)):
        step = SimplexLab(**dict(zip(("first", "second", "third"), shares, strict=True))).steps[0]
        coded = step.codings[k]
        assert coded.nearest == coded.distances.argmin() == np.argmax(shares) == step.likeliest


def test_both_triangles_show_the_same_place_and_light_the_nearest_target():
    scene = SimplexLab(first=20, second=35, third=45).scenes[0]
    sides = []
    for panel in targets.CODINGS:
        arrow = marks(scene, panel, Path, arrow=True)[0]
        around = marks(scene, panel, Path, arrow=False)[0]
        sides.append(np.hypot(around.x[1] - around.x[0], around.y[1] - around.y[0]))
        assert (arrow.x[-1], arrow.y[-1]) == pytest.approx((around.x[2], around.y[2]))
        lit = next(points for points in marks(scene, panel, Points) if len(points.x) == 1 and points.flag is not None)
        assert lit.kind.tolist() == [2]
    assert sides[1] / sides[0] == pytest.approx(1.5)
    assert [mark.x for mark in marks(scene, "posteriors", Text, text="MAP")] == [2]


def test_click_in_the_triangle_is_the_posterior():
    lab = SimplexLab()
    for P in ([0.2, 0.5, 0.3], [0.0, 1.0, 0.0]):
        for panel, scale in (("simplex", 1.0), ("one-hot", 2 / 3)):
            lab.set(first=50, second=30, third=20)
            lab.click_at(panel, *(P @ corners_of(scale)))
            assert np.allclose(lab.steps[0].P, P, atol=0.011)
    lab.click_at("simplex", -0.2, -0.2)  # outside: the nearest inside
    assert lab.steps[0].P.tolist() == [1, 0, 0]


def test_simplex_lab_says_when_no_class_is_possible_and_stays():
    lab = SimplexLab(first=0, second=0)
    with pytest.raises(ValueError) as refusal:
        lab.set(third=0)
    assert_message(refusal.value)
    assert lab.steps[0].P.tolist() == [0, 0, 1]


def test_tie_is_said():
    assert "the first of the nearest targets is class 1" in SimplexLab(first=30, second=30, third=30).summary


def test_names_of_the_costs_stand_apart():
    for values in ({}, {"miss": 20}, {"ill": 1}, {"ill": 99, "miss": 20}):
        found = [mark for mark in marks(CostsLab(**values).scenes[-1], "risks", Text) if mark.text != "ask"]
        assert found[0].x < found[1].x


def test_names_of_the_hills_do_not_stand_on_a_border():
    for values in CostsLab.presets.values():
        for step, scene in zip((lab := CostsLab(**values)).steps, lab.scenes, strict=True):
            names = [mark for mark in scene.panel("densities").marks if isinstance(mark, Text) and mark.bold]
            edges = [low for _, low, _ in step.regions[1:]]
            assert len(names) == 2 and all(abs(name.x - edge) > 0.6 for name in names for edge in edges)
