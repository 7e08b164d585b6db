"""What every lesson keeps to: a question, a picture soon, short cells, a prediction for every lab, exercises, links.

A failure says what to do. The rules are functions of a path: what `make lecture` writes is held to them as well.
"""

import ast
import re
from importlib import import_module
from pathlib import Path

import jupytext
import pytest
from nbconvert.exporters import SlidesExporter

from labkit.lectures import all_labs
from labkit.tutor.check import exercises

ROOT = Path(__file__).resolve().parent.parent
ALL = sorted((ROOT / "course").glob("[0-9][0-9]_*.py"))
LESSONS = [path for path in ALL if path.stem != "00_start_here"]
MAIN = [path for path in LESSONS if not path.stem.endswith("_more")]
FOLDERS = sorted(path.name for path in (ROOT / "labkit" / "lectures").glob("l[0-9]*") if path.is_dir())
MOST_CELLS = 32  # besides the exercises, which are three cells each: the question, the stub, the check
MOST_WORDS = {False: 1400, True: 1600}  # of a main page, of a page with more, besides the exercises
MOST_ON_A_SLIDE = 95  # words of a cell, besides its tables; the aim is 80, see test_most_slides_are_shorter
AIM_ON_A_SLIDE, LONGER = 80, 0.2  # and the share of cells that may still be longer
MOST_LINES = 6  # of code in a cell, besides imports; an exercise may be longer
SOON = 120  # words before the first picture, those of the title cell among them
LEAST_EXERCISES = 3
SLIDE_TYPES = {"slide", "subslide", "fragment", "skip", "notes"}
BESIDE = {"numpy"}  # what a page may import beside its lecture
MODULES = {"exercises", "exercises_more", "questions"}  # of a lecture, which its pages reach as such
SIGNS = re.compile(r"(?<!\S)[^\w\s$]+(?!\S)")  # what stands alone and is no word: #, ·
CHECK = re.compile(r"lesson\.exercises(?:_more)?\.")

every_page = pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
every_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
every_main = pytest.mark.parametrize("path", MAIN, ids=lambda path: path.stem)
every_folder = pytest.mark.parametrize("folder", FOLDERS)


def folder_of(path):
    """The lecture's folder in labkit/lectures; a page with more shares that of its main page."""
    if not path.stem.endswith("_more"):
        return f"l{path.stem}"
    number = path.stem[:2]
    names = sorted(each.name for each in (ROOT / "labkit" / "lectures").glob(f"l{number}_*"))
    return next(name for name in names if (path.parent / f"{name[1:]}.py").exists())


def cells(path):
    return jupytext.read(path).cells


def code(path):
    """The parsed code cells."""
    return [ast.parse(cell.source) for cell in cells(path) if cell.cell_type == "code"]


def nodes(path, *kinds):
    return [node for cell in code(path) for node in ast.walk(cell) if isinstance(node, kinds)]


def is_check(node):
    return isinstance(node, ast.Call) and CHECK.match(ast.unparse(node.func) + ".")


def checked_names(path):
    """What checks are given: the answers."""
    return {ast.unparse(argument) for node in nodes(path, ast.Call) if is_check(node) for argument in node.args}


def checks(path):
    """The code cells that call a check."""
    return [cell for cell in code(path) if any(map(is_check, ast.walk(cell)))]


def is_answer(cell, names):
    """Whether a code cell is where a student writes."""
    defined = {node.name for node in cell.body if isinstance(node, ast.FunctionDef)}
    targets = [target for node in cell.body if isinstance(node, ast.Assign) for target in node.targets]
    return bool((defined | {node.id for t in targets for node in ast.walk(t) if isinstance(node, ast.Name)}) & names)


def prose(path):
    """The words of the main path, cell by cell: all Markdown but that of the exercises."""
    return [cell.source for cell in cells(path) if cell.cell_type == "markdown" and "★" not in cell.source]


