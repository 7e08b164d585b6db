"""A desk that marks exercises as well, for pages without a notebook: their cells are run here.

Beside the requests of ``player.desk``:

    {"key": k, "mark": {"before": cells above, "answer": source, "check": "lesson.exercises.double(my_double)"}}
    {"key": k, "message": {"do": "hint" | "solution" | "reset"}}    of an exercise that was marked

Answered is {"key": k, "changed": {"content": what the card of a check shows}, "entry": what is to be recorded,
"printed": what the answer printed}.
"""

from __future__ import annotations

import ast
import io
import linecache
from collections.abc import Callable
from contextlib import redirect_stdout
from types import FunctionType

from labkit.core.faults import failure, first_line
from labkit.player.desk import Desk, packed
from labkit.tutor.cells import needed
from labkit.tutor.check import WRONG, Check, Exercise

CELL = "your answer"  # the name of the student's code in messages
MOST_PAGES = 20  # that are kept; earlier answers that are changed make another one
MOST_LETTERS = 4000  # of what is printed


class AnswerDesk(Desk):
    """See the module docstring."""

    def __init__(self, send: Callable[[bytes], None]):
        super().__init__(send)
        self._pages: dict[tuple[str, ...], dict] = {}  # the names that the cells before an answer leave

    def _answer(self, key: str, asked: dict) -> None:
        if "mark" in asked:
            self._labs[key] = marked = _Marked(key, self._send)
            marked.show(*self._checked(**asked["mark"]))
        else:
            super()._answer(key, asked)

    def _checked(self, before: list[str], answer: str, check: str) -> tuple[Check, str]:
        """(the reply, what was printed)."""
        names = dict(self._page(tuple(needed(before, answer, check))))
        call = ast.parse(check.strip(), mode="eval").body
        exercise: Exercise = eval(compile(ast.Expression(call.func), "<check>", "eval"), names)
        printed = io.StringIO()
        with redirect_stdout(printed):
            try:
                exec(_compiled(answer), names)
                reply = exercise(*(names.get(each.id) for each in call.args))
            except (Exception, SystemExit) as error:  # whatever it is, the reader must hear of it
                got = first_line(error) if isinstance(error, SyntaxError) else failure(error, _own_code())
                where = f" in line {error.lineno}" if isinstance(error, SyntaxError) else ""
                says = f"not yet: expected code that runs, got {got}{where}"
                reply = Check(exercise, WRONG, says, hints=(exercise.task,))
        return reply, printed.getvalue()[:MOST_LETTERS]

    def _page(self, before: tuple[str, ...]) -> dict:
        if before not in self._pages:
            if len(self._pages) == MOST_PAGES:
                self._pages.clear()
            names: dict = {"__name__": "__main__"}
            for source in before:
                exec(compile(source, "<page>", "exec"), names)
            self._pages[before] = names
        return self._pages[before]


class _Marked:
    """An exercise that was marked; stands where a lab does."""

    def __init__(self, key: str, send: Callable[[bytes], None]):
        self.key, self._send = key, send

    @property
    def lab(self) -> _Marked:
        return self

    def show(self, check: Check, printed: str) -> None:
        self.check, self.content = check, check.content()
        self._update({"entry": check.entry, "printed": printed})

    def say(self, content: dict, buffers: list[bytes]) -> None:
        """An exercise has nothing to say but its content."""

    def receive(self, message: dict, _say: Callable) -> None:
        self.content = self.check.receive(self.content, message)
        self._update({})

    def _update(self, more: dict) -> None:
        self._send(packed({"key": self.key, "changed": {"content": self.content}, **more}))


def _compiled(source: str):
    """The lines stay readable for ``inspect`` and for messages, as those of a notebook's cell do."""
    linecache.cache[f"<{CELL}>"] = (len(source), None, source.splitlines(keepends=True), f"<{CELL}>")
    return compile(source, f"<{CELL}>", "exec")


def _own_code() -> Callable:
    """Something whose file is the answer's: ``failure`` looks for lines of it."""
    return FunctionType(compile("", f"<{CELL}>", "exec"), {})
