"""Handles that move together or on rails, and strokes drawn freehand, as a hand and as keys do it."""

import numpy as np
import pytest
from cards import Card, page_of

from labkit.views.scene import Points

CELLS = (
    "from labkit.lectures.l04_gaussian_classifiers import ShapeLab\nlab = ShapeLab(prior=0.4)\nlab",
    "from labkit.lectures.l01_function_approximation import CurveLab\ncurve = CurveLab(people=50)\ncurve",
    "from labkit.lectures.l03_least_squares import SquaresLab\nSquaresLab(left=30.0)",
    "from labkit.lectures.l06_logistic_regression import SigmoidLab\nSigmoidLab(cold=0.6)",
    "from labkit.lectures.l06_logistic_regression import SigmoidLab\nSigmoidLab()",
)


@pytest.fixture(scope="module")
def notebook(browser, jupyter):
    with page_of(CELLS, browser, jupyter, viewport={"width": 1280, "height": 1200}) as page:
        yield page
        assert not page.errors, "the browser reported:\n" + "\n".join(page.errors)


@pytest.fixture
def cards(notebook):
    return [Card(notebook, root) for root in notebook.locator(".lk-card").all()]


def caption(card):
    return card.root.locator(".lk-caption").text_content()


def handles(card):
    """The plane, and the places of its handles."""
    panel = card.lab.scenes[0].panel("plane")
    mark = next(mark for mark in panel.marks if isinstance(mark, Points) and mark.editable)
    return panel, list(zip(mark.x.tolist(), mark.y.tolist(), strict=True))


def test_ends_of_an_axis_stretch_the_ellipse_and_the_others_follow_while_it_is_held(cards):
    card = cards[0]
    card.root.scroll_into_view_if_needed()
    panel, places = handles(card)
    mouse = card.page.mouse
    mouse.move(*card.place(panel, *places[4]))
    mouse.down()
    mouse.move(*card.place(panel, 1.2, 1.0), steps=8)
    card.page.wait_for_timeout(500)
    held = card.picture
    assert "0.40" in caption(card) and "the covariances differ" in caption(card)
    mouse.up()
    card.settle()
    assert card.error == "" and "the border is" in caption(card)
    assert held.colours > 10
    card.click("undo")
    card.settle()
    assert "the covariances are equal" in caption(card)


def test_handles_have_no_tools_and_keys_move_them(cards):
    card = cards[0]
    assert card.root.locator('[data-do="delete"], [data-do="add0"]').count() == 0
    card.canvas.focus()
    with card.changes():
        card.canvas.press("ArrowRight")
        card.canvas.press("Shift+ArrowUp")
        card.canvas.press("a")  # adds nothing
    card.click("undo")
    card.settle()


def test_stroke_is_drawn_at_once_and_becomes_the_curve(cards):
    card = cards[1]
    card.root.scroll_into_view_if_needed()
    panel, _ = handles(card)
    before = caption(card)
    card.click("draw")
    x = np.linspace(0.5, 9.5, 40)
    places = [card.place(panel, a, b) for a, b in zip(x, 1 / (1 + np.exp(5.0 - x)), strict=True)]
    card.page.mouse.move(*places[0])
    card.page.mouse.down()
    for place in places[1:]:
        card.page.mouse.move(*place)
    with card.changes():
        card.page.mouse.up()
        card.settle()
    assert caption(card) != before
    lost = float(caption(card).split(", ")[1].split()[0])
    assert lost < 0.14, f"the curve follows the stroke, so it loses little on all: {caption(card)}"
    card.click("move")
    card.click("undo")
    card.settle()
    assert caption(card) == before


@pytest.mark.parametrize(("k", "up", "slider", "shown"), [(2, 40.0, "left", "40"), (3, 0.9, "cold", "0.9")])
def test_handle_on_a_rail_is_refitted_while_it_is_held_and_its_slider_follows(cards, k, up, slider, shown):
    card = cards[k]
    card.root.scroll_into_view_if_needed()
    panel, places = handles(card)
    across, before = places[0][0], caption(card)
    mouse, value = card.page.mouse, card.root.locator(f'[data-control="{slider}"] + output')
    mouse.move(*card.place(panel, *places[0]))
    mouse.down()
    with card.changes():
        mouse.move(*card.place(panel, across + 0.1 * np.ptp(panel.xlim), up), steps=8)
        card.settle()
    held = caption(card)
    assert held != before and value.text_content() == shown
    mouse.up()
    card.settle()
    assert caption(card) == held and value.text_content() == shown and card.error == ""
    card.click("undo")
    card.settle()
    assert caption(card) == before


def test_keys_pull_a_handle_on_its_rail_only_up_and_down(cards):
    card = cards[2]
    before = caption(card)
    card.canvas.focus()
    card.canvas.press("ArrowLeft")
    with card.changes():
        card.canvas.press("Shift+ArrowUp")
    assert "left handle, mpg, at 60, 31" in card.root.locator(".lk-unseen").first.text_content()
    moved = caption(card)
    card.canvas.press("Shift+ArrowRight")
    card.settle()
    assert before != moved == caption(card)
    card.click("undo")
    card.settle()


def test_reply_waits_for_the_choice_that_shows_the_answer(cards):
    card = cards[4]
    card.root.locator("[data-do=skip]").click()
    card.settle()
    reply = card.root.locator(".lk-reply")
    waiting = "The reply comes when you have chosen \u201cNewton, from there\u201d."
    assert reply.text_content() == waiting
    panel, places = handles(card)
    card.drag(card.place(panel, *places[0]), card.place(panel, places[0][0], 0.9))
    card.settle()
    assert card.error == "" and reply.text_content() == waiting
    card.root.locator('[data-preset="Newton"]').click()
    card.settle()
    assert "The right answer: more than 0.99." in reply.text_content()


def test_line_without_handles_has_none_to_drag_and_a_click_brings_them_back(cards):
    card = cards[2]
    panel, places = handles(card)
    card.root.locator('[data-preset="least squares"]').click()
    card.settle()
    best = caption(card)
    card.canvas.focus()
    card.canvas.press("ArrowRight")
    card.canvas.press("Shift+ArrowUp")
    card.settle()
    assert caption(card) == best and card.error == ""
    card.page.mouse.click(*card.place(panel, places[0][0], 45.0))
    card.settle()
    assert caption(card).startswith("your line") and card.error == ""
    card.click("reset")
    card.settle()
