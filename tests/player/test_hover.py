"""What a pointer is told, what is lit with it, and where a click leads: in the browser, without a kernel."""

import base64
import json
from dataclasses import replace

import numpy as np
import pytest
from render.gallery import scene, things

from labkit.core import data
from labkit.learners import CART, AdaBoost
from labkit.player.player import SHOWN, play
from labkit.player.widget import Card
from labkit.render import theme
from labkit.render.canvas import pack
from labkit.render.pen import place
from labkit.views.charts.chart import Chart
from labkit.views.charts.counts import example_bars
from labkit.views.charts.ensembles import vote_weights
from labkit.views.items import Items
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import RING, Path, Points, Scene, bars, codes, coordinates
from labkit.views.trees.tree import TreeView

pytestmark = pytest.mark.browser

SHOW = """async ([source, style, values]) => {
    values.payload = new DataView(Uint8Array.from(atob(values.payload), (c) => c.charCodeAt(0)).buffer);
    const sheet = document.createElement("style");
    sheet.textContent = style;
    const el = document.createElement("div");
    document.body.replaceChildren(sheet, el);
    const model = { get: (name) => values[name], set: (name, value) => { values[name] = value; }, save_changes() {},
        on() {}, off() {} };
    const names = "Card, itemsAt, linkedTo, numbersOf, saidTogether, stepOf, unpackStory";
    const blob = new Blob([`${source}\\nglobalThis.labkit = { ${names} };`], { type: "text/javascript" });
    await import(URL.createObjectURL(blob));
    window.card = new labkit.Card(model, el);
    await card.load();
}"""


@pytest.fixture(scope="module")
def window(browser):
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    page.set_content("<body data-jp-theme-light='true'></body>")
    yield page
    page.close()


def show(page, **values):
    """A card of these values, as a page without a kernel shows it."""
    values = {"frame": 0, "controls": [], "presets": {}, "painter": {}, "clicks": [], "error": "", "asks": {}, **values}
    values["payload"] = base64.b64encode(values["payload"]).decode()
    values["themes"] = json.loads(theme.as_json())
    page.evaluate(SHOW, [Card._esm, Card._css, values])


def show_player(page, player):
    shown = {name: getattr(player, name) for name in SHOWN}
    show(page, **{name: list(value) if isinstance(value, tuple) else value for name, value in shown.items()})


def lit(page, shown, x, y):
    """Whether anything is lit around a place in units."""
    script = """([x, y]) => {
        const canvas = document.querySelector(".lk-light"), far = 12;
        const pixels = canvas.getContext("2d").getImageData(x - far, y - far, 2 * far, 2 * far).data;
        return pixels.some((value) => value > 0);
    }"""
    scale = page.locator("canvas.lk-canvas").bounding_box()["width"] / shown.width
    return page.evaluate(script, [float(scale * x), float(scale * y)])


def at(page, lab_scene, panel, x, y):
    """The pixel of a place on the page."""
    box = page.locator("canvas.lk-canvas").bounding_box()
    scale = box["width"] / lab_scene.width
    px, py = place(panel, float(x), float(y))
    return float(box["x"] + scale * px), float(box["y"] + scale * py)


def told(page):
    label = page.locator(".lk-tip")
    return label.inner_text().split("\n") if label.is_visible() else []


def numbers(page, shown, panel=0):
    show(page, title="", payload=pack([shown]))
    return page.evaluate(f"labkit.numbersOf(card.story.frames[0].panels[{panel}])")


def test_every_kind_of_mark_says_its_numbers_by_the_names_of_the_axes(window):
    said = numbers(window, things())
    assert said[:2] == [
        ["example 0", "class A", "x1 1, x2 5", "weight: 0.2"],
        ["example 1", "class B, on the wrong side", "x1 2, x2 5", "weight: 0.5"],
    ]
    assert said[3:6] == [["example 0", "slack: 1"], ["example 1", "slack: 2"], ["example 2", "slack: 3"]]
    assert said[6:9] == [["round 0", "error: 2"], ["round 5", "error: 3"], ["round 10", "error: 2.5"]]
    assert said[9] == ["node 7", "x1 \u2264 2.5", "12 : 3"]
    assert said[10:] == [["x1 8", "gain: 2"], ["x1 9", "gain: 3"]]


def test_label_names_the_place_once_for_all_curves_and_only_as_far_as_they_are_drawn(window):
    x = coordinates([0, 5, 10])
    curves = [Path(x, coordinates(y), items=Items("round", x, name), upto=upto)
              for name, y, upto in (("training", [3, 2, 1], 2), ("fresh", [4, 3, 2.5], None))]  # fmt: skip
    shown = scene(*curves)
    show(window, title="", payload=pack([shown]))
    window.mouse.move(*at(window, shown, shown.panels[0], 5.4, 5.0))
    assert told(window) == ["round 5", "training: 2", "fresh: 3"]
    window.mouse.move(*at(window, shown, shown.panels[0], 9.8, 5.0))
    assert told(window) == ["round 10", "fresh: 2.5"]


