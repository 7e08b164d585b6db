"""The card in JupyterLab where it is hard: two cards of one lab, a finger, a dense screen, slow and failing labs."""

import pytest
from cards import Card, page_of, wait_for_cards

from labkit.core.printed import printed
from labkit.views.scene import Points, Text

CELLS = (
    "from labkit.lectures.l09_perceptron import ConvergenceLab\nlab = ConvergenceLab(seed=7)\nlab",
    "lab",
    """
import time
from labkit.player.controls import Choice

class Moody(ConvergenceLab):
    name, heading = "moody", "Moody"
    steering = (*ConvergenceLab.steering, Choice("mood", "mood", ("calm", "slow", "broken"), "calm"))
    def story(self, X, y, values):
        if values["mood"] == "slow":
            time.sleep(1.5)
        if values["mood"] == "broken":
            raise RuntimeError("something unforeseen")
        return super().story(X, y, values)

Moody(seed=7)
""",
    "from labkit.lectures.l15_growing_trees import PointSplitLab\nPointSplitLab(seed=3)",
    'from labkit.lectures.l20_adaboost import RoundsLab\nRoundsLab(play="guess")',
)


@pytest.fixture(scope="module")
def notebook(browser, jupyter):
    """A page on a dense touch screen with the same lab twice, a lab with moods, and two that answer clicks."""
    size = {"width": 1280, "height": 3100}
    with page_of(CELLS, browser, jupyter, viewport=size, device_scale_factor=2, has_touch=True) as page:
        yield page


@pytest.fixture
def cards(notebook):
    return [Card(notebook, root) for root in notebook.locator(".lk-card").all()]


def points(card):
    panel = card.lab.scenes[-1].panel("plane")
    return panel, next(mark for mark in panel.marks if isinstance(mark, Points) and mark.editable)


def mood(card, word):
    card.root.locator("[data-control=mood]").select_option(word)


def test_dense_screen_gets_as_many_pixels(cards):
    for card in cards:
        width = card.canvas.evaluate("canvas => canvas.width")
        assert width == pytest.approx(2 * card.canvas.bounding_box()["width"], abs=2)


def test_both_cards_of_a_lab_show_what_is_done_on_one(cards):
    first, second, *_ = cards
    for card in (first, second):
        card.press("End")
    panel, marks = points(first)
    with second.changes(), first.changes():
        first.drag(first.place(panel, marks.x[0], marks.y[0]), first.place(panel, 0.9, 0.9))
    assert first.picture == second.picture
    second.click("undo")
    second.settle()
    assert first.picture == second.picture
    assert [card.root.locator(".lk-busy").is_visible() for card in cards] == [False] * len(cards)


def test_only_the_card_that_was_asked_shows_the_token(cards):
    first, second, *_ = cards
    second.share("copy")
    second.settle()
    shown = [card.root.locator(".lk-token").is_visible() for card in (first, second)]
    assert shown == [False, True]
    second.root.locator(".lk-token").press("Escape")


def test_finger_drags_a_point_down_without_scrolling(notebook, cards):
    card = cards[0]
    panel, marks = points(card)
    x, y = card.place(panel, marks.x[0], marks.y[0])
    session = notebook.context.new_cdp_session(notebook)

    def touch(kind, *at):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in at]})

    with card.changes():
        touch("touchStart", (x, y))
        for k in range(1, 9):
            touch("touchMove", (x, y + 10 * k))
        touch("touchEnd")
    assert card.place(panel, marks.x[0], marks.y[0]) == (x, y)
    card.click("undo")
    card.settle()


def slide(card, name, *shares):
    """A slider's thumb taken where it is, moved with the pointer to shares of its way, and let go."""
    slider = card.root.locator(f"[data-control={name}]")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    mouse, thumb = card.page.mouse, 16
    places = [box["x"] + thumb / 2 + share * (box["width"] - thumb) for share in shares]
    mouse.move(places[0], box["y"] + box["height"] / 2)
    mouse.down()
    for place in places[1:]:
        mouse.move(place, box["y"] + box["height"] / 2, steps=4)
        card.settle()
    mouse.up()
    card.settle()


