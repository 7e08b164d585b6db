"""One question about a mushroom: what do its answers say, and how much is that worth?

Lecture 15; deck 003 "CHOOSING THE MOST INFORMATIVE FEATURE", "INFORMATION GAIN". Inventory: I-003-028, I-003-031.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.tree.criteria import entropy, gain
from labkit.lectures.l15_growing_trees import questions
from labkit.lectures.l15_growing_trees.mushrooms import mushrooms
from labkit.player.actions import Click
from labkit.player.controls import Choice, Switch
from labkit.player.lab import Lab, Story
from labkit.views.layout import columns
from labkit.views.tables.cells import Bar, Beside, Word
from labkit.views.tables.grid import Column, Grid, Row

QUESTIONS = {  # as a person asks: the column of the table
    "cap color": "cap_color",
    "bruises": "bruises",
    "gill size": "gill_size",
    "habitat": "habitat",
    "odor": "odor",
    "spore print color": "spore_print_color",
}


@cache
def branches(question: str) -> tuple[list[str], np.ndarray]:
    """The answers, and how many mushrooms of each class give them: (answers, classes)."""
    table, kinds = mushrooms()
    answers, rows = np.unique(table[QUESTIONS[question]].astype(str), return_inverse=True)
    counts = np.array([np.bincount(rows[kinds == kind], minlength=len(answers)) for kind in np.unique(kinds)]).T
    return answers.tolist(), counts


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AskedStep(Step):
    """A question, and whether what the others gain is told as well."""

    asked: str
    compared: bool

    @property
    def counts(self) -> np.ndarray:
        return branches(self.asked)[1]

    @property
    def before(self) -> float:
        return float(entropy(self.counts.sum(axis=0)))

    def gain_of(self, question: str) -> float:
        return float(gain(branches(question)[1]))

    @property
    def caption(self) -> str:
        return f"asked for the {self.asked}: it gains {self.gain_of(self.asked):.3f} of {self.before:.3f} bits"


class FirstQuestionLab(Lab):
    """Choose a question, read its answers, compare."""

    name, heading = "15-first-question", "One question about a mushroom"
    question = questions.first_question
    clickable = ("questions",)
    steering = (
        Choice("ask", "your question", tuple(QUESTIONS), "cap color"),
        Switch("compare", "show what all questions gain", False),
    )
    presets = {"smell it": {"ask": "odor"}, "look at its spores": {"ask": "spore print color"},
               "two answers only": {"ask": "gill size"}, "compare all": {"ask": "odor", "compare": True}}  # fmt: skip

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the mushrooms are always the same

    def story(self, X, y, values):
        step = AskedStep(event=SOLVED, model=None, asked=values["ask"], compared=values["compare"])
        return Story(Trace([step]), columns(_questions(), _answers(), weights=(2, 3), shape=2.7))

    def click(self, values, at: Click):
        return {"ask": at.target} if at.target else {}


def _questions() -> Grid:
    """What each question gains, where that is told; a click asks."""

    def rows(step: AskedStep) -> list[Row]:
        return [_question(step, question) for question in QUESTIONS]

    return Grid(rows, [Column("question"), Column(weight=1.0), Column("gain", "right")], name="questions",
                sample=[Row(("", "", "0.000"))])  # fmt: skip


def _question(step: AskedStep, question: str) -> Row:
    asked, worth = question == step.asked, step.gain_of(question)
    told = asked or step.compared
    cells = Word(question, bold=asked), Bar.of(worth / step.before if told else 0.0), f"{worth:.3f}" if told else "?"
    return Row(cells, asked, "accent" if asked else "", target=question)


def _answers() -> Grid:
    """How many mushrooms give each answer, and how mixed they are; below, the gain as a difference."""

    def rows(step: AskedStep) -> list[Row]:
        answers, counts = branches(step.asked)
        most = float(counts.sum(axis=1).max())
        return [Row((answer, Bar.of_classes(each, most), f"{each[0]} : {each[1]}", f"{float(entropy(each)):.3f}"))
                for answer, each in zip(answers, counts, strict=True)]  # fmt: skip

    def closing(step: AskedStep) -> list[Row]:
        before, worth = (
            round(step.before, 3),
            round(step.gain_of(step.asked), 3),
        )  # so that the sum is right as it stands
        total = f"{before:.3f} - {before - worth:.3f} = {worth:.3f} bits"
        return [Row((Word(f"entropy before - after = {total}", bold=True, shorter=(f"gain {total}", total)),))]

    legend = Beside([Word("edible", "muted", kind=0), Word("poisonous", "muted", kind=1)])
    widest = max((answer for question in QUESTIONS for answer in branches(question)[0]), key=len)
    heads = Column("answer"), Column(legend, weight=1.0), Column("counts", "right"), Column("entropy", "right")
    return Grid(rows, heads, closing=closing, sample=[Row((widest, "", "597 : 564", "0.000"))], size=10.0, tallest=24.0,
                name="answers")  # fmt: skip
