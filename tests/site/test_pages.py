"""The pages of the site: every link leads somewhere, nothing is asked of another host, all can be read by everybody.

A part of the site is made here, with its first page, glossary and errata; SITE_LESSONS=all makes and tests every
lesson (`make test-site`).
"""

import gzip
import html
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import axe as axe_core
import pytest

from labkit.core import course
from tools import browser as chrome
from tools import build_notebooks, make_site
from tools.website import catalogue, cells, executed, pages, terms

ALL = os.environ.get("SITE_LESSONS") == "all"
LESSON = "09_perceptron"
KINDS = ("index", LESSON, "glossary", "errata", "about", *pages.DOCUMENTS)
LESSONS = [lesson.name for lesson in catalogue.lessons([])]
MOST_BYTES = 600_000  # of a lesson's page, compressed, with the scripts and style that it asks for
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Read(HTMLParser):
    """What a page says of itself: tags that stay open, ids, links, headings."""

    def __init__(self, text):
        super().__init__()
        self.open, self.crossed, self.ids, self.links, self.headings, self.attributes = [], [], [], [], [], {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        self.attributes.setdefault(tag, []).append(named)
        self.ids += [named["id"]] if "id" in named else []
        self.links += [named[key] for key in ("href", "src", "data-index") if key in named]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_startendtag(self, tag, attributes):  # of MathML and SVG
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()
        elif tag not in VOID:
            self.crossed.append((tag, self.getpos()))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of a site."""
    folder = tmp_path_factory.mktemp("site")
    try:
        make_site.make(folder, [] if ALL else [LESSON], python=False)
    except OSError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"{axe_core.MISSING} or MiniSearch: {error}")
    return folder


@pytest.fixture(scope="session")
def read(site):
    return {path.stem: Read(path.read_text(encoding="utf-8")) for path in site.glob("*.html")}


# --- without a browser


def test_site_has_a_page_for_every_lesson_that_was_asked_for(read):
    assert set(read) == {"index", "about", *pages.DOCUMENTS, *(LESSONS if ALL else (LESSON, "glossary", "errata"))}


def test_every_link_and_anchor_leads_somewhere(site, read):
    lost = []
    for name, page in read.items():
        for link in page.links:
            path, _, anchor = unquote(link).partition("#")
            path = path.partition("?")[0]
            target = Path(path).stem if path else name
            if path.startswith(("lite/", "https://")) or (target in LESSONS and target not in read):
                continue
            if (path and not (site / path).is_file()) or (anchor and anchor not in read[target].ids):
                lost.append(f"{name}: {link}")
    assert lost == []


def test_pages_ask_nothing_of_another_host(site, read):
    for name, page in read.items():
        asked = [each.get("src") or each.get("href") for tag in ("img", "script", "link", "iframe", "source")
                 for each in page.attributes.get(tag, []) if each.get("rel") != "canonical"]  # fmt: skip
        assert not [address for address in asked if address and "//" in address], name
    for asset in site.glob("assets/*.css"):
        assert "url(" not in asset.read_text(encoding="utf-8")


def test_pages_are_well_formed(read):
    for name, page in read.items():
        assert not page.open and not page.crossed, (name, page.open, page.crossed[:3])
        assert len(page.ids) == len(set(page.ids)), name
        assert page.attributes["html"] == [{"lang": "en"}]
        assert page.headings.count(1) == 1 and page.headings[0] == 1, name
        steps = zip(page.headings, page.headings[1:], strict=False)
        assert all(lower <= upper + 1 for upper, lower in steps), (name, page.headings)


def test_every_page_says_what_it_is(site, read):
    titles = [re.search("<title>(.*)</title>", (site / f"{name}.html").read_text("utf-8"))[1] for name in read]
    assert len(set(titles)) == len(titles)
    for name, page in read.items():
        told = {each.get("name") or each.get("property"): each.get("content") for each in page.attributes["meta"]}
        assert told["description"].strip() and told["og:title"].strip(), name
        if name in ("index", LESSON):
            assert (site / told["og:image"]).is_file()


def test_page_of_a_lesson_is_small(site, read):
    for name, page in read.items():
        shared = {link.partition("?")[0] for link in page.links if link.startswith("assets/")} - {"assets/search.js"}
        sent = sum(len(gzip.compress((site / path).read_bytes())) for path in (f"{name}.html", *sorted(shared)))
        assert sent <= MOST_BYTES, (name, sent)


def test_errata_and_glossary_are_linked_from_a_lesson(read):
    links = read[LESSON].links
    assert "glossary.html#separable" in links and "glossary.html#symbols" in links
    assert {f"errata.html#{note}" for note in catalogue.notes("09")} <= set(links)


def test_first_use_of_a_word_is_linked_once_and_not_in_headings():
    soup = cells.BeautifulSoup(
        cells.markdown("## Sweeps\n\nTwo sweeps. A Sweep, `sweep`, and *a sweep*."), "html.parser"
    )
    terms.linker(LESSON, [terms.Word("sweep", "sweep", "09")])(soup)
    assert [link.get_text() for link in soup.find_all("a")] == ["sweeps"]


@pytest.mark.parametrize("text", ["The log-likelihood.", "Log-likelihoods rise.", "So MLP, and more.", "five kNN"])
def test_other_forms_of_a_word_are_linked_too(text):
    soup = cells.BeautifulSoup(cells.markdown(text), "html.parser")
    terms.linker("20_adaboost", terms.glossary_words())(soup)
    (link,) = soup.find_all("a")
    assert link["href"] in {
        f"glossary.html#{name}" for name in ("likelihood", "multilayer-perceptron", "nearest-neighbours")
    }


def test_part_of_a_longer_word_is_no_use_of_it():
    soup = cells.BeautifulSoup(cells.markdown("Pre-pruning, unpruned."), "html.parser")
    terms.linker("20_adaboost", terms.glossary_words())(soup)
    assert soup.find("a") is None


def test_word_is_not_linked_before_its_lecture():
    soup = cells.BeautifulSoup(cells.markdown("A sweep."), "html.parser")
    terms.linker("01_more", [terms.Word("sweep", "sweep", "09")])(soup)
    assert soup.find("a") is None


def test_minutes_stand_apart_from_a_heading():
    body = cells.Body("x")
    cell = build_notebooks.nbformat.v4.new_markdown_cell("## The rule · 8 min\n\nNothing.\n\n## The rule")
    notebook = build_notebooks.nbformat.v4.new_notebook(cells=[cell])
    body = cells.body_of("x", notebook, lambda _: None)
    assert body.headings == [cells.Heading(2, "the-rule", "The rule", "8"), cells.Heading(2, "the-rule-2", "The rule")]
    assert body.sections[0] == ["the-rule", "The rule", "Nothing."]


def test_main_page_comes_before_its_more_and_glossary_last():
    assert LESSONS[0] == "00_start_here" and set(LESSONS[-2:]) == {"errata", "glossary"}
    for name in LESSONS:
        if name.endswith("_more"):
            before = LESSONS[LESSONS.index(name) - 1]
            assert before[:2] == name[:2] and not before.endswith("_more")


def test_box_of_the_map_keeps_its_place_where_its_page_was_not_made():
    text = '<a href="08_x.html" title="t" style="s">08</a> <a href="09_perceptron.html">09</a>'
    made = pages._only(text, {LESSON: None})
    assert made == '<span title="t" style="s">08</span> <a href="09_perceptron.html">09</a>'


@pytest.mark.parametrize("name, expected", [("", ""), ("ann/labs", "https://mybinder.org/v2/gh/ann/labs/HEAD")])
def test_binder_is_offered_where_the_repository_is_known(name, expected, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_REPOSITORY", name)
    site = pages.Site.at(tmp_path)
    assert site.binder.partition("?")[0] == expected
    assert site.address == ("https://ann.github.io/labs/" if name else "")


@pytest.mark.parametrize(
    "repository, wheel, expected",
    [
        ("", "", 'pip install ".[lab]"'),
        ("", "labkit-1-py3-none-any.whl", 'pip install "labkit-1-py3-none-any.whl[lab]"'),
        (
            "ann/labs",
            "labkit-1-py3-none-any.whl",
            'pip install "labkit[lab] @ https://ann.github.io/labs/labkit-1-py3-none-any.whl"',
        ),
    ],
)
def test_first_page_says_how_to_install_what_stands_beside_it(tmp_path, monkeypatch, repository, wheel, expected):
    monkeypatch.setenv("GITHUB_REPOSITORY", repository)
    if wheel:
        (tmp_path / wheel).touch()
    assert pages.Site.at(tmp_path).install == expected


def test_first_page_leads_to_every_lecture_and_every_way_in(site, read):
    text = (site / "index.html").read_text("utf-8")
    listed = text[text.index('<ol class="lectures">') : text.index("</ol>")]
    for lecture, title, minutes in zip(
        *(course.lectures()[name] for name in ("lecture", "title", "minutes")), strict=True
    ):
        assert title in html.unescape(listed) and f"{minutes} min" in listed, lecture
    ways = text[text.index('id="ways-in"') :]
    assert [part.partition("<")[0] for part in ways.split("<h3>")[1:]] == [
        "On these pages", "On your computer", "With the whole project", "For a class"
    ]  # fmt: skip
    assert 'href="00_start_here.html"' in ways and 'href="teaching.html"' in ways and "environment.yml" in ways
    assert "index.html#ways-in" in read[LESSON].links and "svg" in read["index"].attributes


def test_every_page_can_be_skipped_into_and_leads_to_licence_citation_and_credits(read):
    for name, page in read.items():
        assert page.links.count("#content") == 1 and "content" in page.ids, name
        assert any(link.startswith("assets/icon.svg") for link in page.links), name
        assert {f"about.html#{part}" for part in ("licence", "how-to-cite", "the-slides", "the-data")} <= set(
            page.links
        )


def test_notebooks_are_linked_where_lite_stands_beside(tmp_path):
    assert pages.Site(tmp_path).notebook(LESSON) == ""
    (tmp_path / "lite" / "lab").mkdir(parents=True)
    (tmp_path / "lite" / "lab" / "index.html").touch()
    assert pages.Site.at(tmp_path).notebook(LESSON) == f"lite/lab/index.html?path={LESSON}.ipynb"


def test_page_that_is_no_lesson_opens_the_start_page_as_a_notebook(tmp_path):
    (tmp_path / "lite" / "lab").mkdir(parents=True)
    (tmp_path / "lite" / "lab" / "index.html").touch()
    site = pages.Site.at(tmp_path)
    for name in make_site.STATIC:
        site.add(name, "")
    site.add("search.js", "")
    site.write("page.html.j2", cells.body_of("teaching", pages.document("teaching"), lambda text: None))
    assert 'href="lite/lab/index.html?path=00_start_here.ipynb"' in (tmp_path / "teaching.html").read_text("utf-8")


def test_what_make_lite_made_is_put_beside_the_pages(tmp_path, monkeypatch):
    made = tmp_path / "build"
    (made / "lab").mkdir(parents=True)
    (made / "lab" / "index.html").write_text("JupyterLite")
    monkeypatch.setattr(pages, "LITE", made)
    (tmp_path / "site").mkdir()
    make_site._put_lite_beside(tmp_path / "site")
    assert (tmp_path / "site" / "lite" / "lab" / "index.html").read_text() == "JupyterLite"
    assert pages.Site.at(tmp_path / "site").lite


@pytest.fixture
def old(tmp_path, monkeypatch):
    """A site that is there, with something that the new one will not have."""
    folder = tmp_path / "site"
    (folder / "pictures").mkdir(parents=True)
    (folder / "index.html").write_text("before")
    monkeypatch.setattr(make_site, "SITE", folder)
    monkeypatch.setattr(pages, "LITE", tmp_path / "none")
    monkeypatch.setattr(make_site, "ROOT", tmp_path)
    monkeypatch.setattr(make_site.wheel, "made", lambda folder: (folder / "labkit-1-py3-none-any.whl").touch())
    yield folder
    assert [path.name for path in tmp_path.iterdir()] == ["site"]  # nothing half-made is left


def test_new_site_takes_the_place_of_the_old_one(old, monkeypatch, capsys):
    def writes(folder, only, python):
        (folder / "index.html").write_text("after")
        return [folder / "index.html"]

    monkeypatch.setattr(make_site, "make", writes)
    assert make_site.main([LESSON]) == 0 and "index.html and 0 other pages" in capsys.readouterr().out
    assert sorted(path.name for path in old.iterdir()) == ["index.html", "labkit-1-py3-none-any.whl"]
    assert (old / "index.html").read_text() == "after"


def test_failed_cell_leaves_the_site_as_it_was(old, monkeypatch, capsys):
    def fails(notebooks):
        raise make_site.CellExecutionError("", "ValueError", "no")

    monkeypatch.setattr(make_site, "executed", fails)
    assert make_site.main([LESSON]) == 1 and (old / "index.html").read_text() == "before"
    assert "the site was left as it was" in capsys.readouterr().err


def test_lesson_is_executed_once_and_again_when_it_changed(tmp_path, monkeypatch):
    ran = []
    monkeypatch.setattr(executed, "CACHE", tmp_path)
    monkeypatch.setattr(build_notebooks, "run", lambda notebook, name, *_, **__: ran.append(name))
    for source in ("1", "1", "2", "1"):
        cell = build_notebooks.nbformat.v4.new_code_cell(source)
        executed._kept("09_x", build_notebooks.nbformat.v4.new_notebook(cells=[cell]))
    assert ran == ["09_x", "09_x"]


def test_cells_about_a_copy_of_ones_own_are_not_on_a_page():
    notebook = build_notebooks.convert(build_notebooks.ROOT / "course" / "00_start_here.py")
    body = cells.body_of("00_start_here", notebook, lambda _: None)
    assert "your own copies" not in body.html and "self_test" not in body.html and "How to steer a lab" in body.html


def test_page_tells_what_it_is_about_by_its_question():
    cell = build_notebooks.nbformat.v4.new_markdown_cell("# 09 · A title\n\n**Where?**\n\nAnd **then**.")
    body = cells.body_of("x", build_notebooks.nbformat.v4.new_notebook(cells=[cell]), lambda _: None)
    assert body.description == "Where?" and '<p class="lead">' in body.html


def test_python_that_is_not_to_be_had_costs_no_page(old, monkeypatch, capsys):
    def refuses(folder):
        raise OSError("no network")

    notebook = build_notebooks.nbformat.v4.new_notebook
    monkeypatch.setattr(make_site, "executed", lambda notebooks: [(name, notebook()) for name in notebooks])
    monkeypatch.setattr(pages.site_python, "made", refuses)
    monkeypatch.setattr(make_site.search, "script", lambda sections: "")
    assert make_site.main([LESSON]) == 1 and capsys.readouterr().err == "no network\n"
    assert (old / "index.html").read_text() == "before"


# --- in a browser


@pytest.fixture(scope="session")
def address(site):
    """Of the site on loopback."""
    with chrome.served(site) as url:
        yield f"{url}/"


@pytest.fixture
def visit(page, address):
    """Opens a page; what is asked of another host fails the test, as what the console reports does."""
    foreign = []
    page.on(
        "request",
        lambda request: (
            foreign.append(request.url) if not request.url.startswith((address, "blob:", "data:")) else None
        ),
    )

    def to(name):
        page.goto(f"{address}{name}")
        if page.locator(".lab").count():
            page.wait_for_selector(".lk-card")
        return page

    yield to
    assert foreign == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing_on_a_page(visit, axe, name, scheme):
    page = visit(f"{name}.html")
    page.emulate_media(color_scheme=scheme)
    page.wait_for_timeout(200)
    assert axe_core.violations(page, axe, "html") == []


@pytest.mark.parametrize("name", [*LESSONS, "index", "about", *pages.DOCUMENTS] if ALL else KINDS)
def test_page_fits_a_phone_and_a_projector(visit, name):
    page = visit(f"{name}.html")
    for width in (390, 1366, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_first_page_plays_as_one_arrives(visit):
    page = visit("index.html")
    page.wait_for_selector(".lab[data-plays] .lk-card[data-playing=true]")
    page.wait_for_selector(".lab[data-plays] .lk-card[data-frame='2']")
    assert page.locator(".lk-question, .lk-ask").count() == 0  # a question belongs to its lesson


def test_first_page_keeps_still_for_those_who_ask_for_it(visit, page):
    page.emulate_media(reduced_motion="reduce")
    visit("index.html")
    page.wait_for_selector(".lab[data-plays] .lk-card[data-frame]")
    page.wait_for_timeout(1200)
    assert page.locator("[data-playing=true]").count() == 0


def test_search_finds_a_section_and_leads_to_it(visit):
    page = visit(f"{LESSON}.html")
    page.keyboard.press("/")
    page.keyboard.type("pocket weights")
    page.locator("#search li a", has_text="perceptron").first.click()
    assert re.search(r"09_\w+\.html#[\w-]+$", page.url) and not page.locator("#search").is_visible()


def test_search_says_that_nothing_was_found(visit):
    page = visit("about.html")
    page.locator("[data-do=search]").click()
    page.keyboard.type("zzzzqq")
    page.wait_for_function("document.querySelector('#search [role=status]').textContent.includes('0 found')")


def test_theme_is_switched_for_page_and_labs_and_kept(visit):
    page = visit(f"{LESSON}.html")
    page.wait_for_selector(".lk-card[data-theme=light]")
    page.locator("[data-do=theme]").click()
    page.wait_for_function("!document.querySelector('.lk-card[data-theme=light]')")
    visit("glossary.html")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.locator("[data-do=theme]").click()
    assert page.evaluate("localStorage.getItem('labkit-theme')") is None  # as the system again


def test_lesson_presents_as_slides_with_living_labs(visit):
    page = visit(f"{LESSON}.html")
    page.locator("[data-do=present]").click()
    seen = page.locator("#content > .cell:visible")
    assert seen.count() == 1 and seen.locator("h1").count() == 1
    for _ in range(40):
        if page.locator(".lab:visible .lk-card button[data-do=skip]").count():
            break
        page.keyboard.press("ArrowRight")
    card = page.locator(".lab:visible .lk-card")
    card.locator("[data-do=skip]").click()
    card.locator("[data-do=forward]").click()
    assert card.get_attribute("data-frame") == "1"
    count = page.locator(".presenting [role=status]")
    here = count.inner_text()
    page.keyboard.press("ArrowRight")  # the lab that was clicked keeps the arrows
    assert card.get_attribute("data-frame") == "2" and count.inner_text() == here
    page.keyboard.press("PageDown")
    page.keyboard.press("PageUp")
    assert count.inner_text() == here and card.is_visible()
    card.locator(".lk-canvas").click()
    page.keyboard.press("PageDown")
    assert count.inner_text() != here
    page.keyboard.press("PageUp")
    card.locator(".lk-canvas").click()
    page.keyboard.press("Escape")  # gives the other keys back to the slides
    assert page.locator(".presenting").is_visible()
    page.keyboard.press("End")
    assert page.locator(".presenting [role=status]").inner_text().split(" / ")[0] != "1"
    page.keyboard.press("Escape")
    assert page.locator(".top").is_visible() and seen.count() > 10


def test_slides_fit_a_projector_and_leave_their_bar_alone(visit):
    page = visit(f"{LESSON}.html")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator("[data-do=present]").click()
    page.keyboard.press("Home")
    bar, over = page.locator(".presenting"), []
    for place in range(int(bar.locator("[role=status]").inner_text().split(" / ")[1])):
        if (skip := page.locator(".cell.now .lk-card [data-do=skip]")).count():
            skip.click()
            page.wait_for_timeout(50)  # the picture takes the room that is left
        end = page.evaluate("document.getElementById('content').scrollHeight")
        cards = page.eval_on_selector_all(".cell.now .lk-card", "all => all.map(x => x.getBoundingClientRect().bottom)")
        if end > 720 or any(bottom > bar.bounding_box()["y"] for bottom in cards):
            over.append((place + 1, end, cards))
        page.keyboard.press("PageDown")
    assert over == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.style.getPropertyValue('--text')") == ""  # as it was


def test_axe_finds_nothing_while_presenting(visit, axe):
    page = visit(f"{LESSON}.html")
    page.locator("[data-do=present]").click()
    for _ in range(6):
        assert axe_core.violations(page, axe, "html") == []
        page.keyboard.press("PageDown")


def test_fragments_come_one_by_one(visit):
    page = visit(f"{LESSON}.html")
    slides = page.eval_on_selector_all("#content > .cell", "all => all.map(cell => cell.dataset.slide)")
    shown = [kind for kind in slides if kind not in ("skip", "notes")]
    page.locator("[data-do=present]").click()
    page.keyboard.press("End")
    places = int(page.locator(".presenting [role=status]").inner_text().split(" / ")[1])
    assert places == sum(kind in ("slide", "subslide", "fragment") for kind in shown)


def test_printed_page_is_light_and_without_what_is_around_it(visit):
    page = visit(f"{LESSON}.html")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".top:visible, .side:visible, .bottom:visible, .turn:visible").count() == 0


def test_page_without_scripts_shows_its_stills_and_no_dead_button(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}{LESSON}.html")
    assert page.locator(".lab img").count() >= 4 and page.locator("button:visible").count() == 0
    for still in page.locator(".lab img").all():
        still.scroll_into_view_if_needed()
        assert still.bounding_box()["width"] > 300 and ": " in still.get_attribute("alt")
    context.close()


def test_pages_play_and_search_from_a_folder_without_a_network(page, site):
    page.context.set_offline(True)
    page.goto((site / f"{LESSON}.html").as_uri())
    page.wait_for_selector(".lk-card[data-frame]")
    page.keyboard.press("/")
    page.keyboard.type("glossary")
    page.wait_for_selector("#search li a")


def test_storage_that_is_refused_costs_nothing_but_memory(browser, address):
    context = browser.new_context()
    context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })")
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}about.html")
    page.locator("[data-do=theme]").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark" and errors == []
    context.close()


def test_sections_of_the_search_are_those_of_the_pages(site, read):
    found = re.search(r"^const SECTIONS = (.*);$", (site / "assets" / "search.js").read_text("utf-8"), re.M)
    for place, *_ in json.loads(found[1]):
        name, anchor = place.split(".html#")
        assert anchor in read[name].ids
