"""What every lesson keeps to: one import, short cells, no algorithm of its own, objectives, exercises, slides.

A failure says what to do. The rules are functions of a path: what `make lecture` writes is held to them as well.
"""

import ast
import re
from importlib import import_module
from pathlib import Path

import jupytext
import pytest
from nbconvert.exporters import SlidesExporter

from labkit.tutor.prompt import Prompt

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted((ROOT / "course").glob("[0-9][0-9]_*.py"))
LECTURES = [path for path in LESSONS if not path.name.startswith("00")]
FOLDERS = sorted(path.name for path in (ROOT / "labkit" / "lectures").glob("l[0-9]*") if path.is_dir())
MOST_CELLS = 45  # besides the exercises, which are three cells each: the question, the stub, the check
MOST_LINES = 12  # of code in a cell, besides imports
LEAST_EXERCISES = 3
SLIDE_TYPES = {"slide", "subslide", "fragment", "skip", "notes"}
BESIDE = {"numpy", "inspect", "fractions"}  # what a page may import beside its lecture
MODULES = {"exercises", "questions"}  # of a lecture, which its pages reach as such

every_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
every_lecture = pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
every_folder = pytest.mark.parametrize("folder", FOLDERS)


def cells(path):
    return jupytext.read(path).cells


def code(path):
    """The parsed code cells."""
    return [ast.parse(cell.source) for cell in cells(path) if cell.cell_type == "code"]


def nodes(path, *kinds):
    return [node for cell in code(path) for node in ast.walk(cell) if isinstance(node, kinds)]


