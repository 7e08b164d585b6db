"""Diagrams: contour lines are where the function says, ways grow, the simplex, units and edges."""

from itertools import combinations

import numpy as np
import pytest
from views.marks import apart, of, span

from labkit.core.story import Step
from labkit.views.diagrams.contours import contour, contour_lines, joined
from labkit.views.diagrams.landscape import Landscape
from labkit.views.diagrams.network import Layers, Network, Unit
from labkit.views.diagrams.shapes import Cells, Contours, Ellipses, Region
from labkit.views.diagrams.simplex import CORNERS, Posterior, Simplex
from labkit.views.scene import DASHED, Field, Path, Points, Segments, Text

STEP, SIZE = Step(event="start", model=None), (400.0, 300.0)
GRID = np.linspace(-2, 2, 81)


def test_contour_of_a_circle_is_a_closed_circle():
    x, y = np.meshgrid(GRID, GRID)
    rows = contour(x**2 + y**2, GRID, GRID, 1.03)
    ends = rows.reshape(-1, 2)
    np.testing.assert_allclose(np.hypot(*ends.T) ** 2, 1.03, atol=2e-3)
    _, counts = np.unique(ends.round(9), axis=0, return_counts=True)
    assert (counts == 2).all(), "every end is the beginning of another piece"
    assert np.hypot(*(rows[:, 2:] - rows[:, :2]).T).sum() == pytest.approx(2 * np.pi * np.sqrt(1.03), rel=1e-3)


def test_contour_of_a_plane_is_a_straight_line_wherever_it_lies():
    x, y = np.meshgrid(GRID, GRID)
    ends = contour(2 * x - y, GRID, GRID, 0.3).reshape(-1, 2)
    np.testing.assert_allclose(2 * ends[:, 0] - ends[:, 1], 0.3, atol=1e-12)


@pytest.mark.parametrize("level", [-0.1, 0.1])
def test_contour_at_a_saddle_joins_the_sides_of_the_middle(level):
    """Four crossed edges: with the mean above the level, the two high corners are joined, the low ones cut off."""
    values = np.array([[1.0, -1.0], [-1.0, 1.0]]) + 0.0
    rows = contour(values, np.array([0.0, 1.0]), np.array([0.0, 1.0]), level)
    assert len(rows) == 2
    cut_off = np.array([[1.0, 0.0], [0.0, 1.0]]) if level < 0 else np.array([[0.0, 0.0], [1.0, 1.0]])
    middles = (rows[:, :2] + rows[:, 2:]) / 2
    for middle in middles:
        assert np.abs(cut_off - middle).sum(axis=1).min() < 0.6


def test_level_outside_the_function_has_no_contour():
    assert contour(np.zeros((5, 5)), np.arange(5.0), np.arange(5.0), 1.0).shape == (0, 4)


def test_pieces_of_a_contour_are_joined_to_lines_so_that_dashes_are_not_cut_short():
    x, y = np.meshgrid(GRID, GRID)
    values = np.where(x < 0, np.hypot(x + 1, y), np.abs(y - 0.3))  # a circle, and two lines that leave the picture
    rows, (mark,) = contour(values, GRID, GRID, 0.55), contour_lines(values, GRID, GRID, 0.55, dash=DASHED)
    assert np.isnan(mark.x).sum() == np.isnan(joined(rows)[:, 0]).sum() <= 3
    steps = np.hypot(np.diff(mark.x), np.diff(mark.y))
    assert np.nanmax(steps) < 0.08, "cells are 0.05 wide"
    assert np.nansum(steps) == pytest.approx(np.hypot(*(rows[:, 2:] - rows[:, :2]).T).sum(), rel=1e-4)


def test_closed_contour_ends_where_it_begins_and_several_levels_are_one_mark():
    x, y = np.meshgrid(GRID, GRID)
    (mark,) = contour_lines(x**2 + y**2, GRID, GRID, (0.5, 1.5, 99.0))
    assert np.isnan(mark.x).sum() == 2 and np.isnan(mark.x[-1])
    first = np.column_stack([mark.x, mark.y])[: np.flatnonzero(np.isnan(mark.x))[0]]
    np.testing.assert_array_equal(first[0], first[-1])


