"""A card of its own with a few conceptual questions, each with a reply to every option.

    quick_check = QuickCheck(__name__, [Question("zero", "...", {"yes": "...", "no": "..."}, right="no"), ...])

A question without a lab is a quick check of one. ``lesson.quick_check`` shows it; its text names no answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from labkit.tutor.question import Question
from labkit.tutor.record import lesson_of
from labkit.tutor.shown import ShownOnSheet


class QuickCheck(ShownOnSheet):
    """Questions of a lesson; ``module`` is the ``__name__`` of the module that they stand in."""

    def __init__(self, module: str, questions: Sequence[Question], title: str = "Quick check"):
        names = [question.name for question in questions]
        if not names or len(set(names)) < len(names):
            raise ValueError(f"questions: expected at least one, each with a name of its own, got {names}; rename them")
        self.lesson, self.questions, self.title = lesson_of(module), tuple(questions), title

    def content(self) -> dict:
        asked = [question.content(self.lesson, "quick check", question.right_option()) for question in self.questions]
        return {"show": "questions", "title": self.title, "questions": asked}

    def receive(self, content: dict, message: dict) -> dict:
        """``{"do": "answer", "with": [question, option]}``, or ``{"do": "class", "with": [question]}``."""
        place, *option = message["with"]
        asked = list(content["questions"])
        act = {"answer": Question.answered, "class": Question.with_class}[message["do"]]
        asked[place] = act(asked[place], *option)
        return {**content, "questions": asked}

    def __repr__(self) -> str:
        return "\n".join([f"{self.title}:", *(f"{k}. {question}" for k, question in enumerate(self.questions, 1))])
