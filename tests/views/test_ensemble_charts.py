"""Says, margins, residuals, gains, losses, leaves and single members."""

import numpy as np
import pytest

from labkit.core.story import STOP, UPDATE, Step
from labkit.learners import RegressionTree
from labkit.views import words
from labkit.views.fan import Fan
from labkit.views.gains import Gains
from labkit.views.leaves import Leaf, Leaves
from labkit.views.losses import Loss, Losses
from labkit.views.margins import GHOSTS, MOST, Margins, ghosts
from labkit.views.residuals import Fit, Residuals, stairs
from labkit.views.says import Says
from labkit.views.scene import Bars, Box, Field, Path, Points, Text

BOX = (20.0, 20.0, 300.0, 160.0)


def step(k=0, model=None, event=UPDATE):
    return Step(event=event, model=model, example=k)


def at(step):
    return step.example


def of(panel, kind, **having):
    marks = [mark for mark in panel.marks if isinstance(mark, kind)]
    return [mark for mark in marks if all(getattr(mark, name) == value for name, value in having.items())]


def pieces(path):
    return np.column_stack([path.x, path.y]).astype(float).reshape(-1, 3, 2)[:, :2]


def inside(panel, text):
    return panel.xlim[0] <= text.x <= panel.xlim[1] and panel.ylim[0] <= text.y <= panel.ylim[1]


# ---------------------------------------------------------------- says


def test_says_light_the_newest_bar_and_write_its_height():
    panel = Says([0.42, 0.65, 0.92], at, box=BOX)(step(2))
    old, newest = of(panel, Bars)
    assert old.top.tolist() == pytest.approx([0.42]) and old.color != "accent"
    assert (newest.x.tolist(), newest.color) == ([2.0], "accent")
    assert [text.text for text in of(panel, Text)] == ["0.65"]


def test_says_are_empty_at_the_start_and_bear_negative_and_no_members():
    assert not of(Says([0.4, -0.2], at, box=BOX)(step(0)), Bars)
    panel = Says([0.4, -0.2], at, box=BOX)(step(2))
    assert panel.ylim[0] < -0.2
    assert not of(Says([], at, box=BOX)(step(0)), Bars)


@pytest.mark.parametrize("k", [1, 2, 37, 50])
def test_number_of_the_newest_covers_no_bar(k):
    alphas = np.random.default_rng(0).uniform(0.1, 1.0, 50)
    panel = Says(alphas, at, box=BOX)(step(k))
    (text,) = of(panel, Text)
    half = words.width(text.text, text.size, bold=True) / words.LECTURE / 2 * (panel.xlim[1] - panel.xlim[0]) / BOX[2]
    under = np.abs(np.arange(1, k + 1) - text.x) <= half
    assert inside(panel, text) and text.y > alphas[:k][under].max(initial=0.0)


# ---------------------------------------------------------------- margins


def test_margin_curve_is_the_share_of_examples_up_to_each_margin():
    margins = np.random.default_rng(1).uniform(-1, 1, (3, 25))
    (curve,) = of(Margins(margins, at, box=BOX)(step(2)), Path, color="accent")
    for margin in (-0.5, 0.0, 0.7):
        seen = curve.y[np.searchsorted(curve.x, margin, side="right") - 1]
        assert seen == pytest.approx((margins[1] <= margin).mean())


def test_margins_show_the_error_at_zero_and_nothing_at_the_start():
    margins = np.array([[-0.5, 0.2, 0.4, 1.0]])
    view = Margins(margins, at, box=BOX)
    (error,) = of(view(step(1)), Path, color="wrong")
    assert error.y.tolist() == [0.0, 0.25]
    assert not of(view(step(0)), Path)


def test_margins_keep_a_few_earlier_curves_and_send_them_once():
    view = Margins(np.random.default_rng(0).uniform(-1, 1, (60, 9)), at, box=BOX)
    one, other = of(view(step(55)), Path, color="muted"), of(view(step(56)), Path, color="muted")
    assert len(one) == GHOSTS and all(a is b for a, b in zip(one, other, strict=True))
    assert ghosts(1) == [] and ghosts(6) == [1, 2, 5] and ghosts(60) == [5, 10, 20, 50]


