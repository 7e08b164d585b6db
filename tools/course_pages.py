"""The two pages of the course that are generated and never typed: the errata and the glossary.

- ``course/errata.py`` from ``course/errata.csv`` (id, deck, slide, lecture, kind, printed, right, proof, test) and
  ``course/decks.csv``: by deck and lecture, each with its proof and a link to the test that holds it. A test is a file
  that names the erratum, or ``file::function``.
- ``course/glossary.py`` from ``course/words.csv`` (word, also: its other forms, page, meaning) and from the lessons:
  every Markdown table that begins ``| symbol | meaning |`` or ``| word | meaning |`` is a source.

``python tools/course_pages.py`` writes both; ``make notebooks`` does so before it builds them.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from labkit.core import course
from labkit.core.story import counted
from tools import pairs
from tools.course_index import pages

ROOT = Path(__file__).resolve().parent.parent
KINDS = {
    "wrong": "a formula, number, direction or claim that is not so",
    "sloppy": "ambiguous, or right only under a condition that is not said",
    "remark": "right as it is meant; a word on it helps",
    "typo": "lost or misspelt on the way to the page",
}
NOUNS = ("remark", "typo")
ERRATA_FIELDS = ("id", "deck", "slide", "lecture", "kind", "printed", "right", "proof", "test")
MAY_BE_EMPTY = ("slide", "lecture", "test")  # where it is of the whole deck, or needs no computation
SPAN = re.compile(r"(?P<ticks>`+).+?(?P=ticks)|\$[^$]+\$")  # code and equations: a bar in them ends no cell
SOURCES = ("symbol", "word")  # the first column of a glossary table


def rows(name: str, root: Path = ROOT) -> list[dict[str, str]]:
    """The rows of a table in course/."""
    with (root / "course" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# ---------------------------------------------------------------- errata


def errata(root: Path = ROOT) -> str:
    """The text of course/errata.py."""
    found, decks = rows("errata.csv", root), rows("decks.csv", root)
    cells = [_opening(found, decks)]
    for deck in decks:
        mine = [row for row in found if row["deck"] == deck["deck"]]
        mine.sort(key=lambda row: (row["lecture"] or "99", row["id"]))  # of the whole deck: last
        cells.append(f"## Deck {deck['deck']} · {deck['author']}\n\n*{deck['title']}*: {_counted(mine)}.")
        cells += [_of_lecture(number, list(some), root) for number, some in groupby(mine, lambda row: row["lecture"])]
    return _page(cells)


def _opening(found: list[dict[str, str]], decks: list[dict[str, str]]) -> str:
    by_deck = [(d["deck"], f"*{d['title']}*", d["author"], d["place"], d["year"]) for d in decks]
    by_kind = [(f"**{kind}**", sum(row["kind"] == kind for row in found), what) for kind, what in KINDS.items()]
    return "\n\n".join([
        "# Errata: what the slides print, and what is right",
        "This course stands on five decks of slides. They are good ones: whoever checks every line of so many slides "
        "is bound to stumble somewhere, and most of what is listed here is a sign, a factor or a word. Thanks go to "
        "their authors, without whom there would be no course.",
        _table(("deck", "title", "by", "at", "year"), by_deck),
        f"There are {len(found)} notes, of four kinds. What follows is ordered by deck and lecture. Where a link says "
        "*test*, a test of this course computes it.",
        _table(("kind", "how many", "what it means"), by_kind),
    ])  # fmt: skip


def _of_lecture(number: str, some: list[dict[str, str]], root: Path) -> str:
    about = course.lectures()
    titles = dict(zip(about["lecture"], about["title"], strict=True))
    title = f"Lecture {number} · {titles[number]}" if number else "All over the deck"
    lesson = next((path.stem for path in pages(root) if path.stem[:2] == number), "")
    link = f"\n\nThe lesson: [{lesson}]({lesson}.ipynb)." if lesson else ""
    lines = [(_where(row), row["printed"], row["right"], _why(row)) for row in some]
    return f"### {title}{link}\n\n" + _table(("where", "printed", "right", "why"), lines)


def _where(row: dict[str, str]) -> str:
    slide = f"*{_plain(row['slide'])}*" if row["slide"] else "several slides"
    return f"{slide} · **{row['kind']}** · {row['id']}"


def _why(row: dict[str, str]) -> str:
    file = row["test"].partition("::")[0]
    return row["proof"] + (f" [Test](../{file})" if file else "")


def _counted(some: list[dict[str, str]]) -> str:
    many = {kind: sum(row["kind"] == kind for row in some) for kind in KINDS}
    said = [counted(many[kind], kind) if kind in NOUNS else f"{many[kind]} {kind}" for kind in KINDS if many[kind]]
    return ", ".join(said)


# ---------------------------------------------------------------- glossary


class Entry(NamedTuple):
    """What a lesson says that a symbol or a word means."""

    source: str  # "symbol" or "word"
    name: str
    meaning: str
    page: str  # the lesson's name


def entries(root: Path = ROOT) -> list[Entry]:
    """Every line of every glossary table of every lesson, page by page, then the words of the course."""
    found = [entry for path in pages(root) for entry in _entries(path.read_text(encoding="utf-8"), path.stem)]
    return found + [Entry("word", row["word"], row["meaning"], row["page"]) for row in rows("words.csv", root)]


def glossary(root: Path = ROOT) -> str:
    """The text of course/glossary.py."""
    found = entries(root)
    cells = [
        "# Glossary: symbols and words, lecture by lecture\n\nWithin one lecture a letter has one meaning; between "
        "lectures it may change, as it does in the field. A word leads to the lesson that explains it."
    ]
    for source, title in zip(SOURCES, ("## Symbols", "## Words"), strict=True):
        mine = sorted((entry for entry in found if entry.source == source), key=_alphabetical)
        lines = [(name, meaning, _links(some)) for (name, meaning), some in _same(mine)]
        cells.append(f"{title}\n\n" + (_table((source, "meaning", "lessons"), lines) if lines else "None yet."))
    return _page(cells)


def _entries(text: str, page: str) -> Iterator[Entry]:
    source = ""
    for line in text.splitlines():
        cells = _cells(line.removeprefix("# ")) if line.startswith("# |") else []
        if [cell.lower() for cell in cells[1:2]] == ["meaning"] and cells[0].lower() in SOURCES:
            source = cells[0].lower()
        elif not cells:
            source = ""
        elif source and not set(cells[0]) <= set("-: "):
            yield Entry(source, cells[0], cells[1], page)


def _cells(line: str) -> list[str]:
    """The cells of a line of a Markdown table, whatever bars its code and its equations have."""
    held = [match[0] for match in SPAN.finditer(line)]
    parts = SPAN.sub("\ue000", line).strip().strip("|").split("|")
    spans = iter(held)
    return [re.sub("\ue000", lambda _: next(spans), part).strip() for part in parts]


def _alphabetical(entry: Entry) -> tuple[str, str, str]:
    letters = re.sub(r"\\(?:bar|hat|tilde|mathbf|mathrm)|[^A-Za-z0-9]", "", entry.name)
    return letters.lower(), entry.name, entry.page


def _same(some: Iterable[Entry]) -> Iterator[tuple[tuple[str, str], list[Entry]]]:
    """Entries of one name and one meaning together, in the order in which they first come."""
    together: dict[tuple[str, str], list[Entry]] = {}
    for entry in some:
        together.setdefault((entry.name, entry.meaning), []).append(entry)
    yield from together.items()


def _links(some: Iterable[Entry]) -> str:
    return ", ".join(f"[{page.replace('_', ' ')}]({page}.ipynb)" for page in sorted({entry.page for entry in some}))


# ---------------------------------------------------------------- pages


def _table(head: tuple[str, ...], lines: Iterable[tuple]) -> str:
    body = ["| " + " | ".join(SPAN.sub(_without_bars, str(cell)) for cell in line) + " |" for line in lines]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *body])


def _without_bars(span: re.Match) -> str:
    """An equation in which bars have names: not every reader of Markdown holds equations back from its tables."""
    return span[0].replace(r"\|", r"\Vert ").replace("|", r"\vert ") if span[0][0] == "$" else span[0]


def _plain(text: str) -> str:
    return re.sub(r"([*_|])", r"\\\1", text)


def _page(cells: Iterable[str]) -> str:
    """A page of Markdown cells, in the form in which course/ keeps a lesson."""
    written = ["# %% [markdown]\n" + "\n".join(f"# {line}".rstrip() for line in cell.splitlines()) for cell in cells]
    return pairs.HEADER + "\n" + "\n\n".join(written) + "\n"


PAGES = {"errata": errata, "glossary": glossary}


def stale(root: Path = ROOT) -> list[str]:
    """The pages that are not what the tables give."""
    paths = {name: root / "course" / f"{name}.py" for name in PAGES}
    return [name for name, path in paths.items() if not path.exists() or path.read_text("utf-8") != PAGES[name](root)]


def write(root: Path = ROOT) -> None:
    for name, make in PAGES.items():
        (root / "course" / f"{name}.py").write_text(make(root), encoding="utf-8")


if __name__ == "__main__":
    write()
    print(f"course/errata.py: {len(rows('errata.csv'))} notes; course/glossary.py: {len(entries())} entries")
