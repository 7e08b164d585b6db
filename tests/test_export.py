"""An exported lesson plays from a file: no kernel, no network, no steering that would do nothing."""

import re
from pathlib import Path

import axe as axe_core
import nbformat
import pytest

from labkit.views.style import LECTURE_TEXT, SCREEN, TICK_SIZE
from tools import build_notebooks, export_html

ROOT = Path(__file__).resolve().parent.parent
LESSONS = build_notebooks.lessons([])
# Whether the canvas holds more than one colour.
IS_DRAWN = """canvas => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    return pixels.some(pixel => pixel !== pixels[0]);
}"""
PIXELS = "canvas => canvas.toDataURL()"
PAPER = 500  # points across a picture on A4


# --- without a browser


def markdown(source):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(source)])
    return export_html.page(notebook, "a lesson").split("<main>")[1].split("</main>")[0]


@pytest.mark.thorough
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_equation_of_the_lessons_becomes_mathml(lesson):
    cells = build_notebooks.convert(lesson).cells
    source = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert "$" not in re.sub("<code>.*?</code>", "", markdown(source))


def test_absolute_value_in_a_table_does_not_end_its_cell():
    html = markdown("| rate | what |\n|---|---|\n| $|w|/2$ | half |")
    assert html.count("<td>") == 2 and html.count("<math") == 1


def test_corner_of_a_table_heads_nothing():
    html = markdown("| | tree |\n|---|---|\n| fast | yes |")
    assert html.count("<th") == 2 and html.count("<th>") == 1 and "<td></td>" in html  # with <thead>


def test_text_of_a_printed_picture_is_at_least_7_points():
    assert TICK_SIZE * LECTURE_TEXT * PAPER / SCREEN[0] >= 7


def test_dollar_sign_in_code_is_no_equation():
    assert "<math" not in markdown("Write `$HOME` and `$PATH`.")


def test_unknown_tex_is_refused_by_name():
    with pytest.raises(ValueError, match=r"expected TeX that latex2mathml knows, got \\nosuchthing"):
        markdown(r"so $\nosuchthing + 1$")


def test_links_between_lessons_lead_to_pages():
    assert 'href="10_perceptron_family.html"' in markdown("[next](10_perceptron_family.ipynb)")


def test_widget_of_others_shows_its_text_line():
    output = nbformat.v4.new_output(
        "display_data", {export_html.VIEW: {"model_id": "a"}, "text/plain": "Predict: which?"}
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("guess", outputs=[output])])
    state = {"a": {"model_module": "@jupyter-widgets/controls", "state": {}}}
    notebook.metadata.widgets = {export_html.STATE: {"state": state}}
    html = export_html.page(notebook, "a lesson").split("<main>")[1].split("</main>")[0]
    assert "Predict: which?" in html and "data-lab=" not in html


# --- in a browser

A4 = 718  # pixels of its width that Chromium prints on
NO_BLOCK = """all => all.flatMap(part => {
    const around = [];
    for (let each = part.parentElement; each.tagName !== "MAIN"; each = each.parentElement)
        if (getComputedStyle(each).display !== "block") around.push(each.className);
    return around;
})"""
CUT = "all => all.filter(code => code.scrollWidth > code.clientWidth + 1).map(code => code.textContent)"


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    return export_html.export(ROOT / "course" / "09_perceptron.py", tmp_path_factory.mktemp("site"))


@pytest.fixture
def opened(page, exported):
    """The page, opened from its file without a network; `requests` are the addresses it asked for."""
    page.context.set_offline(True)
    page.requests = []
    page.on("request", lambda request: page.requests.append(request.url))
    page.goto(exported.as_uri())
    page.wait_for_selector(".lk-card[data-frame]")
    return page


def test_exported_page_draws_every_player_and_asks_no_network(opened):
    assert opened.locator("[data-lab] .lk-card").count() == opened.locator("[data-lab]").count()
    cards = opened.locator("[data-lab]:not(:has(.lk-sheet))")  # exercises have a card without a picture
    assert cards.count() >= 4
    for k in range(cards.count()):
        canvas = cards.nth(k).locator("canvas.lk-canvas")
        canvas.scroll_into_view_if_needed()
        assert canvas.evaluate(IS_DRAWN)
    assert opened.locator("[data-lab] img").count() == 0
    assert all(url.startswith(("file:", "blob:", "data:")) for url in opened.requests)


def test_exported_page_hides_what_needs_python(opened):
    assert opened.locator(".lk-controls, .lk-tools, .lk-error:visible, textarea[data-code]").count() == 0


def test_exported_page_holds_script_and_style_once(exported):
    html = exported.read_text(encoding="utf-8")
    assert html.count("class Transport") == html.count(".lk-narrow .lk-head {") == html.count("class QuestionView") == 1