def test_landscape_has_contours_and_ways_that_grow_with_the_story():
    ways = {"down": np.linspace([1, 1], [0, 0], 5), "other": np.linspace([-1, 1], [0, 0], 5)}
    view = Landscape(lambda w: (w**2).sum(axis=-1), ((-2, 2), (-2, 2)), ways=ways, at=lambda step: step.example)
    panel = view(Step(event="update", model=None, example=2), SIZE)
    assert isinstance(panel.marks[0], Field) and panel.marks[1].color == "muted"
    first, head, second, other = (mark for mark in panel.marks[2:] if isinstance(mark, Path))
    assert [len(each.x) for each in (first, head, second, other)] == [3, 1, 3, 1] and head.x[0] == pytest.approx(0.5)
    assert (first.color, second.color) == (head.color, other.color) and first.color != second.color
    assert first.dash != second.dash, "as the lines of a chart of the same stories"


def test_landscape_names_several_ways_at_their_ends_apart_and_inside():
    ways = {name: np.linspace([-1, x], [1.9, 1.9], 5) for name, x in (("down", 1), ("other", 0))}
    view = Landscape(lambda w: (w**2).sum(axis=-1), ((-2, 2), (-2, 2)), ways=ways, at=lambda step: step.example)
    for at, anchor in ((0, "left"), (4, "right")):
        panel = view(Step(event="update", model=None, example=at), SIZE)
        down, other = (mark for mark in panel.marks if isinstance(mark, Text))
        assert (down.text, other.text) == ("down", "other") and down.anchor == other.anchor == anchor
        assert abs(down.y - other.y) > 0.15 and max(down.y, other.y) < 2
    alone = Landscape(lambda w: w[:, 0], ((-2, 2), (-2, 2)), ways={"down": ways["down"]}, at=lambda step: 2)
    marks = alone(Step(event="update", model=None), SIZE).marks
    assert not [mark for mark in marks if isinstance(mark, Text)] and isinstance(marks[-1], Points)


def test_landscape_shows_only_the_recent_places_of_a_way():
    view = Landscape(lambda w: w[:, 0], ((-2, 2), (-2, 2)), ways={"": np.linspace([0, 0], [1, 1], 11)},
                     at=lambda step: step.example, recent=3)  # fmt: skip
    lines = [view(Step(event="update", model=None, example=k), SIZE).marks[-2] for k in (1, 5, 40)]
    assert [line.x.tolist() for line in lines] == [pytest.approx(x) for x in ([0, 0.1], [0.3, 0.4, 0.5], [0.8, 0.9, 1])]


def test_ways_on_a_ground_that_is_drawn_once():
    asked = []
    ground = Landscape(lambda w: asked.append(len(w)) or (w**2).sum(axis=1), ((-2, 2), (-2, 2)))
    ways = {"a": np.array([[0.0, 0.0], [1.0, 1.0]])}
    with_way, without = (view(None, (100, 100)) for view in (ground.with_ways(ways, at=lambda step: 1), ground))
    assert len(asked) == 1
    assert with_way.marks[: len(without.marks)] == without.marks
    line, head = with_way.marks[len(without.marks) :]
    assert line.x.tolist() == [0.0, 1.0] and head.x.tolist() == [1.0]


def test_landscape_of_a_density_is_shaded_by_height():
    """A narrow peak is dark on light, where shades by area would fill the plane."""
    dark = {by_area: first_field(by_area) > 64 for by_area in (True, False)}
    assert dark[False].mean() < 0.02 < 0.4 < dark[True].mean()


def first_field(by_area: bool) -> np.ndarray:
    view = Landscape(lambda w: np.exp(-20 * (w**2).sum(axis=1)), ((-2, 2), (-2, 2)), by_area=by_area)
    return view(STEP, SIZE).marks[0].values


