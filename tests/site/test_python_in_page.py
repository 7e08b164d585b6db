"""A lesson of the site: it plays without Python, the first move starts it, and then labs and exercises answer as in
a notebook."""

import gzip
import json
import os
import re
from types import SimpleNamespace
from urllib.parse import urlsplit

import axe as axe_core
import pytest
from cards import Card, Picture

from labkit.command import reports
from labkit.lectures.l09_perceptron import ConvergenceLab
from labkit.player import token
from tools import browser as chrome
from tools import make_site
from tools.website import catalogue

ALL = os.environ.get("SITE_LESSONS") == "all"
LESSON = "09_perceptron"
PAGES = [lesson.name for lesson in catalogue.lessons([]) if lesson.lecture] if ALL else [LESSON]
LAB = "09-convergence"
RIGHT = "def my_update(w, x, t):\n    return w + (t - (w @ x >= 0)) * x\n"
HALF = "def my_update(w, x, t):\n    print('seen')\n    return w + (t - (w @ x > 0)) * x\n"
START = 90_000  # milliseconds that a start may take on a busy machine


@pytest.fixture(scope="module")
def site(pyodide, tmp_path_factory):
    folder, cut = tmp_path_factory.mktemp("site"), set()
    make_site.make(folder, [] if ALL else [LESSON])
    with chrome.served(folder, cut) as url:
        yield SimpleNamespace(folder=folder, url=url, cut=cut)


def opened(page, site, address=""):
    page.requests = []
    page.on("request", lambda request: page.requests.append(request.url))
    page.goto(f"{site.url}/{LESSON}.html{address}")
    page.wait_for_selector("html[data-labs=ready]")
    return page


@pytest.fixture
def fresh(page, site):
    """The page in a browser that was never here."""
    return opened(page, site)


@pytest.fixture(scope="module")
def steered(browser, site):
    """One page, its question skipped, for all tests that need Python."""
    with chrome.watched(browser) as page:
        opened(page, site)
        lab(page).click("skip")
        yield page


def lab(page):
    root = page.locator(f'[data-lab="{LAB}"] .lk-card')
    root.scroll_into_view_if_needed()
    return Card(page, root)


def settle(page, card):
    page.wait_for_function(
        "root => root.dataset.asked === root.dataset.answered", arg=card.root.element_handle(), timeout=START
    )
    card.paint()


def caption(card):
    return card.root.locator(".lk-caption").text_content()


def exercise(page, code, name="one_update"):
    area = page.locator(f"textarea[data-code={name}]")
    area.scroll_into_view_if_needed()
    area.fill(code)
    area.press("Shift+Enter")
    page.wait_for_selector(f".lk-answer:has([data-code={name}]) [data-do=check]", timeout=START)
    return page.locator(f"[data-lab={name}]")


def test_python_is_twelve_megabytes_at_most(site):
    (folder,) = (site.folder / "assets").glob("python-*")
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in folder.iterdir()) <= 12e6


# --- without Python


def test_page_plays_before_python_and_asks_nothing_of_it(fresh):
    card = lab(fresh)
    card.click("skip")
    before = card.picture
    card.press("End")
    assert card.picture != before and card.frame == card.last
    assert fresh.locator(".lk-card:visible").count() == fresh.locator("[data-lab]").count()
    assert not [url for url in fresh.requests if "/python-" in url]
    assert fresh.evaluate("document.documentElement.dataset.python") is None


def test_prediction_and_quick_check_are_kept_without_python(fresh):
    question = fresh.locator(f'[data-lab="{LAB}"] .lk-question')
    question.locator("input").first.check()
    question.locator("[data-do=commit]").click()
    quick = fresh.locator(".lk-sheet .lk-question").first
    quick.locator("input").first.check()
    quick.locator("[data-do=commit]").click()
    said = fresh.locator("[data-progress]").inner_text()
    assert said.startswith("Answered on this site: 2 of this lecture")
    fresh.reload()
    fresh.wait_for_selector("html[data-labs=ready]")
    assert fresh.locator(f'[data-lab="{LAB}"] .lk-predicted').count() == 1
    assert quick.get_attribute("data-state") == "answered"
    assert fresh.locator("[data-progress]").inner_text() == said
    assert not [url for url in fresh.requests if "/python-" in url]


