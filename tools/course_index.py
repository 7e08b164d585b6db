"""The index algorithm -> slide -> module -> test -> lesson, generated and never typed.

Every row of ``course/inventory.csv`` that names a lecture is a thing to build. What was built for it is read
from the files:

- module: a ``labkit`` module whose docstring names the row's id (``Inventory: I-000-045, I-000-047..049``);
- test: a file under ``tests/`` with a function that names the row's id, or code that uses one of its golden ids;
- lesson: the page and section that ``course/teaching/NN_topic.md`` names for the row, in its table ``| where | rows |``
  with lines such as ``| 20_more · Ties | I-000-108 |``; for a lecture without one, the page that names the slide.

``python tools/course_index.py`` writes the rows of the built lectures, those with a lesson, to
``labkit/core/index/algorithms.csv``, from where a notebook reads them without knowing any path.
"""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from labkit.core.course import COLUMNS, MORE

ROOT = Path(__file__).resolve().parents[1]
INDEX = Path("labkit/core/index/algorithms.csv")
INVENTORY_ID = re.compile(r"(?<![A-Za-z0-9])(I-\d{3}-)(\d{3})(?:\.\.(\d{3}))?\b")
GOLDEN_ID = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Z0-9]*-\d{2}\b")
IN_A_NAME = re.compile(r"(?<=_)(I_\d{3}_\d{3}|[A-Z][A-Z0-9]*_\d{2})(?=[_(])")  # test_..._I_000_041():
HEADING = re.compile(r"^# #+ +(.+?) *$", flags=re.MULTILINE)
TEACHING_ROW = re.compile(r"^\|([^|]+·[^|]+)\|([^|]*I-\d{3}-\d{3}[^|]*)\|", flags=re.MULTILINE)
# These tests name ids without checking a learner, so they are no evidence.
NOT_EVIDENCE = ("golden.py", "test_golden.py", "test_golden_coverage.py", "test_course_index.py")


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to build, and what was built for it. ``named``: a section of the lesson is about it."""

    id: str
    lecture: str
    algorithm: str
    deck: str
    slide: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    lesson: str
    named: bool

    def cells(self) -> tuple[str, ...]:
        """The row as text, one cell for each of ``COLUMNS``."""
        modules, tests = " ".join(self.modules), " ".join(self.tests)
        return (self.lecture, self.algorithm, self.deck, self.slide, modules, tests, self.lesson)


def rows(root: Path = ROOT) -> list[Row]:
    """Every thing to build, lecture by lecture."""
    modules, tests, lessons, places = _modules(root), _tests(root), _lessons(root), _places(root)
    found = [_row(item, modules, tests, lessons, places) for item in inventory(root) if item["lecture"]]
    return sorted(found, key=lambda row: (row.lecture, row.id))


def built(root: Path = ROOT) -> set[str]:
    """The numbers of the lectures that have a lesson."""
    return set(_lessons(root))


def inventory(root: Path = ROOT) -> list[dict[str, str]]:
    """All items of the decks, those that are nothing to build included."""
    with (root / "course/inventory.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def markdown(lectures: Collection[str] | None = None, root: Path = ROOT) -> str:
    """The index as a Markdown table, of all lectures or of those numbers (``("09", "10")``)."""
    _check_lectures(lectures, root)
    lines = ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    for row in rows(root):
        if lectures is None or row.lecture in lectures:
            lines.append("| " + " | ".join(re.sub(r"([|*])", r"\\\1", cell) for cell in row.cells()) + " |")
    return "\n".join(lines) + "\n"


def table(root: Path = ROOT) -> str:
    """The text of ``algorithms.csv``: the index of the built lectures."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(row.cells() for row in rows(root) if row.lesson)
    return text.getvalue()


def _row(item, modules, tests, lessons, places) -> Row:
    wanted = {item["id"], *item["golden"].split()}
    pages = lessons.get(item["lecture"], [])
    naming = [name for name, prose in pages if _names(prose, item)]
    if item["id"] in places:
        naming = [name for name, prose in pages if any((name, head) in places[item["id"]] for head in headings(prose))]
    return Row(
        id=item["id"],
        lecture=item["lecture"],
        algorithm=item["what"],
        deck=item["deck"],
        slide=item["slide"],
        modules=tuple(name for name, ids in modules.items() if item["id"] in ids),
        tests=tuple(name for name, ids in tests.items() if ids & wanted),
        lesson=next(iter(naming or [name for name, _ in pages]), ""),
        named=bool(naming),
    )