def test_slider_slid_away_and_back_shows_the_story_again(cards):
    card = cards[0]
    slider, count = card.root.locator("[data-control=seed]"), card.root.locator(".lk-count")
    before, seed = card.picture, slider.input_value()
    share = int(seed) / int(slider.get_attribute("max"))
    slide(card, "seed", share, 0.8, share)
    assert slider.input_value() == seed
    assert count.text_content().startswith("step ")
    assert card.picture == before


def test_slider_let_go_elsewhere_is_one_change(cards):
    card = cards[0]
    slider = card.root.locator("[data-control=seed]")
    before, seed = card.picture, slider.input_value()
    with card.changes():
        slide(card, "seed", int(seed) / int(slider.get_attribute("max")), 0.8)
    assert slider.input_value() != seed
    card.click("undo")
    card.settle()
    assert (card.picture, slider.input_value()) == (before, seed)


def test_control_that_does_not_matter_is_disabled(cards):
    card = cards[0]
    data, gap = (card.root.locator(f"[data-control={name}]") for name in ("data", "gap"))
    assert gap.is_enabled()
    data.select_option("moons")
    card.settle()
    assert gap.is_disabled()
    card.click("undo")
    card.settle()
    assert gap.is_enabled()


def test_marks_have_a_legend(cards):
    buttons = cards[0].root.locator('[data-do^="add"]')
    assert [button.text_content() for button in buttons.all()] == ["add \u22121", "add +1"]
    assert buttons.last.get_attribute("title") == "add points of class +1"


def test_long_caption_wraps_to_two_lines_and_the_picture_stays(cards):
    card = cards[0]
    caption = card.root.locator(".lk-caption")
    card.root.evaluate("root => { root.style.width = '300px'; }")
    card.paint()
    tops = set()
    for _ in range(4):
        card.press("ArrowLeft")
        assert caption.get_attribute("title") == caption.text_content() != ""
        tops.add(card.canvas.evaluate("canvas => canvas.closest('.lk-stage').offsetTop"))
    lines = caption.evaluate("node => node.offsetHeight / parseFloat(getComputedStyle(node).lineHeight)")
    assert (len(tops), round(lines)) == (1, 2)
    card.root.evaluate("root => { root.style.width = ''; }")
    card.press("End")
    card.paint()


def test_slow_lab_shows_that_it_is_working(cards):
    card = cards[2]
    mood(card, "slow")
    busy = card.root.locator(".lk-busy")
    busy.wait_for(state="visible")
    card.settle()
    assert busy.is_hidden()
    mood(card, "calm")
    card.settle()


def test_failure_in_a_callback_is_shown_and_the_picture_stays(cards):
    card = cards[2]
    before = card.picture
    mood(card, "broken")
    card.settle()
    assert card.error.startswith("RuntimeError: something unforeseen (a fault of this lab")
    assert card.picture == before
    assert card.root.locator("[data-control=mood]").input_value() == "calm"
    mood(card, "calm")
    card.settle()
    assert card.error == ""


# ---- clicks and buttons


def test_click_on_a_row_chooses_it_and_buttons_act(notebook, cards):
    card = cards[3]
    table = card.lab.scenes[-1].panel("choices")
    caption = card.root.locator(".lk-caption")
    row = next(mark for mark in table.marks if isinstance(mark, Text) and mark.text == "3")
    with card.changes():
        notebook.mouse.click(*card.place(table, 120, row.y))
    assert printed(card.lab.steps[-1].question(2)) in caption.text_content()
    with card.changes():
        card.root.locator("[data-control=split]").click()
    assert printed(card.lab.steps[-1].question(2)) in caption.text_content() and "rank" in caption.text_content()
    card.root.locator("[data-control=split]").click()  # out of turn
    card.settle()
    assert "press next node" in card.error
    with card.changes():
        card.root.locator("[data-control=next]").press("Enter")
    card.press("Home")  # the split that was made: its rows are those of another node
    notebook.mouse.click(*card.place(table, 120, row.y))
    card.settle()
    assert (card.frame, card.root.locator("[data-control=test]").input_value()) == (0, "1")
    for _ in range(3):
        card.click("undo")
        card.settle()
    assert "ask" in caption.text_content()


