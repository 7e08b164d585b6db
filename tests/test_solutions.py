"""The answers: right by the lesson's own checks, and nowhere in what students open."""

import ast
import json
import linecache
import runpy
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from labkit.tutor.check import exercises as all_exercises

ROOT = Path(__file__).resolve().parent.parent
SOLUTIONS = sorted((ROOT / "course" / "solutions").glob("[0-9]*.py"))
PAGES = sorted((ROOT / "course").glob("[0-9][0-9]_*.py"))
LESSONS = [path for path in PAGES if path.name[:2] != "00" and not path.stem.endswith("_more")]
MODULES = ("exercises", "exercises_more")  # of a lecture: for its page, and for its page with more
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
IN_A_ROW = 3  # lines of an answer that make a leak, or a whole answer if it is shorter


def pages(lesson):
    """A lesson's page, and its page with more, which belongs to the first lesson of its number."""
    first = next(each for each in LESSONS if each.name[:2] == lesson.name[:2])
    more = [lesson.with_name(f"{lesson.name[:2]}_more.py")] if lesson == first else []
    return [page for page in (lesson, *more) if page.exists()]


def checks_called(source):
    """The calls of checks on a page, such as ``lesson.exercises.update_rule(my_update)``: module, name, arguments."""
    for node in ast.walk(ast.parse(source)):
        called = ast.unparse(node.func).split(".") if isinstance(node, ast.Call) else []
        if len(called) == 3 and called[0] == "lesson" and called[1] in MODULES:
            yield (called[1], called[2]), [ast.unparse(argument) for argument in node.args]


def checks_of(lesson):
    """(module, name) -> check, of all exercises of a lecture."""
    folder = f"labkit.lectures.l{lesson.stem}"
    found = [name for name in MODULES if (ROOT / folder.replace(".", "/") / f"{name}.py").exists()]
    modules = {name: import_module(f"{folder}.{name}") for name in found}
    return {(home, name): made for home, module in modules.items() for name, made in all_exercises(module).items()}


def test_checks_called_are_found():
    source = "lesson.exercises.hard(my_X, my_y)\nprint(lesson.exercises)\nexercises.other(1)\nlesson.other.thing(2)"
    assert list(checks_called(source)) == [(("exercises", "hard"), ["my_X", "my_y"])]


@pytest.mark.thorough
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_solutions_are_right_by_the_checks_of_the_lesson(lesson):
    path = ROOT / "course" / "solutions" / lesson.name
    assert path.exists(), f"write the answers to the exercises of {lesson.name} into course/solutions/{lesson.name}"
    answers, checks = runpy.run_path(str(path)), checks_of(lesson)
    called = dict(call for page in pages(lesson) for call in checks_called(page.read_text(encoding="utf-8")))
    for key, arguments in called.items():
        missing = [argument for argument in arguments if argument not in answers]
        assert not missing, f"write these into course/solutions/{lesson.name}: {missing}"
        said = checks[key](*(answers[argument] for argument in arguments)).says
        assert said.startswith("right: "), f"mend {key} or its answer in course/solutions/{lesson.name}: {said}"
        assert checks[key].answers == tuple(arguments), f"give {key} the names that the student fills in"
    idle = sorted(set(checks) - set(called))
    assert not idle, f"ask these on the page, lesson.<module>.<name>(...), or take them out: {idle}"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_exercise_can_show_its_stub_and_its_solution(lesson):
    for check in checks_of(lesson).values():
        untouched = check(*(None for _ in check.answers))
        for text in (untouched.reset().text, untouched.solution().text):
            defined = {name for node in ast.parse(text).body for name in ast.unparse(node).replace(",", " ").split()}
            assert all(any(name in part for part in defined) for name in check.answers), (check.name, text)
        assert untouched.reset().text != untouched.solution().text


def as_in_a_cell(text, names):
    """What a cell with this text defines; as in a notebook, Python can read the text again."""
    name, scope = f"<cell {hash(text)}>", {"np": np}
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    exec(compile(text, name, "exec"), scope)
    return [scope[each] for each in names]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_bug_to_find_stands_on_the_page_as_the_check_knows_it(lesson):
    for check in checks_of(lesson).values():
        if check.given is not None:
            said = check(*as_in_a_cell(check(*(None for _ in check.answers)).reset().text, check.answers)).says
            assert said == f"not mended yet: {check.task}", f"{check.name}: the page and given= differ; {said}"


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_solutions_belong_to_a_lesson(path):
    assert (ROOT / "course" / path.name).exists(), f"there is no lesson course/{path.name}: rename the answers"


def normal(line):
    """A line without its comment and spaces, as far as that can be told without parsing."""
    return "".join(line.split("#")[0].split())


def answers_in(source):
    """Every answer as its lines: the body of a function, or a whole assignment."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            body = [
                part for part in node.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
        elif isinstance(node, ast.Assign):
            body = [node]
        else:
            continue
        yield [normal(line) for part in body for line in ast.get_source_segment(source, part).splitlines()]


def windows(answers):
    """Every run of lines that gives an answer away, and the answer it is of."""
    return {
        tuple(lines[i : i + size]): lines
        for lines in answers
        for size in [min(IN_A_ROW, len(lines))]
        for i in range(len(lines) - size + 1)
    }


def leaked(known, text):
    """The first answer of which the text holds enough lines in a row, or None."""
    seen = [line for line in map(normal, text.splitlines()) if line]
    runs = (tuple(seen[i : i + size]) for size in range(1, IN_A_ROW + 1) for i in range(len(seen) - size + 1))
    return next((known[run] for run in runs if run in known), None)


def texts(value):
    """Every text anywhere in a notebook: sources, outputs and metadata alike."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        yield "".join(value)
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


@pytest.fixture(scope="module")
def known():
    return windows([lines for path in SOLUTIONS for lines in answers_in(path.read_text(encoding="utf-8"))])


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_holds_no_answer(notebook, known):
    for text in texts(json.loads(notebook.read_text(encoding="utf-8"))):
        found = leaked(known, text)
        assert found is None, f"take this answer out of course/{notebook.stem}.py, then make notebooks: {found}"


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_scan_finds_a_pasted_answer(path):
    source = path.read_text(encoding="utf-8")
    cell = {"cells": [{"source": source.replace("    return", "    # an explanation\n    return").splitlines(True)}]}
    (text,) = texts(cell)
    assert all(leaked(windows([lines]), text) for lines in answers_in(source))


def test_scan_leaves_stubs_and_single_lines_of_long_answers_alone():
    known = windows([["a=1", "b=2", "c=3", "returna+b+c"]])
    assert not leaked(known, "def f():\n    return None")
    assert not leaked(known, "a = 1\nprint()\nb = 2\nc = 3")
    assert leaked(known, "x = 0\na = 1  # first\n\nb = 2\nc = 3")


def test_scan_finds_a_short_answer_by_all_its_lines():
    assert leaked(windows([["my_w=(1,2)"]]), "print()\nmy_w = (1, 2)")
    assert not leaked(windows([["a=1", "returna"]]), "a = 1")
