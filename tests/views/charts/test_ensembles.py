"""Vote weights, margins and gains."""

import numpy as np
import pytest
from views.marks import at, inside, of, step, texts

from labkit.core.story import STOP, UPDATE
from labkit.views.charts.ensembles import GHOSTS, MOST, cumulative_margins, ghosts, split_gains, vote_weights
from labkit.views.scene import DASHED, Boxes, Path, Points, Segments, Text

SIZE = (300.0, 160.0)


# ---------------------------------------------------------------- vote weights


def bars(panel):
    """The finite heights of the bars of either colour."""
    old, newest = of(panel, Boxes)
    assert newest.fill == "accent" != old.fill
    return [[float(top) for top in mark.y1 if np.isfinite(top)] for mark in (old, newest)]


def test_vote_weights_light_the_newest_bar_and_the_title_says_its_height():
    panel = vote_weights([0.42, 0.65, 0.92], at)(step(2), SIZE)
    assert bars(panel) == [[pytest.approx(0.42)], [pytest.approx(0.65)]]
    assert panel.title == "Vote weight: 0.65"


def test_vote_weights_are_empty_at_the_start_and_bear_negative_and_no_members():
    view = vote_weights([0.4, -0.2], at)
    assert bars(view(step(0), SIZE)) == [[], []] and view(step(0), SIZE).title == "Vote weight"
    assert view(step(2), SIZE).ylim[0] < -0.2
    assert bars(vote_weights([], at)(step(0), SIZE)) == [[], []]


# ---------------------------------------------------------------- margins


def test_margin_curve_is_the_share_of_examples_up_to_each_margin():
    margins = np.random.default_rng(1).uniform(-1, 1, (3, 25))
    (curve,) = of(cumulative_margins(margins, at)(step(2), SIZE), Path, color="accent")
    for margin in (-0.5, 0.0, 0.7):
        seen = curve.y[np.searchsorted(curve.x, margin, side="right") - 1]
        assert seen == pytest.approx((margins[1] <= margin).mean())


def test_margins_show_the_error_at_zero_and_nothing_at_the_start():
    view = cumulative_margins(np.array([[-0.5, 0.2, 0.4, 1.0]]), at)
    (error,) = of(view(step(1), SIZE), Segments, color="wrong")
    assert (error.x0, error.x1, error.y0, error.y1) == (0.0, 0.0, 0.0, 0.25)
    start = view(step(0), SIZE)
    assert not of(start, Path) and not of(start, Segments) and texts(start) == ["wrong", "right"]


def test_margins_keep_a_few_earlier_curves_and_send_them_once():
    view = cumulative_margins(np.random.default_rng(0).uniform(-1, 1, (60, 9)), at)
    one, other = (of(view(step(k), SIZE), Path, color="muted") for k in (55, 56))
    assert len(one) == GHOSTS and all(a is b for a, b in zip(one, other, strict=True))
    assert ghosts(1) == [] and ghosts(6) == [1, 2, 5] and ghosts(60) == [5, 10, 20, 50]


def test_margins_of_many_examples_are_thinned_evenly():
    margins = np.linspace(-1, 1, 5 * MOST)[None]
    (curve,) = of(cumulative_margins(margins, at)(step(1), SIZE), Path, color="accent")
    assert len(curve.x) == 2 * MOST + 2
    assert np.interp(0.5, curve.x, curve.y) == pytest.approx(0.75, abs=0.01)


# ---------------------------------------------------------------- gains


def gains(k, event=UPDATE, **more):
    x = np.arange(1.0, 7.0)
    view = split_gains(x[:-1] + 0.5, [0.6, 2.2, 3.5, 1.8, -0.4], at, x=x, kind=[0, 0, 1, 1, 1, 0], **more)
    return view(step(k, event=event), SIZE)


@pytest.mark.parametrize("seen, best", [(1, 0.6), (2, 2.2), (3, 3.5), (5, 3.5)])
def test_gains_light_the_best_cut_seen_so_far(seen, best):
    panel = gains(seen)
    lit = [mark for mark in of(panel, Segments, color="accent") if not mark.dash]
    assert [mark.y1 for mark in lit] == [pytest.approx(best)]
    assert texts(panel) == [f"{best:.4g}"] and inside(panel, of(panel, Text)[0])
    (cursor,) = of(panel, Segments, color="accent", dash=DASHED)
    assert cursor.x0 == cursor.x1 == seen + 0.5


def test_gains_show_the_price_where_there_is_one():
    (price,) = of(gains(5, gamma=1.0), Segments, color="wrong")
    assert price.y0 == price.y1 == 1.0
    assert not of(gains(5), Segments, color="wrong")
    assert gains(0, gamma=9.0).ylim[1] > 9.0
    assert not texts(gains(0))


def test_gains_that_are_losses_hang_below_zero_over_the_examples():
    panel = gains(5)
    assert of(panel, Segments, color="curve0")[0].y1.tolist() == pytest.approx([0.6, 2.2, 1.8, -0.4])
    assert panel.ylim[0] < of(panel, Points)[0].y.max() < -0.4


def test_gains_have_no_cursor_when_the_scan_is_over():
    assert of(gains(5), Segments, color="accent", dash=DASHED)
    assert not of(gains(5, event=STOP), Segments, color="accent", dash=DASHED)


@pytest.mark.parametrize("gamma", [3.5, 3.8, 4.1, 9.0])
def test_number_of_the_best_gain_is_off_the_line_of_the_price(gamma):
    panel = gains(5, gamma=gamma)
    (number,) = of(panel, Text)
    assert inside(panel, number) and number.y > 3.5
    assert abs(number.y - gamma) > 0.08 * (panel.ylim[1] - panel.ylim[0])
