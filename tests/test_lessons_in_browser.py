"""Every notebook in a real JupyterLab: all of it run, every card drawn and steered. Any console error fails.

What all cards can do alike is tested once: tests/player/test_playing.py, tests/player/test_card.py.
"""

import json
import shutil
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import axe as axe_core
import pytest
from cards import Card

from labkit.player import saved_states
from tools import browser as chrome

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
LAB = ".lk-card[data-frame]"
TOO_WIDE = """() => [...document.querySelectorAll(".jp-WindowedPanel-outer, .jp-OutputArea-output")]
    .filter(part => part.scrollWidth > part.clientWidth + 1).map(part => part.textContent.slice(0, 60))"""
OPTIONS = "select => [...select.options].map(option => option.value)"


@pytest.fixture(scope="module")
def page(browser):
    """One page for all lessons: JupyterLab is loaded once, as on a student's day."""
    with chrome.watched(browser, viewport={"width": 1280, "height": 1200}) as page:
        yield page


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda path: path.stem)
def lesson(request, page, jupyter):
    """The page with a copy of the notebook, all of it run; nothing can save over the original."""
    copy = ROOT / "work" / f"test-{token_hex(4)}-{request.param.name}"
    copy.parent.mkdir(exist_ok=True)
    shutil.copy(request.param, copy)
    page.errors.clear()  # of the lesson before, which failed its own tests
    try:
        jupyter.open_next(page, copy.relative_to(ROOT).as_posix())
        jupyter.run_all(page)
        has_labs = "Lab(" in request.param.read_text(encoding="utf-8")
        page.wait_for_selector(LAB if has_labs else ".lk-card")  # a page with exercises has the tutor's cards
        yield page
    finally:
        copy.unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def no_errors(request):
    """Errors fail the test in which they happened, not only the last one of the page."""
    yield
    if "lesson" in request.fixturenames:
        page = request.getfixturevalue("lesson")
        assert not page.errors, "the browser reported:\n" + "\n".join(page.errors)


@pytest.fixture
def cards(lesson):
    return [Card(lesson, root) for root in lesson.locator(".lk-card:not(.lk-sheet)").all()]


def test_every_card_is_drawn(cards):
    for card in cards:
        card.root.scroll_into_view_if_needed()
        card.paint()
        assert card.picture.colours > 10, f"{card.title} is hardly drawn"
        assert card.error == ""
        assert card.root.locator(".lk-caption").text_content()


def test_what_a_lesson_shows_is_for_everyone_and_no_wider_than_the_page(lesson, axe):
    assert axe_core.violations(lesson, axe, ".jp-OutputArea-output") == []
    assert lesson.evaluate(TOO_WIDE) == []


def test_every_card_is_steered(cards):
    """By the first control that is told something else by it, and back."""
    for card in cards:
        controls = card.root.locator("[data-control]:not(button):enabled").all()
        if controls:
            assert any(is_told(card, control) for control in controls), f"{card.title} refuses whatever it is told"


def test_lesson_with_all_its_labs_is_saved_within_two_megabytes(lesson, cards):
    lesson.evaluate("jupyterapp.shell.currentWidget.context.save()")
    path = ROOT / lesson.evaluate("jupyterapp.shell.currentWidget.context.path")
    states = saved_states.states_of(json.loads(path.read_text()))
    assert len([entry for entry in states.values() if "payload" in json.dumps(entry.get("buffers"))]) == len(cards)
    assert path.stat().st_size < 2_000_000


def is_told(card, control):
    """Whether the card takes another value of a control; a refusal says why, and the value comes back."""
    now = value(control)
    card.set(control, other(control, now))
    error = card.error
    assert_told_or_refused(card)
    assert (value(control) == now) == bool(error)
    card.set(control, now)
    assert card.error == "" and value(control) == now
    return not error


def value(control):
    return control.evaluate("input => input.type === 'checkbox' ? input.checked : input.value")


def other(control, now):
    if isinstance(now, bool):
        return not now
    if control.get_attribute("type") == "range":
        return next(end for end in map(control.get_attribute, ("min", "max")) if float(end) != float(now))
    return next(option for option in control.evaluate(OPTIONS) if option != now)


def test_every_button_is_pressed(cards):
    for card in cards:
        for skip in card.root.get_by_role("button", name="skip", exact=True).all():
            skip.click()  # a card that asks first keeps its buttons until then
        for button in card.root.locator("button[data-control]").all():
            with of_use(card, button):
                button.click()
                card.settle()
                assert_told_or_refused(card)


@contextmanager
def of_use(card, button):
    """With the other control set such that this button matters; the button is disabled otherwise."""
    control = next(each for each in card.lab.steering if each.name == button.get_attribute("data-control"))
    if control.only is None:
        yield
        return
    name, options = control.only
    other = card.root.locator(f"[data-control={name}]")
    now = other.input_value()
    assert button.is_enabled() == (now in options)
    card.set(other, options[0])
    yield
    card.set(other, now)


def assert_told_or_refused(card):
    assert card.error == "" or ("expected" in card.error and "got" in card.error), card.error
