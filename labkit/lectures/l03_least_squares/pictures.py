"""What the main page of lecture 03 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import LinearRegression
from labkit.learners.descent.first_order import GradientDescent
from labkit.learners.descent.step import downhill
from labkit.learners.least_squares.objective import sum_of_squares
from labkit.lectures.l03_least_squares.cars import FEATURES, HORSEPOWER, MPG, cars, price, with_typo
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns

ETA = 0.01  # of the steps by hand
THREE = np.array([[1.0, 1.0], [2.0, 3.0], [3.0, 4.0]])  # the points of the line by hand
GROUPS = ((40, 80), (80, 120), (120, 180), (180, 240))  # horsepower
MINUS = "\u2212"
NOTHING = "always the mean"
MODELS = {"horsepower": FEATURES[:1], "horsepower and weight": FEATURES[:2], "all five": FEATURES}


def picture_of_cars() -> Player:
    """392 cars and no line."""
    X, mpg = cars(HORSEPOWER)
    chart = Chart(xlim=(40.0, 240.0), ylim=(5.0, 50.0), title="392 cars", xlabel=HORSEPOWER, ylabel=MPG, name="cars")
    chart.points(X[:, 0], mpg, size=3.5, items=Items("car", 1))
    step = Step(event=SOLVED, model=None)
    said = "the stronger the car, the fewer miles it goes on a gallon"
    return play([step], columns(chart, shape=2.4, caption=lambda step: said), title="Cars of 1970 to 1982")


def line_by_hand() -> Table:
    """y = w x through three points: the sums of the formula."""
    x, y = THREE.T
    rows = [*zip(x, y, x * y, x**2, strict=True)]
    total = ["sum", f"{y.sum():g}", f"{x @ y:g}", f"{x @ x:g}"]
    columns_ = zip(*([f"{value:g}" for value in row] for row in rows), strict=True)
    names = ("x", "y", "x y", "x\u00b2")
    return Table.from_dict({name: [*column, last] for name, column, last in zip(names, columns_, total, strict=True)})


def slope_by_hand() -> float:
    x, y = THREE.T
    return float(LinearRegression(intercept=False).fit(x[:, None], y).model_.w[1])


def descent_by_hand() -> Table:
    """The first steps down the loss of six points."""
    table = data.load("ridge6").numeric()
    told = downhill(sum_of_squares(table[:, :-1], table[:, -1]), GradientDescent(ETA), np.zeros(2), max_iterations=3)
    steps = told[:3]
    return Table.from_dict({
        "step": [step.iteration for step in steps],
        "w": [_pair(step.w) for step in steps],
        "gradient": [_pair(step.gradient) for step in steps],
        "loss": [f"{step.loss:.4g}" for step in steps],
    })  # fmt: skip


def _pair(values: np.ndarray) -> str:
    return "(" + ", ".join(_signed(value, 5) for value in values) + ")"


def _signed(value: float, digits: int) -> str:
    return f"{value:.{digits}g}".replace("-", MINUS)


def step_source() -> Source:
    """The lines of one step downhill."""
    return show(GradientDescent.moves, "velocity =", "yield")


def typo_on_all_cars() -> Table:
    """What one zero too many does to 392 cars."""
    return Table.from_dict({
        "data": ["as printed", "one car typed 1300 hp, not 130"],
        "mpg per horsepower": [f"{price(*rows):.3f}".replace("-", MINUS) for rows in (cars(HORSEPOWER), with_typo())],
    })  # fmt: skip


@cache
def errors() -> dict[str, float]:
    """Features -> root of the mean squared error on cars that took no part, in miles per gallon."""
    mpg = cars(HORSEPOWER)[1]
    says = {name: held_out_answers(LinearRegression(), *cars(*names)) for name, names in MODELS.items()}
    constant = np.full(len(mpg), mpg.mean())
    return {name: float(np.sqrt(np.mean((each - mpg) ** 2))) for name, each in ({NOTHING: constant} | says).items()}


def prices() -> Table:
    """The slope of horsepower, alone and beside other features, and how good the predictions are."""
    slopes = [f"{price(*cars(*names)):.3f}".replace("-", MINUS) for names in MODELS.values()]
    return Table.from_dict({"features": list(errors()), "mpg per horsepower": ["none", *slopes],
                            "typical error, mpg": [f"{each:.1f}" for each in errors().values()]})  # fmt: skip


def left_over() -> Table:
    """The mean of what the line leaves, by horsepower."""
    X, mpg = cars(HORSEPOWER)
    left, x = mpg - LinearRegression().fit(X, mpg).predict(X), X[:, 0]
    means = [float(left[(low <= x) & (x < high)].mean()) for low, high in GROUPS]
    return Table.from_dict({"horsepower": [f"{low} to {high}" for low, high in GROUPS],
                            "mean residual, mpg": [f"{m:+.1f}".replace("-", MINUS) for m in means]})  # fmt: skip