def test_page_opened_as_a_file_plays_and_says_what_is_missing(page, site):
    page.goto((site.folder / f"{LESSON}.html").as_uri())
    page.wait_for_selector("html[data-labs=ready]")
    card = lab(page)
    card.click("skip")
    card.press("End")
    assert card.frame == card.last
    assert page.locator("#labkit-note").inner_text().startswith("This page was opened as a file: its labs play.")
    assert page.locator(".lk-controls").count() == 0
    assert page.locator("[data-do=check]:enabled").count() == 0


def test_browser_without_web_assembly_plays_and_says_so(page, site):
    page.add_init_script("delete window.WebAssembly")
    opened(page, site)
    card = lab(page)
    card.click("skip")
    card.press("End")
    assert card.frame == card.last and page.locator(".lk-controls").count() == 0
    assert page.locator("#labkit-note").inner_text().startswith("This browser cannot run Python in a page")


def test_storage_that_is_refused_is_said_and_answers_stand(page, site):
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    opened(page, site)
    area = page.locator("textarea[data-code=one_update]")
    area.fill(HALF)
    area.blur()
    assert page.locator("#labkit-note").inner_text().startswith("This browser keeps nothing for this page")
    assert area.input_value() == HALF
    with page.expect_download() as download:
        page.click("[data-do=save-answers]")
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert saved["code"] == {f"{LESSON}/code/one_update": HALF}


def test_answer_of_another_tab_is_taken_over_or_said(fresh, site):
    other = fresh.context.new_page()
    opened(other, site)
    area, others = (each.locator("textarea[data-code=one_update]") for each in (fresh, other))
    others.fill(HALF)
    others.blur()
    fresh.wait_for_function("code => document.querySelector('[data-code=one_update]').value === code", arg=HALF)
    area.fill(RIGHT)  # not saved yet
    others.fill("# more")
    others.blur()
    fresh.wait_for_function("document.body.innerText.includes('changed in another tab as well')")
    assert area.input_value() == RIGHT


def test_editor_indents_and_lets_go(fresh):
    area = fresh.locator("textarea[data-code=one_update]")
    area.fill("")
    area.focus()
    for key in ("d", "e", "f", ":", "Enter", "x", "Enter", "Shift+Tab", "y", "Tab"):
        fresh.keyboard.press(key)
    assert area.input_value() == "def:\n    x\ny    "
    fresh.keyboard.press("Escape")
    fresh.keyboard.press("Tab")
    assert fresh.evaluate("document.activeElement.dataset.do") == "check"


def test_page_is_not_cut_on_a_phone(fresh):
    fresh.set_viewport_size({"width": 390, "height": 700})
    assert fresh.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize(
    "token, what",
    [
        ("labkit1.nothing.0", "damaged or no state of a lab"),
        ("labkit1", "damaged or no state of a lab"),
        ("%", "damaged or no state of a lab"),
        ("anything", "damaged or no state of a lab"),
        ("labkit2.eJyr.0", "of another version of labkit"),
        ("labkit9", "of another version of labkit"),
    ],
)
def test_state_in_the_address_that_cannot_be_opened_is_said(page, site, token, what):
    opened(page, site, f"#state={token}")
    page.wait_for_function(
        "what => document.getElementById('labkit-note').textContent.startsWith(`The state in the address is ${what}`)",
        arg=what,
    )
    assert page.evaluate("document.documentElement.dataset.python") is None


def test_state_of_another_page_is_said(page, site):
    opened(page, site, f"#state={token.encode({'lab': 'x', 'heading': 'Elsewhere', 'values': {}, 'frame': 0})}")
    page.wait_for_function("document.getElementById('labkit-note').textContent.includes('state of \"Elsewhere\"')")


# --- with Python


def test_first_move_starts_python_and_the_lab_answers_as_in_a_notebook(steered):
    card, same = lab(steered), ConvergenceLab()
    card.click("reset")  # nothing was changed, but Python is asked
    steered.wait_for_selector(f'[data-lab="{LAB}"] .lk-bar.lk-known', timeout=START)  # how far it is
    assert card.root.locator(".lk-starting").inner_text().startswith("Python starts in this page")
    settle(steered, card)
    assert card.root.locator(".lk-starting").count() == 0
    assert steered.evaluate("document.documentElement.dataset.python") == "ready"
    card.root.locator('[data-preset="no gap"]').click()
    settle(steered, card)
    same.choose("no gap")
    assert caption(card) == same.scenes[-1].caption and card.last == len(same.scenes) - 1
    assert card.error == ""


