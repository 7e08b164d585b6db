"""What every card can do, once, on one page: play, step, scrub, paint, copy, steer, grow, dim and shrink."""

from base64 import b64encode

import axe as axe_core
import numpy as np
import pytest
from cards import Card, page_of

from labkit.views.scene import Points
from tools import browser as chrome

CELLS = (
    "from labkit.lectures.l09_perceptron import ConvergenceLab\nConvergenceLab(seed=7)",
    "from labkit.lectures.l16_pruning_and_rules import PruningLab\nPruningLab()",
)
DARK, LIGHT = "JupyterLab Dark", "JupyterLab Light"
WAITS = 30  # redraws, two frames of the screen each


@pytest.fixture(scope="module")
def notebook(browser, jupyter):
    with page_of(CELLS, browser, jupyter, viewport={"width": 1280, "height": 1200}) as page:
        yield page


@pytest.fixture(autouse=True)
def no_errors(notebook):
    """Errors fail the test in which they happened, not only the last one of the page."""
    yield
    assert not notebook.errors, "the browser reported:\n" + "\n".join(notebook.errors)


@pytest.fixture
def cards(notebook):
    return [Card(notebook, root) for root in notebook.locator(".lk-card").all()]


@pytest.fixture
def card(cards):
    """A lab with a story to play, points to paint and sliders to steer it by, at its last step."""
    cards[0].root.scroll_into_view_if_needed()
    cards[0].press("End")
    return cards[0]


def test_play_moves_on_until_it_is_paused(card):
    card.click("play")  # from the end: once again from the start
    card.wait_for_frame("k > 0 && k < 20")
    card.click("play")
    stopped = card.frame
    card.page.wait_for_timeout(300)
    assert card.frame == stopped
    assert card.root.get_attribute("data-playing") == "false"


def test_playing_ends_at_the_last_step_or_begins_again(card):
    for _ in range(3):
        card.click("speed")  # 1x, 2x, 4x, max
    card.click("loop")
    card.click("play")
    card.wait_for_frame("k > 3")
    card.wait_for_frame("k < 3")
    card.click("loop")
    card.wait_for_frame(f"k === {card.last}")
    card.page.wait_for_function("root => root.dataset.playing === 'false'", arg=card.root.element_handle())
    for _ in range(3):
        card.click("speed")
    assert card.root.locator('[data-do="speed"]').text_content().startswith("1")


