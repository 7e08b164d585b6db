"""A question with a few options and a reply to every one of them. Plain data: no widget is needed to read it.

On the card of a lab it is a prediction, and what is right is computed from the lab as it opens:

    class AdaBoostLab(Lab):
        question = Question(
            "half",
            "The three wrong points weigh 3/10 together. And in the next round?",
            {"3/10": "...", "1/2": "...", "7/10": "..."},
            right=lambda lab: lab.steps[1].next_weights[lab.steps[1].wrong].sum(),
        )

``right`` is an option, or says one of a lab: an option itself, or a number, which means the option whose own number is
nearest (the first of equals). In a ``QuickCheck`` it is stated. What a card gets is ``asked``: the right option and the
replies are encoded there, so that neither a notebook nor an exported page shows them to a reader.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from labkit.tutor import classroom
from labkit.tutor.record import Record, lesson_of

SKIPPED = -1
NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)(?:/(\d+))?")


@dataclass(frozen=True)
class Question:
    """``options`` maps each option to its reply."""

    name: str  # in the record, once in a lesson
    text: str
    options: Mapping[str, str]
    right: str | Callable[..., str | float]
    covers: tuple[str, ...] = ()  # panels of the lab that would tell the answer; with them its caption is covered
    after: Mapping[str, str] = field(default_factory=dict)  # choices of the lab that show the answer

    def __post_init__(self):
        if len(self.options) < 2:
            raise ValueError(f"{self.name}: expected at least two options, got {list(self.options)}; give more")
        silent = [option for option, reply in self.options.items() if not reply.strip()]
        if silent:
            raise ValueError(f"{self.name}: expected a reply to every option, got none to {silent}; write them")
        if not callable(self.right):
            self._place(self.right)

    def asked(self, lab) -> dict:
        """What the card of a lab shows."""
        panels = [panel.name for panel in lab.scenes[0].panels]
        if not set(self.covers) <= set(panels):
            raise ValueError(f"{self.name}: expected covers out of {panels}, got {self.covers}; check the spelling")
        choices = {control.name: getattr(control, "options", ()) for control in lab.steering}
        if wrong := [name for name, value in self.after.items() if value not in choices.get(name, ())]:
            raise ValueError(f"{self.name}: expected options of the lab's choices, got another for {wrong}; check them")
        return self.content(lesson_of(type(lab).__module__), "prediction", self.right_option(lab))

    @staticmethod
    def answered(asked: dict, chosen: int) -> dict:
        """What a card shows after an answer, which cannot be taken back and is recorded; a skipped question is not."""
        if asked["chosen"] is not None:
            raise ValueError(f"{asked['name']}: expected no earlier answer, got one; it stays")
        trouble = ""
        if chosen != SKIPPED:
            if chosen not in range(len(asked["options"])):
                raise ValueError(f"{asked['name']}: expected the place of an option, got {chosen!r}; choose one")
            is_right = chosen == json.loads(base64.b64decode(asked["sealed"]))["right"]
            names = asked["lesson"], asked["kind"], asked["name"]
            answer = *names, asked["options"][chosen], is_right
            trouble = " ".join(filter(None, (record.add(*answer) for record in (Record.here(), classroom.own()))))
        return {**asked, "chosen": chosen, "trouble": trouble}

    @staticmethod
    def with_class(asked: dict) -> dict:
        """What the lecturer's card shows after the class was asked."""
        if "class" not in asked:
            raise ValueError(f"{asked['name']}: expected a class, got none; start `labkit lecture` with --class")
        return {**asked, "class": classroom.counted(asked)}

    def content(self, lesson: str, kind: str, right: int) -> dict:
        """Plain data for a card; ``chosen`` is None while it waits, an option's place, or ``SKIPPED``."""
        before = Record.here().last(lesson, kind, self.name)
        options = list(self.options)
        chosen = options.index(before["answer"]) if before and before["answer"] in options else None
        sealed = base64.b64encode(json.dumps({"right": right, "replies": list(self.options.values())}).encode())
        shown = {"lesson": lesson, "kind": kind, "name": self.name, "text": self.text, "options": options,
                 "covers": list(self.covers), "sealed": sealed.decode(), "chosen": chosen,
                 "open": os.environ.get(classroom.QUESTIONS) == "open"}  # fmt: skip
        shown |= {"after": dict(self.after)} if self.after else {}
        return shown | ({"class": {}} if classroom.is_asked() else {})

    def right_option(self, lab=None) -> int:
        """The place of the right option."""
        return self._place(self.right(lab) if callable(self.right) else self.right)

    def _place(self, right) -> int:
        options = list(self.options)
        if isinstance(right, str):
            if right not in options:
                raise ValueError(
                    f"{self.name}: expected the right option to be one of {options}, got {right!r}; add it"
                )
            return options.index(right)
        distances = [round(abs(number_in(option) - right), 9) for option in options]  # rounding parts no equals
        if not min(distances) < float("inf"):
            raise ValueError(f"{self.name}: expected an option with a number near {right}, got {options}; add one")
        return distances.index(min(distances))

    def __str__(self) -> str:
        """The question and its options on one line, and no answer."""
        return f"{self.text} [{' | '.join(self.options)}]"


def number_in(option: str) -> float:
    """The first number of an option, 0.3 in "3/10"; infinity where there is none."""
    found = NUMBER.search(option)
    if not found:
        return float("inf")
    value = float(found[1]) / float(found[2] or 1)
    return value / 100 if option[found.end() :].lstrip().startswith("%") else value