def words(text):
    """How many there are, displayed equations aside; a formula in a line is one."""
    text = re.sub(r"\$\$.+?\$\$", "", text, flags=re.DOTALL)
    return len(re.sub(r"\$[^$]+\$", "formula", text).split())


def without_tables(text):
    return "\n".join(line for line in text.splitlines() if not line.startswith("|"))


def reached(path, through="lesson"):
    """The names that a page reaches through its lecture, or through a module of it."""
    return {node.attr for node in nodes(path, ast.Attribute) if ast.unparse(node.value) == through}


def pages_of(folder):
    """The pages that import a lecture."""
    return [path for path in ALL if folder_of(path) == folder]


def test_there_are_lessons():
    assert LESSONS and MAIN, "expected lessons course/NN_topic.py, got none; make one: make lecture NN=24 SLUG=topic"


# ---------------------------------------------------------------- its lecture


@every_page
def test_lesson_imports_its_lecture_and_nothing_else_of_labkit(path):
    expected = f"from labkit.lectures import {folder_of(path)} as lesson"
    written = [ast.unparse(node) for node in nodes(path, ast.Import, ast.ImportFrom)]
    assert expected in written, f"write into the first code cell: {expected}"
    beside = [line for line in written if line != expected and line.split()[1].split(".")[0] not in BESIDE]
    assert not beside, (
        f"name these in labkit/lectures/{folder_of(path)}/__init__.py, write lesson.<name> here: {beside}"
    )


@every_page
def test_lecture_has_what_its_lesson_uses(path):
    lesson = import_module(f"labkit.lectures.{folder_of(path)}")
    missing = sorted(name for name in reached(path) if name not in lesson.__all__)
    assert not missing, f"name these, with their modules, in labkit/lectures/{folder_of(path)}/__init__.py: {missing}"


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
def test_lecture_gives_only_what_its_lessons_use(folder):
    pages, lesson = pages_of(folder), import_module(f"labkit.lectures.{folder}")
    idle = set(lesson.__all__) - set().union(*map(reached, pages)) if pages else set()
    idle -= {name for name in idle if name.endswith("Lab")}  # tests and other lectures may show more of them
    assert not idle, f"no page uses these; drop them from {folder}/__init__.py: {sorted(idle)}"


# ---------------------------------------------------------------- its size


@every_lesson
def test_lesson_is_short(path):
    many = len(cells(path)) - 3 * len(checks(path))
    assert many <= MOST_CELLS, (
        f"expected at most {MOST_CELLS} cells besides the exercises, got {many}; move some to the page with more"
    )


@every_lesson
def test_lesson_has_few_words(path):
    most, many = MOST_WORDS[path.stem.endswith("_more")], sum(map(words, prose(path)))
    assert many <= most, f"expected at most {most} words besides the exercises, got {many}; say less, or move to _more"


@every_lesson
def test_lesson_slides_are_short(path):
    long = {cell[:50]: n for cell in prose(path) if (n := words(without_tables(cell))) > MOST_ON_A_SLIDE}
    assert not long, f"expected at most {MOST_ON_A_SLIDE} words on a slide, tables aside; shorten or part these: {long}"


def test_most_slides_are_shorter():
    """The aim is 80 words for all, and 60 for new ones; the cells of the first lessons come down to it step by step."""
    many = [words(without_tables(cell)) for path in LESSONS for cell in prose(path)]
    longer = sum(n > AIM_ON_A_SLIDE for n in many) / len(many)
    assert longer <= LONGER, (
        f"expected at most {LONGER:.0%} of the slides above {AIM_ON_A_SLIDE} words, got {longer:.0%}"
    )


@every_lesson
def test_lesson_code_is_short(path):
    answers = checked_names(path)
    lines = [(cell, sum(1 for line in ast.unparse(cell).splitlines() if "import " not in line)) for cell in code(path)]
    long = [ast.unparse(cell)[:80] for cell, n in lines if n > MOST_LINES and not is_answer(cell, answers)]
    assert not long, f"expected at most {MOST_LINES} lines of code in a cell; move these into the lecture: {long}"


