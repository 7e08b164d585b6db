"""A question that a lesson asks beside its labs, until it is rewritten with ``tutor.question.Question``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from labkit.tutor.predict import Predict


@dataclass(frozen=True)
class Prompt:
    """What is asked, and the answers to choose from."""

    text: str
    options: tuple[str, ...]

    def ask(self) -> Predict:
        """A new card that asks it; showing it again begins again."""
        from labkit.tutor.predict import Predict  # not before it is asked: it loads the widgets

        return Predict(self.text, self.options)
