"""Every notebook in a real JupyterLab: all of it run, every card drawn and steered. Any console error fails.

One of them is run in JupyterLite too, where Python is in the page; with SITE_LESSONS=all every one (`make test-site`).

What all cards can do alike is tested once: tests/player/test_playing.py, tests/player/test_card.py.
"""

import json
import os
import shutil
import time
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from secrets import token_hex

import axe as axe_core
import pytest
from cards import Card

from labkit.player import saved_states
from tools import browser as chrome

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
ALL = os.environ.get("SITE_LESSONS") == "all"
IN_LITE = NOTEBOOKS if ALL else [ROOT / "notebooks" / "09_perceptron.ipynb"]
LESSONS = [("jupyter", path) for path in NOTEBOOKS] + [("lite", path) for path in IN_LITE]
LAB = ".lk-card[data-frame]"
TOO_WIDE = """() => [...document.querySelectorAll(".jp-WindowedPanel-outer, .jp-OutputArea-output")]
    .filter(part => part.scrollWidth > part.clientWidth + 1).map(part => part.textContent.slice(0, 60))"""
OPTIONS = "select => [...select.options].map(option => option.value)"


@pytest.fixture(scope="module")
def page_of(browser):
    """One page of each server for all lessons: JupyterLab is loaded once, as on a student's day."""
    with ExitStack() as open_pages:

        @cache
        def page_of(kind):
            made = chrome.watched(browser, viewport={"width": 1280, "height": 1200})
            page = open_pages.enter_context(made)
            page.asked = []
            page.context.on("request", lambda request: page.asked.append(request.url))
            return page

        yield page_of


@pytest.fixture(scope="module", params=LESSONS, ids=lambda param: f"{param[0]}-{param[1].stem}")
def lesson(request, page_of):
    """The page with a copy of the notebook, all of it run; nothing can save over the original."""
    kind, path = request.param
    page, server = page_of(kind), request.getfixturevalue(kind)
    page.errors.clear()  # of the lesson before, which failed its own tests
    with copy_of(path) if kind == "jupyter" else nullcontext(path.name) as name:
        server.open_next(page, name)
        begin = time.monotonic()
        server.run_all(page)
        page.server, page.seconds = server, time.monotonic() - begin
        has_labs = "Lab(" in path.read_text(encoding="utf-8")
        page.wait_for_selector(LAB if has_labs else ".lk-card")  # a page with exercises has the tutor's cards
        yield page


@contextmanager
def copy_of(path):
    """Its path in the repository."""
    copy = ROOT / "work" / f"test-{token_hex(4)}-{path.name}"
    copy.parent.mkdir(exist_ok=True)
    shutil.copy(path, copy)
    try:
        yield copy.relative_to(ROOT).as_posix()
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


def test_nothing_that_a_lesson_shows_breaks_its_page(lesson):
    """JupyterLab writes what went wrong below the output, and not to the console."""
    assert lesson.locator(".jp-OutputArea-output", has_text="Javascript Error").count() == 0


def test_lesson_in_lite_is_run_within_a_minute(lesson):
    """By `make test-site`; beside the other parts of `make test` a minute is not a lesson's alone."""
    assert not ALL or not isinstance(lesson.server, chrome.Lite) or lesson.seconds < 60


def test_every_card_is_steered(cards):
    """By the first control that is told something else by it, and back."""
    for card in cards:
        controls = card.root.locator("[data-control]:not(button):enabled").all()
        if controls:
            assert any(is_told(card, control) for control in controls), f"{card.title} refuses whatever it is told"


def test_lesson_with_all_its_labs_is_saved_within_its_size(lesson, cards):
    saved = lesson.server.saved(lesson)
    states = saved_states.states_of(json.loads(saved))
    assert len([entry for entry in states.values() if "payload" in json.dumps(entry.get("buffers"))]) == len(cards)
    assert len(saved.encode()) < lesson.server.most_saved


def test_nothing_is_asked_of_another_host(lesson):
    elsewhere = {url for url in lesson.asked if not url.startswith((lesson.server.url, "data:", "blob:"))}
    assert not elsewhere


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