@every_lesson
def test_lesson_holds_no_class_no_algorithm_and_no_assert(path):
    answers, found = checked_names(path), []
    for cell in code(path):
        if not is_answer(cell, answers):
            kinds = ast.ClassDef, ast.AsyncFunctionDef, ast.While, ast.For, ast.Global, ast.Assert
            found += [ast.unparse(node)[:80] for node in ast.walk(cell) if isinstance(node, kinds)]
    assert not found, f"show it from labkit, and hold what it claims in tests/course/: {found}"


@every_lesson
def test_lesson_names_no_erratum(path):
    found = re.findall(r"E-00\d-\d+|I-00\d-\d+", path.read_text(encoding="utf-8"))
    assert not found, f"errors of the slides are on the errata page, rows on the teaching page; take these out: {found}"


# ---------------------------------------------------------------- its parts


@every_lesson
def test_lesson_opens_with_a_question_aims_and_minutes(path):
    first = cells(path)[0]
    titled = first.cell_type == "markdown" and first.source.startswith("# ")
    assert titled, "begin the lesson with a Markdown cell whose first line is its title, '# 24 · Topic'"
    assert re.search(r"\*\*.+?[?.]\*\*", first.source, flags=re.DOTALL), "put the lesson's question into it, in bold"
    assert "you can" in first.source, (
        "say in the first cell what one can do afterwards: '*After this lesson you can* ...'"
    )
    assert re.search(r"\d+ minutes", first.source), "say in the first cell how many minutes it takes"


@every_main
def test_lesson_shows_a_picture_soon(path):
    count = 0
    for cell in cells(path):
        if cell.cell_type == "markdown":
            count += words(SIGNS.sub("", cell.source))
        elif not re.match(r"(from|import) ", cell.source):
            break
    assert count <= SOON, f"show a picture within the first {SOON} words, not after {count}"


@every_lesson
def test_every_lab_of_a_lesson_asks_first(path):
    lesson = import_module(f"labkit.lectures.{folder_of(path)}")
    silent = sorted(n for n in reached(path) if n.endswith("Lab") and getattr(lesson, n).question is None)
    assert not silent, f"write a Question into {folder_of(path)}/questions.py for each of these labs: {silent}"


@every_main
def test_lesson_has_a_quick_check(path):
    assert "quick_check" in reached(path), "show lesson.quick_check"


@every_lesson
def test_lesson_ends_with_the_progress(path):
    if path.stem not in ("12_more", "13_more", "14_more", "18_more", "22_more"):  # short pages at the end of a long one
        assert "progress" in reached(path), "show lesson.progress() before the links at the end"


@every_main
def test_lesson_has_exercises_of_every_kind(path):
    text = path.read_text(encoding="utf-8")
    many = len(checks(path))
    assert many >= LEAST_EXERCISES, f"expected at least {LEAST_EXERCISES} exercises with checks, got {many}"
    for stars in ("★ ", "★★ ", "★★★ "):
        assert re.search(rf"\*\*\d+ {stars}", text), f"add an exercise of this kind: '**2 {stars}Title.** ...'"
    assert "Find the bug" in text, "make one exercise '**2 ★★ Find the bug.** ...': a function with one slip to mend"


@every_main
def test_lesson_uses_real_data(path):
    from labkit.core import data

    folder = ROOT / "labkit" / "lectures" / folder_of(path)
    sources = "\n".join(each.read_text(encoding="utf-8") for each in [path, *folder.glob("*.py")])
    used = [name for name in data.real_names() if re.search(rf"[\"']{name}[\"']", sources)]
    assert used, f"give the lesson a section on real data: one of {', '.join(data.real_names())}"


@every_lesson
def test_lesson_says_its_minutes_and_links_on(path):
    text = path.read_text(encoding="utf-8")
    assert len(re.findall(r"^# ## .+ · \d+ min$", text, flags=re.MULTILINE)) >= 3, "say the minutes: '## Title · 5 min'"
    last = cells(path)[-1].source
    links = re.findall(r"\]\((\d\d_\w+)\.ipynb", last)
    assert len(links) >= 2, "close with links: the page before, the page after, the page with more"


