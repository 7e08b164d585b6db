"""Nothing of the decks is forgotten: each thing to build has a lecture, a module, a test and a lesson."""

from collections import Counter

import pytest

from tests.golden import all_golden
from tools import course_index
from tools.course_index import INDEX, ROOT, built, inventory, markdown, rows, table

NOTHING_TO_BUILD = {"concept", "figure", "section", "pointer", "remark", "summary", "table", "method list"}
LECTURES_WITH_REMARKS = {f"{number:02d}" for number in range(1, 9)}
WITHOUT_A_SECTION = {
    "I-000-036": "a name on a slide, without a rule: relaxation",
    "I-000-040": "two names on a slide, Fisher's discriminant and the SVM: lectures 05 and 11",
    "I-002-026": "MLP and RBF, between the slides of lecture 13 and those of 03: lecture 13",
    "I-003-021": "photographs that a tree tells apart: lecture 15",
    "I-004-054": "a figure of the perceptron that is lost",
}
LECTURES = {f"{number:02d}" for number in range(1, 23)}


def describe(missing):
    return "; ".join(f"{row.id} (lecture {row.lecture}: {row.algorithm})" for row in missing)


def test_inventory_has_every_item_of_the_decks_once():
    assert Counter(item["deck"] for item in inventory()) == {
        "000": 136,
        "001": 43,
        "002": 58,
        "003": 52,
        "004": 84,
    }
    assert max(Counter(item["id"] for item in inventory()).values()) == 1


def test_inventory_gives_exactly_one_lecture_to_each_thing_to_build():
    wrong = [item["id"] for item in inventory() if bool(item["lecture"]) == (item["kind"] in NOTHING_TO_BUILD)]
    assert not wrong, f"rows to build without a lecture, or with one though nothing is to build: {wrong}"
    assert {item["lecture"] for item in inventory()} - {""} == LECTURES
    assert len(rows()) == 269


def test_inventory_and_golden_values_know_each_other():
    named = {id for item in inventory() for id in item["golden"].split()}
    assert named == set(all_golden())


def test_every_row_has_a_module():
    missing = [row for row in rows() if not row.modules]
    assert not missing, (
        f"name these ids in the docstring of the module that builds them, 'Inventory: ...': {describe(missing)}"
    )


def test_every_row_has_a_test():
    missing = [row for row in rows() if not row.tests]
    assert not missing, f"name the id, or a golden id, in a test that holds it: {describe(missing)}"


def test_every_row_leads_to_a_page_that_names_it():
    assert built() >= LECTURES
    missing = [row for row in rows() if not (row.lesson and row.named)]
    line = "say which section is about it in course/teaching/NN_topic.md, '| 20_more · Ties | I-000-108 |'"
    assert not missing, f"{line}: {describe(missing)}"


def test_every_figure_and_remark_beside_lectures_01_to_08_has_a_section():
    """What needs no code is in the decks all the same: a section is about it, or the reason is given above."""
    places, headings = course_index._places(ROOT), _headings()
    found, items = {}, inventory()
    for k, item in enumerate(items):
        if item["lecture"] or item["kind"] in ("section", "pointer") or not _beside(items, k) & LECTURES_WITH_REMARKS:
            continue
        found[item["id"]] = bool(places.get(item["id"], set()) & headings)
    assert len(found) > 40
    missing = {id for id, placed in found.items() if not placed}
    assert missing == set(WITHOUT_A_SECTION), "say in course/teaching which section is about it, or why none is"


def _beside(items: list[dict], k: int) -> set[str]:
    """The lectures of the other rows of this slide, or else of the rows before and after it in the deck."""
    deck = [item for item in items if item["deck"] == items[k]["deck"]]
    if same := {item["lecture"] for item in deck if item["slide"] == items[k]["slide"]} - {""}:
        return same
    before = [item["lecture"] for item in items[:k] if item in deck and item["lecture"]][-1:]
    after = [item["lecture"] for item in items[k:] if item in deck and item["lecture"]][:1]
    return {*before, *after}


def _headings() -> set[tuple[str, str]]:
    return {(path.stem, head) for path in course_index.pages()
            for head in course_index.headings(path.read_text(encoding="utf-8"))}  # fmt: skip


def test_committed_index_is_fresh():
    committed = (ROOT / INDEX).read_text(encoding="utf-8")
    assert committed == table(), "the index is old: run make notebooks"