def test_answers_on_an_exported_page_are_still_there_when_it_is_opened_again(opened):
    ask = ".lk-sheet .lk-question"
    question = opened.locator(ask).first
    question.locator("input").nth(1).check()
    question.locator("[data-do=commit]").click()
    reply = question.locator(".lk-reply").inner_text()
    opened.reload()
    opened.wait_for_selector(".lk-sheet .lk-question[data-state=answered]")
    assert opened.locator(ask).first.locator(".lk-reply").inner_text() == reply


@pytest.fixture
def card(opened):
    """The longest story of the page, its question skipped."""
    card = opened.locator(".lk-card", has_text="how far is the nearest point").first
    card.locator("[data-do=skip]").click()
    return card


def test_exported_player_plays_to_its_end(opened, card):
    canvas = card.locator("canvas.lk-canvas")
    before = canvas.evaluate(PIXELS)
    last = card.locator(".lk-slider").get_attribute("max")
    for _ in range(3):
        card.locator("[data-do=speed]").click()
    card.locator("[data-do=play]").click()
    opened.wait_for_selector(f".lk-card[data-frame='{last}'][data-playing=false]")
    assert canvas.evaluate(PIXELS) != before


def test_exported_player_scrubs(card):
    card.locator(".lk-slider").fill("5")
    assert card.get_attribute("data-frame") == "5"
    assert "step 5 of" in card.locator(".lk-count").inner_text()


def test_exported_player_obeys_the_keyboard(opened, card):
    last = card.locator(".lk-slider").get_attribute("max")
    card.focus()
    for key, frame in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", last), ("Home", "0")):
        opened.keyboard.press(key)
        assert card.get_attribute("data-frame") == frame
    opened.keyboard.press("Space")
    assert card.get_attribute("data-playing") == "true"
    opened.keyboard.press("Space")
    assert card.get_attribute("data-playing") == "false"


def test_exported_page_follows_the_colour_scheme(opened):
    background = "getComputedStyle(document.body).backgroundColor"
    light = opened.evaluate(background)
    opened.emulate_media(color_scheme="dark")
    opened.wait_for_selector(".lk-card[data-theme=dark]")
    assert opened.evaluate(background) != light


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_an_exported_page(opened, axe, scheme):
    opened.emulate_media(color_scheme=scheme)
    opened.wait_for_selector(f".lk-card[data-theme={scheme}]")
    assert axe_core.violations(opened, axe, "html") == []


def test_exported_page_is_printed_light_and_in_proportion(opened):
    opened.emulate_media(color_scheme="dark", media="print")
    opened.wait_for_function("!document.querySelector('.lk-card[data-theme=dark]')")  # exercises and questions too
    for canvas in opened.locator("canvas.lk-canvas").all():
        box = canvas.bounding_box()
        assert box["width"] / box["height"] == pytest.approx(canvas.evaluate("c => c.width / c.height"), rel=0.01)
        assert box["width"] / box["height"] > SCREEN[0] / SCREEN[1] - 0.01, "two cards fit a page"
    assert opened.locator(".lk-transport:visible, .lk-corner:visible, .lk-ask button:visible").count() == 0
    opened.set_viewport_size({"width": A4, "height": 1000})
    assert opened.eval_on_selector_all("pre", CUT) == []


def test_pages_break_where_a_reader_would_break_them(opened):
    """Not in code, nor between a heading, or a call, and what follows: browsers keep these together in blocks alone."""
    opened.emulate_media(media="print")
    assert opened.eval_on_selector_all("main :is(h2, .lk-stage, .lk-ask, .jp-InputArea-editor pre)", NO_BLOCK) == []
    style = "all => [...new Set(all.map(each => getComputedStyle(each).breakInside))]"
    assert opened.eval_on_selector_all(".lk-stage, .lk-ask, .jp-InputArea-editor pre", style) == ["avoid"]
    assert opened.eval_on_selector_all(".lk-sheet > :has(.lk-question)", style) == ["auto"]
    cut_words = "all => all.filter(each => getComputedStyle(each).wordBreak !== 'normal').length"
    assert opened.eval_on_selector_all("pre", cut_words) == 0


def test_exported_page_is_not_cut_on_a_phone_or_at_twice_its_size(opened):
    for width in (640, 390):
        opened.set_viewport_size({"width": width, "height": 360})
        assert opened.evaluate("document.documentElement.scrollWidth") == width
        assert opened.eval_on_selector_all(".jp-InputArea-editor", CUT) == []


def test_exported_page_without_scripts_keeps_its_stills(browser, exported):
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(exported.as_uri())
    stills = page.locator("[data-lab] img").all()
    assert len(stills) >= 4
    for still in stills:
        assert still.bounding_box()["width"] > 300 and ": " in still.get_attribute("alt")  # "title: how it ended"
    context.close()
