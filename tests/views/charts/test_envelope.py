"""Lines over a true axis and the least of them: the pruning sequence of the lecture, ties, both kinds of axis."""

import numpy as np
import pytest
from views.marks import at, of, step

from labkit.views.charts.envelope import lower_envelope, takeovers
from labkit.views.scene import Path, Segments

RISKS, LEAVES = np.array([0.0, 0.125, 0.375]), np.array([5, 3, 1])
SIZE = (300.0, 120.0)


def test_lines_take_over_at_the_prices_of_the_pruning_sequence():
    lines, places = takeovers(RISKS, LEAVES)
    assert lines.tolist() == [0, 1, 2] and places.tolist() == [0.0, 0.0625, 0.125]


@pytest.mark.parametrize("seed", range(8))
def test_takeovers_are_the_least_everywhere(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.random(9), rng.integers(0, 6, 9).astype(float)
    lines, places = takeovers(a, b)
    x = np.append(np.linspace(0, 2 * places[-1] + 1, 200), places)
    own = lines[np.searchsorted(places, x, side="right") - 1]
    np.testing.assert_allclose(a[own] + b[own] * x, (a[:, None] + b[:, None] * x).min(axis=0), atol=1e-12)
    assert (np.diff(b[lines]) < 0).all() and (np.diff(places) >= 0).all()


def test_line_that_only_touches_the_envelope_gives_way_to_the_flattest():
    lines, places = takeovers([0.0, 1.0, 2.0], [2.0, 1.0, 0.0])  # all three meet at 1
    assert lines.tolist() == [0, 2] and places.tolist() == [0.0, 1.0]
    assert takeovers([1.0, 1.0], [1.0, 1.0])[0].tolist() == [0]


@pytest.mark.parametrize("log", [False, True])
def test_chart_has_the_corners_the_lit_line_and_the_cursor(log):
    chart = lower_envelope(RISKS, LEAVES, lambda step: 0.1, which=at, xlog=log, key="tree", names=["5", "3", "1 leaf"])
    panel = chart(step(1), SIZE)
    (least,), (own,) = of(panel, Path, color="ink"), of(panel, Path, color="accent")
    for place, cost in ((0.0625, 0.3125), (0.125, 0.5)):
        corner = np.flatnonzero(np.isclose(least.x, place))
        assert least.y[corner] == pytest.approx([cost])
    np.testing.assert_allclose(own.y, 0.125 + 3 * own.x, atol=1e-6)
    assert own.items.label == "3"
    assert sorted(set(least.items.keys.tolist())) == [0, 1, 2]  # pointing at the least says which tree it is
    assert panel.at == 0.1 and of(panel, Segments, color="accent")[0].x0 == 0.1
    assert panel.xlog is log and panel.xlim == pytest.approx((0.0625 / 3 if log else 0.0, 0.1875))


def test_lines_of_unequal_number_are_refused():
    with pytest.raises(ValueError, match="slopes: expected one for each intercept"):
        takeovers([0.0, 1.0], [1.0])