@pytest.fixture
def small_course(tmp_path):
    """A course of two lectures, the second without a lesson."""
    files = {
        "course/inventory.csv": "id,deck,slide,kind,what,lecture,golden,errata\n"
        "I-000-001,000,First Rule \u2013 1,algorithm,rule | w*,09,PER-01,\n"
        "I-000-002,000,Second Rule,theorem,bound,09,,\n"
        "I-000-003,000,Third Rule,algorithm,late,10,PER-02,\n"
        "I-000-004,000,A Figure,figure,picture,,,\n",
        "course/00_start_here.py": "",
        "course/09_rules.py": "# the slide *First Rule - 1*",
        "labkit/__init__.py": '"""All. Inventory: I-000-002."""',
        "labkit/learners/rule.py": '"""Rules.\n\nInventory: I-000-001..003\n"""\nI = "I-000-004"\n',
        "tests/test_rule.py": 'golden("PER-01")',
        "tests/deep/test_bound.py": "def test_bound():  # I-000-002, and PER-020 is another id\n    pass",
        "tests/test_golden.py": '"PER-02"',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_rows_join_inventory_modules_tests_and_lessons(small_course):
    first, second, third = rows(small_course)
    assert (first.modules, first.tests) == (("labkit.learners.rule",), ("tests/test_rule.py",))
    assert (second.modules, second.tests) == (
        ("labkit", "labkit.learners.rule"),
        ("tests/deep/test_bound.py",),
    )
    assert (third.modules, third.tests, third.lesson) == (("labkit.learners.rule",), (), "")
    assert (first.lesson, first.named, second.named) == ("09_rules", True, False)
    assert built(small_course) == {"09"}


def test_every_id_in_the_name_of_a_test_counts(small_course):
    (small_course / "tests/test_names.py").write_text("def test_rule_PER_01_I_000_002_PER_02_E_004_10(): ...")
    assert all("tests/test_names.py" in row.tests for row in rows(small_course))


def test_row_of_a_lecture_with_two_lessons_belongs_to_the_first_that_names_it(small_course):
    (small_course / "course/09_seconds.py").write_text(
        "# *Second Rule*, and the *First Rule - 1* again", encoding="utf-8"
    )
    first, second, third = rows(small_course)
    assert (first.lesson, second.lesson, third.lesson) == ("09_rules", "09_seconds", "")
    assert first.named and second.named
    (small_course / "course/09_seconds.py").write_text("# neither", encoding="utf-8")
    assert [(row.lesson, row.named) for row in rows(small_course)[:2]] == [("09_rules", True), ("09_rules", False)]


def test_main_page_comes_before_more_whatever_their_names(small_course):
    (small_course / "course/09_more.py").write_text("# the slide *First Rule - 1* again", encoding="utf-8")
    assert [path.stem for path in course_index.pages(small_course)] == ["00_start_here", "09_rules", "09_more"]
    assert rows(small_course)[0].lesson == "09_rules"


def test_teaching_page_says_which_section_is_about_a_row(small_course):
    (small_course / "course/teaching").mkdir()
    page = small_course / "course/teaching/09_rules.md"
    (small_course / "course/09_more.py").write_text("# ## Why it ends \u00b7 5 min\n", encoding="utf-8")
    page.write_text("| where | rows |\n|---|---|\n| 09_more \u00b7 Why it ends | I-000-001..002 |\n", encoding="utf-8")
    assert [(row.lesson, row.named) for row in rows(small_course)[:2]] == [("09_more", True)] * 2
    page.write_text("| 09_more \u00b7 Another heading | I-000-002 |\n", encoding="utf-8")
    assert not rows(small_course)[1].named


def test_table_holds_the_built_lectures_only(small_course):
    lines = table(small_course).splitlines()
    assert lines[0] == ",".join(course_index.COLUMNS)
    assert lines[1] == "09,rule | w*,000,First Rule \u2013 1,labkit.learners.rule,tests/test_rule.py,09_rules"
    assert len(lines) == 3


def test_markdown_escapes_what_would_break_the_table(small_course):
    text = markdown(["09"], small_course)
    assert r"rule \| w\*" in text
    assert "Third Rule" not in text
    assert "Third Rule" in markdown(root=small_course)


def test_markdown_of_an_unknown_lecture_says_what_to_do(small_course):
    with pytest.raises(ValueError, match=r"expected lecture numbers such as '09', got \['99'\]"):
        markdown(["99"], small_course)
