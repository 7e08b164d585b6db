"""The same scene through matplotlib and through canvas.js in Chromium: the same picture."""

import base64
from dataclasses import replace
from pathlib import Path as File

import numpy as np
import pytest
from render.gallery import boxes, field, flags, gallery, points, scene
from render.pixels import centre, disagreement, edges, like, read

import labkit.render
from labkit.render import theme
from labkit.render.canvas import pack
from labkit.render.matplotlib import png
from labkit.render.pen import place
from labkit.views.scene import EndLabel, Field, Panel, Path, Points, Scene, Text, codes, coordinates

pytestmark = pytest.mark.browser

SCALE = 2  # pixels to the unit in both
AGREE = 1e-4  # the share of pixels that may differ by more than smoothing; a shift by one unit gives 8e-4 or more
LOOKS = [("light", False), ("dark", False), ("light", True)]
CANVAS_JS = File(labkit.render.__file__).with_name("canvas.js")
DRAW = """async ([packed, theme, lecture, scale, override]) => {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    window.story = await unpackStory(new DataView(bytes.buffer));
    const canvas = document.createElement("canvas");
    canvas.width = story.width * scale;
    canvas.height = story.height * scale;
    const options = { theme: themes[theme], scale: 1, pixelRatio: scale, lecture, override };
    drawScene(canvas.getContext("2d"), story, 0, options);
    return canvas.toDataURL();
}"""


@pytest.fixture(scope="module")
def canvas(browser):
    """Draws a scene in the browser, giving its pixels; an error there fails the call."""
    page = browser.new_page()
    page.set_content(f"<script>{CANVAS_JS.read_text()}\nconst themes = {theme.as_json()};</script>")

    def draw(shown, look="light", lecture=False, override=None):
        packed = base64.b64encode(pack([shown])).decode()
        url = page.evaluate(DRAW, [packed, look, lecture, SCALE, override])
        return read(base64.b64decode(url.partition(",")[2]))

    draw.page = page
    yield draw
    page.close()


def still(shown, look="light", lecture=False):
    return read(png(shown, theme=look, lecture=lecture, scale=SCALE))


def wordless(shown: Scene) -> Scene:
    """Without text, whose glyphs depend on the fonts of the machine."""
    return replace(shown, panels=tuple(_wordless(panel) for panel in shown.panels))


def _wordless(panel: Panel) -> Panel:
    marks = [mark for mark in panel.marks if not isinstance(mark, Text)]
    return replace(panel, marks=tuple(marks), title="", xticks=(), yticks=(), xlabel="", ylabel="", ends=())


def moved(shown: Scene, dx: float) -> Scene:
    panels = (panel.placed((panel.box[0] + dx, *panel.box[1:])) for panel in shown.panels)
    return replace(shown, panels=tuple(panels))


@pytest.mark.parametrize("look, lecture", LOOKS)
@pytest.mark.parametrize("name", gallery())
def test_renderers_agree_on_every_scene_of_the_gallery(canvas, name, look, lecture):
    shown = wordless(gallery()[name])
    assert disagreement(still(shown, look, lecture), canvas(shown, look, lecture)) < AGREE


@pytest.mark.parametrize("name", gallery())
def test_a_picture_shifted_by_one_unit_is_noticed(canvas, name):
    shown = wordless(gallery()[name])
    assert disagreement(still(shown), canvas(moved(shown, 1.0))) > AGREE


def test_an_upside_down_field_a_missing_point_and_a_wrong_colour_are_noticed(canvas):
    upright = field("classes", 8)
    flipped = replace(upright, values=codes(upright.values[::-1]))
    one = Points(coordinates([5]), coordinates([3]), codes([0]))
    other = replace(one, kind=codes([1]))
    for a, b in [(scene(upright), scene(flipped)), (scene(one), scene()), (scene(one), scene(other))]:
        assert disagreement(still(a), canvas(b)) > AGREE
        assert disagreement(still(a), canvas(a)) < AGREE


@pytest.mark.parametrize("look", ["light", "dark"])
def test_panel_boxes_have_the_same_edges(canvas, look):
    expected = tuple(SCALE * v for v in (40, 40, 400, 260))
    for draw in (still, canvas):
        assert edges(like(draw(scene(), look), theme.color(look, "surface"), 1)) == expected


