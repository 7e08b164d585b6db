"""No idea is used before it is explained: a page that first says a word explains it, or links to the lecture that does:
there, before, or in its first cell, which says what one needs. A page with more may take its main page for granted.
"""

import re
from functools import cache

import jupytext
import pytest
from markdown_it import MarkdownIt

from tools.course_index import pages
from tools.course_pages import ROOT, rows

WORDS = rows("words.csv")
PAGES = {path.stem: path for path in pages(ROOT)}
FREE = {"00_start_here"}  # names learners as an invitation, before anything is explained
NOT_PROSE = re.compile(r"^#.*|^\| (?:symbol|word) \| meaning \|\n(?:\|.*\n?)+|`[^`]*`|\]\([^)]*\)", re.MULTILINE)
MATH = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
LINK = re.compile(r"\]\((\d\d)_\w+\.ipynb\)")
CLOSING = re.compile(r"\*(?:Further|Back|Before)")  # the last cell's links lead on; they explain nothing


@cache
def markdown(page):
    return [cell.source for cell in jupytext.read(PAGES[page]).cells if cell.cell_type == "markdown"]


def prose(page):
    """The Markdown cells of a page after its title, besides the exercises and the closing links."""
    return [text for text in markdown(page)[1:] if "\u2605" not in text and not CLOSING.match(text)]


def said(word):
    """How a word is found: itself or another of its forms, whole."""
    forms = sorted([word["word"], *filter(None, word["also"].split("|"))], key=len, reverse=True)
    flags = 0 if word["word"].isupper() else re.IGNORECASE
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, forms))})(?![\w-])", flags)


@cache
def emphasised(text):
    """What a text sets in bold or italics, but for the words of links, and the first cells of its tables."""
    found, depth, linked = [], 0, 0
    inline = [token for token in MarkdownIt().enable("table").parse(MATH.sub("", text)) if token.type == "inline"]
    for part in (part for token in inline for part in token.children):
        depth += part.nesting * (part.tag in ("em", "strong"))
        linked += part.nesting * (part.tag == "a")
        if part.type == "text" and depth and not linked:
            found.append(part.content)
    return [*found, *re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)]


def explained(word, text):
    return any(said(word).search(words) for words in emphasised(text))


def titled(word, page):
    return said(word).search(markdown(page)[0].splitlines()[0])


def unlinked(word, page):
    """The cell in which a page uses a word that it has neither explained nor linked to; none if all is well."""
    number, there = page[:2], word["page"][:2]
    if there == number and page.endswith("_more") and not word["page"].endswith("_more"):
        return None
    links = set(LINK.findall(markdown(page)[0])) - {number}
    for text in prose(page):
        links |= set(LINK.findall(text))
        if there in links or explained(word, text) or (page == word["page"] and titled(word, page)):
            return None
        if said(word).search(NOT_PROSE.sub("]", MATH.sub("", text))):
            return text
    return None


def test_words_are_there_once_in_their_order():
    names = [word["word"] for word in WORDS]
    assert len({name.lower() for name in names}) == len(names) > 100


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word["word"])
def test_word_is_explained_where_the_glossary_says(word):
    found = titled(word, word["page"]) or any(explained(word, text) for text in markdown(word["page"]))
    assert found, f"set {word['word']!r} in bold where {word['page']} explains it, or mend words.csv"


@pytest.mark.parametrize("page", sorted(set(PAGES) - FREE))
def test_page_explains_or_links_a_word_where_it_first_says_it(page):
    missing = {word["word"]: (word["page"], text[:60]) for word in WORDS if (text := unlinked(word, page))}
    assert not missing, f"link these to the pages that explain them, or explain them there: {missing}"
