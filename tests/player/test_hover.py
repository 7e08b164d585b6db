"""What a pointer is told, what is lit with it, and where a click leads: in the browser, without a kernel."""

import base64
import json
from dataclasses import replace

import pytest
from render.gallery import scene, things

from labkit.lectures.l15_growing_trees import GrowthLab
from labkit.lectures.l20_adaboost import AdaBoostLab
from labkit.player.player import SHOWN
from labkit.player.widget import Card
from labkit.render import theme
from labkit.render.canvas import pack
from labkit.render.pen import place
from labkit.views.items import Items
from labkit.views.scene import Path, Points, Scene, codes, coordinates

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
    values = {"frame": 0, "controls": [], "presets": {}, "painter": {}, "clicks": [], "error": "", **values}
    values["payload"] = base64.b64encode(values["payload"]).decode()
    values["themes"] = json.loads(theme.as_json())
    page.evaluate(SHOW, [Card._esm, Card._css, values])


def show_lab(page, lab):
    told = {name: getattr(lab, name) for name in SHOWN}
    show(page, **told | {"controls": [], "presets": {}, "clicks": list(told["clicks"])})
    page.wait_for_selector(".lk-card[data-frame]")


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


def test_numbers_of_a_curve_that_was_not_asked_everywhere_leave_the_gaps_out(window):
    gap = Path(coordinates([1, 2, 3]), coordinates([1, float("nan"), 2]), items=Items(label="f"))
    assert numbers(window, scene(gap, xlabel="x")) == [["x 1", "f: 1"], ["x 3", "f: 2"]]


def test_hover_says_an_example_and_goes_with_the_pointer(window):
    lab = AdaBoostLab()
    show_lab(window, lab)
    window.evaluate("card.show(3)")
    plane = lab.scenes[3].panel("plane")
    points = next(mark for mark in plane.marks if isinstance(mark, Points) and mark.editable)
    window.mouse.move(*at(window, lab.scenes[3], plane, points.x[4], points.y[4]))
    said = told(window)
    assert said[0] == "example 5" and said[-1] == f"weight: {float(f'{points.items.values[4]:.4g}'):g}"
    lit = "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((v) => v > 0)"
    overlay = window.locator(".lk-light")
    assert overlay.evaluate(lit)
    window.evaluate("card.show(4)")  # the label follows the story
    assert told(window) != said and told(window)[0] == "example 5"
    window.keyboard.press("Tab")
    window.locator(".lk-card").press("Escape")
    assert told(window) == [] and not overlay.evaluate(lit)


def test_click_on_a_curve_or_on_its_axis_goes_to_that_step_without_a_kernel(window):
    lab = AdaBoostLab()
    show_lab(window, lab)
    errors, votes = (lab.scenes[0].panel(name) for name in ("errors", "vote weights"))
    for panel, x, y, step in ((errors, 7.2, 0.5, 7), (errors, 12.0, -0.2, 12), (votes, 4.0, 0.1, 4)):
        where = at(window, lab.scenes[0], panel, x, y)
        window.mouse.move(*where)
        assert window.evaluate("card.canvas.style.cursor") == "pointer"
        window.mouse.click(*where)
        assert window.evaluate("card.frame") == step


def test_click_on_a_node_goes_to_the_step_that_split_it(window):
    lab = GrowthLab()
    show_lab(window, lab)
    last = len(lab.scenes) - 1
    tree = lab.scenes[last].panel("tree")
    nodes = [mark for mark in tree.marks if getattr(mark, "items", None) and mark.items.key == "node"]
    root = next(mark for mark in nodes if mark.items.keys == 0)
    leaf = next(mark for mark in nodes if lab.steps[-1].model.tree.feature[mark.items.keys] < 0)
    window.evaluate(f"card.show({last})")
    window.mouse.click(*at(window, lab.scenes[last], tree, (leaf.x0 + leaf.x1) / 2, (leaf.y0 + leaf.y1) / 2))
    assert window.evaluate("card.frame") == last  # a leaf was never split
    window.mouse.click(*at(window, lab.scenes[last], tree, (root.x0 + root.x1) / 2, (root.y0 + root.y1) / 2))
    assert window.evaluate("card.frame") == 1 and ("node", 0) in lab.scenes[1].panel("tree").acts