@pytest.mark.parametrize("lecture", [False, True])
def test_points_have_the_same_centres(canvas, lecture):
    shown = points()
    mark = shown.panels[0].marks[0]
    for draw in (still, canvas):
        picture = draw(shown, "light", lecture)
        for k, at in enumerate(SCALE * place(shown.panels[0], mark.x, mark.y)):
            found = centre(like(picture, theme.color("light", f"class{k}")), at, 32)
            np.testing.assert_allclose(found, at, atol=0.6, err_msg=f"class {k} by {draw}")


def test_path_vertices_are_on_the_line_in_both(canvas):
    x, y = coordinates([1, 4, 4, 9]), coordinates([1, 1, 5, 3])
    shown = scene(Path(x, y, "class0", width=2.0))
    for draw in (still, canvas):
        line = like(draw(shown), theme.color("light", "class0"), 40)
        for at in SCALE * place(shown.panels[0], x, y):
            assert np.hypot(*(centre(line, at, 3) - at)) < 2
        for at in SCALE * place(shown.panels[0], [2.5, 4, 6.5], [1, 3, 4]):  # halfway
            assert np.hypot(*(centre(line, at, 4) - at)) < 0.7


@pytest.mark.parametrize("ramp", ["classes", "probability", "height"])
def test_fields_have_the_same_colours_at_cell_centres(canvas, ramp):
    mark: Field = field(ramp, 8 if ramp == "classes" else 256)
    shown = scene(mark)
    rows, columns = np.mgrid[1:11, 1:19]  # the outermost cells are smoothed with nothing beyond
    at = SCALE * place(shown.panels[0], (columns + 0.5) / 2, (rows + 0.5) / 2)
    column, row = np.floor(at).astype(int).transpose(2, 0, 1)
    for look in ("light", "dark"):
        expected = theme.ramp(look, ramp)[mark.values[rows, columns]]
        for draw in (still, canvas):
            assert np.abs(draw(shown, look)[row, column] - expected).max() <= (1 if ramp == "classes" else 4)


def test_boxes_have_the_same_colours_inside(canvas):
    probes = {(2, 2): "card", (7, 2): "tint1", (2, 4.7): "surface", (5, 3.4): "tint0"}
    for draw in (still, canvas):
        picture = draw(boxes())
        for (x, y), token in probes.items():
            column, row = np.floor(SCALE * place(boxes().panels[0], x, y)).astype(int)
            assert like(picture, theme.color("light", token), 2)[row, column], (draw, token)


@pytest.mark.parametrize("anchor", ["left", "center", "right"])
def test_texts_stand_at_the_same_place(canvas, anchor):
    shown = scene(Text(5, 3, "HHHH", size=20.0, anchor=anchor), surface="")
    x, y = SCALE * place(shown.panels[0], 5, 3)
    for draw in (still, canvas):
        left, top, right, bottom = edges(like(draw(shown), theme.color("light", "ink"), 60))
        held = {"left": left, "center": (left + right) / 2, "right": right}[anchor]
        assert abs(held - x) <= 5 and abs((top + bottom) / 2 - y) <= 3


FRAME = {  # a text around the box, alone; which of its edges both renderers hold
    "title": ({"title": "HHHH"}, "left"),
    "xticks": ({"xticks": ((5, "HHHH"),)}, "center"),
    "yticks": ({"yticks": ((3, "HHHH"),)}, "right"),
    "xlabel": ({"xlabel": "HHHH", "xticks": ((0, " "),)}, "right"),
    "ylabel": ({"ylabel": "HHHH"}, "center"),
    "end": ({"ends": (EndLabel(3.0, "HHHH"),)}, "left"),
    "end above the top": ({"ends": (EndLabel(99.0, "HHHH"),)}, "left"),
    "end of a logarithmic axis": ({"ends": (EndLabel(10.0, "HHHH"),), "ylim": (1, 1e3), "ylog": True}, "left"),
}


