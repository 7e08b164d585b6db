"""What every card can do, once, on one page: play, step, scrub, paint, copy, steer, grow, dim and shrink."""

import numpy as np
import pytest
from cards import Card, page_of

from labkit.views.scene import Points

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
    for _ in range(2):
        card.click("speed")


def test_keys_step_jump_and_play(card):
    for key, frame in [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", card.last)]:
        card.press(key)
        assert card.frame == frame, key
    card.press("Home")
    card.press("ArrowLeft")
    assert card.frame == 0
    card.press(" ")
    card.wait_for_frame("k > 1")
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
    card.click("copy")
    card.settle()
    token = field.input_value()
    assert token.startswith("labkit1.")
    field.press("Escape")
    card.press("End")
    card.click("paste")
    field.fill(token)
    field.press("Enter")
    card.settle()
    assert card.frame == 1 and card.picture == before
    assert field.is_hidden()


def test_refused_paste_says_why_and_keeps_the_picture(card):
    before = card.picture
    card.click("paste")
    card.root.locator(".lk-token").fill("labkit1.nonsense.00000000")
    card.root.locator(".lk-token").press("Enter")
    card.settle()
    assert card.error.startswith("state token: expected an unchanged token")
    card.root.locator(".lk-error").evaluate("node => { node.hidden = true; }")
    card.paint()
    assert card.picture == before
    card.click("copy")  # the next good request clears it
    card.settle()
    assert card.error == ""
    card.root.locator(".lk-token").press("Escape")


def test_lecture_mode_is_larger(card):
    size = card.canvas.bounding_box()["height"]
    with card.changes():
        card.click("lecture")
    assert card.canvas.bounding_box()["height"] >= size
    card.click("lecture")
    card.paint()


def test_dark_theme_redraws_every_card(notebook, cards):
    before = [card.picture for card in cards]
    for theme in (DARK, LIGHT):
        notebook.evaluate("name => jupyterapp.commands.execute('apputils:change-theme', { theme: name })", theme)
        old = "light" if theme == DARK else "dark"
        notebook.wait_for_function("old => !document.querySelector(`.lk-card[data-theme=${old}]`)", arg=old)  # in all
        notebook.wait_for_selector("#jupyterlab-splash", state="detached")  # JupyterLab stumbles over a second theme
        for _ in range(WAITS):  # a busy machine redraws late
            cards[0].paint()
            same = [card.picture == light for card, light in zip(cards, before, strict=True)]
            if set(same) == {theme == LIGHT}:
                break
        assert set(same) == {theme == LIGHT}


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
    assert card.root.locator(".lk-count").text_content() == "live"
    card.set(slider, now)
    assert card.root.locator(".lk-count").text_content().startswith("step ")


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
