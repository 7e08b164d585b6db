"""The layout: every part gets the room its texts need, boxes never meet, a narrow card stacks them."""

from itertools import combinations

import numpy as np
import pytest
from render.writing import faults
from views.marks import at, step

from labkit.core import data
from labkit.core.story import Step
from labkit.learners import ID3
from labkit.views import text_fit
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, shaped, small_multiples, square
from labkit.views.panel_texts import Room
from labkit.views.scene import EndLabel, Panel
from labkit.views.style import EDGE, NARROW, WIDTH
from labkit.views.tables.facts import facts
from labkit.views.tables.ranking import Ranked, ranking
from labkit.views.trees.tree import TreeView
from labkit.views.wrap import Of

STEP = Step(event="start", model=None)


def view(name, **frame):
    """A view whose panel has these texts around it."""
    return lambda step, size: Panel((0, 1), (0, 1), name=name, **frame)


def sized(name):
    class Sized:
        sized = True

        def __call__(self, step, size):
            return Panel((0, size[0]), (0, size[1]), name=name)

    return Sized()


CHART = {"title": "Error", "xticks": ((0, "0"),), "yticks": ((0, "0.25"),), "xlabel": "rounds",
         "ends": (EndLabel(0.5, "training"),)}  # fmt: skip


def outer(panel):
    """The rectangle of a panel with the texts around it."""
    room, (x, y, width, height) = Room.of(panel), panel.box
    return x - room.left, y - room.top, x + width + room.right, y + height + room.bottom


