"""The words of the glossary: where each stands there, and its first use on a page, which leads to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from tools import course_pages
from tools.website.cells import slug, unused, words

GLOSSARY, ERRATA = "glossary", "errata"
NOT_IN = ("a", "code", "pre", "math", "th", "h1", "h2", "h3", "h4", "table")
NOTE = re.compile(r"\bE-\d{3}-\d{2}\b")


@dataclass(frozen=True)
class Word:
    name: str
    anchor: str
    lecture: str  # the first that defines it
    also: tuple[str, ...] = ()  # its other forms

    @property
    def pattern(self) -> re.Pattern:
        """How it is found in a text: any of its forms, the longest first, also at the beginning of a sentence."""
        forms = sorted((self.name, *self.also), key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_written, forms))})s?(?![\w-])")


def glossary_words() -> list[Word]:
    """Every word of the glossary that has one meaning."""
    found: dict[str, list] = {}
    for entry in course_pages.entries():
        if entry.source == "word":
            found.setdefault(entry.name, []).append(entry)
    also = {row["word"]: tuple(filter(None, row["also"].split("|"))) for row in course_pages.rows("words.csv")}
    return [
        Word(name, slug(name), min(entry.page[:2] for entry in some), also.get(name, ()))
        for name, some in found.items()
        if len({entry.meaning for entry in some}) == 1
    ]


def _written(form: str) -> str:
    first = re.escape(form[0]) if form.isupper() else f"[{form[0].upper()}{form[0]}]"
    return first + re.escape(form[1:])


def linker(page: str, known: list[Word]) -> Callable[[Tag], None]:
    """Links the first use of each word on the page, from the lecture on that defines it; addresses for rows."""
    if page in (GLOSSARY, ERRATA):
        taken: set[str] = set()
        return lambda soup: _address_rows(soup, taken)
    waiting = [word for word in known if page[:2] >= word.lecture]
    return lambda soup: _link(soup, waiting)


def _link(soup: Tag, waiting: list[Word]) -> None:
    for text in list(soup.find_all(string=True)):
        if waiting and not any(parent.name in NOT_IN for parent in text.parents):
            _link_in(text, waiting)
    for head in soup.find_all("th"):
        if words(head) in course_pages.SOURCES:  # a table whose rows are in the glossary
            link = BeautifulSoup("", "html.parser").new_tag(
                "a", attrs={"class": "term", "href": f"{GLOSSARY}.html#{words(head)}s"}
            )
            link.string = words(head)
            head.clear()
            head.append(link)


def _link_in(text, waiting: list[Word]) -> None:
    for word in list(waiting):
        found = word.pattern.search(str(text))
        if found:
            waiting.remove(word)
            link = BeautifulSoup("", "html.parser").new_tag(
                "a", attrs={"class": "term", "href": f"{GLOSSARY}.html#{word.anchor}"}
            )
            link.string = found[0]
            before, after = str(text)[: found.start()], str(text)[found.end() :]
            text.replace_with(before, link, after)
            return


def _address_rows(soup: Tag, taken: set[str]) -> None:
    """Every row of a table can be linked to: a note of the errata by its number, a word by itself."""
    for row in soup.find_all("tr"):
        cell = row.find("td")
        if cell is not None:
            note = NOTE.search(words(cell))
            row["id"] = unused(note[0] if note else slug(words(cell)), taken)
            taken.add(row["id"])