def is_check(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("lesson.exercises.")


def checks(path):
    """The code cells that call a check."""
    return [cell for cell in code(path) if any(map(is_check, ast.walk(cell)))]


def lines_of(cell):
    """How many lines the statements of a cell take that are no imports."""
    body = [node for node in cell.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    return sum(node.end_lineno - node.lineno + 1 for node in body)


def reached(path, through="lesson"):
    """The names that a page reaches through its lecture, or through a module of it."""
    return {node.attr for node in nodes(path, ast.Attribute) if ast.unparse(node.value) == through}


def test_there_are_lessons():
    assert LESSONS and LECTURES, (
        "expected lessons course/NN_topic.py, got none; make one: make lecture NN=23 SLUG=topic"
    )


@every_lesson
def test_lesson_imports_its_lecture_and_nothing_else_of_labkit(path):
    expected = f"from labkit.lectures import l{path.stem} as lesson"
    written = [ast.unparse(node) for node in nodes(path, ast.Import, ast.ImportFrom)]
    assert expected in written, f"write into the first code cell: {expected}"
    beside = [line for line in written if line != expected and line.split()[1].split(".")[0] not in BESIDE]
    assert not beside, (
        f"name these in labkit/lectures/l{path.stem}/__init__.py and write lesson.<name> on the page: {beside}"
    )


@every_lesson
def test_lecture_has_what_its_lesson_uses(path):
    lesson = import_module(f"labkit.lectures.l{path.stem}")
    missing = sorted(name for name in reached(path) if name not in lesson.__all__)
    assert not missing, f"name these, with their modules, in labkit/lectures/l{path.stem}/__init__.py: {missing}"
    asked = reached(path, "lesson.questions")
    unknown = sorted(asked - set(vars(lesson.questions))) if asked else []
    assert not unknown, f"write these into labkit/lectures/l{path.stem}/questions.py: {unknown}"


@every_folder
def test_lecture_has_every_name_it_gives(folder):
    lesson = import_module(f"labkit.lectures.{folder}")
    inside = {path.stem for path in (ROOT / "labkit" / "lectures" / folder).glob("*.py")}
    clash = (set(lesson.__all__) & inside) - MODULES
    assert not clash, f"rename these: each is both a module of {folder} and a name that its pages use: {sorted(clash)}"
    trouble = list(filter(None, (_trouble(lesson, name) for name in lesson.__all__)))
    assert not trouble, f"mend or drop in labkit/lectures/{folder}/__init__.py: {'; '.join(trouble)}"


def _trouble(lesson, name):
    try:
        getattr(lesson, name)
    except (AttributeError, ImportError) as error:
        return f"{name} ({error})"


@every_folder
def test_lecture_gives_only_what_its_lesson_uses(folder):
    path = ROOT / "course" / f"{folder[1:]}.py"
    lesson = import_module(f"labkit.lectures.{folder}")
    idle = set(lesson.__all__) - reached(path) if path.exists() else set()
    idle -= {name for name in idle if name.endswith("Lab")}  # tests and other lectures may show more of them
    assert not idle, f"{path.name} does not use these; drop them from {folder}/__init__.py: {sorted(idle)}"


@every_lesson
def test_lesson_is_short(path):
    many = len(cells(path)) - 3 * len(checks(path))
    assert many <= MOST_CELLS, (
        f"expected at most {MOST_CELLS} cells besides the exercises, got {many}; join or cut some"
    )


@every_lesson
def test_lesson_cells_are_short(path):
    long = [ast.unparse(cell)[:80] for cell in code(path) if lines_of(cell) > MOST_LINES]
    assert not long, f"expected at most {MOST_LINES} lines of code in a cell; move these into labkit: {long}"


@every_lesson
def test_lesson_holds_no_class_and_no_algorithm(path):
    found = [ast.unparse(node)[:80] for node in nodes(path, ast.ClassDef, ast.AsyncFunctionDef, ast.While, ast.Global)]
    assert not found, f"what a student should read is shown from labkit, not written here; move it there: {found}"


@every_lesson
def test_lesson_begins_with_its_title_and_objectives(path):
    first = cells(path)[0]
    titled = first.cell_type == "markdown" and first.source.startswith("# ")
    assert titled, "begin the lesson with a Markdown cell whose first line is its title, '# 23 · Topic'"
    aims = len(re.findall(r"^- ", first.source, flags=re.MULTILINE))
    assert aims >= 3, f"list at least three aims in the first cell, each a line '- ...'; there are {aims}"


@every_lecture
def test_lecture_names_its_deck_and_what_one_can_do_after_it(path):
    first = cells(path)[0].source
    assert "After this lecture you can" in first, "write 'After this lecture you can' above the aims of the first cell"
    assert re.search(r"\bdeck 00\d", first, flags=re.IGNORECASE), "name the deck in the first cell, such as 'deck 000'"


@every_lecture
def test_lecture_has_exercises_with_checks(path):
    many = len(checks(path))
    assert many >= LEAST_EXERCISES, (
        f"expected at least {LEAST_EXERCISES} exercises, got {many}; write their checks in "
        f"labkit/lectures/l{path.stem}/exercises.py and call them: lesson.exercises.<name>(...)"
    )


@every_lecture
def test_lecture_asks_every_question_it_has(path):
    asked, where = reached(path, "lesson.questions"), f"labkit/lectures/l{path.stem}/questions.py"
    assert asked, f"ask for a prediction: write a Question into {where} and lesson.questions.<name>.ask() on the page"
    questions = vars(import_module(f"labkit.lectures.l{path.stem}.questions"))
    idle = sorted({name for name, made in questions.items() if isinstance(made, Prompt)} - asked)
    assert not idle, f"ask these on the page, or take them out of {where}: {idle}"
    for name in asked:
        assert repr(questions[name].ask()).startswith("Predict: ")  # its options are two or more, and differ


@every_lecture
def test_lecture_ends_with_what_to_keep(path):
    found = any(re.match(r"## .*(keep|summary)", cell.source, flags=re.IGNORECASE) for cell in cells(path))
    assert found, "close with a Markdown cell that begins '## What to keep'"


@every_lecture
def test_exercises_are_left_for_the_student(path):
    """Whatever a check is given is a stub: a function that returns None, or None itself."""
    asked = {ast.unparse(argument) for node in nodes(path, ast.Call) if is_check(node) for argument in node.args}
    stubs = {node.name: ast.unparse(_without_docstring(node)) for node in nodes(path, ast.FunctionDef)}
    stubs |= {ast.unparse(node.targets[0]): ast.unparse(node.value) for node in nodes(path, ast.Assign)}
    wrong = sorted(name for name in asked if stubs.get(name, "").strip() not in ("None", "return None", "..."))
    assert not wrong, f"leave these to the student, 'return None' or '= None'; answers go to course/solutions: {wrong}"


def _without_docstring(function):
    return function.body[1:] if ast.get_docstring(function) else function.body


@every_lesson
def test_lesson_becomes_a_lecture(path):
    """`jupyter nbconvert --to slides`: as many slides as the tags say, without what is skipped."""
    notebook = jupytext.read(path)
    types = [cell.metadata.get("slideshow", {}).get("slide_type") for cell in notebook.cells]
    unknown = set(filter(None, types)) - SLIDE_TYPES
    assert not unknown, f"choose slide types from {', '.join(sorted(SLIDE_TYPES))}, not {sorted(unknown)}"
    assert types[0] == "slide" and types.count("slide") >= 4, (
        'begin at least four slides, the first cell among them: # %% [markdown] slideshow={"slide_type": "slide"}'
    )
    page, _ = SlidesExporter().from_notebook_node(notebook)
    slides = types.count("slide") + types.count("subslide")
    assert len(re.findall(r"<section", page)) == types.count("slide") + slides  # a subslide lies in its slide's section
