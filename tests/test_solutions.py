"""The answers: right by the lesson's own checks, and nowhere in what students open."""

import ast
import importlib
import json
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOLUTIONS = sorted((ROOT / "course" / "solutions").glob("[0-9]*.py"))
LESSONS = [path for path in (ROOT / "course" / answers.name for answers in SOLUTIONS) if path.exists()]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHECKS = re.compile(r"lecture\d\d|side_by_side")  # a page beside a lecture has its own
IN_A_ROW = 3  # lines of an answer that make a leak, or a whole answer if it is shorter


def checks_called(source):
    """The calls of checks, such as ``lecture09.update_rule(my_update)``, under whatever name they were imported."""
    tree = ast.parse(source)
    imported = [
        alias for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names
    ]
    modules = {alias.asname: alias.name.split(".")[-1] for alias in imported if alias.asname}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = ast.unparse(node.func.value).split(".")[-1]
            module = modules.get(name, name)
            if CHECKS.fullmatch(module):
                yield module, node.func.attr, [ast.unparse(argument) for argument in node.args]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_solutions_are_right_by_the_checks_of_the_lesson(lesson, capsys):
    answers = runpy.run_path(str(ROOT / "course" / "solutions" / lesson.name))
    called = list(checks_called(lesson.read_text(encoding="utf-8")))
    assert called, f"{lesson.name} has answers but calls no check, such as checks.lecture09.update_rule(my_update)"
    for module, name, arguments in called:
        check = getattr(importlib.import_module(f"labkit.checks.{module}"), name)
        check(*(eval(argument, dict(answers)) for argument in arguments))
        said = capsys.readouterr().out
        assert said.startswith("right: "), f"{module}.{name}: {said}"


def test_checks_called_are_found_in_every_form():
    source = (
        "from labkit.checks import lecture11 as checks\nchecks.other(1)\nprint(other.thing(1))\n"
        "labkit.checks.lecture09.update_rule(my_update)\nlecture10.hard(my_X, my_y)\nside_by_side.race(my_race)"
    )
    assert sorted(checks_called(source)) == [
        ("lecture09", "update_rule", ["my_update"]),
        ("lecture10", "hard", ["my_X", "my_y"]),
        ("lecture11", "other", ["1"]),
        ("side_by_side", "race", ["my_race"]),
    ]


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


def leaks(lines, text):
    """Whether the answer, or enough lines of it in a row, stands in the text."""
    seen = [line for line in map(normal, text.splitlines()) if line]
    size = min(IN_A_ROW, len(lines))
    windows = {tuple(lines[i : i + size]) for i in range(len(lines) - size + 1)}
    return any(tuple(seen[i : i + size]) in windows for i in range(len(seen) - size + 1))


def texts(value):
    """Every text anywhere in a notebook: sources, outputs and metadata alike."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        yield "".join(value)
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


def all_answers():
    return [lines for path in SOLUTIONS for lines in answers_in(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_holds_no_answer(notebook):
    for text in texts(json.loads(notebook.read_text(encoding="utf-8"))):
        found = [lines for lines in all_answers() if leaks(lines, text)]
        assert not found, f"{notebook.name} shows an answer: {found[0]}"


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_scan_finds_a_pasted_answer(path):
    source = path.read_text(encoding="utf-8")
    cell = {"cells": [{"source": source.replace("    return", "    # an explanation\n    return").splitlines(True)}]}
    (text,) = texts(cell)
    assert all(leaks(lines, text) for lines in answers_in(source))


def test_scan_leaves_stubs_and_single_lines_of_long_answers_alone():
    lines = ["a=1", "b=2", "c=3", "returna+b+c"]
    assert not leaks(lines, "def f():\n    return None")
    assert not leaks(lines, "a = 1\nprint()\nb = 2\nc = 3")
    assert leaks(lines, "x = 0\na = 1  # first\n\nb = 2\nc = 3")