def test_contours_are_a_mark_for_each_level_that_is_reached():
    inner, outer = Contours(lambda step: lambda w: (w**2).sum(axis=1), (1, 2.25, 99), ((-2, 2), (-2, 2)))(STEP)
    for mark, radius in ((inner, 1.0), (outer, 1.5)):
        np.testing.assert_allclose(np.hypot(mark.x, mark.y)[:-1], radius, atol=2e-3)


def test_region_is_outlined_and_hatched_inside():
    hatching, outline = Region(lambda step: lambda w: np.abs(w).max(axis=1) < 1, ((-2, 2), (-2, 2)))(STEP)
    assert (hatching.y0 == hatching.y1).all() and np.abs([hatching.x0, hatching.x1, hatching.y0]).max() < 1
    np.testing.assert_allclose(np.abs([outline.x, outline.y]).max(axis=0)[:-1], 1.0, atol=0.03)
    assert not Region(lambda step: lambda w: w[:, 0] > 5, ((-2, 2), (-2, 2)))(STEP)


def test_ellipses_are_filled_outlines_in_the_colours_of_their_classes():
    ring = np.column_stack([np.cos(GRID), np.sin(GRID)])
    marks = Ellipses(lambda step: [ring, 2 * ring], centres=lambda step: np.zeros((2, 2)))(STEP)
    assert [mark.fill for mark in marks[:2]] == ["class0", "class1"] and all(mark.dots for mark in marks[2:])


def test_cells_draw_borders_over_their_sides():
    sides = np.array([[0.0, 0, 1, 1], [1, 1, 2, 0]])
    thin, bold = Cells(lambda step: sides, lambda step: sides[:1])(STEP)
    assert len(thin.x0) == 2 and len(bold.x0) == 1 and bold.width > thin.width


def test_simplex_puts_certainty_in_the_corners_and_leads_to_the_most_probable_class():
    shown = Posterior(np.vstack([np.eye(3), [[0.2, 0.5, 0.3]]]), kind=np.array([0, 1, 2, 1]), asked=3)
    panel = Simplex(lambda step: shown, "ABC")(STEP, SIZE)
    points = [mark for mark in panel.marks if isinstance(mark, Points)][-1]
    np.testing.assert_allclose(np.column_stack([points.x, points.y])[:3], CORNERS, atol=1e-6)
    arrow = next(mark for mark in panel.marks if isinstance(mark, Path) and mark.arrow)
    np.testing.assert_allclose([arrow.x[-1], arrow.y[-1]], CORNERS[1], atol=1e-6)
    assert {"A", "B", "C", "?"} <= {mark.text for mark in panel.marks if isinstance(mark, Text)}


def test_network_joins_every_unit_with_those_that_take_input():
    units = [
        [Unit(("1",), takes=False), Unit(("x 0.5",))],
        [Unit(("1",), takes=False), Unit(("z",), lit=True)],
        [Unit(("y",))],
    ]
    weights = [np.array([[0.5], [-0.7]]), np.array([[0.1], [0.2]])]
    panel = Network(lambda step: Layers(units, weights))(STEP, SIZE)
    edges = [mark for mark in panel.marks if isinstance(mark, Segments)]
    assert len(edges) == 4 and [edge.dash == DASHED for edge in edges] == [False, True, False, False]
    assert {"0.5", "-0.7", "z"} <= {mark.text for mark in panel.marks if isinstance(mark, Text)}
    assert len(panel.targets) == 5


def test_network_writes_the_largest_weights_where_numbers_would_meet():
    units = [[Unit((f"x{k}",)) for k in range(6)], [Unit((f"z{k}",)) for k in range(6)]]
    weights = np.arange(1.0, 37.0).reshape(6, 6) / 36
    few, all_of_them = (
        of(Network(lambda step: Layers(units, [weights]))(STEP, size), Text) for size in (SIZE, (3000.0, 3000.0))
    )
    words = [[text for text in texts if "." in text.text or text.text == "1"] for texts in (few, all_of_them)]
    assert len(words[0]) < len(words[1]) == 36 and "1" in {text.text for text in words[0]}
    assert all(apart(span(a), span(b)) for a, b in combinations(few, 2))
