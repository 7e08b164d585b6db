"""The tables that come with labkit: the lectures' small ones, and twelve real ones with their credits.

``tables/PROVENANCE.md`` says where each comes from; ``tables/CREDITS.md`` says of each real table what it holds, whose
it is, under which terms, and what to expect of a model. Both are written by hand; ``about`` reads them.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from textwrap import wrap

import numpy as np

from labkit.core import columns
from labkit.core.columns import Numeric
from labkit.core.story import counted
from labkit.core.table import Table

TABLES = resources.files("labkit.core") / "tables"
CODES = "_codes.csv"  # a table's code book lies beside it: attribute, code, meaning
FACTS = ("Target", "Missing", "Expect", "Source", "Changes", "Terms", "Credit")  # of an entry of CREDITS.md
HEAD = ("column", "unit", "meaning")
TEXT = "text"  # the unit of a column of words
WIDTH = 110  # letters in a line of text


@dataclass(frozen=True, slots=True)
class About:
    """What one should know of a table before learning from it. Shows itself as text and as HTML."""

    name: str
    what: str
    shape: tuple[int, int]
    columns: tuple[tuple[str, str, str], ...]  # name (word_* stands for several), unit, meaning
    facts: dict[str, str]

    @property
    def credit(self) -> str:
        """Whom to name wherever the table goes; empty where there is nobody to name."""
        return self.facts.get("Credit", "")

    def __repr__(self) -> str:
        widths = [max(map(len, cells)) for cells in zip(HEAD, *self.columns, strict=True)]
        rows = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in (HEAD, *self.columns)]
        facts = [line for key, text in self.facts.items() for line in wrap(f"{key}: {text}", WIDTH)]
        return "\n".join([*wrap(f"{self.name}: {self.what}", WIDTH), self._size(), "", *rows, "", *facts])

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in HEAD)
        rows = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in self.columns)
        facts = "".join(f"<li><b>{key}:</b> {html.escape(text)}</li>" for key, text in self.facts.items())
        return (
            f"<p><b>{self.name}</b>: {html.escape(self.what)} {self._size()}</p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><ul>{facts}</ul>"
        )

    def _size(self) -> str:
        return f"{counted(self.shape[0], 'row')}, {counted(self.shape[1], 'column')}."


@cache
def names() -> tuple[str, ...]:
    """The tables that ``load`` knows, the lectures' and the real ones."""
    files = [file.name for file in TABLES.iterdir()]
    return tuple(sorted(name.removesuffix(".csv") for name in files if name.endswith(".csv") and CODES not in name))


def real_names() -> tuple[str, ...]:
    """The real tables among them."""
    return tuple(sorted(_credits()))


@cache
def load(name: str) -> Table:
    """One of the tables, as in ``load("tennis")`` or ``load("penguins")``."""
    _known(name)
    described = _credits()[name].columns if name in _credits() else ()
    table = Table.from_csv(
        TABLES / f"{name}.csv", text=[c for c, unit, _ in described if unit == TEXT and "*" not in c]
    )
    if name == "digits":
        return _unpacked(table)
    return _spelled(table, codes) if (codes := TABLES / f"{name}{CODES}").is_file() else table


def about(name: str) -> About:
    """What a table holds, where it comes from, whose it is, under which terms, and what to expect of a model."""
    shape = load(name).shape
    if name in _credits():
        entry = _credits()[name]
        return About(name, entry.what, shape, entry.columns, dict(entry.facts))
    kinds = tuple(
        (column, TEXT if kind == "categorical" else "number", "") for column, kind in load(name).kinds.items()
    )
    return About(name, "A small table of the lectures.", shape, kinds, {"Source": provenance(name)})


def provenance(name: str) -> str:
    """Where a table comes from: "verbatim", "reconstructed", "synthetic", "classic", "made here" or "real", and
    its origin.
    """
    _known(name)
    for cells in _cells((TABLES / "PROVENANCE.md").read_text(encoding="utf-8")):
        if len(cells) == 3 and name in cells[0].split(", "):
            return f"{cells[1]}: {cells[2]}"
    raise ValueError(f"expected a line for the table {name!r} in PROVENANCE.md, got none; add where it comes from")


@cache
def _credits() -> dict[str, About]:
    """The entries of CREDITS.md by their tables; their shapes are in the tables themselves."""
    entries = re.split(r"^## ", (TABLES / "CREDITS.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {entry.name: entry for entry in map(_entry, entries)}


def _entry(text: str) -> About:
    name, what, *_ = text.splitlines()
    described = tuple((c, unit, meaning) for c, unit, meaning in _cells(text)[2:])  # after the head and its rule
    facts = dict(re.findall(r"^- (\w+): (.+)$", text, flags=re.MULTILINE))
    return About(name, what, (0, 0), described, {key: facts[key] for key in FACTS})


def _cells(markdown: str) -> list[list[str]]:
    """The cells of every line of a Markdown table."""
    lines = [line.strip() for line in markdown.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _unpacked(table: Table) -> Table:
    """Pictures packed as letters (a = 0) become one numeric column a pixel, named by row and column."""
    ink = np.frombuffer("".join(table["pixels"]).encode(), np.uint8).reshape(len(table), 8, 8) - ord("a")
    pixels = [Numeric(f"pixel_{row}{column}", ink[:, row, column]) for row, column in np.ndindex(8, 8)]
    return Table((*table.without("pixels").columns, *pixels))


def _spelled(table: Table, codes) -> Table:
    """Words for the letters that stand in the code book; columns that it does not name stay as they are."""
    book = Table.from_csv(codes)
    meaning = {(a, code): word for a, code, word in zip(*(book[name] for name in book), strict=True)}
    words = {name: [meaning.get((name, value), value) for value in table[name]] for name in table}
    return Table(tuple(columns.categorical(name, spelled) for name, spelled in words.items()))


def _known(name: str) -> None:
    if name not in names():
        near = get_close_matches(str(name), names(), n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "choose one of these."
        raise ValueError(f"expected the name of a table, got {name!r}; {hint} There are {', '.join(names())}")
