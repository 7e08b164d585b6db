"""The cost lines and errors of a pruning sequence: numbers of their marks."""

from dataclasses import dataclass

import numpy as np
import pytest

from labkit.views.cost_lines import HEAD, CostLines, ErrorStairs, PriceAxis
from labkit.views.curves import Curve
from labkit.views.scene import Box, Path, Text

ALPHAS, RISKS, LEAVES = np.array([0.0, 0.0625, 0.125]), np.array([0.0, 0.125, 0.375]), np.array([5, 3, 1])  # rgb8


@dataclass(frozen=True)
class Moment:
    prune: int


def prune(step):
    return step.prune


def costs(now, links=(0.125, 0.0625), alphas=ALPHAS):
    view = CostLines(alphas, RISKS, LEAVES, prune, lambda step: np.array(links), box=(40, 30, 300, 100))
    return view(Moment(now))


def marks(panel, kind, **wanted):
    found = [mark for mark in panel.marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def test_price_axis_gives_every_tree_the_same_width():
    axis = PriceAxis(ALPHAS)
    assert axis.place(ALPHAS).tolist() == [0, 1, 2]
    assert axis.place(np.array([0.03125, 0.1875, 9.0])).tolist() == [0.5, 3, 3]  # the last is given half its price more
    assert [text for _, text in axis.ticks(300)] == ["0", "0.062", "0.12"]
    assert [place for place, _ in axis.ticks(80)] == [0, 2]


def test_price_axis_bears_two_trees_that_cost_nothing():
    assert PriceAxis(np.array([0.0, 0.0])).place(np.array([0.0, 1.0])).tolist() == [1, 2]


@pytest.mark.parametrize("now", range(3))
def test_cost_line_of_the_step_touches_the_least_cost_where_it_is_cheapest(now):
    panel = costs(now, links=())
    own, least = marks(panel, Path, color="accent")[0], marks(panel, Path, color="ink")[0]
    assert own.y[now : now + 2] == pytest.approx(least.y[now : now + 2])
    assert own.y[now] == pytest.approx(RISKS[now] + ALPHAS[now] * LEAVES[now])
    places = np.linspace(0, own.x[-1], 50)
    assert (np.interp(places, own.x, own.y) >= np.interp(places, least.x, least.y) - 1e-6).all()


def test_cost_lines_end_below_the_row_of_leaves():
    panel = costs(0)
    top = panel.ylim[1] / HEAD
    lines = marks(panel, Path, color="muted")
    assert len(lines) == 3
    assert max(line.y.max() for line in lines) == pytest.approx(top)
    assert [text.text for text in marks(panel, Text)] == ["5", "3", "1"]
    assert [text.text for text in marks(panel, Text, bold=True)] == ["5"]
    assert min(text.y for text in marks(panel, Text)) > top


def test_cost_lines_put_a_dot_at_every_price_of_a_node():
    dots = marks(costs(0), Path, dots=True)[0]
    assert dots.x[np.isfinite(dots.x)].tolist() == [1, 2]
    assert not marks(costs(2, links=()), Path, dots=True)


def test_stairs_keep_the_error_of_a_tree_while_it_is_cheapest():
    curves = [Curve(np.array([0.3, 0.2, 0.5]), "validation"), Curve(RISKS, "training", "class3")]
    panel = ErrorStairs(ALPHAS, curves, prune, best=1, box=(40, 30, 300, 100))(Moment(2))
    stairs = marks(panel, Path, color="class0")[0]
    assert stairs.x.tolist() == [0, 1, 1, 2, 2, 3]
    assert stairs.y == pytest.approx([0.3, 0.3, 0.2, 0.2, 0.5, 0.5])
    chosen, now = marks(panel, Box, stroke="ink")[0], marks(panel, Box, fill="lit")[0]
    assert (chosen.x0, chosen.x1, now.x0, now.x1) == (1, 2, 2, 3)
    assert {text.text for text in marks(panel, Text)} == {"validation", "training", "best"}


def test_stairs_of_a_tree_that_is_a_root_are_one_step():
    panel = ErrorStairs(np.array([0.0]), [Curve(np.array([0.0]), "training")], prune, 0, box=(40, 30, 300, 100))(
        Moment(0)
    )
    assert panel.xlim == (0, 1)
    assert panel.ylim[1] > panel.ylim[0]
