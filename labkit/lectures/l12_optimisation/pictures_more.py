"""What the page with more of lecture 12 shows beside its labs."""

from __future__ import annotations

import numpy as np

from labkit.core.table import Table
from labkit.learners.descent import Decay, Power, SimulatedAnnealing, acceptance, downhill, satisfies, surface
from labkit.lectures.l12_optimisation.ground import EGG_BOX
from labkit.player.player import Player, play
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, rows, square

HOT, COOLING = 0.6, 0.93
STAY, LONG = 10, 400


def half_way() -> Table:
    """The squared loss of one unit at two bottoms, and half-way between them."""
    of = surface("squared error")
    places = {"(1, 3)": (1.0, 3.0), "half-way, (0, 0)": (0.0, 0.0), "(\u22121, \u22123)": (-1.0, -3.0)}
    return Table.from_dict(
        {"(w, v)": list(places), "loss": [f"{float(of.at(np.array(w)).value):.5f}" for w in places.values()]}
    )


def acceptances() -> Table:
    """With which probability a rise is taken."""
    rises, heats = [0.01, 0.1, 0.5], [1.0, 0.3, 0.1, 0.01]
    table = {"temperature": [f"{heat:g}" for heat in heats]}
    table |= {f"a rise of {rise:g}": [f"{acceptance(rise, heat):.3f}" for heat in heats] for rise in rises}
    return Table.from_dict(table)


def annealing_walk() -> Player:
    """Hot it goes everywhere, cold it stays."""
    solver = SimulatedAnnealing(temperature=HOT, cooling=COOLING, stay=STAY, width=1.5, seed=4)
    trace = downhill(EGG_BOX, solver, EGG_BOX.start, max_iterations=LONG)
    land = Landscape(EGG_BOX.values, EGG_BOX.box, ways={"now": np.array([step.w for step in trace])},
                     at=lambda step: step.iteration, recent=60, title="The last 60 places", name="map")  # fmt: skip
    loss = Chart(trace[:-1], x="iteration", title="Height", name="height").line("loss", "now").line("best_loss", "best")
    heat = Chart(trace[:-1], x="iteration", title="Temperature", xlabel="looks", name="heat")
    heat.line(lambda step: HOT if step.temperature is None else step.temperature)
    return play(trace, columns(square(land), rows(loss, heat), shape=1.9), title="Hot, then cold", most=100)


def conditions_kept() -> Table:
    """Which schedules keep the two conditions."""
    schedules = {"constant": Power(0.0), "1/\u221ak": Power(0.5), "k^\u22120.6": Power(0.6), "1/k": Power(1.0),
                 "1/k\u00b2": Power(2.0), "0.99^k": Decay(0.99)}  # fmt: skip
    kept = {name: satisfies(schedule) for name, schedule in schedules.items()}
    word = {True: "yes", False: "no", None: "open"}
    return Table.from_dict({
        "step size": list(kept),
        "sum infinite: it gets there": [word[each.reaches] for each in kept.values()],
        "squares finite: it rests": [word[each.settles] for each in kept.values()],
        "both": ["yes" if each.all_hold else "no" for each in kept.values()],
    })  # fmt: skip
