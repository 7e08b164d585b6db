"""What the main page of lecture 02 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step, Trace
from labkit.core.table import Table
from labkit.learners import CART, LDA, NearestNeighbours
from labkit.learners.neighbours import search
from labkit.learners.neighbours.curse import edge_length, nearest_distance
from labkit.lectures.l02_nearest_neighbours.birds import (
    BILL_AXES,
    LIMITS,
    NEW_BIRD,
    RADIUS,
    SPECIES,
    bills,
    penguins,
    species_names,
)
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import Points, codes, coordinates

TODAY = (65.0, 9.0)  # degrees and miles per hour
DAYS = 5  # that are shown
VOTERS = 5  # of all scores
SHARE = 0.01  # of the birds that a neighbourhood holds
DIMENSIONS = (1, 2, 4, 10, 100)


def picture_of_penguins() -> Player:
    """All birds by their bills, and the new one among them."""
    (x, up), y = bills().T, penguins()[1]
    chart = Chart(name="birds", xlim=LIMITS[0], ylim=LIMITS[1], xlabel=BILL_AXES[0], ylabel=BILL_AXES[1],
                  yticks=ticks(*LIMITS[1]))  # fmt: skip
    new = Points(*(coordinates([each]) for each in NEW_BIRD), codes([len(SPECIES)]), size=9.0)
    marks = [Points(coordinates(x), coordinates(up), codes(y), size=RADIUS), new, *species_names()]
    counts = ", ".join(f"{np.sum(y == k)} {name}" for k, name in enumerate(SPECIES))
    picture = columns(chart.marks(lambda step: marks), shape=2.3, caption=lambda step: f"{counts}; large: the new bird")
    return play([Step(event=SOLVED, model=None)], picture, title="Who walked past?")


def runner() -> tuple[np.ndarray, np.ndarray]:
    """Temperature and wind of fifteen days, and whether the run was fun."""
    table = data.load("run_fun")
    return table.numeric("temp_F", "wind_mph"), table["fun"]


def runner_by_hand() -> Table:
    """The nearest days, and what they say when each is the last to vote."""
    X, fun = runner()
    steps = Trace(NearestNeighbours(k=DAYS).fit(X, fun).neighbour_steps(TODAY))[1:-1]
    days = [X[step.example] for step in steps]
    return Table.from_dict({
        "k": [str(step.neighbour) for step in steps],
        "temperature": [f"{temperature:.0f} \u00b0F" for temperature, _ in days],
        "wind": [f"{wind:.0f} mph" for _, wind in days],
        "distance": [f"{step.radius:.2f}" for step in steps],
        "fun": [str(fun[step.example]) for step in steps],
        "votes, no : yes": [f"{step.votes[0]:.0f} : {step.votes[1]:.0f}" for step in steps],
        "answer": [_answer(step) for step in steps],
    })  # fmt: skip


def _answer(step) -> str:
    return f"{step.answer} (a tie, the first class)" if len(step.leaders) > 1 else str(step.answer)


def search_source() -> Source:
    """The lines that find the neighbours."""
    return show(search.plain, "for n, x", "rows[n] =")


@cache
def wrong_birds() -> dict[str, int]:
    """Method -> how many of 342 birds it gets wrong in cross-validation."""
    X, y = penguins()
    methods = {
        "5 neighbours, bill in mm": (NearestNeighbours(k=VOTERS), X[:, :2], False),
        "5 neighbours, all four in mm and g": (NearestNeighbours(k=VOTERS), X, False),
        "5 neighbours, all four scaled": (NearestNeighbours(k=VOTERS), X, True),
        "a tree (15)": (CART(), X, False),
        "LDA (04)": (LDA(), X, False),
    }
    found = {"always Adelie": int(np.sum(y != 0))}
    return found | {name: int(np.sum(held_out_answers(learner, F, y, scaled=scale) != y))
                    for name, (learner, F, scale) in methods.items()}  # fmt: skip


def penguin_scores() -> Table:
    wrong = wrong_birds()
    right = [f"{1 - each / len(penguins()[1]):.3f}" for each in wrong.values()]
    return Table.from_dict({"method": list(wrong), "wrong of 342": list(wrong.values()), "share right": right})


def cube_edges() -> Table:
    """How far a neighbourhood must reach in many dimensions."""
    return Table.from_dict({
        "features": [str(d) for d in DIMENSIONS],
        "reach for 1 % of the cases": [f"{edge_length(SHARE, d):.2f}" for d in DIMENSIONS],
        "from the centre of a ball to the nearest of 342": [f"{nearest_distance(342, d):.2f}" for d in DIMENSIONS],
    })  # fmt: skip