@pytest.mark.parametrize("lecture", [False, True])
@pytest.mark.parametrize("around, held", FRAME.values(), ids=FRAME)
def test_texts_around_the_box_stand_at_the_same_place(canvas, around, held, lecture):
    shown = scene(surface="", **around)
    boxes = [edges(~like(draw(shown, "light", lecture), theme.color("light", "card"), 60)) for draw in (still, canvas)]
    middles = [(top + bottom) / 2 for _, top, _, bottom in boxes]
    ends = [{"left": box[0], "center": (box[0] + box[2]) / 2, "right": box[2]}[held] for box in boxes]
    assert abs(middles[0] - middles[1]) <= 4 and abs(ends[0] - ends[1]) <= 5


def test_end_labels_are_moved_apart_alike(canvas):
    """Each is found by its colour."""
    names = tuple(EndLabel(1.0 + 0.1 * k, "HHHH", f"curve{k}") for k in range(3))
    heights = []
    for draw in (still, canvas):
        found = [edges(like(draw(scene(ends=names)), theme.color("light", end.color), 40)) for end in names]
        heights.append([(top + bottom) / 2 for _, top, _, bottom in found])
    np.testing.assert_allclose(heights[0], heights[1], atol=3)
    assert (-np.diff(heights[0]) >= SCALE * 11.0).all()


def test_overridden_points_are_drawn_where_they_are_dragged(canvas):
    mark = flags().panels[0].marks[0]
    x, y = (np.array(values, dtype=float) for values in (mark.x, mark.y))
    x[3], y[3] = 5.5, 5.0
    dragged = scene(replace(mark, x=coordinates(x), y=coordinates(y)))
    override = {"panelName": "plane", "x": x.tolist(), "y": y.tolist(), "kind": mark.kind.tolist()}
    assert (canvas(flags(), override=override) == canvas(dragged)).all()
    elsewhere = override | {"panelName": "another"}
    assert (canvas(flags(), override=elsewhere) == canvas(flags())).all()


def test_positions_in_the_browser_are_those_of_the_equations(canvas):
    canvas(flags())
    panel = flags().panels[0]
    evaluate = canvas.page.evaluate
    np.testing.assert_allclose(
        evaluate("toPixels(story.frames[0].panels[0], 1.5, 3, 4)"), 1.5 * place(panel, 3, 4), atol=1e-9
    )
    there_and_back = "(([px, py]) => toData(story.frames[0].panels[0], 1.5, px, py))"
    np.testing.assert_allclose(
        evaluate(f"{there_and_back}(toPixels(story.frames[0].panels[0], 1.5, 3, 4))"), [3, 4], atol=1e-9
    )


def test_hit_point_finds_the_nearest_editable_point_within_reach(canvas):
    canvas(flags())
    x, y = place(flags().panels[0], 3, 2)  # the third point

    def hit(name, dx):
        return canvas.page.evaluate(f"hitPoint(story.frames[0], {name!r}, 1, {x + dx}, {y}, 8)")

    assert [hit("plane", dx) for dx in (0, 7, -7, 12, 36)] == [2, 2, 2, -1, 3]
    assert hit("another", 0) == -1
    moved = f"hitPoint(story.frames[0], 'plane', 1, {x}, {y}, 8, {{ x: [3, 9], y: [2, 9] }})"
    assert canvas.page.evaluate(moved) == 0  # where the points are while they are dragged
    canvas(points())  # not editable
    assert hit("plane", 0) == -1


def test_hit_point_looks_in_the_panel_at_the_pixel_where_several_have_one_name(canvas):
    (panel,) = flags().panels[:1]
    left, top, width, height = panel.box
    beside = replace(panel, box=(left + width / 2, top, width / 2, height))
    scene = replace(flags(), panels=(replace(panel, box=(left, top, width / 2, height)), beside))
    canvas(scene)
    for one in scene.panels:
        x, y = place(one, 3, 2)
        assert canvas.page.evaluate(f"hitPoint(story.frames[0], 'plane', 1, {x}, {y}, 4)") == 2
        assert canvas.page.evaluate(f"panelAt(story.frames[0], 'plane', 1, {x}, {y}).box[0]") == one.box[0]