def test_keys_step_jump_and_play(card):
    for key, frame in [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", card.last)]:
        card.press(key)
        assert card.frame == frame, key
    card.press("Home")
    card.press("ArrowLeft")
    assert card.frame == 0
    card.press(" ")
    card.wait_for_frame("k > 0")
    card.press(" ")
    stopped = card.frame
    card.page.wait_for_timeout(200)
    assert card.frame == stopped


def test_slider_scrubs(card):
    slider = card.root.locator(".lk-slider")
    with card.changes():
        slider.fill("2")
    assert card.frame == 2
    assert card.root.locator(".lk-count").text_content().startswith("step 2 of ")
    slider.focus()
    slider.press("ArrowRight")
    assert card.frame == 3


def test_dragged_point_moves_and_comes_back_by_undo(card):
    panel, points = plane(card)
    start, (end,) = card.place(panel, points.x[0], points.y[0]), free(panel, points, 1)
    before = card.picture
    with card.changes():
        card.drag(start, card.place(panel, *end))
    card.click("undo")
    card.settle()
    assert card.picture == before


def test_point_dragged_out_of_the_panel_stays_at_its_edge(card):
    panel, points = plane(card)
    start = card.place(panel, points.x[0], points.y[0])
    with card.changes():
        card.drag(start, (start[0] - 2000, start[1]))
    card.click("undo")
    card.settle()


def test_click_on_a_point_chooses_it_and_delete_takes_it(card):
    panel, points = plane(card)
    before = card.picture
    card.page.mouse.click(*card.place(panel, points.x[0], points.y[0]))
    card.settle()
    assert card.picture == before  # choosing changes nothing
    with card.changes():
        card.press("Delete")
    card.click("undo")
    card.settle()
    assert card.picture == before


def test_points_are_added_and_deleted(card):
    panel, points = plane(card)
    before, classes = card.picture, card.root.locator('[data-do^="add"]').count()
    places = free(panel, points, classes)
    for k, place in enumerate(places):
        card.click(f"add{k}")
        with card.changes():
            card.page.mouse.click(*card.place(panel, *place))
    card.click("delete")
    with card.changes():
        card.page.mouse.click(*card.place(panel, points.x[1], points.y[1]))
    card.click("move")
    with card.changes():
        card.page.mouse.click(*card.place(panel, *places[0]), button="right")
    assert card.page.locator(".lm-Menu").count() == 0  # JupyterLab's own menu stays away
    for _ in range(classes + 2):
        card.click("undo")
    card.settle()
    assert card.picture == before and card.error == ""


def test_quick_clicks_are_all_carried_out(card):
    panel, points = plane(card)
    before = card.picture
    card.click("add0")
    for place in free(panel, points, 4):
        card.page.mouse.click(*card.place(panel, *place))
    card.click("move")
    card.settle()
    for _ in range(4):
        card.click("undo")
    card.settle()
    assert card.picture == before and card.error == ""


def test_copied_state_is_pasted_back(card):
    field = card.root.locator(".lk-token")
    card.press("Home")
    card.press("ArrowRight")
    before = card.picture
    card.share("copy")
    card.settle()
    token = field.input_value()
    assert token.startswith("labkit1.")
    field.press("Escape")
    card.press("End")
    card.share("paste")
    field.fill(token)
    field.press("Enter")
    card.settle()
    assert card.frame == 1 and card.picture == before
    assert field.is_hidden()


def test_refused_paste_says_why_and_keeps_the_picture(card):
    before = card.picture
    card.share("paste")
    card.root.locator(".lk-token").fill("labkit1.nonsense.00000000")
    card.root.locator(".lk-token").press("Enter")
    card.settle()
    assert card.error.startswith("state token: expected an unchanged token")
    card.root.locator(".lk-error").evaluate("node => { node.hidden = true; }")
    card.paint()
    assert card.picture == before
    card.share("copy")  # the next good request clears it
    card.settle()
    assert card.error == ""
    card.root.locator(".lk-token").press("Escape")


def test_share_menu_is_used_by_keys_and_gives_the_data(card):
    card.click("share")
    keys = card.page.keyboard
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"):  # from the first round to the last, and on
        keys.press(key)
    keys.press("Enter")
    card.settle()
    lines = card.root.locator(".lk-token").input_value().splitlines()
    assert lines[0] == "x1,x2,y" and len(lines) == 1 + len(card.lab.examples[0])
    keys.press("Escape")
    card.click("share")
    keys.press("Escape")
    assert card.root.locator(".lk-menu").is_hidden()
    assert card.root.locator("[data-do=share]").evaluate("button => button === document.activeElement")


def test_picture_is_saved_and_as_svg_looks_the_same(browser, card):
    size = {}
    for ending in ("png", "svg"):
        with card.page.expect_download() as saved:
            card.share(ending)
        assert saved.value.suggested_filename == f"perceptron-{card.last}.{ending}"
        size[ending] = saved.value.path().read_bytes()
    assert size["png"].startswith(b"\x89PNG")
    with chrome.watched(browser) as page:
        page.set_content("<canvas id=png></canvas><canvas id=svg></canvas>")
        sources = [f"data:image/{kind};base64,{b64encode(data).decode()}" for kind, data in
                   (("png", size["png"]), ("svg+xml", size["svg"]))]  # fmt: skip
        assert page.evaluate(DIFFERENCE, sources) < 0.03


DIFFERENCE = """async sources => {
    const images = await Promise.all(sources.map(async source => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const ctx = new OffscreenCanvas(480, 220).getContext("2d");
        ctx.drawImage(image, 0, 0, 480, 220);
        return ctx.getImageData(0, 0, 480, 220).data;
    }));
    let off = 0;
    images[0].forEach((value, k) => { off += Math.abs(value - images[1][k]) > 40; });
    return off / images[0].length;  // the share of pixels that differ: edges of letters
}"""


def test_lecture_mode_fills_the_screen_until_escape(notebook, card):
    keys = notebook.keyboard
    before = card.picture
    card.click("lecture")
    notebook.wait_for_function("document.fullscreenElement !== null")
    card.paint()
    window = notebook.viewport_size
    box = card.root.bounding_box()
    assert (box["width"], box["height"]) == (window["width"], window["height"])
    assert card.root.locator(".lk-controls").is_hidden()
    keys.press("c")
    assert card.root.locator(".lk-controls").is_visible()
    keys.press("b")
    assert card.root.locator(".lk-blank").is_visible()
    keys.press("b")
    with card.changes():
        keys.press("2")  # the second preset
    card.click("undo")
    card.settle()
    card.root.focus()
    keys.press("Escape")
    notebook.wait_for_function("document.fullscreenElement === null")
    card.press("End")
    card.paint()
    assert card.picture == before


def test_lecture_mode_fills_the_window_where_there_is_no_full_screen(notebook, card):
    card.root.evaluate("root => { root.requestFullscreen = () => Promise.reject(new Error('not here')); }")
    card.click("lecture")
    notebook.wait_for_selector(".lk-card:popover-open")
    box = card.root.bounding_box()
    assert (box["x"], box["y"], box["width"]) == (0, 0, notebook.viewport_size["width"])
    notebook.keyboard.press("Escape")
    assert notebook.locator(".lk-lecture").count() == 0
    card.root.evaluate("root => { delete root.requestFullscreen; }")
    card.paint()


def test_points_are_chosen_moved_added_and_deleted_by_keys_alone(notebook, card):
    before, keys, said = card.picture, notebook.keyboard, card.root.locator(".lk-unseen[role=status]")
    count = len(card.lab.examples[0])
    card.canvas.focus()
    assert said.text_content().startswith("The plane: arrow keys")
    keys.press("ArrowRight")
    assert f"of {count}: class" in said.text_content()
    keys.press("ArrowUp")
    with card.changes():
        keys.press("Shift+ArrowLeft")
    assert "moved: class" in said.text_content()
    with card.changes():
        keys.press("a")
    assert said.text_content().startswith(f"point {count + 1} of class")
    with card.changes():
        keys.press("Shift+ArrowDown")
    with card.changes():
        keys.press("Delete")
    assert said.text_content() == f"point {count + 1} deleted"
    card.click("reset")
    card.settle()
    card.root.focus()
    card.paint()
    assert card.picture == before and card.error == ""


def test_numbers_are_told_as_tables_that_follow_the_picture(card):
    button, place = card.root.locator("[data-do=numbers]"), card.root.locator(".lk-numbers")
    assert place.is_hidden()
    button.press("Enter")
    captions = place.locator("caption").all_text_contents()
    assert any(caption.startswith("The proof, as it happens") for caption in captions)
    assert "No mistake; nearest point 0.06" in captions  # the plane by its title
    assert place.locator("table").first.locator("tr", has_text="example").count() == len(card.lab.examples[0])
    before = place.text_content()
    card.press("Home")
    assert place.text_content() != before
    button.press("Enter")
    assert place.is_hidden()


def use_theme(notebook, theme):
    notebook.evaluate("name => jupyterapp.commands.execute('apputils:change-theme', { theme: name })", theme)
    old = "light" if theme == DARK else "dark"
    notebook.wait_for_function("old => !document.querySelector(`.lk-card[data-theme=${old}]`)", arg=old)  # in all
    notebook.wait_for_selector("#jupyterlab-splash", state="detached")  # JupyterLab stumbles over a second theme


def test_dark_theme_redraws_every_card(notebook, cards):
    before = [card.picture for card in cards]
    for theme in (DARK, LIGHT):
        use_theme(notebook, theme)
        for _ in range(WAITS):  # a busy machine redraws late
            cards[0].paint()
            same = [card.picture == light for card, light in zip(cards, before, strict=True)]
            if set(same) == {theme == LIGHT}:
                break
        assert set(same) == {theme == LIGHT}


OPEN = {  # how a card is brought into a state, and out of it again
    "as it is": ((), ()),
    "menu": (("share",), ("share",)),
    "tables": (("numbers",), ("numbers",)),
    "lecture": (("lecture", "controls"), ("lecture",)),
}


@pytest.mark.parametrize("scheme", [DARK, LIGHT])
def test_axe_finds_nothing_in_any_state_of_a_card(notebook, cards, axe, scheme):
    use_theme(notebook, scheme)
    for state, (opening, closing) in OPEN.items():
        for name in opening:
            cards[0].root.locator(f'[data-do="{name}"]').press("Enter")
        cards[0].paint()
        assert axe_core.violations(notebook, axe, ".lk-card") == [], state
        for name in closing:
            cards[0].root.locator(f'[data-do="{name}"]').press("Enter")
        cards[0].paint()


@pytest.mark.parametrize("width", [560, 320])
def test_narrow_card_keeps_everything_inside(card, width):
    card.root.evaluate("(root, width) => { root.style.width = `${width}px`; }", width)
    card.paint()
    box = card.root.bounding_box()
    for part in card.root.locator("button:visible, input:visible, select:visible, canvas.lk-canvas").all():
        inner = part.bounding_box()
        assert box["x"] <= inner["x"] and inner["x"] + inner["width"] <= box["x"] + box["width"]
    card.root.evaluate("root => { root.style.width = ''; }")
    card.paint()


def test_sliding_control_shows_a_glance_and_letting_go_the_story(card):
    slider = card.root.locator("input[data-control]:enabled").first
    now = slider.input_value()
    other = next(end for end in map(slider.get_attribute, ("max", "min")) if float(end) != float(now))
    with card.changes():
        card.set(slider, other, "input")
    card.set(slider, now)


def test_steering_stays_at_the_moment(card):
    """By step, or by share of the way; while it slides and when it is let go."""
    slider, count = card.root.locator("[data-control=margin]"), card.root.locator(".lk-count")
    card.press("Home")
    for _ in range(5):
        card.press("ArrowRight")
    last, now = card.last, slider.input_value()
    card.set(slider, "0.2", "input")
    glance = count.text_content()
    frame, longer = (int(word) for word in glance.split() if word.isdigit())
    assert longer != last and frame == round(5 / last * longer)
    card.set(slider, "0.2")
    assert count.text_content() == glance
    card.click("undo")
    card.settle()
    assert (card.frame, card.last, slider.input_value()) == (5, last, now)


def test_every_control_is_driven(card):
    """Slider ends and default, every option, on and off; what a lab refuses it refuses in words."""
    for control in card.root.locator("[data-control]:not(button)").all():
        for value in values(control) if control.is_enabled() else ():
            card.set(control, value)
            assert card.error == "" or ("expected" in card.error and "got" in card.error), card.error


def values(control):
    kind = control.evaluate("input => input.type")
    now = control.evaluate("input => input.type === 'checkbox' ? input.checked : input.value")
    if kind == "checkbox":
        return not now, now
    if kind == "range":
        return control.get_attribute("min"), control.get_attribute("max"), now
    return *control.evaluate("select => [...select.options].map(option => option.value)"), now


def plane(card):
    """The painter's panel and points as this lab starts."""
    panel = card.lab.scenes[-1].panel("plane")
    return panel, next(mark for mark in panel.marks if isinstance(mark, Points) and mark.editable)


def free(panel, points, count):
    """So many places of a panel, each as far as can be from its edges, from all points and from one another."""
    taken = np.column_stack([points.x, points.y])
    grid = np.array([(x, y) for x in np.linspace(*panel.xlim, 24)[2:-2] for y in np.linspace(*panel.ylim, 24)[2:-2]])
    for _ in range(count):
        far = np.linalg.norm(grid[:, None] - taken, axis=2).min(axis=1).argmax()
        taken = np.vstack([taken, grid[far]])
    return taken[-count:]
