"""An executed lesson as the body of a page: its cells as HTML, its headings, and what can be searched in it."""

from __future__ import annotations

import ast
import base64
import html
import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bs4 import BeautifulSoup, Tag
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from tools.export_html import LESSON_LINK, VIEW, with_equations

MINUTES = re.compile(r"^(?P<title>.*?) · (?P<minutes>\d+) min$", re.S)
PICTURES = "pictures"  # the folder of the stills
NOTEBOOK_ONLY = "notebook"  # the tag of a cell that is about a copy of one's own
TESTS = "../tests/"  # what only the repository has


@dataclass(frozen=True)
class Heading:
    level: int
    anchor: str
    title: str
    minutes: str = ""


@dataclass
class Body:
    """``sections`` are (anchor, heading, text) for the search; ``pictures`` are the files that the page shows."""

    name: str
    html: str = ""
    headings: list[Heading] = field(default_factory=list)
    sections: list[list[str]] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    description: str = ""

    @property
    def title(self) -> str:
        return self.headings[0].title


def body_of(name: str, notebook, finish: Callable[[Tag], None]) -> Body:
    """Of a notebook whose widgets were taken (``site_labs.taken``); ``finish`` may change the HTML of a text cell."""
    body = Body(name)
    parts = []
    for cell in notebook.cells:
        if NOTEBOOK_ONLY in cell.metadata.get("tags", []):
            continue
        made = "".join(_text(cell.source, body, finish) if cell.cell_type == "markdown" else _code(cell, body))
        if made:
            place = f'data-cell="{cell.id}" data-slide="{_slide(cell)}"'
            parts.append(f'<div class="cell {cell.cell_type}" {place}>{made}</div>')
    body.html = "\n".join(parts)
    return body


def _slide(cell) -> str:
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


# ---------------------------------------------------------------- text


def _text(source: str, body: Body, finish: Callable[[Tag], None]) -> Iterator[str]:
    soup = BeautifulSoup(markdown(source), "html.parser")
    for element in list(soup.find_all(["h1", "h2", "h3", "h4"])):
        _anchor(soup, element, body)
    for table in list(soup.find_all("table")):
        table.wrap(soup.new_tag("div", attrs={"class": "scroll"}))
    for link in list(soup.find_all("a", href=True)):
        if link["href"].startswith(TESTS):
            link.replace_with(f"({link.get_text().lower()}ed)")
    if soup.find("h1") and soup.find("p"):
        _describe(soup, body)
    _collect(soup, body)
    finish(soup)
    yield to_pages(str(soup))


def _describe(soup: BeautifulSoup, body: Body) -> None:
    """What a page is about: the question that a lesson opens with, else its first paragraph."""
    first = soup.find("p")
    said = first.find("strong") or first
    body.description = words(said)
    if words(first) == body.description:
        first["class"] = "lead"


def markdown(source: str) -> str:
    return with_equations(
        source, MarkdownWithMath(renderer=IPythonRenderer(escape=False, exclude_anchor_links=True)).render
    )


def to_pages(text: str) -> str:
    """Links between lessons lead to their pages."""
    return LESSON_LINK.sub(r"\1.html", text)


def words(element: Tag) -> str:
    return " ".join(element.get_text().split())


def slug(text: str) -> str:
    return re.sub(r"[\W_]+", "-", text.lower()).strip("-") or "part"


def unused(anchor: str, taken) -> str:
    """The anchor, or with the first number that makes it the only one."""
    made, k = anchor, 2
    while made in taken:
        made, k = f"{anchor}-{k}", k + 1
    return made


def _anchor(soup: BeautifulSoup, element: Tag, body: Body) -> None:
    """An address for a heading, its minutes apart from its words."""
    said = words(element)
    found = MINUTES.match(said)
    title = found["title"] if found else said
    anchor = unused(slug(title), {heading.anchor for heading in body.headings})
    if found:
        last = [text for text in element.find_all(string=True) if "min" in text][-1]
        last.replace_with(re.sub(r" · \d+ min$", "", str(last)))
        minutes = soup.new_tag("span", attrs={"class": "minutes"})
        minutes.string = f"{found['minutes']} min"
        element.append(" ")
        element.append(minutes)
    element["id"] = anchor
    level = int(element.name[1])
    if level > 1:
        link = soup.new_tag("a", attrs={"class": "anchor", "href": f"#{anchor}", "aria-label": f"Link to: {title}"})
        link.string = "#"
        element.append(link)
    body.headings.append(Heading(level, anchor, title, found["minutes"] if found else ""))
    body.sections.append([anchor, title, ""])


def _collect(soup: BeautifulSoup, body: Body) -> None:
    """The text below each heading, for the search."""
    place = len(body.sections) - 1 - len(soup.find_all(["h1", "h2", "h3", "h4"]))
    for child in soup.children:
        if isinstance(child, Tag):
            if child.name in ("h1", "h2", "h3", "h4"):
                place += 1
            elif place >= 0:
                body.sections[place][2] = f"{body.sections[place][2]} {words(child)}".strip()


# ---------------------------------------------------------------- code and what it shows


def _code(cell, body: Body) -> Iterator[str]:
    about = cell.metadata.get("labkit", {})
    if about.get("progress"):
        yield "<div data-progress></div>"
        return
    source = f'<pre class="source"><code>{coloured(cell.source)}</code></pre>'
    if "answer" in about:
        yield f'<div data-answer="{about["answer"]}">{source}</div>'
    elif not (cell.metadata.get("jupyter", {}).get("source_hidden") or "check" in about or only_shows(cell.source)):
        yield source
    for output in cell.outputs:
        yield _output(output, body)


def only_shows(source: str) -> bool:
    """Whether a cell only names something of its lesson, to be shown: nothing that a reader of a page misses."""
    statements = ast.parse(source).body
    return len(statements) == 1 and isinstance(statements[0], ast.Expr) and source.startswith("lesson.")


def coloured(source: str) -> str:
    return highlight(source, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)).rstrip("\n")


def _output(output, body: Body) -> str:
    data = output.get("data", {"text/plain": output.get("text", "")})
    said = data.get("text/plain", "")
    still = _still(data["image/png"], said, body) if "image/png" in data else f"<p>{html.escape(said)}</p>"
    if VIEW in data:
        return f'<div class="output lab" data-lab="{data[VIEW]["model_id"]}">{still}</div>'
    if "image/png" in data:
        return f'<div class="output">{still}</div>'
    if "text/html" in data:
        return f'<div class="output scroll">{to_pages(data["text/html"])}</div>'
    return f'<pre class="output said">{html.escape(said)}</pre>' if said.strip() else ""


def _still(png: str, said: str, body: Body) -> str:
    """A picture in a file of its own, loaded where it is about to be seen."""
    name = f"{PICTURES}/{body.name}-{len(body.pictures) + 1}.png"
    body.pictures[name] = content = base64.b64decode(png)
    width, height = struct.unpack(">II", content[16:24])
    return f'<img src="{name}" width="{width}" height="{height}" loading="lazy" alt="{html.escape(said)}">'