def _names(prose: str, item: dict[str, str]) -> bool:
    return item["id"] in _inventory_ids(prose) or _plain(item["slide"]) in _plain(prose)


def _places(root: Path) -> dict[str, set[tuple[str, str]]]:
    """Row -> the (page, heading) pairs that the teaching pages name for it."""
    found: dict[str, set[tuple[str, str]]] = {}
    for path in sorted((root / "course" / "teaching").glob("[0-9][0-9]_*.md")):
        for where, ids in TEACHING_ROW.findall(path.read_text(encoding="utf-8")):
            page, _, heading = (part.strip() for part in where.partition("·"))
            for id in _inventory_ids(ids):
                found.setdefault(id, set()).add((page, heading))
    return found


def headings(prose: str) -> list[str]:
    """The headings of a page as text, without their minutes."""
    return [re.sub(r"\s*· \d+ min$", "", line) for line in HEADING.findall(prose)]


def _modules(root: Path) -> dict[str, frozenset[str]]:
    """The inventory ids in the docstring of each labkit module, by its dotted name."""
    found = {}
    for path in sorted((root / "labkit").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = _built(path.read_text(encoding="utf-8"))
    return found


@cache
def _built(source: str) -> frozenset[str]:
    """The inventory ids in a module's docstring."""
    return frozenset(_inventory_ids(ast.get_docstring(ast.parse(source)) or ""))


def _tests(root: Path) -> dict[str, frozenset[str]]:
    """The inventory and golden ids of which each test file is evidence, by its path."""
    files = [path for path in sorted((root / "tests").rglob("*.py")) if path.name not in NOT_EVIDENCE]
    return {path.relative_to(root).as_posix(): evidence(path.read_text(encoding="utf-8")) for path in files}


@cache
def evidence(source: str) -> frozenset[str]:
    """Golden ids in the code, not in docstrings or comments; inventory ids, which have no value, in any function."""
    nodes = list(ast.walk(ast.parse(source)))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    lines = source.splitlines()
    bodies = "\n".join("\n".join(lines[node.lineno - 1 : node.end_lineno]) for node in functions)
    code = "\n".join([*_texts(nodes), *(f"{node.name}(" for node in functions)])
    code, bodies = (IN_A_NAME.sub(_as_written, text) for text in (code, bodies))
    return frozenset(_inventory_ids(code + bodies) | set(GOLDEN_ID.findall(code)))


def _texts(nodes: list[ast.AST]) -> list[str]:
    """Every text in the code: a text that stands alone, such as a docstring, does nothing."""
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in alone]
    return [node.value for node in constants if isinstance(node.value, str)]


def _as_written(id: re.Match) -> str:
    """With hyphens, and a space behind it: to a pattern that asks for the end of a word an underscore is none."""
    return id[0].replace("_", "-") + " "


def pages(root: Path = ROOT) -> list[Path]:
    """The numbered pages in order; of one lecture the main page before *more*."""
    found = (root / "course").glob("[0-9][0-9]_*.py")
    return sorted(found, key=lambda path: (path.stem[:2], path.stem.endswith(MORE), path.stem))


def _lessons(root: Path) -> dict[str, list[tuple[str, str]]]:
    """The names and the texts of the lessons, by the number of their lecture; 00 is the start page."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in pages(root):
        if path.name[:2] != "00":
            found.setdefault(path.name[:2], []).append((path.stem, path.read_text(encoding="utf-8")))
    return found


def _inventory_ids(text: str) -> set[str]:
    ids = set()
    for deck, first, last in INVENTORY_ID.findall(text):
        ids |= {f"{deck}{number:03d}" for number in range(int(first), int(last or first) + 1)}
    return ids


def _plain(text: str) -> str:
    """Letters and digits only: the decks write one heading with several dashes and spacings."""
    return re.sub(r"[\W_]+", "", text).lower()


def _check_lectures(lectures: Collection[str] | None, root: Path) -> None:
    known = {item["lecture"] for item in inventory(root)} - {""}
    unknown = sorted(set(lectures or ()) - known)
    if unknown:
        raise ValueError(f"expected lecture numbers such as '09', got {unknown}; course/inventory.csv lists them")


if __name__ == "__main__":
    (ROOT / INDEX).write_text(table(), encoding="utf-8")
    print(f"{INDEX}: {len(table().splitlines()) - 1} rows")