def minutes(path):
    """(how many a page says that it takes, how many its sections say)."""
    text = path.read_text(encoding="utf-8")
    sections = re.findall(r"^# ## .+ · (\d+) min$", text, flags=re.MULTILINE)
    return int(re.search(r"\*(\d+) minutes", text)[1]), sum(map(int, sections))


@every_lesson
def test_minutes_of_sections_make_up_those_of_the_page(path):
    whole, sections = minutes(path)
    assert sections == whole, f"expected sections of {whole} minutes in all, got {sections}"
    for many, other in re.findall(r"(\d+) in \[(\d\d_more)\]", path.read_text(encoding="utf-8")):
        assert int(many) == minutes(path.with_name(f"{other}.py"))[0], f"say the minutes of {other} as it does itself"


@every_lesson
def test_lesson_links_lead_somewhere(path):
    known = {each.stem for each in (ROOT / "course").glob("*.py")}
    links = set(re.findall(r"\]\((\w+)\.ipynb", path.read_text(encoding="utf-8")))
    assert links <= known, f"no such pages, write 'lecture 06' instead of a link: {sorted(links - known)}"


@every_lesson
def test_headings_begin_their_cells(path):
    inside = [line for cell in cells(path) if cell.cell_type == "markdown"
              for line in cell.source.splitlines()[1:] if re.match(r"#+ ", line)]  # fmt: skip
    assert not inside, f"a heading begins a cell of its own: {inside}"


@every_lesson
def test_lesson_ends_with_what_to_keep(path):
    found = any(re.match(r"## What to keep", cell.source) for cell in cells(path))
    assert found, "close with a Markdown cell that begins '## What to keep'"


@every_main
def test_lecturer_has_a_page(path):
    page = ROOT / "course" / "teaching" / f"{path.stem}.md"
    assert page.exists(), f"write course/teaching/{path.stem}.md: minutes, presets, expected answers, what to cut"
    for word in ("minutes", "misconception", "At 45 minutes", "Expected answers", "Ask the class", "| where | rows |"):
        assert word in page.read_text(encoding="utf-8"), f"course/teaching/{path.stem}.md: say {word!r}"


@every_main
def test_lecturer_is_told_of_every_lab_and_of_presets(path):
    page = (ROOT / "course" / "teaching" / f"{path.stem}.md").read_text(encoding="utf-8")
    labs = [kind for kind in all_labs() if f"lesson.{kind.__name__}(" in path.read_text(encoding="utf-8")]
    assert labs and not [kind.__name__ for kind in labs if kind.__name__ not in page]
    assert any(f"*{preset}*" in page for kind in labs for preset in kind.presets), "name a preset to show"


@every_lesson
def test_exercises_are_left_for_the_student(path):
    """Whatever a check is given is a stub: a function that returns None, None itself, or what is to be mended."""
    lesson = import_module(f"labkit.lectures.{folder_of(path)}")
    modules = [getattr(lesson, name) for name in ("exercises", "exercises_more") if name in lesson.__all__]
    mended = {name for module in modules for made in exercises(module).values() if made.given for name in made.answers}
    stubs = {node.name: ast.unparse(_without_docstring(node)) for node in nodes(path, ast.FunctionDef)}
    for node in nodes(path, ast.Assign):
        stubs |= dict.fromkeys((each.id for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)),
                               ast.unparse(node.value).strip("()").split(",")[0])  # fmt: skip
    wrong = sorted(
        n for n in checked_names(path) - mended if stubs.get(n, "").strip() not in ("None", "return None", "...")
    )
    assert not wrong, f"leave these to the student, '...' or '= None'; answers go to course/solutions: {wrong}"


def _without_docstring(function):
    return function.body[1:] if ast.get_docstring(function) else function.body


@pytest.mark.thorough
@every_page
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
