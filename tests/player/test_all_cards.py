"""Every lab on one page, in the browser: seen whole on a small screen, never cut, read from the last row."""

import pytest
from lectures.drive import fresh
from playwright.sync_api import TimeoutError
from saved_page import page_with

from labkit.lectures import all_labs
from labkit.player.widget import card_of
from tools import browser as chrome

SMALL = {"width": 1366, "height": 768}
SEEN = 656  # pixels of it that JupyterLab shows of a notebook
SCREEN = {"width": 1280, "height": 720}
# Records the size in pixels of every text that is drawn on the card that is read (another one may still be drawn anew);
# no screen is filled, only the window.
RECORD = """() => {
    HTMLElement.prototype.requestFullscreen = () => Promise.reject(new Error("not here"));
    window.written = [];
    const draw = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        const { a, b } = this.getTransform();
        const size = parseFloat(this.font.match(/([\\d.]+)px/)[1]) * Math.hypot(a, b) / devicePixelRatio;
        const other = window.read && this.canvas.closest(".lk-card") !== window.read;
        const bold = this.font.includes("bold");
        if (text.trim() && !other) window.written.push([size, text, document.timeline.currentTime, bold]);
        return draw.call(this, text, x, y);
    };
}"""
SKIP = "card => card.querySelector('[data-do=skip]')?.click()"
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
HEIGHT = """card => {
    const ends = [...card.querySelectorAll(".lk-stage, .lk-transport:not([hidden]), .lk-question:not([hidden])")];
    const seen = ends.filter(end => end.offsetHeight).map(end => end.getBoundingClientRect().bottom);
    return Math.max(...seen) - card.getBoundingClientRect().top;
}"""
CUT = """card => {
    const around = card.getBoundingClientRect();
    const seen = [...card.querySelectorAll("*:not(.lk-unseen, option, .lk-busy, .lk-bar)")];
    const parts = seen.filter(part => part.clientWidth > 1);
    const out = parts.filter(part => {
        const box = part.getBoundingClientRect();
        const hides = getComputedStyle(part).overflowX !== "visible" && part.scrollWidth > part.clientWidth + 1;
        return hides || box.left < around.left - 0.5 || box.right > around.right + 0.5;
    });
    return out.map(part => part.className || part.tagName);
}"""
LECTURE = "card => card.querySelector('[data-do=lecture]').click()"
# Of the last picture: the first ones may be drawn before the card has its new size.
LAST = "window.written.filter(([, , time]) => time === window.written.at(-1)[2])"
SMALLEST = f"() => {LAST}.sort((a, b) => a[0] - b[0])[0]"
SETTLED = f"least => window.written.length && ({SMALLEST})()[0] >= least"
CUT_SHORT = f"() => {LAST}.find(([, text, , bold]) => bold && text.includes('\u2026'))?.[1]"  # a title
SHORT_OF_ROOM = {"21-shrinkage"}  # two planes in a narrow column, whose titles end with the round, as the caption does
PATIENCE = 5000  # milliseconds, for a busy machine


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """With all labs, their questions skipped; `page.unread` and `page.asking`: too small or too high before that."""
    file = page_with([card_of(fresh(kind)) for kind in all_labs()], tmp_path_factory.mktemp("page"), seen=SEEN)
    with chrome.watched(browser, viewport=SCREEN) as page:
        page.add_init_script(f"({RECORD})()")
        page.goto(file.as_uri())
        page.wait_for_function(f"document.querySelectorAll('.lk-card[data-frame]').length === {len(all_labs())}")
        page.unread, page.asking = unread(page), too_high(page)
        for card in page.locator(".lk-card").all():
            card.evaluate(SKIP)
        yield page


def cards(page):
    page.evaluate(PAINTED)
    return zip([kind.name for kind in all_labs()], page.locator(".lk-card").all(), strict=True)


def test_every_lab_and_its_transport_are_seen_whole_on_a_small_screen(page):
    assert too_high(page) == {}


def test_every_lab_and_its_question_are_seen_whole_on_a_small_screen(page):
    assert page.asking == {}


def too_high(page) -> dict[str, float]:
    page.set_viewport_size(SMALL)
    heights = {name: card.evaluate(HEIGHT) for name, card in cards(page)}
    return {name: height for name, height in heights.items() if height > SEEN}


@pytest.mark.parametrize("width", [683, 640, 320], ids=["200 % of 1366", "200 % of 1280", "a small phone"])
def test_no_lab_is_cut_where_there_is_little_room(page, width):
    page.set_viewport_size({"width": width, "height": 384})
    assert {name: cut for name, card in cards(page) if (cut := card.evaluate(CUT))} == {}
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_last_row_reads_every_text_of_every_lab(page):
    page.set_viewport_size(SCREEN)
    assert unread(page) == {}


def test_last_row_reads_every_text_while_labs_ask(page):
    assert page.unread == {}


def unread(page) -> dict[str, str]:
    """The smallest text of each lab that is too small in lecture mode, or a title that is cut short."""
    small = {}
    for name, card in cards(page):
        card.evaluate("card => { window.written = []; window.read = card; }")
        card.evaluate(LECTURE)
        page.evaluate(PAINTED)
        try:
            page.wait_for_function(SETTLED, arg=SCREEN["height"] / 40 - 0.01, timeout=PATIENCE)
        except TimeoutError:
            size, text, *_ = page.evaluate(SMALLEST)
            small[name] = f"{text!r}: {size:.1f} pixels"
        if name not in SHORT_OF_ROOM and (cut := page.evaluate(CUT_SHORT)):
            small[name] = f"{cut!r}: expected whole words; shorten it"
        card.evaluate(LECTURE)
    return small
