"""A new bird among the known ones: its nearest neighbours are found one by one, and every one of them votes.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN", "K - NEAREST NEIGHBORS (K - NN)"; deck 004
"KNN - K nearest neighbors". Inventory: I-003-001, I-003-006, I-004-014.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import START, STOP, Step, Trace
from labkit.learners import NearestNeighbours
from labkit.lectures.l02_nearest_neighbours import questions
from labkit.lectures.l02_nearest_neighbours.birds import (
    BILL_AXES,
    LIMITS,
    NEW_BIRD,
    PROPORTION,
    RADIUS,
    SPECIES,
    bills,
    penguins,
    species_names,
)
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.layout import rows, shaped
from labkit.views.scene import Mark, Path, Points, codes, coordinates, segments_of

NEW = len(SPECIES)  # the class of a bird that nobody has named
LARGE = 8.0  # radius of the new bird


class VoteLab(Lab):
    """Drag the new bird, and see who answers for it; of several new birds the last one is asked about."""

    name, heading, classes = "02-vote", "Ask the neighbours", (*SPECIES, "new bird")
    question = questions.which_species
    steering = (Slider("k", "k", 1, 25, 1, 9),)
    presets = {"ask one": {"k": 1}, "ask three": {"k": 3}, "ask twenty-five": {"k": 25}}
    still = 5

    def data(self, values):
        X, y = bills(), penguins()[1]
        return np.vstack([X, NEW_BIRD]), np.append(y, NEW)

    def story(self, X, y, values):
        known = y != NEW
        if known.all() or not known.any():
            got = "no new bird" if known.all() else "no known one"
            raise ValueError(f"birds: expected a new bird and known ones around it, got {got}; paint one")
        if (many := int(known.sum())) < values["k"]:
            raise ValueError(f"k: expected at most as many neighbours as known birds, {many}, got {values['k']}; "
                             f"lower k to {many} or paint more birds")  # fmt: skip
        model = NearestNeighbours(k=values["k"]).fit(X[known], np.array(SPECIES)[y[known]])
        trace = Trace(model.neighbour_steps(X[~known][-1]))
        caption = _caption(trace)
        return Story(trace, rows(shaped(_plane(X, y), PROPORTION), _ballot(trace), weights=(2, 1), shape=1.7,
                                 caption=caption))  # fmt: skip


def _caption(trace: Trace) -> Callable[[Step], str]:
    def said(step: Step) -> str:
        x, up = step.case
        if step.event == START:
            return f"a bill {x:.1f} mm long and {up:.1f} mm deep; nobody is asked yet"
        votes = zip(step.model.classes, step.votes, strict=True)
        tally = ", ".join(f"{count:.0f} {label}" for label, count in votes if count)
        leaders = step.leaders
        verdict = str(step.answer) if len(leaders) == 1 else f"{step.answer}, the first of a tie"
        who = f"the {step.neighbour} nearest" if step.neighbour > 1 else "the nearest"
        far = "" if step.event == STOP else f", within {step.radius:.2f} mm"
        return f"{who}{far}: {tally}; so the answer is {verdict}"

    return said


def _plane(X: np.ndarray, y: np.ndarray) -> Chart:
    """All birds; the circle holds the neighbours so far."""
    columns = coordinates(X[:, 0]), coordinates(X[:, 1]), codes(y)
    size = coordinates(np.where(y == NEW, LARGE, RADIUS))
    birds, names = Points(*columns, size=size, editable=True), species_names()
    chart = Chart(name="plane", xlim=LIMITS[0], ylim=LIMITS[1], xlabel=BILL_AXES[0], ylabel=BILL_AXES[1],
                  yticks=ticks(*LIMITS[1]), xticks=ticks(*LIMITS[0], 7), title=_nearest,
                  classes=VoteLab.classes)  # fmt: skip
    return chart.marks(lambda step: [*neighbourhood(step), birds, *names])


def _nearest(step: Step) -> str:
    return f"The {step.neighbour} nearest" if step.neighbour > 1 else "The nearest" if step.neighbour else "A new bird"


def neighbourhood(step: Step) -> list[Mark]:
    """Its edge, and lines to the neighbours."""
    if not step.neighbour:
        return []
    lines = segments_of([[*step.case, *step.model.X[row]] for row in step.neighbours], color="accent", width=1.4)
    return [*lines, Path(*map(coordinates, step.outline.T), color="accent", width=2.0)]


def _ballot(trace: Trace) -> Chart:
    """The votes of every species that gets any, neighbour by neighbour."""
    k, most = len(trace[-1].rows), float(trace[-1].votes.max())
    chart = Chart(trace, x="neighbour", name="votes", title="Votes so far", xlabel="neighbours asked",
                  ylim=(0.0, most + 0.4), counts=True, xticks=ticks(0, k, 14, whole=True))  # fmt: skip
    for c, label in enumerate(trace[-1].model.classes):
        kind = SPECIES.index(label)
        chart.line(lambda step, c=c: step.votes[c], str(label), color=f"class{kind}", width=2.4)
    return chart
