"""Three species, and experts who each answer one question of two: where do their answers leave a bird without a name?

Lecture 07; deck 000 "Multi-class Case"; deck 004 "Linear Discriminant Functions: Multiple classes".
Inventory: I-000-016, I-004-029, I-004-030.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from labkit.core.story import START, STOP, Trace, counted
from labkit.learners import OneVsOne, OneVsRest
from labkit.learners.many_classes import BitStep
from labkit.lectures.l02_nearest_neighbours.birds import SPECIES
from labkit.lectures.l07_many_classes import questions
from labkit.lectures.l07_many_classes.common import (
    BILL,
    BIRDS,
    EXPERT,
    IMAGINARY,
    NAMES,
    all_there,
    birds,
    case_at,
    line,
    place,
    question_mark,
    shares_of,
)
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.axes import Limits, ticks
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Region
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Boxes, Mark
from labkit.views.tables.cells import Word
from labkit.views.tables.grid import Column, Grid, Row

REST, ONE = "one against the rest", "one against one"
SCHEMES = {REST: OneVsRest(learner=EXPERT), ONE: OneVsOne(learner=EXPERT)}
SURE = 8.0  # scores are drawn at least up to this
PAIRS = tuple(combinations(range(len(SPECIES)), 2))  # who asks which in one against one


class ExpertsLab(Lab):
    """Click anywhere, and read what the experts say of a bird there."""

    name, heading, classes, clickable = "07-experts", "Three experts", SPECIES, ("plane",)
    points_answer = True
    question = questions.who_claims
    data_controls = ("data",)
    steering = (
        Choice("data", "birds by", tuple(BIRDS), BILL),
        Choice("scheme", "the experts know", tuple(SCHEMES), REST),
        *place(56.0, 50.0),
    )
    presets = {
        "one against one": {"scheme": ONE},
        "imaginary birds": {"data": IMAGINARY},
        "a tie of votes": {"data": IMAGINARY, "scheme": ONE},
        "an expert who hardly says yes": {"data": "bill depth and mass", "across": 60.0, "up": 35.0},
    }
    still = -1

    def data(self, values):
        return birds(values["data"])

    def story(self, X, y, values):
        all_there(y)
        trace = SCHEMES[values["scheme"]].trace(X, NAMES[y])
        axes, limits = BIRDS[values["data"]][1:]
        case, against_rest = case_at(values, limits), values["scheme"] == REST
        region = Region(lambda step: step.model.ambiguous, limits)

        def drawn(step: BitStep, size) -> list[Mark]:
            if step.event == START:  # nothing is decided
                (x0, x1), (y0, y1) = limits
                return [Boxes(x0, y0, x1, y1, fill="surface"), *question_mark(case, limits)]
            return [*region(step), *_lines(step, against_rest, limits), *question_mark(case, limits)]

        plane = Plane(X, NAMES[y], limits=limits, labels=NAMES, names=SPECIES, size=3.2, editable=True, axes=axes,
                      cuts=drawn, judged=lambda step: step.event == STOP, title=_title)  # fmt: skip
        said = rows(_answers(case, against_rest), _bars(trace, case, against_rest), weights=(4, 5))
        return Story(trace, columns(square(plane), said, shape=1.9,
                                    caption=lambda step: _caption(step, X, case, against_rest)))  # fmt: skip

    def click(self, values, at):
        return shares_of(at.x, at.y, BIRDS[values["data"]][2])


def votes_for(step: BitStep, case: np.ndarray, against_rest: bool) -> np.ndarray:
    """For each species, of the experts so far: whether its own claims the bird, or how many name it."""
    said = step.model.received(case)[0]
    if against_rest:
        return np.append(said, np.zeros(len(SPECIES) - len(said), dtype=int))
    winners = [pair[1 - answer] for pair, answer in zip(PAIRS, said, strict=False)]
    return np.bincount(winners, minlength=len(SPECIES))


def _bars(trace: Trace, case: np.ndarray, against_rest: bool) -> Chart:
    """The scores of three experts, or the votes of three duels."""
    if not against_rest:
        chart = Chart(ylim=(0.0, 2.2), yticks=ticks(0.0, 2.0, 3), title="Votes for the bird at ?", name="votes")
        return chart.bars(lambda step: votes_for(step, case, False), labels=SPECIES, kind=range(3))
    reach = max(SURE, *(1.05 * abs(_score(trace[-1], b, case)) for b in range(len(SPECIES))))
    chart = Chart(ylim=(-reach, reach), yticks=ticks(-reach, reach), title="Scores: above 0 is \u201cmine\u201d",
                  name="votes")  # fmt: skip

    def scores(step: BitStep) -> list[float]:
        said = [_score(step, b, case) for b in range(step.task)]
        return [*said, *[np.nan] * (len(SPECIES) - len(said))]

    return chart.bars(scores, labels=SPECIES, kind=range(3))


def _title(step: BitStep) -> str:
    return "Hatched: left open" if step.task else "No expert yet"


def _lines(step: BitStep, against_rest: bool, limits: Limits) -> list[Mark]:
    """Where each expert is in doubt: in the colour of its species, or dashed between two."""
    looks = [{"color": f"class{b}", "width": 2.6} if against_rest else {"color": "ink", "width": 1.6, "dash": DASHED}
             for b in range(step.task)]  # fmt: skip
    lines = [line(*step.model.member(b).hyperplane, limits, **look) for b, look in enumerate(looks)]
    return [mark for each in lines for mark in each]


def _answers(case: np.ndarray, against_rest: bool) -> Grid:
    asked = [f"{name}?" for name in SPECIES] if against_rest else [f"{SPECIES[i]} or {SPECIES[j]}?" for i, j in PAIRS]

    def told(step: BitStep) -> list[Row]:
        return [Row((Word(text, "ink" if b < step.task else "muted"), *_said(step, b, case, against_rest)))
                for b, text in enumerate(asked)]  # fmt: skip

    heads = [Column("the expert for"), Column("score", "right"), Column("says", weight=1.0)]
    return Grid(told, heads, title="Answers for the bird at ?", size=12.0, tallest=34.0, name="answers")


def _score(step: BitStep, b: int, case: np.ndarray) -> float:
    """Of the bird, by one expert."""
    return float(step.model.member(b).decision_function(case)[0])


def _said(step: BitStep, b: int, case: np.ndarray, against_rest: bool) -> tuple:
    """The score and the answer of one expert, once it has learned."""
    if b >= step.task:
        return "", Word("\u00b7", "muted")
    score = _score(step, b, case)
    if against_rest:
        return f"{score:+.2f}", Word("mine", bold=True, kind=b) if score > 0 else Word("not mine", "muted")
    winner = PAIRS[b][0 if score > 0 else 1]
    return f"{score:+.2f}", Word(SPECIES[winner], bold=True, kind=winner)


def _caption(step: BitStep, X: np.ndarray, case: np.ndarray, against_rest: bool) -> str:
    if step.event == START:
        return "no expert has learned anything yet"
    if step.event != STOP:
        return step.caption
    votes, best = votes_for(step, case, against_rest), str(step.model.predict(case)[0])
    leaders = [SPECIES[k] for k in np.flatnonzero(votes == votes.max())]
    open_birds = f"{int(step.model.ambiguous(X).sum())} of {len(X)} birds are left open"
    if against_rest and not votes.any():
        return f"nobody claims the bird at ?; the largest score is that of {best}; {open_birds}"
    if len(leaders) == 1:
        return f"the bird at ? is for {leaders[0]}; {open_birds}"
    verb = "claim it" if against_rest else f"have {counted(int(votes.max()), 'vote')} each"
    listed = " and ".join(leaders) if len(leaders) == 2 else ", ".join(leaders)
    score = "score" if against_rest else "sum of scores"
    return f"the bird at ?: {listed} {verb}; the largest {score} is that of {best}; {open_birds}"
