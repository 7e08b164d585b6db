"""What the main page of lecture 12 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import KMeans
from labkit.learners.descent import classify, miss_probability, starts_needed, surface
from labkit.lectures.l12_optimisation.probe import FORMULAS
from labkit.player.player import Player, play
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, shaped

SAMPLES = [2.0, 4.0, 9.0, 5.0]
GROUPS, TRIES = 10, 30
TIMES = "\u00d7"


def tiny_network() -> Player:
    """The loss of one unit with two weights, where the answer should be 1."""
    of = surface("squared error")
    land = Landscape(
        of.values, of.box, title="Loss (1 \u2212 w tanh v)\u00b2, dark is high", name="map", xlabel="w", ylabel="v"
    )
    said = "two valleys, and higher ground between them"
    step = Step(event=SOLVED, model=None)
    return play([step], columns(shaped(land, 1.7), shape=1.6, caption=lambda step: said), title="A tiny network")


def two_tests() -> Table:
    """Five formulas at the origin, by their curvatures and by D."""
    places = {name: classify(surface(kind), np.zeros(2)) for name, kind in FORMULAS.items()}
    return Table.from_dict({
        "f(x, y)": list(places),
        "curvatures": [f"{low:g}, {high:g}" for low, high in (place.curvatures for place in places.values())],
        "D": [f"{place.D:g}" for place in places.values()],
        "f_xx": [f"{place.fxx:g}" for place in places.values()],
        "the origin is": [place.kind for place in places.values()],
    })  # fmt: skip


def misses() -> Table:
    """How likely all starts miss a basin with a fifth of the area."""
    many = [1, 5, 10, 20, starts_needed(0.2, 0.001)]
    return Table.from_dict({"starts": many, "all of them miss it": [f"{miss_probability(0.2, k):.3f}" for k in many]})


def running_mean() -> Table:
    """Noisy samples of a mean, one after the other, with steps of 1/k."""
    w, rows = 0.0, []
    for k, x in enumerate(SAMPLES, start=1):
        new = w - (w - x) / k
        rows.append((k, f"{x:g}", f"1/{k}", f"{w:g} \u2212 ({w:g} \u2212 {x:g})/{k}", f"{new:g}"))
        w = new
    return Table.from_dict(
        dict(zip(("update k", "sample", "step", "w", "new w"), zip(*rows, strict=True), strict=True))
    )


# ---------------------------------------------------------------- digits


@cache
def _digits() -> tuple[np.ndarray, np.ndarray]:
    """Half of the images to group, half to look at afterwards."""
    table = data.load("digits")
    X = table.numeric(*[name for name in table.names if name != "digit"])
    return X[::2], X[1::2]


@cache
def ends() -> np.ndarray:
    """(tries, 2): how far images are from their centres on average, known ones and fresh ones, the best try first."""
    known, fresh = _digits()
    found = []
    for seed in range(TRIES):
        model = KMeans(groups=GROUPS, seed=seed).fit(known).model_
        found.append([-model.score(known) / len(known), -model.score(fresh) / len(fresh)])
    return np.array(sorted(found))


def digit_groups() -> Table:
    """What the starts of k-means are worth on digits."""
    known, fresh = _digits()
    centre = known.mean(axis=0)
    one = [float(((X - centre) ** 2).sum(axis=1).mean()) for X in (known, fresh)]
    found = ends()
    lines = {"one group": one, "ten groups, worst of 30 starts": found[-1],
             "ten groups, the middle one": found[TRIES // 2], "ten groups, best of 30 starts": found[0]}  # fmt: skip
    return Table.from_dict({
        "k-means": list(lines),
        "known images": [f"{a:.0f}" for a, _ in lines.values()],
        "fresh images": [f"{b:.0f}" for _, b in lines.values()],
    })  # fmt: skip
