"""What the page with more of lecture 03 shows beside its labs."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import LeastMeanSquares, LeastSquaresClassifier, LinearRegression
from labkit.learners.descent.first_order import stable_rate
from labkit.learners.least_squares.objective import sum_of_squares, train_loss
from labkit.lectures.l03_least_squares.cars import HORSEPOWER, cars
from labkit.lectures.l03_least_squares.pictures import MINUS
from labkit.player.player import Player, play
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.scene import Path, Text, coordinates

SAMPLES = np.array([[1.0, 2.0], [2.0, 3.0], [3.0, 5.0]])  # of the delta rule by hand
GAMMA = 0.1
FAR = [-20.0, -20.0]  # the very easy point
LAM = 10.0
LAUNCH = 31.0  # degrees Fahrenheit, of the flight that nobody had seen
WARMEST = 81.0  # of the flights


def written(values, digits: int = 4) -> str:
    """(1.25, -3)."""
    return "(" + ", ".join(f"{v:.{digits}g}" for v in np.ravel(values)).replace("-", MINUS) + ")"


def six_points() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("ridge6").numeric()
    return table[:, :-1], table[:, -1]


def what_is_left() -> Table:
    """The residuals of 392 cars add up to nothing, whatever they are multiplied with."""
    X, mpg = cars(HORSEPOWER)
    left = mpg - LinearRegression().fit(X, mpg).predict(X)
    sums = {"the residuals": left.sum(), "residual \u00d7 horsepower": left @ X[:, 0], "residual\u00b2": left @ left}
    return Table.from_dict({"sum of": list(sums), "value": [f"{abs(v):.0f}" for v in sums.values()]})


def six_solved() -> Table:
    """Without a penalty and with one."""
    X, y = six_points()
    found = [LinearRegression(lam=lam, intercept=False).fit(X, y).model_.w[1:] for lam in (0.0, LAM)]
    return Table.from_dict({"\u03bb": ["0", f"{LAM:g}"], "w": [written(w) for w in found]})


def rates() -> Table:
    """The largest stable step of two losses on the same six points."""
    of = {"sum of squares": sum_of_squares(*six_points()), "mean of squares": train_loss(*six_points())}
    return Table.from_dict({
        "loss": list(of),
        "gradient at w = 0": [written(loss.at(np.zeros(2)).gradient) for loss in of.values()],
        "largest stable \u03b7": [f"{stable_rate(loss):.4f}" for loss in of.values()],
    })  # fmt: skip


def delta_rule_by_hand() -> Table:
    """Three samples, one after the other."""
    told = LeastMeanSquares(learning_rate=GAMMA, max_sweeps=1).trace(SAMPLES[:, :1], SAMPLES[:, 1])
    steps = told[1 : 1 + len(SAMPLES)]
    return Table.from_dict({
        "sample (x, y)": [written(row) for row in SAMPLES],
        "error y \u2212 w'x": [f"{step.delta:.3g}" for step in steps],
        "w afterwards": [written(step.w) for step in steps],
    })  # fmt: skip


def ten_points_and_one() -> Table:
    """The deck's ten points, then one very easy point more."""
    table = data.load("lda10").numeric()
    X, y = table[:, :2], table[:, 2].astype(int)
    fits = [LeastSquaresClassifier().fit(*rows) for rows in ((X, y), (np.vstack([X, FAR]), np.append(y, 1)))]
    return Table.from_dict({
        "trained on": ["ten points", "ten points, and (\u221220, \u221220) of class 1"],
        "w0, w1, w2": [written(fit.model_.w, 3) for fit in fits],
        "mistakes": [fit.last_step_.mistakes for fit in fits],
    })  # fmt: skip


def flights() -> tuple[np.ndarray, np.ndarray]:
    """(temperature, 1 where a seal was in distress) of 23 flights of the space shuttle."""
    table = data.load("orings")
    return table.numeric("temperature_f").ravel(), (table["distress"] == "yes").astype(int)


def share_by_line(degrees: float) -> float:
    """What the least-squares line through the zeros and ones of the flights says."""
    x, y = flights()
    return float(LinearRegression().fit(x[:, None], y).predict([[degrees]])[0])


def line_of_flights() -> Player:
    """A straight line in the place of a probability."""
    x, y = flights()
    chart = Chart(xlim=(25.0, 85.0), ylim=(-0.4, 2.0), title="Least squares through zeros and ones", name="flights",
                  xlabel="temperature at launch, \u00b0F", yticks=((0.0, "0"), (1.0, "1"), (2.0, "2")))  # fmt: skip
    chart.level(0.0, "impossible").level(1.0, "certain")
    chart.function(np.vectorize(share_by_line), color="ink")
    chart.points(x, y, kind=y, size=4.5, items=Items("flight", 1))
    said = {at: f"{share_by_line(at):.2f} at {at:.0f} \u00b0F".replace("-", MINUS) for at in (LAUNCH, WARMEST)}
    places = np.array([[at, share_by_line(at)] for at in said])
    dots = Path(*map(coordinates, places.T), "accent", 0.0, dots=True)
    texts = [Text(x + 1.2, y + 0.1, said[x], "accent", bold=True) for x, y in places[:1].tolist()]
    texts += [Text(x, y - 0.15, said[x], "accent", anchor="right", bold=True) for x, y in places[1:].tolist()]
    chart.marks(lambda step: [dots, *texts])
    caption = f"1: a seal in distress, 0: none; the line says {' and '.join(said.values())}"
    step = Step(event=SOLVED, model=None)
    return play([step], columns(chart, shape=2.8, caption=lambda step: caption), title="23 flights")