def test_dragged_point_refits(steered):
    card = lab(steered)
    plane = card.lab.scenes[0].panel("plane")
    points = next(mark for mark in plane.marks if getattr(mark, "editable", False))
    card.root.locator("[data-do=reset]").click()
    settle(steered, card)
    with card.changes():
        card.drag(card.place(plane, points.x[0], points.y[0]), card.place(plane, points.x[0] + 0.1, points.y[0]))
    settle(steered, card)


def test_lab_is_steered_on_a_slide_with_all_its_controls_in_sight(steered):
    card, size = lab(steered), steered.viewport_size
    steered.set_viewport_size({"width": 1280, "height": 720})
    steered.locator("[data-do=present]").click()
    for _ in range(40):
        if card.root.is_visible():
            break
        steered.keyboard.press("PageDown")
    assert steered.evaluate("document.getElementById('content').scrollHeight") == 720
    preset = card.root.locator('[data-preset="no gap"]')
    assert preset.bounding_box()["y"] < 650
    preset.click()
    settle(steered, card)
    assert card.error == ""
    steered.keyboard.press("Escape")
    steered.keyboard.press("Escape")
    assert steered.locator(".top").is_visible()
    steered.set_viewport_size(size)


def test_value_that_is_refused_is_said_on_the_card(steered):
    card = lab(steered)
    card.share("paste")
    card.root.locator(".lk-token").fill("labkit9.abc.0")
    card.root.locator(".lk-token").press("Enter")
    settle(steered, card)
    assert "expected one of version 'labkit1'" in card.error
    card.click("undo")  # and the lab can be steered on
    settle(steered, card)
    assert card.error == ""


def test_exercise_is_checked_and_kept(steered, tmp_path):
    sheet = exercise(steered, HALF)
    assert sheet.locator(".lk-says").inner_text().split("\n")[-1].startswith("not yet: expected")
    assert steered.locator(".lk-printed:visible").first.inner_text().startswith("seen")
    sheet.locator("[data-do=hint]").click()
    sheet.locator(".lk-hints li").first.wait_for()
    sheet.locator("[data-do=solution]").click()
    sheet.locator(".lk-source").wait_for()
    assert "def my_update" in sheet.locator(".lk-source pre").inner_text()
    sheet = exercise(steered, "def my_update(w, x, t):\n    return w +\n")
    assert "expected code that runs, got SyntaxError" in sheet.inner_text() and "in line 2" in sheet.inner_text()
    sheet = exercise(steered, RIGHT)
    assert sheet.locator("[data-status=right]").count() == 1
    with steered.expect_download() as download:
        steered.click("[data-do=save-answers]")
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert "one_update" in reports.of_class(
        [download.value.path()], tmp_path / "class.csv"
    )  # what a lecturer makes of it
    mine = [entry for entry in saved["answers"] if entry["name"] == "one_update"]
    assert [entry["right"] for entry in mine] == [True] and saved["code"][f"{LESSON}/code/one_update"] == RIGHT


def test_exercise_is_there_after_a_reload_as_it_was_checked(steered, site):
    again = steered.context.new_page()
    opened(again, site)
    assert again.locator("textarea[data-code=one_update]").input_value() == RIGHT
    sheet = again.locator("[data-lab=one_update] .lk-sheet")
    assert sheet.get_attribute("data-status") == "right" and "when you last checked it" in sheet.inner_text()
    assert sheet.locator("button:visible").count() == 0  # hints are of a check on this visit
    assert again.locator("[data-lab=never_starts] [data-status=untouched]").count() == 1
    again.close()


def test_untouched_bug_is_known_as_such(steered):
    given = steered.locator("textarea[data-code=never_starts]").input_value()
    assert "not mended yet" in exercise(steered, given, "never_starts").inner_text()


