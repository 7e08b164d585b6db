"""Exercises: what an author of ``exercises.py`` imports, and what a check replies.

An exercise leaves a function that returns nothing or a name that is None; its check is a function made by ``exercise``:

    @exercise("write my_double(x): twice x")
    def double(my_double):
        same_results(my_double, _double, cases, mistakes=[(_square, "that is x times x")], hint="add x to itself")
        return "twice x, for every x"

The parameters bear the student's names. ``double(my_double)`` returns a ``Check``, which shows itself; it never raises,
unless ``LABKIT_GRADING`` is set and the answer is not right. ``double.passed(my_double)`` is True or False.

Of an exercise to *find the bug* the function stands on the page with one slip in it: ``@exercise(task, given=_buggy)``.
"""

from __future__ import annotations

import ast
import dis
import inspect
import os
import textwrap
from collections.abc import Callable
from functools import update_wrapper

from labkit.core.faults import first_line
from labkit.core.printed import spaced
from labkit.tutor.record import Record, lesson_of
from labkit.tutor.reply import RIGHT, UNTOUCHED, WRONG, Check
from labkit.tutor.results import NotYet, same_results, slips
from labkit.tutor.time_limit import TimeUp, time_limit
from labkit.tutor.values import close, numbers, shown

__all__ = ["Check", "Exercise", "NotYet", "close", "exercise", "exercises", "numbers", "same_results", "shown", "slips"]

GRADING = "LABKIT_GRADING"
SECONDS = 5.0  # of processor time for all cases of a check; see time_limit
EMPTY_BODY = {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"}


class Exercise:
    """A check of answers; ``examine`` raises ``NotYet``, or returns the sentence of praise."""

    def __init__(self, examine: Callable[..., str], task: str, given: Callable | None, seconds: float):
        update_wrapper(self, examine)
        self.task, self.given = spaced(task), given
        self.lesson, self.name = lesson_of(examine.__module__), examine.__name__
        self._examine, self._seconds = examine, seconds

    @property
    def answers(self) -> tuple[str, ...]:
        """The names that the student fills in."""
        return tuple(inspect.signature(self._examine).parameters)

    def __call__(self, *answers) -> Check:
        check = self._check(answers)
        if check.entry:
            check.trouble = Record.here().add(**check.entry)
        if check.status != RIGHT and os.environ.get(GRADING):
            raise AssertionError(str(check))
        return check

    def passed(self, *answers) -> bool:
        """Whether the answers are right; nothing is shown or recorded."""
        return self._check(answers).status == RIGHT

    def _check(self, answers: tuple) -> Check:
        missing = [name for name, answer in zip(self.answers, answers, strict=False) if self._is_untouched(answer)]
        if len(missing) == len(answers):
            state = "not attempted yet" if self.given is None else "not mended yet"
            return Check(self, UNTOUCHED, f"{state}: {self.task}")
        try:
            if missing or len(answers) != len(self.answers):
                got = (
                    f"nothing in {', '.join(missing)}" if missing else f"{len(answers)} of {len(self.answers)} answers"
                )
                raise NotYet(expected=f"all of {', '.join(self.answers)}", got=got, hint="fill in the rest")
            with time_limit(self._seconds):
                return Check(self, RIGHT, f"right: {self._examine(*answers)}")
        except NotYet as reply:
            return Check(self, WRONG, f"not yet: {reply}", good=reply.good, rows=reply.rows, hints=reply.hints)
        except TimeUp as error:
            said = f"not yet: expected an answer that can be checked within {error}, got a longer wait"
            return Check(self, WRONG, said, hints=("is there a loop that does not end?",))
        except Exception as error:  # an answer of a strange kind may fail anywhere; a notebook must run on
            said = f"not yet: expected an answer that can be checked, got {first_line(error)}"
            return Check(self, WRONG, said, hints=(self.task,))

    def _is_untouched(self, answer) -> bool:
        return untouched(answer) or (self.given is not None and _same_code(answer, self.given))


def exercise(task: str, *, given: Callable | None = None, seconds: float = SECONDS) -> Callable[[Callable], Exercise]:
    """Make a check of a function; ``given`` is the function with the bug, as it stands on the page."""
    return lambda examine: Exercise(examine, task, given, seconds)


def exercises(module) -> dict[str, Exercise]:
    """The checks of a lecture's module, in the order in which they stand there."""
    return {name: made for name, made in vars(module).items() if isinstance(made, Exercise)}


def untouched(answer) -> bool:
    """None, or a function whose body does nothing: it only returns None."""
    if not inspect.isfunction(answer):
        return answer is None
    body = list(dis.get_instructions(answer))
    constants = [step.argval for step in body if step.opname in ("LOAD_CONST", "RETURN_CONST")]
    return {step.opname for step in body} <= EMPTY_BODY and constants == [None]


def _same_code(answer, given: Callable) -> bool:
    """Whether two functions say the same; comments, docstrings, blank lines and their names do not count."""
    try:
        return inspect.isfunction(answer) and _said(answer) == _said(given)
    except (OSError, SyntaxError, TypeError, ValueError):  # its text is not to be had, or is no definition
        return False


def _said(function: Callable) -> str:
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return "\n".join(map(ast.dump, [node.args, *body]))
