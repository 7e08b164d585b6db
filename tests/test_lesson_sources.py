"""What every lesson keeps to: short cells, no algorithm of its own, objectives first, exercises with checks, slides."""

import ast
import re
from pathlib import Path

import jupytext
import pytest
from nbconvert.exporters import SlidesExporter

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted((ROOT / "course").glob("[0-9][0-9]_*.py"))
LECTURES = [path for path in LESSONS if not path.name.startswith("00")]
MOST_CELLS = 45  # besides the exercises, which are three cells each: the question, the stub, the check
MOST_LINES = 12  # of code in a cell, besides imports
LEAST_EXERCISES = 3
SLIDE_TYPES = {"slide", "subslide", "fragment", "skip", "notes"}

every_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
every_lecture = pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)


def cells(path):
    return jupytext.read(path).cells


def code(path):
    """The parsed code cells."""
    return [ast.parse(cell.source) for cell in cells(path) if cell.cell_type == "code"]


def is_check(node):
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "checks"
    )


def checks(path):
    """The code cells that call a check."""
    return [cell for cell in code(path) if any(map(is_check, ast.walk(cell)))]


def lines_of(cell):
    """How many lines the statements of a cell take that are no imports."""
    body = [node for node in cell.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    return sum(node.end_lineno - node.lineno + 1 for node in body)


def test_there_are_lessons():
    assert LESSONS and LECTURES


@every_lesson
def test_lesson_is_short(path):
    assert len(cells(path)) - 3 * len(checks(path)) <= MOST_CELLS


@every_lesson
def test_lesson_cells_are_short(path):
    long = [ast.unparse(cell)[:80] for cell in code(path) if lines_of(cell) > MOST_LINES]
    assert not long, f"expected at most {MOST_LINES} lines of code in a cell; move these into labkit: {long}"


@every_lesson
def test_lesson_holds_no_class_and_no_algorithm(path):
    kinds = (ast.ClassDef, ast.AsyncFunctionDef, ast.While, ast.Global)
    found = [ast.unparse(node)[:80] for cell in code(path) for node in ast.walk(cell) if isinstance(node, kinds)]
    assert not found, f"what a student should read is shown from labkit, not written here: {found}"


@every_lesson
def test_lesson_begins_with_its_title_and_objectives(path):
    first = cells(path)[0]
    assert first.cell_type == "markdown" and first.source.startswith("# ")
    assert len(re.findall(r"^- ", first.source, flags=re.MULTILINE)) >= 3


@every_lecture
def test_lecture_names_its_deck_and_what_one_can_do_after_it(path):
    first = cells(path)[0].source
    assert "After this lecture you can" in first
    assert re.search(r"\bdeck 00\d", first, flags=re.IGNORECASE)


@every_lecture
def test_lecture_has_exercises_with_checks_and_a_prediction(path):
    assert len(checks(path)) >= LEAST_EXERCISES
    assert any("Predict(" in cell.source for cell in cells(path))
    assert any(re.match(r"## .*(keep|summary)", cell.source, flags=re.IGNORECASE) for cell in cells(path))


@every_lecture
def test_exercises_are_left_for_the_student(path):
    """Whatever a check is given is a stub: a function that returns None, or None itself."""
    whole = [node for cell in code(path) for node in ast.walk(cell)]
    asked = {ast.unparse(argument) for node in whole if is_check(node) for argument in node.args}
    stubs = {node.name: ast.unparse(node.body) for node in whole if isinstance(node, ast.FunctionDef)}
    stubs |= {ast.unparse(node.targets[0]): ast.unparse(node.value) for node in whole if isinstance(node, ast.Assign)}
    assert asked and {stubs[name].strip() for name in asked} <= {"None", "return None", "..."}


@every_lesson
def test_lesson_becomes_a_lecture(path):
    """`jupyter nbconvert --to slides`: as many slides as the tags say, without what is skipped."""
    notebook = jupytext.read(path)
    types = [cell.metadata.get("slideshow", {}).get("slide_type") for cell in notebook.cells]
    assert set(filter(None, types)) <= SLIDE_TYPES
    assert types[0] == "slide" and types.count("slide") >= 4
    page, _ = SlidesExporter().from_notebook_node(notebook)
    slides = types.count("slide") + types.count("subslide")
    assert len(re.findall(r"<section", page)) == types.count("slide") + slides  # a subslide lies in its slide's section