def test_link_to_a_state_opens_it(steered, site):
    card = lab(steered)
    card.root.locator('[data-preset="gap 0.2"]').click()
    settle(steered, card)
    said = caption(card)
    card.share("link")
    steered.wait_for_function("document.querySelector('.lk-token:not([hidden])')?.value.includes('#state=')")
    address = card.root.locator(".lk-token").input_value()
    card.root.locator(".lk-token").press("Escape")
    assert urlsplit(address).path == f"/{LESSON}.html"
    there = steered.context.new_page()
    there.goto(address)
    there.wait_for_selector("html[data-labs=ready]")
    other = lab(there)
    there.wait_for_selector(f'[data-lab="{LAB}"] .lk-card[data-asked]')
    settle(there, other)
    assert caption(other) == said and other.error == ""
    there.close()


def test_endless_loop_is_ended_and_labs_are_as_they_were(steered):
    card = lab(steered)
    card.root.locator('[data-preset="gap 0.2"]').click()
    settle(steered, card)
    said = caption(card)
    area = steered.locator("textarea[data-code=one_update]")
    area.fill("def my_update(w, x, t):\n    while True:\n        pass\n")
    area.press("Shift+Enter")
    steered.click(".lk-answer [data-do=stop]")
    steered.wait_for_function(
        "document.querySelector('[data-lab=one_update]').innerText.includes('does every loop and every call')"
    )
    card.root.locator("[data-do=token], [data-do=share]").first.click()
    card.click("copy")
    settle(steered, card)
    state = token.decode(card.root.locator(".lk-token").input_value())
    card.root.locator(".lk-token").press("Escape")
    assert state["values"]["gap"] == 0.2 and caption(card) == said


def test_page_asks_no_other_host(steered):
    assert {urlsplit(url).hostname for url in steered.requests if url.startswith("http")} == {"127.0.0.1"}
    assert [url for url in steered.requests if re.search(r"/python-\w+/manifest\.json$", url)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(steered, axe, scheme):
    steered.emulate_media(color_scheme=scheme)
    steered.wait_for_selector(f".lk-card[data-theme={scheme}]")
    assert axe_core.violations(steered, axe, "[data-lab], .lk-answer, [data-progress]") == []


@pytest.mark.parametrize("name", PAGES)
def test_every_lab_of_a_page_is_steered(page, site, name):
    page.goto(f"{site.url}/{name}.html")
    page.wait_for_selector("html[data-labs=ready]")
    for root in page.locator(".lk-card:not(.lk-sheet):has([data-do=reset])").all():
        root.scroll_into_view_if_needed()
        card = Card(page, root)
        if root.locator("[data-do=skip]").count():
            card.click("skip")
        root.locator("[data-preset]:enabled, [data-do=reset]").first.click()
        settle(page, card)
        assert card.error == "", card.title


def test_python_that_is_cut_off_is_said_and_the_page_plays_on(browser, site):
    site.cut.add("numpy.bin")
    context = browser.new_context()  # the browser reports what did not arrive, and must
    page = context.new_page()
    try:
        opened(page, site)
        card = lab(page)
        card.click("skip")
        before = Picture(card.canvas)
        card.root.locator('[data-preset="no gap"]').click()
        page.wait_for_selector("html[data-python=lost]", timeout=START)
        assert page.locator("#labkit-note").inner_text().startswith("Python did not start (")
        assert card.error.startswith("Python did not start (")
        assert card.picture == before
        card.press("End")
        assert card.frame == card.last and card.picture != before
    finally:
        site.cut.clear()
        context.close()


def test_python_that_dies_later_is_not_said_to_have_never_started(page, site):
    page.add_init_script("""window.Worker = class {
        postMessage() {
            setTimeout(() => this.onmessage({ data: { ready: true } }), 20);
            setTimeout(() => this.onmessage({ data: { lost: 'out of memory' } }), 60);
        }
        terminate() {}
    }""")
    opened(page, site)
    card = lab(page)
    card.click("skip")
    card.root.locator('[data-preset="no gap"]').click()
    page.wait_for_selector("html[data-python=lost]")
    assert card.error.startswith("Python has stopped (out of memory): the labs play")


def test_python_that_says_nothing_is_given_up(page, site):
    page.add_init_script("window.Worker = class { postMessage() {} terminate() {} }")
    opened(page, site)
    card = lab(page)
    card.click("skip")
    page.clock.install()
    card.root.locator('[data-preset="no gap"]').click()
    page.clock.fast_forward(61_000)
    page.wait_for_selector("html[data-python=lost]")
    assert "nothing was heard of it" in card.error
