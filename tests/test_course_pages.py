"""The generated pages: every erratum is whole and proved, every symbol of the lessons is in the glossary."""

import ast
import re
from collections import Counter
from itertools import pairwise

import jupytext
import pytest

from labkit.core import course
from tools import course_pages
from tools.course_index import inventory
from tools.course_pages import ERRATA_FIELDS, KINDS, MAY_BE_EMPTY, PAGES, ROOT, entries, errata, glossary, rows, stale
from tools.export_html import mathml

ERRATA = rows("errata.csv")
WORDS_HEAD = "word,also,page,meaning"
every_erratum = pytest.mark.parametrize("row", ERRATA, ids=[row["id"] for row in ERRATA])


def test_committed_pages_are_fresh():
    assert not stale(), f"these pages are old: run make notebooks: {stale()}"


# ---------------------------------------------------------------- errata.csv


def test_errata_are_all_there_once():
    """117 of the first reading, and E-000-47 that came later; the numbers left out were found to be no errors."""
    assert Counter(row["deck"] for row in ERRATA) == {"000": 44, "001": 9, "002": 19, "003": 10, "004": 36}
    assert max(Counter(row["id"] for row in ERRATA).values()) == 1
    assert [row["id"] for row in ERRATA] == sorted(row["id"] for row in ERRATA)


def test_every_erratum_of_the_inventory_is_told():
    named = {id for item in inventory() for id in item["errata"].split()}
    assert named <= {row["id"] for row in ERRATA}


@every_erratum
def test_erratum_has_all_fields(row):
    assert tuple(row) == ERRATA_FIELDS
    empty = [name for name in ERRATA_FIELDS if not row[name] and name not in MAY_BE_EMPTY]
    assert not empty, f"fill in {empty} of {row['id']} in course/errata.csv"
    assert re.fullmatch(r"E-\d{3}-\d{2}", row["id"]) and row["id"][2:5] == row["deck"]
    assert row["kind"] in KINDS
    assert row["lecture"] in {"", *course.lectures()["lecture"]}


@every_erratum
def test_erratum_names_a_slide_of_the_inventory(row):
    slides = {item["slide"] for item in inventory() if item["deck"] == row["deck"]}
    assert row["slide"] in slides or (not row["slide"] and not row["lecture"] and row["kind"] == "typo")