def test_margins_of_many_examples_are_thinned_evenly():
    margins = np.linspace(-1, 1, 5 * MOST)[None]
    (curve,) = of(Margins(margins, at, box=BOX)(step(1)), Path, color="accent")
    assert len(curve.x) == 2 * MOST + 2
    assert np.interp(0.5, curve.x, curve.y) == pytest.approx(0.75, abs=0.01)


# ---------------------------------------------------------------- residuals


class Stairs:
    def predict(self, points):
        return np.where(points[:, 0] <= 3.0, 1.0, -2.0)


def test_fit_shows_the_model_as_steps_and_stems_to_the_examples():
    x, y = [1.0, 2.0, 4.0], [1.5, 0.0, -2.5]
    view = Fit(x, y, box=BOX, editable=True, truth=np.sin)
    panel = view(step(model=Stairs()))
    (line,) = of(panel, Path, color="ink")
    assert line.y.tolist() == [1.0, 1.0, -2.0, -2.0]
    assert line.x[1] == line.x[2] == pytest.approx(3.0, abs=(view.xlim[1] - view.xlim[0]) / 400)
    np.testing.assert_allclose(
        pieces(of(panel, Path, color="class1")[0])[:, :, 1], [[1.0, 1.5], [1.0, 0.0], [-2, -2.5]]
    )
    assert of(panel, Points)[0].editable and len(of(panel, Path, dash=True)) == 1


@pytest.mark.parametrize("shrinkage", [1.0, 0.1])
def test_residuals_show_this_round_and_what_shrinkage_leaves_of_it(shrinkage):
    x = np.array([1.0, 2.0, 4.0])
    member = RegressionTree(max_depth=1).fit(x[:, None], [1.0, 1.0, -2.0]).model_
    view = Residuals(x, lambda step: [1.0, 1.0, -2.0], lambda step: step.model, box=BOX, reach=2.0, shrinkage=shrinkage)
    panel = view(step(model=member))
    lines = of(panel, Path, color="accent")
    assert lines[0].y.tolist() == [1.0, 1.0, -2.0, -2.0]
    assert [line.y.tolist() for line in lines[1:]] == (
        [] if shrinkage == 1.0 else [pytest.approx([0.1, 0.1, -0.2, -0.2])]
    )
    assert of(panel, Points)[0].y.tolist() == [1.0, 1.0, -2.0]
    assert not of(view(step()), Path, color="accent")


def test_stairs_have_corners_only_where_the_value_changes():
    x, y = stairs(np.array([1.0, 1.0, 3.0, 3.0]), (0.0, 4.0))
    assert (x.tolist(), y.tolist()) == ([0.0, 2.0, 2.0, 4.0], [1.0, 1.0, 3.0, 3.0])
    assert stairs(np.ones(4), (0.0, 4.0))[0].tolist() == [0.0, 4.0]


# ---------------------------------------------------------------- gains


def gains(k, event=UPDATE, **more):
    x = np.arange(1.0, 7.0)
    view = Gains(x[:-1] + 0.5, [0.6, 2.2, 3.5, 1.8, -0.4], at, box=BOX, x=x, kind=[0, 0, 1, 1, 1, 0], **more)
    return view(step(k, event=event))


@pytest.mark.parametrize("seen, best", [(1, 0.6), (2, 2.2), (3, 3.5), (5, 3.5)])
def test_gains_light_the_best_cut_seen_so_far(seen, best):
    panel = gains(seen)
    lit = [path for path in of(panel, Path, color="accent") if not path.dash]
    assert pieces(lit[0])[0, 1, 1] == pytest.approx(best)
    assert [text.text for text in of(panel, Text)] == [f"{best:.4g}"]
    assert inside(panel, of(panel, Text)[0])
    cursor = of(panel, Path, color="accent", dash=True)[0]
    assert cursor.x[0] == seen + 0.5