def test_click_in_the_plane_goes_to_the_lab_unless_a_tool_wants_it(notebook, cards):
    card = cards[3]
    panel, marks = points(card)
    slider = card.root.locator("[data-control=test]")
    with card.changes():
        notebook.mouse.click(*card.place(panel, 1.2, 1.2))
    assert int(slider.input_value()) > 1
    chosen = slider.input_value()
    notebook.mouse.click(*card.place(panel, marks.x[0], marks.y[0]))  # a point: it is chosen, nothing is asked
    card.settle()
    assert slider.input_value() == chosen
    card.click("add0")
    with card.changes():
        notebook.mouse.click(*card.place(panel, -1.2, -1.2))
    assert slider.input_value() == chosen
    card.click("move")
    for _ in range(2):
        card.click("undo")
        card.settle()
    assert slider.input_value() == "1"


def test_click_on_a_point_is_for_a_lab_that_wants_it_and_a_drag_is_not(notebook, cards):
    card = cards[4]
    panel, marks = points(card)
    caption, (x, y) = card.root.locator(".lk-caption"), card.place(panel, marks.x[0], marks.y[0])
    with card.changes():
        card.drag((x, y), (x + 2, y))  # a hand trembles
    assert "1 marked" in caption.text_content()
    with card.changes():
        card.drag((x, y), (x + 30, y))
    assert "1 marked" in caption.text_content()
    for _ in range(2):
        card.click("undo")
        card.settle()
    assert "click them" in caption.text_content()


def test_point_that_the_lab_answered_for_is_still_the_one_that_delete_takes(notebook, cards):
    card = cards[4]
    panel, marks = points(card)
    caption, place = card.root.locator(".lk-caption"), card.place(panel, marks.x[0], marks.y[0])
    notebook.mouse.click(*place)
    card.settle()
    assert "1 marked" in caption.text_content()
    with card.changes():
        card.press("Delete")
    assert "click them" in caption.text_content()  # its mark went with it
    for _ in range(2):
        card.click("undo")
        card.settle()


def test_pointer_says_where_a_click_is_answered(notebook, cards):
    card = cards[3]
    table, (panel, marks) = card.lab.scenes[-1].panel("choices"), points(card)
    places = {
        "pointer": card.place(table, 120, 100),
        "grab": card.place(panel, marks.x[0], marks.y[0]),
        "default": card.place(card.lab.scenes[-1].panel("tree"), 20, 20),
    }
    for cursor, place in places.items():
        notebook.mouse.move(*place)
        assert card.canvas.evaluate("canvas => canvas.style.cursor") == cursor


def test_dragged_point_dropped_on_a_clickable_panel_is_no_click(notebook, cards):
    card = cards[3]
    table, (panel, marks) = card.lab.scenes[-1].panel("choices"), points(card)
    slider = card.root.locator("[data-control=test]")
    with card.changes():
        card.drag(card.place(panel, marks.x[0], marks.y[0]), card.place(table, 120, 100))
    assert slider.input_value() == "1"
    card.click("undo")
    card.settle()


# ---- the end of a kernel


def test_cell_run_again_shows_a_fresh_card(notebook, jupyter, cards):
    jupyter.run_all(notebook)
    wait_for_cards(notebook, len(CELLS))
    card = Card(notebook, notebook.locator(".lk-card").first)
    card.press("End")
    panel, marks = points(card)
    with card.changes():
        card.drag(card.place(panel, marks.x[0], marks.y[0]), card.place(panel, 0.9, 0.9))


def test_lost_kernel_leaves_a_card_that_plays_and_says_how_to_steer(notebook, cards):
    notebook.evaluate("jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.restart()")
    notebook.wait_for_function(f"document.querySelectorAll('.lk-lost').length === {len(CELLS)}")
    card = cards[0]
    assert card.error == "The kernel was restarted or stopped. This still plays; run its cell again to steer it."
    assert card.root.locator(".lk-controls, .lk-tools").first.is_hidden()
    card.press("Home")
    card.press(" ")
    card.wait_for_frame("k > 1")
    card.press(" ")