def test_what_is_pointed_at_is_lit_with_all_of_its_key(window):
    left = things().panels[0]
    other = Points(coordinates([1, 2]), coordinates([1, 1]), codes([0, 0]), items=Items("example", coordinates([9, 1])))
    right = replace(left, box=(410.0, 40.0, 60.0, 220.0), marks=(other,), name="beside")
    shown = Scene((left, right), "", 480.0, 300.0)
    show(window, title="", payload=pack([shown]))
    script = """([px, py]) => {
        const frame = card.shownFrame(), [panel] = frame.panels;
        const found = labkit.itemsAt(panel, card.scale, px * card.scale, py * card.scale);
        return labkit.linkedTo(frame, panel, found).map(({ panel, mark, k }) => [panel.name, mark.type, k]);
    }"""
    lit = window.evaluate(script, place(left, 2.0, 5.0).tolist())
    assert lit == [["plane", "Points", 1], ["plane", "Boxes", 1], ["beside", "Points", 1]]
    assert window.evaluate(script, place(left, 6.6, 1.0).tolist())[0][1:] == ["Path", 2]  # nothing nearer: the curve


def test_points_and_bars_speak_by_themselves_but_not_between_axes_without_names(window):
    points, column = Points(coordinates([1, 2]), coordinates([5, 5]), codes([0, 1])), bars([3.0], [2.0])
    assert numbers(window, scene(points, column, xlabel="x1")) == [["x1 1"], ["x1 2"], ["x1 3", "2"]]
    assert numbers(window, scene(points, xlabel="x1", yticks=((5.0, "5"),)))[0] == ["x1 1, height 5"]
    assert numbers(window, scene(points)) == []


def test_ring_does_not_hide_the_example_in_it(window):
    place = coordinates([4]), coordinates([5]), codes([0])
    example, ring = Points(*place, items=Items("example", 7)), Points(*place, flag=codes([RING]), size=11.0)
    for marks in ((example, ring), (ring, example)):
        shown = scene(*marks, xlabel="x1")
        show(window, title="", payload=pack([shown]))
        window.mouse.move(*at(window, shown, shown.panels[0], 4.0, 5.0))
        assert told(window) == ["example 7", "x1 4"]


def test_numbers_of_a_curve_that_was_not_asked_everywhere_leave_the_gaps_out(window):
    gap = Path(coordinates([1, 2, 3]), coordinates([1, float("nan"), 2]), items=Items(label="f"))
    assert numbers(window, scene(gap, xlabel="x")) == [["x 1", "f: 1"], ["x 3", "f: 2"]]


def boosting():
    """Ten points, four rounds: a plane, the bars of the weights, the errors and the votes."""
    ten = data.load("adaboost10")
    X, y = ten.numeric("x1", "x2"), np.asarray(ten["y"])
    trace = AdaBoost(rounds=4).trace(X, y)[:-1]
    plane = Plane(X, y, first=1, values=lambda step: {"weight": step.next_weights})
    weights = example_bars("next_weights", (y > 0).astype(int), first=1, ylim=(0.0, 0.3))
    errors = Chart(trace, x="round", xlabel="rounds", name="errors").line("error", "training")
    votes = vote_weights(trace[-1].model.alphas, "round")
    return play(trace, columns(square(plane), rows(weights, errors, votes)), title="Boosting")


def test_hover_says_an_example_lights_its_bar_and_follows_the_story(window):
    player = boosting()
    show_player(window, player)
    window.evaluate("card.show(2)")
    plane, bars = (player.scenes[2].panel(name) for name in ("plane", "weights"))
    points = next(mark for mark in plane.marks if isinstance(mark, Points))
    window.mouse.move(*at(window, player.scenes[2], plane, points.x[4], points.y[4]))
    said = told(window)
    assert said[0] == "example 5" and said[-1] == f"weight: {float(f'{points.items.values[4]:.4g}'):g}"
    (x, y), (px, py) = place(bars, 4.0, 0.0), place(bars, 8.0, 0.0)
    assert [lit(window, player.scenes[2], *where) for where in ((x, y), (px, py))] == [True, False]
    window.evaluate("card.show(3)")
    assert told(window) != said and told(window)[0] == "example 5"
    window.keyboard.press("Tab")
    window.locator(".lk-card").press("Escape")
    assert told(window) == [] and not lit(window, player.scenes[2], x, y)


def test_click_on_a_curve_or_on_its_axis_goes_to_that_step_without_a_kernel(window):
    player = boosting()
    show_player(window, player)
    errors, votes = (player.scenes[0].panel(name) for name in ("errors", "vote weights"))
    below = errors.ylim[0] - 0.25 * (errors.ylim[1] - errors.ylim[0])
    for panel, x, y, step in ((errors, 3.2, 0.2, 3), (errors, 1.0, below, 1), (votes, 4.0, 0.1, 4)):
        where = at(window, player.scenes[0], panel, x, y)
        window.mouse.move(*where)
        assert window.evaluate("card.canvas.style.cursor") == "pointer"
        window.mouse.click(*where)
        assert window.evaluate("card.frame") == step


def test_click_on_a_node_goes_to_the_step_that_split_it(window):
    X = np.random.default_rng(3).random((30, 2))
    trace = CART(max_depth=3).trace(X, (X[:, 0] > X[:, 1]).astype(int))
    player = play(trace, columns(TreeView(trace[-1].model)), title="Tree")
    show_player(window, player)
    last, model = len(trace) - 1, trace[-1].model
    tree = player.scenes[last].panel("tree")
    nodes = {mark.items.keys: mark for mark in tree.marks if getattr(mark, "items", None)}
    leaf = int(model.leaves[0])
    window.evaluate(f"card.show({last})")
    for node, step in ((leaf, last), (0, 1)):  # a leaf was never split
        box = nodes[node]
        window.mouse.click(*at(window, player.scenes[last], tree, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2))
        assert window.evaluate("card.frame") == step
    assert ("node", 0) in player.scenes[1].panel("tree").acts