def test_gains_show_the_price_where_there_is_one():
    (price,) = of(gains(5, gamma=1.0), Path, color="wrong")
    assert price.y.tolist() == [1.0, 1.0]
    assert not of(gains(5), Path, color="wrong")
    assert gains(0, gamma=9.0).ylim[1] > 9.0
    assert not of(gains(0), Text)


def test_gains_that_are_losses_hang_below_zero_over_the_examples():
    panel = gains(5)
    assert pieces(of(panel, Path, color="class0")[0])[:, 1, 1].tolist() == pytest.approx([0.6, 2.2, 1.8, -0.4])
    assert panel.ylim[0] < of(panel, Points)[0].y.max() < -0.4


def test_gains_have_no_cursor_when_the_scan_is_over():
    assert of(gains(5), Path, color="accent", dash=True)
    assert not of(gains(5, event=STOP), Path, color="accent", dash=True)


@pytest.mark.parametrize("gamma", [3.5, 3.8, 4.1, 9.0])
def test_number_of_the_best_gain_is_off_the_line_of_the_price(gamma):
    panel = gains(5, gamma=gamma)
    (number,) = of(panel, Text)
    assert inside(panel, number) and number.y > 3.5
    assert abs(number.y - gamma) > 0.08 * (panel.ylim[1] - panel.ylim[0])


# ---------------------------------------------------------------- losses


def test_losses_are_read_at_the_margin():
    zero_one = Loss(lambda eta: (eta <= 0).astype(float), "0/1", "ink", steps=True)
    ghost = Loss(lambda eta: 1 - np.sign(eta), "1 - sgn", ghost=True, steps=True)
    hinge = Loss(lambda eta: np.maximum(1 - eta, 0), "hinge")
    panel = Losses([zero_one, ghost, hinge], lambda step: -0.5, box=BOX)(step())
    assert [text.text for text in of(panel, Text)] == ["0/1: 1", "1 - sgn: 2", "hinge: 1.5"]
    assert [path.y.tolist() for path in of(panel, Path, dots=True)] == [[1.0], [2.0], [1.5]]
    steps = of(panel, Path, color="ink", dots=False)[0]
    assert len(steps.x) == 4 and steps.x[1] == pytest.approx(0.0, abs=0.02)  # upright, at zero
    assert [path.color for path in of(panel, Path, dash=True)] == ["muted"]


def test_names_of_losses_stay_apart_and_under_the_top():
    many = [Loss(lambda eta, k=k: 50.0 + k + 0 * eta, f"loss {k}") for k in range(5)]
    panel = Losses(many, lambda step: 0.0, box=BOX)(step())
    heights = np.sort([text.y for text in of(panel, Text)])
    unit = (panel.ylim[1] - panel.ylim[0]) / BOX[3]
    assert np.diff(heights).min() >= 14.9 * unit and heights[-1] <= panel.ylim[1] + 1e-9


# ---------------------------------------------------------------- leaves

SHAPE = ("age < 15", ("male", 0, 1), 2)


def leaves(**more):
    scores = [Leaf(2.0, ("G -4, H 1",)), Leaf(0.1, ("G 0, H 1",), lit=True), Leaf(-1.0, ("G 3, H 2",))]
    total = {"total": lambda step: "3 gamma + 2.505 lambda"}
    return Leaves(SHAPE, lambda step: scores, box=(0.0, 0.0, 320.0, 210.0), full=2.0, **total, **more)


def test_leaves_say_questions_answers_scores_and_their_cost():
    panel = leaves()(step())
    said = [text.text for text in of(panel, Text)]
    assert {"age < 15", "male", "w = +2", "w = +0.1", "w = -1", "G 3, H 2", "3 gamma + 2.505 lambda"} <= set(said)
    assert said.count("yes") == said.count("no") == 2
    assert all(inside(panel, text) for text in of(panel, Text))


