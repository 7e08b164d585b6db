"""The cost lines and errors of a pruning sequence: numbers of their marks."""

import numpy as np
import pytest
from views.marks import at, ends, of, step, texts

from labkit.views.charts.pruning import HEAD, PriceAxis, cost_lines, error_stairs
from labkit.views.scene import Boxes, Path, Text

ALPHAS, RISKS, LEAVES = np.array([0.0, 0.0625, 0.125]), np.array([0.0, 0.125, 0.375]), np.array([5, 3, 1])  # rgb8
SIZE = (300.0, 100.0)


def costs(now, links=(0.125, 0.0625)):
    return cost_lines(ALPHAS, RISKS, LEAVES, at, lambda step: np.array(links))(step(now), SIZE)


def test_price_axis_gives_every_tree_the_same_width():
    axis = PriceAxis(ALPHAS)
    assert axis.place(ALPHAS).tolist() == [0, 1, 2]
    assert axis.place(np.array([0.03125, 0.1875, 9.0])).tolist() == [0.5, 3, 3]  # the last is given half its price more
    assert [text for _, text in axis.ticks()] == ["0", "0.062", "0.12"]
    assert [place for place, _ in axis.ticks(2)] == [0, 2]


def test_price_axis_bears_two_trees_that_cost_nothing():
    assert PriceAxis(np.array([0.0, 0.0])).place(np.array([0.0, 1.0])).tolist() == [1, 2]


@pytest.mark.parametrize("now", range(3))
def test_cost_line_of_the_step_touches_the_least_cost_where_it_is_cheapest(now):
    panel = costs(now, links=())
    own, least = of(panel, Path, color="accent")[0], of(panel, Path, color="ink")[0]
    assert own.y[now : now + 2] == pytest.approx(least.y[now : now + 2])
    assert own.y[now] == pytest.approx(RISKS[now] + ALPHAS[now] * LEAVES[now])
    places = np.linspace(0, own.x[-1], 50)
    assert (np.interp(places, own.x, own.y) >= np.interp(places, least.x, least.y) - 1e-6).all()


def test_cost_lines_end_below_the_row_of_leaves():
    panel = costs(0)
    top = panel.ylim[1] / HEAD
    lines = of(panel, Path, color="muted")
    assert len(lines) == 3
    assert max(line.y.max() for line in lines) == pytest.approx(top)
    assert texts(panel) == ["5", "3", "1"] and texts(panel, bold=True) == ["5"]
    assert min(text.y for text in of(panel, Text)) > top


def test_cost_lines_put_a_dot_at_every_price_of_a_node():
    (dots,) = of(costs(0), Path, dots=True)
    assert dots.x[np.isfinite(dots.x)].tolist() == [1, 2]
    assert not of(costs(2, links=()), Path, dots=True)


def test_stairs_keep_the_error_of_a_tree_while_it_is_cheapest():
    curves = {"validation": np.array([0.3, 0.2, 0.5]), "training": RISKS}
    panel = error_stairs(ALPHAS, curves, at, best=1)(step(2), SIZE)
    stairs, other = of(panel, Path, color="curve0")[0], of(panel, Path, color="curve1")[0]
    assert stairs.x.tolist() == [0, 1, 1, 2, 2, 3] and stairs.upto is None
    assert stairs.y == pytest.approx([0.3, 0.3, 0.2, 0.2, 0.5, 0.5])
    assert stairs.dash != other.dash
    chosen, now = of(panel, Boxes, stroke="ink")[0], of(panel, Boxes, fill="lit")[0]
    assert (chosen.x0, chosen.x1, now.x0, now.x1) == (1, 2, 2, 3)
    assert ends(panel) == ["validation", "training"] and texts(panel) == ["best"]


def test_stairs_of_a_tree_that_is_a_root_are_one_step():
    panel = error_stairs(np.array([0.0]), {"training": np.array([0.0])}, at, 0)(step(0), SIZE)
    assert panel.xlim == (0, 1)
    assert panel.ylim[1] > panel.ylim[0]
