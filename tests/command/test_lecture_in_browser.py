"""`labkit lecture` in Chromium: slides whose labs run, a class's answers beside a lab, the speaker's page."""

import os
import secrets
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from labkit.lectures.l20_adaboost import RoundsLab
from tools import browser as chrome

SIZE = {"width": 1280, "height": 720}
RAN = """() => jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code').at(-1).model.executionCount > 0"""
# Above and below the cells of the slide that is shown, in pixels.
ROOM = """() => {
    const boxes = [...document.querySelectorAll('.jp-deck-mod-visible')].map(cell => cell.getBoundingClientRect());
    return [Math.min(...boxes.map(box => box.top)), innerHeight - Math.max(...boxes.map(box => box.bottom))];
}"""
pytestmark = pytest.mark.skipif(
    not find_spec("jupyterlab_slideshow"), reason="needs `pip install jupyterlab-slideshow`"
)


@contextmanager
def lecture(home, *words):
    """The address of what `labkit lecture` starts; settings and kernels' files live in `home`."""
    port, token = chrome._free_port(), secrets.token_hex(16)
    line = [sys.executable, "-m", "labkit.command", "lecture", *words, "--no-browser", "--ip=127.0.0.1"]
    line += [f"--port={port}", f"--IdentityProvider.token={token}", "--LabApp.expose_app_in_browser=True"]
    log = home / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(line, env=chrome._private(home), stdout=out, stderr=out, start_new_session=True)
    try:
        chrome._wait_until_up(f"http://127.0.0.1:{port}/api/status?token={token}", server, log)
        yield f"http://127.0.0.1:{port}/?token={token}"
    finally:
        os.killpg(server.pid, 15)  # the command waits for its server
        server.wait(timeout=20)


def answer(monkeypatch, folder, student, option):
    """A student commits to an option in a page of their own."""
    monkeypatch.setenv("LABKIT_CLASS", str(folder))
    monkeypatch.setenv("LABKIT_RECORD", str(folder.parent / student / "progress.jsonl"))
    RoundsLab().receive({"do": "predict", "with": [option]}, lambda *_: None)


def next_slide(page, locator):
    """Go on until something is on the slide."""
    for _ in range(12):
        if page.locator(locator).first.is_visible():
            return page.wait_for_timeout(600)  # text takes its size
        page.keyboard.press("Space")
        page.wait_for_timeout(300)
    raise AssertionError(f"no slide with {locator}")


def test_a_lecture_has_slides_labs_a_class_and_a_page_for_the_speaker(browser, tmp_path, monkeypatch):
    folder = tmp_path / "class"
    with (
        lecture(tmp_path, "20", str(tmp_path / "lessons"), "--class", str(folder)) as address,
        chrome.watched(browser, viewport=SIZE) as page,
    ):
        page.goto(address)
        page.wait_for_selector("[data-jp-deck-mode=presenting]", state="attached", timeout=120_000)
        page.wait_for_function(RAN, timeout=300_000)
        assert "AdaBoost" in page.locator(".jp-deck-mod-visible").inner_text()
        assert min(page.evaluate(ROOM)) >= 0

        # A lab has a slide of its own, without the line that makes it.
        next_slide(page, ".lk-card:has(.lk-ask)")
        slide = page.locator(".jp-deck-mod-visible")
        assert slide.count() == 1 and not slide.locator(".jp-Cell-inputWrapper").is_visible()
        assert min(page.evaluate(ROOM)) >= 0

        # Students answer in pages of their own; the lecturer's card counts them.
        for student, option in (("anne", 0), ("bert", 1), ("cleo", 1)):
            answer(monkeypatch, folder, student, option)
        (folder / "half.json").write_text('{"report": "labkit pro')
        card = slide.locator(".lk-card")
        card.locator("[data-do=class]").click()
        card.locator("[data-votes]").first.wait_for()
        assert card.locator("[data-votes]").all_inner_texts() == ["1", "2", "0"]
        assert card.locator(".lk-class").inner_text().endswith("3 answers; left out, damaged: half.json")
        assert min(page.evaluate(ROOM)) >= 0

        # f fills the screen with the lab, there a asks the class again; f gives the slide back.
        page.keyboard.press("f")
        page.wait_for_selector(".lk-lecture")
        answer(monkeypatch, folder, "dora", 2)
        page.keyboard.press("a")
        page.wait_for_function(
            "() => [...document.querySelectorAll('.lk-lecture [data-votes]')].at(-1)?.innerText === '1'"
        )
        page.locator(".lk-lecture input[type=radio]").nth(1).check()
        page.locator(".lk-lecture [data-do=commit]").click()
        page.keyboard.press("1")
        page.wait_for_selector(".lk-lecture .lk-right")
        page.keyboard.press("f")
        page.wait_for_selector(".lk-lecture", state="detached")
        page.wait_for_timeout(600)
        assert min(page.evaluate(ROOM)) >= 0  # also with the controls, the class and the reply
        assert len(list(folder.glob("*.jsonl"))) == 4  # the lecturer's answer is not the class's

        # The card that was clicked keeps the keys of its lab until Escape; a presenter's keys always go on and back.
        shown = "jupyterapp.shell.currentWidget.content.activeCellIndex"
        lab = page.evaluate(shown)
        page.keyboard.press("Space")
        assert page.evaluate(shown) == lab
        page.keyboard.press("PageDown")
        page.wait_for_function(f"{shown} > {lab}")
        page.keyboard.press("PageUp")
        page.wait_for_function(f"{shown} === {lab}")
        card.locator(".lk-title").click()
        page.keyboard.press("Escape")
        page.keyboard.press("Space")
        page.wait_for_function(f"{shown} > {lab}")

        # s opens the speaker's page in a window of its own.
        with page.context.expect_page() as opened:
            page.keyboard.press("s")
        speaker = opened.value
        speaker.wait_for_selector(".jp-RenderedMarkdown h1:has-text('Teaching lecture 20')", timeout=120_000)
        assert speaker.evaluate("document.body.dataset.jpDeckMode") is None

    # The next JupyterLab of this person does not begin with slides.
    noted = tmp_path / "settings" / "jupyterlab-slideshow" / "plugin.jupyterlab-settings"
    assert '"active": false' in noted.read_text()
