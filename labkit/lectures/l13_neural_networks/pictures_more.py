"""What the page with more of lecture 13 shows beside its labs."""

from __future__ import annotations

import numpy as np

from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import RBFRegression
from labkit.learners.network import OLD_COMPUTER, PIGEON, bit_operations, by_hand
from labkit.learners.radial import RadialFunctions
from labkit.player.player import Player, play
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

STEEP = 8.0
TIMES = "\u00d7"
RAISED = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")
FIRST, SECOND = 1.0, 2.0  # where the two sigmoids switch


def two_sigmoids() -> list[np.ndarray]:
    """A network of one input and two hidden units, one switches on and the other takes it back."""
    return [np.array([[-STEEP * FIRST, -STEEP * SECOND], [STEEP, STEEP]]), np.array([[0.0], [1.0], [-1.0]])]


def sigmoid_bump() -> Player:
    """Two sigmoids, one minus the other."""
    model = by_hand(two_sigmoids())
    chart = Chart(xlim=(-1.0, 4.0), ylim=(-1.15, 1.25), title="Two sigmoids make a bump", xlabel="x", name="bump")
    chart.function(lambda x: model.hidden(x[:, None])[:, 0], "z1", color="curve1", dash=1)
    chart.function(lambda x: -model.hidden(x[:, None])[:, 1], "\u2212z2", color="curve2", dash=2)
    chart.function(lambda x: model.predict(x[:, None]), "sum", color="ink", dash=0, width=3.0)
    said = "a sigmoid that switches on at 1 minus one that switches on at 2: a bump between 1 and 2"
    step = Step(event=SOLVED, model=None)
    return play([step], columns(chart, shape=2.6, caption=lambda step: said), title="Any curve, bump by bump")


def dictionaries() -> Table:
    """Sums of basis functions in this course, and who chooses the functions."""
    rows = [
        ("polynomial (lecture 03)", "powers of x", "you", "solved at once"),
        ("RBF network", "bumps around centres", "the x alone, by k-means", "solved at once"),
        ("MLP", "g of a weighted sum", "learned", "learned with them"),
        ("boosting (lecture 20)", "small trees", "learned one by one", "learned one by one"),
    ]
    heads = ("sum", "functions g(x, v)", "who chooses v", "the weights w")
    return Table.from_dict(dict(zip(heads, map(list, zip(*rows, strict=True)), strict=True)))


def radial_values() -> Table:
    """The functions of the distance t, with a = b = 1."""
    t = np.array([0.0, 0.5, 1.0, 2.0, 3.0])
    centre, width = np.zeros((1, 1)), np.ones(1)

    def of(name: str, power: float = 2.0) -> list[str]:
        return [f"{value:.3f}" for value in RadialFunctions(name, centre, width, power)(t[:, None])[:, 0]]

    return Table.from_dict({
        "distance t": [f"{each:g}" for each in t],
        "exp(\u2212t\u00b2 / 2)": of("gaussian"),
        "(t\u00b2 + 1) to the \u22122": of("inverse power"),
        "(t\u00b2 + 1) to the \u22121/2": of("inverse power", 0.5),
        "t": of("linear"),
    })  # fmt: skip


def exact_bumps() -> Table:
    """Three points, each a centre: three equations for three weights."""
    x, y = np.array([[0.0], [1.0], [2.0]]), np.array([0.0, 1.0, 0.0])
    model = RBFRegression(centres="data", width=1.0, intercept=False).fit(x, y).model_
    phi, w = model.basis(x), model.inner.w[1:]
    return Table.from_dict({
        "x": [f"{each:g}" for each in x[:, 0]],
        **{f"bump around {k}": [f"{each:.3f}" for each in phi[:, k]] for k in range(3)},
        "weight of the bump": [f"{each:.3f}" for each in w],
        "sum": [f"{each:.3f}" for each in np.abs(model.predict(x).round(9))],
    })  # fmt: skip


def bits_a_second() -> Table:
    """A pigeon against a computer of 1987."""
    rows = {"pigeon": PIGEON, "old computer": OLD_COMPUTER}
    return Table.from_dict({
        "": list(rows),
        "units": ["10\u2079 neurons", "10\u2077 gates"],
        "cycle": ["0.1 s", "10\u207b\u2077 s"],
        "sends": ["2 bits to 1,000 others", "1 bit to 2 others"],
        "bit operations a second": [_power(bit_operations(**each)) for each in rows.values()],
    })  # fmt: skip


def _power(value: float) -> str:
    digit, exponent = f"{value:.0e}".split("e+")
    return f"{digit} {TIMES} 10{exponent.translate(RAISED)}"