def assert_apart(scene):
    for panel in scene.panels:
        x0, y0, x1, y1 = outer(panel)
        assert x0 >= 0 and y0 >= 0 and x1 <= scene.width and y1 <= scene.height, f"{panel.name} is cut"
    for a, b in combinations(scene.panels, 2):
        (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = outer(a), outer(b)
        assert ax1 <= bx0 or bx1 <= ax0 or ay1 <= by0 or by1 <= ay0, f"{a.name} and {b.name} overlap"


LAYOUTS = {
    "plane and charts": columns(square(view("plane")), rows(view("a", **CHART), view("b", **CHART))),
    "nested": columns(square(view("plane")), rows(view("a", **CHART), columns(square(view("w")), view("code")))),
    "four planes over a chart": rows(
        columns(*(square(view(f"p{k}", title=f"rate {k}")) for k in range(4))), view("c", **CHART), shape=2.2
    ),
    "tree over charts": rows(sized("tree"), columns(view("a", **CHART), view("b", **CHART)), weights=(2, 1), shape=1.9),
    "y label": rows(view("a", ylabel="loss", **CHART)),
    "multiples": small_multiples(*(view(f"m{k}", title=str(k)) for k in range(5)), columns=3, shape=1.5),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_parts_and_their_texts_never_meet(layout):
    scene = layout(STEP)
    assert_apart(scene)
    assert_apart(scene.narrow())


def test_room_is_what_the_texts_need_in_lecture_mode():
    room = Room.of(Panel((0, 1), (0, 1), **CHART))
    assert room.left > text_fit.width("0.25", 10.0) > 1.3 * 10 * 2
    assert room.right > text_fit.width("training", 11.0)
    assert Room.of(Panel((0, 1), (0, 1))) == (0, 0, 0, 0)
    assert Room.of(Panel((0, 1), (0, 1), ylabel="loss", **CHART)).left > room.left


def test_square_is_square_and_others_share_the_rest_by_weight():
    scene = columns(square(view("plane")), view("a"), view("b"), weights=(1, 2, 1))(STEP)
    plane, a, b = (panel.box for panel in scene.panels)
    assert plane[2] == plane[3] == scene.height - 2 * EDGE
    assert a[2] == pytest.approx(2 * b[2])
    assert b[0] + b[2] == pytest.approx(WIDTH - EDGE)


def test_aspect_holds_on_a_narrow_card_too():
    scene = columns(shaped(view("plane"), 1.5), view("a", **CHART))(STEP)
    for each in (scene, scene.narrow()):
        width, height = each.panel("plane").box[2:]
        assert width / height == pytest.approx(1.5)


def test_charts_below_each_other_begin_at_one_line():
    wide = {**CHART, "yticks": ((0, "-1000.25"),)}
    scene = rows(view("a", **CHART), view("b", **wide))(STEP)
    assert scene.panel("a").box[0] == scene.panel("b").box[0]


def test_charts_below_each_other_of_one_story_end_at_one_line():
    def chart(name, label, story):
        return Chart(np.arange(story), at=lambda step: 1, name=name).line(np.arange(story), label)

    short, long, other = (chart(*each) for each in (("a", "w", 9), ("b", "a long name", 9), ("c", "x", 5)))
    a, b, c = rows(short, long, other)(STEP).panels
    ends = [panel.box[0] + panel.box[2] for panel in (a, b, c)]
    assert ends[0] == pytest.approx(ends[1]) and ends[1] < ends[2]


def test_narrow_card_has_all_panels_below_each_other_in_their_order():
    scene = LAYOUTS["plane and charts"](STEP)
    narrow = scene.narrow()
    assert narrow.width == NARROW and [p.name for p in narrow.panels] == [p.name for p in scene.panels]
    tops = [panel.box[1] for panel in narrow.panels]
    assert tops == sorted(tops) and len(set(tops)) == 3


def test_a_view_that_measures_its_room_is_asked_again_for_a_narrow_card_and_no_other():
    scene = columns(sized("tree"), view("a"))(STEP)
    narrow = scene.narrow()
    for each in (scene, narrow):
        panel = each.panel("tree")
        assert panel.xlim == (0, panel.box[2]) and panel.ylim == (0, panel.box[3])
    assert narrow.panel("a").marks is scene.panel("a").marks


def test_boxes_stay_where_they_are_for_all_steps_of_a_story():
    texts = iter(["0.1", "1000000.5", "0.1", "1000000.5"])
    layout = columns(lambda step, size: Panel((0, 1), (0, 1), yticks=((0, next(texts)),)))
    first = layout(STEP).panels[0].box
    assert layout(Step(event="stop", model=None)).panels[0].box == first


def test_a_title_too_long_for_its_box_ends_in_an_ellipsis():
    scene = columns(
        square(view("plane")), view("a", title="A title that is much longer than all the room there is " * 3)
    )(STEP)
    assert scene.panel("a").title.endswith("\u2026")


# ---------------------------------------------------------------- as they are written

LONG = "a name of a curve that is longer than any room there is beside it"


def chart(*names, scale=1.0, **axes):
    made = Chart(np.arange(21), at=at, title="The share of errors on fresh cases", **axes)
    for k, name in enumerate(names):
        made.line(scale * (k + np.linspace(0, 1, 21)), name)
    return made


def tree():
    tennis = data.load("tennis")
    model = ID3().fit(tennis.without("day", "play"), tennis["play"]).model_
    return Of(TreeView(model, title="Tennis"), lambda step: Step(event="start", model=model))


def table():
    rows = [Ranked(f"attribute {k}", (f"{k}", "0.0304"), 9.0 - k, k == 1) for k in range(9)]
    return ranking(lambda step: rows, ("test", "cost", "merit"), title="Merits of all tests at this node")


CURVES = ("training", "validation", "bound of the theorem")
PICTURES = {
    "three curves": lambda: rows(chart(*CURVES, xlabel="rounds", ylabel="error")),
    "long names": lambda: columns(chart(LONG, "short", xlabel=LONG, ylabel=LONG), chart("b", LONG)),
    "long names in a narrow column": lambda: columns(chart(LONG), chart("b"), weights=(1, 3)),
    "names without a number": lambda: columns(square(view("p", title=LONG)), rows(chart("a"), chart("b"), chart("c"))),
    "large numbers": lambda: columns(*(chart("a", scale=1e6, xlabel="n") for _ in range(4))),
    "ticks at the ends": lambda: columns(
        *(Chart([0, 1000], at=at, xticks=((0, "-1000.25"), (1000, "1000.75"))).line([0, 1]) for _ in range(3))
    ),
    "crowded ticks": lambda: columns(
        *(Chart(xlim=(0, 10), ylim=(0, 1), xticks=tuple((k, f"{k}.125") for k in range(11))) for _ in range(5))
    ),
    "low charts": lambda: rows(*(chart("training", "fresh", xlabel="rounds") for _ in range(4)), shape=1.6),
    "logarithmic": lambda: columns(
        chart("a", "b", ylog=True, ylabel="loss"),
        Chart(np.logspace(-4, 4, 9), at=at, xlog=True, xlabel="scale").line(np.arange(9), "score"),
    ),
    "planes with titles": lambda: small_multiples(*(view(f"m{k}", title=LONG) for k in range(8)), columns=4),
    "tree and tables": lambda: columns(
        tree(), rows(table(), facts(lambda step: [("leaves", "8", "5")], ("yours", "gain ratio"), title="Facts"))
    ),
}


@pytest.mark.parametrize("lecture", [False, True], ids=["", "lecture"])
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_no_text_meets_another_or_leaves_the_picture(picture, narrow, lecture):
    shown = picture()(step(9))
    assert not faults(shown.narrow() if narrow else shown, lecture)


def test_texts_that_meet_or_leave_the_picture_are_found():
    crowded = rows(lambda step, size: Panel((0, 1), (0, 1), title="A", ends=(EndLabel(0.5, LONG),)))(step())
    panel = crowded.panels[0]
    out = panel.placed((0.0, 5.0, WIDTH, 100.0), title="A title above the picture")
    twice = type(crowded)((panel, panel.placed(panel.box, title="B")), "", WIDTH, crowded.height)
    assert len(faults(type(crowded)((out,), "", WIDTH, 200.0))) == 2 and faults(twice)


def test_names_that_are_too_long_leave_most_of_the_width_to_the_curves():
    panel = rows(chart(LONG, "short"))(step()).panels[0]
    assert panel.box[2] > WIDTH / 2 and [end.text[-1] for end in panel.ends] == ["\u2026", "t"]


def test_ticks_are_thinned_evenly_where_they_would_meet():
    ticks = tuple((k, f"{k}.125") for k in range(11))
    narrow, wide = (
        columns(*(view(f"p{k}", xticks=ticks, yticks=ticks) for k in range(n)))(step()).panels[0] for n in (6, 1)
    )
    assert len(wide.xticks) == 11 > len(narrow.xticks)
    assert len(set(np.diff([place for place, _ in narrow.xticks]))) == 1


def test_chart_on_a_narrow_card_is_neither_a_slit_nor_a_tower():
    flat = rows(*(chart("a") for _ in range(6)), shape=1.6)(step()).narrow()
    tall = columns(chart("a"), *(square(view(f"p{k}")) for k in range(2)))(step()).narrow()
    assert all(panel.box[3] >= 70 for panel in flat.panels)
    _, _, width, height = tall.panel("chart").box
    assert height <= 0.75 * width


@pytest.mark.parametrize("place", [rows, columns])
def test_weights_that_are_not_one_for_each_part_are_refused(place):
    with pytest.raises(ValueError, match="expected one for each of 2 parts, got 1"):
        place(view("a"), view("b"), weights=(1,))


def test_picture_settled_as_another_keeps_its_boxes():
    first = columns(square(view("p")), chart("a name"))
    second = columns(square(view("p")), chart("a much longer name"))
    other = rows(view("p"), chart("a"))
    boxes = [panel.box for panel in first(step(1)).panels]
    assert [panel.box for panel in second(step(1)).panels] != boxes  # by itself it leaves more room for the name
    second._boxes = None
    second.settle_as(first)
    assert [panel.box for panel in second(step(2)).panels] == boxes
    other.settle_as(first)
    assert [panel.box for panel in other(step(2)).panels] != boxes  # other parts: measured by itself
