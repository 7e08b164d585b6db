"""What a check replies: a plain object, as text anywhere and as a card with buttons in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import indent, wrap
from typing import TYPE_CHECKING

from labkit.core.printed import spaced
from labkit.tutor.pages import definitions
from labkit.tutor.shown import ShownOnSheet
from labkit.tutor.source import Source

if TYPE_CHECKING:
    from labkit.tutor.check import Exercise

UNTOUCHED, WRONG, RIGHT = "untouched", "wrong", "right"
WIDTH = 100  # letters of a line of text


class Check(ShownOnSheet):
    """Right, not yet, or not attempted. Hints are asked for one at a time: ``hint()``, or the button of the card."""

    def __init__(self, exercise: Exercise, status: str, says: str, *, good: str = "",
                 rows: Sequence[tuple[str, str]] = (), hints: Sequence[str] = ()):  # fmt: skip
        self.exercise, self.status, self.says = exercise, status, spaced(says)
        self.good, self.rows, self.hints = spaced(good), tuple(rows), tuple(map(spaced, hints))
        self.hints_asked = 0
        self.trouble = ""  # with the record

    @property
    def entry(self) -> dict:
        """What is recorded of it; nothing before the first attempt. What was wrong is said by the first hint: a class's
        teacher may read it."""
        if self.status == UNTOUCHED:
            return {}
        said = self.status if self.status == RIGHT else next(iter(self.hints), self.status)
        return {"lesson": self.exercise.lesson, "kind": "exercise", "name": self.exercise.name, "answer": said,
                "right": self.status == RIGHT}  # fmt: skip

    def hint(self) -> Check:
        """The same reply with one more hint, as long as there are any."""
        self.hints_asked = min(self.hints_asked + 1, len(self.hints))
        return self

    def solution(self) -> Source:
        """One way to do it."""
        return self._written("solutions", "A solution", "no solution was found here: ask whoever teaches the course")

    def reset(self) -> Source:
        """The exercise as it stood on the page; a button of its card puts it back into its cell."""
        return self._written(
            "", "The exercise as it was", "the page was not found here: take a fresh copy of the lesson"
        )

    def _written(self, folder: str, title: str, otherwise: str) -> Source:
        text = definitions(self.exercise.lesson, self.exercise.answers, folder)
        return Source(text or f"# {otherwise}", title)

    # ---- as text

    def __repr__(self) -> str:
        lines = wrap(self.says, WIDTH, subsequent_indent="    ")
        if self.good:
            lines.append(f"right already: {self.good}")
        for k, hint in enumerate(self.hints[: self.hints_asked], 1):
            lines += wrap(f"hint {k} of {len(self.hints)}: {hint}", WIDTH, subsequent_indent="    ")
        for name, text in self.rows:
            lines += [f"{name}:", indent(text, "    ")] if "\n" in text else [f"{name}: {text}"]
        return "\n".join(filter(None, [*lines, self.trouble]))

    # ---- as a card

    def content(self) -> dict:
        return {"show": "check", "status": self.status, "says": self.says, "good": self.good, "rows": list(self.rows),
                "hints": list(self.hints[: self.hints_asked]), "hints_left": len(self.hints) - self.hints_asked,
                "trouble": self.trouble, "sources": []}  # fmt: skip

    def receive(self, content: dict, message: dict) -> dict:
        """``{"do": "hint" | "solution" | "reset"}``; a source that is shown goes when it is asked for again."""
        action = message["do"]
        if action == "hint":
            self.hint()
            return {**self.content(), "sources": content["sources"]}
        source = {"solution": self.solution, "reset": self.reset}[action]()
        others = [each for each in content["sources"] if each["of"] != action]
        mine = [{"of": action, "title": source.title, "html": source.html, "text": source.text}]
        return {**content, "sources": others + (mine if others == content["sources"] else [])}