def test_leaves_have_bars_from_the_middle_as_long_as_their_scores():
    bars = [box for box in of(leaves()(step()), Box) if box.fill in ("class0", "class1")]
    lengths = [box.x1 - box.x0 for box in bars]
    assert lengths[0] == pytest.approx(20 * lengths[1]) and lengths[2] == pytest.approx(-lengths[0] / 2)
    assert len(of(leaves()(step()), Box, stroke="accent")) == 1


def test_click_finds_the_leaf_under_it():
    view = leaves()
    frames = [box for box in of(view(step()), Box) if box.fill == "card"][-3:]
    middles = [((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2) for box in frames]
    assert [view.leaf_at(*middle) for middle in middles] == [0, 1, 2]
    assert view.leaf_at(160.0, 5.0) is None


def test_leaf_alone_is_a_tree():
    panel = Leaves(0, lambda step: [Leaf(1.5)], box=BOX, full=2.0)(step())
    assert [text.text for text in of(panel, Text)] == ["w = +1.5"]


# ---------------------------------------------------------------- single members


class Many:
    """Member b says "b" right of b / 20."""

    asked = 0

    def member(self, b):
        self.asked += 1

        class One:
            def predict(self, points):
                return np.array(["a", "b"])[(points[:, 0] > b / 20).astype(int)]

        return One()


X = np.random.default_rng(0).uniform(-1, 1, (12, 2))


def fan(**more):
    return Fan(X, np.array(["a", "b"] * 6), at, box=(0.0, 0.0, 400.0, 320.0), limits=((-1, 1), (-1, 1)), **more)


def test_fan_shows_each_member_in_its_own_place_and_asks_it_once():
    model, view = Many(), fan()
    three, five = view(step(3, model)), view(step(5, model))
    assert len(of(three, Field)) == 3 and len(of(five, Field)) == 5 and model.asked == 5
    assert all(a is b for a, b in zip(of(three, Field), of(five, Field), strict=False))
    places = [field.extent for field in of(five, Field)]
    assert len(set(places)) == 5
    share = [field.values.mean() for field in of(five, Field)]
    assert share == pytest.approx([0.5 - b / 40 for b in range(5)], abs=0.02)


def test_fan_begins_again_when_it_is_full_and_frames_the_newest():
    panel = fan(columns=2, rows=2)(step(5, Many()))
    assert sorted(text.text for text in of(panel, Text)) == ["2", "3", "4", "5"]
    (frame,) = of(panel, Box, stroke="accent")
    newest = of(panel, Field)[-1].extent
    assert (frame.x0, frame.x1, frame.y0, frame.y1) == newest and newest[0] == 0.0


def test_fan_stays_within_its_box_and_bears_no_member():
    panel = fan()(step(12, Many()))
    for field in of(panel, Field):
        x0, x1, y0, y1 = field.extent
        assert 0 <= x0 < x1 <= 400.0 and 0 <= y0 < y1 <= 320.0
    assert fan()(step(0, Many())).marks == ()


def test_fan_holds_other_features_at_a_case():
    class Wide:
        def member(self, b):
            return self

        def predict(self, cases):
            return np.where(cases[:, 2] > 0, "b", "a")

    (field,) = of(fan(through=[0.0, 0.0, 1.0])(step(1, Wide())), Field)
    assert (field.values == 1).all()


@pytest.mark.parametrize("paints", [True, False])
def test_fan_lets_a_member_paint_itself_where_it_can(paints):
    class Painter:
        def member(self, b):
            return self

        def painted(self, x, y, at):
            assert at.tolist() == [0.0, 0.0, 1.0]
            return np.where(y[:, None] + 0 * x > 0, "b", "a") if paints else None

        def predict(self, cases):
            return np.where(cases[:, 1] > 0, "a", "b")

    (field,) = of(fan(through=[0.0, 0.0, 1.0])(step(1, Painter())), Field)
    assert (field.values[-1] == paints).all() and (field.values[0] != paints).all()