@every_erratum
def test_proof_of_an_erratum_is_where_the_link_says(row):
    """The test that is named exists, and a file without a function names the erratum itself."""
    if not row["test"]:
        return
    file, _, function = row["test"].partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    names = {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
    if function:
        assert function in names, f"{file} has no {function}: name another proof of {row['id']} in course/errata.csv"
    else:
        told = row["id"] in text or row["id"].replace("-", "_") in text
        assert told, f"{file} does not name {row['id']}: name it there, or another proof in course/errata.csv"


def test_what_is_wrong_has_a_computed_proof_or_needs_none():
    """A wrong formula or number without a test must be evident from the sentence: few are."""
    bare = [row["id"] for row in ERRATA if row["kind"] == "wrong" and not row["test"]]
    assert bare == ["E-002-09", "E-004-24", "E-004-31"]


@every_erratum
def test_equations_of_an_erratum_reach_every_page(row):
    for name in ("printed", "right", "proof"):
        assert row[name].count("$") % 2 == 0
        for equation in re.findall(r"\$([^$]+)\$", row[name]):
            assert mathml(equation, "inline").startswith("<math")


def test_judgements_made_again_are_kept():
    """These were judged more severely at first; what is printed is right as meant, or under a condition."""
    kind = {row["id"]: row["kind"] for row in ERRATA}
    assert {kind[id] for id in ("E-000-11", "E-000-40", "E-000-41")} == {"remark"}
    assert {kind[id] for id in ("E-000-32", "E-004-10", "E-004-17", "E-004-28")} == {"sloppy"}
    assert "quasi-separation" in next(row["right"] for row in ERRATA if row["id"] == "E-004-28")


# ---------------------------------------------------------------- the pages


@pytest.mark.parametrize("name", PAGES)
def test_page_is_markdown_with_headings_that_nest(name):
    notebook = jupytext.reads(PAGES[name](ROOT), "py:percent")
    assert {cell.cell_type for cell in notebook.cells} == {"markdown"}
    levels = [len(match) for cell in notebook.cells for match in re.findall(r"^(#+) ", cell.source, re.MULTILINE)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for cell in notebook.cells:
        tables = [line for line in cell.source.splitlines() if line.startswith("|")]
        assert all(line.endswith("|") for line in tables)


def test_every_line_of_a_table_has_as_many_cells_as_its_head():
    for make in PAGES.values():
        for block in re.findall(r"(?:^# \|.*\n)+", make(ROOT), flags=re.MULTILINE):
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1


def test_errata_page_tells_every_erratum_and_names_the_decks():
    text = errata()
    for row in ERRATA:
        assert text.count(row["id"]) == 1
    for deck in rows("decks.csv"):
        assert deck["title"] in text and deck["author"] in text
        assert all(deck.values())


def test_links_of_the_pages_lead_somewhere():
    for make in PAGES.values():
        for target in re.findall(r"\]\(([^)]+)\)", make(ROOT)):
            here = ROOT / "course" / target.replace(".ipynb", ".py") if target.endswith(".ipynb") else None
            assert (here or ROOT / "notebooks" / target).resolve().exists(), target


@pytest.fixture
def small_course(tmp_path):
    (tmp_path / "course").mkdir()
    pages = {
        "09_rules": ["| symbol | meaning |", "|---|---|", r"| $\beta$ | reach |", "| $|w|$ | length, `a|b` |", "",
                     "| what | meaning |", "|---|---|", "| no | glossary |"],
        "09_more": ["| Word | Meaning |", "|:---|---:|", "| sweep | one pass |"],
        "10_others": ["| symbol | meaning | code |", "|---|---|---|", r"| $\beta$ | reach | `b` |", "| $A$ | area | |"],
    }  # fmt: skip
    for name, lines in pages.items():
        text = "\n".join(f"# {line}".rstrip() for line in ["%% [markdown]", *lines])
        (tmp_path / "course" / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "course" / "words.csv").write_text(
        f"{WORDS_HEAD}\nrule,rules,09_rules,what is learned\n", encoding="utf-8"
    )
    return tmp_path


def test_entries_come_from_tables_of_symbols_and_words_and_from_the_words_of_the_course(small_course):
    assert [entry[1:] for entry in entries(small_course)] == [
        ("$\\beta$", "reach", "09_rules"),
        ("$|w|$", "length, `a|b`", "09_rules"),
        ("sweep", "one pass", "09_more"),
        ("$\\beta$", "reach", "10_others"),
        ("$A$", "area", "10_others"),
        ("rule", "what is learned", "09_rules"),
    ]


def test_glossary_joins_equal_meanings_and_links_to_their_lessons(small_course):
    text = glossary(small_course)
    both = "[09 rules](09_rules.ipynb), [10 others](10_others.ipynb)"
    assert f"# | $\\beta$ | reach | {both} |" in text
    assert "# | $\\vert w\\vert $ | length, `a|b` |" in text
    assert text.index("$A$") < text.index("$\\beta$") < text.index("vert w")
    assert text.index("## Words") < text.index("# | sweep | one pass | [09 more](09_more.ipynb) |")


def test_glossary_of_lessons_without_tables_says_so(tmp_path):
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "words.csv").write_text(f"{WORDS_HEAD}\n", encoding="utf-8")
    assert glossary(tmp_path).count("None yet.") == 2


def test_one_symbol_has_one_meaning_within_a_lecture():
    meanings = {}
    for entry in entries():
        meanings.setdefault((entry.page[:2], entry.source, entry.name), set()).add(entry.meaning)
    clash = {key: found for key, found in meanings.items() if len(found) > 1}
    assert not clash, f"give the symbol one meaning within its lecture, or another letter: {clash}"


def test_stale_names_the_page_that_is_old(small_course):
    for name in ("errata.csv", "decks.csv"):
        (small_course / "course" / name).write_text((ROOT / "course" / name).read_text("utf-8"), encoding="utf-8")
    assert stale(small_course) == ["errata", "glossary"]
    course_pages.write(small_course)
    assert stale(small_course) == []
    (small_course / "course/10_others.py").write_text("# nothing", encoding="utf-8")
    assert stale(small_course) == ["glossary"]
