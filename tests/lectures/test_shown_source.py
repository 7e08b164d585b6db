"""What a lab shows as source is the source that ran: every function of a code panel, traced while its story is told."""

import ast
import inspect
import sys
import textwrap
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

from labkit import lectures
from labkit.core.story import UPDATE, Step
from labkit.lectures import all_labs
from labkit.player.lab import Story
from labkit.views.layout import columns
from labkit.views.tables.code import NUMBER, Code
from labkit.views.wrap import Of
from tests.lectures.drive import fresh, valued

CALL = "Code("
SHOWING = [lab for lab in all_labs() if CALL in inspect.getsource(inspect.getmodule(lab))]


@contextmanager
def executed(functions):
    """Counts how often each line runs: (code object, number of the line in its file)."""
    codes, lines, before = {inspect.unwrap(function).__code__ for function in functions}, Counter(), sys.gettrace()

    def line(frame, event, _):
        lines[frame.f_code, frame.f_lineno] += event == "line"
        return line

    sys.settrace(lambda frame, event, _: line if frame.f_code in codes else None)
    try:
        yield lines
    finally:
        sys.settrace(before)


def shown(view, part=lambda step: step):
    """The code views in a view, each with the part of a step that it is shown for."""
    if isinstance(view, Code):
        yield view, part
    elif hasattr(view, "view"):
        inner = view.part if isinstance(view, Of) else lambda step: step
        yield from shown(view.view, lambda step: inner(part(step)))


def panels(story):
    return [found for part in story.picture.parts for found in shown(part.view)]


def numbered(code):
    """Of every equation in the lines shown the line of the file where its statement begins."""
    source, first = inspect.getsourcelines(inspect.unwrap(code.function))
    visible = {line.strip() for line in code.lines}
    statements = [node for node in ast.walk(ast.parse(textwrap.dedent("".join(source)))) if isinstance(node, ast.stmt)]
    found = {}
    for place, line in enumerate(source, 1):
        if line.strip() in visible and (number := NUMBER.search(line)):
            around = [node for node in statements if node.lineno <= place <= node.end_lineno]
            found[int(number[1])] = first - 1 + min(around, key=lambda node: node.end_lineno - node.lineno).lineno
    return found


def complaints(tell):
    """What is wrong with the code panels of the story that ``tell()`` returns; told twice, the second time traced."""
    functions = [code.function for code, _ in panels(tell())]
    with executed(functions) as lines:
        story = tell()
    for code, part in panels(story):
        name, ran, places = code.function.__qualname__, inspect.unwrap(code.function).__code__, numbered(code)
        if not any(at is ran for at, _ in lines):
            yield f"the code panel shows {name}, which did not run: show the function that tells the story"
            continue
        for equation, frames in Counter(part(step).equation for step in story.steps).items():
            times = lines[ran, places[equation]] if equation in places else 0
            if equation is not None and equation not in places:
                yield f"{frames} steps name equation ({equation}), but no line of {name} that is shown ends with it"
            elif equation is not None and times < frames:
                yield f"{frames} steps light the line ({equation}) of {name}, which ran {times} times: tell them by it"


def states(lab):
    """The values of the first state, of every preset, and of every control at its extremes."""
    yield lab.values
    for change in getattr(lab, "presets", {}).values():
        yield {**lab.values, **change}
    for control in valued(type(lab)):
        yield from ({**lab.values, control.name: value} for value in control.extremes if value != control.default)


@pytest.mark.parametrize("kind", SHOWING, ids=lambda lab: lab.name)
@pytest.mark.thorough
def test_source_shown_is_the_source_that_ran(kind):
    lab, told, wrong = fresh(kind), 0, []
    for values in states(lab):
        try:
            found = complaints(lambda values=values: lab.story(*lab.data(values), values))
            wrong += [f"{values}: {complaint}" for complaint in found]
        except ValueError as refusal:  # a state that the lab refuses shows nothing
            assert "expected" in str(refusal)
        else:
            told += 1
    assert not wrong, "\n".join(wrong)
    assert told > 1
    assert panels(lab.story(*lab.data(lab.values), lab.values))


def test_source_is_shown_by_labs_alone_so_that_none_escapes_this_test():
    folder = Path(lectures.__file__).parent
    files = {path for path in folder.rglob("*.py") if CALL in path.read_text(encoding="utf-8")}
    labs = {Path(inspect.getfile(lab)) for lab in SHOWING}
    assert files == labs, "call Code(...) in the module of the lab that shows it"
    assert len(SHOWING) >= 2


# ---------------------------------------------------------------- it can fail


def acting(w, z):
    if w <= 0:  # (1)
        w = (
            w + z  # (2)
        )
    return w


def idle(w, z):
    return acting(w, z)  # (2)


def story(function, equations, times):
    """A story of steps with these equations, for which ``acting`` ran so many times."""
    for _ in range(times):
        acting(0, 1)
    return Story([Step(event=UPDATE, model=None, equation=each) for each in equations], columns(Code(function)))


@pytest.mark.parametrize("function, equations, times, complaint", [
    (acting, [None, 1, 2, 2], 2, None),
    (idle, [2], 1, "the code panel shows idle, which did not run"),
    (acting, [2, 2], 1, r"2 steps light the line (2) of acting, which ran 1 times"),
    (acting, [2, 3], 1, "1 steps name equation (3), but no line of acting that is shown ends with it"),
])  # fmt: skip
def test_source_that_did_not_run_is_found(function, equations, times, complaint):
    found = list(complaints(lambda: story(function, equations, times)))
    assert found == [] if complaint is None else len(found) == 1 and complaint in found[0]


def test_code_for_a_part_of_the_step_is_found_with_its_part():
    code, whole = Code(acting), Step(event=UPDATE, model=None, equation=7)
    ((found, part),) = panels(Story([], columns(Of(code, lambda step: whole))))
    assert found is code and part(None) is whole
