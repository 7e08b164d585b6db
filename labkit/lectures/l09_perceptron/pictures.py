"""What the main page of lecture 09 shows beside its labs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import SVM, LinearProgram, Perceptron
from labkit.lectures.l09_perceptron.common import nearest
from labkit.lectures.l09_perceptron.penguins import SPECIES, scaled, shares_right, two_species
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import Text

ORDERS = 5  # of the birds that are tried
HARD = 1e6  # C of a support vector machine that allows no mistake
PATIENCE = 2000  # sweeps: more than enough here
SMALL = 3.6  # radius of one bird among many


def penguin_picture() -> Player:
    """All Adelie and Gentoo penguins by their bills, in millimetres."""
    X, species = two_species(*SPECIES)
    chart = _birds(
        X, species, xlabel="bill length in mm", ylabel="bill depth in mm", xlim=(31.0, 61.0), ylim=(12.5, 22.0)
    )
    names = [
        Text(31.6, 20.6, "Adelie", "class0", 13.0, bold=True),
        Text(54.0, 13.4, "Gentoo", "class1", 13.0, bold=True),
    ]
    caption = f"{np.sum(species == SPECIES[0])} Adelie, {np.sum(species == SPECIES[1])} Gentoo"
    return _still(chart.marks(lambda step: names), "Two species of penguins", caption)


def _birds(X: np.ndarray, species: np.ndarray, **axes) -> Chart:
    return Chart(name="birds", **axes).points(X[:, 0], X[:, 1], kind=species == SPECIES[1], size=SMALL)


def _still(chart: Chart, title: str, caption: str) -> Player:
    return play([Step(event=SOLVED, model=None)], columns(chart, shape=2.3, caption=lambda step: caption), title=title)


def six_points_by_hand() -> Table:
    """Two sweeps over six points, every look."""
    table = data.load("perc6")
    X, positive = table.numeric("x1", "x2"), table["class"] == 1
    Z = np.column_stack([-np.ones(len(X)), X]) * np.where(positive, 1, -1)[:, None]
    trace = Perceptron().trace(X, positive)
    updates = {(step.sweep, step.example): step for step in trace[1:-1]}
    w, looks = np.zeros(3), []
    for sweep, row in ((sweep, row) for sweep in range(1, trace[-1].sweep + 1) for row in range(len(Z))):
        update = updates.get((sweep, row))
        looks.append((str(sweep), str(row + 1), _vector(w), _vector(Z[row]), f"{w @ Z[row]:g}",
                      _vector(update.w) if update else "stays"))  # fmt: skip
        w = update.w if update else w
    names = "sweep", "point", "w", "z", "score w\u00b7z", "new w"
    return Table.from_dict(dict(zip(names, map(list, zip(*looks, strict=True)), strict=True)))


def _vector(numbers: np.ndarray) -> str:
    return f"({', '.join(f'{number:g}' for number in numbers + 0.0)})"


def rule_source() -> Source:
    """The lines that run in every sweep."""
    return show(Perceptron.rule, "for i", "yield")


# ---------------------------------------------------------------- not the best line


def lines_of_orders() -> list[tuple[np.ndarray, float]]:
    """(weights, distance of the nearest bird) where the rule stops, for several orders of the same scaled birds."""
    X, species = two_species(*SPECIES)
    X, y = scaled(X), (species == SPECIES[1]).astype(int)
    fitted = [Perceptron(order="random", seed=seed).fit(X, y).model_.w for seed in range(ORDERS)]
    return [(w, nearest(w, X, y)) for w in fitted]


def widest_line() -> tuple[np.ndarray, float]:
    """The same of the line whose nearest bird is farthest away."""
    X, species = two_species(*SPECIES)
    X, y = scaled(X), (species == SPECIES[1]).astype(int)
    origin, right, up = SVM(kernel="linear", C=HARD).fit(X, y).model_.decision_function(np.eye(3)[:, 1:])
    w = np.array([-origin, right - origin, up - origin])
    return w, nearest(w, X, y)


def first_lines() -> Player:
    """One data set, several orders, several lines."""
    X, species = two_species(*SPECIES)
    chart = _birds(scaled(X), species, xlabel="bill length, scaled", ylabel="bill depth, scaled", xlim=(-2.2, 2.9),
                   ylim=(-2.3, 2.6))  # fmt: skip
    for w, distance in lines_of_orders():
        chart.function(_line(w), f"{distance:.3f}")
    w, distance = widest_line()
    chart.function(_line(w), f"{distance:.3f} widest", color="ink", width=3.0)
    caption = "at the right: how far the nearest bird is from each line"
    return _still(chart, f"{ORDERS} orders, {ORDERS} lines", caption)


def _line(w: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    return lambda x: (w[0] - w[1] * x) / w[2]


# ---------------------------------------------------------------- on real data


def how_long() -> Table:
    """The same birds in two units: updates, sweeps and what the theorem allows."""
    X, species = two_species(*SPECIES)
    ends = [_end(each, species) for each in (X, scaled(X))]
    return Table.from_dict({
        "bills": ["in mm", "scaled"],
        "updates": [str(end.update) for end in ends],
        "stops in sweep": [str(end.sweep) for end in ends],
        "longest example": [f"{end.theorem.reach:.1f}" for end in ends],
        "bound on the updates": [f"{end.theorem.mistake_bound(eta=1.0):,.0f}" for end in ends],
    })  # fmt: skip


def _end(X: np.ndarray, species: np.ndarray) -> Step:
    w_star = LinearProgram().fit(X, species).model_.w
    return Perceptron(separator=w_star, max_sweeps=PATIENCE).fit(X, species).last_step_


def penguin_scores() -> Table:
    """The share of birds that each method names rightly without having seen them."""
    easy, hard = shares_right("Adelie", "Gentoo"), shares_right("Adelie", "Chinstrap")
    return Table.from_dict({
        "method": list(easy),
        "Adelie or Gentoo": [f"{easy[name]:.3f}" for name in easy],
        "Adelie or Chinstrap": [f"{hard[name]:.3f}" for name in easy],
    })  # fmt: skip
